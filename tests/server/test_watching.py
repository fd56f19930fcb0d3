"""Watchers: with a delay they know nothing of a game that is not old, by no way that leads to them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from ludoteca.rules.catalogue import GAMES

from .houses import OPERATOR, Caller, House, Json, opened_house, over, past, play
from .running import SECOND, Clock, asynchronous
from .troubled import Gate, broken

pytestmark = pytest.mark.usefixtures("both_stores")

DELAY = 60


async def a_few_turns(house: House, people: list[Caller], turns: int = 12, seconds: float = 10) -> None:
    """Some decisions, with time between them."""
    for _ in range(turns):
        house.wait(seconds)
        view = await people[0].sees(lambda seen: seen["turn"] is not None)
        caller = people[view["turn"]]
        await caller.sees(past(view["number"] - 1))
        await caller.do("act", action=caller.view["legal"][0])
        for person in people:
            await person.sees(past(caller.view["number"] - 1))


def started(house: House, code: str) -> int:
    """The time of the start."""
    return house.actor(code).table.turn_since


def assert_old(house: House, told: Json, since: int) -> None:
    """Nothing in a message, a view or a replay is younger than the delay, but what was before the game."""
    limit = house.clock() - DELAY * SECOND
    times = [told["time"]] if "phase" in told else []
    times += [told["view"]["time"]] if "view" in told else []
    times += [entry["time"] for entry in [*(told.get("missed") or []), *told.get("log", [])]]
    times += [told["entry"]["time"]] if "entry" in told else []
    assert all(time <= limit or time < since for time in times), (told.keys(), times, limit, since)
    for view in (told, told.get("view", {})):
        if view.get("phase", "open") != "open":
            assert view["time"] <= limit


@asynchronous
async def test_without_a_delay_watchers_see_everything_at_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game()
        watcher = await house.call(code)
        await a_few_turns(house, people, 4)
        assert [message["entry"]["what"]["kind"] for message in watcher.heard("entry")] == ["acted"] * 4
        assert watcher.view["number"] == people[0].view["number"]
        assert (await house.get(f"/api/tables/{code}"))[1] == watcher.view


@asynchronous
async def test_with_a_delay_watchers_see_only_what_is_old(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table("masters", delay=DELAY)
        watcher = await house.call(code)
        people = await house.seated(code, "Ada", "Bob")
        await watcher.sees(lambda view: len(view["seats"]) == 2)  # before the game there is no delay
        house.wait(100)
        await people[0].do("start")
        since = started(house, code)
        heard_before = len(watcher.texts)
        for turn in range(20):
            await a_few_turns(house, people, 1)
            if turn == 8:
                late = await house.call(code, seen=3)
                assert late.heard("welcome")[0]["missed"][0]["number"] == 4
            await watcher.ask("ping")  # what is due has come by then
            for caller in (watcher, *([late] if turn >= 8 else [])):
                for text in caller.texts[heard_before if caller is watcher else 0 :]:
                    assert_old(house, msgspec.json.decode(text), since)
            status, view = await house.get(f"/api/tables/{code}")
            assert status == 200
            assert_old(house, view, since)
            status, replay = await house.get(f"/api/tables/{code}/replay")
            assert status == 200
            assert_old(house, replay, since)
            assert replay["entries"] == []
        assert watcher.view["phase"] == "playing"
        assert watcher.view["number"] == late.view["number"] < people[0].view["number"]
        numbers = [message["entry"]["number"] for message in watcher.heard("entry")]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@asynchronous
async def test_a_watcher_who_is_behind_sees_the_game_to_its_end(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game(delay=DELAY)
        watcher = await house.call(code)
        assert watcher.view["phase"] == "open"
        chance = Random(2)
        await play(people, lambda view: chance.choice(view["legal"]), over)
        assert watcher.heard("entry") == []
        assert house.actor(code).delayed is not None
        house.wait(DELAY)
        view = await watcher.sees(over)
        assert view["number"] == people[0].view["number"]
        assert view["result"] == people[0].view["result"]
        again = await house.connect(code)
        await again.send("hello", seen=view["number"] - 5)
        assert len((await again.next("welcome"))["missed"]) == 5


@asynchronous
async def test_the_gallery_is_made_of_the_log_when_a_table_wakes(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, people = await house.game(delay=DELAY)
        await a_few_turns(house, people, 12)
        since = started(house, code)
    async with opened_house(tmp_path, clock=clock) as house:
        watchers = await asyncio.gather(*(house.call(code) for _ in range(3)))
        assert len({watcher.view["number"] for watcher in watchers}) == 1
        assert watchers[0].view["phase"] == "playing"
        for watcher in watchers:
            assert_old(house, watcher.heard("welcome")[0], min(since, clock()))
        (delayed,) = {id(actor.delayed) for actor in house.server.tables.awake.values()}
        ada = await house.call(code, "Ada")
        view = await ada.sees(lambda seen: seen["seats"][0]["connected"])
        assert view["number"] > watchers[0].view["number"]
        house.wait(DELAY)
        await watchers[0].sees(lambda seen: seen["number"] >= view["number"])
        assert id(house.actor(code).delayed) == delayed


@asynchronous
async def test_what_happens_while_the_gallery_is_made_is_in_it(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, _ = await house.game(delay=DELAY)
    async with opened_house(tmp_path, clock=clock) as house:
        ada, bob = [await house.call(code, name) for name in ("Ada", "Bob")]
        await bob.sees(lambda view: view["seats"][1]["connected"])
        first, second = await house.connect(code), await house.connect(code)
        gates = Gate(after=True), Gate()
        house.store.next("entries", *gates)
        await first.send("hello")
        await gates[0].reached.wait()
        await second.send("hello")
        await gates[1].reached.wait()
        await ada.do("act", action=ada.view["legal"][0])
        gates[1].open()
        await second.next("welcome")
        gates[0].open()
        await first.next("welcome")
        house.wait(DELAY)
        for watcher in (first, second):
            assert (await watcher.sees(lambda view: view["number"] == ada.view["number"]))["you"] is None


@asynchronous
async def test_a_gallery_that_could_not_be_made_is_made_later(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, _ = await house.game(delay=DELAY)
    async with opened_house(tmp_path, clock=clock) as house:
        watcher = await house.connect(code)
        await house.connect(code)
        house.store.next("entries", broken)
        assert await watcher.refused("hello") == "read_only"
        await watcher.send("hello")
        assert (await watcher.next("welcome"))["view"]["phase"] == "open"


@asynchronous
async def test_somebody_who_watches_with_a_delay_can_claim_his_seat(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game(delay=DELAY)
        moving = await ada.ask("move")
        tablet = await house.call(code)
        assert tablet.view["phase"] == "open"
        await tablet.do("claim", code=moving["code"], key="a new key of Ada")
        assert (tablet.view["you"], tablet.view["phase"]) == (0, "playing")
        assert (await ada.goodbye())["code"] == "moved"
        await tablet.do("act", action=tablet.view["legal"][0])
        await bob.sees(lambda view: view["turn"] == 1)
        assert house.actor(code).everybody == house.actor(code).listeners


@asynchronous
async def test_under_newer_rules_a_game_cannot_be_watched_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, _ = await house.game(delay=DELAY)
    clock.move(DELAY)
    monkeypatch.setattr(GAMES["eriantys"], "rules_version", "99")
    async with opened_house(tmp_path, clock=clock) as house:
        watcher = await house.connect(code)
        assert await watcher.refused("hello") == "other_rules"
        status, wrong = await house.get(f"/api/tables/{code}/replay")
        assert (status, wrong["code"]) == (409, "other_rules")
        ada = await house.call(code, "Ada")
        assert ada.view["phase"] == "playing"


@asynchronous
async def test_lines_are_heard_by_watchers_too(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        watcher = await house.call(code)
        await ada.do("say", text="Hello up there!")
        assert [line["text"] for line in (await watcher.next("lines"))["lines"]] == ["Hello up there!"]


def texts(lines: list[Json]) -> list[str]:
    return [line["text"] for line in lines]


@asynchronous
async def test_with_a_delay_watchers_hear_lines_later_as_well(tmp_path: Path) -> None:
    """A player must not tell them what happens now."""
    async with opened_house(tmp_path) as house:
        code = await house.open_table(delay=DELAY)
        watcher = await house.call(code)
        ada, bob = await house.seated(code, "Ada", "Bob")
        await ada.do("say", text="before the game")
        assert texts((await watcher.next("lines"))["lines"]) == ["before the game"]
        house.wait(1)
        await ada.do("start")
        house.wait(10)
        await ada.do("say", text="a card of mine")
        assert texts((await bob.next("lines"))["lines"]) == ["before the game"]
        assert texts((await bob.next("lines"))["lines"]) == ["a card of mine"]
        late = await house.call(code)
        for caller in (watcher, late):
            await caller.ask("ping")
            assert "a card of mine" not in "".join(caller.texts)
            assert await caller.refused("report", line=2, reason="a guess") == "no_such_line"
        assert texts(late.heard("welcome")[0]["lines"]) == ["before the game"]
        house.wait(DELAY - 0.001)
        await late.ask("ping")
        assert late.heard("lines") == []
        house.wait(0.001)
        for caller in (watcher, late):
            assert texts((await caller.next("lines"))["lines"]) == ["a card of mine"]
        later = await house.call(code)
        assert texts(later.heard("welcome")[0]["lines"]) == ["before the game", "a card of mine"]


@asynchronous
async def test_lines_are_told_with_the_delay_after_a_table_woke(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, _) = await house.game(delay=DELAY)
        await ada.do("say", text="an old line")
        clock.move(DELAY)
        await ada.do("say", text="a young line")
    async with opened_house(tmp_path, clock=clock) as house:
        watcher = await house.call(code)
        assert texts(watcher.heard("welcome")[0]["lines"]) == ["an old line"]
        house.wait(DELAY)
        assert texts((await watcher.next("lines"))["lines"]) == ["a young line"]


@asynchronous
async def test_a_line_that_is_deleted_before_it_is_told_is_never_told(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game(delay=DELAY)
        watcher = await house.call(code)
        for number in (1, 2):
            await ada.do("say", text=f"insult {number}")
            house.wait(DELAY if number == 1 else 0)
        assert texts((await watcher.next("lines"))["lines"]) == ["insult 1"]
        for number in (1, 2):
            path = f"/api/operator/tables/{code}/lines/{number}"
            assert (await house.request("DELETE", path, headers=OPERATOR))[0] == 200
        assert (await watcher.next("lines"))["lines"][0]["text"] == ""  # of the first, at once
        while len(bob.heard("lines")) < 4:
            await bob.next("lines")
        house.wait(DELAY)
        assert (await watcher.next("lines"))["lines"][0] == {**bob.heard("lines")[-1]["lines"][0], "number": 2}
        assert "insult 2" not in "".join(watcher.texts)


@asynchronous
async def test_a_watcher_who_claims_a_seat_hears_what_was_not_told_yet(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game(delay=DELAY)
        await bob.do("say", text="for players")
        tablet = await house.call(code)
        assert tablet.heard("welcome")[0].get("lines", []) == []
        await tablet.do("claim", code=(await ada.ask("move"))["code"], key="a new key of Ada")
        assert texts((await tablet.next("lines"))["lines"]) == ["for players"]
        house.wait(DELAY)
        await tablet.ask("ping")
        assert len(tablet.heard("lines")) == 1
