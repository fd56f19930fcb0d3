"""What nobody may read is in no message: looked for in every byte that was sent, over whole games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca.house import commands, fairness, keys, views
from ludoteca.house.refusals import Refused
from ludoteca.house.view_encoder import ViewEncoder, game_json
from ludoteca.server.table.actor import TableActor

from .houses import NAMES, OPERATOR, Caller, House, Json, key_of, opened_house, over, play
from .rooms import room
from .running import asynchronous

LEADERS = {"hand", "dealt", "gone"}


def everything(told: Any) -> Iterator[Json]:
    """Every object inside."""
    if isinstance(told, dict):
        yield told
        for value in told.values():
            yield from everything(value)
    elif isinstance(told, list):
        for value in told:
            yield from everything(value)


def assert_hides_leaders(message: Json, you: int | None, deciding: int | None = None) -> None:
    """`you` and `deciding` are players. Others' leaders are counted, not named, until they are played."""
    for told in everything(message):
        if "event" in told and told["event"] != "LeaderPlayed" and told.get("seat") != you:
            assert told.get("leader") is None
            assert not any(isinstance(told.get(name), list) for name in ("leaders", "kept", "gone"))
        if told.get("unfinished") and told["unfinished"]["action"]["do"] == "keep_leaders":
            mine = you is not None and you == deciding
            assert mine or "cards" not in told["unfinished"]["action"]
            assert mine or isinstance(told["unfinished"]["decisions"], int)
        if "players" in told and isinstance(told["players"], dict):
            for letter, player in told["players"].items():
                mine = you is not None and letter == "ABCD"[you]
                assert mine or all(isinstance(player[name], int) for name in LEADERS)
                assert not mine or all(isinstance(player[name], list) for name in LEADERS)


def player(view: Json, seat: int | None) -> int | None:
    return None if seat is None else view["seats"][seat]["player"]


async def all_bytes_of_a_game(house: House, game: str, chance: Random) -> tuple[str, list[Caller], list[str]]:
    """A whole game with everything that can happen, and what was sent over HTTP meanwhile."""
    code, people = await house.game(game, 3, ["random"], public=True)
    watcher = await house.call(code)
    answered: list[str] = []

    async def look_around() -> None:
        for path in (f"/api/tables/{code}", f"/api/tables/{code}/replay", "/api/tables", "/metrics", "/api/operator"):
            async with house.session.get(path, headers=OPERATOR) as answer:
                answered.append(await answer.text())

    def choose(view: Json) -> Json:
        return dict(chance.choice(view["legal"]))

    middle = 60
    await play(people, choose, lambda view: over(view) or view["number"] > middle)
    await look_around()
    await people[1].hang_up()
    people[1] = again = await house.call(code, NAMES[1], seen=1)
    await people[0].do("say", text="Welcome back.")
    moving = await people[2].ask("move")
    phone = await house.call(code)
    await phone.do("claim", code=moving["code"], key="a new key of Cyd")
    people[2] = phone
    await look_around()
    await play([people[0], again, phone], choose, over)
    await people[0].do("rematch")
    await house.call(code, seen=0)
    assert watcher in house.callers
    return code, people, answered


@asynchronous
@pytest.mark.parametrize("game", ["masters", "eriantys"])
async def test_no_message_has_what_nobody_may_read(tmp_path: Path, game: str) -> None:
    async with opened_house(tmp_path) as house:
        code, _, answered = await all_bytes_of_a_game(house, game, Random(11))
        table = house.actor(code).table
        secret = table.secret.hex()
        own_keys = [key_of(name) for name in NAMES] + ["a new key of Cyd"]
        never = [
            *own_keys,
            *(keys.token_of(key) for key in own_keys),
            *(f"nonce of {name}" for name in NAMES),
            fairness.game_key(table.secret, [seat.nonce for seat in table.seats]),
            '"token"',
            '"nonce"',
        ]
        sent = [text for caller in house.callers for text in caller.texts]
        assert len(sent) > 200
        for text in [*sent, *answered]:
            assert [marker for marker in never if marker in text] == []
            if '"phase":"over"' not in text:
                assert secret not in text
        assert any(secret in text for text in sent)  # after the end it is shown: the markers are right


@asynchronous
async def test_nobody_hears_of_the_leaders_of_others(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, people, answered = await all_bytes_of_a_game(house, "masters", Random(12))
        seen = 0
        for caller in house.callers:
            for message in map(msgspec.json.decode, caller.texts):
                view = message.get("view")
                if view is not None:
                    assert_hides_leaders(message, player(view, view["you"]), player(view, view["turn"]))
                    seen += 1
        assert seen > 200
        for text in answered:
            if text.startswith("{"):
                assert_hides_leaders(msgspec.json.decode(text), None)
        assert all(player(caller.view, caller.view["you"]) is not None for caller in people)


@asynchronous
@pytest.mark.parametrize(("game", "seed"), [("masters", 1), ("masters", 2), ("eriantys", 3)])
async def test_two_games_that_differ_in_what_is_hidden_look_the_same(tmp_path: Path, game: str, seed: int) -> None:
    """At every moment of a game: everything that a seat cannot see dealt anew makes the same bytes for it."""
    chance = Random(seed)
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(people=2, game=game)
        hidden = 0
        for _ in range(60):
            real = actor.table
            if real.game is None or real.to_decide is None:
                break
            for seat in (0, 1, None):
                other = real.copied()
                other.game = real.game.redeal(views.player_of(real, seat), chance.getrandbits(32))
                hidden += other.game.position() != real.game.position()
                written = [ViewEncoder().view(table, seat, game_json(table, seat)) for table in (real, other)]
                assert written[0] == written[1]
            await actor.submit(some_action(actor, chance))
        assert hidden > 50


def some_action(actor: TableActor, chance: Random) -> commands.Act:
    table = actor.table
    assert table.game is not None
    assert table.to_decide is not None
    return commands.Act(table.to_decide, table.game.describe(chance.choice(table.game.legal_actions())))


class Checker:
    """Listens for all audiences and compares what is written quickly with what the house says."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.address = ""
        self.compared = 0

    def hear(self, news: Any) -> None:
        for seat in (None, *range(len(news.table.seats))):
            view = msgspec.json.decode(news.view_json(seat))
            assert view == msgspec.json.decode(msgspec.json.encode(views.view(news.table, seat)))
            self.compared += 1

    def hear_line(self, line: object) -> None: ...

    def dismiss(self, why: object, again: float | None = None) -> None: ...


@asynchronous
@pytest.mark.parametrize("game", ["masters", "eriantys"])
async def test_what_is_written_quickly_is_what_the_house_says(tmp_path: Path, game: str) -> None:
    chance = Random(9)
    async with room(tmp_path) as inside:
        actor, (ada, _, _) = await inside.started(people=3, game=game, settings={})
        checker = Checker()
        actor.join(checker)
        for _ in range(150):
            if actor.table.to_decide is None:
                break
            if chance.random() < 0.2:
                (actor.leave if ada in actor.listeners else actor.join)(ada)
                await actor.settle()
            deciding = actor.table.to_decide
            asked = chance.choice([commands.TakeBack(deciding), commands.AskEnd(1), commands.Answer(2, False), None])
            try:
                await actor.submit(asked or some_action(actor, chance))
            except Refused:
                await asyncio.sleep(0)
        assert checker.compared > 200
        actor.leave(checker)
