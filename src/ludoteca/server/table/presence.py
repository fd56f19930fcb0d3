"""Who is at the seats of a table that is awake: whoever comes or goes is written down, one at a time and in order.

Where several nodes keep the house open, a node can only say of those who came to it that they are gone: others may be
at another node. `Roster` is how nodes know of each other's people.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

import structlog

from ludoteca.dialects.house.problems import Trouble
from ludoteca.house import commands, entries, log_length
from ludoteca.house.commands import Command
from ludoteca.house.entries import Entry
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Seat, Table
from ludoteca.server.transport.limits import Bucket
from ludoteca.store.contract import StoreError

from .announcements import Listener
from .broadcast import Audience

if TYPE_CHECKING:
    from .actor import TableActor

# The log of a table has an end. A player whose connection comes and goes must not fill it: after some times that are
# written down at once, the next ones are written down when the player has stayed away for a while.
AT_ONCE = 20  # comings and goings of a player
PACE = 30.0  # seconds after which one more is written down at once

log = structlog.get_logger()

CommandSource = (
    Command | Callable[[], Command]
)  # seats move up in the lobby: who sits there is asked when the command's turn comes


class Attended(Protocol):
    """The table, as far as it matters who is there."""

    table: Table
    audience: Audience
    presence: Presence

    def now(self) -> int: ...

    def submit(self, asked: CommandSource) -> asyncio.Future[int]: ...

    def later(self, again: Callable[[], None], error: BaseException) -> None:
        """Do something again when the store may take it."""


class Roster(Protocol):
    """For whom this node answers, told to the other nodes."""

    def answer_for(self, code: str, names: frozenset[str]) -> None:
        """These people of a table are here, or were and that they left is not written down yet.

        What is written to the log of the table afterwards is written after this.
        """

    def known(self, code: str, name: str) -> Awaitable[None]:
        """Wait until the other nodes know that somebody is here, before it is written down. They may have taken this
        node for dead: then nobody would notice when it is."""

    def elsewhere(self, code: str, name: str) -> Awaitable[bool]:
        """Whether somebody who has left this node is at another one. The others know from now on that he left."""

    def back(self, code: str, name: str) -> None:
        """Somebody of whom that was asked is here again."""

    def meet(self, actor: TableActor) -> Awaitable[bool]:
        """A table wakes here: write down who of its people is nowhere. False when that cannot be known yet."""


class OnlyHere:
    """The roster of a house with one node, which knows everything without it."""

    def answer_for(self, code: str, names: frozenset[str]) -> None:
        """Nobody has to know."""

    async def known(self, code: str, name: str) -> None:
        """Nobody has to be waited for."""

    async def elsewhere(self, code: str, name: str) -> bool:
        return False

    def back(self, code: str, name: str) -> None:
        """Nobody has to know that either."""

    async def meet(self, actor: TableActor) -> bool:
        return True


class Presence:
    def __init__(self, actor: Attended, roster: Roster, shared: bool) -> None:
        self.noting: asyncio.Future[int] | None = None  # that somebody came or went
        self._noted_name = ""  # who that is
        self._of = weakref.ref(
            actor
        )  # in a cycle, a table that sleeps would stay in memory until cycles are looked for
        self._held: Attended | None = None  # the table, while something is noted: whoever does so needs it to the end
        self._roster = roster
        self._shared = shared
        self._came: frozenset[str] = frozenset()  # who is or was here; others may be at other nodes
        self._sitting_down = ""  # who will be here by the entry that is on its way
        self._at_home: frozenset[str] = frozenset()  # who is here, and the log says so because of this node
        self._told: frozenset[str] = frozenset()  # whom the roster knows
        self._arrivals: dict[str, int] = {}  # the entries by which people came last, since the table woke
        self._paces: dict[str, Bucket] = {}  # by name, of those who went
        self._timer: asyncio.TimerHandle | None = None  # when to look at those who went too often
        self._stopped = False

    @property
    def _live(self) -> Attended:
        actor = self._of()
        assert actor is not None  # whoever asks comes from there
        return actor

    @property
    def here(self) -> frozenset[str]:
        """The names of those who are at their seats, at this node."""
        there = self._live.audience.seats
        return frozenset(seat.name for number, seat in enumerate(self._live.table.seats) if number in there)

    def is_at_home(self, name: str) -> bool:
        """Whether it is written down that somebody came to this node, and he is still here."""
        return name in self._at_home

    @property
    def connected(self) -> dict[str, int]:
        """Who is there according to the log, at any node, and by which entry: 0 if it is an older one."""
        seats = self._live.table.seats
        return {seat.name: self._arrivals.get(seat.name, 0) for seat in seats if seat.person and seat.connected}

    @property
    def _maybe_connected(self) -> frozenset[str]:
        """The same, with a player whose coming is on its way to the log: a player who leaves meanwhile has to be seen
        off once it is there."""
        arriving = {self._noted_name} if self.noting is not None else frozenset()
        return frozenset(self.connected.keys() | arriving)

    def hear(self, entry: Entry) -> None:
        """What comes of an entry of this or another node."""
        match entry.what:
            case entries.Sat(name=name):
                self._arrivals[name] = entry.number
            case entries.Arrived(seat):
                self._arrivals[self._live.table.seats[seat].name] = entry.number
        self.look()

    def look(self) -> None:
        """Write down who came and who went."""
        if self._stopped:
            return
        table, here = self._live.table, self.here
        closed = table.phase is Phase.CLOSED or log_length.is_full(table)
        self._came = frozenset() if closed else (self._came & self._maybe_connected) | here
        self._at_home &= here
        self._tell_roster()
        if closed or self.noting is not None:
            return
        for seat in table.seats:
            if seat.person and self._to_be_noted(seat, seat.name in here) and not self._comes_and_goes(seat):
                self._noted_name = seat.name
                self._held = self._live
                self.noting = self._note(seat.name, seat.name in here)
                self.noting.add_done_callback(partial(self._noted, seat.name in here))
                return

    def _comes_and_goes(self, seat: Seat) -> bool:
        """Whether a player was here and away too often for another time to be written down at once."""
        if not seat.connected:
            return False
        now = self._live.now() / 1000
        pace = self._paces.get(seat.name)
        if pace is None:
            pace = self._paces[seat.name] = Bucket.full(1 / PACE, AT_ONCE, now)
        wait = pace.take(1, now)
        if wait > 0 and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._look_again)
        return wait > 0

    def _look_again(self) -> None:
        self._timer = None
        if self._of() is not None:
            self.look()

    def _to_be_noted(self, seat: Seat, there: bool) -> bool:
        """Of somebody else's people only their own node can say that they are away. Who counts as being there through
        another node has come anew: what that node says of him later is about the time before."""
        if not self._shared:
            return seat.connected != there
        if not there:
            return seat.connected and seat.name in self._came
        return seat.name != self._sitting_down and not (seat.connected and seat.name in self._at_home)

    def sits_down(self, name: str) -> None:
        """By an entry that is about to be written. The roster knows it before: a node may die at any moment."""
        self._sitting_down = name
        self._tell_roster()

    def sat_down(self) -> None:
        """It is known what became of that entry: he sits now, or he does not."""
        name, self._sitting_down = self._sitting_down, ""
        if name:
            self._came |= {name}
            self._at_home |= {name}
            self.look()

    def _tell_roster(self) -> None:
        told = self._came | {self._sitting_down} if self._sitting_down else self._came
        if told != self._told:
            self._told = told
            self._roster.answer_for(self._live.table.code, told)

    def _note(self, name: str, there: bool) -> asyncio.Future[int]:
        if not self._shared:
            return self._live.submit(partial(self.command, name))
        return asyncio.ensure_future(self._note_arrival(name) if there else self._note_departure(name))

    async def _note_arrival(self, name: str) -> int:
        await self.known(name)
        return await self._live.submit(partial(self._arrival, name))

    async def known(self, name: str) -> None:
        """The other nodes know that somebody is here, or about to be: it may be written down."""
        await self._roster.known(self._live.table.code, name)

    def _arrival(self, name: str) -> Command:
        """Who has left again meanwhile may be at another node: that is asked before anything is said of it."""
        if name not in self.here:
            raise Refused(Refusal.STALE)
        return self.command(name)

    async def _note_departure(self, name: str) -> int:
        """Unless he is at another node. Who has come to one meanwhile may have left that, too: then it is asked again,
        because each of the nodes may have taken him for being at the other."""
        while True:
            came = self._arrivals.get(name)
            if await self._roster.elsewhere(self._live.table.code, name):
                raise Refused(Refusal.ALREADY_SO)
            try:
                return await self._live.submit(partial(self._departure, name, came))
            except Refused:
                if self._arrivals.get(name) == came:
                    raise

    def _departure(self, name: str, came: int | None) -> Command:
        """It is about the time since he came by that entry: who has come anew, anywhere, has not left."""
        if self._arrivals.get(name) != came:
            raise Refused(Refusal.STALE)
        return self.command(name)

    def command(self, name: str) -> Command:
        """What there is to say of somebody now: he may have risen, or come back, since it was asked."""
        seat = self._live.table.seat_named(name)
        if seat is None:
            raise Refused(Refusal.NO_SUCH_NAME, name=name)
        return commands.Arrive(seat, self._shared) if name in self.here else commands.Depart(seat)

    def _noted(self, there: bool, noted: asyncio.Future[int]) -> None:
        self.noting = None
        actor, self._held = self._live, None
        if noted.cancelled():  # with the process
            return
        error = noted.exception()
        if error is None or isinstance(error, Refused | Trouble):
            name, here = self._noted_name, self._noted_name in self.here
            if there and here:
                self._at_home |= {name}
            elif here:
                self._roster.back(actor.table.code, name)
            elif not there:
                self._came -= {name}
            self.look()
        else:
            actor.later(self.look, error)

    async def noted(self, listener: Listener) -> None:
        """Wait until somebody who came is written down as being there, or that had to be put off."""
        while (noting := self.noting) is not None and listener in self._live.audience.listeners:
            if listener.seat is None:
                return
            seat = self._live.table.seats[listener.seat]
            if seat.name != self._noted_name and not self._to_be_noted(seat, there=True):
                return
            await asyncio.wait([noting])

    # ------------------------------------------------------------ the end

    def stop(self) -> None:
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def drop(self) -> None:
        """The table is no longer kept as it is known here: this node answers for nobody at it."""
        self.stop()
        if self._told:
            self._told = frozenset()
            self._roster.answer_for(self._live.table.code, self._told)

    async def sign_off(self) -> None:
        """Write down that those who were here are gone, before this node ends. Whoever could not be is left to others.

        They know by the roster for whom this node answered."""
        for name in sorted(self._came):
            try:
                await self._note_departure(name)
            except (Refused, Trouble) as refused:  # Trouble: the table is no longer kept
                log.debug("somebody was not signed off", table=self._live.table.code, problem=str(refused))
            except StoreError as error:
                log.warning("somebody was not signed off", table=self._live.table.code, problem=error.sentence)
                continue
            self._came -= {name}
        self._tell_roster()
