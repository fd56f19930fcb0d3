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
from ludoteca.server.live import LiveTable
from ludoteca.server.news import News
from ludoteca.server.surroundings import Surroundings
from ludoteca.server.tables import Tables

from .houses import NAMES, key_of
from .running import Clock, turns_of_the_loop
from .troubled import TroubledStore


class Ear:
    """Somebody who is there and listens."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.entries: list[Entry] = []
        self.views: list[TableView] = []
        self.lines: list[Line] = []
        self.dismissed: Problem | None = None

    def hear(self, news: News) -> None:
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
    def __init__(self, store: TroubledStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.tables = self.another_node()

    def another_node(self) -> Tables:
        """What another process would keep awake of the same tables."""
        return Tables(Surroundings(self.store, self.clock))

    async def open(self, game: str = "eriantys", players: int = 2, **options: Any) -> LiveTable:
        return await self.tables.open(Options(game, players, **options))

    async def seated(self, *names: str, **options: Any) -> tuple[LiveTable, list[Ear]]:
        """A table at which these people are, in that order; there is one more seat than that."""
        live = await self.open(**{"players": len(names) + 1, **options})
        ears = []
        for name in names:
            ear = Ear()
            live.join(ear)
            await live.submit(sitting(name), sitting=ear)
            ears.append(ear)
        await live.settle()
        return live, ears

    async def started(self, people: int = 2, **options: Any) -> tuple[LiveTable, list[Ear]]:
        """A game that has just begun; the first seat has the first decision."""
        live, ears = await self.seated(*NAMES[:people], **{"players": people, "first": 0, **options})
        await live.submit(commands.Start(0))
        await live.settle()
        for ear in ears:
            ear.entries.clear()
            ear.views.clear()
        return live, ears


def sitting(name: str, **members: Any) -> commands.Sit:
    return commands.Sit(name, keys.token_of(key_of(name)), f"nonce of {name}", **members)


def acting(live: LiveTable, choice: int = 0, **members: Any) -> commands.Act:
    """One small decision of whoever has to decide."""
    table = live.table
    assert table.game is not None
    assert table.to_decide is not None
    return commands.Act(table.to_decide, table.game.describe(table.game.legal_actions()[choice]), **members)


async def act(live: LiveTable, times: int) -> None:
    for _ in range(times):
        await live.submit(acting(live))


async def grow(live: LiveTable, number: int) -> None:
    """Let something happen until the log has so many entries."""
    while live.table.number < number:
        await live.submit(commands.Dress(0, entries.Look(wizard=1 + live.table.number % 4)))
    await turns_of_the_loop()


async def awake_again(inside: Room, live: LiveTable) -> LiveTable:
    """The same table, in a process that has only just begun."""
    live.stop()
    await live.settle()
    inside.tables = inside.another_node()
    return await inside.tables.find(live.code)


def unlike(live: LiveTable, other: LiveTable) -> set[str]:
    """In what two tables differ."""
    one, another = (msgspec.json.decode(snapshots.snapshot(it.table)) for it in (live, other))
    return {name for name in one if one[name] != another[name]}


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Room]:
    async with TroubledStore(folder) as store:
        inside = Room(store, Clock())
        yield inside
        for live in inside.tables.awake.values():
            live.stop()
            await live.settle()
