"""Before the game: who sits where, looks how and hosts, and what becomes of seats that nobody comes back to."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from ludoteca.bots import BOTS
from ludoteca.house import commands, lobby

from .houses import key_of, opened_house
from .rooms import Ear, room, sitting
from .running import asynchronous

pytestmark = pytest.mark.usefixtures("both_stores")


@asynchronous
async def test_those_behind_a_free_seat_move_up_with_all_their_devices(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob, cyd) = await inside.seated("Ada", "Bob", "Cyd")
        tablet = Ear(2)
        actor.join(tablet)
        await actor.submit(commands.Rise(1))
        assert [ear.seat for ear in (ada, bob, cyd, tablet)] == [0, None, 1, 1]
        assert [view.you for view in (ada.views[-1], bob.views[-1], cyd.views[-1])] == [0, None, 1]
        await actor.submit(sitting("Bob"), sitting=bob)
        assert bob.seat == 2


@asynchronous
async def test_whoever_the_host_removes_watches(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        ada, bob = await house.seated(code, "Ada", "Bob")
        assert await bob.refused("remove", name="Ada") == "not_host"
        await ada.do("remove", name="Bob")
        message = await bob.happens("rose")
        assert message["entry"]["what"] == {"kind": "rose", "seat": 1, "why": "removed"}
        assert message["view"]["you"] is None
        assert await bob.refused("dress", look={"wizard": 1}) == "watching"
        await bob.do("sit", name="Bob", key="another key of Bob")
        assert bob.view["you"] == 1
        stranger = await house.connect(code)
        assert await stranger.refused("hello", key=key_of("Bob")) == "wrong_token"


@asynchronous
async def test_whoever_rises_can_sit_down_again(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        ada, bob, cyd = await house.seated(code, "Ada", "Bob", "Cyd")
        await ada.do("rise")
        assert ada.view["you"] is None
        view = await cyd.sees(lambda seen: len(seen["seats"]) == 2)
        assert (view["you"], view["host"], view["seats"][0]["name"]) == (1, 0, "Bob")
        await ada.do("sit", name="Ada", key=key_of("Ada"))
        assert [ada.view["you"], ada.view["host"]] == [2, 0]
        assert await ada.refused("start") == "not_host"
        await bob.do("start")


@asynchronous
async def test_sitting_down_is_refused_in_the_words_of_the_house(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=2)
        (ada,) = await house.seated(code, "Ada")
        assert await ada.refused("sit", name="Ada", key=key_of("Ada")) == "seated"
        bob = await house.call(code)
        assert await bob.refused("sit", name="Ada", key=key_of("Ada")) == "already_seated"
        assert await bob.refused("sit", name="Ada", key=key_of("Bob")) == "name_taken"
        assert await bob.refused("sit", name="Bob", key=key_of("Ada")) == "bad_token"
        assert await bob.refused("sit", name="B o b", key=key_of("Bob")) == "bad_name"
        assert await bob.refused("sit", name="Bob", key=key_of("Bob"), nonce="\n") == "bad_nonce"
        assert await bob.refused("sit", name="Bob", key=key_of("Bob"), look={"wizard": 9}) == "look_taken"
        assert await bob.refused("sit", name="Bob", key="Bob") == "malformed"
        cyd = await house.call(code)
        await bob.do("sit", name="Bob", key=key_of("Bob"))
        assert await cyd.refused("sit", name="Cyd", key=key_of("Cyd")) == "table_full"
        await ada.do("start")
        assert await cyd.refused("sit", name="Cyd", key=key_of("Cyd")) == "not_open"


@asynchronous
async def test_two_who_want_the_last_seat_at_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=2)
        callers = [await house.call(code) for _ in range(5)]
        asked = [caller.ask("sit", name=f"No{n}", key=f"key {n}") for n, caller in enumerate(callers)]
        answers = await asyncio.gather(*asked)
        assert Counter(answer.get("code", "done") for answer in answers) == {"done": 1, "table_full": 4}
        seated = [caller for caller, answer in zip(callers, answers, strict=True) if answer["type"] == "done"]
        assert [caller.view["you"] for caller in seated] == [1]


@asynchronous
async def test_everything_that_can_be_done_before_the_game(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        ada, bob = await house.seated(code, "Ada", "Bob")
        await ada.do("contribute", nonce="by chance")
        assert await ada.refused("contribute", nonce="by choice") == "already_so"
        await bob.do("dress", look={"tower": "grey", "wizard": 3})
        assert await ada.refused("dress", look={"tower": "grey"}) == "look_taken"
        assert await ada.refused("start") == "not_full"
        assert await bob.refused("sit_bot", level="random") == "not_host"
        await ada.do("sit_bot", level="random")
        assert ada.view["seats"][2] == {**ada.view["seats"][2], "name": "random-1", "bot": "random"}
        assert await ada.refused("sit_bot", level="random") == "table_full"
        await ada.do("remove", name="random-1")
        await ada.do("sit_bot", level="greedy", name="Hal")
        await ada.do("hand_over", name="Bob")
        assert await ada.refused("close") == "not_host"
        assert await ada.refused("remove", name="Zoe") == "not_host"
        assert await bob.refused("remove", name="Zoe") == "no_such_name"
        await bob.do("close")
        assert (await ada.sees(lambda seen: seen["phase"] == "closed"))["closed"] == "host"
        assert await ada.refused("dress", look={}) == "table_closed"


@asynchronous
async def test_a_bot_gets_a_name_that_is_free(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=4)
        (ada,) = await house.seated(code, "Ada")
        bob = await house.call(code)
        await bob.do("sit", name="random-1", key="key of a person")
        await asyncio.gather(*(ada.do("sit_bot", level="random") for _ in range(2)))
        assert [seat["name"] for seat in ada.view["seats"]] == ["Ada", "random-1", "random-2", "random-3"]
        await ada.do("remove", name="random-2")
        answer = await ada.ask("sit_bot", level="clever")
        assert (answer["code"], answer["parameters"]) == ("no_bot", {"level": "clever", "levels": ", ".join(BOTS)})


@asynchronous
async def test_seats_of_those_who_left_are_given_up_after_a_while_and_then_the_table(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        ada, bob = await house.seated(code, "Ada", "Bob")
        await ada.hang_up()
        await bob.happens("departed")
        house.wait(59)
        assert (await bob.ask("ping"))["type"] == "pong"
        assert len(bob.view["seats"]) == 2
        house.wait(1)
        message = await bob.happens("rose")
        assert message["entry"]["what"] == {"kind": "rose", "seat": 0, "why": "expired"}
        assert (message["view"]["you"], message["view"]["host"]) == (0, 0)
        await bob.do("rise")
        house.wait(60)
        assert (await bob.happens("closed"))["view"]["closed"] == "abandoned"


@asynchronous
async def test_a_seat_that_was_kept_for_somebody_is_given_up_if_he_does_not_come(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(patience={"lobby": 5})
        watcher = await house.call(code)
        assert watcher.view["seats"][0]["connected"] is False
        house.wait(5)
        await watcher.happens("rose")
        house.wait(5)
        await watcher.happens("closed")


@asynchronous
@pytest.mark.parametrize("field", ["turn", "alone", "clock"])
async def test_nobody_opens_a_public_table_that_waits_for_no_lost_connection(tmp_path: Path, field: str) -> None:
    """A stranger who sits down there would lose by the first hiccup of a network."""
    async with opened_house(tmp_path) as house:
        options = {"game": "eriantys", "players": 2, "patience": {field: 0}}
        status, refused = await house.post("/api/tables", {"options": options})
        assert (status, refused["code"]) == (400, "bad_options")
        assert refused["sentence"].startswith(f"patience.{field}: at a public table")
        code = await house.open_table(public=False, patience={field: 0})
        assert getattr(house.actor(code).table.options.patience, field) == 0


@asynchronous
async def test_a_hidden_table_has_a_longer_code_and_both_kinds_are_found(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for public, length in ((True, 6), (False, 10)):
            code = await house.open_table(public=public)
            assert len(code) == length
            assert (await house.get(f"/api/tables/{code[:3].lower()}-{code[3:]}"))[1]["code"] == code


@asynchronous
async def test_a_hidden_table_of_an_older_house_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house:
        monkeypatch.setattr(lobby, "HIDDEN_CODE_LENGTH", lobby.CODE_LENGTH)
        code = await house.open_table(public=False)
        assert len(code) == 6
        monkeypatch.undo()
        assert (await house.get(f"/api/tables/{code}"))[0] == 200
