"""Views and legal decisions written quickly say what positions and descriptions say, byte for byte, in whole games."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludoteca import rules


def written(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def check(game: rules.Game) -> None:
    for seat in (None, *range(game.players)):
        assert game.view_json(seat) == written(game.view(seat))
    assert game.legal_json() == written([game.describe(action) for action in game.legal_actions()])


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_game_is_written_as_it_is_described(players: int, seed: int) -> None:
    game = rules.new("masters", players=players, seed=seed)
    choices = random.Random(seed)
    for _ in range(400):
        check(game)
        if game.over:
            break
        game.apply(choices.choice(game.legal_actions()))


def test_a_full_strongbox_is_written_whole() -> None:
    game = rules.load({"game": "masters", "players": {"A": {"strongbox": {"coin": 300}}, "B": {}}})
    assert json.loads(game.view_json(1))["players"]["A"]["strongbox"] == {"coin": 300}
    check(game)
