"""What a client asks a house over HTTP, and what it makes of strange answers."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import msgspec
import pytest
import trustme
from aiohttp import web

from ludoteca import app
from ludoteca.client import House, Options, Refused, Unreachable
from ludoteca.dialects.house import http
from ludoteca.house.replays import InvalidReplay
from ludoteca.server.settings import Settings

from .fake_house import FakeHouse, asynchronous

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
OFFERED = http.House("Ludoteca", "1", 1, [], [], False)


def saying(*answers: tuple[int, bytes]) -> Answer:
    """One answer after another, each a status and a body."""
    left = list(answers)

    async def answer(request: web.Request) -> web.Response:
        status, body = left.pop(0)
        return web.Response(status=status, body=body)

    return answer


def wrong(code: str, /, **parameters: object) -> bytes:
    return msgspec.json.encode(http.Wrong(code, f"No: {code}.", parameters))


@asynchronous
async def test_a_refusal_over_http_is_like_any_other() -> None:
    refused = saying((409, wrong("name_taken", name="Ada")))
    async with FakeHouse(answers={"/api/house": refused}) as fake, fake.house() as house:
        with pytest.raises(Refused) as error:
            await house.info()
        assert (error.value.code, error.value.sentence) == ("name_taken", "No: name_taken.")
        assert error.value.parameters == {"name": "Ada"}


@asynchronous
async def test_being_too_fast_is_waited_for() -> None:
    answers = saying((429, wrong("too_fast", seconds=0.01)), (429, wrong("too_fast", seconds=0.01)), (200, body()))
    async with FakeHouse(answers={"/api/house": answers}) as fake, fake.house() as house:
        assert await house.info() == OFFERED


def body() -> bytes:
    return msgspec.json.encode(OFFERED)


@asynchronous
async def test_a_wait_longer_than_the_time_limit_is_none() -> None:
    answers = saying((429, wrong("too_fast", seconds=60)))
    async with FakeHouse(answers={"/api/house": answers}) as fake, fake.house(timeout=0.1) as house:
        with pytest.raises(TimeoutError, match="within"):
            await house.info()


@pytest.mark.parametrize(
    ("status", "answer", "sentence"),
    [
        (429, b"Too many connections.\n", "answered 429: Too many connections."),
        (502, b"<html>\xff", "answered 502: <html>"),
        (200, b"<html>a page</html>", "another protocol"),
        (200, b'{"name": 1}', "another protocol"),
    ],
)
@asynchronous
async def test_an_answer_that_is_not_of_this_protocol(status: int, answer: bytes, sentence: str) -> None:
    async with FakeHouse(answers={"/api/house": saying((status, answer))}) as fake, fake.house() as house:
        with pytest.raises(Unreachable, match=sentence):
            await house.info()


@asynchronous
async def test_a_replay_that_is_none() -> None:
    path = "/api/tables/ABCDEF/replay"
    async with FakeHouse(answers={path: saying((200, b"{}"))}) as fake, fake.house() as house:
        with pytest.raises(InvalidReplay):
            await house.replay("ABCDEF")


@asynchronous
async def test_pages_of_the_history() -> None:
    async def answer(request: web.Request) -> web.Response:
        asked.append(dict(request.query))
        return web.Response(body=msgspec.json.encode(http.History([], None)))

    asked: list[dict[str, str]] = []
    async with FakeHouse(answers={"/api/history": answer}) as fake, fake.house() as house:
        await house.history()
        await house.history(after="ABCDEF", most=5)
    assert asked == [{}, {"after": "ABCDEF", "most": "5"}]


@asynchronous
async def test_a_code_stays_one_part_of_the_address() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=404, body=wrong("no_such_table", code=request.match_info["code"]))

    async with FakeHouse(answers={"/api/tables/{code}": answer}) as fake, fake.house() as house:
        with pytest.raises(Refused) as error:
            await house.table("../house?x=1")
        assert error.value.parameters == {"code": "../house?x=1"}


@asynchronous
async def test_where_nobody_answers() -> None:
    async with FakeHouse() as fake:
        pass
    async with fake.house() as house:
        with pytest.raises(Unreachable, match="No house answers"):
            await house.info()


def test_an_address_needs_a_scheme() -> None:
    with pytest.raises(ValueError, match="begins with http"):
        House("127.0.0.1:8080")


@asynchronous
async def test_a_session_that_is_given_stays_open() -> None:
    answers = saying((200, body()), (200, body()))
    async with FakeHouse(answers={"/api/house": answers}) as fake, aiohttp.ClientSession() as session:
        async with House(fake.url, session=session) as house:
            await house.info()
        assert not session.closed
        async with House(fake.url, session=session) as house:
            await house.info()


@asynchronous
async def test_https_with_a_certificate_of_ones_own(tmp_path: Path) -> None:
    authority = trustme.CA()
    certificate = authority.issue_cert("127.0.0.1")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    for part in certificate.cert_chain_pems:
        part.write_to_path(str(chain), append=True)
    certificate.private_key_pem.write_to_path(str(key))
    tls = ssl.create_default_context()
    authority.configure_trust(tls)
    settings = Settings(data=tmp_path / "data", port=0, certificate=chain, key=key, bot_pace=0)
    async with app.house(settings) as server:
        async with House(server.url, tls=tls) as house:
            table = await house.open(Options("masters", 2), "Ada", bots=["random"])
            await table.start()
            assert await table.my_turn() is not None
        async with House(server.url) as house:
            with pytest.raises(Unreachable, match="certificate"):
                await house.info()
            with pytest.raises(Unreachable, match="certificate"):
                await house.watch(table.code)
