"""Bots at tables. A bot is given what its seat sees, and never the game."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

import structlog

from ludoteca import rules
from ludoteca.dialects.house.problems import Trouble
from ludoteca.house import commands, stand_ins
from ludoteca.house.refusals import Refused
from ludoteca.house.table import Table
from ludoteca.server.context import STORE_PATIENCE
from ludoteca.server.table.actor import TableActor
from ludoteca.server.transport.addresses import networks_of
from ludoteca.store.contract import StoreError

from .pool import LONGEST, BotProcesses, Question, usual_number

if TYPE_CHECKING:
    from ludoteca.server.table.registry import TableRegistry

LABEL = b"ludoteca/bot/1"

log = structlog.get_logger()


class Bot(Protocol):
    """Something that decides. `words` say what it is like to play against it."""

    @property
    def words(self) -> str: ...

    @property
    def decide(self) -> Decide: ...


class Decide(Protocol):
    def __call__(self, view: Mapping[str, Any], seed: int, seconds: float, /) -> int: ...


class Minds:
    """Where bots think: in processes of their own, as many at a time as `at_once` says.

    A process imports a bot by the name of its function. One that has none, because a program of its own made it up,
    thinks in a thread of this process. `stand_in` is the bot that plays for people who are away; without one their
    decisions are made by a hash.
    """

    def __init__(self, bots: Mapping[str, Bot], at_once: int | None = None, stand_in: Bot | None = None) -> None:
        self.bots = bots
        self.at_once = usual_number() if at_once is None else max(1, at_once)
        self.processes = BotProcesses(self.at_once)
        self._stand_in = stand_in
        self._threads: ThreadPoolExecutor | None = None

    async def decide(self, table: Table, seat: int, owner: str = "") -> commands.Act:
        """What the bot at that seat does now: wherever it thinks the same, and something in any case. `owner` is who
        the table is for: owners take turns, so that one with many tables does not hold up the bots of others.

        The command names the entry that it answers: a second copy of it is refused.
        """
        game, number = table.game, entry_to_answer(table)
        assert game is not None
        level = table.seats[seat].bot or ""
        bot = self.bots.get(level) or next(iter(self.bots.values()))  # a level that is no longer offered
        digest = hmac.digest(table.secret, LABEL + f"{table.code} {number}".encode(), "sha256")
        try:
            action = game.describe(await self._choose(bot, table, game, int.from_bytes(digest[:8], "big"), owner))
        except Exception as error:  # people wait for it: somebody has to decide
            log.error("a bot failed", table=table.code, level=level, exc_info=error)
            action = game.describe(stand_ins.choose(game, table.code, number))
        return commands.Act(seat, action, f"bot {number}")

    async def play_for(self, table: Table, seat: int, owner: str = "") -> int | None:
        """The decision of the stand-in for that seat, or None to let the house choose."""
        game = table.game
        if self._stand_in is None or game is None or self.processes.closed:
            return None
        try:
            decision = await self._choose(self._stand_in, table, game, seed_of_stand_in(table), owner, urgent=True)
            game.describe(decision)  # or IllegalAction
        except Exception as error:  # as above
            log.error("a stand-in failed", table=table.code, exc_info=error)
            return None
        return decision

    async def _choose(
        self, bot: Bot, table: Table, game: rules.Game, seed: int, owner: str, *, urgent: bool = False
    ) -> int:
        place = place_of(bot.decide)
        if place is not None:
            seat = f"{table.code} {game.seat}"
            question = Question(place, game, seed, table.options.settings, seat, urgent, owner)
            return await self.processes.choose(question)
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self.at_once, thread_name_prefix="bots")
        view = game.view(game.seat)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, bot.decide, view, seed, LONGEST)

    async def close(self) -> None:
        """A thread cannot be stopped while it thinks; meanwhile everything else goes on."""
        await self.processes.close()
        if self._threads is not None:
            await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)


class LocalBots:
    """Watches the tables of a server that is the only one and decides for the bots there, `pace` seconds after they are
    asked."""

    def __init__(self, minds: Minds, pace: float) -> None:
        self.minds = minds
        self.pace = pace
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def begin(self, tables: TableRegistry) -> None:
        """Nothing is asked for by others."""

    def asked(self, wait: float) -> None:
        """Nor is it told."""

    def look(self, actor: TableActor) -> None:
        if self._closed or actor.dropped is not None:
            return
        if actor.code not in self._thinking and bot_to_decide(actor.table) is not None:
            task = asyncio.create_task(self._play(actor))
            self._thinking[actor.code] = task
            task.add_done_callback(lambda done: self._thought(actor, done))

    async def close(self) -> None:
        self._closed = True
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await self.minds.close()

    async def _play(self, actor: TableActor) -> None:
        while actor.dropped is None and (seat := bot_to_decide(actor.table)) is not None:
            if self.pace:
                await asyncio.sleep(self.pace)
            table = actor.table
            if bot_to_decide(table) != seat or actor.dropped is not None:
                continue
            game = table.game
            command = await self.minds.decide(table, seat, owner_of(actor))
            if actor.table.game is game:  # nothing was taken back, and nobody ended it
                await self._act(actor, command)

    async def _act(self, actor: TableActor, command: commands.Act) -> None:
        try:
            await actor.submit(command)
        except (Refused, Trouble) as refused:  # Trouble: the table was deleted
            log.info("a bot came too late", table=actor.code, code=refused.code)
        except Exception as error:  # it is tried again
            if not isinstance(error, StoreError):
                log.error("an action of a bot failed", table=actor.code, exc_info=error)
            await asyncio.sleep(STORE_PATIENCE)

    def _thought(self, actor: TableActor, done: asyncio.Task[None]) -> None:
        del self._thinking[actor.code]
        if not done.cancelled():
            done.result()
            self.look(actor)


def place_of(decide: Decide) -> str | None:
    """Where another process finds it, `module:name` of a function or what it says itself; None when it cannot."""
    said = getattr(decide, "place", None)
    if isinstance(said, str):
        return said
    module, name = getattr(decide, "__module__", None), getattr(decide, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return None
    found: object = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}" if found is decide else None


def bot_to_decide(table: Table) -> int | None:
    """The seat of the bot whose decision is next, if somebody is there to see it."""
    seat = table.to_decide
    if seat is None or table.seats[seat].person or table.paused or table.asleep:
        return None
    return seat


def owner_of(actor: TableActor) -> str:
    """Who a table is for: the network of the first player who is here; of IPv6 the /48, so that nobody has many."""
    here = [(listener.seat, listener.address) for listener in actor.everybody if listener.seat is not None]
    return networks_of(min(here)[1])[-1][0] if here else actor.code


def seed_of_stand_in(table: Table) -> int:
    """No secret is in it: every server of a house comes to the same decision."""
    return int.from_bytes(hashlib.sha256(f"stand-in {table.code} {table.number}".encode()).digest()[:8], "big")


def entry_to_answer(table: Table) -> int:
    """The entry that made the game what it is. Who comes and goes after it does not change what is to be decided."""
    return table.turn[-1].entry
