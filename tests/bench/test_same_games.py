"""The C program and the rules play the same random games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench import c_program, same_games
from bench.c_program import CheckedGames, CProgram
from ludoteca import rules

SEEDS = 200


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> CProgram:
    compiler = c_program.compiler()
    if compiler is None:
        pytest.skip("there is no C compiler to build bench/eriantys_base.c with")
    return CProgram.build(compiler, tmp_path_factory.mktemp("c"))


def test_the_c_program_plays_the_games_of_the_rules(program: CProgram) -> None:
    same_games.require(program, deals=SEEDS, games=1)


@pytest.mark.parametrize(("deal", "first", "seed"), [(0, 0, 0), (2**64 - 1, 0, 2**64 - 1), (7, 2**40, 1)])
def test_so_it_does_at_the_ends_of_the_ranges(program: CProgram, deal: int, first: int, seed: int) -> None:
    assert program.checked(deal, first, 3, seed) == same_games.replayed(deal, first, 3, seed)


def test_measured_games_are_the_checked_ones(program: CProgram) -> None:
    assert program.playouts(deal=7, games=20, seed=1).moves == program.checked(7, 0, 20, 1).moves


class Forged(CProgram):
    """A program that says what it is told to say."""

    def __init__(self, answer: CheckedGames) -> None:
        super().__init__(Path("forged"))
        self._answer = answer

    def checked(self, deal: int, first: int, games: int, seed: int) -> CheckedGames:
        return self._answer


@pytest.mark.parametrize("wrong", ["moves", "checksum"])
def test_other_games_are_noticed(wrong: str) -> None:
    truth = same_games.replayed(0, 0, 1, seed=0)
    forged = Forged(replace(truth, **{wrong: getattr(truth, wrong) + 1}))
    with pytest.raises(same_games.DifferentGamesError, match="From deal 0 the rules play"):
        same_games.require(forged, deals=1, games=1)


def test_other_playouts_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "playouts", lambda game, games, seed: 1)
    truth = same_games.replayed(0, 0, 1, seed=0)
    with pytest.raises(same_games.DifferentGamesError, match="makes 1 moves"):
        same_games.require(Forged(truth), deals=1, games=1)
