"""The peers that ours is measured beside can be installed, started and played. How fast they are is not tested here."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from pathlib import Path

import aiohttp
import msgspec
import pytest

from bench.peers import boardgameio
from bench.peers.boardgameio import Match, PeerProblem, start_server
from bench.peers.boardgameio.server import HERE, Storage, install
from ludoteca.house.views import view
from tests.house.tables import started

MOVES = 20

needs_node = pytest.mark.skipif(boardgameio.obstacle() is not None, reason=str(boardgameio.obstacle()))


async def play(url: str) -> tuple[str, list[str]]:
    """Two seats move in turn: each has to be told of the other's move before it can make its own."""
    async with aiohttp.ClientSession() as session, Match.create(session, url) as match:
        seats = [await match.connect(0), await match.connect(1)]
        first = seats[0].number
        for moves in range(1, MOVES + 1):
            seat = seats[(moves - 1) % 2]
            await seat.move()
            assert seat.number == first + moves
        return match.id, match.credentials


@needs_node
@pytest.mark.parametrize("storage", ["memory", "file"])
def test_two_seats_play(storage: Storage, tmp_path: Path) -> None:
    with start_server(storage, tmp_path) as server:
        assert server.pid == server.process.pid
        asyncio.run(play(server.url))
    assert any(tmp_path.iterdir()) == (storage == "file")


@needs_node
def test_files_are_read_after_a_restart(tmp_path: Path) -> None:
    async def number_after_restart(url: str) -> int:
        async with aiohttp.ClientSession() as session, Match(session, url, match_id, credentials) as match:
            seat = await match.connect(0)
            number = seat.number
            await seat.move()
            assert seat.number == number + 1
            return number

    with start_server("file", tmp_path) as server:
        match_id, credentials = asyncio.run(play(server.url))
    with start_server("file", tmp_path) as server:
        assert asyncio.run(number_after_restart(server.url)) == their_view()["number"] + MOVES


@needs_node
def test_a_seat_waits_for_its_turn() -> None:
    async def both_at_once(url: str) -> None:
        async with aiohttp.ClientSession() as session, Match.create(session, url) as match:
            first, second = await match.connect(0), await match.connect(1)
            number = first.number
            early = asyncio.create_task(second.move())
            await first.move()
            await early
            assert second.number == number + 2

    with start_server("memory") as server:
        asyncio.run(both_at_once(server.url))


@needs_node
def test_a_server_that_dies_is_noticed() -> None:
    async def wait_in_vain(url: str) -> None:
        async with aiohttp.ClientSession() as session, Match.create(session, url) as match:
            seat = await match.connect(1)
            waiting = asyncio.create_task(seat.move())
            await asyncio.sleep(0)
            server.kill()
            with pytest.raises(ConnectionError):
                await waiting
            with pytest.raises(ConnectionError):
                await seat.move()

    with start_server("memory") as server:
        asyncio.run(wait_in_vain(server.url))


@needs_node
@pytest.mark.parametrize("wrong", [["--port"], ["--storage", "file"], ["--storage", "tape"], ["--help"]])
def test_the_server_explains_its_options(wrong: list[str]) -> None:
    variables = {"NODE_PATH": str(install() / "node_modules")}
    command = [str(shutil.which("node")), str(HERE / "server.js"), *wrong]
    ended = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("usage: node server.js")


def test_without_node_it_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(PeerProblem, match="needs Node") as caught, start_server("memory"):
        pass
    assert str(caught.value) == boardgameio.obstacle()
    assert "\n" not in str(caught.value)


def test_its_state_is_as_large_as_our_view() -> None:
    """Without the list of what is legal, which is nothing that a state would hold."""
    evening = started("eriantys", settings={"expert": True})
    ours = {**msgspec.to_builtins(view(evening.table, 0)), "legal": []}
    theirs = msgspec.json.encode(their_view())
    assert len(theirs) == pytest.approx(len(msgspec.json.encode(ours)), rel=0.1)


def their_view() -> dict[str, int]:
    found: dict[str, int] = json.loads((HERE / "view.json").read_text(encoding="utf-8"))
    return found


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((HERE / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert [name for name, package in lock["packages"].items() if name and "integrity" not in package] == []
