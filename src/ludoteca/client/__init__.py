"""A house for programs: bots, terminals, tests. See docs/client.md.

>>> from ludoteca.client import House, Options
"""

from ludoteca.dialects.house.messages import Advice, Entry, Lines, Moving, Welcome
from ludoteca.house.entries import Look
from ludoteca.house.options import ClockSettings, Options, Patience
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from .backoff import Backoff
from .errors import Gone, HouseError, Refused, Unreachable
from .house import House
from .news import News, Skipped
from .table import Table

__all__ = [
    "Advice",
    "Backoff",
    "ClockSettings",
    "Entry",
    "Gone",
    "House",
    "HouseError",
    "Lines",
    "Look",
    "Moving",
    "News",
    "Options",
    "Patience",
    "Phase",
    "Refused",
    "Skipped",
    "Table",
    "TableView",
    "Unreachable",
    "Welcome",
]
