"""What a client knows of a table: the newest view, what was said, and who sits where while entries go by."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from ludoteca.dialects.house.messages import Entry, Happened, Lines, Welcome
from ludoteca.house.chat import Line
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from .news import NewsQueue


class Bell:
    """Wakes everybody who waits for something to change."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self) -> None:
        await self._event.wait()


@dataclass(frozen=True)
class Roster:
    """Who sits where just before an entry. Seats move up when somebody rises."""

    names: tuple[str, ...]
    you: int | None

    @classmethod
    def of(cls, view: TableView) -> Roster:
        return cls(tuple(seat.name for seat in view.seats), view.you)

    @property
    def name(self) -> str | None:
        return self.called(self.you)

    def called(self, seat: int | None) -> str | None:
        return self.names[seat] if seat is not None and 0 <= seat < len(self.names) else None

    def after(self, happened: Happened) -> Roster:
        what = happened.what
        if what.get("kind") == "sat":
            return Roster((*self.names, what.get("name", "")), self.you)
        if what.get("kind") != "rose":
            return self
        seat, you = what.get("seat", len(self.names)), self.you
        if you is not None and seat <= you:
            you = None if seat == you else you - 1
        return Roster(self.names[:seat] + self.names[seat + 1 :], you)


@dataclass(frozen=True)
class Heard:
    """What a message told: entries with the roster before each, and lines of the chat. `gap`: some are missing."""

    entries: Sequence[tuple[Happened, Roster]] = ()
    lines: Sequence[Line] = ()
    gap: bool = False


@dataclass
class TableState:
    news: NewsQueue = field(default_factory=NewsQueue)
    bell: Bell = field(default_factory=Bell)
    muted: set[str] = field(default_factory=set)
    heard: int = 0  # the last line of the chat
    commitment: str = ""  # as it was shown first, before a nonce was brought
    seated: bool = False  # ever
    _view: TableView | None = None

    @property
    def view(self) -> TableView:
        assert self._view is not None  # nobody is given a table before it was seen
        return self._view

    @property
    def last(self) -> TableView | None:
        """The view, or None before the table was seen: whoever claims a seat sees it afterwards."""
        return self._view

    @property
    def seen(self) -> int | None:
        """The last entry."""
        return None if self._view is None else self._view.number

    @property
    def closed(self) -> bool:
        return self._view is not None and self._view.phase is Phase.CLOSED

    @property
    def unseated(self) -> bool:
        """Somebody who had a seat has it no longer."""
        return self.seated and self._view is not None and self._view.you is None

    @property
    def over(self) -> bool:
        """Nothing happens here any more, as far as this client is concerned."""
        return self.closed or self.unseated

    @property
    def present(self) -> bool:
        """Whether the house has noted that the seat is connected."""
        view = self.view
        return view.you is not None and view.seats[view.you].connected

    def welcome(self, message: Welcome) -> Heard:
        """The missed entries come as news too, each with the view of the welcome; then the welcome itself."""
        before, view = self._view, message.view
        gap = before is not None and message.missed is None and view.number > before.number
        missed: list[tuple[Happened, Roster]] = []
        if before is None:
            self.commitment = view.commitment
        elif gap:
            self.news.skip(view.number - before.number)
        else:
            roster = Roster.of(before)
            for happened in message.missed or ():
                missed.append((happened, roster))
                roster = roster.after(happened)
                self.news.put(Entry(entry=happened, view=view))
        lines = self._listen(message.lines)
        self.news.put(message)
        self._show(view)
        return Heard(missed, lines, gap)

    def entry(self, message: Entry) -> Heard:
        roster = Roster.of(self.view)
        self.news.put(message)
        self._show(message.view)
        return Heard([(message.entry, roster)])

    def lines(self, message: Lines) -> Heard:
        lines = self._listen(message.lines)
        self.bell.ring()
        return Heard(lines=lines)

    def _listen(self, lines: list[Line]) -> list[Line]:
        """The lines that are new, also those that nobody wants to read."""
        new = [line for line in lines if line.number > self.heard]
        readable = [line for line in new if line.name not in self.muted]
        if readable:
            self.news.put(Lines(lines=readable))
        if new:
            self.heard = new[-1].number
        return new

    def _show(self, view: TableView) -> None:
        self._view = view
        self.seated = self.seated or view.you is not None
        self.bell.ring()


def free_name(view: TableView, level: str) -> str:
    """What the house would call a bot of this level: the level, and the first number that nobody has."""
    names = {seat.name for seat in view.seats}
    number = 1
    while f"{level}-{number}" in names:
        number += 1
    return f"{level}-{number}"


def same_question(asked: TableView | None, now: TableView | None) -> bool:
    """Whether what somebody asked at the table is still what it was; who has agreed since does not matter."""
    if asked is None or now is None:
        return asked is now
    if asked.request is None or now.request is None:
        return asked.request is now.request
    return msgspec.structs.replace(asked.request, agreed=[]) == msgspec.structs.replace(now.request, agreed=[])
