"""A proof: what it shows, how much of it belongs to continuous integration and how much to the full command."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Proof:
    run: Callable[[int], str]
    unit: str
    slice: int
    whole: int

    @property
    def name(self) -> str:
        return self.run.__name__.replace("_", "-")

    @property
    def purpose(self) -> str:
        return (self.run.__doc__ or "").splitlines()[0]

    def amount(self, scale: str) -> int:
        return {"ci": self.slice, "full": self.whole}.get(scale) or int(scale)


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Pass the items on and say now and then how far it is."""
    start = last = time.monotonic()
    for number, item in enumerate(items):
        yield item
        now = time.monotonic()
        if now - last > 10:
            last = now
            print(f"    {number + 1:,} of {total:,} {what}, {now - start:.0f} s", file=sys.stderr)
