"""Keys of operators: several, by name, revoked at once at every server."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from pathlib import Path
from typing import Any

import pytest

from ludoteca.server.operator import keys
from tests.postgres import Postgres

from .houses import House, opened_house
from .nodes import nodes
from .operators import audited, operate
from .running import asynchronous


async def add(house: House, name: str, scope: str = "all") -> str:
    status, made = await operate(house, "POST", "/keys", {"name": name, "scope": scope})
    assert status == 200, made
    return str(made["key"])


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_key_works_until_it_is_revoked_also_after_a_restart(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        key = await add(house, "Zoe")
        assert (await operate(house, "GET", "", key=key))[0] == 200
        assert key.encode() not in b"".join((await house.store.notes()).values())
    async with opened_house(tmp_path) as house:
        assert (await operate(house, "POST", "/drain", {"draining": False}, key=key))[0] == 200
        assert audited(tmp_path)[-1]["key"] == "Zoe"
        _, listed = await operate(house, "GET", "/keys")
        assert [(each["name"], each["scope"]) for each in listed["keys"]] == [("operator.key", "all"), ("Zoe", "all")]
        assert (await operate(house, "DELETE", "/keys/Zoe"))[1] == {"status": "revoked"}
        assert (await operate(house, "GET", "", key=key))[0] == 401
        assert (await operate(house, "DELETE", "/keys/Zoe"))[0] == 404
    assert key not in (tmp_path / "audit.log").read_text()


@asynchronous
async def test_a_key_is_revoked_at_every_server(tmp_path: Path, postgres: Postgres) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        key = await add(one, "Zoe")
        while (await operate(two, "GET", "", key=key))[0] != 200:
            pass
        assert (await operate(two, "DELETE", "/keys/Zoe"))[0] == 200
        assert (await operate(two, "GET", "", key=key))[0] == 401
        while (await operate(one, "GET", "", key=key))[0] != 401:
            pass


@asynchronous
async def test_refused_addresses_are_known_at_every_server(tmp_path: Path, postgres: Postgres) -> None:
    async with nodes(postgres.empty_place(), tmp_path, proxies=["127.0.0.1"]) as (one, two):
        await operate(one, "PUT", "/addresses", {"refused": ["198.51.100.7"]})
        there = {"X-Forwarded-For": "198.51.100.7"}
        while (await two.get("/api/house", headers=there))[0] != 403:
            pass


@asynchronous
async def test_a_key_for_metrics_opens_nothing_else(tmp_path: Path) -> None:
    elsewhere = {"X-Forwarded-For": "198.51.100.7"}
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        key = await add(house, "dashboard", "metrics")
        headers = elsewhere | {"Authorization": f"Bearer {key}"}
        assert (await house.get("/metrics", headers=headers))[0] == 200
        assert (await house.get("/metrics", headers=elsewhere))[0] == 401
        for method, path in (("GET", ""), ("GET", "/keys"), ("POST", "/keys"), ("DELETE", "/people/Ada")):
            status, wrong = await operate(house, method, path, key=key)
            assert (status, wrong["code"]) == (403, "key_scope")


@asynchronous
async def test_a_key_for_metrics_opens_no_private_house_and_no_refused_address(tmp_path: Path) -> None:
    async with opened_house(tmp_path, by_invitation=True, proxies=["127.0.0.1"]) as house:
        key = await add(house, "dashboard", "metrics")
        headers = {"X-Forwarded-For": "198.51.100.7", "Authorization": f"Bearer {key}"}
        status, wrong = await house.get("/api/tables", headers=headers)
        assert (status, wrong["code"]) == (401, "admission")
        assert (await house.get("/metrics", headers=headers))[0] == 200
        await operate(house, "PUT", "/addresses", {"refused": ["198.51.100.7"]})
        for path in ("/api/house", "/metrics"):
            status, wrong = await house.get(path, headers=headers)
            assert (status, wrong["code"]) == (403, "refused_address")


@asynchronous
async def test_a_key_that_is_revoked_while_the_body_comes_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path) as house:
        key = await add(house, "Zoe")
        reached, read = asyncio.Event(), house.server.http._read_body

        async def reading(*asked: Any) -> Any:
            reached.set()
            return await read(*asked)

        monkeypatch.setattr(house.server.http, "_read_body", reading)
        body = b'{"name": "successor"}'
        host, port = "127.0.0.1", house.server.port
        reader, writer = await asyncio.open_connection(host, port)
        head = f"POST /api/operator/keys HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {key}\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body[:3])
        await reached.wait()
        assert (await operate(house, "DELETE", "/keys/Zoe"))[0] == 200
        writer.write(body[3:])
        status = await reader.readline()
        writer.close()
        assert b" 401 " in status
        _, listed = await operate(house, "GET", "/keys")
        assert [each["name"] for each in listed["keys"]] == ["operator.key"]
        assert [(line["act"], line["result"]) for line in audited(tmp_path)][-2:] == [
            ("add_key", "begun"),
            ("add_key", "refused"),
        ]


@asynchronous
async def test_the_first_key_is_replaced_in_its_file(tmp_path: Path) -> None:
    async with opened_house(tmp_path, operator_key=None) as house:
        first = (tmp_path / "operator.key").read_text().strip()
        assert (await operate(house, "DELETE", "/keys/operator.key", key=first))[1] == {"status": "replaced"}
        second = (tmp_path / "operator.key").read_text().strip()
        assert second != first
        assert (await operate(house, "GET", "", key=first))[0] == 401
        assert (await operate(house, "GET", "", key=second))[0] == 200
        assert (tmp_path / "operator.key").stat().st_mode & 0o077 == 0
    assert first not in (tmp_path / "audit.log").read_text()
    assert second not in (tmp_path / "audit.log").read_text()


@asynchronous
async def test_the_first_key_is_replaced_several_times_at_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path, operator_key=None) as house:
        keys = house.server.operator.keys
        await asyncio.gather(*(keys.revoke("operator.key") for _ in range(8)))
        written = (tmp_path / "operator.key").read_text().strip()
        assert keys.find(written) is not None
        assert not list(tmp_path.glob("*.new"))


@asynchronous
async def test_a_key_of_the_settings_cannot_be_revoked(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        status, wrong = await operate(house, "DELETE", "/keys/operator.key")
        assert (status, wrong["code"]) == (409, "key_in_settings")


@asynchronous
async def test_names_of_keys_are_unique_and_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house:
        await add(house, "Zoe")
        for name in ("Zoe", "operator.key"):
            status, wrong = await operate(house, "POST", "/keys", {"name": name})
            assert (status, wrong["code"]) == (409, "key_name_taken")
        for name in ("", "x" * 41, "a b", "a\n", "ä"):
            status, wrong = await operate(house, "POST", "/keys", {"name": name})
            assert status == 400
            assert "regex" not in wrong["sentence"]
        monkeypatch.setattr(keys, "MOST_KEYS", 1)
        status, wrong = await operate(house, "POST", "/keys", {"name": "Yan"})
        assert (status, wrong["code"]) == (409, "too_many")


@asynchronous
@pytest.mark.parametrize("whose", ["operator.key", "Zoe", "dashboard", "nobody"])
async def test_keys_are_compared_as_digests_in_constant_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """How much of a guess is right, how long a key is, or whose it nearly was, does not show in the time it takes."""
    compared: list[tuple[str, str]] = []
    in_constant_time = hmac.compare_digest

    def compare(given: str, kept: str) -> bool:
        compared.append((given, kept))
        return in_constant_time(given, kept)

    async with opened_house(tmp_path) as house:
        right = {"operator.key": "the key of the operator"}
        for name, scope in (("Zoe", "all"), ("dashboard", "metrics")):
            _, added = await operate(house, "POST", "/keys", {"name": name, "scope": scope})
            right[name] = added["key"]
        monkeypatch.setattr(hmac, "compare_digest", compare)
        key = right.get(whose, right["Zoe"][:-1] + "x")
        found = house.server.operator.keys.find(key)
        assert (found and found.name) == (None if whose == "nobody" else whose)
        digests = {hashlib.sha256(each.encode()).hexdigest() for each in right.values()}
        assert compared == [(hashlib.sha256(key.encode()).hexdigest(), kept) for _, kept in compared]
        assert {kept for _, kept in compared} == digests
        assert {len(each) for pair in compared for each in pair} == {64}
