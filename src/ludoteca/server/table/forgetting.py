"""Finished games are deleted some days after their end, if the operator wants that, and never because of a wrong clock.

A machine may show 1970 or next year until it has asked others for the time, or be set wrong by hand. So nothing is
deleted before the clock has been steady: it has gone on together with the clock of the process, which nobody can set,
for an hour; and where it was found to have moved by more than a day, while the server ran or while it was away, or was
never looked at before, for a week, in which an operator may notice. When the clock was last looked at is kept in the
store, so that a restart is no way around this. Where several servers share a database, that of the database has to
agree as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import structlog

from ludoteca.store.contract import Store

MINUTE = 60_000  # milliseconds, as everything here
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
DEVIATION = 5 * MINUTE  # by which a clock may be put right without being taken for one that jumps
NOTE = "the clock when games were last forgotten"

log = structlog.get_logger()


class Seen(msgspec.Struct, frozen=True):
    """What the clock said when it was last looked at, and before which time nothing is deleted."""

    time: int
    not_before: int


class Forgetting:
    """`ahead` is by how many seconds the clock here is ahead of the database's."""

    def __init__(
        self,
        store: Store,
        days: int,
        now: Callable[[], int],
        ahead: Callable[[], float] = lambda: 0.0,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.monotonic = monotonic
        self._store = store
        self._days = days
        self._now = now
        self.ahead = ahead
        self._seen: Seen | None = None
        self._kept = 0  # when that was last written down
        self._offset = 0.0  # between the clock and that of the process

    async def forget(self) -> list[str]:
        """The codes of games that were deleted. Called now and then, at least once an hour."""
        now = self._now()
        await self._look(now)
        assert self._seen is not None
        if now < self._seen.not_before or abs(self.ahead()) * 1000 > DEVIATION:
            return []
        return await self._store.forget(now - self._days * DAY)

    async def _look(self, now: int) -> None:
        offset = now - self.monotonic() * 1000
        if self._seen is None:
            kept = await self._store.note(NOTE)
            not_before = first_wait(now, None if kept is None else msgspec.json.decode(kept, type=Seen))
            self._offset = offset
        else:
            not_before = self._seen.not_before
            moved = offset - self._offset
            if abs(moved) > DEVIATION:
                self._offset = offset
                not_before = later(now, not_before, moved)
                log.warning("the clock was set: games are forgotten later", by_seconds=round(moved / 1000))
        changed = self._seen is None or not_before != self._seen.not_before
        if changed or now - self._kept >= HOUR:
            await self._store.keep_note(NOTE, msgspec.json.encode(Seen(now, not_before)))
            self._kept = now
        self._seen = Seen(now, not_before)


def first_wait(now: int, seen: Seen | None) -> int:
    """Until when a server that has just started waits. A house whose clock was never looked at may show any time."""
    return now + WEEK if seen is None else later(now, seen.not_before, now - seen.time)


def later(now: int, not_before: int, moved: float) -> int:
    """Until when to wait after the clock has moved by so much, if it was to be waited until `not_before` anyway."""
    if abs(moved) > DAY:
        return now + WEEK
    return min(max(not_before, now + HOUR), now + WEEK)
