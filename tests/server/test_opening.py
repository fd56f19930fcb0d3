"""A house that cannot open leaves nothing behind."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from ludoteca.bots import BOTS
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings

from .houses import opened_house
from .running import Clock, asynchronous
from .troubled import TroubledStore

pytestmark = pytest.mark.usefixtures("both_stores")


@asynchronous
async def test_when_the_port_is_taken_everything_that_has_begun_is_ended(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game(people=1 + 1)
        waiting = await house.open_table()
        await ada.do("act", action=ada.view["legal"][0])
    before = asyncio.all_tasks()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        async with TroubledStore(tmp_path) as store:
            working = asyncio.all_tasks()
            server = Server(Settings(tmp_path, port=taken.getsockname()[1]), store, BOTS, Clock())
            with pytest.raises(OSError, match="in use"):
                await server.__aenter__()
            assert server._runner.server is None
            assert server.tables.awake == {}
            assert asyncio.all_tasks() == working
    assert asyncio.all_tasks() == before
    async with opened_house(tmp_path) as house:
        assert {waiting} == set(house.server.tables.awake)
        ada = await house.call(code, "Ada")
        assert ada.view["turn"] == 1


@asynchronous
async def test_messages_are_counted(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        caller = await house.call(await house.open_table())
        for _ in range(3):
            await caller.ask("ping")
        await caller.socket.send_str("nonsense")
        await caller.next("refused")
        assert await house.figure('ludoteca_messages_total{dialect="house"}') == 5
