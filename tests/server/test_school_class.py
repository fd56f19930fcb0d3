"""A class of thirty behind one address, with the limits of a house as it comes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from ludoteca.server.settings import Limits

from .houses import Caller, House, opened_house
from .running import Clock, asynchronous

PEOPLE = 30
BY_NUMBER = Limits(work=1e6, work_per_address=1e6)  # processor time differs from machine to machine


async def fetch(session: aiohttp.ClientSession, method: str, path: str, body: Any = None) -> bytes:
    async with session.request(method, path, json=body) as answer:
        read = await answer.read()
        assert answer.status == 200, (path, read)
        return read


async def plays(house: House, number: int) -> Caller:
    """Load the page with all that belongs to it, look at the lists, open a table and begin a game there."""
    key = f"the key of person {number}"
    async with aiohttp.ClientSession(house.server.url) as session:
        page = await fetch(session, "GET", "/")
        for file in sorted(set(re.findall(r"/pages/[\w.\-]+", page.decode()))):
            await fetch(session, "GET", file)
        for path in ("/api/house", "/api/tables", "/api/history", "/api/lessons/masters/1"):
            await fetch(session, "GET", path)
        wanted = {"options": {"game": "masters", "players": 1}, "seat": {"name": f"Person-{number}", "key": key}}
        code = msgspec.json.decode(await fetch(session, "POST", "/api/tables", wanted))["code"]
        await fetch(session, "GET", f"/api/tables/{code}")
    caller = await house.connect(code)
    await caller.send("hello", key=key)
    await caller.next("welcome")
    await caller.do("contribute", nonce="mine")
    await caller.do("start")
    return caller


@asynchronous
async def test_thirty_people_load_the_page_and_open_tables_in_the_same_moment(tmp_path: Path) -> None:
    """The clock of the house stands still: nobody has to wait until more is allowed."""
    async with opened_house(tmp_path, clock=Clock(), limits=BY_NUMBER) as house:
        callers = await asyncio.gather(*(plays(house, number) for number in range(PEOPLE)))
        assert len({caller.view["code"] for caller in callers}) == PEOPLE
        for caller in callers:  # once more, while the others play
            await caller.do("resign")
            await caller.do("rematch")
        assert await house.figure('ludoteca_refusals_total{code="too_fast"}') == 0
        assert await house.figure('ludoteca_refusals_total{code="tables"}') == 0
