"""What bots have to decide at tables of a house that several servers keep open: whoever notices it asks for it, and it
is done by whoever is free, here or elsewhere."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

import structlog

from ludoteca.server.context import STORE_PATIENCE
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.registry import TableRegistry
from ludoteca.store.contract import Decision, Decisions, StoreError

from .claims import BotWork
from .local import bot_to_decide, entry_to_answer

log = structlog.get_logger()


class BotQueue:
    """Watches the tables of one server. Bots decide `pace` seconds after they are asked; `work` is who thinks here, if
    anybody does."""

    def __init__(self, decisions: Decisions, pace: float, work: BotWork | None) -> None:
        self.pace = pace
        self.work = work
        self._decisions = decisions
        self._to_look_at: set[TableActor] = set()
        self._asked: WeakKeyDictionary[TableActor, int] = WeakKeyDictionary()  # after which entry it was asked last
        self._asking: set[asyncio.Task[None]] = set()
        self._closed = False

    def begin(self, tables: TableRegistry) -> None:
        if self.work is not None:
            self.work.begin(tables)

    def asked(self, wait: float) -> None:
        """In so many seconds there is something to think about."""
        if self.work is not None:
            self.work.asked(wait)

    def look(self, actor: TableActor) -> None:
        """Soon, when everything was read that others wrote: what a bot had to decide on the way was decided."""
        if self._closed:
            return
        if not self._to_look_at:
            asyncio.get_running_loop().call_soon(self._look_at_all)
        self._to_look_at.add(actor)

    async def close(self) -> None:
        self._closed = True
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        if self.work is not None:
            await self.work.close()

    def _look_at_all(self) -> None:
        tables, self._to_look_at = self._to_look_at, set()
        for actor in tables:
            if not self._closed and self._asked.get(actor) != actor.table.number:
                self._look_at(actor)

    def _look_at(self, actor: TableActor) -> None:
        """After every entry again: somebody who knew the table before it may just find that nothing is wanted."""
        table = actor.table
        seat = bot_to_decide(table)
        if seat is None or actor.dropped is not None:
            return
        self._asked[actor] = table.number
        decision = Decision(table.code, entry_to_answer(table), table.number, table.seats[seat].bot or "")
        task = asyncio.create_task(self._ask(actor, decision))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, actor: TableActor, decision: Decision) -> None:
        work = self.work
        try:
            if work is not None and work.takes(decision):
                if await self._decisions.ask(decision, self.pace + work.claim, work.thinker):
                    work.hold(decision, self.pace)
            elif await self._decisions.ask(decision, self.pace):
                self.asked(self.pace)
        except Exception as error:  # it is tried again
            if not isinstance(error, StoreError):
                log.error("a bot was not asked", table=actor.code, exc_info=error)
            self._asked.pop(actor, None)
            asyncio.get_running_loop().call_later(STORE_PATIENCE, self.look, actor)
