"""Lessons over HTTP: each step by itself, and nothing kept between two requests."""

from __future__ import annotations

from pathlib import Path

import pytest

from .houses import Json, opened_house
from .running import asynchronous

FIRST = "/api/lessons/eriantys/1"
AS_ASKED = {"do": "play_assistant", "value": 3}


@asynchronous
async def test_a_step_is_shown_and_done(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        status, begun = await house.get(FIRST)
        assert (status, begun["name"], begun["step"], begun["steps"]) == (200, "assistants", 1, 10)
        assert AS_ASKED | {"by": "A"} in begun["view"]["legal"]
        status, done = await house.post(FIRST, {"action": AS_ASKED})
        assert (status, done["as_asked"], done["finished"]) == (200, True, True)
        assert done["events"][0] == {"event": "AssistantPlayed", "seat": 0, "value": 3, "steps": 2}
        assert done["view"]["number"] == 1
        assert (await house.get(FIRST))[1] == begun
        assert (await house.get("/api/tables"))[1] == {"tables": []}


@asynchronous
async def test_something_else_that_is_allowed_is_not_done(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        begun = (await house.get(FIRST))[1]
        _, tried = await house.post(FIRST, {"action": {"do": "play_assistant", "value": 9}})
        assert (tried["as_asked"], tried["finished"], tried["view"]) == (False, False, begun["view"])


@asynchronous
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"action": {"do": "play_assistant", "value": 6}}, 409, "illegal_action"),
        ({"action": {"do": "end_turn"}}, 409, "illegal_action"),
        ({"action": {}}, 409, "illegal_action"),
        ({"action": AS_ASKED, "done": [AS_ASKED]}, 409, "not_playing"),
        ({"action": AS_ASKED, "done": [AS_ASKED] * 12}, 409, "stale"),
        ({"action": AS_ASKED, "done": [AS_ASKED] * 13}, 400, "malformed"),
        ({"action": 3}, 400, "malformed"),
        ({"done": []}, 400, "malformed"),
        ({"action": AS_ASKED, "cheat": True}, 400, "malformed"),
    ],
)
async def test_what_cannot_be_done(tmp_path: Path, body: Json, status: int, code: str) -> None:
    async with opened_house(tmp_path) as house:
        answered, wrong = await house.post(FIRST, body)
        assert (answered, wrong["code"]) == (status, code), wrong


@asynchronous
@pytest.mark.parametrize("path", ["chess/1", "eriantys/0", "eriantys/11", "eriantys/01", "eriantys/x", "masters/-1"])
async def test_steps_that_there_are_not(tmp_path: Path, path: str) -> None:
    async with opened_house(tmp_path) as house:
        for status, wrong in (
            await house.get(f"/api/lessons/{path}"),
            await house.post(f"/api/lessons/{path}", {"action": AS_ASKED}),
        ):
            assert (status, wrong["code"]) == (404, "not_found")
