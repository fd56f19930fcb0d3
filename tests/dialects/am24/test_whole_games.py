"""Whole games: what every client puts together from its messages is what the house shows its seat."""

from __future__ import annotations

import asyncio

import pytest

from .whole_games import one_game


@pytest.mark.parametrize(("players", "expert"), [(2, False), (3, False), (4, False), (2, True), (3, True), (4, True)])
def test_every_client_knows_what_the_house_shows_its_seat(players: int, expert: bool) -> None:
    assert asyncio.run(one_game(players, expert, seed=players)) > 20
