"""The audit log: every act of an operator, on disk before it is acknowledged, and wrong keys."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from ludoteca.dialects.house.http import ROUTES
from ludoteca.server.operator import audit
from ludoteca.server.operator.audit import Audit, shortened

from .houses import House, opened_house
from .operators import acts, audited, operate
from .running import Clock, asynchronous

WRONG = "x" * 43


@asynchronous
async def test_an_act_has_two_lines(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        assert (await operate(house, "POST", f"/tables/{code}/close", {"why": "it is late"}))[0] == 200
        begun, done = audited(tmp_path)
        assert begun == {
            "time": "2023-11-14T22:13:20.000+00:00",
            "node": house.server.name,
            "act": "close_table",
            "address": "127.0.0.1",
            "key": "operator.key",
            "id": begun["id"],
            "on": {"code": code, "why": "it is late"},
            "result": "begun",
        }
        assert done == begun | {"result": "done"}
        assert (await operate(house, "POST", f"/tables/{code}/close", {"why": "again"}))[0] == 409
        refused = audited(tmp_path)[-1]
        assert (refused["result"], refused["code"]) == ("refused", "table_closed")
        assert refused["id"] != begun["id"]
    assert (tmp_path / "audit.log").stat().st_mode & 0o077 == 0


@asynchronous
async def test_a_query_does_not_change_what_the_log_tells(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        assert (await operate(house, "DELETE", f"/tables/{code}?code=QQQQQQ&more=1"))[0] == 200
        assert (await operate(house, "GET", "/people/Ada?person=Bob"))[0] == 200
        assert (await operate(house, "POST", "/mutes?who=Bob", {"who": "Ada"}))[0] == 200
        assert (await operate(house, "DELETE", "/mutes?who=Ada&who=Bob&hours=9"))[0] == 200
        assert [line["on"] for line in audited(tmp_path)[::2]] == [
            {"code": code},
            {"person": "Ada"},
            {"who": "Ada", "hours": None},
            {"who": "Ada"},
        ]


@asynchronous
async def test_looking_is_no_act_but_looking_at_a_person_is(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for path in ("", "/addresses", "/keys", "/audit", "/mutes", "/invitations"):
            assert (await operate(house, "GET", path))[0] == 200
        assert not (tmp_path / "audit.log").exists()
        await operate(house, "GET", "/people/Ada")
        await operate(house, "GET", "/reports")
        assert acts(tmp_path) == [(act, how) for act in ("export_person", "reports") for how in ("begun", "done")]


@asynchronous
async def test_the_line_is_on_disk_before_the_act(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        synced: list[int] = []
        real = os.fsync

        def counted(descriptor: int) -> None:
            synced.append(descriptor)
            real(descriptor)

        monkeypatch.setattr(os, "fsync", counted)
        seen: list[tuple[list[tuple[str, str]], int]] = []
        delete = house.server.tables.delete

        async def watched(asked: str) -> bool:
            seen.append((acts(tmp_path), len(synced)))
            return await delete(asked)

        monkeypatch.setattr(house.server.tables, "delete", watched)
        await operate(house, "DELETE", f"/tables/{code}")
        assert seen == [([("forget_table", "begun")], 1)]
        assert len(synced) == 2


@asynchronous
async def test_nothing_is_done_that_cannot_be_written_down(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        (tmp_path / "audit.log").mkdir()
        status, wrong = await operate(house, "DELETE", f"/tables/{code}")
        assert (status, wrong["code"]) == (503, "read_only")
        assert "does not answer" not in wrong["sentence"]
        assert (await house.get(f"/api/tables/{code}"))[0] == 200
        status, wrong = await operate(house, "GET", "/audit")
        assert (status, wrong["code"]) == (503, "read_only")
        (tmp_path / "audit.log").rmdir()
        assert (await operate(house, "DELETE", f"/tables/{code}"))[0] == 200


# ---------------------------------------------------------------- wrong keys


async def knock(house: House, times: int, address: str = "198.51.100.7") -> None:
    headers = {"Authorization": f"Bearer {WRONG}", "X-Forwarded-For": address}
    for _ in range(times):
        assert (await house.get("/api/operator", headers=headers))[0] == 401


@asynchronous
async def test_wrong_keys_are_counted_and_told_once_a_minute(tmp_path: Path) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        await knock(house, 1)
        await house.server.audit.tell_guesses()
        assert [(line["act"], line["address"], line["on"]) for line in audited(tmp_path)] == [
            ("wrong_key", "198.51.100.7", {"count": 1})
        ]
        await knock(house, 3)
        await knock(house, 1, "203.0.113.9")
        await house.server.audit.tell_guesses()
        assert [line["address"] for line in audited(tmp_path)] == ["198.51.100.7", "203.0.113.9"]
        house.clock.move(60)
        await house.server.tidy()
        assert audited(tmp_path)[-1]["on"] == {"count": 3}
        await knock(house, 1)  # the fifth from there: the next one would have to wait
    assert audited(tmp_path)[-1]["on"] == {"count": 1}  # what was counted is told when the house closes
    assert sum(line["on"]["count"] for line in audited(tmp_path)) == 6
    assert WRONG not in (tmp_path / "audit.log").read_text()


@asynchronous
async def test_a_wrong_key_is_told_wherever_it_was_tried_and_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for path in ("/api/house", "/healthz", "/api/tables", "/api/operator"):
            await house.get(path, headers={"Authorization": f"Bearer {WRONG}"})
        assert (await house.get("/api/operator", headers={"Authorization": "Basic x"}))[0] == 401
    assert {line["act"] for line in audited(tmp_path)} == {"wrong_key"}
    assert sum(line["on"]["count"] for line in audited(tmp_path)) == 5


@asynchronous
async def test_a_key_that_is_not_for_what_it_was_used_for_is_told(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, made = await operate(house, "POST", "/keys", {"name": "dashboard", "scope": "metrics"})
        for _ in range(2):
            assert (await operate(house, "GET", "", key=made["key"]))[1]["code"] == "key_scope"
    told = [line for line in audited(tmp_path) if line["act"] == "key_scope"]
    assert {(line["key"], line["address"], line["result"]) for line in told} == {("dashboard", "127.0.0.1", "refused")}
    assert sum(line["on"]["count"] for line in told) == 2


@asynchronous
async def test_who_comes_without_a_key_has_not_guessed(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        assert (await house.get("/api/operator"))[0] == 401
    assert not (tmp_path / "audit.log").exists()


@asynchronous
async def test_wrong_keys_from_everywhere_do_not_fill_the_disk(tmp_path: Path) -> None:
    clock = Clock()
    log = Audit(tmp_path, lambda: "here", clock)
    for number in range(10 * audit.MOST_ADDRESSES):
        log.wrong_key(f"2001:db8::{number:x}")
        await log.tell_guesses()
    await log.close()
    lines = audited(tmp_path)
    assert len(lines) <= audit.MOST_ADDRESSES + 2
    assert sum(line["on"]["count"] for line in lines) == 10 * audit.MOST_ADDRESSES
    assert lines[-1]["address"] == "others"


# ---------------------------------------------------------------- reading it


@asynchronous
async def test_the_log_is_read_from_a_time_on(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        for _ in range(3):
            await operate(house, "PUT", "/addresses", {"refused": []})
            clock.move(3600)
        _, answer = await operate(house, "GET", "/audit")
        assert [line["act"] for line in answer["lines"]] == ["refuse_addresses"] * 6
        _, answer = await operate(house, "GET", "/audit?since=2023-11-14T23:13:20Z")
        assert len(answer["lines"]) == 4
        _, answer = await operate(house, "GET", "/audit?most=1")
        assert [line["result"] for line in answer["lines"]] == ["done"]
        assert answer["lines"][0]["time"] == "2023-11-15T00:13:20.000+00:00"
        for since in ("yesterday", "0001-01-01T00:00:00%2B23:00", ""):
            assert (await operate(house, "GET", f"/audit?since={since}"))[1]["code"] == "bad_request"


@asynchronous
async def test_a_long_log_is_put_aside_and_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "LARGEST", 2000)
    async with opened_house(tmp_path) as house:
        for number in range(20):
            await operate(house, "PUT", "/addresses", {"refused": [f"192.0.2.{number}"]})
            house.clock.move(1)
        aside = list(tmp_path.glob("audit-*.log"))
        assert len(aside) >= 3
        assert all(path.stat().st_size < 3000 for path in [*aside, tmp_path / "audit.log"])
        _, answer = await operate(house, "GET", "/audit?most=40")
        assert [line["on"]["refused"] for line in answer["lines"][::2]] == [[f"192.0.2.{n}"] for n in range(20)]


@asynchronous
async def test_half_a_line_does_no_harm(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        await operate(house, "PUT", "/addresses", {"refused": []})
        with (tmp_path / "audit.log").open("ab") as file:
            file.write(b'{"time": "2023\n')
        _, answer = await operate(house, "GET", "/audit")
        assert len(answer["lines"]) == 2


@asynchronous
async def test_the_line_after_half_a_line_is_read(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        (tmp_path / "audit.log").write_bytes(b'{"time": "2023')
        await operate(house, "PUT", "/addresses", {"refused": []})
        _, answer = await operate(house, "GET", "/audit")
        assert [line["result"] for line in answer["lines"]] == ["begun", "done"]


@asynchronous
async def test_a_line_that_is_taken_in_parts_is_written_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, line: write(descriptor, line[:7]))
    log = Audit(tmp_path, lambda: "here", Clock())
    log.wrong_key("192.0.2.7")
    await log.close()
    assert [line["act"] for line in audited(tmp_path)] == ["wrong_key"]


# ---------------------------------------------------------------- what is in it


def test_what_is_long_is_shortened() -> None:
    assert shortened({"why": "x" * 300}) == {"why": "x" * 200 + "..."}
    assert shortened(list(range(30)))[-1] == "and 10 more"
    assert shortened(["x" * 300]) == ["x" * 200 + "..."]


@pytest.mark.parametrize("route", [route for route in ROUTES if route.operator], ids=lambda route: route.name)
def test_nothing_that_operators_ask_for_has_a_secret_in_it(route: object) -> None:
    """The log has what was asked for, so a new member with a key in it must not come into it unnoticed."""
    asks = getattr(route, "asks", None)
    members = set() if asks is None else {field.name for field in msgspec.structs.fields(asks)}
    assert not members & {"key", "token", "secret", "password", "text", "code"}
