"""Games at tables of several dialects whose seats are at different servers of one house, to the end.

The servers are real ones that share a real PostgreSQL; people who speak a dialect are handed to its reception, without
a socket in between, and one who speaks the house's own protocol has a real WebSocket. In each game one connection is
lost and comes back to another server.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec

from ludoteca.bots import BOTS
from ludoteca.dialects.contract import Dialect
from ludoteca.house import views
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.server.bots.local import LocalBots, Minds
from ludoteca.server.session.matchmaking import Matchmaking
from ludoteca.server.table.actor import TableActor
from tests.dialects.room import Room
from tests.server import houses
from tests.server.nodes import Node, nodes

from .people import ERIANTYS, MASTERS, Person
from .tables import Mixture, seated, settle, to_the_end

PATIENCE = 60.0  # seconds after which something under way is taken for stuck
SOON = 0.0005  # seconds between two looks whether PostgreSQL has answered
CALM = 3  # turns of the loop: what was just answered may be about to ask for more


class Branch(Room):
    """One of the servers. It is quiet when all of them are."""

    def __init__(self, node: Node, branches: list[Branch]) -> None:
        self.node = node
        self.branches = branches
        self.tables = node.server.tables
        self.thinking = LocalBots(Minds(BOTS), 0)  # of nothing: no bots sit at these tables
        self.clock = node.clock  # type: ignore[assignment]
        self.callers = []
        self.failures = []

    def matchmaking(self, dialect: Dialect | str) -> Matchmaking:
        name = dialect if isinstance(dialect, str) else dialect.name
        return self.node.server.ports[name].matchmaking

    async def quiet(self) -> None:
        calm = 0
        async with asyncio.timeout(PATIENCE):
            while calm < CALM:
                busy = not all_know_the_same(self.branches) or any(each._under_way() for each in self.branches)
                calm = 0 if busy else calm + 1
                await asyncio.sleep(SOON if busy else 0)
        for each in self.branches:
            each.check()


def all_know_the_same(branches: Sequence[Branch]) -> bool:
    """Whoever wrote the last entry of a table knows it; the others have to hear of it, and so do WebSockets."""
    last: dict[str, int] = {}
    for branch in branches:
        for code, actor in branch.tables.awake.items():
            last[code] = max(actor.table.number, last.get(code, 0))
    return all(
        actor.table.number == last[code] for branch in branches for code, actor in branch.tables.awake.items()
    ) and all(
        caller.view["number"] == last[caller.view["code"]]
        for branch in branches
        for caller in branch.node.callers
        if caller.view and not caller.socket.closed
    )


class Socket(Person):
    """Somebody who speaks the house's own protocol, over a real WebSocket."""

    dialect = "house"
    game = "eriantys"

    @property
    def node(self) -> Node:
        assert isinstance(self.room, Branch)
        return self.room.node

    @property
    def actor(self) -> TableActor:
        return self.node.actor(self.caller.view["code"])

    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        settings = {"expert": expert} if self.game == "eriantys" else {}
        code = await self.node.open_table(self.game, players, settings=settings)
        await self.come_back(code)
        return code

    async def enter(self, code: str) -> None:
        self.caller: houses.Caller = await self.node.call(code)
        await self.caller.do("sit", name=self.name, key=houses.key_of(self.name), nonce=f"nonce of {self.name}")
        await self.room.quiet()

    async def begin(self) -> None:
        await self.caller.do("start")

    def serve(self) -> bool:
        return False

    async def decide(self, chance: Random) -> None:
        await self.caller.do("act", action=chance.choice(self.caller.view["legal"]))

    @property
    def view(self) -> TableView:
        return views.view(self.actor.table, self.caller.view["you"])

    def hang_up(self) -> None:
        connection = self.caller.socket._conn
        assert connection is not None
        assert connection.transport is not None
        connection.transport.abort()

    async def come_back(self, code: str) -> None:
        self.caller = await self.node.call(code, self.name)
        await self.room.quiet()

    def check(self) -> None:
        true = msgspec.json.decode(msgspec.json.encode(self.view))
        assert self.caller.view == true

    @property
    def winners(self) -> set[str] | None:
        result = self.view.result
        return None if result is None else {self.view.seats[seat].name for seat in result.winners}


class MastersSocket(Socket):
    game = "masters"


KINDS: dict[str, dict[str, type[Person]]] = {
    "eriantys": {**ERIANTYS, "house": Socket},
    "masters": {**MASTERS, "house": MastersSocket},
}


@asynccontextmanager
async def opened_branches(address: str, folder: Path, count: int = 2) -> AsyncIterator[list[Branch]]:
    async with nodes(address, folder, count, bare_names=True) as opened:
        branches: list[Branch] = []
        branches += [Branch(node, branches) for node in opened]
        yield branches
        for branch in branches:
            for caller in branch.callers:
                caller.hang_up()
        await branches[0].quiet()


async def play_apart(address: str, folder: Path, mixture: Mixture, seed: int, servers: int = 2) -> int:
    """One game, each person at another server than the one before him; the number of actions."""
    async with opened_branches(address, folder, servers) as branches:
        people = await seated(branches, mixture, KINDS[mixture.game])
        actions = await to_the_end(branches[0], people, Random(seed), move)
        code = branches[0].actor().code
        assert len({branch.node.position(code) for branch in branches}) == 1
        return actions


async def move(room: Room, people: list[Person], chance: Random) -> None:
    """One connection is lost, and a client that knows nothing comes back to another server."""
    assert isinstance(room, Branch)
    gone = chance.choice(people)
    code = room.actor().code
    gone.hang_up()
    await settle(room, [person for person in people if person is not gone])
    gone.room = chance.choice([branch for branch in room.branches if branch is not gone.room])
    await gone.come_back(code)
    await settle(room, people)
    assert all(branch.tables.awake[code].table.phase is Phase.PLAYING for branch in room.branches)
    for person in people:
        person.check()
