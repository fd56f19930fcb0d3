"""Two people who play by chance, chat, and go on wherever a crash left them. They know nothing of crashes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from ludoteca.client import Backoff, House, Options, Patience, Phase, Refused, Table, Unreachable
from ludoteca.house.refusals import Refusal

from .notes import Witness

BACKOFF = Backoff(first=0.02, longest=0.2)
TIMEOUT = 120.0  # seconds for a request, with all restarts
UNREACHABLE_FOR = 0.05  # seconds until somebody who found nobody at the address tries again
LONG = Patience(turn=86_400, alone=86_400, clock=86_400, lobby=86_400)
CHAT, TAKE_BACK = 0.08, 0.05  # how often

# What somebody may meet who acts at the moment in which the other one is not back yet.
MEANWHILE = {Refusal.PAUSED, Refusal.ASLEEP, Refusal.NOT_YOUR_TURN}
NO_TAKING_BACK = {*MEANWHILE, Refusal.NOTHING_TO_TAKE_BACK, Refusal.ASKED_ALREADY, Refusal.ALREADY_SO}
NO_CHAT = {Refusal.CHAT_TOO_FAST}


class Person:
    def __init__(self, name: str, url: str, chance: Random, told: Callable[[], None]) -> None:
        self.name = name
        self.chance = chance
        self.witness = Witness(name, told)
        self.session = self.witness.session()
        self.house = House(url, session=self.session, timeout=TIMEOUT, news=0, backoff=BACKOFF)
        self.lines = 0

    async def open(self, options: Options) -> Table:
        while True:
            try:
                table = await self.house.open(options, self.name)
            except Unreachable:  # before the answer came: nobody has told him of a table
                await asyncio.sleep(UNREACHABLE_FOR)
            else:
                self.witness.opened.append(table.code)
                return table

    async def sit(self, code: str) -> Table:
        while True:
            try:
                return await self.house.sit(code, self.name)
            except Unreachable:  # before he was welcomed
                await asyncio.sleep(UNREACHABLE_FOR)

    async def rematch(self, table: Table) -> Table:
        while True:
            try:
                return await table.rematch()
            except Unreachable:  # it is arranged, and he was not at the new table yet
                await asyncio.sleep(UNREACHABLE_FOR)

    async def play(self, table: Table) -> None:
        """To the end of the game."""
        while (view := await table.my_turn()) is not None:
            dice = self.chance.random()
            try:
                if dice < CHAT:
                    self.lines += 1
                    await table.say(f"{self.name} says line {self.lines}")
                elif dice < CHAT + TAKE_BACK and view.back_to:
                    await table.take_back(self.chance.choice(view.back_to))
                else:
                    await table.act(self.chance.choice(view.legal))
            except Refused as refused:
                if refused.code not in MEANWHILE | NO_TAKING_BACK | NO_CHAT:
                    raise

    async def close(self) -> None:
        await self.house.close()
        await self.session.close()


class Pair:
    """Two people and their tables, one after another: rematches, and now and then a table opened anew."""

    def __init__(self, number: int, url: str, chance: Random, told: Callable[[], None]) -> None:
        self.chance = chance
        names = (f"Ada{number}", f"Ben{number}")
        self.people = tuple(Person(name, url, Random(chance.randrange(2**32)), told) for name in names)
        self.table: str | None = None  # at which they play

    async def play(self) -> None:
        host, session = self.people
        while True:
            hosted = await host.open(self.options())
            tables = [hosted, await session.sit(hosted.code)]
            await hosted.start()
            while True:
                self.table = hosted.code
                await asyncio.gather(*(who.play(table) for who, table in zip(self.people, tables, strict=True)))
                if self.chance.random() < 0.5:
                    break
                tables = await self.rematch(tables)
                hosted = tables[0]
            for table in tables:
                await table.leave()

    async def rematch(self, tables: list[Table]) -> list[Table]:
        """Both ask for it, and are at the same new table."""
        asked = (who.rematch(table) for who, table in zip(self.people, tables, strict=True))
        again = list(await asyncio.gather(*asked))
        for table in tables:
            await table.leave()
        if again[0].view.phase is Phase.OPEN:
            await again[0].start()
        return again

    def options(self) -> Options:
        if self.chance.random() < 0.25:
            return Options("masters", players=2, patience=LONG)
        return Options("eriantys", players=2, settings={"expert": self.chance.random() < 0.5}, patience=LONG)

    async def close(self) -> None:
        await asyncio.gather(*(person.close() for person in self.people))
