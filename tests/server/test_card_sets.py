"""Tables with cards of their own: a server that has just started, or another one, knows the set from the log."""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakValueDictionary

import pytest

from ludoteca.rules.masters.notation import cards

from ..postgres import Postgres
from .houses import House, key_of, opened_house, over, play
from .nodes import nodes
from .running import asynchronous

SHIPPED = cards.shipped()
SEAT = {"name": "Ada", "key": key_of("Ada")}


def own_cards(points: int) -> dict[str, Any]:
    first, *others = SHIPPED["development_cards"]
    return {**SHIPPED, "development_cards": [{**first, "victory_points": points}, *others]}


@pytest.fixture
def restart(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What makes this process forget every card set, as a new one has never known any."""

    def forget() -> None:
        gc.collect()
        monkeypatch.setattr(cards, "_unnamed", WeakValueDictionary())

    return forget


def points_at(house: House, code: str) -> int:
    game = house.actor(code).table.game
    assert game is not None
    first: int = game.core.cards.points[0]  # type: ignore[attr-defined]
    return first


@asynchronous
async def test_games_and_tables_that_wait_are_there_after_a_restart(tmp_path: Path, restart: Any) -> None:
    settings = {"cards": own_cards(40)}
    async with opened_house(tmp_path) as house:
        playing, _ = await house.game("masters", settings=settings)
        waiting = await house.open_table("masters", settings=settings)
    restart()
    async with opened_house(tmp_path) as house:
        assert (await house.get(f"/api/tables/{playing}"))[0] == 200
        assert points_at(house, playing) == 40
        people = await house.seated(playing, "Ada", "Bob")
        chance = Random(1)
        await play(people, lambda view: chance.choice(view["legal"]), lambda view: over(view) or view["number"] > 60)
        ada, _ = await house.seated(waiting, "Ada", "Bob")
        await ada.do("start")
        assert points_at(house, waiting) == 40
        assert (await house.get(f"/api/tables/{playing}/film"))[0] == 200


@asynchronous
async def test_a_fork_and_a_rematch_are_played_with_the_same_cards(tmp_path: Path, restart: Any) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game("masters", settings={"cards": own_cards(41)})
        at = house.actor(code).table.number
        status, fork = await house.post(f"/api/tables/{code}/fork", {"at": at, "seat": SEAT})
        assert status == 200, fork
        await ada.do("resign")
        await ada.do("rematch")
        again = (await ada.sees(lambda view: view["rematch"] is not None))["rematch"]
    restart()
    async with opened_house(tmp_path) as house:
        (me,) = await house.seated(fork["code"], "Ada")
        await me.do("start")
        assert points_at(house, fork["code"]) == 41
        ada, _ = await house.seated(again, "Ada", "Bob")
        await ada.do("start")
        assert points_at(house, again) == 41


@asynchronous
async def test_another_server_knows_them_too(postgres: Postgres, tmp_path: Path, restart: Any) -> None:
    restart()  # what this process knows through other tests
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, _ = await one.game("masters", settings={"cards": own_cards(42)})
        known = cards._unnamed.copy()
        restart()  # what this process knows through the first server
        assert (await two.get(f"/api/tables/{code}"))[0] == 200
        assert points_at(two, code) == 42
        assert len(known) == 1


@asynchronous
async def test_the_name_of_a_set_is_refused_and_refused_requests_leave_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game("masters", settings={"cards": own_cards(43)})
        game = house.actor(code).table.game
        assert game is not None
        body = {"options": {"game": "masters", "players": 2, "settings": {"cards": game.position()["cards"]}}}
        status, wrong = await house.post("/api/tables", body)
        assert (status, wrong["code"]) == (400, "bad_options")
        assert "whole card set" in wrong["sentence"]
        gc.collect()
        before = len(cards._unnamed), len(cards._sets)
        for points in range(50, 80):
            options = {"game": "masters", "players": 2, "settings": {"cards": own_cards(points)}, "first": 7}
            assert (await house.post("/api/tables", {"options": options}))[0] == 400
        gc.collect()
        assert (len(cards._unnamed), len(cards._sets)) == before
