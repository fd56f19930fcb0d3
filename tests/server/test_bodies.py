"""Bodies of requests: how large, in what form, and how long one waits for them."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import msgspec
import pytest

from .houses import GENEROUS, opened_house
from .running import asynchronous
from .wire import NEW, raw, said_to


@asynchronous
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"options", 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b'{"options": {"game": "\xff"}}', 400, "malformed"),
        (b"[" * 60_000, 400, "malformed"),
        (b'{"options":{"game":"masters","players":2,"settings":' + b'{"a":' * 9000 + b"1" + b"}" * 9002, 400, None),
        (b'{"' + b"x" * 60_000 + b'":1}', 400, "malformed"),
        (b" " * 65_537, 413, "too_large"),
        (b" " * 1_000_000, 413, "too_large"),
    ],
)
async def test_bodies_that_cannot_be_read(tmp_path: Path, body: bytes, status: int, code: str | None) -> None:
    async with opened_house(tmp_path) as house:
        answered, wrong = await house.request("POST", "/api/tables", data=body)
        assert answered == status, wrong
        assert wrong["code"] == code or code is None
        assert len(wrong["sentence"]) < 400
        assert (await house.get("/api/house"))[0] == 200


@asynchronous
async def test_a_replay_may_be_larger_but_not_endless(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=msgspec.structs.replace(GENEROUS, replay=100_000)) as house:
        assert (await house.request("POST", "/api/verify", data=b" " * 100_000))[0] == 400
        status, wrong = await house.request("POST", "/api/verify", data=b" " * 100_001)
        assert (status, wrong["parameters"]) == (413, {"most": 100_000})


@asynchronous
@pytest.mark.parametrize("packing", ["gzip", "deflate", "br", "nonsense"])
async def test_a_body_that_is_packed_is_not_unpacked(tmp_path: Path, packing: str) -> None:
    """A small one could unpack to any size."""
    packed = {"Content-Encoding": packing}
    async with opened_house(tmp_path) as house:
        for body in (gzip.compress(msgspec.json.encode(NEW)), b"not packed"):
            status, wrong = await house.request("POST", "/api/tables", data=body, headers=packed)
            assert (status, wrong["code"]) == (400, "malformed")


@asynchronous
async def test_a_body_in_broken_pieces_is_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_to(
            house,
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{    \r\nnonsense\r\n\r\n",
        )
        assert answered.split(b" ")[1] == b"400"


@asynchronous
async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, idle=0.05)
    async with opened_house(tmp_path, limits=limits) as house, raw(house) as (reader, writer):
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
        assert b'"idle"' in await reader.readuntil(b"}")


@asynchronous
async def test_somebody_who_hangs_up_in_the_middle_of_a_request_harms_nobody(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for request in (b"GET /api/hou", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"):
            async with raw(house) as (_, writer):
                writer.write(request)
                await writer.drain()
        while house.server.addresses.connections.total() > 0:
            await asyncio.sleep(0)
        assert (await house.get("/api/house"))[0] == 200
