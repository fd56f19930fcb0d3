"""Replays that take long to check, and as many of them as one can send. `-s` shows the figures."""

from __future__ import annotations

import threading
import time
from collections import Counter

import pytest

from ludoteca.house import commands, entries, replays
from ludoteca.house.apply import apply_entry
from ludoteca.house.decide import decide
from ludoteca.house.log_length import MOST_ENTRIES
from ludoteca.house.replays import Replay
from tests.house.tables import started

from .besieged import MEGABYTE, Besieged
from .wire import dial, read_answer, request
from .witness import Witness

MANY = 40
PATIENCE = 120.0  # seconds until all are answered
MOST_GROWTH = 40 * MEGABYTE  # a few replays are in memory as objects
LONGEST_WAIT = 1.0  # seconds of work: checking takes a thread of its own, but Python lets only one run at a time


@pytest.fixture(scope="module")
def endless() -> bytes:
    """Somebody comes and goes, thousands of times: each entry is one that the house could have made."""
    evening = started()
    table, log = evening.table, list(evening.log)

    def add(command: commands.Command) -> None:
        outcome = decide(table, command, 0)
        apply_entry(table, outcome.entry, outcome.prepared)
        log.append(outcome.entry)

    while table.number < MOST_ENTRIES - 2 or not table.seats[0].connected:
        add(commands.Depart(0) if table.seats[0].connected else commands.Arrive(0))
    add(commands.Resign(0))
    shared = [entries.shareable(entry) for entry in log]
    return replays.write(Replay(replays.FORMAT, table.code, None, [], shared))


def test_long_replays_from_many_at_once(house: Besieged, witness: Witness, endless: bytes) -> None:
    before, largest = house.memory(), 0
    statuses: list[int] = []

    def send(source: str) -> None:
        with dial(house, source) as connection:
            connection.settimeout(PATIENCE)
            connection.sendall(request("POST", "/api/verify", endless))
            statuses.append(read_answer(connection)[0])

    threads = [threading.Thread(target=send, args=(house.another_address(),)) for _ in range(MANY)]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        largest = max(largest, house.memory())
        time.sleep(0.02)
    seconds = time.monotonic() - begun
    found = Counter(statuses)
    print(f"\n  {MANY} replays of {len(endless) / MEGABYTE:.1f} MB: {dict(found)} after {seconds:.1f} s")
    print(f"  {before / MEGABYTE:.1f} MB before, at most {largest / MEGABYTE:.1f} MB")
    assert len(statuses) == MANY
    assert set(found) <= {200, 429}
    assert found[200] >= 1
    assert found[429] >= 1
    assert largest - before < MOST_GROWTH
    assert witness.slowest < LONGEST_WAIT
