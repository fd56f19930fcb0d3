"""Requests with large bodies, of which only few are read at once: a body is in memory until all of it has come, and its
sender decides when that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from ludoteca.dialects.house.problems import Problem, Trouble

from .addresses import networks_of
from .limits import drop_one

MOST_AT_ONCE = 4  # of one address: 16 MB of replays. One is checked and one waits for that, so more gain nothing
LATER = 1.0  # seconds after which somebody who was refused may try again


class LargeRequests:
    def __init__(self) -> None:
        self._under_way: Counter[str] = Counter()  # by network

    @contextmanager
    def reading(self, address: str) -> Iterator[None]:
        """While one is read; Trouble when too many from there are."""
        networks = networks_of(address)
        if any(self._under_way[network] >= MOST_AT_ONCE * times for network, times in networks):
            raise Trouble(Problem.TOO_FAST, again=LATER, seconds=LATER)
        self._under_way.update(network for network, _ in networks)
        try:
            yield
        finally:
            for network, _ in networks:
                drop_one(self._under_way, network)
