"""Two people who play on at a table of their own, whatever happens elsewhere, and see how long the house works at
other things before it answers them."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from types import TracebackType
from typing import Any, Self

import aiohttp
import msgspec

from .besieged import Besieged

PATIENCE = 60.0  # seconds for one answer, after which the house is taken for dead
PACE = 0.03  # seconds between two actions: below the rate that the house allows one person
TLS_GOODBYE = 0.25  # seconds: aiohttp closes a session at once, and leaves the end of TLS to the loop

Json = dict[str, Any]


class Witness:
    """`with Witness(house) as witness:`; whatever kept them from playing is raised at the end."""

    def __init__(self, house: Besieged) -> None:
        self.url = house.url
        self.acts = 0
        self.slowest = 0.0  # seconds that the house worked, of the answers since `begin`
        self._work = house.work
        self._began = threading.Event()
        self._stop = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="witness")

    def __enter__(self) -> Self:
        self._thread.start()
        began = self._began.wait(PATIENCE)
        if not began or self._failure is not None:
            self.__exit__(None, None, None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        if error is None:
            self.check()

    def check(self) -> None:
        if self._failure is not None:
            raise AssertionError("the witness could not play on") from self._failure

    def begin(self) -> int:
        """See how much the house works from now on; the actions so far."""
        self.slowest = 0.0
        return self.acts

    def plays_on(self, actions: int = 5) -> None:
        """Return once so many more actions were made."""
        goal, limit = self.acts + actions, time.monotonic() + PATIENCE
        while self.acts < goal:
            self.check()
            assert time.monotonic() < limit, "the witness waits for ever"
            time.sleep(PACE)

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as failure:  # noqa: BLE001 - it is raised where the test is
            self._failure = failure
        finally:
            self._began.set()

    async def _play(self) -> None:
        connector = aiohttp.TCPConnector(ssl=False)
        async with aiohttp.ClientSession(self.url, connector=connector) as session:
            while not self._stop.is_set():
                await self._play_game(session)
        if self.url.startswith("https"):
            await asyncio.sleep(TLS_GOODBYE)

    async def _play_game(self, session: aiohttp.ClientSession) -> None:
        chance = random.Random(1)
        seat = {"name": "Ada", "key": "the key of Ada"}
        options = {"game": "eriantys", "players": 2, "public": False}
        async with session.post("/api/tables", json={"options": options, "seat": seat}) as answer:
            opened = await answer.json()
            assert answer.status == 200, opened
        address = f"/api/tables/{opened['code']}/socket"
        async with session.ws_connect(address) as first, session.ws_connect(address) as second:
            sides = [Side(first), Side(second)]
            await sides[0].ask("hello", key="the key of Ada")
            await sides[1].ask("hello")
            await sides[1].ask("sit", name="Bob", key="the key of Bob")
            await sides[0].ask("start")
            while not self._stop.is_set():
                side = await self._whose_turn(sides)
                if side is None:
                    return
                before = self._work()
                await side.ask("act", action=chance.choice(side.view["legal"]))
                await side.ask("ping")
                self.slowest = max(self.slowest, self._work() - before)
                self.acts += 1
                self._began.set()
                await asyncio.sleep(PACE)

    async def _whose_turn(self, sides: list[Side]) -> Side | None:
        """Both know everything up to the last action before somebody decides."""
        while True:
            newest = max(side.view["number"] for side in sides)
            for side in sides:
                while side.view["number"] < newest:
                    await side.read()
            if sides[0].view["phase"] == "over":
                return None
            for side in sides:
                if side.view["legal"]:
                    return side
            await sides[0].read()


class Side:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.view: Json = {}
        self._asked = 0

    async def read(self) -> Json:
        message = await self.socket.receive(PATIENCE)
        assert message.type is aiohttp.WSMsgType.TEXT, message
        read: Json = msgspec.json.decode(message.data)
        self.view = read.get("view", self.view)
        return read

    async def ask(self, kind: str, **members: Any) -> None:
        """Send something, and read until it is answered."""
        self._asked += 1
        client_id = str(self._asked)
        await self.socket.send_str(msgspec.json.encode({"type": kind, "id": client_id, **members}).decode())
        while True:
            read = await self.read()
            if read["type"] == "welcome" and kind == "hello":
                return
            if read.get("id") == client_id:
                assert read["type"] in ("done", "pong"), read
                return
