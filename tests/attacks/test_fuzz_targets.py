"""A slice of the fuzzing, without a fuzzer: every seed, and what the mutations make of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .fuzz.__main__ import NAMES
from .fuzz.targets import TARGETS

CI = Path(__file__).parents[2] / ".ci" / "run"
AMOUNTS = {"frames": 1500, "message": 20_000, "replay": 1000, "position": 1500, "table": 1000, "cards": 500}
OF_A_DIALECT = 1500


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_anything(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds()
    for seed in seeds:
        target.run(seed)
        target.run(seed[: len(seed) // 2])
    for number in range(AMOUNTS.get(name, OF_A_DIALECT)):
        target.run(target.mutate(seeds[number % len(seeds)], number))


def test_every_target_can_be_asked_for_and_is_fuzzed_before_a_merge() -> None:
    assert set(NAMES) == set(TARGETS)
    fuzzed = re.search(r"^printf .* (frames .+) \|$", CI.read_text(encoding="utf-8"), re.MULTILINE)
    assert fuzzed is not None
    assert tuple(fuzzed[1].split()) == NAMES
