"""HTTP: requests are checked and read here, then answered by `api.py`; whatever goes wrong is said in one form."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from aiohttp import web

from ludoteca.dialects.house import http as protocol
from ludoteca.dialects.house.connection import LONGEST_DETAIL
from ludoteca.dialects.house.http import ROUTES, Route, Wrong
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.store.contract import StoreError

from . import porch, static
from .api import Api, Asked
from .headers import A_YEAR_OF_TLS, SECURITY, SERVER
from .limits import Network, loopback, need, within
from .metrics import Metrics
from .pages import File
from .porch import Porch
from .read_only import read_only
from .settings import Settings
from .speaker import Speaker
from .state import State
from .visitor import Visitor
from .websocket import HandedOver, Socket, Sockets, shake_hands

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]

STATUS = {
    Problem.CONNECTIONS: 429,
    Problem.DRAINING: 503,
    Problem.IDLE: 408,
    Problem.INTERNAL: 500,
    Problem.NO_KEY: 401,
    Problem.NO_SUCH_TABLE: 404,
    Problem.NO_WATCHING: 403,
    Problem.NOT_FOUND: 404,
    Problem.ORIGIN: 403,
    Problem.READ_ONLY: 503,
    Problem.REFUSED_ADDRESS: 403,
    Problem.TABLES: 429,
    Problem.TOO_FAST: 429,
    Problem.TOO_LARGE: 413,
    Problem.WRONG_METHOD: 405,
}
MALFORMED_COMMANDS = {Refusal.BAD_NAME, Refusal.BAD_NONCE, Refusal.BAD_OPTIONS, Refusal.BAD_TOKEN, Refusal.LOOK_TAKEN}
BAD_REQUEST, CONFLICT = 400, 409
GONE_AWAY = 499  # is never sent: there is no connection left

log = structlog.get_logger()


class Http:
    """The application that aiohttp serves."""

    def __init__(
        self,
        settings: Settings,
        api: Api,
        state: State,
        metrics: Metrics,
        operator_key: str,
        proxies: Sequence[Network],
    ) -> None:
        self.settings = settings
        self.api = api
        self.state = state
        self.metrics = metrics
        self.proxies = proxies
        self._operator_key = operator_key.encode()
        self._sockets = Sockets(settings.limits.idle)
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

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        for name, value in self._headers.items():
            response.headers.setdefault(name, value)
        response.headers.update(SERVER)  # aiohttp has named itself there

    # ------------------------------------------------------------ every request

    @web.middleware
    async def _guard(self, request: web.Request, handler: Answer) -> web.StreamResponse:
        porch.spoken(request.transport)
        try:
            if not self._of_the_operator(request):  # who must not lock himself out
                self.api.addresses_here.check(self.address(request))
            self._check_origin(request)
            return await handler(request)
        except Trouble as trouble:
            return self._wrong(trouble)
        except Refused as refused:
            status = BAD_REQUEST if refused.code in MALFORMED_COMMANDS else CONFLICT
            return self._say(status, Wrong(refused.code, refused.sentence, refused.parameters, refused.rule))
        except StoreError as error:
            return self._wrong(read_only(error))
        except web.HTTPMethodNotAllowed as wrong:
            answered = self._wrong(Trouble(Problem.WRONG_METHOD))
            answered.headers["Allow"] = ",".join(sorted(wrong.allowed_methods))
            return answered
        except web.HTTPNotFound:
            return self._wrong(Trouble(Problem.NOT_FOUND))
        except web.HTTPException as wrong:
            if wrong.status < BAD_REQUEST:
                raise
            return self._say(wrong.status, Wrong(Problem.BAD_REQUEST, wrong.reason))
        except ConnectionError:  # nobody is there any more to be answered
            return web.Response(status=GONE_AWAY)
        except Exception:
            log.exception("a request failed", path=request.match_info.route.resource and request.path)
            return self._wrong(Trouble(Problem.INTERNAL))

    def _wrong(self, trouble: Trouble) -> web.Response:
        answer = self._say(
            STATUS.get(trouble.code, BAD_REQUEST), Wrong(trouble.code, trouble.sentence, trouble.parameters)
        )
        if trouble.again is not None:
            answer.headers["Retry-After"] = str(max(1, round(trouble.again)))
        if trouble.code is Problem.NO_KEY:
            answer.headers["WWW-Authenticate"] = "Bearer"
        return answer

    def _say(self, status: int, wrong: Wrong) -> web.Response:
        self.metrics.refusals.labels(wrong.code).inc()
        return web.Response(status=status, body=msgspec.json.encode(wrong), content_type="application/json")

    def address(self, request: web.Request) -> str:
        """Where a request comes from; a proxy of ours says so in its header, and the last it added counts."""
        address = porch.address_of(request.transport)
        if within(address, self.proxies):
            lines = request.headers.getall("X-Forwarded-For", [])  # some proxies add a line of their own
            said = [part.strip() for part in ",".join(lines).split(",")]
            for hop in reversed([part for part in said if part]):
                address = hop
                if not within(hop, self.proxies):
                    break
        return address

    def _check_origin(self, request: web.Request) -> None:
        """A browser says which page asks. Pages of other sites must not act for the person in front of it."""
        origin = request.headers.get("Origin")
        if origin is None or origin in self.settings.origins:
            return
        try:
            same = urlsplit(origin).netloc.lower() == request.host.lower()
        except ValueError:  # it is no address at all
            same = False
        if not same:
            raise Trouble(Problem.ORIGIN)

    # ------------------------------------------------------------ routes of the protocol

    def _answering(self, route: Route) -> Answer:
        method = getattr(self.api, route.name)
        decoder: msgspec.json.Decoder[Any] | None = None if route.asks is None else msgspec.json.Decoder(route.asks)
        most = self.settings.limits.replay if route.name == "verify" else self.settings.limits.message

        async def answer(request: web.Request) -> web.Response:
            address = self.address(request)
            need(self.api.addresses_here.bucket(address, self._seconds()), route.cost, self._seconds())
            if route.operator or (route.name == "metrics" and not loopback(address)):
                self._check_key(request)
            body = None if decoder is None else await self._read_body(request, decoder, most)
            asked = Asked(address, dict(request.match_info), dict(request.query), body)
            answered = await method(asked)
            if isinstance(answered, File):
                return static.answer(request, answered)
            encoded = answered if isinstance(answered, bytes) else msgspec.json.encode(answered)
            kind = route.answers if isinstance(route.answers, str) else "application/json"
            charset = "utf-8" if kind.startswith("text/") else None
            return web.Response(body=encoded, content_type=kind, charset=charset)

        return answer

    def _seconds(self) -> float:
        return self.state.tables.around.now() / 1000

    def _check_key(self, request: web.Request) -> None:
        if not self._of_the_operator(request):
            raise Trouble(Problem.NO_KEY)

    def _of_the_operator(self, request: web.Request) -> bool:
        kind, _, key = request.headers.get("Authorization", "").partition(" ")
        given = key.strip().encode(errors="replace")
        return kind.lower() == "bearer" and bool(given) and hmac.compare_digest(given, self._operator_key)

    async def _read_body(self, request: web.Request, decoder: msgspec.json.Decoder[Any], most: int) -> Any:
        try:
            async with asyncio.timeout(self.settings.limits.idle):
                body = await read_all(request, most)
            return decoder.decode(body)
        except TimeoutError as error:
            raise Trouble(Problem.IDLE) from error
        except (msgspec.DecodeError, UnicodeError, RecursionError, web.RequestPayloadError) as error:
            raise Trouble(Problem.MALFORMED, detail=f"{str(error)[:LONGEST_DETAIL]}.") from error

    # ------------------------------------------------------------ the WebSocket of a table

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        address = self.address(request)
        need(self.api.addresses_here.bucket(address, self._seconds()), 1, self._seconds())
        answer = shake_hands(request)
        live = await self.state.tables.find(request.match_info["code"])
        stream, inside = request.transport, request.protocol
        outside = None if stream is None else stream.get_protocol()
        if stream is None or stream.is_closing() or not isinstance(outside, Porch) or not isinstance(inside, Speaker):
            raise ConnectionResetError
        counted = self._count(request, address)
        socket = Socket(stream, self._sockets, self.settings.limits, self.metrics)
        visitor = Visitor(live, self.state.tables, tuple(self.state.bots), self.metrics, socket.way)
        socket.begin(visitor, partial(self._forget, socket, visitor, counted))
        self._sockets.add(socket)
        inside.let_go()
        outside.take_over(socket)
        stream.write(answer)
        self.state.arrived(visitor)  # which sends him away again when the house is about to close
        return HandedOver()

    def _forget(self, socket: Socket, visitor: Visitor, counted: str | None) -> None:
        self._sockets.remove(socket)
        self.state.gone(visitor)
        if counted is not None:
            self.api.addresses_here.disconnect(counted)

    def _count(self, request: web.Request, address: str) -> str | None:
        """The porch counts connections by address, except those of proxies, behind which there are many people."""
        if not within(porch.address_of(request.transport), self.proxies):
            return None
        self.api.addresses_here.connect(address)
        return address


async def read_all(request: web.Request, most: int) -> bytes:
    body = bytearray()
    async for part in request.content.iter_chunked(1 << 16):
        body += part
        if len(body) > most:
            raise Trouble(Problem.TOO_LARGE, most=most)
    return bytes(body)
