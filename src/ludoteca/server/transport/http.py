"""HTTP: requests are checked and read here, then answered by `api.py`; whatever goes wrong is said in one form."""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from aiohttp import HttpVersion11, hdrs, web
from aiohttp.http_parser import RawRequestMessage
from multidict import CIMultiDict, CIMultiDictProxy

from ludoteca.dialects.house import http as protocol
from ludoteca.dialects.house.connection import LONGEST_DETAIL
from ludoteca.dialects.house.http import ROUTES, Wrong
from ludoteca.dialects.house.operator import OPERATOR_ROUTES, Admitted, OperatorKey, Scope
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.house.route import Route
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.server.api import static
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.api.operator_routes import OperatorApi
from ludoteca.server.api.pages import File
from ludoteca.server.api.routes import Api, Asked
from ludoteca.server.errors import read_only
from ludoteca.server.house_state import COME_BACK, State
from ludoteca.server.operator.admission import SESSION
from ludoteca.server.session.house_session import HouseSession
from ludoteca.server.settings import Settings
from ludoteca.store.contract import StoreError

from . import guard
from .addresses import Client, Network, client_of, loopback, within
from .budget import WRITING_A_BYTE, Account, Budget, Timed
from .guard import ConnectionGuard
from .guesses import Guessed
from .headers import A_YEAR_OF_TLS, SECURITY, SERVER
from .hosts import Hosts, read_host
from .http_protocol import HttpProtocol
from .large_body import LargeBody
from .large_requests import LargeRequests
from .limits import need
from .stream import Stream
from .websocket import HandedOver, Socket, Sockets, shake_hands

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
RequestFactory = Callable[..., web.BaseRequest]

STATUS = {
    Problem.ADMISSION: 401,
    Problem.CONNECTIONS: 429,
    Problem.DAMAGED: 500,
    Problem.DRAINING: 503,
    Problem.IDLE: 408,
    Problem.INTERNAL: 500,
    Problem.KEY_IN_SETTINGS: 409,
    Problem.KEY_NAME_TAKEN: 409,
    Problem.KEY_SCOPE: 403,
    Problem.LENGTH_REQUIRED: 411,
    Problem.NO_BODY: 413,
    Problem.NO_KEY: 401,
    Problem.NO_REVIEW: 409,
    Problem.NO_SUCH_TABLE: 404,
    Problem.NO_WATCHING: 403,
    Problem.NOT_FOUND: 404,
    Problem.ORIGIN: 403,
    Problem.READ_ONLY: 503,
    Problem.REFUSED_ADDRESS: 403,
    Problem.STILL_PLAYING: 409,
    Problem.TABLES: 429,
    Problem.TOO_FAST: 429,
    Problem.TOO_LARGE: 413,
    Problem.TOO_MANY: 409,
    Problem.TOO_MANY_GUESSES: 429,
    Problem.UNKNOWN_HOST: 421,
    Problem.WRONG_METHOD: 405,
    Problem.WRONG_PASSWORD: 403,
}
MALFORMED_COMMANDS = {Refusal.BAD_NAME, Refusal.BAD_NONCE, Refusal.BAD_OPTIONS, Refusal.BAD_TOKEN, Refusal.LOOK_TAKEN}
BAD_REQUEST, CONFLICT, TOO_MANY = 400, 409, 429
BY_OPERATOR_API = (*OPERATOR_ROUTES, *(route for route in ROUTES if route.name == "enter_house"))
NOT_READ = (411, 413)  # a body came that nobody wanted, or in a form that costs too much: no more of them
GONE_AWAY = 499  # is never sent: there is no connection left
BY_PROXIES = ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Host")  # headers that only they add
BY_ANY_NAME = frozenset({"/healthz", "/livez"})  # load balancers ask there by whatever name; nothing is told
CROSS_SITE = "cross-site"
UNDER_API = "/api/"
LONGEST_HOST = 60  # characters of a name that are repeated
OPERATOR = "operator"  # as a target of guesses
PATTERN_MISSED = re.compile(r"Expected `str` matching regex .* - at `\$\.?(.*)`")
CLIENT = web.RequestKey("client", Client)
EXPECTED = web.RequestKey("expected", str)  # the header Expect
CONTINUE = "100-continue"
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
OPERATOR_KEY: web.RequestKey[OperatorKey | None] = web.RequestKey("operator key")
MOST_REFUSED = 20  # requests in a row that came too fast, before the connection is closed
REQUEST_WORK = 0.0001  # seconds that aiohttp spends on a request before and after it is answered here

