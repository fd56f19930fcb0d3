"""What a connection does with lines, whatever they say: reads them in order, asks one thing at a time, notifies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator

from ludoteca.dialects.contract import Answer, Close, Effect, Send
from ludoteca.dialects.lines import Lines, Unreadable

from . import messages
from .messages import FromClient
from .outbox import Outbox
from .wire import read, write

Deeds = Iterator[Effect]
Then = Callable[[Answer, float], Deeds]

MALFORMED = write(messages.ArgumentNotCorrectError())
IMPOSSIBLE = write(messages.ImpossibleActionError())


class Speaking(ABC):
    """One end of a line. Subclasses say what is done with a request."""

    __slots__ = ("_lines", "_outbox", "_over", "_then")

    def __init__(self) -> None:
        self._lines = Lines()
        self._outbox = Outbox()
        self._then: Then | None = None  # what to do with the answer that is awaited
        self._over = False

    @abstractmethod
    def _judge(self, request: FromClient, now: float) -> Deeds:
        """What is to be done about a request."""

    # ------------------------------------------------------------ what the shell calls

    def opened(self, now: float) -> Iterable[Effect]:
        return ()

    def turned_away(self, now: float) -> Iterable[Effect]:
        """The document has no texts in its refusals: whatever he asks for cannot be done now."""
        return [Send(IMPOSSIBLE)]

    def receive(self, data: bytes, now: float) -> Iterable[Effect]:
        self._lines.add(data)
        return self._go_on(now)

    def answered(self, answer: Answer, now: float) -> Iterable[Effect]:
        then, self._then = self._then, None
        assert then is not None
        yield from then(answer, now)
        yield from self._go_on(now)

    def tick(self, now: float) -> Iterable[Effect]:
        return [Close()] if self._outbox.lost(now) else ()

    def farewell(self, now: float) -> Iterable[Effect]:
        return ()

    # ------------------------------------------------------------ line by line

    def _go_on(self, now: float) -> Deeds:
        try:
            while self._then is None and not self._over and (line := self._lines.take()) is not None:
                yield from self._read(line, now)
        except Unreadable:
            yield from self._hang_up(Send(MALFORMED))

    def _read(self, line: bytes, now: float) -> Deeds:
        request = read(line)
        if request is not None:
            yield from self._judge(request, now)
        elif self._lines.malformed(now):
            yield from self._hang_up(Send(MALFORMED))
        else:
            yield Send(MALFORMED)

    def _hang_up(self, *last: Effect) -> Deeds:
        self._over = True
        yield from last
        yield Close()

    def _ask(self, effect: Effect, then: Then) -> Deeds:
        self._then = then
        yield effect

    def _notify(self, lines: bytes, now: float) -> Deeds:
        sent = self._outbox.add(lines, now) if lines else b""
        if self._outbox.lost(now):
            yield from self._hang_up()
        elif sent:
            yield Send(sent)
