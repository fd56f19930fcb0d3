"""Talk at a table: on disk before it is heard, not too fast, and there for those who come later."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludoteca.house import commands
from ludoteca.house.refusals import Refusal, Refused

from .houses import Json, opened_house
from .rooms import room
from .running import Clock, asynchronous
from .troubled import Gate, too_late

pytestmark = pytest.mark.usefixtures("both_stores")


def texts(messages: list[Json]) -> list[str]:
    return [line["text"] for message in messages for line in message.get("lines", [])]


@asynchronous
async def test_a_line_is_heard_by_all_with_the_name_of_the_speaker(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        watcher = await house.call(code)
        await ada.do("say", text="Good luck, Bob!")
        for listener in (ada, bob, watcher):
            (line,) = (await listener.next("lines"))["lines"]
            assert line == {"number": 1, "time": house.clock(), "seat": 0, "name": "Ada", "text": "Good luck, Bob!"}


@asynchronous
async def test_a_line_is_heard_once_it_is_on_disk(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        gate = Gate()
        house.store.next("say", gate)
        await ada.send("say", text="Wait for it.", id="say")
        await gate.reached.wait()
        await bob.ask("ping")
        assert bob.heard("lines") == []
        gate.open()
        assert texts([await bob.next("lines")]) == ["Wait for it."]
        assert (await ada.answer("say"))["type"] == "done"


@asynchronous
@pytest.mark.parametrize("text", ["", " ", "x" * 501, "two\nlines", "\u0007", "\u202e"])
async def test_what_cannot_be_said(tmp_path: Path, text: str) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()
        assert await ada.refused("say", text=text) == "chat_text"


@asynchronous
async def test_nobody_talks_too_fast_and_everybody_has_his_own_breath(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        for number in range(5):
            await ada.do("say", text=f"{number}")
        answer = await ada.ask("say", text="and")
        assert (answer["code"], answer["parameters"]) == ("chat_too_fast", {"seconds": 2})
        await bob.do("say", text="Let me say something too.")
        house.clock.move(2)
        await ada.do("say", text="another thing")
        assert await ada.refused("say", text="and") == "chat_too_fast"


@asynchronous
async def test_who_is_muted_is_not_heard_on_that_connection(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        watcher = await house.call(code)
        await bob.do("mute", name="Ada")
        await watcher.do("mute", name="Bob")
        await ada.do("say", text="one")
        await bob.do("say", text="two")
        await bob.do("mute", name="Ada", muted=False)
        await ada.do("say", text="three")
        await asyncio.gather(*(caller.ask("ping") for caller in (ada, bob, watcher)))
        heard = [texts(caller.heard("lines")) for caller in (ada, bob, watcher)]
        assert heard == [["one", "two", "three"], ["two", "three"], ["one", "three"]]
        again = await house.call(code, "Bob")
        assert texts(again.heard("welcome")) == ["one", "two", "three"]


@asynchronous
async def test_only_so_many_names_are_remembered_as_muted(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        await bob.do("mute", name="Ada")
        for number in range(100):
            await bob.do("mute", name=f"No{number}")
        await bob.do("mute", name="Ada")  # once more does not mean the opposite
        await ada.do("say", text="Do you hear me?")
        await bob.ask("ping")
        assert bob.heard("lines") == []


@asynchronous
async def test_lines_are_kept_over_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, bob) = await house.game()
        await ada.do("say", text="one", id="the first")
        await bob.do("say", text="two")
    async with opened_house(tmp_path, clock=clock) as house:
        ada = await house.call(code, "Ada", heard=1)
        assert texts(ada.heard("welcome")) == ["two"]
        await ada.do("say", text="one", id="the first")  # the answer was lost with the connection
        await ada.do("say", text="three")
        (line,) = (await ada.next("lines"))["lines"]
        assert (line["number"], line["text"], "id" in line) == (3, "three", False)


@asynchronous
async def test_what_another_node_kept_first_is_heard_first(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        elsewhere = await inside.another_node()._load(actor.code)
        assert elsewhere is not None
        await elsewhere.say(bob, "I was faster.")
        await actor.say(ada, "I was slower.")
        assert [(line.number, line.text) for line in ada.lines] == [(1, "I was faster."), (2, "I was slower.")]
        inside.store.next("say", *[too_late] * 1000)
        with pytest.raises(Refused) as refused:
            await actor.say(ada, "Am I always too late?")
        assert refused.value.code is Refusal.STALE


@asynchronous
async def test_whoever_has_risen_while_his_line_waited_has_not_said_it(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        ada, bob = await house.seated(code, "Ada", "Bob")
        gate = Gate()
        house.store.next("say", gate)
        await ada.send("say", text="one", id="say")
        await gate.reached.wait()
        await bob.send("say", text="two", id="say")
        while not house.actor(code)._talk.speaking._waiters:
            await asyncio.sleep(0)
        await house.actor(code).submit(commands.Remove(0, "Bob"))
        gate.open()
        assert (await bob.answer("say"))["code"] == "not_seated"
