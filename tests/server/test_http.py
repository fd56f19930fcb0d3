"""HTTP around the routes: headers, origins, keys, addresses, methods, bodies."""

from __future__ import annotations

import ssl
from pathlib import Path

import aiohttp
import msgspec
import pytest
import trustme

from ludoteca.server.transport import guard
from ludoteca.server.transport.headers import SECURITY

from .houses import GENEROUS, OPERATOR, opened_house
from .running import asynchronous
from .wire import NEW, said_to

ELSEWHERE = {"X-Forwarded-For": "198.51.100.7"}


# ---------------------------------------------------------------- headers


@asynchronous
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/house", 200),
        ("GET", "/metrics", 200),
        ("HEAD", "/api/house", 200),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/QQQQQQ", 404),
        ("DELETE", "/api/house", 405),
        ("OPTIONS", "/api/tables", 405),
        ("GET", "/api/operator", 401),
        ("POST", "/api/tables", 400),
        ("GET", "/api/tables/QQQQQQ/socket", 400),
        ("GET", "/api/history?most=x", 400),
    ],
)
async def test_security_headers_are_on_every_answer(tmp_path: Path, method: str, path: str, status: int) -> None:
    async with opened_house(tmp_path) as house, house.session.request(method, path) as answer:
        assert answer.status == status
        assert SECURITY.items() <= answer.headers.items()
        assert answer.headers["Server"] == "Ludoteca"
        assert "Strict-Transport-Security" not in answer.headers


@asynchronous
@pytest.mark.parametrize(
    "request_bytes",
    [
        b"nonsense\r\n\r\n",
        b"GET /api/house HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET /api/house HTTP/1.1\r\nHost: x\r\nContent-Length: minus one\r\n\r\n",
        b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/house HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
    ],
)
async def test_what_is_not_http_is_refused_in_the_form_of_the_house(tmp_path: Path, request_bytes: bytes) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, request_bytes)
        head, _, body = answered.partition(b"\r\n\r\n")
        assert head.startswith((b"HTTP/1.0 400 ", b"HTTP/1.1 400 "))
        assert b"Server: Ludoteca" in head
        assert b"nosniff" in head
        assert msgspec.json.decode(body)["code"] == "bad_request"


@asynchronous
async def test_an_internal_mistake_is_answered_and_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path, errors=["a request failed"]) as house:

        async def fail() -> None:
            raise ZeroDivisionError("what is inside stays inside")

        monkeypatch.setattr(house.server.tables, "listed", fail)
        async with house.session.get("/api/tables") as answer:
            assert answer.status == 500
            assert SECURITY.items() <= answer.headers.items()
            wrong = await answer.json()
        assert wrong["code"] == "internal"
        assert "inside" not in str(wrong)


@asynchronous
async def test_a_mistake_before_everything_else_does_not_show_the_inside_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(transport: object) -> None:
        raise ZeroDivisionError("what is inside stays inside")

    async with opened_house(tmp_path) as house:
        monkeypatch.setattr(guard, "spoken", fail)
        answered = await said_to(house, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        monkeypatch.undo()
        assert answered.startswith(b"HTTP/1.1 500 ")
        assert b"inside" not in answered
    assert "what is inside" in caplog.text


@asynchronous
async def test_with_tls_browsers_are_told_to_stay_with_it(tmp_path: Path) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("localhost", "127.0.0.1")
    issued.cert_chain_pems[0].write_to_path(tmp_path / "cert.pem")
    issued.private_key_pem.write_to_path(tmp_path / "key.pem")
    async with opened_house(tmp_path, certificate=tmp_path / "cert.pem", key=tmp_path / "key.pem") as house:
        assert house.server.url.startswith("https://127.0.0.1:")
        trusting = ssl.create_default_context()
        authority.configure_trust(trusting)
        async with house.session.get("/api/house", ssl=trusting) as answer:
            assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        _, opened = await house.post("/api/tables", NEW, ssl=trusting)
        caller = await house.connect(opened["code"], ssl=trusting)
        await caller.send("hello")
        await caller.next("welcome")


# ---------------------------------------------------------------- methods


@asynchronous
async def test_head_is_get_without_the_body_and_other_methods_are_named(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        async with house.session.head("/healthz") as answer:
            assert (answer.status, await answer.read()) == (200, b"")
        async with house.session.options("/api/tables") as answer:
            assert answer.headers["Allow"] == "GET,HEAD,POST"
        async with house.session.put("/api/operator", headers=OPERATOR) as answer:
            assert answer.headers["Allow"] == "GET,HEAD"


# ---------------------------------------------------------------- origins


@asynchronous
@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "", "http://[", "http://127.0.0.1:1", "x"])
async def test_pages_of_other_sites_may_not_speak_to_the_house(tmp_path: Path, origin: str) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        headers = {"Origin": origin}
        status, wrong = await house.post("/api/tables", NEW, headers=headers)
        assert (status, wrong["code"]) == (403, "origin")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.connect(code, headers=headers)
        assert refused.value.status == 403


