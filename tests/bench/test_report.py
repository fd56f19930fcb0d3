"""The table, the JSON and the floors."""

from __future__ import annotations

import json

from bench.report import Comparison, Report
from bench.timing import Ratio

FAST = Comparison("fast / slow", "fast", "slow", floor=1.6)
LOST = Comparison("lost / slow", "lost", "slow", floor=0.5)
IDLE = Comparison("slow / fast", "slow", "fast")


def report(best: float) -> Report:
    return Report(
        rates={"fast": 2_000_000.4, "slow": 1_000_000.0},
        labels={"fast": "the fast one", "slow": "the slow one", "lost": "the lost one"},
        comparisons={FAST: Ratio("fast", "slow", (1.1, best)), IDLE: Ratio("slow", "fast", (0.5,))},
    )


def without_a_contender() -> Report:
    return Report(
        rates={"slow": 1.0},
        labels={"slow": "the slow one", "lost": "the lost one"},
        comparisons={LOST: None},
        absent={"lost": "it was not to be found"},
    )


def test_the_table_says_that_the_figures_are_of_this_machine_and_moment() -> None:
    assert report(1.8).table().splitlines() == [
        "this machine, now       moves/s",
        "the fast one          2,000,000",
        "the slow one          1,000,000",
        "",
        "ratio                best  median   floor",
        "fast / slow          1.80    1.45    1.60",
        "slow / fast          0.50    0.50",
    ]


def test_the_table_says_why_a_ratio_is_missing() -> None:
    assert without_a_contender().table().endswith("lost / slow        not measured: it was not to be found")


def test_the_best_round_has_to_reach_the_floor() -> None:
    assert report(1.6).shortfalls() == []
    assert report(1.59).shortfalls() == ["fast / slow: 1.59 is below 1.60"]


def test_a_floor_that_was_not_measured_is_not_reached() -> None:
    assert without_a_contender().shortfalls() == ["lost / slow: not measured, it was not to be found"]


def test_the_json_has_every_ratio_with_its_rounds() -> None:
    written = json.loads(json.dumps(report(1.8).json()))
    assert written["moves_per_second"] == {"fast": 2000000, "slow": 1000000}
    assert written["ratios"]["fast / slow"]["rounds"] == [1.1, 1.8]
    assert written["ratios"]["fast / slow"]["floor"] == 1.6
    assert written["machine"]["processors"] >= 1


def test_the_json_has_nothing_in_place_of_what_was_not_measured() -> None:
    written = json.loads(json.dumps(without_a_contender().json()))
    assert written["ratios"]["lost / slow"]["best"] is None
    assert written["not_measured"] == {"lost": "it was not to be found"}
