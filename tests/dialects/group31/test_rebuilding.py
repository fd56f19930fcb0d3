"""`GameStarted` alone tells a client the whole table, whatever has happened before."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.dialects.eriantys.moves import key, whole_actions
from ludoteca.dialects.eriantys.spelling import loaded
from ludoteca.dialects.group31 import shapes, tell
from ludoteca.dialects.group31.actions import request_of
from ludoteca.dialects.group31.messages import VOCABULARY
from ludoteca.dialects.group31.rebuild import Client
from ludoteca.house.entries import Look
from ludoteca.house.options import Options
from ludoteca.house.table import Phase
from ludoteca.house.views import SeatView, TableView
from tests.dialects.room import opened_room
from tests.server.running import asynchronous

from .playing import settle, started

NAMES = ["Ada", "Bob", "Cleo", "Dan"]
TOWERS = {2: "white black", 3: "white black grey", 4: "white black white black"}


def view_of(game: rules.Game) -> TableView:
    """A table at which nobody sits where he plays: the order of joining is another one."""
    towers = TOWERS[game.players].split()
    seats = [
        SeatView(NAMES[player], Look(towers[player], player + 1), None, True, 0, None, player)
        for player in reversed(range(game.players))
    ]
    options = Options("eriantys", game.players)
    return TableView("ABCDEF", 1, 0, Phase.PLAYING, options, "", 0, seats, game=game.view(None))


def rebuilt(game: rules.Game) -> Client:
    view = view_of(game)
    assert view.game is not None
    client = Client()
    known = shapes.known_by_first_tile(view.game)
    for message in tell.everything(view, view.game, known):
        client.receive(VOCABULARY.line(message))
    return client


def decided(game: rules.Game, chance: Random) -> int:
    """A decision by chance; characters are used as often as possible, and coins earned for them."""
    decisions = list(game.legal_actions())
    described = [(decision, game.describe(decision)) for decision in decisions]
    characters = [decision for decision, action in described if action["do"] in ("play_character", "choose")]
    dining = [decision for decision, action in described if action.get("to") == "dining"]
    return chance.choice(characters or dining or decisions)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_every_moment_of_a_basic_game(players: int) -> None:
    chance = Random(players)
    game = rules.new("eriantys", players=players, seed=players)
    while not game.over:
        assert rebuilt(game).game == game.view(None)
        game.apply(decided(game, chance))
    assert rebuilt(game).game == game.view(None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_every_moment_of_expert_games(players: int) -> None:
    chance = Random(players)
    seen: set[str] = set()
    for seed in range(4):
        game = rules.new("eriantys", players=players, seed=seed, expert=True)
        while not game.over:
            view = game.view(None)
            assert rebuilt(game).game == view
            seen |= {key for key in ("unfinished", "active_character") if view.get(key)}
            game.apply(decided(game, chance))
        assert rebuilt(game).game == game.view(None)
    assert seen == {"unfinished", "active_character"}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_is_what_is_legal(seed: int) -> None:
    """Every offered action is legal as a whole; every small decision begins one."""
    chance = Random(seed)
    game = rules.new("eriantys", players=2, seed=seed, expert=True)
    while not game.over:
        shown = loaded(game.view(None))
        actions = list(whole_actions(shown))
        assert [game.describe(action) for action in game.legal_actions()] == [
            shown.describe(action) for action in shown.legal_actions()
        ]
        assert len({VOCABULARY.line(request_of(action)) for action in actions}) == len(actions)
        if "unfinished" not in game.view(None):
            assert all(game.parse(action) for action in actions)
        game.apply(decided(game, chance))


def test_a_swap_with_a_finished_pair_can_be_ended() -> None:
    position = {
        "game": "eriantys",
        "expert": True,
        "phase": "action",
        "characters": {"7": {"students": {"red": 3, "blue": 3}}},
        "boards": {"A": {"entrance": {"green": 7}}, "B": {"entrance": {"pink": 7}}},
    }
    game = rules.load(position)
    for what, value in (("character", 7), ("from_card", "red"), ("from_entrance", "green")):
        for decision in game.parse({"do": "choose", "what": what, "value": value}):
            game.apply(decision)
    keys = [key(action) for action in whole_actions(game)]
    assert keys == ["c7 gg rr", "c7 gg rb", "c7 g r"]


async def after(position: dict[str, Any], *keys: str) -> dict[str, Any]:
    """What Bob knows after Ada has typed these keys. Everybody agrees all along."""
    async with opened_room() as room:
        boards = {"A": {"entrance": {"green": 4}, "dining": {"red": 1}, "professors": ["red"], "coins": 3}}
        course = {"phase": "action", "step": "mother_nature", "assistants": {"A": 4, "B": 6}, "mother_nature": 1}
        room.position = {"game": "eriantys", "expert": True, **course, "boards": boards, **position}
        _, people = await started(room, ["Ada", "Bob"], expert=True)
        for key in keys:
            people[0].take(key)
            await settle(room, *people)
            assert all(person.agrees() for person in people)
        return people[1].client.game or {}


@asynchronous
async def test_no_entry_tiles_add_up_when_islands_are_joined() -> None:
    islands = {"2": {"tower": "white", "no_entry": 1}, "3": {"students": {"red": 2}}, "4": {"tower": "white"}}
    game = await after({"islands": islands, "characters": {"5": {"used": True}}}, "c5 4", "2")
    assert game["islands"]["2"] == {"students": {"red": 2}, "tower": "white", "no_entry": 2}


@asynchronous
async def test_a_no_entry_tile_that_is_used_is_gone() -> None:
    game = await after({"islands": {"2": {"no_entry": 1, "students": {"red": 1}}}, "characters": {"5": {}}}, "1")
    assert game["islands"]["2"] == {"students": {"red": 1}}
    assert game["characters"]["5"]["no_entry"] == 4


@asynchronous
async def test_islands_can_be_joined_where_mother_nature_is_not() -> None:
    islands = {"12": {"students": {"red": 2}}, "11": {"tower": "white"}}
    game = await after({"islands": islands, "characters": {"3": {}}, "mother_nature": 5}, "c3 12")
    assert game["groups"] == [[11, 12]]
    assert game["mother_nature"] == 5


@asynchronous
async def test_a_game_that_is_won_alone_leaves_the_table_as_it_is() -> None:
    async with opened_room() as room:
        _, people = await started(room, ["Ada", "Bob"])
        people[1].caller.hang_up()
        await room.pass_time(50)
        await settle(room, people[0])
        assert people[0].client.result == ["Ada"]
        assert people[0].agrees()