@asynchronous
async def test_pages_of_the_house_and_of_named_sites_may(tmp_path: Path) -> None:
    async with opened_house(tmp_path, origins=["https://friend.example"]) as house:
        for origin in (house.server.url, "https://friend.example"):
            status, opened = await house.post("/api/tables", NEW, headers={"Origin": origin})
            assert status == 200
            caller = await house.connect(opened["code"], headers={"Origin": origin})
            await caller.send("hello")
            await caller.next("welcome")
        assert (await house.post("/api/tables", NEW, headers={"Origin": "https://friend.example:444"}))[0] == 403


# ---------------------------------------------------------------- the operator


@asynchronous
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer the key"},
        {"Authorization": "Basic the key of the operator"},
        {"Authorization": "Bearer thé key of the operator"},
    ],
)
async def test_the_operators_part_needs_his_key(tmp_path: Path, headers: dict[str, str]) -> None:
    async with opened_house(tmp_path) as house:
        for method, path in (("GET", ""), ("GET", "/addresses"), ("PUT", "/addresses"), ("POST", "/drain")):
            async with house.session.request(method, f"/api/operator{path}", headers=headers) as answer:
                assert (answer.status, (await answer.json())["code"]) == (401, "no_key")
                assert answer.headers["WWW-Authenticate"] == "Bearer"


@asynchronous
async def test_a_key_is_made_and_kept_when_none_is_given(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        async with opened_house(tmp_path, operator_key=None) as house:
            key = (tmp_path / "operator.key").read_text().strip()
            assert len(key) >= 32
            assert (await house.get("/api/operator", headers={"Authorization": f"bearer {key}"}))[0] == 200
            assert (await house.get("/api/operator", headers=OPERATOR))[0] == 401
            keys.add(key)
    assert len(keys) == 1
    assert (tmp_path / "operator.key").stat().st_mode & 0o077 == 0


@asynchronous
async def test_an_empty_key_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / "operator.key").write_text("\n")
    async with opened_house(tmp_path, operator_key=None) as house:
        for header in ("Bearer", "Bearer ", ""):
            assert (await house.get("/api/operator", headers={"Authorization": header}))[0] == 401


@asynchronous
async def test_figures_are_for_the_same_machine_or_for_the_operator(tmp_path: Path) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.0/8"]) as house:
        assert (await house.get("/metrics"))[0] == 401  # a proxy that says nothing is nobody
        status, wrong = await house.get("/metrics", headers=ELSEWHERE)
        assert (status, wrong["code"]) == (401, "no_key")
        status, text = await house.get("/metrics", headers=ELSEWHERE | OPERATOR)
        assert status == 200
        for name in ("entries", "refusals", "dropped", "messages", "commit_seconds", "tables_awake", "connections"):
            assert f"ludoteca_{name}".encode() in text
        assert b"127.0.0.1" not in text


# ---------------------------------------------------------------- addresses


@asynchronous
async def test_only_a_trusted_proxy_says_where_a_request_comes_from(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, rate=0.001, burst_per_address=5.0)
    for proxies, statuses in {(): [200, 429], ("127.0.0.1",): [200, 200]}.items():
        async with opened_house(tmp_path, proxies=list(proxies), limits=limits) as house:
            addresses = ("198.51.100.1", "198.51.100.2")
            answers = [await house.post("/api/tables", NEW, headers={"X-Forwarded-For": a}) for a in addresses]
            assert [status for status, _ in answers] == statuses


@asynchronous
@pytest.mark.parametrize(
    ("said", "address"),
    [
        ([], "127.0.0.1"),
        (["198.51.100.1"], "198.51.100.1"),
        (["198.51.100.1, 198.51.100.2"], "198.51.100.2"),  # what stands before is what the client claimed
        (["198.51.100.1, 127.0.0.9"], "198.51.100.1"),  # two proxies of ours
        (["127.0.0.8, 127.0.0.9"], "127.0.0.8"),
        ([" , ,198.51.100.1,"], "198.51.100.1"),
        (["198.51.100.1", "198.51.100.2"], "198.51.100.2"),  # some proxies add a line of their own
        (["198.51.100.1:443"], "198.51.100.1"),
        (["nonsense"], "127.0.0.1"),
    ],
)
async def test_the_last_address_that_a_proxy_added_counts(tmp_path: Path, said: list[str], address: str) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.0/8"]) as house:
        headers = [("X-Forwarded-For", line) for line in said]
        await house.get("/api/house", headers=headers)
        assert list(house.server.addresses._buckets) == [address]


# ---------------------------------------------------------------- the socket's address


@asynchronous
async def test_the_address_of_a_socket_is_for_sockets(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        status, wrong = await house.get(f"/api/tables/{code}/socket")
        assert (status, wrong["code"]) == (400, "bad_request")
        status, wrong = await house.get(f"/api/tables/{code}/socket", headers={"Upgrade": "websocket"})
        assert (status, wrong["code"]) == (400, "bad_request")
        upgrade = f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        answered = await said_to(house, upgrade.encode() + b"Sec-WebSocket-Key: \xc3\xa9\r\nConnection: close\r\n\r\n")
        assert answered.split(b" ")[1] == b"400"
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.connect("QQQQQQ")
        assert refused.value.status == 404
