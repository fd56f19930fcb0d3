"""`ludoteca dialect`: whole games in every dialect at a real server, played by a program that reads and types."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludoteca import app
from ludoteca.commands import line_client
from ludoteca.commands.dialect import NAMES, address
from ludoteca.commands.dialect_openings import OPENINGS
from ludoteca.commands.output import CommandError
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.server.server import Server
from ludoteca.server.settings import Limits, Settings
from ludoteca.terminal.dialogue import EVERYTHING_TEXT, HELP_TEXT, Dialogue

from .open_house import Papers, environment, tried

PATIENCE = 60.0  # seconds for a line, after which the game is taken for stuck
MOST_ANSWERS = 4000
IN_A_HURRY = Limits(
    rate=10_000, burst=10_000, burst_per_address=10_000, work=10_000, work_per_address=10_000
)  # programs play faster than people
FIRST_OF_HELP, *_, LAST_OF_HELP = HELP_TEXT.splitlines()
LAZY = 0.9  # how often a player of Masters does something that leads on


@asynccontextmanager
async def house(folder: Path, **settings: Any) -> AsyncIterator[Server]:
    async with app.house(Settings(data=folder, port=0, bot_pace=0, limits=IN_A_HURRY, **settings)) as server:
        yield server


class Typist:
    """Plays by reading what the command prints: it asks for help, and types one of the keys that are listed."""

    def __init__(self, process: asyncio.subprocess.Process, chance: random.Random) -> None:
        self.process = process
        self.chance = chance
        self.lines: list[str] = []

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self) -> str | None:
        """The next line; None at the end."""
        assert self.process.stdout is not None
        try:
            read = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        except TimeoutError:
            raise AssertionError("\n".join(["nothing more comes after", *self.lines[-30:]])) from None
        if not read:
            return None
        self.lines.append(read.decode().rstrip("\n"))
        return self.lines[-1]

    async def until(self, *ends: str) -> list[str]:
        """The lines up to the one that begins so."""
        found: list[str] = []
        while (line := await self.line()) is not None:
            found.append(line)
            if line.startswith(ends):
                return found
        raise AssertionError("\n".join([f"{ends} has not come", *self.lines[-20:]]))

    async def choices(self) -> list[str]:
        """The keys of the question, once it is there. The help after it shows where the list ends."""
        self.type("help all", "help")
        await self.until(EVERYTHING_TEXT, "The game is over.")
        if self.lines[-1].startswith("The game is over."):
            return []
        listed = await self.until(FIRST_OF_HELP)
        await self.until(LAST_OF_HELP)
        keys = [line[2:].split("  ")[0].rstrip() for line in listed if line.startswith("  ")]
        return [key for key in keys if key]

    def picked(self, keys: list[str]) -> str:
        forward = [key for key in keys if key not in ("n", "x") and key[0] not in "svd"]
        leading_on = forward and self.chance.random() < LAZY
        return self.chance.choice(forward if leading_on else keys)

    async def play(self, opening: list[str]) -> None:
        """To the end: first what is known, then whatever is possible."""
        self.type(*opening)
        for _ in range(MOST_ANSWERS):
            keys = await self.choices()
            if not keys:
                return
            self.type(self.picked(keys))
        raise AssertionError("the game does not end")

    async def close(self) -> int:
        """No more is typed; the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        while await self.line() is not None:
            pass
        return await self.process.wait()


@asynccontextmanager
async def command(*arguments: str, seed: int = 1, errors: int | None = None) -> AsyncIterator[Typist]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ludoteca", "dialect", *arguments),
        stdin=pipe,
        stdout=pipe,
        stderr=errors,
        env=environment(),
        limit=1 << 20,
    )
    try:
        yield Typist(process, random.Random(seed))
    finally:
        with contextlib.suppress(ProcessLookupError):  # it has ended by itself
            process.kill()
        await process.wait()


def at(server: Server, dialect: str) -> list[str]:
    return [dialect, "--connect", f"127.0.0.1:{server.ports[dialect].number}"]


def in_house(folder: Path, evening: Callable[[Server], Coroutine[Any, Any, None]], **settings: Any) -> None:
    async def whole() -> None:
        async with house(folder, **settings) as server:
            await evening(server)

    asyncio.run(whole())


# ---------------------------------------------------------------- whole games

BEFORE_THE_GAME = {"group31": ["n", "white", "w1", "n"], "psp24": ["1"], "am24": [], "am28": [], "psp38": []}


