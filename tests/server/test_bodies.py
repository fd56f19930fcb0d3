"""Bodies of requests: how large, in what form, and how long one waits for them."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from ludoteca.server.transport.budget import CONNECTION_BURST
from ludoteca.server.transport.guard import CONNECTION_WORK
from ludoteca.server.transport.http import MOST_REFUSED, REQUEST_WORK
from ludoteca.server.transport.large_requests import MOST_AT_ONCE

from .houses import GENEROUS, PATIENCE, opened_house
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


CHUNKED = "{line}\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LINES = (
    "GET / HTTP/1.1",
    "GET /api/house HTTP/1.1",
    "HEAD /api/house HTTP/1.1",
    "GET /api/tables/AAAAAA/socket HTTP/1.1",
)
ELSEWHERE = {"GET /nothing HTTP/1.1": 404, "DELETE /api/tables HTTP/1.1": 405, "POST / HTTP/1.1": 405}


@asynchronous
@pytest.mark.parametrize("line", [*LINES, "POST /api/tables HTTP/1.1", "POST /api/verify HTTP/1.1"])
async def test_a_body_in_chunks_is_refused_at_once(tmp_path: Path, line: str) -> None:
    """Each chunk costs the server something, however small it is. Nobody waits for the last one, nor reads on."""
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, CHUNKED.format(line=line).encode() + b"1\r\n{\r\n" * 1000)
        assert answered.startswith(b"HTTP/1.1 411 ")
        assert answered.count(b"HTTP/1.1") == 1
        assert b"Connection: close\r\n" in answered
        assert b'"length_required"' in answered or line.startswith("HEAD")
        assert await house.figure('ludoteca_refusals_total{code="length_required"}') == 1


@asynchronous
async def test_a_body_in_broken_pieces_is_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_to(
            house, CHUNKED.format(line="POST /api/tables HTTP/1.1").encode() + b"5\r\n{    \r\nnonsense\r\n\r\n"
        )
        assert answered.split(b" ")[1] in (b"400", b"411")


@asynchronous
@pytest.mark.parametrize("line", LINES)
async def test_nothing_is_read_where_nothing_is_expected(tmp_path: Path, line: str) -> None:
    head = f"{line}\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n"
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, head.encode() + b"{")
        assert answered.startswith(b"HTTP/1.1 413 ")
        assert b"Connection: close\r\n" in answered
        assert b'"no_body"' in answered or line.startswith("HEAD")


@asynchronous
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /api/house HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", b"413"),
        (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"411"),
    ],
)
async def test_a_body_that_nobody_wants_ends_the_connection_also_when_it_is_there(
    tmp_path: Path, request_: bytes, status: bytes
) -> None:
    """Otherwise one connection could send them without end."""
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, request_ * 100)
        assert answered.split(b" ")[1] == status
        assert answered.count(b"HTTP/1.1") == 1
        assert b"Connection: close\r\n" in answered


@asynchronous
@pytest.mark.parametrize("length", ["Content-Length: 1000000000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize(("line", "status"), ELSEWHERE.items())
async def test_nothing_is_read_where_there_is_nothing(tmp_path: Path, line: str, status: int, length: str) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, f"{line}\r\nHost: x\r\n{length}\r\n\r\n".encode() + b"1\r\n{\r\n" * 1000)
        assert answered.startswith(f"HTTP/1.1 {status} ".encode())
        assert answered.count(b"HTTP/1.1") == 1
        assert b"Connection: close\r\n" in answered


@asynchronous
async def test_an_empty_body_is_none(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house, raw(house) as (reader, writer):
        for _ in range(2):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
            await reader.readuntil(b"}")


@asynchronous
async def test_a_body_that_is_announced_too_large_is_not_read(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n{")
        assert answered.startswith(b"HTTP/1.1 413 ")
        assert b'"too_large"' in answered


@asynchronous
async def test_the_answer_arrives_though_the_client_is_still_sending(tmp_path: Path) -> None:
    """What is on its way is thrown away unread; a connection that is closed over it would take the answer along."""
    body = b"x" * 500_000
    async with opened_house(tmp_path) as house:
        head = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        async with raw(house) as (reader, writer):
            writer.write(head.encode())
            assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
            writer.write(body)
            await writer.drain()
            assert (await reader.read()).endswith(b"}")


@asynchronous
async def test_a_request_that_is_refused_before_its_body_has_come_ends_the_connection(tmp_path: Path) -> None:
    """It has no key, so its body is not waited for; neither is it taken for the next request."""
    async with opened_house(tmp_path) as house:
        answered = await said_to(
            house,
            b"PUT /api/operator/addresses HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        )
        assert answered.startswith(b"HTTP/1.1 401 ")
        assert answered.count(b"HTTP/1.1") == 1


@asynchronous
async def test_whoever_goes_on_asking_too_fast_is_let_go(tmp_path: Path) -> None:
    asked = b"GET /api/house HTTP/1.1\r\nHost: x\r\n\r\n"
    async with opened_house(
        tmp_path, limits=msgspec.structs.replace(GENEROUS, rate=0.001, burst_per_address=20)
    ) as house:
        answered = await said_to(house, asked * 100)
        assert answered.count(b"HTTP/1.1 200 ") == 20
        assert answered.count(b"HTTP/1.1 429 ") == MOST_REFUSED
        assert answered.count(b"Connection: close\r\n") == 1


@asynchronous
async def test_requests_cost_their_connection(tmp_path: Path) -> None:
    """Those that were sent all at once are answered as fast as their connection, and its address, may cost."""
    limits = msgspec.structs.replace(GENEROUS, work=0.001)
    asked = b"GET /api/house HTTP/1.1\r\nHost: x\r\n\r\n"
    async with opened_house(tmp_path, limits=limits) as house, raw(house) as (reader, writer):
        writer.write(asked * 1000)
        answered = 0
        while house.server.budget.pauses == 0:
            await reader.readuntil(b"HTTP/1.1 200 ")
            answered += 1
        assert 0 < answered < 1000


@asynchronous
@pytest.mark.parametrize("wrong", ["Host: evil.example", "Host: x\r\nOrigin: http://evil.example"])
async def test_requests_that_are_for_another_site_cost_their_connection_as_well(tmp_path: Path, wrong: str) -> None:
    """They are refused before anything else is looked at, and that is not for nothing."""
    limits = msgspec.structs.replace(GENEROUS, work=0.02)
    asked = f"GET / HTTP/1.1\r\n{wrong}\r\n\r\n".encode()
    async with opened_house(tmp_path, limits=limits) as house, raw(house) as (reader, writer):
        writer.write(asked * 10_000)
        answered = 0
        while house.server.budget.pauses == 0:
            await reader.readuntil(b"HTTP/1.1 4")
            answered += 1
        assert answered < 0.02 * CONNECTION_BURST * 2 / REQUEST_WORK


@asynchronous
async def test_behind_a_proxy_they_wait_for_the_address_that_it_names(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, work=1e-9, work_per_address=1e-9)
    async with opened_house(tmp_path, limits=limits, proxies=["127.0.0.0/8"]) as house, raw(house) as (reader, writer):
        head = b"GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n"
        house.server.budget.of_address("192.0.2.7", 0.0).balance = -1.0
        writer.write(head)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readline(), 0.2)


@asynchronous
async def test_behind_a_proxy_they_cost_the_address_that_it_names(tmp_path: Path) -> None:
    """Many people may come through one connection of a proxy, and only one of them floods."""
    limits = msgspec.structs.replace(GENEROUS, work=1e-9, work_per_address=1e-9)
    proxies = ["127.0.0.0/8"]
    async with opened_house(tmp_path, limits=limits, proxies=proxies) as house, raw(house) as (reader, writer):
        for number in range(20):
            head = f"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.{number}\r\n\r\n"
            writer.write(head.encode())
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
        account = house.server.budget.of_address("192.0.2.7", 0.0)
        assert account.balance < 0


@asynchronous
async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, idle=0.05)
    async with opened_house(tmp_path, limits=limits) as house, raw(house) as (reader, writer):
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
        assert b'"idle"' in await reader.readuntil(b"}")


@asynchronous
async def test_few_large_bodies_of_one_address_are_read_at_once(tmp_path: Path) -> None:
    """Each is in memory until all of it has come, which its sender may put off."""
    head = b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
    async with opened_house(tmp_path) as house, AsyncExitStack() as stack:
        for _ in range(MOST_AT_ONCE):
            _, writer = await stack.enter_async_context(raw(house))
            writer.write(head + b" " * 1000)
        async with asyncio.timeout(PATIENCE):
            while house.server.http._large_requests._under_way.total() < MOST_AT_ONCE:
                await asyncio.sleep(0)
        answered = await said_to(house, head + b" " * 1000)
        assert answered.startswith(b"HTTP/1.1 429 ")
        assert b"Connection: close\r\n" in answered
        assert (await house.request("POST", "/api/tables", data=msgspec.json.encode(NEW)))[0] == 200
        await stack.aclose()
        async with asyncio.timeout(PATIENCE):
            while house.server.http._large_requests._under_way:
                await asyncio.sleep(0)
        assert (await house.request("POST", "/api/verify", data=b" " * 100_000))[0] == 400


@asynchronous
async def test_behind_a_request_for_another_protocol_nothing_is_read(tmp_path: Path) -> None:
    """There is no WebSocket there. What follows would be read in one piece that nobody pays for."""
    asked = b"GET /api/house HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, asked + b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
        assert answered.startswith(b"HTTP/1.1 200 ")
        assert answered.count(b"HTTP/1.1") == 1
        assert b"Connection: close\r\n" in answered


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


EXPECTING = "{line}\r\nHost: {host}\r\nExpect: {expected}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"


@asynchronous
@pytest.mark.parametrize("line", [*LINES[:-1], "POST /api/tables HTTP/1.1"])
@pytest.mark.parametrize("expected", ["x", "100-continue, x", "100-continue\r\nExpect: x"])
async def test_what_nobody_can_expect_is_refused_like_everything_else(tmp_path: Path, line: str, expected: str) -> None:
    """aiohttp alone would answer before anything is checked, counted or charged."""
    async with opened_house(tmp_path) as house:
        account = house.server.budget.of_address("127.0.0.1", asyncio.get_running_loop().time())
        account.most = account.balance = 1e6  # of which small amounts can be told apart
        account.share = 0.0
        request = EXPECTING.format(line=line, host="x", expected=expected, length=0).encode()
        answered = await said_to(house, request)
        assert answered.startswith(b"HTTP/1.1 417 ")
        assert line.startswith("HEAD") or b'"code":"bad_request"' in answered
        assert await house.figure('ludoteca_refusals_total{code="bad_request"}') == 1
        elsewhere = EXPECTING.format(line=line, host="elsewhere", expected="100-continue", length=0).encode()
        assert (await said_to(house, elsewhere)).startswith(b"HTTP/1.1 421 ")
        assert account.balance < 1e6 - CONNECTION_WORK * 2 - REQUEST_WORK * 2


@asynchronous
async def test_who_asks_first_is_told_to_go_on_only_where_a_body_is_read(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        body = msgspec.json.encode(NEW)
        asking = EXPECTING.format(line="POST /api/tables HTTP/1.1", host="x", expected="100-Continue", length=len(body))
        async with raw(house) as (reader, writer):
            writer.write(asking.encode())
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
            writer.write(body)
            assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
        for line, length, status in (("POST /api/tables HTTP/1.1", 65_537, 413), ("GET / HTTP/1.1", 0, 200)):
            asking = EXPECTING.format(line=line, host="x", expected="100-continue", length=length)
            assert (await said_to(house, asking.encode())).startswith(f"HTTP/1.1 {status} ".encode())
