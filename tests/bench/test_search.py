"""The bench of the search runs from end to end. How fast anything was is never tested here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import c_program, search
from bench.__main__ import main
from bench.search import COMPARISONS, LABELS, Effort

LEAST = Effort(rounds=1, runs=1, seconds=0.0001)


@pytest.fixture(autouse=True)
def least_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "NORMAL", LEAST)
    monkeypatch.setattr(search, "POSITIONS", 2)


def test_everything_is_measured_or_said_to_be_absent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "--json", str(tmp_path / "figures.json")]) == 0
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert {*figures["times_per_second"], *figures["not_measured"]} == set(LABELS)
    assert set(figures["ratios"]) == {comparison.name for comparison in COMPARISONS}
    assert "this machine, now" in capsys.readouterr().out


def test_without_a_c_compiler_the_rest_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(c_program, "compiler", lambda: None)
    assert main(["search", "--check"]) == 1
    assert "there is no C compiler here" in capsys.readouterr().out


@pytest.mark.skipif(c_program.compiler() is None, reason="there is no C compiler here")
@pytest.mark.parametrize("game", search.GAMES)
def test_the_c_program_computes_what_the_network_computes(game: str, tmp_path: Path) -> None:
    compiler = c_program.compiler()
    assert compiler is not None
    program = search.CForward(compiler, tmp_path, game)
    assert program.answer(3)["sum"] == 3 * program.answer(1)["sum"]


@pytest.mark.skipif(c_program.compiler() is None, reason="there is no C compiler here")
def test_a_c_program_that_computes_something_else_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = c_program.compiler()
    assert compiler is not None
    monkeypatch.setattr(search.CForward, "answer", lambda self, times: {"sum": 1, "nanoseconds": 1})
    with pytest.raises(search.DifferentSumsError, match="eriantys: the C program finds 1 instead of"):
        search.CForward(compiler, tmp_path, "eriantys")