@pytest.mark.parametrize("dialect", NAMES)
def test_a_whole_game_against_a_bot(dialect: str, tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        async with command(*at(server, dialect), "--name", "Ada", "--bots", "1") as ada:
            await ada.play(BEFORE_THE_GAME[dialect])
            assert await ada.close() == 0
            assert any("Ada" in line or "You" in line for line in ada.lines)
            end = next(number for number, line in enumerate(ada.lines) if line.startswith("The game is over."))
            wrong = [number for number, line in enumerate(ada.lines[:end]) if "not on the list" in line]
            assert not wrong, "\n".join(ada.lines[wrong[0] - 20 : wrong[0] + 8])
        (table,) = server.tables.awake.values()
        assert table.table.result is not None
        assert [seat.name for seat in table.table.seats][:1] == ["Ada"]

    in_house(tmp_path, evening)


@pytest.mark.parametrize("dialect", [name for name in NAMES if DIALECTS[name].game == "eriantys"])
def test_an_expert_game_for_three(dialect: str, tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        options = ("--name", "Ada", "--players", "3", "--expert", "--bots", "2")
        async with command(*at(server, dialect), *options, seed=2) as ada:
            await ada.play(BEFORE_THE_GAME[dialect])
            assert await ada.close() == 0
        (live,) = server.tables.awake.values()
        assert live.table.options.players == 3
        assert live.table.options.settings == {"expert": True}
        assert live.table.result is not None

    in_house(tmp_path, evening)


def test_alone_against_lorenzo(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        async with command(*at(server, "psp38"), "--name", "Ada", "--players", "1") as ada:
            await ada.play([])
            assert await ada.close() == 0
        (live,) = server.tables.awake.values()
        assert live.table.options.players == 1
        assert live.table.result is not None

    in_house(tmp_path, evening)


def test_without_options_everything_is_asked(tmp_path: Path) -> None:
    """Two people who type all of it, each in a dialect of his own, at one table."""

    async def evening(server: Server) -> None:
        async with command(*at(server, "am28")) as ada, command(*at(server, "group31")) as bob:
            ada.type("Ada", "2 simple")
            await ada.until("You are number 1 at table")
            code = ada.lines[-1].removeprefix("You are number 1 at table ")[:6]
            bob.type(f"{code} Bob")
            await bob.until("Choose a tower colour and a wizard.")
            bob.type("black", "w2", "n")
            await both_play_an_assistant(bob, ada)  # his is lower, so the first turn is his
            bob.type("quit")
            assert await bob.close() == 0
            assert any(line.startswith("You leave. The seat is kept") for line in bob.lines[-2:])

    in_house(tmp_path, evening)


async def both_play_an_assistant(*typists: Typist) -> None:
    """Chance decides who begins."""

    async def one(typist: Typist, assistant: str) -> None:
        await typist.until("Play an assistant.")
        typist.type(assistant)

    await asyncio.gather(*(one(typist, str(number)) for number, typist in enumerate(typists, 4)))


# ---------------------------------------------------------------- coming back, and ends of all kinds


def test_the_same_command_brings_one_back(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        arguments = (*at(server, "psp24"), "--name", "Ada#my secret")
        async with command(*arguments, "--bots", "1") as ada:
            ada.type("1", "7")
            await ada.until("Move a student")
            assert await ada.close() == 0
            assert any(line.startswith("There is nothing more to read answers from.") for line in ada.lines[-2:])
        async with command(*arguments) as ada:
            await ada.until("Move a student")

    in_house(tmp_path, evening)


def test_what_is_wrong_is_said_and_asked_again(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        async with command(*at(server, "am28"), "--bots", "1") as ada:
            ada.type("no name can have blanks", "Ada")
            await ada.until("You are number 1 at table")
            await ada.until("Play an assistant.")
            ada.type("11", "again", "help")
            await ada.until("There is no assistant 11")
            await ada.until("Play an assistant.")
            await ada.until(LAST_OF_HELP)

    in_house(tmp_path, evening)


def test_nothing_to_read_answers_from(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        typed = [sys.executable, "-m", "ludoteca", "dialect", *at(server, "psp38")]
        nothing = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *typed, stdin=nothing, stdout=asyncio.subprocess.PIPE, env=environment()
        )
        said, _ = await process.communicate()
        assert process.returncode == 0
        assert said.decode().splitlines()[0] == "Do you want to play alone or with others?"
        assert b"\x1b" not in said

    in_house(tmp_path, evening)


def test_the_house_closes(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        async with command(*at(server, "am28"), errors=asyncio.subprocess.PIPE) as ada:
            ada.type("Ada")
            await ada.until("You are number 1 at table")
            await server.__aexit__(None, None, None)
            assert ada.process.stderr is not None
            said = (await ada.process.stderr.read()).decode()
            assert said.startswith("The server has ended the connection. The seat is kept for a while")
            assert await ada.process.wait() == 1

    in_house(tmp_path, evening)


def test_a_client_gives_up_when_the_server_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """(002 1.2): after 15 seconds in am24, whose servers ping every second. Here it is a silence of no time at all."""
    assert {name: dialect.silence for name, dialect in DIALECTS.items() if dialect.silence} == {"am24": 15.0}
    impatient = dataclasses.replace(DIALECTS["am24"], silence=0.01)
    monkeypatch.setattr(sys, "stdin", None)

    async def evening() -> int:
        ended = asyncio.Event()

        async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()
            ended.set()

        async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            voice = line_client.Voice(colours=False)
            dialogue = Dialogue(impatient.client(), voice)
            code = await line_client.converse(dialogue, voice, impatient, "127.0.0.1", port, None)
            await ended.wait()  # the client has hung up
            return code

    assert asyncio.run(asyncio.wait_for(evening(), PATIENCE)) == 1
    assert capsys.readouterr().err == (
        "The server has said nothing for 0.01 s: the connection counts as lost. "
        "The seat is kept for a while: the same command with the same name brings you back.\n"
    )


def test_no_server_is_there() -> None:
    code, said = tried("dialect", "am28", "--connect", "127.0.0.1:1")
    assert code == 2
    assert said == (
        "No server answers at 127.0.0.1:1. Check the address, and whether it is running: ludoteca serve says which "
        "dialect is where.\n"
    )


def test_another_dialect_is_spoken_there(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        port = server.ports["psp38"].number
        async with command("am24", "--connect", f"127.0.0.1:{port}", errors=asyncio.subprocess.PIPE) as ada:
            assert ada.process.stderr is not None
            said = (await ada.process.stderr.read()).decode()
            assert said == "What the server says is not am24. Check the port; with a certificate add --tls.\n"
            assert await ada.process.wait() == 2

    in_house(tmp_path, evening)


# ---------------------------------------------------------------- TLS


def test_over_tls(tmp_path: Path) -> None:
    papers = Papers.issued(tmp_path / "papers")

    async def evening(server: Server) -> None:
        options = ("--certificate", str(papers.certificate), "--name", "Ada", "--bots", "1")
        async with command(*at(server, "am28"), *options) as ada:
            await ada.until("Play an assistant.")
        code, said = await asyncio.to_thread(tried, "dialect", *at(server, "am28"), "--tls")
        assert code == 2
        assert "is not believed. If it is yours, name its file with --certificate." in said

    in_house(tmp_path / "house", evening, certificate=papers.certificate, key=papers.key)


def test_tls_where_there_is_none(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        code, said = await asyncio.to_thread(tried, "dialect", *at(server, "am24"), "--tls")
        assert code == 2
        assert said.endswith("does not speak TLS. Leave --tls out.\n")

    in_house(tmp_path, evening)


# ---------------------------------------------------------------- a terminal


def on_a_terminal(server: Server, **variables: str) -> bytes:
    """What a person sees who types his name and leaves."""
    pty = pytest.importorskip("pty", reason="terminals as in Unix")
    controlling, terminal = pty.openpty()
    typed = [sys.executable, "-m", "ludoteca", "dialect", *at(server, "am28")]
    with subprocess.Popen(
        typed, stdin=terminal, stdout=terminal, env=environment(TERM="xterm", **variables)
    ) as process:
        os.close(terminal)
        seen = b""
        while b"> " not in seen:
            seen += os.read(controlling, 1 << 16)
        os.write(controlling, b"quit\n")
        assert process.wait(PATIENCE) == 0
    os.close(controlling)
    return seen


def test_a_person_at_a_terminal_gets_a_prompt_and_colours(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        seen = await asyncio.to_thread(on_a_terminal, server)
        assert seen.startswith(b"\x1b[1mWhat is your name?")
        seen = await asyncio.to_thread(on_a_terminal, server, NO_COLOR="1")
        assert seen.startswith(b"What is your name?")

    in_house(tmp_path, evening)


# ---------------------------------------------------------------- options


def test_every_dialect_can_be_played() -> None:
    assert set(NAMES) == set(DIALECTS) == set(OPENINGS)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("127.0.0.1", ("127.0.0.1", 9328)),
        ("games.example.org:1234", ("games.example.org", 1234)),
        ("::1", ("::1", 9328)),
        ("[::1]:1234", ("::1", 1234)),
        ("[::1]", ("::1", 9328)),
    ],
)
def test_addresses(typed: str, found: tuple[str, int]) -> None:
    assert address(typed, 9328) == found


@pytest.mark.parametrize("typed", ["", ":9328", "host:0", "host:65536", "host:x", "host:²", "[]:1", "host:99999999999"])
def test_what_is_no_address(typed: str) -> None:
    with pytest.raises(CommandError) as obstacle:
        address(typed, 9328)
    assert obstacle.value.sentence == f"{typed} is no address of a server. It looks like games.example.org:9328"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["am28", "--expert"], "--expert is about a table that is opened: add --players or --bots."),
        (["psp38", "--bots", "1", "--expert"], "Masters of Renaissance has no expert game: leave --expert out."),
        (["am28", "--players", "1"], "Eriantys is a game for 2 to 4."),
        (["am28", "--players", "2", "--bots", "2"], "With 2 beside you the table is for 3: see --players."),
        (["am28", "--bots", "4"], "argument --bots: invalid choice: 4"),
        (["am29"], "argument NAME: invalid choice: 'am29'"),
    ],
)
def test_options_that_do_not_fit(arguments: list[str], said: str) -> None:
    code, shown = tried("dialect", *arguments)
    assert code == 2
    assert said in shown
