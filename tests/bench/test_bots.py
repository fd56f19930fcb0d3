"""The bench of the bots runs from end to end. How fast anything was is never tested here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import bots
from bench.__main__ import main
from bench.bots import Contest, Result


def test_everything_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    assert main(["bots", "--games", "1", "--only", "MASTERS", "--json", str(figures)]) == 0

    contests = [contest for contest in bots.CONTESTS if contest.game == "masters"]
    told = json.loads(figures.read_text())
    assert list(told["contests"]) == [contest.label for contest in contests]
    assert all(entry["games"] == 1 for entry in told["contests"].values())
    printed = capsys.readouterr().out
    assert all(contest.label in printed for contest in contests)


def test_every_deal_is_played_from_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, frozenset[int]]] = []

    def note(contest: Contest, seed: int, side: frozenset[int], result: Result) -> None:
        played.append((seed, side))

    monkeypatch.setattr(bots, "play", note)
    bots.held(Contest("", "masters", 3), games=4, seed=7)
    assert played == [(deal, frozenset({seat})) for deal, seat in ((7, 0), (7, 1), (7, 2), (8, 0))]
    played.clear()
    bots.held(Contest("", "eriantys", 4), games=2, seed=7)
    assert played == [(7, frozenset({0, 2})), (7, frozenset({1, 3}))]


@pytest.mark.parametrize(
    ("wins", "low", "high"), [(0, 0.0, 0.2775), (5, 0.2366, 0.7634), (9, 0.5958, 0.9821), (10, 0.7225, 1.0)]
)
def test_the_interval_of_wilson(wins: int, low: float, high: float) -> None:
    assert Result(games=10, wins=wins).between == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize(("wins", "passed"), [(95, True), (94, False)])
def test_floors_decide(
    wins: int, passed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bots, "held", lambda *_: Result(100, wins, decisions=1, seconds=1.0))
    assert main(["bots", "--check", "--only", "masters, 2 players"]) == (0 if passed else 1)
    assert ("All floors are reached." in capsys.readouterr().out) == passed


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--only", "chess"]])
def test_what_cannot_be_held(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["bots", *arguments])
    assert left.value.code == 2
