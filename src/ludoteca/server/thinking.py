"""Bots at tables. A bot is given a copy of the game in which everything that its seat cannot see is dealt anew."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

import structlog

from ludoteca import rules
from ludoteca.house import commands, standing_in
from ludoteca.house.refusals import Refused
from ludoteca.house.table import Table
from ludoteca.store.contract import StoreError

from .live import LiveTable
from .surroundings import STORE_PATIENCE

if TYPE_CHECKING:
    from .tables import Tables

LABEL = b"ludoteca/bot/1"
THREADS = 2

log = structlog.get_logger()


class Bot(Protocol):
    """Somebody who decides. `words` say what it is like to play against it."""

    @property
    def words(self) -> str: ...

    @property
    def choose(self) -> Chooser: ...


class Chooser(Protocol):
    def __call__(self, game: rules.Game, seed: int, /) -> int: ...


class Minds:
    """Threads in which bots think."""

    def __init__(self, bots: Mapping[str, Bot], threads: int = THREADS) -> None:
        self.bots = bots
        self.threads = threads
        self._pool = ThreadPoolExecutor(max(1, threads), thread_name_prefix="bots")

    async def decide(self, table: Table, seat: int) -> commands.Act:
        """What the bot at that seat does now: wherever it thinks the same, and something in any case.

        The command names the entry that it answers: a second copy of it is refused.
        """
        game, number = table.game, entry_to_answer(table)
        assert game is not None
        try:
            action = game.describe(await self._choose(table, game, seat, number))
        except Exception as error:  # people wait for it: somebody has to decide
            log.error("a bot failed", table=table.code, level=table.seats[seat].bot, exc_info=error)
            action = game.describe(standing_in.choose(game, table.code, number))
        return commands.Act(seat, action, f"bot {number}")

    async def _choose(self, table: Table, game: rules.Game, seat: int, number: int) -> int:
        level = table.seats[seat].bot or ""
        bot = self.bots.get(level) or next(iter(self.bots.values()))  # a level that is no longer offered
        digest = hmac.digest(table.secret, LABEL + f"{table.code} {number}".encode(), "sha256")
        seed = int.from_bytes(digest[:8], "big")
        imagined = game.redeal(game.seat, seed)
        return await asyncio.get_running_loop().run_in_executor(self._pool, bot.choose, imagined, seed)

    async def close(self) -> None:
        """Nobody can be stopped while he thinks; meanwhile everything else goes on."""
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


class Thinking:
    """Watches the tables of a server that is the only one and decides for the bots there, `pace` seconds after they are
    asked."""

    def __init__(self, minds: Minds, pace: float) -> None:
        self.minds = minds
        self.pace = pace
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def begin(self, tables: Tables) -> None:
        """Nothing is asked for by others."""

    def asked(self, wait: float) -> None:
        """Nor is it told."""

    def look(self, live: LiveTable) -> None:
        if not self._closed and live.code not in self._thinking and bot_to_decide(live.table) is not None:
            task = asyncio.create_task(self._play(live))
            self._thinking[live.code] = task
            task.add_done_callback(lambda done: self._thought(live, done))

    async def close(self) -> None:
        self._closed = True
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await self.minds.close()

    async def _play(self, live: LiveTable) -> None:
        while (seat := bot_to_decide(live.table)) is not None:
            if self.pace:
                await asyncio.sleep(self.pace)
            table = live.table
            if bot_to_decide(table) != seat:
                continue
            game = table.game
            command = await self.minds.decide(table, seat)
            if live.table.game is game:  # nothing was taken back, and nobody ended it
                await self._act(live, command)

    async def _act(self, live: LiveTable, command: commands.Act) -> None:
        try:
            await live.submit(command)
        except Refused as refused:
            log.info("a bot came too late", table=live.code, code=refused.code)
        except Exception as error:  # it is tried again
            if not isinstance(error, StoreError):
                log.error("an action of a bot failed", table=live.code, exc_info=error)
            await asyncio.sleep(STORE_PATIENCE)

    def _thought(self, live: LiveTable, done: asyncio.Task[None]) -> None:
        del self._thinking[live.code]
        if not done.cancelled():
            done.result()
            self.look(live)


def bot_to_decide(table: Table) -> int | None:
    """The seat of the bot whose decision is next, if somebody is there to see it."""
    seat = table.to_decide
    if seat is None or table.seats[seat].person or table.paused or table.asleep:
        return None
    return seat


def entry_to_answer(table: Table) -> int:
    """The entry that made the game what it is. Who comes and goes after it does not change what is to be decided."""
    return table.turn[-1].entry
