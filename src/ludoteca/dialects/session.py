"""The server's end of one client's connection, as far as it is the same in every dialect.

Lines are taken one after the other. One thing is asked of the house at a time, and what is to be done with the answer
waits as `_then`; until it comes no further line is taken. A line that is no message is answered; too many of them, or
bytes that are no lines, end the connection.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from .contract import Answer, Ask, Close, Effect, Send
from .lines import Lines, Unreadable
from .messages import Malformed

Effects: TypeAlias = Iterator[Effect]
Then: TypeAlias = Callable[[Answer], Iterable[Effect]]


class LineSession(ABC):
    """`_now` is the time of the call that is under way. `_held` is what waits until the house has answered."""

    __slots__ = ("_ended", "_held", "_lines", "_now", "_then")

    def __init__(self) -> None:
        self._lines = Lines()
        self._then: Then | None = None
        self._held = b""
        self._ended = False
        self._now = 0.0

    # ------------------------------------------------------------ what a dialect says

    @abstractmethod
    def _read(self, line: bytes) -> Iterable[Effect]:
        """What is to be done about a line; or Malformed."""

    @abstractmethod
    def _complaint(self, line: bytes, sentence: str) -> bytes:
        """What somebody is answered whose line, or whose bytes when there is none, mean nothing."""

    # ------------------------------------------------------------ what the server calls

    def opened(self, now: float) -> Iterable[Effect]:
        """The client speaks first, unless a dialect has it otherwise."""
        return ()

    def receive(self, data: bytes, now: float) -> list[Effect]:
        self._now = now
        self._lines.add(data)
        return list(self._go_on())

    def answered(self, answer: Answer, now: float) -> list[Effect]:
        self._now = now
        then, self._then = self._then, None
        effects = [] if then is None else list(then(answer))
        if self._then is None:
            effects += self._release()
        return [*effects, *self._go_on()]

    def tick(self, now: float) -> Iterable[Effect]:
        return ()

    def farewell(self, now: float) -> Iterable[Effect]:
        """The documents know no last words, but for those that say so."""
        return ()

    # ------------------------------------------------------------ lines

    def _go_on(self) -> Effects:
        """Take lines until one has to be answered first."""
        while not self._busy and not self._ended:
            try:
                line = self._lines.take()
            except Unreadable as problem:
                yield from self._end(self._complaint(b"", problem.sentence))
                return
            if line is None:
                return
            try:
                yield from self._read(line)
            except Malformed as problem:
                self._ended = self._lines.malformed(self._now)
                yield Send(self._complaint(line, problem.sentence))
                if self._ended:
                    yield Close()

    @property
    def _busy(self) -> bool:
        """Whether the house has to answer first."""
        return self._then is not None

    def _ask(self, ask: Ask, then: Then) -> Effects:
        self._then = then
        yield ask

    def _end(self, last_words: bytes = b"") -> Effects:
        """Nothing more is read from this client."""
        self._ended = True
        if last_words:
            yield Send(last_words)
        yield Close()

    # ------------------------------------------------------------ what waits

    def _hold(self, lines: bytes) -> Effects:
        """News of the table: while the house has to answer something, the client is answered first."""
        self._held += lines
        if not self._busy:
            yield from self._release()

    def _release(self) -> Effects:
        if self._held:
            lines, self._held = self._held, b""
            yield Send(lines)
