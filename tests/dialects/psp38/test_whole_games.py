"""Whole games: what each client rebuilds from messages is what its seat may see, after every action.

A slice of them; `python -m tests.dialects.psp38.whole_games --games 200` plays more.
"""

from __future__ import annotations

from random import Random

import pytest

from ludoteca import rules
from tests.server.running import asynchronous

from ..room import opened_room
from .whole_games import play, rich_position, seated, whole_game


@pytest.mark.parametrize(
    ("players", "seed", "rich"),
    [(1, 0, False), (1, 1, True), (2, 2, False), (2, 3, True), (3, 4, True), (4, 7, True)],
)
@asynchronous
async def test_clients_see_what_their_seats_see_until_the_game_is_over(players: int, seed: int, rich: bool) -> None:
    people = await whole_game(players, seed, rich=rich)
    assert len(people) == players


@asynchronous
async def test_depots_are_rearranged_until_a_payment_leaves_no_choice() -> None:
    """In this game a stone is moved while it is asked from where to pay with it: then nothing is left to ask."""
    assert len(await whole_game(3, 102, rich=True)) == 3


@asynchronous
async def test_people_play_with_bots() -> None:
    async with opened_room(11) as room:
        room.position = rich_position(3, Random(11))
        people = await seated(room, 3, bots=1)
        assert await play(room, people, Random(11), most=30) == 30


STEPS = {  # of which seat's action something is asked, by how many play
    "keep": 2,
    "resource": 2,
    "place": 2,
    "white": 1,
    "depot_3": 2,
    "depot_2": 1,
    "slot": 1,
    "pay_coin": 2,
    "power": 1,
    "basic_in": 2,
    "basic_out": 1,
    "leader_out": 3,
}


def waiting_for(what: str, players: int) -> rules.Game:
    """A game in the middle of an action, at a small decision of this kind."""
    for seed in range(1000):
        chance = Random(seed)
        game = rules.new("masters", players=players, seed=seed)
        if what not in ("keep", "resource"):
            game = rules.load(rich_position(players, chance))
        for _ in range(60):
            asked = [game.describe(action).get("what") for action in game.legal_actions()]
            if what in asked and ("unfinished" in game.position() or what == "resource"):
                return game
            game.apply(chance.choice(game.legal_actions()))
            if game.over:
                break
    raise AssertionError(f"no game came to {what}")


@pytest.mark.parametrize(("what", "players"), STEPS.items())
@asynchronous
async def test_a_game_goes_on_in_the_middle_of_whatever_was_begun_elsewhere(what: str, players: int) -> None:
    async with opened_room(5) as room:
        room.position = waiting_for(what, players).position()
        people = await seated(room, players)
        for player in people:
            player.check()
        assert any(player.client.asked for player in people)
        assert await play(room, people, Random(5), most=8) == 8
