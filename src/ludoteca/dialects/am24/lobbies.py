"""The tables as a client without a seat sees them. A table keeps its `lobbyIndex` as long as it is in the list."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ludoteca.house.lobby import Listing
from ludoteca.house.table import Phase

from . import shaping
from .messages import Welcome
from .wire import line

MOST_SHOWN = 100  # so that the list fits into one line of 64 KiB, whatever the names


class Lobbies:
    """Numbers are given in the order of the first list and never twice, so that none means another table later."""

    __slots__ = ("_next", "_numbers", "_shown")

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._next = 0
        self._shown = 0  # what was sent last, as a hash: the list itself would be large

    def news(self, listings: Sequence[Listing]) -> bytes:
        """The list for the client, or nothing when it knows it."""
        listings = shown(listings)
        numbers: dict[str, int] = {}
        for listing in listings:
            if listing.code in self._numbers:
                numbers[listing.code] = self._numbers[listing.code]
            else:
                numbers[sys.intern(listing.code)] = self._next  # the same text for all who wait
                self._next += 1
        self._numbers = numbers
        written = line(Welcome(lobbies=[shaping.lobby(listing, numbers[listing.code]) for listing in listings]))
        if hash(written) == self._shown:
            return b""
        self._shown = hash(written)
        return written

    def code(self, index: int) -> str | None:
        return next((code for code, number in self._numbers.items() if number == index), None)


def shown(listings: Sequence[Listing]) -> Sequence[Listing]:
    """When there are too many, those that wait for players, then those that play, the oldest of each first."""
    if len(listings) <= MOST_SHOWN:
        return listings
    return sorted(listings, key=lambda listing: listing.phase is not Phase.OPEN)[:MOST_SHOWN]
