"""Which game comes next: the seed that was given, or one that follows from the last one given."""

from __future__ import annotations

import secrets

from ludoteca.rules import draws

SEEDS = 1 << 64


class Seeds:
    """Before any was given, they begin by chance."""

    def __init__(self) -> None:
        self._last: int | None = None

    def next(self, given: int | None) -> int:
        if given is not None:
            self._last = given % SEEDS
        elif self._last is None:
            self._last = secrets.randbits(64)
        else:
            self._last = draws.mixed(self._last, 0)
        return self._last
