"""Several servers that keep one house in PostgreSQL open together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import structlog

from ludoteca.bots import BOTS
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.house import snapshots
from ludoteca.server.bots.claims import CLAIM
from ludoteca.server.bots.local import Bot
from ludoteca.server.cluster.lease import Lease, Membership
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings
from ludoteca.store.postgres import PostgresStore

from .houses import GENEROUS, Caller, House
from .running import Clock

DAY = 86_400.0
STILL = Lease(beat=DAY, expiry=DAY)  # nobody is taken for dead, however slow the machine is


class Tempo:
    """Time for leases that stands still until it is moved: what has to be long ago is made so in the database."""

    def __init__(self) -> None:
        self.now = 0.0

    @property
    def lease(self) -> Lease:
        return Lease(beat=DAY, expiry=DAY, now=lambda: self.now)

    async def beat(self, *nodes: Node) -> None:
        """So much later each of them says that it is there, and sees off whom others have left behind."""
        for _ in range(2):
            self.now += DAY
            for node in nodes:
                await node.membership.beat()
        for node in nodes:
            await node.membership.settle()


class Node(House):
    """One server of the house."""

    def __init__(self, server: Server, shared: PostgresStore, clock: Clock, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.shared = shared
        self.clock = clock
        self.session = session
        self.logged: list[Any] = []
        self.callers: list[Caller] = []

    @property
    def membership(self) -> Membership:
        assert self.server.membership is not None
        return self.server.membership

    def position(self, code: str) -> bytes:
        """The table as this node knows it."""
        return snapshots.snapshot(self.actor(code).table)


def usual(folder: Path) -> dict[str, Any]:
    return {"data": folder, "port": 0, "bot_pace": 0, "operator_key": "the key of the operator", "limits": GENEROUS}


@asynccontextmanager
async def stopped_early(
    store: PostgresStore, folder: Path, clock: Clock, sessions: AsyncExitStack
) -> AsyncIterator[Node]:
    """A server that stops while people are connected to it."""
    async with Server(Settings(**usual(folder / "stopped")), store, BOTS, clock, lease=STILL) as server:
        session = await sessions.enter_async_context(aiohttp.ClientSession(server.url))
        yield Node(server, store, clock, session)


@asynccontextmanager
async def node(
    address: str,
    folder: Path,
    clock: Clock,
    bots: Mapping[str, Bot] = BOTS,
    where: str = "here",
    claim: float = CLAIM,
    lease: Lease = STILL,
    rules: Mapping[str, int] | None = None,
    **settings: Any,
) -> AsyncIterator[Node]:
    """`where` bots think, and for how many seconds they have a claim to what they think about."""
    chosen = Settings(**{**usual(folder), "bots": where, **settings})
    async with (
        PostgresStore(address, versions=rules) as store,
        Server(chosen, store, bots, clock, DIALECTS.values(), lease=lease, claim=claim) as server,
        aiohttp.ClientSession(server.url) as session,
    ):
        opened = Node(server, store, clock, session)
        yield opened
        for caller in opened.callers:
            await caller.socket.close()


@asynccontextmanager
async def nodes(address: str, folder: Path, count: int = 2, **settings: Any) -> AsyncIterator[list[Node]]:
    """They tell the same time, and none of them may write down an error."""
    clock = Clock()
    with structlog.testing.capture_logs() as logged:
        async with AsyncExitStack() as open_nodes:
            opened = [
                await open_nodes.enter_async_context(node(address, folder / str(number), clock, **settings))
                for number in range(count)
            ]
            for one in opened:
                one.logged = logged
            yield opened
    errors = [line for line in logged if line["log_level"] in ("error", "critical")]
    assert not errors, errors
