"""Figures of a server, for Prometheus. Nothing in them names a person, a table or an address."""

from __future__ import annotations

import asyncio
import math
import platform
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Info, Metric, ProcessCollector, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from ludoteca import __version__
from ludoteca.house.entries import Entry
from ludoteca.origin import commit
from ludoteca.rules import compiled
from ludoteca.store.contract import Decisions, Queue, StoreError, WorkDone

MOMENTS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
PATIENCE = 1.0  # seconds for figures that are in the store


class Moments:
    """How long something took, as Prometheus wants to know it. Counted plainly."""

    def __init__(self) -> None:
        self.counts = [0] * (len(MOMENTS) + 1)
        self.seconds = 0.0

    def took(self, seconds: float) -> None:
        self.counts[bisect_left(MOMENTS, seconds)] += 1
        self.seconds += seconds

    def family(self, name: str, words: str) -> Metric:
        limits = [*(str(moment) for moment in MOMENTS), "+Inf"]
        buckets = list(zip(limits, accumulate(self.counts), strict=True))
        return HistogramMetricFamily(name, words, buckets=buckets, sum_value=self.seconds)


class Commits(Collector):
    """Entries written, by kind, and how long it took. Counted plainly, because it happens with every move."""

    def __init__(self) -> None:
        self.kinds: dict[str, int] = {}
        self.moments = Moments()

    def wrote(self, entry: Entry, seconds: float) -> None:
        kind = type(entry.what).__name__
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.moments.took(seconds)

    def collect(self) -> Iterator[Metric]:
        entries = CounterMetricFamily("ludoteca_entries", "Entries written to logs of tables.", labels=["kind"])
        for kind, count in self.kinds.items():
            entries.add_metric([kind], count)
        yield entries
        yield self.moments.family("ludoteca_commit_seconds", "From a command to its entry being on disk.")


class Echoes(Collector):
    """How long a note to the other servers takes until it has come round."""

    def __init__(self, moments: Moments) -> None:
        self.moments = moments

    def collect(self) -> Iterator[Metric]:
        yield self.moments.family("ludoteca_note_seconds", "From sending a note to all servers to hearing it here.")


class Tally(Collector):
    """How often something happened, by kind. Counted plainly, because it happens with every message."""

    def __init__(self, name: str, words: str, label: str) -> None:
        self.counts: dict[str, int] = {}
        self._name = name
        self._words = words
        self._label = label

    def count(self, kind: str, times: int = 1) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + times

    def collect(self) -> Iterator[Metric]:
        family = CounterMetricFamily(self._name, self._words, labels=[self._label])
        for kind, count in self.counts.items():
            family.add_metric([kind], count)
        yield family


class Count(Collector):
    """How often something happened, which is read when somebody asks."""

    def __init__(self, name: str, words: str, count: Callable[[], int]) -> None:
        self._name = name
        self._words = words
        self._count = count

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily(self._name, self._words, value=self._count())


class Metrics:
    """Each server has its own, so that two in one process do not mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.refusals = Counter("ludoteca_refusals", "Requests refused, by code.", ["code"], registry=self.registry)
        self.dropped = Counter("ludoteca_dropped", "Connections ended here, by code.", ["code"], registry=self.registry)
        self.guests = Gauge("ludoteca_guests", "Connections by dialect.", ["dialect"], registry=self.registry)
        self.messages = Tally("ludoteca_messages", "Messages from clients.", "dialect")
        self.guesses = Tally("ludoteca_guesses", "Wrong guesses, by what was guessed.", "kind")
        self.conflicts = 0  # entries that came too late: another server was faster
        self.commits = Commits()
        self.queue: Queue | None = None  # what bots have to decide, if that is known
        ProcessCollector(registry=self.registry)  # memory, processor time, open files: `process_...`, on Linux
        made = {"version": __version__, "commit": commit(), "rules": "compiled" if compiled else "interpreted"}
        Info("ludoteca_build", "Which Ludoteca this is.", registry=self.registry).info(
            made | {"python": platform.python_version()}
        )
        self.registry.register(self.messages)
        self.registry.register(self.guesses)
        self.registry.register(self.commits)

    def watch(self, name: str, words: str, value: Callable[[], float]) -> None:
        """A figure that is read when somebody asks."""
        Gauge(f"ludoteca_{name}", words, registry=self.registry).set_function(value)

    def watch_servers(self, echoes: Moments, lease_age: Callable[[], float], ahead: Callable[[], float]) -> None:
        """Figures of a server that shares its house with others."""
        self.registry.register(Echoes(echoes))
        self.registry.register(Count("ludoteca_conflicts", "Entries that came too late.", lambda: self.conflicts))
        self.watch("lease_age_seconds", "Since the lease of this server was renewed.", lease_age)
        self.watch("clock_ahead_seconds", "By how much the clock here is ahead of the database's.", ahead)

    def watch_bots(self, done: WorkDone | None) -> None:
        """Figures of the queue of what bots have to decide, and, where bots think here, of what was done about it."""
        self.watch("bot_decisions_waiting", "Decisions of bots that are free.", lambda: self._of_queue("waiting"))
        self.watch("bot_decisions_claimed", "Those that somebody thinks about.", lambda: self._of_queue("claimed"))
        self.watch("bot_decisions_oldest_seconds", "Since the oldest is free.", lambda: self._of_queue("oldest"))
        if done is not None:
            for name, words, count in (
                ("taken", "Decisions that bots here had a claim to.", lambda: done.taken),
                ("done", "Decisions of bots that were made here.", lambda: done.done),
                ("given_back", "Decisions of bots that were left to others.", lambda: done.given_back),
            ):
                self.registry.register(Count(f"ludoteca_bot_decisions_{name}", words, count))

    async def look_at_queue(self, decisions: Decisions) -> None:
        """Before somebody is told the figures. While the store does not answer they are not known; the others are."""
        try:
            async with asyncio.timeout(PATIENCE):
                self.queue = await decisions.queue()
        except (StoreError, TimeoutError):
            self.queue = None

    def _of_queue(self, name: str) -> float:
        return math.nan if self.queue is None else float(getattr(self.queue, name))

    def conflicted(self) -> None:
        self.conflicts += 1

    def text(self) -> bytes:
        return generate_latest(self.registry)
