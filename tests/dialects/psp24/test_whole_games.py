"""Whole games: what a client knows from messages alone is what the house shows to its seat, after every line."""

from __future__ import annotations

import asyncio

import pytest

from .whole_games import play


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("expert", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_played_to_its_end(players: int, expert: bool, seed: int) -> None:
    asyncio.run(play(players, expert, seed))
