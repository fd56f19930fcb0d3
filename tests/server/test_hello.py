"""Greeting: who comes back is told what he missed, exactly as his seat may read it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca.house import apply, entries, views
from ludoteca.house.table import Table
from ludoteca.server.table import actor as live_tables

from .houses import Caller, House, Json, key_of, opened_house, over, play
from .running import asynchronous
from .troubled import Gate, broken

pytestmark = pytest.mark.usefixtures("both_stores")


async def as_the_seat_may_read(house: House, code: str, seat: int | None) -> list[Json]:
    """Every entry of a table, by the way that the house has for it."""
    secret = await house.store.secret(code)
    assert secret is not None
    table = Table(code, secret)
    read = []
    for row in await house.store.entries(code):
        entry = entries.decode(row.body)
        events = apply.apply_entry(table, entry)
        happened = {**views.public_entry(entry), "events": views.told(table, events, seat)}
        read.append(msgspec.json.decode(msgspec.json.encode(happened)))
    return read


async def some_game(house: House, game: str, entries_at_least: int, **options: Any) -> tuple[str, list[Caller]]:
    chance = Random(3)
    code, people = await house.game(game, **options)
    await play(people, lambda view: chance.choice(view["legal"]), lambda view: view["number"] >= entries_at_least)
    return code, people


# ---------------------------------------------------------------- refusals


@asynchronous
async def test_one_greets_first_and_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        caller = await house.connect(code)
        assert await caller.refused("say", text="hello?") == "greet_first"
        assert await caller.refused("sit", name="Bob", key=key_of("Bob")) == "greet_first"
        assert (await caller.ask("ping"))["type"] == "pong"
        await caller.send("hello")
        await caller.next("welcome")
        assert await caller.refused("hello") == "greeted"


@asynchronous
async def test_a_wrong_key_and_another_protocol_are_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        caller = await house.connect(code)
        assert await caller.refused("hello", key="not the key") == "wrong_token"
        answer = await caller.ask("hello", protocol=2, key=key_of("Ada"))
        assert (answer["code"], answer["parameters"]) == ("protocol", {"spoken": 1, "wanted": 2})
        await caller.send("hello", key=key_of("Ada"), protocol=1)
        assert (await caller.next("welcome"))["view"]["you"] == 0


@asynchronous
@pytest.mark.parametrize(
    "text",
    ["", "hello", "[]", "{}", '{"type":"fly"}', '{"type":"hello","seen":-1}', '{"type":"hello","key":7}', "[" * 5000],
)
async def test_what_is_no_message_is_refused_and_the_connection_stays(tmp_path: Path, text: str) -> None:
    async with opened_house(tmp_path) as house:
        caller = await house.connect(await house.open_table())
        await caller.socket.send_str(text)
        refusal = await caller.next("refused")
        assert refusal["code"] == "malformed"
        assert len(refusal["sentence"]) < 300
        await caller.socket.send_str('{"type":"hello"}?')
        assert (await caller.next("refused"))["code"] == "malformed"
        await caller.send("hello")
        await caller.next("welcome")


@asynchronous
async def test_a_message_that_cannot_be_read_is_refused_by_its_id(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        caller = await house.call(await house.open_table())
        assert await caller.refused("sit", id="my id", name=7) == "malformed"
        assert await caller.refused("fly", id="another id") == "malformed"


@asynchronous
async def test_what_a_watcher_may_not_do(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game()
        watcher = await house.call(code)
        assert await watcher.refused("act", action={}) == "watching"
        assert await watcher.refused("say", text="Take the other cloud!") == "watching"
        for kind in ("move", "rematch", "resign", "take_back", "start", "rise", "ask_end"):
            assert await watcher.refused(kind) == "watching"


@asynchronous
async def test_a_store_that_cannot_be_read_is_said_and_one_can_greet_again(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game()
        caller = await house.connect(code)
        house.store.next("entries", broken)
        assert await caller.refused("hello", key=key_of("Ada"), seen=1) == "read_only"
        await caller.send("hello", key=key_of("Ada"), seen=1)
        assert (await caller.next("welcome"))["missed"]


# ---------------------------------------------------------------- coming back


@asynchronous
async def test_who_has_seen_everything_has_missed_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await some_game(house, "eriantys", 20)
        again = await house.connect(code)
        await again.send("hello", key=key_of("Ada"), seen=ada.view["number"])
        welcome = await again.next("welcome")
        assert welcome["missed"] == []
        assert welcome["view"] == ada.view


@asynchronous
@pytest.mark.parametrize("seat", [0, 1, None])
async def test_what_was_missed_is_what_the_seat_may_read(tmp_path: Path, seat: int | None) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await some_game(house, "masters", 40)
        readable = await as_the_seat_may_read(house, code, seat)
        key = None if seat is None else key_of(("Ada", "Bob")[seat])
        for seen in (0, 1, 4, 5, 20, len(readable) - 1, len(readable)):
            caller = await house.connect(code)
            await caller.send("hello", key=key, seen=seen)
            welcome = await caller.next("welcome")
            assert welcome["missed"] == readable[seen:]
            await caller.hang_up()
        dealt = [event for entry in readable for event in entry["events"] if event["event"] == "LeadersDealt"]
        assert [isinstance(event["leaders"], list) for event in dealt] == [seat == 0, seat == 1]
        heard = [message["entry"] for message in people[0].heard("entry")]
        mine = await as_the_seat_may_read(house, code, 0)
        assert heard == mine[heard[0]["number"] - 1 :]


@asynchronous
async def test_what_is_too_old_or_of_the_future_is_not_told_entry_by_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "MOST_MISSED", 10)
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await some_game(house, "eriantys", 20)
        number = ada.view["number"]
        for seen, missed in {None: None, number - 11: None, number - 10: 10, number + 1: None, 2**53 - 1: None}.items():
            caller = await house.connect(code)
            await caller.send("hello", key=key_of("Ada"), seen=seen)
            welcome = await caller.next("welcome")
            told = welcome.get("missed")
            assert (told if told is None else len(told)) == missed
            assert welcome["view"]["number"] == number
            await caller.hang_up()


@asynchronous
async def test_what_happens_while_somebody_greets_is_neither_lost_nor_told_twice(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await some_game(house, "eriantys", 12)
        number = ada.view["number"]
        caller, gate = await house.connect(code), Gate()
        house.store.next("entries", gate)
        await caller.send("hello", seen=number - 3)
        await gate.reached.wait()
        asked = await ada.do("ask_end")
        gate.open()
        welcome = await caller.next("welcome")
        assert [entry["number"] for entry in welcome["missed"]] == [number - 2, number - 1, number, asked]
        assert welcome["view"]["number"] == asked
        assert caller.heard("entry") == []
        await ada.do("resign")
        assert [message["entry"]["number"] for message in caller.heard("entry")] == [number + 2]


@asynchronous
async def test_lines_are_told_after_the_last_one_that_was_heard(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        for text in ("one", "two", "three"):
            await bob.do("say", text=text)
        for heard, texts in {0: ["one", "two", "three"], 2: ["three"], 3: [], 99: []}.items():
            caller = await house.connect(code)
            await caller.send("hello", key=key_of("Ada"), heard=heard)
            assert [line["text"] for line in (await caller.next("welcome")).get("lines", [])] == texts
        assert [line["text"] for message in ada.heard("lines") for line in message["lines"]] == ["one", "two", "three"]


@asynchronous
async def test_after_the_end_everything_is_there_with_the_secret(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        chance = Random(5)
        code, people = await house.game("eriantys")
        await play(people, lambda view: chance.choice(view["legal"]), over)
        caller = await house.call(code)
        assert bytes.fromhex(caller.view["result"]["secret"]) == await house.store.secret(code)
        await asyncio.gather(*(person.hang_up() for person in people))


# ---------------------------------------------------------------- tables that are not watched


@asynchronous
async def test_at_a_table_that_nobody_may_watch_watchers_leave_when_it_starts(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(watching=False)
        ada, bob = await house.seated(code, "Ada", "Bob")
        watcher = await house.call(code)
        await ada.do("start")
        assert (await watcher.goodbye())["code"] == "no_watching"
        late = await house.connect(code)
        assert await late.refused("hello") == "no_watching"
        await late.send("hello", key=key_of("Bob"))
        assert (await late.next("welcome"))["view"]["you"] == 1
        for path in ("", "/replay"):
            status, wrong = await house.get(f"/api/tables/{code}{path}")
            assert (status, wrong["code"]) == (403, "no_watching")
        await bob.do("resign")
        assert (await house.get(f"/api/tables/{code}/replay"))[0] == 200


@asynchronous
async def test_a_game_that_starts_while_a_watcher_greets_is_not_watched(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(watching=False)
        ada, _ = await house.seated(code, "Ada", "Bob")
        late = await house.connect(code)
        gate = Gate()
        house.store.next("entries", gate)
        await late.send("hello", seen=1, id="hello")
        await gate.reached.wait()
        await ada.do("start")
        gate.open()
        assert (await late.answer("hello"))["code"] == "no_watching"
        assert not late.heard("welcome")
        assert {listener.seat for listener in house.actor(code).everybody} == {0, 1}


@asynchronous
@pytest.mark.parametrize("delay", [0, 60])
async def test_watchers_who_have_to_go_do_not_see_the_first_position(tmp_path: Path, delay: int) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(watching=False, delay=delay)
        ada, _ = await house.seated(code, "Ada", "Bob")
        watcher = await house.call(code)
        await ada.do("start")
        assert (await watcher.goodbye())["code"] == "no_watching"
        assert watcher.heard("entry") == []
        assert watcher.view["phase"] == "open"
