"""Somebody who lets bots think for the servers of a house, on a machine of its own: tables without people, without
ports, and without anything to do but to decide."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from types import TracebackType
from typing import Self

import structlog

from ludoteca.store.contract import Decisions, Store, StoreError

from .bot_work import CLAIM, BotWork
from .live import Clock, Surroundings
from .tables import Tables
from .thinking import THREADS, Bot, Minds
from .wall_clock import wall_clock

QUIET = 60_000  # milliseconds for which a table stays awake at which nothing was decided here
TIDY_EVERY = 30.0  # seconds

log = structlog.get_logger()


class BotWorker:
    """`async with BotWorker(store, store.decisions, bots) as worker`: it thinks inside. `worker.ended` says when it
    cannot go on."""

    def __init__(
        self,
        store: Store,
        decisions: Decisions,
        bots: Mapping[str, Bot],
        threads: int = THREADS,
        levels: Collection[str] | None = None,
        claim: float = CLAIM,
        now: Clock = wall_clock,
    ) -> None:
        self.store = store
        self.tables = Tables(Surroundings(store, now, on_duty=False))
        self.work = BotWork(decisions, Minds(bots, threads), levels, claim)
        self._tidying: asyncio.Task[None] | None = None

    @property
    def ended(self) -> asyncio.Future[StoreError]:
        return self.work.ended

    async def __aenter__(self) -> Self:
        await self.store.watch(self)
        self.work.begin(self.tables)
        self._tidying = asyncio.create_task(self._tidy())
        log.info("bots think", thinker=self.work.thinker)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """What is on its way to the disk is finished, what is being thought about is given back."""
        assert self._tidying is not None
        self._tidying.cancel()
        await self.work.close()
        await self.tables.let_sleep(everything=True)
        log.info("bots think no more")

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_EVERY)
            try:
                await self.tables.let_sleep(quiet=QUIET)
            except StoreError as error:
                log.warning("tidying up has to wait", problem=error.sentence)

    # ------------------------------------------------------------ what others do

    def wrote(self, code: str, number: int) -> None:
        """A table is read on when there is something to decide at it, and not before."""

    def said(self, code: str, number: int) -> None:
        """Bots do not listen."""

    def forgot(self, code: str) -> None:
        self.tables.forgot(code)

    def asked(self, wait: float) -> None:
        self.work.asked(wait)

    def missed(self) -> None:
        self.work.asked(0)
