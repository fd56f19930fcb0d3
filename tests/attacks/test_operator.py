"""The operator's part of a house, and addresses that try to get somewhere else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from .besieged import OPERATOR_KEY, Besieged
from .wire import ask, dial, open_table, request
from .witness import Witness

OPERATOR = ["/api/operator", "/api/operator/addresses"]


@pytest.mark.parametrize(
    "key",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        f"Basic {OPERATOR_KEY}",
        f"Bearer {OPERATOR_KEY}x",
        f"Bearer {OPERATOR_KEY[:-1]}",
        f"Bearer {OPERATOR_KEY.upper()}",
        f"Bearer x {OPERATOR_KEY}",
        "Bearer " + "x" * 7000,
        "Bearer \udcff\udcfe",
        "Bearer ключ",
        "\udcff",
    ],
)
@pytest.mark.parametrize("path", OPERATOR)
def test_a_wrong_key(house: Besieged, witness: Witness, path: str, key: str) -> None:
    asked = b"GET %b HTTP/1.1\r\nHost: house\r\nAuthorization: %b\r\n\r\n"
    sent = asked % (path.encode(), key.encode(errors="surrogateescape"))
    status, answer = ask(house, house.another_address(), sent)
    assert (status, answer["code"]) == (401, "no_key")


def test_the_right_key(house: Besieged) -> None:
    source = house.another_address()
    code = open_table(house, source)
    key = f"Bearer {OPERATOR_KEY}"
    status, seen = ask(house, source, request("GET", "/api/operator", Authorization=key))
    assert status == 200
    assert code in {table["code"] for table in seen["awake"]}
    closing = request("POST", f"/api/operator/tables/{code}/close", b'{"why":"enough"}', Authorization=key)
    assert ask(house, source, closing) == (200, {"status": "closed"})


@pytest.mark.parametrize(
    "path",
    [
        "/pages/../operator.key",
        "/pages/%2e%2e/operator.key",
        "/pages/..%2f..%2foperator.key",
        "/pages/%2e%2e%2f%2e%2e%2fhouse.sqlite",
        "/pages/..\\operator.key",
        "/pages/%5c..%5coperator.key",
        "/pages//etc/passwd",
        "/pages/%00",
        "/pages/index.html%00.js",
        "/api/rules/..%2f..",
        "/api/rules/%2e%2e",
        "/api/rules/eriantys%2f..%2fmasters",
        "/api/rules/__init__",
        "/api/../api/operator",
        "/api/%6fperator",
        "/API/operator",
        "//api/operator",
        "/api/operator/",
        "/api/operator;x",
        "/api/operator%20",
        "/api/tables/../operator",
        "/api/tables/%2e%2e/operator",
        "/api/tables/..%2foperator",
        "/t/../api/operator",
        "http://house/api/operator",
        "http://elsewhere/api/operator",
        "*",
        "api/operator",
        "/" + "a" * 8000,
        "/api/tables/" + "A" * 8000,
        "/api/tables/%ff%fe",
        "/api/tables/%ed%a0%80",
        "/api/tables/%00%0d%0aX-Injected:%20yes",
        "/api/tables/AAAAAA%0d%0a",
        "/api/tables/\udcff\udcfe",
        "/api/tables/жжжжжж",
        "/api/history?after=%ff%fe",
        "/api/history?after=\udcff",
        "/api/history?most=%ff",
        "/api/history?most=" + "9" * 5000,
        "/api/history?most=²",
        "/api/history?most=1&most=2&after=",
        "/?%ff",
        "/t/%ff",
        "/t/" + "%00" * 2000,
    ],
)
def test_tricks_with_paths(house: Besieged, path: str) -> None:
    """Nothing is found but what is there for everybody, nothing breaks, and nothing is written into the headers."""
    sent = f"GET {path} HTTP/1.1\r\nHost: house\r\n\r\n".encode(errors="surrogateescape")
    with dial(house, house.another_address()) as connection:
        connection.sendall(sent)
        head = connection.recv(1 << 16)
        assert b"X-Injected" not in head.partition(b"\r\n\r\n")[0]
        status = int(head.split()[1])
    assert status in (200, 400, 401, 403, 404, 405, 421), head
    if status == 200:
        assert b"text/html" in head or path.startswith("/api/history"), head
    assert OPERATOR_KEY.encode() not in head
    assert b"SQLite" not in head
    assert b"root:" not in head


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 21,
        "x" * 60_000,
        "Аda",
        "A\u0000da",
        "A\r\nda",
        "A\u202eda",
        "<b>A</b>",
        "../../A",
        "A\u0301",
        "ﬁ",
        "\ud83d\ude00",
        "%s",
        "{code}",
    ],
)
def test_names_that_are_none(house: Besieged, name: str) -> None:
    """Only letters of ASCII, digits, dot, hyphen and underline: nobody can look like somebody else."""
    wanted = {"options": {"game": "eriantys", "players": 2}, "seat": {"name": name, "key": "a key"}}
    body = msgspec.json.encode(wanted) if "\ud83d" not in name else b'{"options":{},"seat":{"name":"\\ud83d"}}'
    status, answer = ask(house, house.another_address(), request("POST", "/api/tables", body))
    assert (status, answer["code"]) in {(400, "malformed"), (400, "bad_name"), (413, "too_large")}


@pytest.mark.parametrize(
    "refused",
    [["nonsense"], ["127.0.0.1\r\nX: y"], ["1.2.3.4/99"], ["\u0661.2.3.4"], [""], ["9" * 5000], [1]],
)
def test_addresses_that_are_none(house: Besieged, refused: list[Any]) -> None:
    body = msgspec.json.encode({"refused": refused})
    source = house.another_address()
    asked = request("PUT", "/api/operator/addresses", body, Authorization=f"Bearer {OPERATOR_KEY}")
    status, answer = ask(house, source, asked)
    assert status == 400, answer
    asked = request("GET", "/api/operator/addresses", Authorization=f"Bearer {OPERATOR_KEY}")
    assert ask(house, source, asked) == (200, {"refused": []})


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding: \x0bchunked\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: 99999999999999999999999\r\n",
        b"Content-Length: \xff\r\n",
        b"Host: other\r\n",
        b"Bad Header: x\r\n",
        b": x\r\n",
        b"X: a\rb\r\n",
        b"X: a\x00b\r\n",
        b" folded: x\r\n",
        b"Expect: 100-continue\r\nExpect: nonsense\r\n",
        b"Expect: nonsense\r\n",
        b"Origin: http://[::1\r\n",
        b"Origin: \xff\r\n",
        b"Cookie: \xff=\x01; $=;;\r\n",
        b'If-None-Match: \xff, "\r\n',
        b"Accept-Encoding: \xff\r\n",
        b"Connection: \xff, upgrade\r\nUpgrade: \xff\r\n",
        b"X-Forwarded-For: 127.0.0.1, \xff\r\n",
        b"Content-Type: \xff; charset=\xfe\r\n",
    ],
)
@pytest.mark.parametrize("line", [b"GET / HTTP/1.1", b"POST /api/tables HTTP/1.1"], ids=["GET", "POST"])
def test_tricks_with_headers(house: Besieged, line: bytes, headers: bytes) -> None:
    """Refused or ignored, never a failure of the house, and never two answers to one request."""
    with dial(house, house.another_address()) as connection:
        connection.sendall(
            line + b"\r\nHost: house\r\n" + headers + b"Connection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        )
        connection.settimeout(5.0)
        answer = b""
        try:
            while part := connection.recv(1 << 16):
                answer += part
        except (TimeoutError, ConnectionError):
            pass
    statuses = [int(each[:3]) for each in answer.split(b"HTTP/1.1 ")[1:] if each[:3] != b"100"]
    assert all(status < 500 for status in statuses), answer
    assert len(statuses) <= 1 or statuses[-1] == 400, answer
