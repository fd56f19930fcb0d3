"""A slice of the fuzzing, without a fuzzer: every seed, and what the mutations make of it."""

from __future__ import annotations

import pytest

from .fuzz.mutating import mutated
from .fuzz.targets import TARGETS

AMOUNTS = {"message": 20_000, "replay": 1000, "position": 1500, "table": 1000, "cards": 500}
OF_A_DIALECT = 1500


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_anything(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds()
    for seed in seeds:
        target.run(seed)
        target.run(seed[: len(seed) // 2])
    for number in range(AMOUNTS.get(name, OF_A_DIALECT)):
        target.run(mutated(seeds[number % len(seeds)], number))
