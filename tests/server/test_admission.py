"""A private house: nobody comes in without its password or an invitation, and once is enough."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from ludoteca import client
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.house.operator import Admitted
from ludoteca.house.options import Options
from ludoteca.server.operator.admission import DAY, SESSION
from ludoteca.server.operator.password import NoPassword, password_in
from ludoteca.server.server import Server
from ludoteca.server.settings import Dialects
from tests.postgres import Postgres

from .houses import OPERATOR, House, opened_house
from .nodes import nodes
from .operators import audited, operate
from .running import asynchronous

PASSWORD = "the word at the door"


@pytest.fixture
def password_file(tmp_path: Path) -> Path:
    path = tmp_path / "password"
    path.write_text(f"{PASSWORD}\n")
    return path


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def knock(house: House, **given: str) -> tuple[int, Any]:
    """Without keeping the cookie."""
    async with (
        aiohttp.ClientSession(house.server.url, cookie_jar=aiohttp.DummyCookieJar()) as session,
        session.post("/api/door", json=given) as answer,
    ):
        return answer.status, await answer.json()


async def admitted(house: House, **headers: str) -> bool:
    status, _ = await house.get("/api/tables", headers=headers)
    assert status in (200, 401)
    return status == 200


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_nothing_but_the_door_is_open(tmp_path: Path, password_file: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
    async with opened_house(tmp_path, password_file=password_file) as house:
        for path in ("/api/tables", f"/api/tables/{code}", f"/api/tables/{code}/replay", f"/api/tables/{code}/film"):
            status, wrong = await house.get(path)
            assert (status, wrong["code"]) == (401, "admission"), path
        assert (await house.get("/api/history"))[0] == (await house.post("/api/tables", {}))[0] == 401
        assert (await house.get("/api/lessons/masters/1"))[0] == 401
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.connect(code)
        assert refused.value.status == 401
        for path in ("/healthz", "/", "/api/openapi.json", "/api/protocol.ts"):
            assert (await house.get(path))[0] == 200, path
        _, said = await house.get("/api/house")
        assert (said["private"], said["admitted"]) == (True, False)
        assert (await house.get("/api/tables", headers=OPERATOR))[0] == 200


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_the_password_is_given_once(tmp_path: Path, password_file: Path) -> None:
    async with opened_house(tmp_path, password_file=password_file) as house:
        for wrong in ("", "the word", PASSWORD + "!", PASSWORD.upper()):
            status, answer = await knock(house, password=wrong)
            assert (status, answer["code"]) == (403, "wrong_password")
        await house.server.audit.tell_guesses(all_of_them=True)
        guesses = [line for line in audited(tmp_path) if line["act"] == "wrong_password"]
        assert sum(line["on"]["count"] for line in guesses) == 4
        assert "the word" not in str(guesses)
        status, answer = await knock(house, password=PASSWORD)
        assert (status, answer["until"]) == (200, house.clock() + SESSION)
        token = answer["token"]
        assert await admitted(house, **bearer(token))
        assert not await admitted(house)
        assert (await house.get("/api/house", headers=bearer(token)))[1]["admitted"] is True
        for spoilt in (token[:-1], token + "x", token.replace(".", "", 1), "x" + token, "..", "", "a.b.c"):
            assert not await admitted(house, **bearer(spoilt))
            assert not await admitted(house, Cookie=f"{house.server.admission.cookie}={spoilt}")
    async with opened_house(tmp_path, password_file=password_file) as house:
        assert await admitted(house, **bearer(token))
        house.clock.move(SESSION / 1000)
        assert not await admitted(house, **bearer(token))
    password_file.write_text("another word at the door")
    async with opened_house(tmp_path, password_file=password_file) as house:
        assert not await admitted(house, **bearer(token))


@asynchronous
async def test_a_browser_keeps_a_cookie(tmp_path: Path, password_file: Path) -> None:
    async with opened_house(tmp_path, password_file=password_file) as house:
        async with aiohttp.ClientSession(house.server.url, cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
            async with browser.post("/api/door", json={"password": PASSWORD}) as answer:
                cookie = answer.cookies[house.server.admission.cookie]
                assert cookie["httponly"]
                assert cookie["samesite"] == "Lax"
                assert not cookie["secure"]
            body = {"options": {"game": "eriantys", "players": 2}}
            async with browser.post("/api/tables", json=body) as answer:
                code = (await answer.json())["code"]
            async with browser.ws_connect(f"/api/tables/{code}/socket") as socket:
                await socket.send_json({"type": "hello"})
                assert (await socket.receive_json())["type"] == "welcome"
        origin = {"Origin": house.server.url.replace("http:", "https:")}
        async with house.session.post("/api/door", json={"password": PASSWORD}, headers=origin) as answer:
            assert answer.cookies[house.server.admission.cookie]["secure"]


@asynchronous
async def test_a_token_that_is_good_no_longer_guesses_no_key_of_the_operator(
    tmp_path: Path, password_file: Path
) -> None:
    async with opened_house(tmp_path, password_file=password_file, by_invitation=True) as house:
        made = await invite(house, uses=None)
        knocks = ({"password": PASSWORD}, {"invitation": made["code"]})
        tokens = [(await knock(house, **given))[1]["token"] for given in knocks]
        assert (await operate(house, "DELETE", f"/invitations/{made['id']}"))[0] == 200
    password_file.write_text("another word at the door")
    async with opened_house(tmp_path, password_file=password_file, by_invitation=True) as house:
        house.clock.move(SESSION / 1000)
        for _ in range(10):
            for token in tokens:
                assert not await admitted(house, **bearer(token))
        assert await house.figure('ludoteca_guesses_total{kind="operator_key"}') == 0
        assert (await house.get("/api/operator", headers=OPERATOR))[0] == 200
    async with opened_house(tmp_path) as house:  # which is open to everybody by now
        assert await admitted(house, **bearer(tokens[0]))
        assert await house.figure('ludoteca_guesses_total{kind="operator_key"}') == 0


@asynchronous
async def test_an_open_house_has_no_door(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        assert (await knock(house, password="whatever"))[1]["token"] == ""
        said = (await house.get("/api/house"))[1]
        assert (said["private"], said["admitted"]) == (False, True)
        assert await house.store.notes() == {}


@asynchronous
async def test_a_program_comes_in_with_the_client(tmp_path: Path, password_file: Path) -> None:
    async with opened_house(tmp_path, password_file=password_file) as house, client.House(house.server.url) as program:
        with pytest.raises(client.Refused) as refused:
            await program.tables()
        assert refused.value.code == "admission"
        with pytest.raises(client.Refused) as refused:
            await program.enter(password="wrong")
        assert refused.value.code == "wrong_password"
        await program.enter(password=PASSWORD)
        assert (await program.info()).admitted
        table = await program.open(Options("eriantys", players=2), name="Ada")
        await table.say("hello")
        await table.report(line=1, reason="only to see")
        await table.report(name="Ada")
        assert len((await operate(house, "GET", "/reports"))[1]["reports"]) == 2


# ---------------------------------------------------------------- invitations


async def invite(house: House, **wanted: int | None) -> dict[str, Any]:
    status, made = await operate(house, "POST", "/invitations", wanted)
    assert status == 200, made
    return made


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_an_invitation_opens_the_house_so_often(tmp_path: Path) -> None:
    async with opened_house(tmp_path, by_invitation=True) as house:
        made = await invite(house, uses=2)
        assert made["code"].encode() not in b"".join((await house.store.notes()).values())
        tokens = [(await knock(house, invitation=made["code"]))[1]["token"] for _ in range(2)]
        for token in tokens:
            assert await admitted(house, **bearer(token))
        status, wrong = await knock(house, invitation=made["code"])
        assert (status, wrong["code"]) == (403, "wrong_password")
        assert (await knock(house, password=""))[0] == (await knock(house))[0] == 403
        assert (await knock(house, invitation="x" * 22))[0] == 403
        (listed,) = (await operate(house, "GET", "/invitations"))[1]["invitations"]
        assert (listed["id"], listed["left"], listed["made"]) == (made["id"], 0, house.clock())
        assert "code" not in listed
    async with opened_house(tmp_path, by_invitation=True) as house:
        assert await admitted(house, **bearer(tokens[0]))
        assert (await operate(house, "DELETE", f"/invitations/{made['id']}"))[1] == {"status": "revoked"}
        assert not await admitted(house, **bearer(tokens[0]))
        assert (await operate(house, "DELETE", f"/invitations/{made['id']}"))[0] == 404


@asynchronous
async def test_an_invitation_grows_old(tmp_path: Path) -> None:
    async with opened_house(tmp_path, by_invitation=True) as house:
        made = await invite(house, uses=None, days=2)
        _, first = await knock(house, invitation=made["code"])
        house.clock.move(2 * DAY / 1000)
        assert (await knock(house, invitation=made["code"]))[0] == 403
        assert await admitted(house, **bearer(first["token"]))
        await house.server.tidy()
        assert len((await operate(house, "GET", "/invitations"))[1]["invitations"]) == 1
        house.clock.move(SESSION / 1000)
        await house.server.tidy()
        assert (await operate(house, "GET", "/invitations"))[1]["invitations"] == []


@asynchronous
async def test_a_token_is_good_at_every_server(tmp_path: Path, postgres: Postgres) -> None:
    async with nodes(postgres.empty_place(), tmp_path, by_invitation=True) as (one, two):
        made = await invite(one, uses=1)
        while (answer := await knock(two, invitation=made["code"]))[0] != 200:
            pass  # the other server may not have heard of it yet
        token = answer[1]["token"]
        assert await admitted(one, **bearer(token))
        assert (await knock(one, invitation=made["code"]))[0] == 403  # whatever this server knew of it
        await operate(two, "DELETE", f"/invitations/{made['id']}")
        assert not await admitted(two, **bearer(token))
        while await admitted(one, **bearer(token)):
            pass


# ---------------------------------------------------------------- what else there is


@asynchronous
async def test_other_dialects_are_off_unless_a_port_is_chosen(tmp_path: Path) -> None:
    dialects = Dialects(psp24=0)
    async with opened_house(tmp_path, by_invitation=True, dialects=dialects) as house:
        server = house.server
        chosen = Server(server.settings, house.store, {}, house.clock, DIALECTS.values())
        assert list(chosen.ports) == ["psp24"]


@pytest.mark.parametrize("content", [b"", b"\n", b"short", b"x" * 201, b"\xff" * 20])
def test_what_is_no_password(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "password"
    path.write_bytes(content)
    with pytest.raises(NoPassword, match=str(path)):
        password_in(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NoPassword, match="There is no file"):
        password_in(tmp_path / "none")
    with pytest.raises(NoPassword, match="cannot be read"):
        password_in(tmp_path)


def test_a_password_is_the_first_line(tmp_path: Path) -> None:
    (tmp_path / "password").write_bytes("\ufeffein gutes Wört \r\n# of the door".encode())
    assert password_in(tmp_path / "password") == "ein gutes Wört"
    assert password_in(None) is None


@asynchronous
async def test_an_invitation_that_many_use_at_once_is_good_for_all_of_them(tmp_path: Path) -> None:
    async with opened_house(tmp_path, by_invitation=True) as house:
        admission = house.server.admission
        made = await admission.invite(40, None)
        entered = await asyncio.gather(*(admission.enter(None, made.code) for _ in range(41)), return_exceptions=True)
        assert sum(isinstance(each, Admitted) for each in entered) == 40
        assert [each.left for each in admission.invitations()] == [0]


@asynchronous
async def test_two_private_houses_on_one_host_keep_their_cookies(tmp_path: Path, password_file: Path) -> None:
    async with (
        opened_house(tmp_path / "one", password_file=password_file) as one,
        opened_house(tmp_path / "two", password_file=password_file) as two,
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser,
    ):
        for house in (one, two):
            async with browser.post(f"{house.server.url}/api/door", json={"password": PASSWORD}) as answer:
                assert answer.status == 200
        for house in (one, two):
            async with browser.get(f"{house.server.url}/api/tables") as answer:
                assert answer.status == 200
