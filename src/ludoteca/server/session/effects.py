"""What the connection of a dialect wants done, done in order: bytes sent, questions asked one after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from ludoteca.dialects.contract import Ask, Close, Connection, Effect, Send


class ClientTransport(Protocol):
    """How bytes reach the client, and when no more are read from it."""

    def write(self, lines: bytes) -> None: ...

    def hold(self, holding: bool) -> None:
        """Read nothing from the client until there is an answer."""

    def close(self) -> None:
        """Hang up, once everything was written."""

    def charge(self, cost: float) -> None:
        """The client asks for more work than most do."""

    def failed(self, error: Exception) -> None:
        """The dialect has a mistake: nothing more can be said in it."""


class EffectRunner(ABC):
    """Keeps a connection going. A subclass says how a question is asked (`_begin`) and how to `hang_up`."""

    __slots__ = ("_asking", "_asks", "_came", "_connection", "_effects", "_now", "_over", "_performing", "_transport")

    def __init__(self, connection: Connection, transport: ClientTransport, now: Callable[[], float]) -> None:
        self._connection = connection
        self._transport = transport
        self._now = now
        self._asking = False
        self._asks: list[Ask] = []  # what waits for the answer before
        self._effects: list[Effect] = []
        self._performing = False
        self._came = b""  # what the client has sent while an answer is awaited
        self._over = False

    @abstractmethod
    def _begin(self, ask: Ask) -> None:
        """Ask it; as soon as `_asking` is False again the next one is asked."""

    @abstractmethod
    def hang_up(self) -> None: ...

    @property
    def asking(self) -> bool:
        return self._asking

    def opened(self) -> None:
        self._let(self._connection.opened)

    def receive(self, data: bytes) -> None:
        """Bytes that came. While an answer is awaited they are kept, and no more are wanted."""
        if self._over:
            return
        self._came += data
        if self._asking:
            self._transport.hold(True)
        else:
            self._perform(())

    def tick(self) -> None:
        self._let(self._connection.tick)

    def turn_away(self) -> None:
        """Instead of `opened`: the house lets nobody in here."""
        self._end_with(self._connection.turned_away)

    def farewell(self) -> None:
        """The house is about to close."""
        self._end_with(self._connection.farewell)

    def _end_with(self, last_words: Callable[[float], Iterable[Effect]]) -> None:
        self._let(last_words)
        if not self._over:
            self.hang_up()
            self._transport.close()

    def _let(self, step: Callable[[float], Iterable[Effect]]) -> None:
        """Let the connection go on, and do what it wants done."""
        if not self._over:
            self._perform(self._wanted(step))

    def _wanted(self, step: Callable[[float], Iterable[Effect]]) -> list[Effect]:
        """All of it before any of it is done: what is done may be answered at once."""
        try:
            return list(step(self._now()))
        except Exception as error:  # noqa: BLE001 - a mistake of a dialect ends one connection and nothing else
            self._effects.clear()
            self.hang_up()
            self._transport.failed(error)
            return []

    def _perform(self, effects: Iterable[Effect]) -> None:
        self._effects += effects
        if self._performing:
            return
        self._performing = True
        try:
            while self._next_step():
                pass
        finally:
            self._performing = False
        if not self._asking and not self._over:
            self._transport.hold(False)

    def _next_step(self) -> bool:
        """What is to be done, what waits to be asked, what the client has sent: in that order."""
        if self._effects:
            self._do(self._effects.pop(0))
        elif self._over or self._asking:
            return False
        elif self._asks:
            self._begin(self._asks.pop(0))
        elif self._came:
            came, self._came = self._came, b""
            self._effects += self._wanted(partial(self._connection.receive, came))
        else:
            return False
        return True

    def _do(self, effect: Effect) -> None:
        match effect:
            case Send():
                if not self._over:
                    self._transport.write(effect.lines)
            case Close():
                if not self._over:
                    self.hang_up()
                    self._transport.close()
            case _ if not self._over:
                self._asks.append(effect)
