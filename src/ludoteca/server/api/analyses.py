"""Advice and reviews, thought out in processes beside the server, so that nobody at another table waits for them.

One hint and one review are thought about at a time; addresses take turns, as they do for replays. A review is kept for
those who ask next, and all who ask for the same while it is made get it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import hmac
import sys
from collections import OrderedDict
from functools import partial

import msgspec
import structlog

from ludoteca import __version__
from ludoteca.analysis.reports import Advice, Limits
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import advising, entries, replay_frames
from ludoteca.house.entries import Entry
from ludoteca.house.table import Phase, Table
from ludoteca.server.bots import analysis_program
from ludoteca.server.bots.analysis_program import AdviceWanted, Answer, ReviewWanted
from ludoteca.server.bots.pool import environment
from ludoteca.server.context import TableContext
from ludoteca.server.table.actor import TableActor
from ludoteca.server.transport.budget import Budget

from .pages import File
from .threads import LATER, ThreadQueue

ADVICE = Limits(20_000, 1.0)  # whichever comes first: compiled some tenths of a second
REVIEW = Limits(2_000)  # for each decision: compiled some seconds a game
ADVICE_PATIENCE = 20.0  # seconds, the start of a process on a busy machine included
REVIEW_PATIENCE = 600.0  # the longest games, where the rules are not compiled
MOST_ANSWER = 1 << 22  # bytes of a review: games have some tens of thousands
MOST_KEPT = 256  # reviews
LABEL = b"ludoteca/advice/1"
SEED = 1  # of reviews: everybody gets the same

log = structlog.get_logger()


class Failed(Exception):
    """A process that gave no answer, and why."""


class Analyses:
    def __init__(self, context: TableContext, budget: Budget) -> None:
        self._context = context
        self._hints = ThreadQueue(budget)
        self._reviews = ThreadQueue(budget)
        self._advised: set[str] = set()  # tables for which advice is thought about
        self._kept: OrderedDict[str, File] = OrderedDict()  # by the digest of the last entry
        self._tables: dict[str, str] = {}  # that of each table
        self._under_way: dict[str, asyncio.Future[File]] = {}
        self._running: set[asyncio.subprocess.Process] = set()
        self._closed = False
        context.dropped.append(self._forget)

    # ------------------------------------------------------------ advice

    async def advise(self, table: Table, seat: int, address: str) -> Advice:
        """For a seat that may have it. Only what the seat sees leaves the server."""
        game = advising.need_advice(table, seat)
        if table.code in self._advised:
            raise Trouble(Problem.TOO_FAST, again=LATER, seconds=LATER)
        digest = hmac.digest(table.secret, LABEL + f"{table.code} {table.number}".encode(), "sha256")
        names = [table.seats[number].name for number in table.order]
        seed = int.from_bytes(digest[:6], "big")
        wanted = AdviceWanted(game.view(game.seat), table.options.settings, names, ADVICE, seed)
        self._advised.add(table.code)
        try:
            async with self._hints.turn(address):
                answer = await self._ask(wanted, ADVICE_PATIENCE)
        except Failed as error:
            log.error("advice failed", table=table.code, problem=str(error))
            raise Trouble(Problem.NO_ADVICE) from error
        finally:
            self._advised.discard(table.code)
        if answer.advice is None:
            raise Trouble(Problem.NO_ADVICE)
        return answer.advice

    # ------------------------------------------------------------ reviews

    async def review(self, actor: TableActor, address: str) -> File:
        actor.require_kept()
        table = actor.table
        if table.phase not in (Phase.OVER, Phase.CLOSED):
            raise Trouble(Problem.NO_REVIEW, detail="it is not over.")
        found = self._kept.get(self._tables.get(table.code, ""))
        if found is not None:
            self._kept.move_to_end(found.tag)
            return found
        if table.code not in self._under_way:
            self._under_way[table.code] = making = asyncio.ensure_future(self._make(actor, address))
            making.add_done_callback(partial(self._made, table.code))
        return await asyncio.shield(self._under_way[table.code])

    def _made(self, code: str, making: asyncio.Future[File]) -> None:
        del self._under_way[code]
        if not making.cancelled():
            making.exception()  # those who have asked get it, if they are still there

    async def _make(self, actor: TableActor, address: str) -> File:
        code, secret, number = actor.code, actor.table.secret, actor.table.number
        async with self._reviews.turn(address) as turn:
            rows = await self._context.store.entries(code, most=number)
            played = await turn.run(shown, [row.body for row in rows])
            actor.require_kept()
            if not played or not replay_frames.ends(played[-1]):
                raise Trouble(Problem.NO_REVIEW, detail="no game was played to its end.")
            try:
                answer = await self._ask(ReviewWanted(code, secret.hex(), played, REVIEW, SEED), REVIEW_PATIENCE)
            except Failed as error:
                log.error("a review failed", table=code, problem=str(error))
                raise Trouble(Problem.NO_REVIEW, detail="it took too long, or failed.") from error
            if answer.review is None:
                raise Trouble(Problem.NO_REVIEW, detail=answer.refused)
            actor.require_kept()
            made = await turn.run(file_of, msgspec.json.encode(answer.review), tag_of(code, played[-1]))
        self._keep(code, made)
        return made

    def _keep(self, code: str, made: File) -> None:
        self._kept[made.tag] = made
        self._tables[code] = made.tag
        if len(self._kept) > MOST_KEPT:
            lost, _ = self._kept.popitem(last=False)
            self._tables = {other: tag for other, tag in self._tables.items() if tag != lost}

    def _forget(self, code: str) -> None:
        """Keep nothing of a table that was deleted or written anew."""
        tag = self._tables.pop(code, None)
        if tag is not None:
            self._kept.pop(tag, None)

    # ------------------------------------------------------------ processes

    async def _ask(self, wanted: AdviceWanted | ReviewWanted, patience: float) -> Answer:
        """The answer of a process of its own."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", analysis_program.__name__),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment(threads=1),
            limit=MOST_ANSWER,
        )
        self._running.add(process)
        try:
            if self._closed:
                raise Trouble(Problem.DRAINING)
            async with asyncio.timeout(patience):
                said, _ = await process.communicate(msgspec.json.encode(wanted))
        except TimeoutError:
            raise Failed(f"It took longer than {patience:g} seconds.") from None
        finally:
            self._running.discard(process)
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            if self._closed:
                raise Trouble(Problem.DRAINING)
            raise Failed(f"The process ended with code {process.returncode}.")
        return msgspec.json.decode(said, type=Answer)

    def close(self) -> None:
        """The server is about to end: what waits is given up, and what is being thought is not finished."""
        self._closed = True
        self._hints.close()
        self._reviews.close()
        for process in self._running:
            if process.returncode is None:
                process.kill()


def shown(bodies: list[bytes]) -> list[Entry]:
    """The log up to the end of the game."""
    return replay_frames.reel(entries.decode(body) for body in bodies)


def tag_of(code: str, last: Entry) -> str:
    return hashlib.sha256(f"{__version__} review {code} {entries.digest(last)}".encode()).hexdigest()[:32]


def file_of(body: bytes, tag: str) -> File:
    return File(body, "application/json", tag, gzip.compress(body, 6, mtime=0))