log = structlog.get_logger()


class Http:
    """The application that aiohttp serves."""

    def __init__(
        self,
        settings: Settings,
        api: Api,
        state: State,
        metrics: Metrics,
        operator: OperatorApi,
        proxies: Sequence[Network],
        budget: Budget,
    ) -> None:
        self.settings = settings
        self.budget = budget
        self.api = api
        self.state = state
        self.metrics = metrics
        self.proxies = proxies
        self.hosts = Hosts(settings)
        self._warned = False  # of a proxy that is not named
        self.operator = operator
        self._sockets = Sockets(settings.limits.idle)
        self._large_requests = LargeRequests()
        self._with_body: set[Answer] = set()  # those that read what a request brings
        self._headers = SECURITY | (A_YEAR_OF_TLS if settings.certificate is not None else {})

    def application(self) -> web.Application:
        application = web.Application(middlewares=[self._guard], client_max_size=self.settings.limits.replay)
        application.on_response_prepare.append(self._add_headers)
        for route in ROUTES:
            if route.method == "GET":
                application.router.add_get(route.path, self._answering(route))  # which means HEAD, too
            else:
                application.router.add_route(route.method, route.path, self._answering(route))
        application.router.add_get(protocol.SOCKET, self._socket)
        static.Pages().add_to(application)
        return application

    def before(self, requests: RequestFactory) -> RequestFactory:
        """Requests for `application` without their header Expect, which aiohttp would answer before anything is checked
        or charged. What it said is kept in EXPECTED."""

        def make(message: RawRequestMessage, *rest: Any) -> web.BaseRequest:
            if hdrs.EXPECT not in message.headers:
                return requests(message, *rest)
            headers = CIMultiDict(message.headers)
            expected = ",".join(headers.popall(hdrs.EXPECT))
            request = requests(message._replace(headers=CIMultiDictProxy(headers)), *rest)
            request[EXPECTED] = expected.strip().lower()
            return request

        return make

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        for name, value in self._headers.items():
            response.headers.setdefault(name, value)
        response.headers.update(SERVER)  # aiohttp has named itself there

    # ------------------------------------------------------------ every request

    @web.middleware
    async def _guard(self, request: web.Request, handler: Answer) -> web.StreamResponse:
        guard.spoken(request.transport)
        stream, speaker = request.transport, request.protocol
        address = self.address(request)
        proxied = within(guard.address_of(stream), self.proxies)
        account = self.budget.of_address(address, self._loop_time()) if proxied else None

        def charge(seconds: float) -> None:
            if account is not None:
                account.charge(seconds)
            elif isinstance(stream, Stream):
                stream.charge(seconds)

        answer = await Timed(self._answer(request, handler, address, account, charge), charge)
        if account is not None and isinstance(answer, web.Response) and isinstance(answer.body, bytes):
            charge(len(answer.body) * WRITING_A_BYTE)  # otherwise the stream does
        if isinstance(speaker, HttpProtocol):
            speaker.refused = speaker.refused + 1 if answer.status == TOO_MANY else 0
            if speaker.refused >= MOST_REFUSED or speaker.last:
                answer.force_close()
            speaker.decline()
        if answer.status in NOT_READ or not request.content.is_eof():  # what is still to come of it is not waited for
            answer.force_close()
        return answer

    async def _wait_for_turn(self, stream: asyncio.Transport | None, account: Account | None) -> None:
        """Requests that came before their connection, or its address, had cost too much wait, as those do that come."""
        while True:
            now = self._loop_time()
            if account is not None:
                wait = account.wait(now)
            else:
                wait = stream.meter.wait(now) if isinstance(stream, Stream) and not stream.is_closing() else 0.0
            if wait in (0.0, math.inf):
                return
            await asyncio.sleep(wait)

    def _loop_time(self) -> float:
        return asyncio.get_running_loop().time()

    async def _answer(
        self,
        request: web.Request,
        handler: Answer,
        address: str,
        account: Account | None,
        charge: Callable[[float], None],
    ) -> web.StreamResponse:
        try:
            await self._check_site(request, account, charge)
            if not self._of_the_operator(request):
                await self._wait_for_turn(request.transport, account)
            charge(REQUEST_WORK)
            self._check_body(request, handler)
            if self.api.addresses_here.refuses(address) and not self._of_the_operator(request):
                self.api.addresses_here.check(address)  # the operator, though, must not lock himself out
            return await handler(request)
        except Trouble as trouble:
            return self._wrong(trouble)
        except Refused as refused:
            status = BAD_REQUEST if refused.code in MALFORMED_COMMANDS else CONFLICT
            return self._say(status, Wrong(refused.code, refused.sentence, refused.parameters, refused.rule))
        except StoreError as error:
            return self._wrong(read_only(error))
        except web.HTTPException as wrong:
            wrong.__traceback__ = None  # of frames that have the request, which has this: a cycle would stay in memory
            if wrong.status < BAD_REQUEST:
                raise
            return self._refused_by_aiohttp(wrong)
        except ConnectionError:  # nobody is there any more to be answered
            return web.Response(status=GONE_AWAY)
        except Exception:
            log.exception("a request failed", path=request.match_info.route.resource and request.path)
            return self._wrong(Trouble(Problem.INTERNAL))

    def _refused_by_aiohttp(self, wrong: web.HTTPException) -> web.Response:
        if isinstance(wrong, web.HTTPMethodNotAllowed):
            answered = self._wrong(Trouble(Problem.WRONG_METHOD))
            answered.headers["Allow"] = ",".join(sorted(wrong.allowed_methods))
            return answered
        if isinstance(wrong, web.HTTPNotFound):
            return self._wrong(Trouble(Problem.NOT_FOUND))
        return self._say(wrong.status, Wrong(Problem.BAD_REQUEST, wrong.reason))

    def _wrong(self, trouble: Trouble) -> web.Response:
        answer = self._say(
            STATUS.get(trouble.code, BAD_REQUEST), Wrong(trouble.code, trouble.sentence, trouble.parameters)
        )
        if trouble.again is not None:
            answer.headers["Retry-After"] = str(max(1, round(trouble.again)))
        if trouble.code in (Problem.ADMISSION, Problem.NO_KEY):
            answer.headers["WWW-Authenticate"] = "Bearer"
        return answer

    def _say(self, status: int, wrong: Wrong) -> web.Response:
        self.metrics.refusals.labels(wrong.code).inc()
        return web.Response(status=status, body=msgspec.json.encode(wrong), content_type="application/json")

    def address(self, request: web.Request) -> str:
        return self.client(request).address

    def client(self, request: web.Request) -> Client:
        """Where a request comes from; a proxy of ours says so in its header."""
        found = request.get(CLIENT)
        if found is None:
            peer = guard.address_of(request.transport)
            passed_on = any(name in request.headers for name in BY_PROXIES)
            found = client_of(peer, request.headers.getall("X-Forwarded-For", ()), self.proxies, passed_on)
            request[CLIENT] = found
            if passed_on and not self._warned and loopback(peer) and not within(peer, self.proxies):
                self._warned = True
                log.warning("a proxy on this machine is not named: start with --proxies", proxy=peer)
        return found

    async def _check_site(self, request: web.Request, account: Account | None, charge: Callable[[float], None]) -> None:
        """Before any key is looked at: a page of another site must not guess for the person there. Who is refused here
        waits and pays like everybody else: refusals cost something as well."""
        try:
            self._check_host(request)
            self._check_origin(request)
        except Trouble:
            await self._wait_for_turn(request.transport, account)
            charge(REQUEST_WORK)
            raise

    def _check_host(self, request: web.Request) -> None:
        """A request is for a name of this house, also where it is part of the first line (RFC 9112, 3.2)."""
        if request.path in BY_ANY_NAME:
            return
        headers = request.headers.getall("Host", ())
        if len(headers) != 1:
            raise Trouble(Problem.BAD_REQUEST, detail="A request has one header Host.")
        for text in {headers[0], request.host}:  # the latter is that of the first line, if there is one
            host = read_host(text)
            if host is None:
                raise Trouble(Problem.BAD_REQUEST, detail="The header Host has a name or an address, and maybe a port.")
            if not self.hosts.known(host):
                host = host[:LONGEST_HOST]
                log.info("a request for a name that this house does not know: is it missing in --public?", host=host)
                raise Trouble(Problem.UNKNOWN_HOST, host=host)

    def _check_origin(self, request: web.Request) -> None:
        """A browser says which page asks. Pages of other sites must not act for the person in front of it, nor guess
        codes of tables with pictures that have such an address: for those it names no origin, only that it is
        another site (Fetch Metadata Request Headers, 2.3)."""
        origin = request.headers.get("Origin")
        if origin is not None and origin.lower() in self.hosts.origins:
            return
        if request.headers.get("Sec-Fetch-Site") == CROSS_SITE and request.path.startswith(UNDER_API):
            raise Trouble(Problem.ORIGIN)
        if origin is None:
            return
        try:
            same = urlsplit(origin).netloc.lower() == request.host.lower()
        except ValueError:  # it is no address at all
            same = False
        if not same:
            raise Trouble(Problem.ORIGIN)

    def _check_body(self, request: web.Request, handler: Answer) -> None:
        """Nothing is read where nothing is expected, and what is expected says how long it is: a body in chunks costs
        the server by the chunk, and its sender may make as many of them as there are bytes."""
        if request.get(EXPECTED, CONTINUE) != CONTINUE:
            raise web.HTTPExpectationFailed(reason=f"The only thing to expect of this server is {CONTINUE}.")
        if request.match_info.http_exception is not None:  # there is no such route, or another method
            return
        if hdrs.TRANSFER_ENCODING in request.headers:
            raise Trouble(Problem.LENGTH_REQUIRED)
        if request.content_length and handler not in self._with_body:
            raise Trouble(Problem.NO_BODY)

    # ------------------------------------------------------------ routes of the protocol

    def _answering(self, route: Route) -> Answer:
        method = getattr(self.operator if route in BY_OPERATOR_API else self.api, route.name)
        decoder: msgspec.json.Decoder[Any] | None = None if route.asks is None else msgspec.json.Decoder(route.asks)
        most = self.settings.limits.replay if route.name == "verify" else self.settings.limits.message

        async def answer(request: web.Request) -> web.Response:
            client = self.client(request)
            address = client.address
            need(self.api.addresses_here.bucket(address, self._seconds()), route.cost, self._seconds())
            key = ""
            if route.operator or (route.name == "metrics" and not client.local):
                key = self._check_key(request, route)
            admitted = self._admitted(request)
            if not (admitted or route.at_the_door or route.operator):
                raise Trouble(Problem.ADMISSION)
            body = None if decoder is None else await self._read_body(request, decoder, most)
            asked = Asked(address, dict(request.match_info), dict(request.query), body, client.local, admitted)

            async def act() -> Any:
                if key and self.operator.keys.find(bearer(request)) is None:  # revoked while the body was on its way
                    raise Trouble(Problem.NO_KEY)
                return await method(asked)

            if route.operator and route.audited:
                answered = await self.operator.audit.record(route.name, key, address, named(route, asked), act)
            else:
                answered = await act()
            if isinstance(answered, Admitted):
                return with_cookie(request, answered, self.operator.admission.cookie)
            if isinstance(answered, File):
                return static.answer(request, answered)
            encoded = answered if isinstance(answered, bytes) else msgspec.json.encode(answered)
            kind = route.answers if isinstance(route.answers, str) else "application/json"
            charset = "utf-8" if kind.startswith("text/") else None
            return LargeBody(body=encoded, content_type=kind, charset=charset)

        if decoder is not None:
            self._with_body.add(answer)
        return answer

    def _seconds(self) -> float:
        return self.state.tables.context.now() / 1000

    def _check_key(self, request: web.Request, route: Route) -> str:
        """The name of the key."""
        key = self._key(request)
        if key is None:
            if "Authorization" in request.headers and not bearer(request):  # what is no key at all was not looked for
                self.operator.audit.wrong_key(self.address(request))
            raise Trouble(Problem.NO_KEY)
        if key.scope is not Scope.ALL and route.name != "metrics":
            self.operator.audit.guessed("key_scope", self.address(request), key.name)
            raise Trouble(Problem.KEY_SCOPE)
        return key.name

    def _of_the_operator(self, request: web.Request) -> bool:
        """A key that only opens the metrics belongs to a program: it opens nothing else here."""
        key = self._key(request)
        return key is not None and key.scope is Scope.ALL

    def _key(self, request: web.Request) -> OperatorKey | None:
        """The operator's key of a request. A wrong one is a guess, once."""
        if OPERATOR_KEY not in request:
            request[OPERATOR_KEY] = self._find_key(request)
        return request[OPERATOR_KEY]

    def _find_key(self, request: web.Request) -> OperatorKey | None:
        given, admission = bearer(request), self.operator.admission
        if not given or admission.issued(given):  # a token that is good no longer guesses no key
            return None
        client, guesses = self.client(request), self.state.guesses
        # What comes through a proxy on this machine must not slow down the operator on this machine.
        source = f"through {client.address}" if loopback(client.address) and not client.local else client.address
        token = hashlib.sha256(given.encode(errors="replace")).hexdigest()
        known = guesses.has_opened(Guessed.OPERATOR_KEY, source, OPERATOR, token)
        if not known:
            guesses.check(Guessed.OPERATOR_KEY, source, OPERATOR)
        key = self.operator.keys.find(given)
        if key is not None:
            guesses.opened(Guessed.OPERATOR_KEY, source, OPERATOR, token)
        elif not known:
            guesses.wrong(Guessed.OPERATOR_KEY, source, OPERATOR)
            self.operator.audit.wrong_key(client.address)
        return key

    def _admitted(self, request: web.Request) -> bool:
        """Whether the client has given the password or an invitation before, if the house wants one."""
        admission = self.operator.admission
        if not admission.private:
            return True
        cookie = request.cookies.get(admission.cookie, "")
        return admission.admits(cookie) or admission.admits(bearer(request)) or self._of_the_operator(request)

    async def _read_body(self, request: web.Request, decoder: msgspec.json.Decoder[Any], most: int) -> Any:
        if (request.content_length or 0) > most:
            raise Trouble(Problem.TOO_LARGE, most=most)
        try:
            return decoder.decode(await self._whole_body(request))
        except TimeoutError as error:
            raise Trouble(Problem.IDLE) from error
        except (msgspec.DecodeError, UnicodeError, RecursionError, web.RequestPayloadError) as error:
            raise Trouble(Problem.MALFORMED, detail=f"{explained(error)[:LONGEST_DETAIL]}.") from error

    async def _whole_body(self, request: web.Request) -> bytes:
        large = (request.content_length or 0) > self.settings.limits.message
        reading = self._large_requests.reading(self.address(request)) if large else nullcontext()
        try:
            with reading:
                if EXPECTED in request and request.version >= HttpVersion11 and request.transport is not None:
                    request.transport.write(GO_ON)
                async with asyncio.timeout(self.settings.limits.idle):
                    return await request.content.read()
        except BaseException as error:
            error.__traceback__ = None  # of frames that have the body, and a future that has this error
            raise

    # ------------------------------------------------------------ the WebSocket of a table

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        address = self.address(request)
        need(self.api.addresses_here.bucket(address, self._seconds()), 1, self._seconds())
        if not self._admitted(request):
            raise Trouble(Problem.ADMISSION)
        answer = shake_hands(request)
        if self.state.handing_over:  # a proxy that gets this asks another server
            raise Trouble(Problem.DRAINING, again=COME_BACK)
        actor = await self.state.find(request.match_info["code"], address)
        stream, inside = request.transport, request.protocol
        outside = None if stream is None else stream.get_protocol()
        if (
            stream is None
            or stream.is_closing()
            or not isinstance(outside, ConnectionGuard)
            or not isinstance(inside, HttpProtocol)
        ):
            raise ConnectionResetError
        if outside.half_closed:  # it cannot even say hello
            stream.abort()
            raise ConnectionResetError
        counted = self._count(request, address)
        socket = Socket(stream, self._sockets, self.settings.limits, self.metrics)
        state = self.state
        session = HouseSession(
            actor, state.rematch, tuple(state.bots), self.metrics, socket.message_transport, address, state.guesses
        )
        socket.begin(session, partial(self._forget, socket, session, counted))
        self._sockets.add(socket)
        early = inside.let_go()
        outside.take_over(socket, counted)
        stream.write(answer)
        self.state.arrived(session)  # which sends him away again when the house is about to close
        if early:
            socket.data_received(early)
        return HandedOver()

    def _forget(self, socket: Socket, session: HouseSession, counted: str | None) -> None:
        self._sockets.remove(socket)
        self.state.gone(session)
        session.let_go()
        if counted is not None:
            self.api.addresses_here.disconnect(counted)

    def _count(self, request: web.Request, address: str) -> str | None:
        """The porch counts connections by address, except those of proxies, behind which there are many people."""
        if not within(guard.address_of(request.transport), self.proxies):
            return None
        self.api.addresses_here.connect(address)
        return address


