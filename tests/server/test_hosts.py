"""A request is for a name of this house: what another site has its name lead to is not."""

from __future__ import annotations

import socket
from pathlib import Path

import aiohttp
import pytest

from ludoteca.server.settings import Settings
from ludoteca.server.transport.hosts import Hosts, read_host

from .houses import OPERATOR, opened_house
from .running import asynchronous
from .wire import said_to

MACHINE = socket.gethostname().lower()


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("localhost", "localhost"),
        ("LocalHost:8080", "localhost"),
        ("play.example.org.", "play.example.org"),
        ("play.example.org.:443", "play.example.org"),
        ("127.0.0.1:80", "127.0.0.1"),
        ("[::1]:80", "::1"),
        ("[2001:DB8::1]", "2001:db8::1"),
        ("under_score", "under_score"),
        ("", None),
        (":80", None),
        ("a b", None),
        ("a,b", None),
        ("a/b", None),
        ("user@localhost", None),
        ("localhost:http", None),
        ("localhost:123456", None),
        ("[::1", None),
        ("::1", None),
        ("[localhost]", None),
        ("a..b", None),
        ("-a", None),
        (".", None),
        ("ä.example", None),
        ("\udcff", None),
        ("a" * 254, None),
        ("<script>", None),
    ],
)
def test_what_a_header_says(header: str, host: str | None) -> None:
    assert read_host(header) == host


def test_the_names_of_a_house(tmp_path: Path) -> None:
    settings = Settings(tmp_path, host="games", public=["Play.example.org", "https://other.example.org:8443"])
    hosts = Hosts(settings)
    known = ["localhost", "a.localhost", "games", MACHINE, f"{MACHINE.partition('.')[0]}.local", "203.0.113.9", "::1"]
    assert all(map(hosts.known, [*known, "play.example.org", "other.example.org"]))
    unknown = ["example.org", "x.play.example.org", "notlocalhost", "localhost.example.org", "127.0.0.1.example.org"]
    assert not any(map(hosts.known, unknown))
    assert hosts.origins == {"http://play.example.org", "https://play.example.org", "https://other.example.org:8443"}


def asked(path: str, *headers: str, version: str = "1.1") -> bytes:
    lines = [f"GET {path} HTTP/{version}", *headers, "Connection: close", "", ""]
    return "\r\n".join(lines).encode()


@asynchronous
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (["Host: localhost"], b"200"),
        (["Host: 198.51.100.1:8080"], b"200"),
        (["Host: play.example.org"], b"200"),
        (["Host: evil.example"], b"421"),
        (["Host: localhost.evil.example"], b"421"),
        ([], b"400"),
        (["Host:"], b"400"),
        (["Host: a b"], b"400"),
        (["Host: localhost", "Host: evil.example"], b"400"),
        (["Host: localhost", "Host: localhost"], b"400"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/house", "/metrics", "/api/tables/QQQQQQ"])
async def test_a_request_is_for_a_name_of_the_house(
    tmp_path: Path, path: str, headers: list[str], status: bytes
) -> None:
    async with opened_house(tmp_path, public=["https://play.example.org"]) as house:
        answered = await said_to(house, asked(path, *headers))
        found = answered.split(b" ")[1]
        assert found == status if status != b"200" else found in (b"200", b"404"), answered
        if status == b"421":
            assert b'"code":"unknown_host"' in answered
            assert b"--public" in answered


@asynchronous
async def test_the_first_line_of_a_request_may_name_the_house_as_well(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for first, statuses in (("http://localhost", b"200"), ("http://evil.example", b"421")):
            answered = await said_to(house, asked(f"{first}/api/house", "Host: localhost"))
            assert answered.split(b" ")[1] == statuses


@asynchronous
async def test_load_balancers_ask_for_health_by_any_name(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for headers, version in ((["Host: anything"], "1.1"), ([], "1.0")):
            answered = await said_to(house, asked("/healthz", *headers, version=version))
            assert answered.split(b" ")[1] == b"200", answered


@asynchronous
async def test_a_page_of_a_name_that_was_rebound_reaches_nothing(tmp_path: Path) -> None:
    """To the browser it is the same site: origin and host agree."""
    rebound = {"Host": "evil.example:8080", "Origin": "http://evil.example:8080"}
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        body = {"options": {"game": "eriantys", "players": 2}}
        assert (await house.post("/api/tables", body, headers=rebound))[0] == 421
        assert (await house.get("/api/operator", headers=rebound | OPERATOR))[0] == 421
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.connect(code, headers=rebound)
        assert refused.value.status == 421


@asynchronous
async def test_a_page_of_a_public_name_is_the_houses_own(tmp_path: Path) -> None:
    """Also behind a proxy that asks by another name."""
    async with opened_house(tmp_path, public=["https://play.example.org"]) as house:
        statuses = [
            (await house.get("/api/house", headers={"Origin": origin}))[0]
            for origin in ("https://play.example.org", "http://play.example.org", "https://evil.example")
        ]
        assert statuses == [200, 403, 403]


@asynchronous
async def test_names_that_are_not_known_are_logged(tmp_path: Path) -> None:
    """How often is up to `repeated_lines.py`."""
    async with opened_house(tmp_path) as house:
        hosts = ["a.example", "b.example", f"{'long.' * 20}example"]
        for host in hosts:
            assert (await house.get("/api/house", headers={"Host": host}))[0] == 421
        assert [line["host"] for line in house.logged if "host" in line] == [host[:60] for host in hosts]


@asynchronous
async def test_a_page_of_another_site_guesses_nothing(tmp_path: Path) -> None:
    """Pictures, scripts and frames come without an origin; a browser says only that it is another site."""
    async with opened_house(tmp_path, public=["https://play.example.org"]) as house:
        code = await house.open_table(public=False)
        foreign = {"Sec-Fetch-Site": "cross-site"}
        for path in ("/api/tables/QQQQQQ", f"/api/tables/{code}", "/api/operator", "/api/house"):
            for mode in ("no-cors", "navigate"):
                status, wrong = await house.get(path, headers=foreign | {"Sec-Fetch-Mode": mode})
                assert (status, wrong["code"]) == (403, "origin"), path
        assert await house.figure('ludoteca_guesses_total{kind="table_code"}') == 0
        for site in ("same-origin", "same-site", "none"):
            assert (await house.get(f"/api/tables/{code}", headers={"Sec-Fetch-Site": site}))[0] == 200
        ours = foreign | {"Origin": "https://play.example.org"}
        assert (await house.get(f"/api/tables/{code}", headers=ours))[0] == 200
        assert (await house.get("/", headers=foreign))[0] == 200  # links lead to the page from everywhere
        assert (await house.get("/healthz", headers=foreign))[0] == 200


@asynchronous
async def test_a_page_of_another_site_guesses_no_key_of_the_operator(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        wrong = {"Authorization": "Bearer wrong"}
        for asked_by in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            statuses = [(await house.get("/api/house", headers=wrong | asked_by))[0] for _ in range(8)]
            assert set(statuses) <= {403, 421}
        assert (await house.get("/api/operator", headers=OPERATOR))[0] == 200
        assert await house.figure('ludoteca_guesses_total{kind="operator_key"}') == 0
