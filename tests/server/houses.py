"""A house with a real store and real sockets, and people who call there, message by message."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import structlog
from yarl import URL

from ludoteca.bots import BOTS
from ludoteca.server.bots.local import Bot
from ludoteca.server.server import Server
from ludoteca.server.settings import Limits, Settings
from ludoteca.server.table.actor import TableActor

from .running import Clock
from .troubled import TroubledDatabase, TroubledStore

Json = dict[str, Any]
PATIENCE = 60.0  # seconds for a message that never comes; people wait for others on slow machines
GENEROUS = Limits(rate=1e6, burst=1e6, burst_per_address=1e6, work=1e6, work_per_address=1e6)
OPERATOR = {"Authorization": "Bearer the key of the operator"}
NAMES = ("Ada", "Bob", "Cyd", "Dan")
DATABASES: dict[Path, str] = {}  # the address of a database, for folders of houses that are kept in one


def key_of(name: str) -> str:
    return f"the key of {name}"


class Caller:
    """One end of a WebSocket. Whatever comes is kept in `texts`; `view` is the table as it was last told."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.texts: list[str] = []
        self.unread: list[Json] = []
        self.view: Json = {}
        self._ids = itertools.count(1)
        self._news = asyncio.Event()
        self._over = False
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.socket:
            assert message.type is aiohttp.WSMsgType.TEXT, message
            read = msgspec.json.decode(message.data)
            self.texts.append(message.data)
            self.unread.append(read)
            self.view = read.get("view", self.view)
            self._news.set()
        self._over = True
        self._news.set()
        await self.socket.close()

    async def _wait_for(self, found: Callable[[], Any]) -> Any:
        """What is found, once something is."""
        async with asyncio.timeout(PATIENCE):
            while (result := found()) is None:
                assert not self._over, f"the connection was closed with {self.socket.close_code}"
                self._news.clear()
                await self._news.wait()
        return result

    async def send(self, kind: str, **members: Any) -> None:
        await self.socket.send_str(msgspec.json.encode({"type": kind, **members}).decode())

    async def next(self, kind: str, **members: Any) -> Json:
        """The next message of a type, with these members. What came before it is read then."""

        def found() -> Json | None:
            for place, message in enumerate(self.unread):
                if message["type"] == kind and members.items() <= message.items():
                    del self.unread[: place + 1]
                    return message
            return None

        message: Json = await self._wait_for(found)
        return message

    async def first(self, *kinds: str) -> Json:
        """The next message of one of these types."""

        def found() -> Json | None:
            return next((message for message in self.unread if message["type"] in kinds), None)

        message: Json = await self._wait_for(found)
        del self.unread[: self.unread.index(message) + 1]
        return message

    async def happens(self, kind: str) -> Json:
        """The next entry of a kind."""
        while (message := await self.next("entry"))["entry"]["what"]["kind"] != kind:
            pass
        return message

    async def ask(self, kind: str, **members: Any) -> Json:
        """Send something and return the answer to it."""
        client_id = members.pop("id", f"{kind} {next(self._ids)}")
        await self.send(kind, id=client_id, **members)
        return await self.answer(client_id)

    async def answer(self, client_id: str) -> Json:
        def found() -> Json | None:
            for place, message in enumerate(self.unread):
                if message.get("id") == client_id:
                    return self.unread.pop(place)
            return None

        message: Json = await self._wait_for(found)
        return message

    async def do(self, kind: str, **members: Any) -> int | None:
        """Ask for something that is done; the number of its entry."""
        answer = await self.ask(kind, **members)
        assert answer["type"] == "done", answer
        number: int | None = answer.get("number")
        return number

    async def refused(self, kind: str, **members: Any) -> str:
        """Ask for something that is refused; the code of the refusal."""
        answer = await self.ask(kind, **members)
        assert answer["type"] == "refused", answer
        assert answer["sentence"]
        return str(answer["code"])

    async def sees(self, seen: Callable[[Json], bool]) -> Json:
        """The view, once it is so."""
        view: Json = await self._wait_for(lambda: self.view if self.view and seen(self.view) else None)
        return view

    async def goodbye(self) -> Json:
        """The last message, once the connection is closed."""
        async with asyncio.timeout(PATIENCE):
            await self._listening
        assert self.unread, self.socket.close_code
        assert self.unread[-1]["type"] == "goodbye", self.unread[-1]
        return self.unread[-1]

    async def cut(self) -> int | None:
        """Wait until the other side has ended the connection; the code that it gave."""
        async with asyncio.timeout(PATIENCE):
            await self._listening
        return self.socket.close_code

    async def hang_up(self) -> None:
        await self.socket.close()
        await self._listening

    async def drop(self) -> None:
        """The connection breaks, without a word."""
        connection = self.socket._conn
        assert connection is not None
        assert connection.transport is not None
        connection.transport.abort()
        await self._listening

    def heard(self, kind: str) -> list[Json]:
        """All messages of a type so far."""
        messages: list[Json] = [msgspec.json.decode(text) for text in self.texts]
        return [message for message in messages if message["type"] == kind]


