"""Advice and reviews at a real house: who gets them, who does not, and that they are thought out elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.analysis.reports import Limits, Review
from ludoteca.server.api import analyses

from .houses import House, key_of, opened_house, over
from .running import asynchronous
from .test_films import forked, some_moves

SEAT = {"name": "Ada", "key": key_of("Ada")}


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers matter here, not how good they are."""
    monkeypatch.setattr(analyses, "ADVICE", Limits(600))
    monkeypatch.setattr(analyses, "REVIEW", Limits(120))


async def resigned(house: House, moves: int = 30) -> str:
    """The code of a game that two people played for a while."""
    code, people = await house.game()
    await some_moves(people, moves)
    await people[1].do("resign")
    await people[0].sees(over)
    return code


# ---------------------------------------------------------------- advice


@asynchronous
@pytest.mark.parametrize("game", ["eriantys", "masters"])
async def test_a_player_among_bots_gets_advice_that_can_be_followed(tmp_path: Path, game: str) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada,) = await house.game(game, people=1, bots=("random",))
        await ada.sees(lambda view: view["turn"] == 0)
        advice = await ada.ask("hint")
        assert advice["type"] == "advice", advice
        assert advice["number"] == ada.view["number"]
        assert len(advice["chances"]) == 2
        assert 1 <= len(advice["best"]) <= 3
        assert all(suggestion["words"] for suggestion in advice["best"])
        await ada.do("act", action=advice["best"][0]["action"])


@asynchronous
async def test_there_is_advice_without_any_opponent(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada,) = await house.game("masters", people=1)
        assert (await ada.ask("hint"))["type"] == "advice"


@asynchronous
@pytest.mark.parametrize("wanted", [{}, {"advice": True}])
async def test_never_in_a_game_with_other_people(tmp_path: Path, wanted: dict[str, Any]) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game(people=2, bots=("random",), **wanted)
        assert await ada.refused("hint") == "advice_with_others"
        assert await bob.refused("hint") == "advice_with_others"
        await bob.do("resign")
        assert await ada.refused("hint") == "advice_with_others"


@asynchronous
async def test_not_at_a_table_that_was_opened_without_it(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada,) = await house.game(people=1, bots=("random",), advice=False)
        assert await ada.refused("hint") == "advice_off"


@asynchronous
async def test_watchers_are_not_advised(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game(people=1, bots=("random",))
        watcher = await house.call(code)
        assert await watcher.refused("hint") == "watching"


@asynchronous
async def test_a_moment_of_a_game_with_other_people_is_no_way_to_advice_while_it_goes_on(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game()
        await some_moves(people)
        practice = await house.call(await forked(house, code, 20), "Ada")
        await practice.do("start")
        await practice.sees(lambda view: view["turn"] == 0)
        assert await practice.refused("hint") == "advice_off"
        await people[1].do("resign")
        await people[0].sees(over)
        practice = await house.call(await forked(house, code, 20), "Ada")
        await practice.do("start")
        await practice.sees(lambda view: view["turn"] == 0)
        assert (await practice.ask("hint"))["type"] == "advice"


@asynchronous
async def test_who_waits_for_advice_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "ADVICE", Limits(None, 3600.0))  # it is never ready
    async with opened_house(tmp_path) as house:
        _, (ada,) = await house.game(people=1, bots=("random",))
        await ada.send("hint", id="slow")
        assert await ada.refused("hint") == "too_fast"
        await ada.do("act", action=ada.view["legal"][0])
    assert not any(message.get("type") == "advice" for message in ada.unread)


@asynchronous
async def test_a_process_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "ADVICE", Limits(None, 3600.0))
    monkeypatch.setattr(analyses, "ADVICE_PATIENCE", 0.1)
    async with opened_house(tmp_path, errors=["advice failed"]) as house:
        _, (ada,) = await house.game(people=1, bots=("random",))
        assert await ada.refused("hint") == "no_advice"
        assert await ada.refused("hint") == "no_advice"  # and the next one may ask again


# ---------------------------------------------------------------- reviews


@asynchronous
async def test_a_finished_game_is_reviewed_once_for_all_who_ask(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await resigned(house)
        answers = await asyncio.gather(*(house.get(f"/api/tables/{code}/review") for _ in range(3)))
        assert [status for status, _ in answers] == [200, 200, 200]
        reviews = [msgspec.convert(body, Review) for _, body in answers]
        assert reviews[0] == reviews[1] == reviews[2]
        assert reviews[0].names == ["Ada", "Bob"]
        assert reviews[0].winners == [0]
        assert reviews[0].curve[-1].chances == [1.0, 0.0]
        _, again = await house.get(f"/api/tables/{code}/review")
        assert msgspec.convert(again, Review) == reviews[0]


@asynchronous
async def test_a_game_that_goes_on_is_not_reviewed(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game()
        await some_moves(people)
        status, why = await house.get(f"/api/tables/{code}/review")
        assert (status, why["code"]) == (409, "no_review")


@asynchronous
async def test_a_game_without_an_action_has_no_review(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game()
        await people[1].do("resign")
        await people[0].sees(over)
        status, why = await house.get(f"/api/tables/{code}/review")
        assert (status, why["code"]) == (409, "no_review")


@asynchronous
async def test_what_is_forgotten_is_not_shown_again(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await resigned(house, 12)
        assert (await house.get(f"/api/tables/{code}/review"))[0] == 200
        assert await house.server.tables.delete(code)
        status, _ = await house.get(f"/api/tables/{code}/review")
        assert status == 404
