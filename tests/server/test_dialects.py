"""The five dialects at a real server: whatever comes over the wire, nothing fails, and others are not disturbed."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import structlog

from ludoteca.bots import BOTS
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.contract import Close
from ludoteca.server.server import Server
from ludoteca.server.session.session import Session
from ludoteca.server.settings import Limits, Originals, Settings

from ..dialects.room import opened_room
from .running import Clock, asynchronous
from .troubled import TroubledStore

PATIENCE = 60.0  # seconds for something that never comes
LIMITS = Limits(rate=1e6, burst=1e6, burst_per_address=1e6, work=1e6, work_per_address=1e6)
NAMES = list(DIALECTS)
NO_ORIGINALS = Originals()
LARGEST_IDLE = 8192  # bytes of a connection that waits


@asynccontextmanager
async def opened(folder: Path, logged: list[Any], originals: Originals = NO_ORIGINALS) -> AsyncIterator[Server]:
    with structlog.testing.capture_logs() as entries:
        settings = Settings(data=folder, port=0, operator_key="x", bot_pace=0, limits=LIMITS, originals=originals)
        async with TroubledStore(folder) as store, Server(settings, store, BOTS, Clock(), DIALECTS.values()) as server:
            yield server
    logged += [entry for entry in entries if entry["log_level"] in ("error", "warning")]


@pytest.mark.parametrize("name", NAMES)
@asynchronous
async def test_nonsense_is_answered_and_the_tenth_line_of_it_is_the_last(tmp_path: Path, name: str) -> None:
    logged: list[Any] = []
    async with opened(tmp_path, logged) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.ports[name].number)
        writer.write(b'{"type": "Nonsense"\n' * 12)
        said = await reader.read()
        assert said.count(b"\n") >= 10
        assert said.endswith(b"\n")
        for line in said.splitlines():
            msgspec.json.decode(line)
        writer.close()
    assert logged == []


@pytest.mark.parametrize("name", NAMES)
@asynchronous
async def test_any_bytes_do_no_harm(tmp_path: Path, name: str) -> None:
    logged: list[Any] = []
    async with opened(tmp_path, logged) as server, asyncio.timeout(PATIENCE * 3):
        for seed in range(20):
            chance = Random(seed)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports[name].number)
            for _ in range(5):
                writer.write(chance.randbytes(chance.randrange(2000)) + b"\n" * chance.randrange(3))
                writer.write(msgspec.json.encode({"type": chance.choice(["Ping", "nickname", None, 3, []])}) + b"\n")
            if chance.random() < 0.5:
                await reader.read(100)
            writer.transport.abort()
        while server.ports[name].wires:
            await asyncio.sleep(0.001)
    assert logged == []


@pytest.mark.parametrize("name", NAMES)
@asynchronous
async def test_an_idle_connection_is_small(name: str) -> None:
    """What this process keeps for it, without the socket itself."""

    class Nobody:
        def write(self, lines: bytes) -> None: ...

        def hold(self, holding: bool) -> None: ...

        def charge(self, cost: float) -> None: ...

        def close(self) -> None: ...

        def failed(self, error: Exception) -> None:
            raise error

    async with opened_room() as room:
        matchmaking, way, many = room.matchmaking(name), Nobody(), 200
        warm = Session(matchmaking, way)
        warm.opened()
        await asyncio.sleep(0)
        guests = []
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            for _ in range(many):
                guests.append(Session(matchmaking, way))
                guests[-1].opened()
            while any(session.asking for session in guests):
                await asyncio.sleep(0)
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert (after - before) / many < LARGEST_IDLE / 2


@pytest.mark.parametrize("name", NAMES)
@asynchronous
async def test_last_words_are_whole_lines(name: str) -> None:
    async with opened_room() as room:
        caller = room.connect(name)
        await room.quiet()
        caller.session.farewell()
        assert caller.closed
        assert caller._rest == b""


def test_every_dialect_says_what_a_dialect_has_to_say() -> None:
    assert len({dialect.port for dialect in DIALECTS.values()}) == len(DIALECTS)
    for name, dialect in DIALECTS.items():
        assert dialect.name == name
        connection = dialect.connection()
        assert not any(isinstance(effect, Close) for effect in connection.opened(0.0))
        assert dialect.connection() is not connection


@asynchronous
async def test_the_program_behind_a_document_has_a_port_of_its_own(tmp_path: Path) -> None:
    async with opened(tmp_path, [], Originals(am28=0)) as server, asyncio.timeout(PATIENCE):
        reader, first = await asyncio.open_connection("127.0.0.1", server.ports["original-am28"].number)
        first.write(b"Anna#a good secret\n")
        assert await reader.readline() == b'{"statusCode":0,"first":true}\n'
        reader, second = await asyncio.open_connection("127.0.0.1", server.ports["am28"].number)
        second.write(b"Bea#a good secret\n")
        assert b'"userID":2' in await reader.readline()  # both wait in the same room
        first.close()
        second.close()


@asynchronous
async def test_programs_behind_documents_have_no_port_unless_one_is_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path, []) as server:
        assert set(server.ports) == set(NAMES)
