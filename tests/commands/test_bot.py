"""`ludoteca bot`: a file sits down at a table of a house, plays, and its mistakes are told."""

from __future__ import annotations

import asyncio
import re
import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca import cli
from ludoteca.client import House, Options, Phase, Table
from ludoteca.commands.bot import command_to_go_on, usual_name
from tests.client.fake_house import asynchronous
from tests.client.real_house import play

from .open_house import Papers, environment, opened
from .stores import Desk

GENEROUS = ("--bot-pace", "0", "--limit-rate", "100000", "--limit-burst", "100000")
BY_CHANCE = "import random\ndef choose(view):\n    return random.choice(view.legal)\n"
WRONG = "def choose(view):\n    return view.legal[1 // 0]\n"


def file(folder: Path, text: str = BY_CHANCE) -> Path:
    path = folder / "my_bot.py"
    path.write_text(text)
    return path


class Running:
    """The command as a process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def started(cls, *arguments: str | Path) -> Running:
        pipe = asyncio.subprocess.PIPE
        typed = [sys.executable, "-m", "ludoteca", "bot", *map(str, arguments)]
        return cls(await asyncio.create_subprocess_exec(*typed, stdout=pipe, stderr=pipe, env=environment()))

    async def ended(self) -> tuple[int | None, str, str]:
        out, err = await self._process.communicate()
        return self._process.returncode, out.decode(), err.decode()


@asynccontextmanager
async def hosted(url: str, first: int | None = None) -> AsyncIterator[Table]:
    async with House(url) as house:
        yield await house.open(Options("eriantys", 2, first=first), "Ada")


async def start_when_full(table: Table) -> None:
    async for _ in table:
        if len(table.view.seats) == 2:
            break
    await table.start()


@asynchronous
async def test_a_whole_game_at_a_house_of_this_machine(tmp_path: Path) -> None:
    with opened(tmp_path / "house", *GENEROUS) as server:
        async with hosted(server.url) as table:
            running = await Running.started(file(tmp_path), "--table", table.code, "--data", server.folder)
            await start_when_full(table)
            await play(table, 1)
            code, out, err = await running.ended()
            assert (code, err) == (0, "")
            assert table.view.result is not None
            winners = " and ".join(table.view.seats[seat].name for seat in table.view.result.winners)
            assert out == f"my_bot sits at table {table.code}.\nThe game is over. The winner is {winners}.\n"


@asynchronous
async def test_after_a_mistake_the_mended_file_goes_on_at_the_same_seat(tmp_path: Path) -> None:
    with opened(tmp_path / "house", *GENEROUS) as server:
        async with hosted(server.url, first=1) as table:
            typed = (file(tmp_path, WRONG), "--table", table.code, "--url", server.url, "--name", "Botty")
            running = await Running.started(*typed)
            await start_when_full(table)
            code, out, err = await running.ended()
            assert code == 1
            assert out == f"Botty sits at table {table.code}.\n"
            mistake, line, next_time = err.splitlines()
            assert mistake == f"{tmp_path / 'my_bot.py'}, line 2: ZeroDivisionError: integer division or modulo by zero"
            assert line == "    return view.legal[1 // 0]"
            again = re.search(r"go on with: ludoteca bot (.*)", next_time)
            assert again is not None
            file(tmp_path)
            mended = await Running.started(*shlex.split(again[1]))
            await play(table, 1)
            code, out, err = await mended.ended()
            assert (code, err) == (0, "")
            assert out.startswith(f"Botty sits at table {table.code}.\nThe game is over.")
            assert table.view.phase is Phase.OVER


@asynchronous
async def test_a_table_that_is_closed_is_no_mistake(tmp_path: Path) -> None:
    with opened(tmp_path / "house", *GENEROUS) as server:
        async with hosted(server.url) as table:
            running = await Running.started(file(tmp_path), "--table", table.code, "--url", server.url)
            async for _ in table:
                if len(table.view.seats) == 2:
                    break
            await table.close()
            code, out, _ = await running.ended()
            assert code == 0
            assert out.splitlines()[1].startswith("The table was closed: ")


@asynchronous
async def test_a_private_house_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    papers = Papers.issued(tmp_path / "papers")
    tls = ("--certificate", papers.certificate, "--key", papers.key)
    password = tmp_path / "password"
    password.write_text("open sesame\n")
    with opened(tmp_path / "house", *GENEROUS, *tls, "--password-file", password) as server:
        typed = (file(tmp_path), "--url", server.url, "--table", "ABCDEF")
        unbelieved = await Running.started(*typed)
        assert "is not believed" in (await unbelieved.ended())[2]
        believed = (*typed, "--certificate", papers.certificate)
        outside = await Running.started(*believed)
        inside = await Running.started(*believed, "--password", "open sesame")
        wrong = await Running.started(*believed, "--password", "guess")
        codes, _, said = zip(*[await running.ended() for running in (outside, inside, wrong)], strict=True)
        assert codes == (2, 2, 2)
        assert said[0] != said[1]
        assert "ABCDEF" in said[1]
        assert "password" in said[2]


# ---------------------------------------------------------------- what is in the way


def test_a_file_that_is_no_bot_sits_nowhere(desk: Desk, tmp_path: Path) -> None:
    path = file(tmp_path, "def chose(view): ...\n")
    assert desk.run("bot", path, "--table", "ABCDEF", "--url", "http://127.0.0.1:9") == 1
    assert desk.err == f"{path} has neither a function choose(view) nor a class Bot with such a method.\n"


def test_obstacles(desk: Desk, tmp_path: Path) -> None:
    path = file(tmp_path)
    for typed, sentence in (
        ((tmp_path / "none.py", "--url", "http://127.0.0.1:9"), f"There is no file {tmp_path / 'none.py'}."),
        ((path, "--url", "house"), "house is no address of a server. It looks like https://games.example.org"),
        ((path, "--url", "http://127.0.0.1:9"), "No server answers at http://127.0.0.1:9."),
        ((path, "--data", tmp_path), f"No server is running on {tmp_path}. Name the address of a house with --url."),
    ):
        assert desk.run("bot", *typed, "--table", "ABCDEF") == 2
        assert desk.err.startswith(sentence)


@pytest.mark.parametrize(
    ("name", "called"),
    [("my_bot.py", "my_bot"), ("Ängström bot.py", "ngstrmbot"), ("ω.py", "bot"), ("x" * 30, "x" * 20)],
)
def test_the_name_of_a_bot_is_that_of_its_file(name: str, called: str) -> None:
    assert usual_name(Path(name)) == called


def test_a_key_that_begins_with_a_dash_is_no_option(tmp_path: Path) -> None:
    typed = ["bot", str(tmp_path / "my bot.py"), "--table", "KDTWPQ", "--url", "http://house.test"]
    again = shlex.split(command_to_go_on(cli.command_line().parse_args(typed), "-secret"))
    assert again[0] == "ludoteca"
    assert cli.command_line().parse_args(again[1:]).key == "-secret"
