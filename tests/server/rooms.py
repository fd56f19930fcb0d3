"""Tables that are awake, without a server around them: ears instead of sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.dialects.house.problems import Problem
from ludoteca.house import commands, entries, keys, snapshots
from ludoteca.house.chat import Line
from ludoteca.house.entries import Entry
from ludoteca.house.options import Options
from ludoteca.house.views import TableView
from ludoteca.server.context import TableContext
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.announcements import Announcement
from ludoteca.server.table.registry import TableRegistry

from .houses import NAMES, key_of
from .running import Clock, turns_of_the_loop
from .troubled import TroubledDatabase, TroubledStore


class Ear:
    """Somebody who is there and listens."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.address = "192.0.2.1"
        self.entries: list[Entry] = []
        self.views: list[TableView] = []
        self.lines: list[Line] = []
        self.dismissed: Problem | None = None

    def hear(self, news: Announcement) -> None:
        self.entries.append(news.entry)
        self.views.append(news.view(self.seat))

    def hear_line(self, line: Line) -> None:
        self.lines.append(line)

    def dismiss(self, why: Problem, again: float | None = None) -> None:
        self.dismissed = why

    @property
    def kinds(self) -> list[str]:
        return [type(entry.what).__name__ for entry in self.entries]

    @property
    def numbers(self) -> list[int]:
        return [entry.number for entry in self.entries]


class Room:
    def __init__(self, store: TroubledStore | TroubledDatabase, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.tables = self.another_node()

    def another_node(self) -> TableRegistry:
        """What another process would keep awake of the same tables."""
        return TableRegistry(TableContext(self.store, self.clock))

    async def open(self, game: str = "eriantys", players: int = 2, **options: Any) -> TableActor:
        return await self.tables.open(Options(game, players, **options))

    async def seated(self, *names: str, **options: Any) -> tuple[TableActor, list[Ear]]:
        """A table at which these people are, in that order; there is one more seat than that."""
        actor = await self.open(**{"players": len(names) + 1, **options})
        ears = []
        for name in names:
            ear = Ear()
            actor.join(ear)
            await actor.submit(sitting(name), sitting=ear)
            ears.append(ear)
        await actor.settle()
        return actor, ears

    async def started(self, people: int = 2, **options: Any) -> tuple[TableActor, list[Ear]]:
        """A game that has just begun; the first seat has the first decision."""
        actor, ears = await self.seated(*NAMES[:people], **{"players": people, "first": 0, **options})
        await actor.submit(commands.Start(0))
        await actor.settle()
        for ear in ears:
            ear.entries.clear()
            ear.views.clear()
        return actor, ears


def sitting(name: str, **members: Any) -> commands.Sit:
    return commands.Sit(name, keys.token_of(key_of(name)), f"nonce of {name}", **members)


def acting(actor: TableActor, choice: int = 0, **members: Any) -> commands.Act:
    """One small decision of whoever has to decide."""
    table = actor.table
    assert table.game is not None
    assert table.to_decide is not None
    return commands.Act(table.to_decide, table.game.describe(table.game.legal_actions()[choice]), **members)


async def act(actor: TableActor, times: int) -> None:
    for _ in range(times):
        await actor.submit(acting(actor))


async def grow(actor: TableActor, number: int) -> None:
    """Let something happen until the log has so many entries."""
    while actor.table.number < number:
        await actor.submit(commands.Dress(0, entries.Look(wizard=1 + actor.table.number % 4)))
    await turns_of_the_loop()


async def awake_again(inside: Room, actor: TableActor) -> TableActor:
    """The same table, in a process that has only just begun."""
    actor.stop()
    await actor.settle()
    inside.tables = inside.another_node()
    return await inside.tables.find(actor.code)


def unlike(actor: TableActor, other: TableActor) -> set[str]:
    """In what two tables differ."""
    one, another = (msgspec.json.decode(snapshots.snapshot(it.table)) for it in (actor, other))
    return {name for name in one if one[name] != another[name]}


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Room]:
    async with TroubledStore(folder) as store:
        inside = Room(store, Clock())
        yield inside
        for actor in inside.tables.awake.values():
            actor.stop()
            await actor.settle()
