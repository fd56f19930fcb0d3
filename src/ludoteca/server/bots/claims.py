"""Work on what bots have to decide, which is a queue that all who think share. Who stops, or dies, loses nothing: what
he had a claim to is taken by others. When two think about the same, what the second decides is refused."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Collection, Coroutine
from functools import partial
from typing import Any

import structlog

from ludoteca.dialects.house.problems import Trouble
from ludoteca.house.commands import Act, Command
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.registry import TableRegistry
from ludoteca.store.contract import Claimed, Decision, Decisions, Problem, StoreBroken, StoreError, WorkDone

from .fair_line import FairLine
from .local import Minds, bot_to_decide, entry_to_answer, owner_of

CLAIM = 5.0  # seconds, after which others take over from somebody who has died
BEATS = 3  # in that time: how often claims are renewed, and how often it is looked what waits
SHORTEST = 0.01  # seconds between two questions for what is free, when others are just taking it
MOST_HELD = 1000  # that wait here until people could follow; what else there is may be taken by others
LINE = 4  # decisions for each process that wait here while others may be idle
FOREIGN = (Problem.NEWER, Problem.OLDER, Problem.NO_STORE)  # it is no longer a house for this version

Key = tuple[str, int]

log = structlog.get_logger()


class BotWork:
    """One who thinks, in some processes. `levels` are the bots that he can play; without them all."""

    def __init__(
        self, decisions: Decisions, minds: Minds, levels: Collection[str] | None = None, claim: float = CLAIM
    ) -> None:
        self.claim = claim
        self.thinker = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"
        self.done_so_far = WorkDone()
        self.ended: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()  # why it cannot go on
        self._decisions = decisions
        self._minds = minds
        self._levels = None if levels is None else sorted(levels)
        self._tables: TableRegistry | None = None
        self._held: dict[Key, Decision] = {}  # all to which there is a claim
        self._line: FairLine[Decision] = FairLine()
        self._thinking: dict[asyncio.Task[None], Decision] = {}
        self._news = asyncio.Event()
        self._look_at = 0.0  # when there may be something that is free
        self._working: asyncio.Task[None] | None = None
        self._in_vain = False  # whether the store has not answered the last time
        self._closed = False

    # ------------------------------------------------------------ from and to others

    def begin(self, tables: TableRegistry) -> None:
        self._tables = tables
        self._working = asyncio.create_task(self._work())

    def asked(self, wait: float) -> None:
        """In so many seconds something is free."""
        self._look_at = min(self._look_at, asyncio.get_running_loop().time() + wait)
        self._news.set()

    def takes(self, decision: Decision) -> bool:
        """Whether it can be asked for in his own name."""
        known = self._levels is None or decision.level in self._levels
        return known and not self._closed and len(self._held) < MOST_HELD

    def hold(self, decision: Decision, wait: float) -> None:
        """He has a claim to it, and thinks about it in so many seconds."""
        self._held[key_of(decision)] = decision
        self.done_so_far.taken += 1
        if wait:
            asyncio.get_running_loop().call_later(wait, self._line_up, decision)
        else:
            self._line_up(decision)

    async def close(self) -> None:
        """Give everything back at once: others need not wait until the claims end."""
        self._closed = True
        tasks = list(self._thinking)
        if self._working is not None:
            tasks.append(self._working)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._held:
            await self._give_back(list(self._held.values()))
        await self._minds.close()

    # ------------------------------------------------------------ claims

    async def _work(self) -> None:
        loop, beat = asyncio.get_running_loop(), self.claim / BEATS
        renewed = loop.time()
        while True:
            self._news.clear()
            now = loop.time()
            if now >= renewed + beat:
                renewed = now
                await self._told_if_not(self._renew())
            elif self._free > 0 and now >= self._look_at:
                self._look_at = now + beat
                await self._told_if_not(self._take())
            else:
                next_time = min(renewed + beat, self._look_at if self._free > 0 else renewed + beat)
                await self._news_before(next_time - now)

    async def _news_before(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return

    async def _told_if_not(self, asking: Coroutine[Any, Any, None]) -> None:
        """While the store does not answer it is tried again, at every beat."""
        try:
            await asking
        except StoreError as error:
            if error.code in FOREIGN and not self.ended.done():
                self.ended.set_result(error)
            if not self._in_vain:
                log.warning("bots have to wait", problem=error.sentence)
            self._in_vain = True
        except Exception as error:  # the games of others go on
            log.error("the work of bots was disturbed", exc_info=error)
        else:
            self._in_vain = False

    @property
    def _free(self) -> int:
        return self._minds.at_once - len(self._thinking) - len(self._line)

    async def _take(self) -> None:
        most = self._free
        claimed = await self._decisions.claim(self.thinker, self._levels, most, self.claim)
        for decision, former in zip(claimed.decisions, claimed.former, strict=True):
            if former not in (None, self.thinker):
                log.warning("somebody did not finish thinking", table=decision.code, thinker=former)
            self.hold(decision, 0)
        self._look_again(claimed, most)

    def _look_again(self, claimed: Claimed, most: int) -> None:
        if len(claimed.decisions) == most:
            self.asked(0)
        elif claimed.next_free is not None:
            self.asked(max(claimed.next_free, SHORTEST))

    async def _renew(self) -> None:
        held = dict(self._held)
        if not held:
            return
        kept = await self._decisions.renew(self.thinker, list(held.values()), self.claim)
        for key in held.keys() - kept:
            if self._held.get(key) is held[key]:  # somebody else has it
                del self._held[key]

    async def _give_back(self, held: list[Decision]) -> None:
        for decision in held:
            self._held.pop(key_of(decision), None)
        try:
            await self._decisions.give_back(self.thinker, held)
        except StoreError as error:  # the claims end by themselves
            log.info("decisions were not given back", problem=error.sentence)
        else:
            self.done_so_far.given_back += len(held)
        self.asked(0)

    # ------------------------------------------------------------ thinking

    def _line_up(self, decision: Decision) -> None:
        if self._closed or key_of(decision) not in self._held:
            return
        self._line.append(self._owner_of(decision), decision)
        if self._free < -LINE * self._minds.at_once:
            giving = asyncio.create_task(self._give_back([self._line.pop_of_longest()]))
            _TASKS.add(giving)
            giving.add_done_callback(_TASKS.discard)
        self._think()

    def _owner_of(self, decision: Decision) -> str:
        """Of a table that is awake elsewhere only the code is known."""
        assert self._tables is not None
        actor = self._tables.awake.get(decision.code)
        return decision.code if actor is None else owner_of(actor)

    def _think(self) -> None:
        while self._line and len(self._thinking) < self._minds.at_once:
            decision = self._line.popleft()
            if key_of(decision) in self._held:
                task = asyncio.create_task(self._attend(decision))
                self._thinking[task] = decision
                task.add_done_callback(self._attended)

    def _attended(self, done: asyncio.Task[None]) -> None:
        decision = self._thinking.pop(done)
        if not self._closed:
            if self._held.get(key_of(decision)) is decision:  # it was not taken once more meanwhile
                del self._held[key_of(decision)]
            self._think()
            self._news.set()

    async def _attend(self, decision: Decision) -> None:
        """Whatever goes wrong, the claim ends, and it is tried again, here or elsewhere."""
        try:
            known = await self._decide(decision)
            if not await self._decisions.finish(decision, known):
                self.asked(0)
            self.done_so_far.done += 1
        except StoreError as error:
            log.info("a bot has to wait", table=decision.code, problem=error.sentence)
        except Exception as error:
            log.error("an action of a bot failed", table=decision.code, exc_info=error)

    async def _decide(self, decision: Decision) -> int:
        """Decide it, unless it is not wanted; the entry up to which that is known."""
        assert self._tables is not None
        try:
            actor = await self._tables.find(decision.code)
        except Trouble:  # it was forgotten
            return decision.known
        while (table := actor.table).number >= decision.known:
            if actor.dropped is not None:  # as above, while it was thought about
                return decision.known
            seat = wanted_of(table, decision.number)
            if seat is None:
                return table.number
            command = await self._minds.decide(table, seat, owner_of(actor))
            try:
                await actor.submit(partial(still_wanted, actor, decision.number, command))
            except (Refused, Trouble) as refused:
                log.info("a bot came too late", table=decision.code, code=refused.code)
        raise StoreBroken(Problem.UNREACHABLE, "What others wrote cannot be read yet.")


_TASKS: set[asyncio.Task[None]] = set()  # so that they are not collected while they run


def key_of(decision: Decision) -> Key:
    return decision.code, decision.number


def wanted_of(table: Table, number: int) -> int | None:
    """The seat of a bot that has to answer that entry now."""
    seat = bot_to_decide(table)
    return seat if seat is not None and entry_to_answer(table) == number else None


def still_wanted(actor: TableActor, number: int, command: Act) -> Command:
    """Asked again after whatever others have written: what was thought of another position is not done in this one."""
    if wanted_of(actor.table, number) is None:
        raise Refused(Refusal.STALE)
    return command
