"""What people report, and who may say nothing in the house."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.operator import reports
from ludoteca.server.operator.notes import Notes
from ludoteca.server.operator.reports import Reports
from tests.postgres import Postgres

from .houses import opened_house
from .nodes import nodes
from .operators import operate
from .running import Clock, asynchronous
from .test_nodes import game_apart


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_muted_name_says_nothing_also_after_a_restart(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        status, answer = await operate(house, "POST", "/mutes", {"who": "Ada"})
        assert (status, answer) == (200, {"mutes": [{"who": "Ada", "until": None}]})
        assert await ada.refused("say", text="hello") == "muted"
        await bob.do("say", text="hello")
        await ada.do("act", action=ada.view["legal"][0])  # who is muted can play
    async with opened_house(tmp_path) as house:
        ada = await house.call(code, "Ada")
        assert await ada.refused("say", text="hello") == "muted"
        assert (await operate(house, "DELETE", "/mutes?who=Ada"))[1] == {"mutes": []}
        await ada.do("say", text="hello")
        assert (await operate(house, "DELETE", "/mutes?who=Ada"))[0] == 404


@asynchronous
async def test_a_mute_ends_by_itself(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()
        await operate(house, "POST", "/mutes", {"who": "Ada"})
        await operate(house, "POST", "/mutes", {"who": "Ada", "hours": 2})
        assert (await operate(house, "GET", "/mutes"))[1]["mutes"][0]["until"] == house.clock() + 7_200_000
        assert await ada.refused("say", text="hello") == "muted"
        house.clock.move(7200)
        await ada.do("say", text="hello")
        await house.server.tidy()
        assert (await house.store.notes()) == {}


@pytest.mark.parametrize("who", ["127.0.0.1", "127.0.0.0/8", "127.1.2.3/8"])
@asynchronous
async def test_an_address_is_muted_whatever_the_name(tmp_path: Path, who: str) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        await operate(house, "POST", "/mutes", {"who": who})
        for caller in (ada, bob):
            assert await caller.refused("say", text="hello") == "muted"
        await operate(house, "DELETE", f"/mutes?who={who}")
        await operate(house, "POST", "/mutes", {"who": "192.0.2.0/24"})
        await ada.do("say", text="hello")
        for wrong in ("1.2.3.4/99", "a:b", "x" * 21, "x" * 61, "a b", "", "1.2.3.4\n"):
            status, refused = await operate(house, "POST", "/mutes", {"who": wrong})
            assert status == 400
            assert "regex" not in refused["sentence"]


@asynchronous
async def test_an_address_is_muted_once_however_it_is_written(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()
        for who in ("127.0.0.1", "127.0.0.1/32", "::ffff:127.0.0.1", "::ffff:7f00:1/128"):
            _, answer = await operate(house, "POST", "/mutes", {"who": who})
            assert answer == {"mutes": [{"who": "127.0.0.1", "until": None}]}
        assert await ada.refused("say", text="hello") == "muted"
        assert (await operate(house, "DELETE", "/mutes?who=::ffff:127.0.0.1"))[1] == {"mutes": []}
        body = msgspec.json.encode({"who": "127.0.0.1/32", "until": None})  # as an earlier version kept it
        assert await house.server.notes.change("mute 127.0.0.1/32", None, body)
        assert (await operate(house, "DELETE", "/mutes?who=127.0.0.1/32"))[1] == {"mutes": []}


@asynchronous
async def test_an_address_is_refused_however_it_is_written(tmp_path: Path) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        for who, shown in (("::ffff:192.0.2.7", "192.0.2.7/32"), ("64:ff9b::c000:200/120", "192.0.2.0/24")):
            assert (await operate(house, "PUT", "/addresses", {"refused": [who]}))[1] == {"refused": [shown]}
            assert (await house.get("/api/house", headers={"X-Forwarded-For": "192.0.2.7"}))[0] == 403


@asynchronous
async def test_a_mute_holds_at_every_server(tmp_path: Path, postgres: Postgres) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        _, (_, bob) = await game_apart(one, two)
        await operate(one, "POST", "/mutes", {"who": "Bob"})
        while not two.server.operator.mutes_here.listed():
            await two.get("/healthz")
        assert await bob.refused("say", text="hello") == "muted"


# ---------------------------------------------------------------- reports


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_line_is_reported(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        await ada.do("say", text="something bad")
        await bob.do("report", line=1, reason="it is bad")
        await bob.do("report", line=1, reason="it is very bad")  # the operator knows
        reported = house.clock()
        house.clock.move(1)
        watcher = await house.call(code)
        await watcher.do("report", name="Ada")
        (first, second) = (await operate(house, "GET", "/reports"))[1]["reports"]
        assert first == {
            "report": {
                "id": first["report"]["id"],
                "time": reported,
                "code": code,
                "by": "Bob",
                "name": "Ada",
                "line": 1,
                "reason": "it is bad",
                "network": "127.0.0.1",
            },
            "text": "something bad",
        }
        assert (second["report"]["by"], second["report"]["line"], second["text"]) == ("", None, None)
        await operate(house, "DELETE", f"/tables/{code}/lines/1")
        assert (await operate(house, "GET", "/reports"))[1]["reports"][0]["text"] is None
        path = f"/reports/{first['report']['id']}"
        assert (await operate(house, "DELETE", path))[1] == {"status": "closed"}
        assert (await operate(house, "DELETE", path))[0] == 404
    async with opened_house(tmp_path) as house:
        assert [each["report"] for each in (await operate(house, "GET", "/reports"))[1]["reports"]] == [
            second["report"]
        ]


@asynchronous
async def test_what_cannot_be_reported(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()
        assert await ada.refused("report", line=1) == "no_such_line"
        assert await ada.refused("report", name="Nobody") == "no_such_name"
        assert await ada.refused("report") == "no_such_name"
        assert await ada.refused("report", name="Bob", reason="x" * 201) == "malformed"
        for reason in ("one\ntwo", "\x1b[2J", "a\u2028b"):
            assert await ada.refused("report", name="Bob", reason=reason) == "bad_request"
        await ada.do("report", name="Bob", reason="\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}")


@asynchronous
async def test_reports_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_OF_TABLE", 2)
    monkeypatch.setattr(reports, "MOST_REPORTS", 3)
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        await ada.do("report", name="Bob")
        await bob.do("report", name="Ada")
        assert await ada.refused("report", name="Ada") == "reports_full"
        _, (cyd, dan) = await house.game()
        await cyd.do("report", name="Bob")
        assert await dan.refused("report", name="Ada") == "reports_full"
        assert len((await operate(house, "GET", "/reports"))[1]["reports"]) == 3


@asynchronous
async def test_nobody_uses_up_the_reports_of_others() -> None:
    notes, clock = Notes(NoStore()), Clock()  # type: ignore[arg-type]
    kept, lines = Reports(notes, clock), itertools.count(1)

    async def refused(code: str, by: str, address: str) -> int:
        """After how many reports one more is refused."""
        before = len(kept.listed())
        try:
            for line in itertools.islice(lines, 1000):
                await kept.add(code, by, "Ada", line, "", address)
        except Trouble as trouble:
            assert trouble.code is Problem.REPORTS_FULL  # noqa: PT017 - how many were taken before is what counts
        return len(kept.listed()) - before

    assert await refused("KDTWPQ", "", "192.0.2.7") == reports.MOST_OF_NETWORK
    assert await refused("KDTWPQ", "", "192.0.2.8") == reports.MOST_OF_WATCHERS - reports.MOST_OF_NETWORK
    assert await refused("KDTWPQ", "Bob", "198.51.100.7") == reports.MOST_OF_PLAYER
    assert await refused("KDTWPQ", "Cyd", "198.51.100.8") == reports.MOST_OF_PLAYER
    for number in range(10):
        await refused(f"TABLE{number}", "Eve", "192.0.2.7")
    assert sum(report.network == "192.0.2.7" for report in kept.listed()) == reports.MOST_OF_NETWORK_IN_HOUSE
    assert await refused("QQQQQQ", "Bob", "2001:db8::1") == reports.MOST_OF_PLAYER
    assert {report.network for report in kept.listed() if report.code == "QQQQQQ"} == {"2001:db8::/64"}


class NoStore:
    """Takes every note."""

    async def change_note(self, name: str, before: bytes | None, after: bytes | None) -> bool:
        return True
