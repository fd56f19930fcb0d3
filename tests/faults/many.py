"""Many rounds: one house after another, because each has processes enough to keep a machine busy."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from tests.crash.rounds import Misbehaved
from tests.store.crashes import Lost

from .rounds import Fault, Findings, Plan, run

ROUNDS_OF_A_HOUSE = len(Fault)
HOUSES_WITH_A_FAULT = 5  # at most, until it is caught
SHOWN_BY = {  # faults of a server, and of its surroundings that show each
    "tell-before-commit": Fault.KILL_NODE,
    "synchronous-off": Fault.KILL_POSTGRES,
    "forget-ids": Fault.RACE,
}


def plans(rounds: int, seed: int = 0) -> Iterator[Plan]:
    for house, first in enumerate(range(0, rounds, ROUNDS_OF_A_HOUSE)):
        yield Plan(seed + house, min(ROUNDS_OF_A_HOUSE, rounds - first))


def catch(fault: str) -> str:
    """Let the servers have a fault until it is noticed, and return what was noticed."""
    for seed in range(HOUSES_WITH_A_FAULT):
        try:
            run(Plan(seed, ROUNDS_OF_A_HOUSE, SHOWN_BY[fault], fault))
        except (Lost, Misbehaved) as noticed:
            return str(noticed)
    raise AssertionError(f"{HOUSES_WITH_A_FAULT * ROUNDS_OF_A_HOUSE} rounds did not notice the fault {fault}")


def told(found: Findings) -> str:
    seen = found.seen
    kinds = ", ".join(f"{fault} {seen[f'rounds ({fault})']:,}" for fault in Fault if seen[f"rounds ({fault})"])
    return (
        f"{seen['rounds']:,} rounds of {seen['houses']:,} houses ({kinds}), {seen['entries told']:,} entries told, "
        f"{seen['acts done']:,} actions acknowledged, {seen['copies sent']:,} sent twice, nothing lost; "
        f"{after_a_kill(found.acknowledged)}"
    )


def after_a_kill(seconds: Sequence[float]) -> str:
    if not seconds:
        return "nobody was at a server that was killed"
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return (
        f"from the kill of a server to the next acknowledged action of each of its {len(ordered):,} clients: "
        f"median {statistics.median(ordered):.2f} s, p99 {late:.2f} s"
    )
