"""A line in which owners take turns: however much one of them has waiting, the next thing of another comes soon."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairLine(Generic[T]):
    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[T]] = {}  # by owner; whose turn is next comes first
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, owner: Hashable, item: T) -> None:
        self._waiting.setdefault(owner, deque()).append(item)
        self._length += 1

    def appendleft(self, owner: Hashable, item: T) -> None:
        """It is the next one of all."""
        waiting = self._waiting.pop(owner, deque())
        waiting.appendleft(item)
        self._waiting = {owner: waiting, **self._waiting}
        self._length += 1

    def popleft(self) -> T:
        owner = next(iter(self._waiting))
        waiting = self._waiting.pop(owner)
        item = waiting.popleft()
        if waiting:
            self._waiting[owner] = waiting
        self._length -= 1
        return item

    def pop_of_longest(self) -> T:
        """The last one of the owner who has most, and of several the one whose turn is last."""
        owner = max(reversed(self._waiting), key=lambda each: len(self._waiting[each]))
        item = self._waiting[owner].pop()
        if not self._waiting[owner]:
            del self._waiting[owner]
        self._length -= 1
        return item
