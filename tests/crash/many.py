"""Many rounds: houses beside each other, one for each processor, until all have been or one has lost something."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.crash import powercut
from tests.store.crashes import Lost

from . import server
from .rounds import Mode, Plan, run

ROUNDS_OF_A_HOUSE = 10
MODES = (Mode.KILL, Mode.TORN, Mode.KILL, Mode.POWER, Mode.KILL)  # by turns
HOUSES_WITH_A_FAULT = 5  # at most, until it is caught
REPORT_EVERY = 10.0  # seconds


def plans(rounds: int, seed: int) -> Iterator[Plan]:
    """Without the shim there are no power cuts, and kills instead."""
    modes = MODES if powercut.available() is None else (Mode.KILL,)
    for house, first in enumerate(range(0, rounds, ROUNDS_OF_A_HOUSE)):
        yield Plan(modes[house % len(modes)], seed + house, min(ROUNDS_OF_A_HOUSE, rounds - first))


def run_all(rounds: int, seed: int = 0) -> Counter[str]:
    """What was seen in all of them, and the rounds of each mode. The first that fails ends it."""
    seen: Counter[str] = Counter()
    progress = Progress(rounds)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=context) as pool:
        begun = {pool.submit(run, plan): plan for plan in plans(rounds, seed)}
        try:
            for house in as_completed(begun):
                found = house.result()
                seen += found
                seen[f"rounds ({begun[house].mode})"] += found["rounds"]
                progress.report(seen["rounds"])
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return seen


class Progress:
    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.began = self.last = time.monotonic()

    def report(self, done: int) -> None:
        now = time.monotonic()
        if done and now - self.last > REPORT_EVERY:
            self.last = now
            pace = done / (now - self.began)
            end = time.strftime("%d %b %H:%M", time.localtime(time.time() + (self.rounds - done) / pace))
            print(f"    {done:,} of {self.rounds:,} rounds, {pace:.2f} a second, until {end}", file=sys.stderr)


def catch(fault: str) -> str:
    """Let the server have a fault until it is noticed, and return what was noticed."""
    mode = Mode(server.FAULTS[fault])
    for seed in range(HOUSES_WITH_A_FAULT):
        try:
            run(Plan(mode, seed, ROUNDS_OF_A_HOUSE, fault))
        except Lost as lost:
            return str(lost)
    raise AssertionError(f"{HOUSES_WITH_A_FAULT * ROUNDS_OF_A_HOUSE} rounds did not notice the fault {fault}")
