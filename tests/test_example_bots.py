"""The bots in examples/ sit down at a real house and play to the end."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca import app, cli
from ludoteca.client import House, Options, Table
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings
from tests.client.fake_house import asynchronous
from tests.client.real_house import GENEROUS, play
from tests.web import tools
from tests.web.conftest import need

FOLDER = Path(__file__).parents[1] / "examples"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
LONGEST = 30  # lines
WITHOUT_A_FLAG = 22  # the version of Node since which WebSocket is there
PAGES = [README, (FOLDER.parent / "docs" / "own-bots.md").read_text(encoding="utf-8")]


def node() -> list[str]:
    """Node as the tests of the page have it, with WebSocket."""
    need(tools.missing_for_node())
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    major = int(told.lstrip("v").partition(".")[0])
    return ["node"] if major >= WITHOUT_A_FLAG else ["node", "--experimental-websocket"]


def bash() -> str:
    found = shutil.which("bash")
    if found is None:
        pytest.skip("there is no bash")
    return found


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[Server, House]]:
    async with (
        app.house(Settings(data=folder / "house", port=0, bot_pace=0, limits=GENEROUS)) as server,
        House(server.url) as opened,
    ):
        yield server, opened


async def ran(*command: str) -> tuple[int | None, str]:
    """Exit code, and what was printed to either place."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    return process.returncode, output.decode()


async def beside(table: Table, *command: str) -> tuple[int | None, str, str]:
    """What the bot's program printed, and the names of those who won, after a whole game with a person."""
    running = asyncio.create_task(ran(*command))
    async for _ in table:
        if len(table.view.seats) == 2:
            break
    await table.start()
    await play(table, 1)
    assert table.view.result is not None
    assert table.view.result.why == "rules"
    assert not any(seat.stand_in for seat in table.view.seats)
    names = [table.view.seats[seat].name for seat in table.view.result.winners]
    return *await running, " and ".join(names)


@pytest.mark.parametrize("game", ["eriantys", "masters"])
@asynchronous
async def test_python(tmp_path: Path, game: str) -> None:
    async with house(tmp_path) as (server, opened):
        table = await opened.open(Options(game, 2), "Ada")
        bot = (sys.executable, "-m", "ludoteca", "bot", str(FOLDER / "my_bot.py"))
        code, output, winners = await beside(table, *bot, "--table", table.code, "--url", server.url)
        assert code == 0, output
        assert output.endswith(f"The winner is {winners}.\n")


@pytest.mark.parametrize("game", ["eriantys", "masters"])
@asynchronous
async def test_javascript(tmp_path: Path, game: str) -> None:
    program = [*node(), str(FOLDER / "bot.mjs")]
    async with house(tmp_path) as (server, opened):
        table = await opened.open(Options(game, 2), "Ada")
        code, output, winners = await beside(table, *program, server.url, table.code)
        assert code == 0, output
        assert "Over: [ " in output
        assert all(name in output for name in winners.split(" and "))


@asynchronous
async def test_javascript_tells_why_it_cannot_sit_down(tmp_path: Path) -> None:
    program = [*node(), str(FOLDER / "bot.mjs")]
    async with house(tmp_path) as (server, opened):
        table = await opened.open(Options("eriantys", 2), "Node")
        process = await asyncio.create_subprocess_exec(
            *program, server.url, table.code, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert process.stdout is not None
        said = await process.stdout.readline()
        assert said == b"Somebody at this table is called Node already. Take another name.\n"
        await table.close()
        assert (await process.stdout.read()).endswith(b"Over: undefined\n")
        assert await process.wait() == 0


@asynchronous
async def test_the_shell_at_a_table_of_somebody_else(tmp_path: Path) -> None:
    async with house(tmp_path) as (server, opened):
        table = await opened.open(Options("eriantys", 2), "Ada")
        program = (bash(), str(FOLDER / "bot.sh"), "127.0.0.1", str(server.ports["am28"].number), f"Bash@{table.code}")
        code, output, winners = await beside(table, *program)
        assert (code, output) == (0, f"The winner is {winners.replace(' and ', ', ')}.\n")


@asynchronous
async def test_the_shell_against_a_bot_of_the_house(tmp_path: Path) -> None:
    async with house(tmp_path) as (server, _):
        program = (bash(), str(FOLDER / "bot.sh"), "127.0.0.1", str(server.ports["am28"].number), "Bash")
        code, output = await ran(*program)
        assert code == 0
        assert output.startswith("The winner is ")


@pytest.mark.parametrize(
    "file", sorted(path.name for path in FOLDER.iterdir() if path.is_file() and path.name != "README.md")
)
def test_each_is_short_and_described(file: str) -> None:
    assert len((FOLDER / file).read_text(encoding="utf-8").splitlines()) <= LONGEST
    assert all(f"`{file}`" in page for page in PAGES)
    assert (FOLDER / file).read_text(encoding="utf-8") in PAGES[1]


def test_what_the_pages_say_to_type_can_be_typed() -> None:
    typed = [line for page in PAGES for line in re.findall(r"^    ludoteca ([^#\n]+)", page, re.MULTILINE)]
    assert len(typed) >= 4
    for line in typed:
        assert cli.command_line().parse_args(line.split()).command
