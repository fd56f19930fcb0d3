"""A command that waits for its turn, and the entry on its way to the disk that it became."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.house.apply import Prepared
from ludoteca.house.entries import Entry
from ludoteca.house.table import Table
from ludoteca.house.views import AudienceEvents
from ludoteca.store.contract import Summary

from .announcements import Listener
from .presence import CommandSource

Answer = int | Exception  # the number of the entry that a command made, or why it made none
Answered = Callable[[Answer], None]


@dataclass(eq=False, slots=True)
class PendingCommand:
    """A command that waits for its turn, who sits down by it (if a listener does), and what to do with the answer."""

    asked: CommandSource
    answered: Answered
    sitting: Listener | None


@dataclass(eq=False, slots=True)
class PendingEntry:
    """An entry on its way to the disk. `after` is the table with it, or `before` itself when it is applied later."""

    entry: Entry
    body: bytes
    digest: str
    prepared: Prepared | None
    audience_events: AudienceEvents
    before: Table
    after: Table
    summary: Summary | None
    since: float
