"""The time of the machine, for whoever is not given another one."""

from __future__ import annotations

import time


class WallClock:
    def __call__(self) -> int:
        """Milliseconds since 1970, as the machine has it: somebody may set that forward or back."""
        return time.time_ns() // 1_000_000

    def steady(self) -> int:
        """Milliseconds since some moment. They pass at the same pace whatever is set."""
        return time.monotonic_ns() // 1_000_000


wall_clock = WallClock()
