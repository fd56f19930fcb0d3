"""What all tables of a server share."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludoteca.house.entries import Entry
from ludoteca.store.contract import Store

from .presence import OnlyHere, Roster

if TYPE_CHECKING:
    from .live import LiveTable

Clock = Callable[[], int]  # milliseconds since 1970

STORE_PATIENCE = 5.0  # seconds after which what has to be written down is tried again when the store could not take it


@dataclass
class Surroundings:
    store: Store
    now: Clock
    changed: Callable[[LiveTable], None] = field(default=lambda live: None)  # called after each entry and on waking
    wrote: Callable[[Entry, float], None] = field(default=lambda entry, seconds: None)  # how long it took to the disk
    conflicted: Callable[[], None] = field(default=lambda: None)  # another node was faster with an entry
    roster: Roster = field(default_factory=OnlyHere)
    chance: Callable[[int], bytes] = secrets.token_bytes  # so many bytes that nobody can guess
    asked: Callable[[float], None] = field(default=lambda wait: None)  # in how many seconds others want a bot to decide
    on_duty: bool = True  # whether what the house has to do is done here
    changes: int = 0  # entries so far that change what lists show
