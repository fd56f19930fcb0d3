"""What all tables of a server share."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ludoteca.analysis.reports import Advice
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house.entries import Entry
from ludoteca.house.table import Table
from ludoteca.store.contract import Store

from .table.presence import OnlyHere, Roster

if TYPE_CHECKING:
    from .table.actor import TableActor


class Clock(Protocol):
    """`wall_clock.py`, or what tests give: milliseconds since 1970, and some that nobody sets."""

    def __call__(self) -> int: ...

    def steady(self) -> int: ...


PlaysFor = Callable[[Table, int], Awaitable[int | None]]  # what a stand-in decides; None: whatever the house chooses

STORE_PATIENCE = 5.0  # seconds after which what has to be written down is tried again when the store could not take it


async def nothing_reported(code: str, by: str, name: str, line: int | None, reason: str, address: str) -> None:
    """Where there is no operator."""


async def nobody_advises(table: Table, seat: int, address: str) -> Advice:
    """Where nothing thinks."""
    raise Trouble(Problem.NO_ADVICE)


@dataclass
class TableContext:
    store: Store
    now: Clock
    changed: Callable[[TableActor], None] = field(default=lambda actor: None)  # called after each entry and on waking
    wrote: Callable[[Entry, float], None] = field(default=lambda entry, seconds: None)  # how long it took to the disk
    conflicted: Callable[[], None] = field(default=lambda: None)  # another node was faster with an entry
    roster: Roster = field(default_factory=OnlyHere)
    chance: Callable[[int], bytes] = secrets.token_bytes  # so many bytes that nobody can guess
    asked: Callable[[float], None] = field(default=lambda wait: None)  # in how many seconds others want a bot to decide
    noted: Callable[[str], None] = field(default=lambda name: None)  # another node has changed a note of the operator
    check_speaker: Callable[[str, str], None] = field(default=lambda name, address: None)  # Trouble for who is muted
    report: Callable[[str, str, str, int | None, str, str], Awaitable[None]] = field(default=nothing_reported)
    play_for: PlaysFor | None = None  # without it the house chooses for people who are away
    advise: Callable[[Table, int, str], Awaitable[Advice]] = field(default=nobody_advises)
    on_duty: bool = True  # whether what the house has to do is done here
    dropped: list[Callable[[str], None]] = field(default_factory=list)  # called with the code of a deleted table
    changes: int = 0  # entries so far that change what lists show
    drops: int = 0  # tables so far that were deleted or written anew: no list may show them any longer