class House:
    def __init__(
        self, server: Server, store: TroubledStore | TroubledDatabase, clock: Clock, session: aiohttp.ClientSession
    ) -> None:
        self.server = server
        self.store = store
        self.clock = clock
        self.session = session
        self.logged: list[Any] = []
        self.callers: list[Caller] = []

    def actor(self, code: str) -> TableActor:
        return self.server.tables.awake[code]

    # ------------------------------------------------------------ HTTP

    async def request(self, method: str, path: str | URL, **arguments: Any) -> tuple[int, Any]:
        async with self.session.request(method, path, **arguments) as answer:
            body = await answer.read()
            return answer.status, msgspec.json.decode(body) if answer.content_type == "application/json" else body

    async def get(self, path: str | URL, **arguments: Any) -> tuple[int, Any]:
        return await self.request("GET", path, **arguments)

    async def post(self, path: str, body: Any, **arguments: Any) -> tuple[int, Any]:
        return await self.request("POST", path, json=body, **arguments)

    async def figure(self, name: str) -> float:
        """A figure of /metrics, `ludoteca_refusals_total{code="too_fast"}` for example; 0 when it is not there."""
        _, text = await self.get("/metrics", headers=OPERATOR)
        for line in text.decode().splitlines():
            if line.startswith(f"{name} "):
                return float(line.removeprefix(name))
        return 0.0

    # ------------------------------------------------------------ WebSockets

    async def connect(self, code: str, **arguments: Any) -> Caller:
        caller = Caller(await self.session.ws_connect(f"/api/tables/{code}/socket", **arguments))
        self.callers.append(caller)
        return caller

    async def call(self, code: str, name: str | None = None, **hello: Any) -> Caller:
        """Connect and greet: somebody who has a seat, or a watcher."""
        caller = await self.connect(code)
        await self.greet(caller, name, **hello)
        return caller

    async def greet(self, caller: Caller, name: str | None = None, **hello: Any) -> None:
        """Who has come to a shared house knows everything that was on disk then: that may have to be waited for."""
        await caller.send("hello", key=None if name is None else key_of(name), **hello)
        await caller.next("welcome")

    # ------------------------------------------------------------ tables

    async def open_table(
        self, game: str = "eriantys", players: int = 2, bots: Sequence[str] = (), **options: Any
    ) -> str:
        """The code of a table at which Ada has a seat."""
        seat = {"name": "Ada", "key": key_of("Ada")}
        body = {"options": {"game": game, "players": players, **options}, "seat": seat, "bots": list(bots)}
        status, opened = await self.post("/api/tables", body)
        assert status == 200, opened
        return str(opened["code"])

    async def seated(self, code: str, *names: str) -> list[Caller]:
        """The people called so, connected and at their seats."""
        callers = []
        for name in names:
            if self.actor(code).table.seat_named(name) is None:
                caller = await self.call(code)
                await caller.do("sit", name=name, key=key_of(name), nonce=f"nonce of {name}")
            else:
                caller = await self.call(code, name)
                await caller.sees(lambda view: view["seats"][view["you"]]["connected"])
            callers.append(caller)
        return callers

    async def game(
        self, game: str = "eriantys", people: int = 2, bots: Sequence[str] = (), **options: Any
    ) -> tuple[str, list[Caller]]:
        """A game that has just begun; the first seat has the first decision."""
        code = await self.open_table(game, people + len(bots), bots, **{"first": 0, **options})
        callers = await self.seated(code, *NAMES[:people])
        await callers[0].do("start")
        for caller in callers:
            await caller.sees(lambda view: view["phase"] == "playing")
        return code, callers

    def wait(self, seconds: float) -> None:
        """Let time pass: whatever is due by then is done next."""
        self.clock.move(seconds)
        for actor in tuple(self.server.tables.awake.values()):
            actor.look()
            if actor.delayed is not None:
                actor.delayed._show()


