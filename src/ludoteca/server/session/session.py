"""The session of a client that speaks a dialect: what its connection wants done is done here, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import structlog

from ludoteca.dialects.contract import (
    Answer,
    Ask,
    Connection,
    Do,
    Enter,
    Found,
    Knock,
    Leave,
    Lobby,
    Open,
    SeatBots,
    Seated,
)
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, entries, views
from ludoteca.house.chat import Line
from ludoteca.house.commands import Command
from ludoteca.house.decide import decide
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.server.bots.names import bot_command
from ludoteca.server.errors import read_only
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.announcements import Announcement
from ludoteca.server.table.seat_entries import seat_entry
from ludoteca.store.contract import StoreError

from .effects import ClientTransport, EffectRunner
from .matchmaking import DEFAULT_BOT, Credentials, Matchmaking

log = structlog.get_logger()

COSTS: dict[type, float] = {Found: 20, Open: 20, Enter: 5, Knock: 5}  # of the bucket, beyond that of the line
NOBODY_WAITS = (Problem.NO_SUCH_TABLE, Refusal.TABLE_FULL)  # so that he may want to open a table
TAKEN_MEANWHILE = (Refusal.TABLE_FULL, Refusal.NOT_OPEN, Refusal.TABLE_CLOSED)


class Session(EffectRunner):
    """One client. `hang_up` is called when its connection is gone."""

    __slots__ = ("_leaving", "_live", "_matchmaking", "_name", "_opening", "address", "seat")

    def __init__(
        self,
        matchmaking: Matchmaking,
        transport: ClientTransport,
        address: str = "",
        connection: Connection | None = None,
    ) -> None:
        super().__init__(connection or matchmaking.dialect.connection(), transport, matchmaking.now)
        self.seat: int | None = None
        self.address = address
        self._matchmaking = matchmaking
        self._live: TableActor | None = None  # where the client is, or is about to sit down
        self._name = ""  # at the seat; empty as long as there is none
        self._leaving = False
        self._opening: asyncio.Task[None] | None = None  # of a table, the last one

    @property
    def actor(self) -> TableActor | None:
        """The table at which the client has a seat."""
        return self._live if self._name else None

    def hang_up(self) -> None:
        """The connection is gone. The house keeps the seat for a while; commands that wait are still done for it."""
        self._over = True
        seat = self.seat
        self._go_away()
        self.seat = seat

    # ------------------------------------------------------------ from the table

    def hear(self, news: Announcement) -> None:
        if self._comes_elsewhere(news):
            self.dismiss(Problem.MOVED)
            return
        if not self._name or self._leaving:  # what happened before he sat down he sees when he sits
            return
        if self.seat is None:
            self._lose_seat(None)
            return
        told = seat_entry(news, self._matchmaking.dialect.name, self.seat)
        self._let(partial(self._connection.heard, told))
        if isinstance(news.entry.what, entries.Closed):
            self._lose_seat(Problem.ENDED)

    def _comes_elsewhere(self, news: Announcement) -> bool:
        """Whether the seat goes on at another node. In the dialects a seat has one connection, the last one: of two
        that come at once to two nodes, the one whose arrival was written last."""
        what, actor = news.entry.what, self._live
        if not (news.elsewhere and isinstance(what, entries.Arrived) and what.seat == self.seat and actor is not None):
            return False
        return bool(self._name) or actor.presence.is_at_home(actor.table.seats[what.seat].name)

    def hear_line(self, line: Line) -> None:
        """No dialect has a message for chat."""

    def dismiss(self, why: Problem, again: float | None = None) -> None:
        if why is Problem.RESTART:
            self.farewell()
        elif why is Problem.REFUSED_ADDRESS:
            self._matchmaking.metrics.dropped.labels(why).inc()
            self.hang_up()
            self._transport.close()
        elif self._name:
            self._matchmaking.metrics.dropped.labels(why).inc()
            self._lose_seat(why)
        elif self.seat is not None:  # about to come back, and somebody was faster: he is told when he would be seated
            self._go_away()

    def _lose_seat(self, why: Problem | None) -> None:
        self._go_away()
        self._let(partial(self._connection.unseated, why))

    def _go_away(self) -> None:
        if self._name:
            others = self._matchmaking.seated[self._name]
            others.discard(self)
            if not others:
                del self._matchmaking.seated[self._name]
            self._name = ""
        actor, self._live = self._live, None
        if actor is not None:
            actor.leave(self)
        self.seat = None

    # ------------------------------------------------------------ questions to the house

    def _begin(self, ask: Ask) -> None:
        self._asking = True
        actor = self.actor
        match ask:
            case Open() | Enter() | Knock() if actor is not None:
                self._answer(Refused(Refusal.ALREADY_SEATED))
            case Lobby() | Found() | Open() | Enter() | Knock():
                self._transport.charge(COSTS.get(type(ask), 0))
                self._find_out(ask)
            case _ if actor is None:
                self._answer(Refused(Refusal.NOT_SEATED))
            case Do():
                actor.ask(partial(self._command, ask.make), self._answer)
            case Leave() if actor.table.phase is Phase.OPEN:
                self._leaving = True
                actor.ask(partial(self._command, commands.Rise), self._risen)
            case Leave():
                self._go_away()
                self._answer(None)
            case SeatBots():
                self._find_out(ask)

    def _command(self, make: Callable[[int], Command]) -> Command:
        if self.seat is None:
            raise Refused(Refusal.NOT_SEATED)
        command = make(self.seat)
        if self._live is not None:
            self._pace(self._live, command)
        return command

    def _pace(self, actor: TableActor, command: Command) -> None:
        actor.paces.need_for_change(actor.table, command, self.address, actor.now())

    def _risen(self, answer: int | Exception) -> None:
        self._leaving = False
        if isinstance(answer, Exception) and not isinstance(answer, Refused):
            self._answer(answer)
        else:  # refused when the game has begun meanwhile: then he is absent
            self._go_away()
            self._answer(None)

    def _answer(self, answer: Answer) -> None:
        self._asking = False
        if isinstance(answer, Exception):
            answer = presentable(answer)
            self._matchmaking.metrics.refusals.labels(answer.code).inc()
        self._let(partial(self._connection.answered, answer))

    def _find_out(self, ask: Lobby | Found | Open | Enter | Knock | SeatBots) -> None:
        task = asyncio.create_task(self._found_out(ask))
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)
        if isinstance(ask, Found | Open):  # at once: whoever looks for a table before the task runs shall wait too
            opening = ExitStack()
            opening.enter_context(self._matchmaking.opening())
            task.add_done_callback(lambda _: opening.close())
            self._opening = task

    async def _found_out(self, ask: Lobby | Found | Open | Enter | Knock | SeatBots) -> None:
        try:
            match ask:
                case Lobby():
                    self._answer(await self._matchmaking.listed(ask.lately))
                case Found():
                    self._answer(await self._found(ask))
                case Open():
                    await self._open(ask)
                case Enter():
                    await self._enter(ask)
                case Knock():
                    await self._knock(ask.enter)
                    self._answer(None)
                case SeatBots():
                    await self._seat_bots(ask.count)
                    self._answer(None)
        except Exception as error:
            if self._asking:
                self._answer(error)
            else:
                raise

    async def _seat_bots(self, count: int) -> None:
        actor = self._live
        for _ in range(count):
            if actor is None:
                raise Refused(Refusal.NOT_SEATED)
            await actor.submit(partial(self._command, partial(self._bot, actor)))

    def _bot(self, actor: TableActor, seat: int) -> Command:
        return bot_command(actor.table, seat, DEFAULT_BOT, None, tuple(self._matchmaking.state.bots))

    # ------------------------------------------------------------ sitting down

    async def _found(self, ask: Found) -> str:
        matchmaking = self._matchmaking
        actor = await matchmaking.state.open_table(self.address, ask.options, None, matchmaking.origin())
        return actor.code

    async def _open(self, ask: Open) -> None:
        who, matchmaking = self._credentials(ask), self._matchmaking
        who.check_new()
        if ask.bots >= ask.options.players:  # nobody shall see a table that cannot be
            raise Refused(Refusal.TABLE_FULL)

        async def seating(actor: TableActor) -> None:
            self._live = actor
            actor.join(self)
            await actor.submit(self._sit(who, ask), sitting=self)
            await self._seat_bots(ask.bots)

        try:
            origin = matchmaking.origin(settled=not ask.unsettled)
            actor = await matchmaking.state.open_table(self.address, ask.options, seating, origin)
        except BaseException:
            self._go_away()
            raise
        matchmaking.opened(actor.table, who)
        self._welcome(actor, who.name)

    async def _enter(self, ask: Enter) -> None:
        who, matchmaking = self._credentials(ask), self._matchmaking
        if not matchmaking.shared:
            await self._come_in(who, ask)
            return
        if who.token is not None:  # nobody else can be him: most find a table without waiting for their turn
            try:
                await self._come_in(who, ask)
            except (Refused, Trouble) as nobody:
                if nobody.code not in NOBODY_WAITS or ask.code is not None:
                    raise
            else:
                return
        async with matchmaking.alone():
            try:
                await self._come_in(who, ask)
            except (Refused, Trouble) as nobody:
                if nobody.code not in NOBODY_WAITS:
                    raise
                await self._tell_that_nobody_waits(nobody)
            if self._live is not None:  # who says the same name next shall find that it is taken
                await self._live.presence.noted(self)

    async def _tell_that_nobody_waits(self, nobody: Refused | Trouble) -> None:
        """He may open a table at once: others look when it is there."""
        opened_before = self._opening
        self._answer(nobody)
        if self._opening is not None and self._opening is not opened_before:
            await asyncio.wait([self._opening])

    async def _come_in(self, who: Credentials, ask: Enter) -> None:
        actor = await self._matchmaking.table_named(ask.code, self.address) if ask.code is not None else None
        actor = actor or await self._matchmaking.table_to_return_to(who, ask.players)
        if actor is not None:
            await self._sit_down_or_return(actor, who, ask)
        else:
            await self._join_others(who, ask)

    async def _join_others(self, who: Credentials, ask: Enter) -> None:
        """Sit down where people wait, if they do."""
        while True:
            actor = await self._matchmaking.table_that_waits(ask.players)
            try:
                await self._sit_down_or_return(actor, who, ask)
            except Refused as refused:
                if refused.code not in TAKEN_MEANWHILE:
                    raise
            else:
                return

    async def _knock(self, ask: Enter) -> None:
        who, matchmaking = self._credentials(ask), self._matchmaking
        if ask.code is not None:
            actor = await matchmaking.table_named(ask.code, self.address)
        else:
            found = await matchmaking.table_to_return_to(who, ask.players)
            actor = found or await matchmaking.table_that_waits(ask.players)
        if matchmaking.seat_held_by(actor.table, who) is None:
            decide(actor.table, self._sit(who, ask), actor.now())

    async def _sit_down_or_return(self, actor: TableActor, who: Credentials, ask: Enter) -> None:
        seat = self._matchmaking.seat_held_by(actor.table, who)
        if seat is not None:
            await self._return(actor, seat, who.name)
            return
        sit = self._sit(who, ask)
        self._pace(actor, sit)
        self._live = actor
        seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        actor.join(self)
        actor.ask(sit, partial(self._sat, actor, who.name, seated), sitting=self)
        try:
            await seated
            self._matchmaking.opened(actor.table, who)
        except Exception as error:
            self._go_away()
            already = isinstance(error, Refused) and error.code is Refusal.ALREADY_SEATED  # a moment ago
            seat = self._matchmaking.seat_of(actor.table, who) if already else None
            if seat is None:
                raise
            await self._return(actor, seat, who.name)

    def _credentials(self, ask: Open | Enter) -> Credentials:
        return Credentials.of(ask.name, ask.secret, self.address)

    def _sit(self, who: Credentials, ask: Open | Enter) -> Command:
        who.check_new()
        dialect = self._matchmaking.dialect
        return commands.Sit(who.name, who.token, look=ask.look, chooses=dialect.chooses, consents=dialect.consents)

    def _sat(self, actor: TableActor, name: str, seated: asyncio.Future[None], answer: int | Exception) -> None:
        """Called at once, so that no entry is missed between sitting down and the first view."""
        if isinstance(answer, Exception):
            seated.set_exception(answer)
        else:
            self._welcome(actor, name)
            seated.set_result(None)

    async def _return(self, actor: TableActor, seat: int, name: str) -> None:
        actor.paces.need_for_return(actor.table, self.address, actor.now())
        self._live = actor
        self.seat = seat
        before = [listener for listener in actor.everybody if listener.seat == seat]
        actor.join(self)
        for listener in before:
            listener.dismiss(Problem.MOVED)
        await actor.presence.noted(self)
        self._welcome(actor, name, back=True)

    def _welcome(self, actor: TableActor, name: str, back: bool = False) -> None:
        if self._over:
            actor.leave(self)
            return
        if self.seat is None:  # removed, or gone on elsewhere, before he could be told that he sits
            self._go_away()
            self._answer(Refused(Refusal.NOT_SEATED))
            return
        self._name = name
        self._matchmaking.seated.setdefault(name, set()).add(self)
        self._answer(Seated(views.view(actor.table, self.seat), back))


_TASKS: set[asyncio.Task[None]] = set()  # so that they are not collected while they run


def presentable(error: Exception) -> Refused | Trouble:
    """An error as a dialect may tell it."""
    if isinstance(error, Refused | Trouble):
        return error
    if isinstance(error, StoreError):
        return read_only(error)
    log.error("a request failed", exc_info=error)
    return Trouble(Problem.INTERNAL)
