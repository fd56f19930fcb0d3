"""A house that plays a script: one coroutine for each connection that is expected, speaking the real messages."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from aiohttp import WSMsgType, web
from aiohttp.test_utils import TestServer

from ludoteca.client import Backoff, House, Table
from ludoteca.dialects.house import connection, http
from ludoteca.dialects.house.messages import ClientMessage, Done, Entry, FromServer, Happened, Hello, Refused, Welcome
from ludoteca.house.entries import Look
from ludoteca.house.options import Options
from ludoteca.house.table import Phase
from ludoteca.house.views import RequestView, SeatView, TableView

P = ParamSpec("P")
Message = TypeVar("Message", bound=ClientMessage)

LIMIT = 60.0  # seconds for a test that waits for something that never comes
QUICK = Backoff(first=0.001, longest=0.01)
CODE = "ABCDEF"


def asynchronous(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Let a test use `await`."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def whole() -> None:
            async with asyncio.timeout(LIMIT):
                await test(*args, **kwargs)

        asyncio.run(whole())

    return run


def seat(name: str, bot: str | None = None, connected: bool = True, stand_in: str | None = None) -> SeatView:
    return SeatView(name, Look(), bot, connected, since=0, stand_in=stand_in, player=None)


def view(
    number: int = 1,
    *names: str | SeatView,
    you: int | None = None,
    phase: Phase = Phase.OPEN,
    host: int = 0,
    legal: int = 0,
    request: RequestView | None = None,
    rematch: str | None = None,
    commitment: str = "c0",
) -> TableView:
    """A table at which some sit; `legal` is how many actions the seat could choose from."""
    return TableView(
        code=CODE,
        number=number,
        time=number,
        phase=phase,
        options=Options("eriantys", 2),
        commitment=commitment,
        host=host,
        seats=[seat(name) if isinstance(name, str) else name for name in names],
        you=you,
        request=request,
        legal=[{"do": "choose", "value": value} for value in range(legal)],
        rematch=rematch,
    )


def happened(number: int, kind: str, **what: Any) -> Happened:
    return Happened(number=number, time=number, what={"kind": kind, **what}, events=[])


def entry(seen: TableView, kind: str, **what: Any) -> Entry:
    """What happened last, and the table after it."""
    return Entry(entry=happened(seen.number, kind, **what), view=seen)


class Trying(Backoff):
    """Says when several attempts to connect have failed one after the other."""

    SEVERAL = 4

    def delay(self, attempt: int, chance: float) -> float:
        if attempt == self.SEVERAL:
            self.tried.set()
        return super().delay(attempt, chance)

    @functools.cached_property
    def tried(self) -> asyncio.Event:
        return asyncio.Event()


class Session:
    """The other end of one connection."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket = socket
        self._request = request

    async def expect(self, kind: type[Message]) -> Message:
        """The next message, which must be of that kind."""
        frame = await self._socket.receive()
        assert frame.type is WSMsgType.TEXT, f"{kind.__name__} was expected, not {frame.type.name}"
        message = connection.read_from_client(frame.data)
        assert isinstance(message, kind), f"{kind.__name__} was expected, not {message}"
        return message

    async def say(self, *said: FromServer) -> None:
        for message in said:
            await self.say_text(connection.encode(message).decode())

    async def say_text(self, text: str) -> None:
        await self._socket.send_str(text)

    async def greet(self, seen: TableView, **more: Any) -> Hello:
        hello = await self.expect(Hello)
        await self.say(Welcome(view=seen, **more))
        return hello

    async def done(self, message: ClientMessage, number: int | None = None) -> None:
        await self.say(Done(id=message.id, number=number))

    async def refuse(self, message: ClientMessage, code: str, **parameters: Any) -> None:
        await self.say(Refused(id=message.id, code=code, sentence=f"No: {code}.", parameters=parameters))

    async def drop(self) -> None:
        """The network fails: no goodbye, no closing."""
        assert self._request.transport is not None
        self._request.transport.abort()

    async def until_gone(self) -> None:
        """Until the client closes, without a word before."""
        frame = await self._socket.receive()
        assert frame.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED), frame


Script = Callable[[Session], Awaitable[None]]
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class FakeHouse:
    """At its end every script must have been played to its end, and nobody else have come."""

    def __init__(self, *scripts: Script | int, answers: dict[str, Answer] | None = None, port: int = 0) -> None:
        """A number instead of a script is the status with which a handshake is refused."""
        self.scripts = list(scripts)
        self.played = 0
        self.faults: list[str] = []
        application = web.Application()
        application.router.add_get(http.SOCKET, self._socket)
        for path, answer in (answers or {}).items():
            application.router.add_route("*", path, answer)
        self._server = TestServer(application, port=port or None)

    def house(self, **settings: Any) -> House:
        return House(self.url, **({"backoff": QUICK} | settings))

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self.scripts:
            self.faults.append("nobody else was expected")
            raise web.HTTPNotFound
        script = self.scripts.pop(0)
        if isinstance(script, int):
            self.played += 1
            return web.Response(status=script)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        try:
            await script(Session(socket, request))
            self.played += 1
        except AssertionError as error:
            self.faults.append(str(error))
        return socket

    async def __aenter__(self) -> Self:
        self.expected = len(self.scripts)
        await self._server.start_server()
        self.url = str(self._server.make_url("/"))
        self.port = self._server.make_url("/").port or 0
        return self

    async def stop_listening(self) -> None:
        """Nobody answers at the address, from now on."""
        runner = self._server.runner
        assert runner is not None
        for site in tuple(runner.sites):
            await site.stop()

    async def listen_again(self) -> None:
        runner = self._server.runner
        assert runner is not None
        await web.TCPSite(runner, "127.0.0.1", self.port).start()

    async def close(self) -> None:
        await self._server.close()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
        assert not self.faults, self.faults
        if kind is None:
            assert self.played == self.expected


async def until_disconnected(table: Table) -> None:
    while table.connected:
        await table._picture.bell.wait()


async def until_connected(table: Table) -> None:
    while not table.connected:
        await table._picture.bell.wait()


def attending(*said: FromServer, seen: TableView, **welcome: Any) -> Script:
    """Welcome somebody, tell him something, and wait until he goes."""

    async def script(session: Session) -> None:
        await session.greet(seen, **welcome)
        await session.say(*said)
        await session.until_gone()

    return script