async def steady_clock(house: House) -> None:
    """From here on the clock of the house is taken for one that goes on as it should."""
    forgetting = house.server.forgetting
    assert forgetting is not None
    forgetting.monotonic = lambda: house.clock() / 1000
    forgetting.ahead = lambda: 0.0
    await house.server.tidy()
    house.clock.move(7 * 86_400)


def troubled_store(folder: Path) -> TroubledStore | TroubledDatabase:
    address = DATABASES.get(folder)
    return TroubledStore(folder) if address is None else TroubledDatabase(address)


@asynccontextmanager
async def opened_house(
    folder: Path,
    *,
    bots: Mapping[str, Bot] = BOTS,
    stand_in: Bot | None = None,
    clock: Clock | None = None,
    limits: Limits = GENEROUS,
    errors: Sequence[str] = (),
    **settings: Any,
) -> AsyncIterator[House]:
    """A house that is open inside. It must write down the errors that are named in `errors`, and no others."""
    clock = clock or Clock()
    usual = {"data": folder, "port": 0, "bot_pace": 0, "operator_key": "the key of the operator", "limits": limits}
    usual["public"] = ["x"]  # what tests call it that write their requests themselves
    with structlog.testing.capture_logs() as logged:
        async with (
            troubled_store(folder) as store,
            Server(Settings(**{**usual, **settings}), store, bots, clock, stand_in=stand_in) as server,
            aiohttp.ClientSession(server.url) as session,
        ):
            house = House(server, store, clock, session)
            house.logged = logged
            yield house
            for caller in house.callers:
                await caller.socket.close()
    unexpected = [line for line in logged if line["log_level"] in ("error", "critical")]
    assert {line["event"] for line in unexpected} == set(errors), unexpected


async def play(callers: Sequence[Caller], choose: Callable[[Json], Json], until: Callable[[Json], bool]) -> None:
    """Whoever has to decide decides, until something is so at everybody's."""

    async def play_one(caller: Caller) -> None:
        while True:
            view = await caller.sees(lambda seen: bool(seen["legal"]) or until(seen))
            if until(view):
                return
            await caller.do("act", action=choose(view))  # what it changed was told before it was answered

    await asyncio.gather(*(play_one(caller) for caller in callers))


def over(view: Json) -> bool:
    return bool(view["phase"] == "over")


def past(number: int) -> Callable[[Json], bool]:
    """Whether that entry, and more, is known, or the game is over."""
    return lambda view: over(view) or view["number"] > number


async def in_action(house: House, **options: object) -> tuple[str, list[Caller]]:
    """A basic game of Eriantys at the first decision of Ada's action turn."""
    code, people = await house.game(**options)  # type: ignore[arg-type]
    for choice, caller in enumerate(people):
        view = await caller.sees(lambda seen: bool(seen["legal"]))
        await caller.do("act", action=view["legal"][choice])
    await people[0].sees(lambda seen: bool(seen["legal"]))
    return code, people
