"""The page about the client: its bot plays, and it names everything that there is."""

from __future__ import annotations

import asyncio
import inspect
import re
import sys
from pathlib import Path

import pytest

from ludoteca import client
from ludoteca.client import House, Options, Phase, Table
from ludoteca.dialects.house.messages import ClientMessage

from .fake_house import asynchronous
from .real_house import play, real_house

PAGE = (Path(__file__).parents[2] / "docs" / "client.md").read_text()
BOT = re.search(r"```python\n(\"\"\".*?)```", PAGE, re.DOTALL)
LONGEST_BOT = 25  # lines
SAID_BY_THE_LIBRARY = {"hello", "ping"}
VERBS = sorted({kind.__struct_config__.tag for kind in ClientMessage.__args__} - SAID_BY_THE_LIBRARY)
NOT_FOR_EVERYBODY = {"enter"}  # what `sit` and `claim` do
OF_THE_HOUSE = {"ClockSettings", "Look", "Moving", "Announcement", "Options", "Patience", "Phase", "TableView"}


def bot() -> str:
    assert BOT is not None
    return BOT[1]


def public(kind: type) -> list[str]:
    return [name for name, _ in inspect.getmembers(kind, inspect.iscoroutinefunction) if not name.startswith("_")]


def test_the_bot_is_short() -> None:
    assert len(bot().splitlines()) <= LONGEST_BOT


async def run_bot(folder: Path, *arguments: str) -> tuple[int | None, str]:
    program = folder / "bot.py"
    program.write_text(bot())
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(program),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    return process.returncode, output.decode()


@asynchronous
async def test_the_bot_opens_a_table_and_plays_to_the_end(tmp_path: Path) -> None:
    async with real_house(tmp_path / "house") as server:
        code, output = await run_bot(tmp_path, server.url)
        assert (code, "It is over: ResultView(why='rules'" in output) == (0, True), output


@asynchronous
async def test_the_bot_sits_down_at_a_table_of_somebody_else(tmp_path: Path) -> None:
    async with real_house(tmp_path / "house") as server, House(server.url) as house:
        table = await house.open(Options("masters", 2), "Ada")
        running = asyncio.create_task(run_bot(tmp_path, server.url, table.code))
        async for _ in table:
            if len(table.view.seats) == 2:
                break
        await table.start()
        await play(table, 1)
        assert table.view.phase is Phase.OVER
        code, output = await running
        assert (code, "It is over" in output) == (0, True), output


@pytest.mark.parametrize("name", sorted({*public(House), *public(Table)} - NOT_FOR_EVERYBODY))
def test_every_method_is_documented(name: str) -> None:
    assert f"`{name}(" in PAGE


@pytest.mark.parametrize("name", sorted(set(client.__all__) - OF_THE_HOUSE))
def test_every_class_of_the_library_is_documented(name: str) -> None:
    assert name in PAGE


@pytest.mark.parametrize("verb", VERBS)
def test_what_becomes_of_every_request_whose_answer_was_lost_is_documented(verb: str) -> None:
    """A message that is added to the protocol needs a decision."""
    section = PAGE[PAGE.index("### Requests whose answer was lost") :]
    assert f"`{verb}`" in section


def test_the_readme_shows_the_same_bot() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert bot() in readme
