"""Games to the end, in which every client knows the table from lines alone. `whole_games.py` plays many more."""

from __future__ import annotations

import asyncio

import pytest

from .whole_games import play, play_with_the_page


@pytest.mark.parametrize(("players", "expert"), [(2, False), (2, True), (3, True), (4, False)])
def test_every_client_knows_the_table_after_every_command(players: int, expert: bool) -> None:
    assert asyncio.run(play(players, players, expert=expert)) > 50


def test_what_the_web_page_does_and_takes_back_is_told_too() -> None:
    assert asyncio.run(play_with_the_page(3, expert=True)) > 0
