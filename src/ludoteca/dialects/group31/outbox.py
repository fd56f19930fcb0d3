"""Notifications on their way to one client: one at a time, the next when the last was acknowledged."""

from __future__ import annotations

from collections import deque

from .messages import StudentToDiningRoomMoved, name

PATIENCE = 10.0  # seconds for an acknowledgment; then the connection counts as lost
# A round of three others brings some sixty notifications. Whoever is so far behind sees the table anew on his return.
MOST_WAITING = 256

NOT_AWAITED = b'{"type":"%b"' % name(StudentToDiningRoomMoved).encode()


class Outbox:
    __slots__ = ("_since", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[bytes] | None = None  # lines; there is no deque while there is nothing to wait for
        self._since: float | None = None  # when the notification was sent that has to be acknowledged

    def add(self, lines: bytes, now: float) -> bytes:
        """Take notifications, each a line; gives back what can be sent at once."""
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.extend(lines.splitlines(keepends=True))
        return b"" if self._since is not None else self._next(now)

    def acknowledged(self, now: float) -> bytes:
        """The client has the last one; gives back what can be sent now. One acknowledgment too many does no harm."""
        self._since = None
        return self._next(now)

    def clear(self) -> None:
        """Nothing of what waits is of interest any more."""
        self._waiting = self._since = None

    def _next(self, now: float) -> bytes:
        sent = b""
        while self._waiting and self._since is None:
            line = self._waiting.popleft()
            if not line.startswith(NOT_AWAITED):
                self._since = now
            sent += line
        if not self._waiting:
            self._waiting = None
        return sent

    def lost(self, now: float) -> bool:
        """Whether the client is silent for too long or too far behind."""
        if self._waiting is not None and len(self._waiting) > MOST_WAITING:
            return True
        return self._since is not None and now - self._since >= PATIENCE
