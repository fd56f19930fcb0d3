"""What happened at a table, in order, for whoever reads it in his own time."""

from __future__ import annotations

from collections import deque

import msgspec

from ludoteca.dialects.house.messages import Entry, Lines, Welcome

MOST_NEWS = 64  # kept for a reader who is slow, or for nobody: each has a view of some kilobytes


class Skipped(msgspec.Struct, frozen=True):
    """So many entries and messages came and went unread. `view` of the table is the newest all the same."""

    count: int


News = Entry | Lines | Welcome | Skipped


class NewsQueue:
    """Keeps the newest. What has no room any more is counted, and the count stands where it was."""

    def __init__(self, most: int = MOST_NEWS) -> None:
        self._most = most
        self._kept: deque[Entry | Lines | Welcome] = deque()
        self._skipped = 0

    def __bool__(self) -> bool:
        return bool(self._skipped or self._kept)

    def put(self, news: Entry | Lines | Welcome) -> None:
        self._kept.append(news)
        while len(self._kept) > self._most:
            self._kept.popleft()
            self._skipped += 1

    def skip(self, count: int) -> None:
        """So many were never told. What is still unread goes with them, so that the order stays clear."""
        self._skipped += len(self._kept) + count
        self._kept.clear()

    def take(self) -> News:
        if self._skipped:
            skipped, self._skipped = self._skipped, 0
            return Skipped(skipped)
        return self._kept.popleft()
