"""One terminal: lines out, lines in. Streams are given, so that tests can play."""

from __future__ import annotations

from typing import Protocol, TextIO

from .phrases import phrase

FRAMES = "─│┌┐└┘├┤┬┴┼"
PLAIN_FRAMES = str.maketrans(FRAMES, "-|+++++++++")


class Left(Exception):
    """The person has left the table."""


class Lines(Protocol):
    """Where lines come from; an empty one is the end."""

    def readline(self) -> str: ...


class Screen:
    def __init__(self, source: Lines, target: TextIO) -> None:
        self._source = source
        self._target = target
        self._encoding = target.encoding or "utf-8"
        try:
            FRAMES.encode(self._encoding)
            self._frames: dict[int, int] = {}
        except UnicodeEncodeError:
            self._frames = PLAIN_FRAMES

    def say(self, text: str, end: str = "\n") -> None:
        shown = text.translate(self._frames).encode(self._encoding, "replace").decode(self._encoding)
        self._target.write(shown + end)
        self._target.flush()

    def ask(self) -> str:
        """The next line in small letters, blanks trimmed. The end of the input is a way of leaving."""
        self.say(phrase("prompt"), end="")
        line = self._source.readline()
        if not line:
            self.say("")
            raise Left
        return " ".join(line.lower().split())
