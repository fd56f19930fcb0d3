"""A bot's file at a table of a real house."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludoteca.bots import seated
from ludoteca.bots.python_file import BotFault, Program, View, load
from ludoteca.client import House, Options, Phase, Table
from tests.client.fake_house import asynchronous
from tests.client.real_house import play, real_house

BY_CHANCE = "import random\ndef choose(view):\n    return random.choice(view.legal)\n"


@asynccontextmanager
async def opened(folder: Path, options: Options) -> AsyncIterator[tuple[Table, Table]]:
    """A game that has started: the seat of a person, and that of a bot."""
    async with real_house(folder / "house") as server, House(server.url) as house:
        person = await house.open(options, "Ada")
        bot = await house.sit(person.code, "my_bot")
        await person.start()
        yield person, bot


def file(folder: Path, text: str) -> Path:
    path = folder / "my_bot.py"
    path.write_text(text)
    return path


@pytest.mark.parametrize("game", ["eriantys", "masters"])
@asynchronous
async def test_a_whole_game(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, Options(game, 2)) as (person, bot):
        view, _ = await asyncio.gather(seated.play(bot, load(file(tmp_path, BY_CHANCE))), play(person, 1))
        assert view.phase is Phase.OVER
        assert view.result is not None
        assert view.result.why == "rules"
        assert all(seat.stand_in is None for seat in view.seats)


@asynchronous
async def test_what_the_rules_refuse_is_a_mistake_of_the_bot(tmp_path: Path) -> None:
    path = file(tmp_path, "def choose(view):\n    return {'do': 'play_assistant', 'value': 11}\n")
    async with opened(tmp_path, Options("eriantys", 2, first=1)) as (_, bot):
        with pytest.raises(BotFault) as fault:
            await seated.play(bot, load(path))
    assert fault.value.sentence.startswith(
        f"{path} chose {{'do': 'play_assistant', 'value': 11}}: There is no assistant 11"
    )


@asynchronous
async def test_a_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    path = file(tmp_path, "def choose(view):\n    return view.ilegal[0]\n")
    async with opened(tmp_path, Options("eriantys", 2, first=1)) as (_, bot):
        with pytest.raises(BotFault, match=r"my_bot\.py, line 2: AttributeError: "):
            await seated.play(bot, load(path))


@asynchronous
async def test_a_table_that_is_closed_meanwhile_ends_it(tmp_path: Path) -> None:
    async with real_house(tmp_path / "house") as server, House(server.url) as house:
        person = await house.open(Options("eriantys", 2), "Ada")
        bot = await house.sit(person.code, "my_bot")
        playing = asyncio.create_task(seated.play(bot, load(file(tmp_path, BY_CHANCE))))
        await person.close()
        assert (await playing).phase is Phase.CLOSED


@asynchronous
async def test_a_decision_that_comes_too_late_is_no_mistake(tmp_path: Path) -> None:
    """The bot thinks until the person has resigned, and with that ended the game."""
    loop = asyncio.get_running_loop()
    asked, resigned = asyncio.Event(), threading.Event()

    def choose(view: View) -> dict[str, Any]:
        loop.call_soon_threadsafe(asked.set)
        resigned.wait()
        return view.legal[0]

    async with opened(tmp_path, Options("eriantys", 2, first=1)) as (person, bot):
        playing = asyncio.create_task(seated.play(bot, Program(tmp_path / "my_bot.py", lambda: choose, "")))
        await asked.wait()
        await person.resign()
        resigned.set()
        view = await playing
        assert view.result is not None
        assert view.result.why == "resigned"
