"""A house with several servers: who finds nobody at one of them, or loses a connection, goes to the next."""

from __future__ import annotations

import msgspec
import pytest
from aiohttp import web

from ludoteca.client import House, Unreachable
from ludoteca.dialects.house import http
from ludoteca.house.table import Phase

from .fake_house import CODE, FakeHouse, Session, asynchronous, attending, view
from .test_reconnecting import dropping, unused_port

SEATED = view(5, "Ada", "Bea", you=0, phase=Phase.PLAYING)
OFFERED = http.House("Ludoteca", "1", 1, [], [], False)


def nowhere() -> str:
    return f"http://127.0.0.1:{unused_port()}"


async def offering(request: web.Request) -> web.Response:
    return web.Response(body=msgspec.json.encode(OFFERED))


@asynchronous
async def test_who_loses_a_connection_comes_back_to_another_server() -> None:
    async def returning(session: Session) -> None:
        hello = await session.greet(SEATED, missed=[])
        assert (hello.key, hello.seen) == ("key of Ada", 5)
        await session.until_gone()

    async with FakeHouse(dropping()) as one, FakeHouse(returning) as two, one.house(others=[two.url]) as house:
        table = await house.resume(CODE, "key of Ada")
        while two.scripts:
            await table._picture.bell.wait()


@asynchronous
async def test_a_server_that_is_not_there_is_passed_over() -> None:
    async with (
        FakeHouse(attending(seen=SEATED), answers={"/api/house": offering}) as there,
        House(nowhere(), others=[nowhere(), there.url]) as house,
    ):
        assert await house.info() == OFFERED
        assert (await house.resume(CODE, "key of Ada")).connected


@asynchronous
async def test_what_may_have_been_heard_is_not_asked_elsewhere() -> None:
    """A table that was opened at one server must not be opened at another one, too."""

    async def hanging_up(request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async with (
        FakeHouse(answers={"/api/house": hanging_up}) as one,
        FakeHouse(answers={"/api/house": offering}) as two,
        one.house(others=[two.url]) as house,
    ):
        with pytest.raises(Unreachable):
            await house.info()


@asynchronous
async def test_nobody_anywhere() -> None:
    last = nowhere()
    async with House(nowhere(), others=[last]) as house:
        with pytest.raises(Unreachable, match=last):
            await house.info()
        with pytest.raises(Unreachable, match=last):
            await house.watch(CODE)


def test_every_address_is_one() -> None:
    with pytest.raises(ValueError, match=r"unlike 'two\.example'"):
        House("http://one.example", others=["two.example"])
