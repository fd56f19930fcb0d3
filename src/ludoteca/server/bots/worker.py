"""Somebody who lets bots think for the servers of a house, on a machine of its own: tables without people, without
ports, and without anything to do but to decide."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from types import TracebackType
from typing import Self

import structlog

from ludoteca import __version__
from ludoteca.server.context import Clock, TableContext
from ludoteca.server.table.registry import TableRegistry
from ludoteca.server.wall_clock import wall_clock
from ludoteca.store.contract import Decisions, Store, StoreError

from .claims import CLAIM, BotWork
from .local import Bot, Minds

QUIET = 60_000  # milliseconds for which a table stays awake at which nothing was decided here
TIDY_EVERY = 30.0  # seconds
SAY_EVERY = 1.0  # seconds

log = structlog.get_logger()


class BotWorker:
    """`async with BotWorker(store, store.decisions, bots) as worker`: it thinks inside. `worker.ended` says when it
    cannot go on."""

    def __init__(
        self,
        store: Store,
        decisions: Decisions,
        bots: Mapping[str, Bot],
        at_once: int | None = None,
        levels: Collection[str] | None = None,
        claim: float = CLAIM,
        now: Clock = wall_clock,
    ) -> None:
        self.store = store
        self.tables = TableRegistry(TableContext(store, now, on_duty=False))
        minds = Minds(bots, at_once)
        self.work = BotWork(decisions, minds, levels, claim)
        self._decisions = decisions
        self._levels = sorted(bots if levels is None else levels)
        self._at_once = minds.at_once
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def ended(self) -> asyncio.Future[StoreError]:
        return self.work.ended

    async def __aenter__(self) -> Self:
        await self.store.watch(self)
        self.work.begin(self.tables)
        self._tasks = [asyncio.create_task(self._tidy()), asyncio.create_task(self._keep_saying())]
        log.info("bots think", thinker=self.work.thinker)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """What is on its way to the disk is finished, what is being thought about is given back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.work.close()
        await self.tables.let_sleep(everything=True)
        try:
            await self._decisions.off_work(self.work.thinker)
        except StoreError as problem:  # others take it out of the list after a while
            log.info("this worker stays in the list", problem=problem.sentence)
        log.info("bots think no more")

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_EVERY)
            try:
                await self.tables.let_sleep(quiet=QUIET)
            except StoreError as error:
                log.warning("tidying up has to wait", problem=error.sentence)

    async def _keep_saying(self) -> None:
        """That it is there: `ludoteca nodes` shows it. While the store does not answer, `BotWork` has told so."""
        while True:
            try:
                await self.say_at_work()
            except StoreError as error:
                log.debug("this worker is not in the list", problem=error.sentence)
            await asyncio.sleep(SAY_EVERY)

    async def say_at_work(self) -> None:
        work = self.work
        await self._decisions.at_work(work.thinker, __version__, self._levels, self._at_once, work.done_so_far)

    # ------------------------------------------------------------ what others do

    def wrote(self, code: str, number: int) -> None:
        """A table is read on when there is something to decide at it, and not before."""

    def said(self, code: str, number: int) -> None:
        """Bots do not listen."""

    def replaced(self, code: str, number: int) -> None:
        """Bots do not read what people say."""

    def rewrote(self, code: str) -> None:
        self.forgot(code)

    def noted(self, name: str) -> None:
        """What operators settle concerns no bot."""

    def forgot(self, code: str) -> None:
        self.tables.forgot(code)

    def asked(self, wait: float) -> None:
        self.work.asked(wait)

    def missed(self) -> None:
        self.work.asked(0)
