"""The time at a table that is awake: the machine's when the table woke, and from there on as fast as time passes.

When the clock of the machine is set, forward or back, or the machine was asleep for an hour, nobody at a table has
used that time: no clock runs down, no vote and no patience ends by it. The next time the table wakes, it takes the
machine's time again.
"""

from __future__ import annotations

from ludoteca.server.context import Clock

FAR_AHEAD = 60_000  # milliseconds: clocks of machines differ by less


class TableTime:
    """Call it for milliseconds since 1970. `last` is the time of the last entry."""

    __slots__ = ("_clock", "_offset")

    def __init__(self, clock: Clock, last: int) -> None:
        self._clock = clock
        self._offset = clock() - clock.steady()
        self.heard(last)

    def __call__(self) -> int:
        return self._clock.steady() + self._offset

    def heard(self, time: int) -> None:
        """An entry has that time. If it is far ahead, a clock was wrong when it was written, here or at another node:
        time goes on from there, and nobody waits until it has come."""
        if time - self() >= FAR_AHEAD:
            self._offset = time - self._clock.steady()
