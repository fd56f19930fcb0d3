"""The bench runs from end to end. How fast anything was is never tested here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import c_program, contenders, playouts, report
from bench.__main__ import BENCHES, SUMMARIES, main
from bench.playouts import COMPARISONS, LABELS, Effort
from bench.same_games import DifferentGamesError
from bench.timing import Sample
from ludoteca import rules

LEAST = Effort(rounds=1, pairs=1, runs=1, seconds=0.0001, deals=1)


@pytest.fixture(autouse=True)
def least_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "NORMAL", LEAST)


def test_everything_is_measured_or_said_to_be_absent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", "--json", str(tmp_path / "figures.json")]) == 0

    figures = json.loads((tmp_path / "figures.json").read_text())
    assert {*figures["moves_per_second"], *figures["not_measured"]} == set(LABELS)
    assert set(figures["ratios"]) == {comparison.name for comparison in COMPARISONS}
    assert "this machine, now" in capsys.readouterr().out


def test_without_a_c_compiler_the_rest_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(c_program, "compiler", lambda: None)
    assert main(["playouts", "--check"]) == 1

    printed = capsys.readouterr().out
    assert LABELS["interpreted_2"] in printed
    assert "compiled / C: not measured, " in printed
    assert "there is no C compiler here" in printed


def test_the_interpreted_form_plays_the_same_games() -> None:
    moves = rules.playouts(contenders.dealt(), games=3, seed=contenders.SEED)
    assert contenders.interpreted("playouts")(3).moves == moves


def test_games_that_differ_stop_the_bench() -> None:
    sampled = {"interpreted_2": Sample(moves=1, seconds=1.0)}
    with pytest.raises(DifferentGamesError, match="interpreted, 2 players: 1 moves instead of"):
        playouts.require_same_moves(sampled, {"interpreted_2": 1})


@pytest.mark.parametrize(("load", "warned"), [(0.2, False), (3.0, True)])
def test_a_busy_machine_is_pointed_out(
    load: float, warned: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report, "load", lambda: load)
    playouts.warn_if_busy()
    assert ("busy (load 3.0)" in capsys.readouterr().out) == warned


def test_help_lists_every_bench(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])

    printed = capsys.readouterr().out
    assert left.value.code == 0
    assert set(BENCHES) == set(SUMMARIES)
    assert all(name in printed and summary in printed for name, summary in SUMMARIES.items())


@pytest.mark.parametrize("arguments", [[], ["nonesuch"], ["playouts", "--rounds", "0"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
