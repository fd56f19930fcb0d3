"""A terminal for tests: typed lines go in, and the whole session can be read as a person would see it."""

import io
from collections.abc import Iterable, Iterator

from ludoteca.terminal.screen import Screen

CTRL_C = "\x03"


class Keyboard:
    """Types line by line, visibly. The end of the lines is the end of the input."""

    def __init__(self, lines: Iterable[str], shown: io.StringIO) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._shown = shown

    def readline(self) -> str:
        line = next(self._lines, None)
        if line == CTRL_C:
            raise KeyboardInterrupt
        if line is None:
            return ""
        self._shown.write(f"{line}\n")
        return f"{line}\n"


class Session:
    """A screen, and what stands on it."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._shown = io.StringIO()
        self.screen = Screen(Keyboard(lines, self._shown), self._shown)

    @property
    def text(self) -> str:
        return self._shown.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()