def explained(error: Exception) -> str:
    """What is wrong with a body. A pattern says nothing to people."""
    found = PATTERN_MISSED.fullmatch(str(error))
    return str(error) if found is None else f"`{found[1]}` has too many characters, or some that it must not have"


def bearer(request: web.Request) -> str:
    """The key or token of a request; empty when there is none."""
    kind, _, given = request.headers.get("Authorization", "").partition(" ")
    return given.strip() if kind.lower() == "bearer" else ""


def named(route: Route, asked: Asked) -> dict[str, Any]:
    """What an act of the operator is about. Nothing that operators ask for has a secret in it.

    Of the query only what the route reads, and never instead of what is in the path: the log tells what is done.
    """
    query = {name: asked.query[name] for name, _ in route.query if name in asked.query}
    return {**query, **({} if asked.body is None else msgspec.to_builtins(asked.body)), **asked.parts}


def with_cookie(request: web.Request, admitted: Admitted, name: str) -> web.Response:
    """Scripts need not read it. It is sent over TLS only if it came that way; a proxy may have seen to that."""
    answer = web.Response(body=msgspec.json.encode(admitted), content_type="application/json")
    secure = request.secure or request.headers.get("Origin", "").startswith("https:")
    if admitted.token:
        answer.set_cookie(name, admitted.token, max_age=SESSION // 1000, httponly=True, samesite="Lax", secure=secure)
    return answer
