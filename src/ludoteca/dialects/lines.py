"""Lines on a stream, the same for every dialect: UTF-8, ended by LF or CR LF, at most 64 KiB each.

A connection adds what came to its `Lines` and takes line after line. What it has not taken yet stays, so it can stop
at a line that has to be answered first:

    self.lines.add(data)
    while not self.asking and (line := self.lines.take()) is not None:
        ...

Three things end a connection: a line that is too long (`LineTooLong`, raised once), the beginning of a stream of Java
objects (`JavaStream`), and the tenth line within a minute that was no message (`malformed`). Moves that are refused
never do.
"""

from __future__ import annotations

LONGEST_LINE = 64 * 1024  # bytes, without the end of the line
MOST_MALFORMED = 10
MALFORMED_WITHIN = 60.0  # seconds


JAVA_STREAM = b"\xac\xed\x00\x05"  # what Java writes first when it writes objects: there will be no end of a line


class Unreadable(ValueError):
    """Nobody knows where the next line begins, so nothing more can be read."""

    sentence = ""

    def __init__(self) -> None:
        super().__init__(self.sentence)


class LineTooLong(Unreadable):
    """Longer than anything that a client has to say."""

    sentence = f"A line has at most {LONGEST_LINE} bytes."


class JavaStream(Unreadable):
    """Objects as Java writes them, from a client that was made for another server."""

    sentence = "Those are objects as Java writes them. Here every message is a line of text."


class Lines:
    """What has come from one client and was not taken yet. Costs next to nothing while that is nothing."""

    __slots__ = ("_broken", "_malformed", "_rest", "_searched")

    def __init__(self) -> None:
        self._rest = b""
        self._searched = 0  # bytes of the rest in which there is no LF
        self._broken = False
        self._malformed: list[float] = []

    def add(self, data: bytes) -> None:
        if not self._broken:
            self._rest = self._rest + data if self._rest else bytes(data)

    def take(self) -> bytes | None:
        """The next line without its end, or None when no whole one is there. Empty lines are left out."""
        start, found = 0, None
        while found is None and (end := self._rest.find(b"\n", max(start, self._searched))) >= 0:
            line = self._rest[start:end].removesuffix(b"\r")
            start = end + 1
            found = line or None
        if start:
            self._rest = self._rest[start:]
        self._searched = 0 if found is not None else len(self._rest)
        if len(found if found is not None else self._rest.removesuffix(b"\r")) > LONGEST_LINE:
            self._break()
            raise LineTooLong
        if (found or self._rest).startswith(JAVA_STREAM):
            self._break()
            raise JavaStream
        return found

    def _break(self) -> None:
        self._broken = True
        self._rest = b""

    @property
    def waiting(self) -> bool:
        """Whether bytes are there that were not taken, be they a whole line or not."""
        return bool(self._rest)

    def malformed(self, now: float) -> bool:
        """Note a line that was no message; True when the connection has to end for it. It is answered all the same."""
        self._malformed = [time for time in self._malformed if now - time < MALFORMED_WITHIN]
        self._malformed.append(now)
        return len(self._malformed) >= MOST_MALFORMED
