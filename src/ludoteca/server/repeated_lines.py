"""One log line for a flood of equal ones: what clients can cause as often as they like must not fill a disk.

The first line is written at once. Equal ones that follow within a minute are counted, and the number is written once
the minute is over. Lines are equal when they say the same and, of their other members, those agree that tell apart what
an operator does about it: which table it was, and whose sentence, makes no difference. Some of these members are chosen
by clients, so beyond `MOST` kinds they make no difference either.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

EVERY = 60.0  # seconds in which equal lines are written once
MOST = 500  # kinds of lines that are remembered; the sources have some dozens
TOLD_APART_BY = ("code", "dialect", "guessed", "host")
COUNTED = "_counted"  # marks a line that says how many there were

Excepted = BaseException | tuple[type[BaseException] | None, BaseException | None, TracebackType | None] | bool | None


@dataclass
class Kind:
    """Lines that are equal: what they say, when one was last written, and how many were not since."""

    level: str
    event: str
    written: float
    members: dict[str, str] = field(default_factory=dict)  # that tell it from others
    left_out: int = 0


class RepeatedLines:
    """A processor of structlog, and what decides for lines of the standard library."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._kinds: dict[Hashable, Kind] = {}
        self._lock = Lock()  # threads write lines, too

    def __len__(self) -> int:
        return len(self._kinds)

    def __call__(self, logger: WrappedLogger, level: str, line: EventDict) -> EventDict:
        if line.pop(COUNTED, False):
            return line
        event = str(line.get("event", ""))
        members = {member: str(line[member]) for member in TOLD_APART_BY if member in line}
        left_out = self.count((*members.items(), place_of(line.get("exc_info"))), level, event, members)
        if left_out is None:
            raise structlog.DropEvent
        if left_out:
            line["more"] = left_out
        return line

    def count(self, apart: Hashable, level: str, event: str, members: dict[str, str] | None = None) -> int | None:
        """How many equal lines were left out before this one, which is written; None when it is left out itself."""
        now = self._monotonic()
        with self._lock:
            key: Hashable = (level, event, apart)
            if key not in self._kinds and len(self._kinds) >= MOST:
                self._forget_quiet(now)
                if len(self._kinds) >= MOST:
                    key, members = (level, event), None
            kind = self._kinds.get(key)
            if kind is not None and now - kind.written < EVERY:
                kind.left_out += 1
                return None
            self._kinds[key] = Kind(level, event, now, members or {})
            return 0 if kind is None else kind.left_out

    def _forget_quiet(self, now: float) -> None:
        """What was left out of the others is still to be written."""
        for key in [key for key, kind in self._kinds.items() if now - kind.written >= EVERY and not kind.left_out]:
            del self._kinds[key]

    def clear(self) -> None:
        with self._lock:
            self._kinds.clear()

    def due(self) -> list[Kind]:
        """Kinds whose minute is over, of which lines were left out. Each is given once; quiet ones are forgotten."""
        now = self._monotonic()
        with self._lock:
            over = [key for key, kind in self._kinds.items() if now - kind.written >= EVERY]
            found = [self._kinds.pop(key) for key in over]
            return [kind for kind in found if kind.left_out]


class RepeatedRecords(logging.Filter):
    """The same for lines of libraries that use the standard library's logging."""

    def __init__(self, lines: RepeatedLines) -> None:
        super().__init__()
        self._lines = lines

    def filter(self, record: logging.LogRecord) -> bool:
        apart = (record.name, place_of(record.exc_info))
        left_out = self._lines.count(apart, record.levelname.lower(), str(record.msg))
        if left_out:
            record.msg = f"{record.msg} (and {left_out} more)"
        return left_out is not None


def place_of(excepted: Excepted) -> Hashable:
    """What was raised and where: two mistakes of the program are two kinds of lines."""
    error: Any = excepted
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    if not isinstance(error, BaseException):
        return None
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (type(error), trace and trace.tb_frame.f_code.co_filename, trace and trace.tb_lineno)


def write_due(lines: RepeatedLines) -> None:
    """Write how many equal lines were left out."""
    log = structlog.get_logger()
    for kind in lines.due():
        level = getattr(logging, kind.level.upper(), logging.WARNING)
        log.log(level, kind.event, more=kind.left_out, **kind.members, **{COUNTED: True})
