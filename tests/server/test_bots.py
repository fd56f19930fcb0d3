"""Bots at tables: they play to the end, see what their seat may see, and sleep when nobody is there."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from random import Random

import pytest

from ludoteca import rules
from ludoteca.bots import Bot
from ludoteca.bots.bot import Decide, View
from ludoteca.house import entries
from ludoteca.server.bots import local
from ludoteca.server.bots.local import LocalBots, bot_to_decide

from .houses import House, opened_house, over, play
from .running import Clock, asynchronous, turns_of_the_loop
from .troubled import Gate, full, unexpected, written_but_broken


def scripted(decide: Decide) -> dict[str, Bot]:
    return {"scripted": Bot("scripted", "Does what the test wants.", decide)}


def first_legal(view: View, seed: int, seconds: float) -> int:
    return rules.imagine(view).legal_actions()[0]


def thinking_of(house: House) -> LocalBots:
    found = house.server.thinking
    assert isinstance(found, LocalBots)
    return found


async def acted_by(house: House, code: str) -> list[str]:
    log = [entries.decode(row.body).what for row in await house.store.entries(code)]
    return [what.by for what in log if isinstance(what, entries.Acted)]


@asynchronous
@pytest.mark.parametrize(
    ("game", "bots"),
    [("eriantys", ["greedy"]), ("eriantys", ["random", "greedy", "random"]), ("masters", ["greedy", "random"])],
)
async def test_bots_play_to_the_end(tmp_path: Path, game: str, bots: list[str]) -> None:
    async with opened_house(tmp_path) as house:
        chance = Random(1)
        code, people = await house.game(game, 1, bots)
        await play(people, lambda view: chance.choice(view["legal"]), over)
        assert people[0].view["result"]["why"] == "rules"
        assert set(await acted_by(house, code)) == {"player", "bot"}


@asynchronous
async def test_masters_alone(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        chance = Random(1)
        _, people = await house.game("masters", 1)
        await play(people, lambda view: chance.choice(view["legal"]), over)
        assert people[0].view["result"]["why"] == "rules"


@asynchronous
async def test_a_bot_knows_only_what_its_seat_may_see(tmp_path: Path) -> None:
    known: list[bool] = []
    tables: list[House] = []

    def look(view: View, seed: int, seconds: float) -> int:
        (actor,) = tables[0].server.tables.awake.values()
        real = actor.table.game
        assert real is not None
        known.append(rules.imagine(view) == real)
        assert view == real.view(real.seat)
        return first_legal(view, seed, seconds)

    async with opened_house(tmp_path, bots=scripted(look)) as house:
        tables.append(house)
        _, (ada,) = await house.game("masters", 1, ["scripted"])
        await play([ada], lambda view: view["legal"][0], lambda view: len(known) >= 5)
        assert not any(known)


@asynchronous
async def test_a_level_that_is_no_longer_offered_is_played_by_another(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, _ = await house.game("eriantys", 1, ["greedy"])
    async with opened_house(tmp_path, clock=clock, bots=scripted(first_legal)) as house:
        ada = await house.call(code, "Ada")
        await play([ada], lambda view: view["legal"][0], lambda view: view["number"] > 12)
        assert "bot" in await acted_by(house, code)


@asynchronous
async def test_bots_sleep_when_nobody_is_there(tmp_path: Path) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def slow(view: View, seed: int, seconds: float) -> int:
        reached.set()
        go_on.wait(10)
        return first_legal(view, seed, seconds)

    async with opened_house(tmp_path, bots=scripted(slow)) as house:
        code, (ada,) = await house.game("eriantys", 1, ["scripted"])
        await ada.do("act", action=ada.view["legal"][0])
        await asyncio.to_thread(reached.wait)
        await ada.hang_up()
        actor = house.actor(code)
        while not actor.table.asleep:
            await asyncio.sleep(0)
        number = actor.table.number
        go_on.set()
        while thinking_of(house)._thinking:
            await asyncio.sleep(0)
        assert bot_to_decide(actor.table) is None
        assert actor.table.number == number
        ada = await house.call(code, "Ada")
        await ada.sees(lambda view: view["turn"] == 0)


@asynchronous
async def test_a_bot_waits_before_it_decides_so_that_people_can_follow(tmp_path: Path) -> None:
    async with opened_house(tmp_path, bot_pace=0.001) as house:
        _, (ada,) = await house.game("eriantys", 1, ["random"])
        await play([ada], lambda view: view["legal"][0], lambda view: view["number"] > 20)


@asynchronous
async def test_whoever_resigns_while_a_bot_waits_is_not_answered_by_it(tmp_path: Path) -> None:
    async with opened_house(tmp_path, bot_pace=0.02) as house:
        code, (ada,) = await house.game("eriantys", 1, ["random"])
        await ada.do("act", action=ada.view["legal"][0])
        await ada.do("resign")
        while thinking_of(house)._thinking:
            await asyncio.sleep(0)
        assert ada.view["phase"] == "over"
        assert await acted_by(house, code) == ["player"]


@asynchronous
async def test_a_bot_thinks_again_when_the_game_has_changed_meanwhile(tmp_path: Path) -> None:
    thought: list[threading.Event] = []

    def slow(view: View, seed: int, seconds: float) -> int:
        event = threading.Event()
        thought.append(event)
        if len(thought) == 1:
            event.wait(10)
        return first_legal(view, seed, seconds)

    async with opened_house(tmp_path, bots=scripted(slow)) as house:
        code, (ada, bob) = await house.game("eriantys", 2, ["scripted"])
        await ada.do("act", action=ada.view["legal"][0])
        while not thought:
            await asyncio.sleep(0)
        await bob.hang_up()
        await ada.happens("departed")
        assert ada.view["alone_since"] is not None
        thought[0].set()
        while thinking_of(house)._thinking:
            await asyncio.sleep(0)
        assert (await acted_by(house, code)).count("bot") == 0
        await house.call(code, "Bob")
        await ada.sees(lambda view: view["turn"] == 2)
        assert (await acted_by(house, code)).count("bot") > 0


@asynchronous
async def test_a_bot_decides_again_when_the_disk_was_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "STORE_PATIENCE", 0.0)
    async with opened_house(tmp_path) as house:
        code, (ada,) = await house.game("eriantys", 1, ["random"])
        gate = Gate()
        house.store.next("append", gate, full, written_but_broken)
        await ada.send("act", action=ada.view["legal"][0], id="act")
        await gate.reached.wait()
        gate.open()
        await ada.sees(lambda view: view["turn"] == 0 and view["number"] > 6)
        assert (await acted_by(house, code))[:2] == ["player", "bot"]


@asynchronous
async def test_a_mistake_in_the_action_of_a_bot_is_written_down_and_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "STORE_PATIENCE", 0.0)
    async with opened_house(tmp_path, errors=["an action of a bot failed"]) as house:
        _, (ada,) = await house.game("eriantys", 1, ["random"])
        gate = Gate()
        house.store.next("append", gate, unexpected)
        await ada.send("act", action=ada.view["legal"][0])
        await gate.reached.wait()
        gate.open()
        await ada.sees(lambda view: view["turn"] == 0 and view["number"] > 6)


@asynchronous
async def test_a_bot_that_comes_too_late_changes_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path, bot_pace=0.01) as house:
        code, (ada, bob) = await house.game("eriantys", 2, ["random"])
        await ada.do("act", action=ada.view["legal"][0])
        gate = Gate()
        house.store.next("append", gate)
        await bob.hang_up()
        await gate.reached.wait()  # he is about to be away, and the bot decides meanwhile
        while not house.actor(code)._waiting:
            await asyncio.sleep(0)
        gate.open()
        await ada.sees(lambda view: view["alone_since"] is not None)
        await house.actor(code).settle()
        assert "bot" not in await acted_by(house, code)
        assert [line["code"] for line in house.logged if line["event"] == "a bot came too late"] == ["paused"]


@asynchronous
@pytest.mark.parametrize("wrong", [-1, 255, "mistake"])
async def test_when_a_bot_fails_the_game_goes_on(tmp_path: Path, wrong: int | str) -> None:
    def fail(view: View, seed: int, seconds: float) -> int:
        if isinstance(wrong, str):
            raise ZeroDivisionError(wrong)
        return wrong

    async with opened_house(tmp_path, bots=scripted(fail), errors=["a bot failed"]) as house:
        code, (ada,) = await house.game("eriantys", 1, ["scripted"])
        await ada.do("act", action=ada.view["legal"][0])
        await ada.sees(lambda view: view["turn"] == 0)
        assert (await acted_by(house, code))[:2] == ["player", "bot"]


@asynchronous
async def test_nobody_thinks_any_more_when_the_house_closes(tmp_path: Path) -> None:
    """Somebody's action is on its way when the house closes, and a bot would be next."""
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada,) = await house.game("eriantys", 1, ["random"])
        gate = Gate()
        house.store.next("append", gate)
        await ada.send("act", action=ada.view["legal"][0])
        await gate.reached.wait()
        thinking_before = thinking_of(house)
        await thinking_before.close()
        gate.open()
        await house.actor(code).settle()
        await turns_of_the_loop()
        assert thinking_before._thinking == {}
    async with opened_house(tmp_path, clock=clock) as house:
        ada = await house.call(code, "Ada")
        await ada.sees(lambda view: view["turn"] == 0)
