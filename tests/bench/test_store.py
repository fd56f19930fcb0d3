"""The bench of the store runs from end to end. How fast anything was is never tested here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import store
from bench.__main__ import main
from bench.timing import Sample


def test_everything_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quickly = ["--rounds", "1", "--seconds", "0.001"]
    assert main(["store", *quickly, "--folder", str(tmp_path), "--json", str(tmp_path / "figures.json")]) == 0

    printed = capsys.readouterr().out
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert set(figures["appends_per_second"]) == set(store.LABELS)
    assert set(figures["ratios"]) == {comparison.name for comparison in store.COMPARISONS}
    assert all(label in printed for label in store.LABELS.values())
    assert [path.name for path in tmp_path.iterdir()] == ["figures.json"]


@pytest.mark.parametrize(("seconds", "passed"), [(0.01, True), (1.0, False)])
def test_floors_decide(
    seconds: float, passed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {name: Sample(100, 1.0 if name == store.ONE_BY_ONE else seconds) for name in store.LABELS}
    monkeypatch.setattr(store, "measure", lambda *_: store.compared([found]))
    assert main(["store", "--check"]) == (0 if passed else 1)
    assert ("All floors are reached." in capsys.readouterr().out) == passed


def test_rounds_are_counted_from_one() -> None:
    with pytest.raises(SystemExit) as left:
        main(["store", "--rounds", "0"])
    assert left.value.code == 2
