"""What the network is shown depends on what the seat sees and on nothing else."""

from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.search import const
from ludoteca.search.eriantys import layout
from ludoteca.search.games import KNOWN
from ludoteca.search.judge import Judge

from .tables import KINDS, at_any_moment, network

COLOURS = ("green", "red", "yellow", "pink", "blue")


def judge_of(game: rules.Game) -> Judge:
    judge = KNOWN[game.name].judge(network(game.name).twin())
    judge.bind(game.core.clone())
    return judge


def seen(game: rules.Game) -> tuple[object, ...]:
    judge = judge_of(game)
    return judge.inputs(), judge.options(), judge.chances(), judge.preferences()


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_equal_views_give_equal_features(kind: tuple[str, int, dict[str, Any]]) -> None:
    chance = Random(str(kind))
    for _ in range(60):
        game = at_any_moment(chance, kind)
        other = game.redeal(game.seat, chance.getrandbits(60))
        assert seen(game) == seen(other)
        assert seen(game) == seen(rules.imagine(game.view(game.seat)))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_numbers_are_within_the_tables(kind: tuple[str, int, dict[str, Any]]) -> None:
    chance = Random(str(kind))
    known = KNOWN[kind[0]]
    for _ in range(60):
        game = at_any_moment(chance, kind)
        judge = judge_of(game)
        inputs, values = judge.inputs()
        assert len(inputs) == len(values) < const.MOST_ACTIVE
        assert all(0 <= index < known.inputs for index in inputs)
        assert all(value != 0 and abs(value) < 128 for value in values)
        options = judge.options()
        assert options
        assert {decision for decision, _ in options} <= set(game.legal_actions())
        for _, rows in options:
            assert 1 <= len(rows) <= const.ROWS_EACH
            assert all(0 <= row < known.rows for row in rows)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_chances_of_the_sides_add_up_to_one(kind: tuple[str, int, dict[str, Any]]) -> None:
    game = at_any_moment(Random(str(kind)), kind)
    judge = judge_of(game)
    chances = judge.chances()
    assert len(chances) == game.players
    if game.name == "eriantys" and game.players == 4:
        assert chances[:2] == chances[2:]
        chances = chances[:2]
    if game.players > 1:
        assert sum(chances) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in chances)
    assert sum(prior for _, prior in judge.preferences()) == pytest.approx(1)


def renamed(position: Any, names: dict[str, str]) -> Any:
    """A position with its colours renamed, keys and values."""
    if isinstance(position, dict):
        return {names.get(key, key): renamed(value, names) for key, value in position.items()}
    if isinstance(position, list):
        return [renamed(value, names) for value in position]
    return names.get(position, position) if isinstance(position, str) else position


def test_renaming_the_colours_of_eriantys_renames_inputs_and_rows() -> None:
    chance = Random(5)
    for _ in range(40):
        kind = chance.choice([kind for kind in KINDS if kind[0] == "eriantys"])
        game = at_any_moment(chance, kind)
        position = game.position()
        if "unfinished" in position:  # its decisions are numbers
            continue
        order = chance.sample(range(5), 5)
        names = {COLOURS[colour]: COLOURS[order[colour]] for colour in range(5)}
        # A tower may be white, black or grey: no colour of a student.
        other = rules.load(renamed(position, names))
        inputs = layout.renamed(layout.INPUTS, order)
        rows = layout.renamed(layout.ROWS, order)
        one, two = judge_of(game), judge_of(other)
        index, value = one.inputs()
        assert sorted(zip((inputs[i] for i in index), value, strict=True)) == sorted(zip(*two.inputs(), strict=True))
        assert sorted(sorted(rows[row] for row in of) for _, of in one.options()) == sorted(
            sorted(of) for _, of in two.options()
        )
