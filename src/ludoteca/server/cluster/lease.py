"""This server among those that keep the house open together: its lease, and who is at which of them.

A lease is renewed with every beat. One that was not renewed for a while has expired: whoever sees that takes over the
people of that server and writes down that they left, except those who are at another one by now. A server that was cut
off itself lets the others have as much time as a lease lasts before it takes any of them for dead.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from ludoteca import __version__
from ludoteca.dialects.house.problems import Trouble
from ludoteca.server.api.metrics import Moments
from ludoteca.server.table.actor import TableActor
from ludoteca.store.contract import Figures, Nodes, Problem, StoreBroken, StoreError, Unstorable

from .dead_nodes import see_off_lost

ID_BYTES = 8
AT_ONCE = 32  # tables at which people of another server are seen off
MOST_AHEAD = 2.0  # seconds by which clocks may differ
TRIES = 3  # to have a lease while it is written that somebody is here
ECHOES = 16  # beats whose notes may still come round

log = structlog.get_logger()


@dataclass(frozen=True)
class Lease:
    """Seconds, and the clock that counts them here. What others see is counted by the database."""

    beat: float = 1.0  # between two beats
    expiry: float = 3.0  # without one, until somebody is taken for dead
    outdated: float = 30.0  # for which servers with older rules are waited for
    now: Callable[[], float] = time.monotonic


class Membership:
    """A roster (`presence.py`) that other servers read, too."""

    def __init__(
        self,
        nodes: Nodes,
        lease: Lease,
        figures: Callable[[], Figures],
        find: Callable[[str], Awaitable[TableActor]],
        outdated: Callable[[], None],
        clock: Callable[[], int],
    ) -> None:
        """`find` wakes a table. `outdated` is called when others play by newer rules: this server has to leave. `clock`
        is the one by which entries are dated here."""
        self.identity = ""  # empty while there is no lease
        self.lease = lease
        self.echoes = Moments()
        self._nodes = nodes
        self._figures = figures
        self._find = find
        self._outdated = outdated
        self._clock = clock
        self.ahead = 0.0  # seconds by which that is ahead of the clock of the database
        self._people: dict[str, frozenset[str]] = {}  # by table: for whom this server answers
        self._taken_over: dict[str, set[str]] = {}  # by table: who has to be seen off
        self._unmet: set[TableActor] = set()  # tables that woke before it could be known who is there
        self._writing: set[asyncio.Future[bool]] = set()
        self._joining = asyncio.Lock()
        self._unsure = False  # whether the others know for whom this server answers
        self._number = 0  # of the last beat
        self._sent: dict[int, float] = {}  # when
        self._renewed = 0.0
        self._steady_since: float | None = None
        self._beating: asyncio.Task[None] | None = None
        self._seeing_off: asyncio.Task[None] | None = None
        nodes.on_echo(self._heard_echo)

    @property
    def age(self) -> float:
        """Seconds since the lease was renewed."""
        return self.lease.now() - self._renewed if self.identity else 0.0

    @property
    def steady(self) -> bool:
        """Whether this server has held its lease long enough to say that others have lost theirs."""
        return self._steady_since is not None and self.lease.now() - self._steady_since >= self.lease.expiry

    # ------------------------------------------------------------ joining and leaving

    async def join(self) -> None:
        """Take a lease, and wait until nobody plays by older rules. StoreError if that cannot be."""
        await self._take_lease()
        since = self.lease.now()
        while outdated := await self._nodes.outdated(self.lease.expiry):
            if self.lease.now() - since > self.lease.outdated:
                log.warning("servers with older rules are cut off", servers=outdated)
                break
            log.info("servers with older rules have to leave first", servers=outdated)
            await asyncio.sleep(self.lease.beat)
            await self.beat()
        await self._nodes.cut_off_outdated()
        self._beating = asyncio.create_task(self._keep_beating())

    async def _take_lease(self) -> None:
        identity = secrets.token_hex(ID_BYTES)
        await self._nodes.join(identity, __version__, self._figures())
        self.identity = identity
        self._unsure = False
        self._renewed = self._steady_since = self.lease.now()

    async def _join_anew(self, before: str) -> None:
        """Under another name, so that nothing is mixed up with what others make of the lease before. Its people are
        noted first; whoever is not among them is seen off with that lease."""
        async with self._joining:
            if self.identity != before:  # that was noticed twice
                return
            await self._take_lease()
            log.warning("this server had to join again", before=before, now=self.identity)
            for code, names in self._people.items():
                self._write(code, names, frozenset())
            await asyncio.gather(*self._writing, return_exceptions=True)
            await self._nodes.leave(before, self.identity)

    async def leave(self) -> None:
        """Nothing is done any more. Others see at once for whom this server still answered."""
        for task in (self._beating, self._seeing_off):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        await asyncio.gather(*self._writing, return_exceptions=True)
        identity, self.identity = self.identity, ""
        if identity:
            try:
                await self._nodes.leave(identity)
            except StoreError as error:
                log.warning("the lease of this server has to expire", problem=error.sentence)

    # ------------------------------------------------------------ beats

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self.lease.beat)
            try:
                await self.beat()
            except Exception as error:  # the next one may succeed, and without any this server is taken for dead
                log.error("a beat failed", exc_info=error)

    async def beat(self) -> None:
        """Renew the lease, and see to what others have left behind."""
        self._number += 1
        self._sent[self._number] = self.lease.now()
        self._sent.pop(self._number - ECHOES, None)
        identity = self.identity
        try:
            async with asyncio.timeout(self.lease.expiry):
                before = self._clock()
                told = await self._nodes.beat(identity, self._number, self._figures())
                self._compare_clocks((before + self._clock()) / 2000, told.time)
            if not told.outdated and (self._unsure or not told.held):
                await self._join_anew(identity)
        except (StoreError, TimeoutError) as error:
            if self._steady_since is not None:
                log.warning("this server cannot renew its lease", problem=str(error) or "no answer in time")
            self._steady_since = None
            if not (isinstance(error, StoreError) and error.code is Problem.NEWER):
                return
            told = None
        if told is None or told.outdated:
            self._outdated()
            return
        self._renew()
        if self.steady and self._seeing_off is None:
            self._seeing_off = asyncio.create_task(self._see_off())
            self._seeing_off.add_done_callback(self._seen_off)

    def _renew(self) -> None:
        now = self.lease.now()
        if self._steady_since is None or now - self._renewed > self.lease.expiry:
            self._steady_since = now
        self._renewed = now

    def _compare_clocks(self, here: float, there: float | None) -> None:
        """Entries are dated by the servers that write them: somebody who plays at one whose clock is wrong would have
        more or less time than the others."""
        if there is None:
            return
        was_wrong, self.ahead = abs(self.ahead) > MOST_AHEAD, here - there
        if abs(self.ahead) > MOST_AHEAD and not was_wrong:
            log.warning("the clock of this machine is wrong, or that of the database is. Set it.", ahead=self.ahead)

    def _heard_echo(self, number: int) -> None:
        sent = self._sent.pop(number, None)
        if sent is not None:
            self.echoes.took(self.lease.now() - sent)

    # ------------------------------------------------------------ the roster

    def answer_for(self, code: str, names: frozenset[str]) -> None:
        before = self._people.pop(code, frozenset())
        if names:
            self._people[code] = names
        self._write(code, names - before, before - names)

    def _write(self, code: str, came: frozenset[str], went: frozenset[str]) -> None:
        writing = asyncio.ensure_future(self._nodes.answer_for(self.identity, code, came, went))
        self._writing.add(writing)
        writing.add_done_callback(self._written)

    async def known(self, code: str, name: str) -> None:
        for _ in range(TRIES):
            identity = self.identity
            try:
                if not identity or await self._nodes.answer_for(identity, code, (name,), ()):
                    return
            except Unstorable:  # the table was forgotten: nobody has to be seen off there
                return
            await self._join_anew(identity)
        raise StoreBroken(Problem.UNREACHABLE, "The other servers take this one for dead again and again.")

    def _written(self, writing: asyncio.Future[bool]) -> None:
        self._writing.discard(writing)
        error = None if writing.cancelled() else writing.exception()
        if error is not None:
            self._unsure = True
            log.warning("the other servers do not know who is here", problem=str(error))

    async def elsewhere(self, code: str, name: str) -> bool:
        return await self._nodes.elsewhere(self.identity, code, name, self.lease.expiry)

    def back(self, code: str, name: str) -> None:
        self._write(code, frozenset((name,)), frozenset())

    async def meet(self, actor: TableActor) -> bool:
        if self.steady:
            try:
                await see_off_lost(actor, self._nodes, self.lease.expiry)
            except StoreError as error:
                log.warning("a table can only be looked at", table=actor.code, problem=error.sentence)
            else:
                return True
        self._unmet.add(actor)
        return False

    # ------------------------------------------------------------ those whom nobody answers for

    async def settle(self) -> None:
        """Wait until everybody was seen off, as far as that was possible."""
        if self._seeing_off is not None:
            await asyncio.wait([self._seeing_off])

    def _seen_off(self, done: asyncio.Task[None]) -> None:
        self._seeing_off = None
        if not done.cancelled() and (error := done.exception()) is not None:
            if isinstance(error, StoreError):
                log.warning("people of another server are seen off later", problem=error.sentence)
            else:
                log.error("people of another server were not seen off", exc_info=error)

    async def _see_off(self) -> None:
        taken = await self._nodes.take_over(self.identity, self.lease.expiry)
        if taken.servers:
            people = sum(map(len, taken.people.values()))
            log.warning(
                "this server sees off the people of others that are gone",
                servers=taken.servers,
                people=people,
                tables=len(taken.people),
            )
        for code, names in taken.people.items():
            self._taken_over.setdefault(code, set()).update(names)
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(code: str) -> None:
            async with slots:
                await self._see_off_from(code)

        async with asyncio.TaskGroup() as group:
            for code in tuple(self._taken_over):
                group.create_task(one(code))
        for actor in tuple(self._unmet):
            await see_off_lost(actor, self._nodes, self.lease.expiry)
            self._unmet.discard(actor)
            actor.idle(False)

    async def _see_off_from(self, code: str) -> None:
        try:
            try:
                await see_off_lost(await self._find(code), self._nodes, self.lease.expiry)
            except Trouble as trouble:  # there is no such table any more
                log.debug("nobody is to be seen off", table=code, code=trouble.code)
            gone = self._taken_over[code] - self._people.get(code, frozenset())
            await self._nodes.answer_for(self.identity, code, (), gone)
            del self._taken_over[code]
        except StoreError as error:
            log.warning("people of another server are seen off later", table=code, problem=error.sentence)
        except Exception as error:  # the others have to be seen off all the same
            log.error("people of another server were not seen off", table=code, exc_info=error)
            del self._taken_over[code]
