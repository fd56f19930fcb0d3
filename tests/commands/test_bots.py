"""`ludoteca bots`: a process that thinks for servers, and what is in its way."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca.store import transfer
from ludoteca.store.addresses import shown
from ludoteca.store.migrations import Kind, steps
from ludoteca.store.postgres import PostgresStore
from tests.postgres import Postgres, execute
from tests.server.houses import over, past, play
from tests.server.nodes import nodes
from tests.server.running import asynchronous
from tests.server.test_bot_queue import bots_game, whole
from tests.server.test_nodes import agree, chooser

from .open_house import environment, tried
from .stores import Desk


def begun(address: str, *options: str) -> subprocess.Popen[str]:
    """A process that has begun to work."""
    pipe = subprocess.PIPE
    typed = [sys.executable, "-m", "ludoteca", "bots", *options]
    process = subprocess.Popen(typed, stdout=pipe, stderr=pipe, text=True, env=environment(LUDOTECA_STORE=address))
    assert process.stdout is not None
    assert process.stdout.readline().startswith(f"Bots think for {shown(address)}: ")
    assert process.stdout.readline() == "Ctrl-C stops them; nothing is lost.\n"
    return process


@asynccontextmanager
async def thinking(address: str, *each: tuple[str, ...]) -> AsyncIterator[list[subprocess.Popen[str]]]:
    """As many processes as there are tuples of options."""
    processes = await asyncio.gather(*(asyncio.to_thread(begun, address, *options) for options in each))
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


async def stopped(process: subprocess.Popen[str], number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """The exit code, and what was written down."""
    process.send_signal(number)
    _, log = await asyncio.to_thread(process.communicate)
    return process.returncode, log


@asynchronous
async def test_a_whole_game_whose_bots_think_in_other_processes(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with (
        nodes(address, tmp_path, where="elsewhere") as (one, two),
        thinking(address, (), ("--levels", "greedy", "--threads", "1")) as processes,
    ):
        code, people = await bots_game(one, two, "greedy")
        await play(people, chooser(1), over)
        await agree(code, one, two)
        assert await whole(one, code) > 10
        for process in processes:
            exit_code, log = await stopped(process)
            assert exit_code == 0
            assert "bots think no more" in log
            assert "error" not in log


@asynchronous
async def test_those_who_are_left_go_on_when_others_are_killed(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    soon = ("--claim", "0.5")
    async with (
        nodes(address, tmp_path, where="elsewhere") as (one, two),
        thinking(address, soon, soon, ("--log", "json")) as processes,
    ):
        code, people = await bots_game(one, two, "random")
        playing = asyncio.create_task(play(people, chooser(2), over))
        for target, process in zip((15, 30), processes, strict=False):
            await people[0].sees(past(target))
            assert await stopped(process, signal.SIGKILL)
        await playing
        await agree(code, one, two)
        await whole(one, code)


@asynchronous
async def test_it_is_stopped_while_nothing_is_to_be_done(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with (
        nodes(address, tmp_path, where="elsewhere", count=1),
        thinking(address, ("--log", "json")) as (process,),
    ):
        code, log = await stopped(process, signal.SIGINT)
        assert code == 0
        assert '"event": "bots think no more"' in log


# ---------------------------------------------------------------- what is in the way


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "Name the house in PostgreSQL: --store postgresql://HOST/NAME, or LUDOTECA_STORE."),
        (["--store", "sqlite:house"], "sqlite:house is not in PostgreSQL. The bots of a house in a folder think at"),
        (["--store", "postgresql://db/house", "--levels", "greedy,wise"], "There is no bot wise. There are level-1,"),
        (["--store", "postgresql://db/house", "--levels", ","], "There is no bot in an empty list. There are level-1"),
    ],
)
def test_what_it_needs_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch, options: list[str], sentence: str) -> None:
    monkeypatch.delenv("LUDOTECA_STORE", raising=False)
    assert desk.run("bots", *options) == 2
    assert desk.err.startswith(sentence)


@pytest.mark.parametrize("wrong", [["--threads", "0"], ["--threads", "many"], ["--claim", "0"], ["--claim", "soon"]])
def test_numbers_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str], wrong: list[str]) -> None:
    from ludoteca import cli

    with pytest.raises(SystemExit) as leaving:
        cli.main(["bots", *wrong])
    assert leaving.value.code == 2
    assert f"{wrong[1]!r} is not a number from" in capsys.readouterr().err


def test_where_no_house_is_none_is_made(postgres: Postgres) -> None:
    address = postgres.empty_place()
    assert tried("bots", "--store", address) == (2, f"There is no house in {shown(address)}.\n")
    assert asyncio.run(execute(address, "SELECT to_regclass('tables')")) == [(None,)]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (-1, "was written by an older version of Ludoteca. Start the server on it once."),
        (1, "is used by a newer version of Ludoteca"),
    ],
)
def test_a_house_of_another_version_is_left_alone(postgres: Postgres, change: int, sentence: str) -> None:
    address = postgres.empty_place()

    async def of_another_version() -> None:
        async with PostgresStore(address):
            pass
        await execute(address, "UPDATE schema_version SET version = version + $1", change)

    asyncio.run(of_another_version())
    code, said = tried("bots", "--store", address)
    assert code == 2
    assert sentence in said
    assert asyncio.run(execute(address, "SELECT version FROM schema_version")) == [
        (len(steps(Kind.POSTGRES)) + change,)
    ]


def test_a_house_that_is_being_moved_is_left_alone(postgres: Postgres) -> None:
    address = postgres.empty_place()

    async def half_moved() -> None:
        async with PostgresStore(address) as store:
            await store.keep_note(transfer.MOVING, b"sqlite:old")

    asyncio.run(half_moved())
    code, said = tried("bots", "--store", address)
    assert code == 2
    assert said.startswith("A house is being moved here from sqlite:old.")
