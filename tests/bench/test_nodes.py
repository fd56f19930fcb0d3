"""The bench of several servers runs from end to end. How fast anything was is never tested here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench import nodes
from bench.__main__ import main
from bench.nodes import RACING, SQLITE, Cost, Found, named
from bench.serving.loads import Run
from tests.postgres import Postgres

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are measured through /proc")


def cost(cpu: float, postgres: float = 0.0, **more: float) -> Cost:
    return Cost(Run(100, 2.0, cpu, [0.01] * 200), postgres, **more)  # type: ignore[arg-type]


def test_everything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    monkeypatch.setattr(nodes, "NODES", (1, 2))
    quickly = ["--rounds", "1", "--seconds", "1", "--tables", "3"]
    assert main(["nodes", *quickly, "--json", str(tmp_path / "figures.json")]) == 0
    rounds = json.loads((tmp_path / "figures.json").read_text())["rounds"]
    assert list(rounds) == [SQLITE, named(1), named(2), RACING]
    assert all(each["moves_per_second"] > 0 for (each,) in rounds.values())
    assert "PostgreSQL / SQLite" in capsys.readouterr().out


def test_sums() -> None:
    found = Found()
    found.costs = {
        SQLITE: [cost(0.02), cost(0.01)],
        named(1): [cost(0.03, 0.01), cost(0.02, 0.01)],
        RACING: [cost(0.02, 0.02, refused=50, conflicts=20)],
    }
    assert found.ratio == pytest.approx(1.75)
    *_, racing, _, ratio = nodes.table(found).splitlines()
    assert racing.split()[4:] == ["200", "200", "50", "10.0", "ms", "10.0", "ms", "0.50", "0.20"]
    assert ratio.endswith("1.75, wanted at most 1.5")


@pytest.mark.parametrize(("cpu", "code"), [(0.014, 0), (0.016, 1)])
def test_the_limit_decides(cpu: float, code: int, monkeypatch: pytest.MonkeyPatch, postgres: Postgres) -> None:
    found = Found()
    found.costs = {SQLITE: [cost(0.01)], named(1): [cost(cpu)]}

    async def measured(*_: object) -> Found:
        return found

    monkeypatch.setattr(nodes, "measure", measured)
    assert main(["nodes", "--check"]) == code
    assert main(["nodes"]) == 0


@pytest.mark.parametrize("option", ["--rounds", "--tables"])
def test_nothing_is_measured_without_anything(option: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(["nodes", option, "0"])
    assert left.value.code == 2
