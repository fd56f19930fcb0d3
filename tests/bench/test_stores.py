"""The bench of both stores runs from end to end. How fast anything was is never tested here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import stores
from bench.__main__ import main
from bench.stores import Cost, Figures
from tests.postgres import Postgres


def test_both_stores_are_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    monkeypatch.setattr(stores, "TABLES", (1, 3))
    quickly = ["--rounds", "1", "--seconds", "0.001"]
    assert main(["stores", *quickly, "--folder", str(tmp_path), "--json", str(tmp_path / "figures.json")]) == 0
    figures = json.loads((tmp_path / "figures.json").read_text())["figures"]
    assert [each["tables"] for each in figures] == [1, 3]
    assert all(each["postgres"]["rate"] > 0 for each in figures)
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["figures.json"]


@pytest.mark.parametrize(("ratio", "code"), [(1.4, 0), (1.6, 1)])
def test_the_limit_decides(ratio: float, code: int, monkeypatch: pytest.MonkeyPatch, postgres: Postgres) -> None:
    found = [Figures(1, Cost(1, 1), Cost(1, 1), ratio)]
    monkeypatch.setattr(stores, "measure", lambda *_: found)
    assert main(["stores", "--check"]) == code
    assert main(["stores"]) == 0


def test_rounds_are_counted_from_one() -> None:
    with pytest.raises(SystemExit) as left:
        main(["stores", "--rounds", "0"])
    assert left.value.code == 2
