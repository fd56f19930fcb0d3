"""After every request each client knows what the house knows. `whole_games.py` plays as many as one likes."""

from __future__ import annotations

import asyncio

import pytest

from .whole_games import play, play_with_the_page


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_in_the_dialect(players: int, expert: bool, seed: int) -> None:
    assert asyncio.run(play(players, expert, seed)) > 20


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("expert", [False, True])
def test_a_game_against_the_page(expert: bool, seed: int) -> None:
    assert asyncio.run(play_with_the_page(expert, seed)) > 20
