"""The room itself: tables, time and callers are as the tests of dialects need them."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca import rules
from ludoteca.house.table import Phase

from ..server.running import asynchronous
from .parrot import PARROT
from .room import Caller, Room, opened_room

OPTIONS = {"game": "eriantys", "players": 2}


async def meet(room: Room, **more: Any) -> tuple[Caller, Caller]:
    ada, bob = room.connect(PARROT), room.connect(PARROT)
    ada.send({"ask": "Open", "options": OPTIONS, "name": "Ada", **more})
    await room.quiet()
    bob.send({"ask": "Enter", "code": ada.table.code, "name": "Bob"})
    await room.quiet()
    return ada, bob


@asynchronous
async def test_two_callers_meet_at_a_table_and_hear_of_each_other() -> None:
    async with opened_room() as room:
        ada, bob = await meet(room)
        assert await ada.line() == {"type": "opened", "now": 0.0}
        seated = await ada.line()
        assert (seated["view"]["you"], ada.view.you, bob.view.you) == (0, 0, 1)
        assert await ada.line() == {"type": "heard", "kind": "sat"}


@asynchronous
async def test_the_same_seed_gives_the_same_games() -> None:
    games = []
    for seed in (1, 1, 2):
        async with opened_room(seed) as room:
            ada, _ = await meet(room)
            games.append((ada.table.code, ada.view.game))
    assert games[0] == games[1]
    assert games[0] != games[2]


@asynchronous
async def test_time_passes_when_it_is_told_to() -> None:
    async with opened_room() as room:
        ada, bob = await meet(room)
        bob.hang_up()
        await room.pass_time(49)
        assert ada.table.phase is Phase.PLAYING
        await room.pass_time(1)
        assert ada.view.result is not None
        assert ada.session._connection.ticks == 50  # type: ignore[attr-defined]


@asynchronous
async def test_bots_play_while_one_waits() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        ada.send({"ask": "Open", "options": OPTIONS | {"first": 1}, "name": "Ada", "bots": 1})
        await room.quiet()
        assert ada.table.to_decide == 0
        assert ada.view.legal


@asynchronous
async def test_a_game_can_begin_anywhere() -> None:
    async with opened_room() as room:
        game = rules.new("eriantys", players=2, seed=7)
        for _ in range(20):
            game.apply(game.legal_actions()[-1])
        room.position = game.position()
        ada, _ = await meet(room)
        assert ada.view.game == game.view(ada.table.seats[0].player)


@asynchronous
async def test_no_line_is_invented() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        await ada.line()
        with pytest.raises(AssertionError, match="there is no further line"):
            await ada.line()


@asynchronous
async def test_mistakes_of_dialects_come_to_light() -> None:
    with pytest.raises(ZeroDivisionError):
        async with opened_room() as room:
            room.connect(PARROT).send({"ask": "raise"})
