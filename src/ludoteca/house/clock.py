"""The clock of a table. It is told every time that matters and keeps milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field

from .options import ClockSettings
from .reasons import ClockPer

SECOND = 1000


@dataclass
class Clock:
    """Time left by seat. `since` is the moment from which time counts for whoever is running; it may lie ahead."""

    settings: ClockSettings | None = None
    left: list[int] = field(default_factory=list)
    patience: int = 0  # for which a lost connection stops the clock, in each turn
    running: int | None = None
    halted: bool = False
    since: int = 0
    grace: int = 0  # what is left of the patience in this turn
    away_since: int | None = None

    @classmethod
    def wound(cls, settings: ClockSettings | None, seats: int, patience: int) -> Clock:
        """A clock as it is when the game starts; `patience` in seconds."""
        return cls(settings, [settings.seconds * SECOND if settings else 0] * seats, patience * SECOND)

    def left_at(self, seat: int, now: int) -> int:
        """Milliseconds left at a moment."""
        counting = seat == self.running and not self.halted
        return max(0, self.left[seat] - (max(0, now - self.since) if counting else 0))

    def zero(self) -> int | None:
        """When the running clock will be at zero, if nothing else happens."""
        if self.running is None or self.halted:
            return None
        return self.since + self.left[self.running]

    def charge(self, now: int) -> None:
        """Book the time that has passed."""
        if self.running is not None and not self.halted:
            self.left[self.running] = self.left_at(self.running, now)
            self.since = max(self.since, now)

    def skip(self, now: int) -> None:
        """Nobody is charged for the time that has passed."""
        self.since = max(self.since, now)

    def turn(self, seat: int | None, now: int) -> None:
        """A turn begins, of the same seat or another one, or nobody's is left."""
        if self.settings is None:
            return
        self.charge(now)
        if self.running is not None:
            self.left[self.running] += self.settings.increment * SECOND
        self.running = seat
        self.since = now
        self.grace = self.patience
        self.away_since = None
        if seat is not None and self.settings.per == ClockPer.MOVE:
            self.left[seat] = self.settings.seconds * SECOND

    def away(self, seat: int, now: int) -> None:
        """A lost connection stops the clock as long as there is grace in this turn (dialects, "absence")."""
        if seat == self.running:
            self.charge(now)
            self.away_since = now
            self.since = max(self.since, now + self.grace)

    def back(self, seat: int, now: int) -> None:
        if seat == self.running and self.away_since is not None:
            self.charge(now)
            self.grace = max(0, self.grace - (now - self.away_since))
            self.away_since = None
            self.since = now

    def halt(self, now: int) -> None:
        """Everything stands still."""
        self.charge(now)
        self.halted = True

    def go(self, now: int) -> None:
        self.halted = False
        self.since = max(self.since, now)
