"""What an operator deletes and shows: a table, a line of the chat, a name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import msgspec
import pytest

from ludoteca.dialects.house.problems import Problem
from ludoteca.house import commands, entries, personal_data, verification
from ludoteca.house.replays import Replay
from ludoteca.house.table import Phase
from ludoteca.server.operator.mutes import Mutes
from ludoteca.server.operator.notes import Notes
from ludoteca.server.operator.personal_data import PersonalData
from ludoteca.server.operator.reports import Reports
from ludoteca.store.contract.integrity import first_broken_link
from tests.postgres import Postgres

from .houses import House, key_of, opened_house
from .nodes import nodes
from .operators import acts, audited, operate
from .rooms import Ear, room
from .running import asynchronous
from .test_nodes import game_apart
from .troubled import Gate


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_table_is_forgotten_at_once_and_people_are_told(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        other = await house.open_table()
        await ada.do("say", text="hello")
        await bob.do("report", line=1)
        assert (await operate(house, "DELETE", f"/tables/{code.lower()}"))[1] == {"status": "forgotten"}
        for caller in (ada, bob):
            assert (await caller.goodbye())["code"] == "ended"
        assert not await house.store.entries(code)
        assert not await house.store.chat(code)
        assert (await house.get(f"/api/tables/{code}"))[0] == 404
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await house.connect(code)
        status, wrong = await operate(house, "DELETE", f"/tables/{code}")
        assert (status, wrong["code"]) == (404, "no_such_table")
        assert (await operate(house, "DELETE", "/tables/NO"))[0] == 404
        assert (await operate(house, "GET", "/reports"))[1] == {"reports": []}
        assert (await house.get(f"/api/tables/{other}"))[0] == 200


@asynchronous
async def test_a_table_is_forgotten_at_every_server(tmp_path: Path, postgres: Postgres) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        assert (await operate(one, "DELETE", f"/tables/{code}"))[0] == 200
        for caller in (ada, bob):
            assert (await caller.goodbye())["code"] == "ended"
        assert (await two.get(f"/api/tables/{code}"))[0] == 404
        assert acts(tmp_path / "0") == [("forget_table", "begun"), ("forget_table", "done")]
        assert audited(tmp_path / "0")[0]["node"] == one.server.name
        assert not (tmp_path / "1" / "audit.log").exists()


# ---------------------------------------------------------------- a line


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_line_is_deleted_for_all_and_its_number_stays(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        for text in ("one", "something bad", "three"):
            await ada.do("say", text=text, id=text)
        assert (await operate(house, "DELETE", f"/tables/{code}/lines/2"))[1] == {"status": "deleted"}
        for caller in (ada, bob):
            while (line := (await caller.next("lines"))["lines"][0])["text"]:
                pass
            assert (line["number"], line["name"]) == (2, "Ada")
        late = await house.call(code)
        assert [line["text"] for line in late.heard("welcome")[0]["lines"]] == ["one", "", "three"]
        await ada.do("say", text="something bad", id="something bad")  # sent again: it is not said again
        await bob.do("say", text="four")
        assert b"something bad" not in b"".join([row.body for row in await house.store.chat(code)])
        for wrong in ("9", "0", "-1", "x", "1" * 99):
            assert (await operate(house, "DELETE", f"/tables/{code}/lines/{wrong}"))[0] == 404
    async with opened_house(tmp_path) as house:
        late = await house.call(code)
        assert [line["text"] for line in late.heard("welcome")[0]["lines"]] == ["one", "", "three", "four"]


@asynchronous
async def test_a_line_is_deleted_at_every_server(tmp_path: Path, postgres: Postgres) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        await ada.do("say", text="something bad")
        await bob.next("lines")
        await operate(one, "DELETE", f"/tables/{code}/lines/1")
        assert (await bob.next("lines"))["lines"][0]["text"] == ""


# ---------------------------------------------------------------- a name


async def over(house: House, **options: object) -> tuple[str, list[object]]:
    code, people = await house.game(**options)  # type: ignore[arg-type]
    await people[0].do("say", text="I am Ada of Main Street")
    await people[1].do("say", text="good game")
    await people[0].do("resign")
    return code, list(people)


async def everything(house: House, code: str) -> bytes:
    """All that is kept of a table."""
    store = house.store
    rows = await store.entries(code)
    table, snapshot = await store.table(code), await store.snapshot(code)
    assert table is not None
    kept = [row.body + row.events for row in rows] + [row.body for row in await store.chat(code)]
    return b"".join([*kept, table.summary.shown, b"" if snapshot is None else snapshot.body])


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_name_is_deleted_and_the_game_can_be_checked_as_before(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await over(house)
        await house.server.tables.let_sleep(quiet=-1)
        before = (await house.get(f"/api/tables/{code}"))[1]
        _, played = await house.get(f"/api/tables/{code}/film")
        assert b"Ada" in await everything(house, code)
        status, deleted = await operate(house, "DELETE", "/people/Ada")
        assert (status, deleted) == (200, {"tables": 1, "lines": 1, "closed": 0, "reports": 0, "later": 0})
        assert b"Ada" not in await everything(house, code)
        assert b'"Bob"' in await everything(house, code)
        assert await first_broken_link(house.store, code) is None
        after = (await house.get(f"/api/tables/{code}"))[1]
        assert [seat["name"] for seat in after["seats"]] == ["removed", "Bob"]
        assert (after["game"], after["result"]) == (before["game"], before["result"])
        _, replay = await house.get(f"/api/tables/{code}/replay")
        report = verification.verify(msgspec.convert(replay, Replay))
        assert report.passed, report
        assert "Ada" not in str(replay)
        assert "Ada" not in str((await house.get("/api/history"))[1])
        _, film = await house.get(f"/api/tables/{code}/film")
        assert "Ada" not in str(film)
        assert len(film["frames"]) >= len(played["frames"])
        lines = [msgspec.json.decode(row.body) for row in await house.store.chat(code)]
        assert [(line["name"], line["text"]) for line in lines] == [("removed", ""), ("Bob", "good game")]
        assert (await operate(house, "DELETE", "/people/Ada"))[1]["tables"] == 0


@asynchronous
async def test_who_looks_at_a_game_comes_back_and_finds_the_other_name(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await over(house)
        watcher = await house.call(code)
        await operate(house, "DELETE", "/people/Ada")
        goodbye = await watcher.goodbye()
        assert (goodbye["code"], goodbye["again"]) == ("restart", 1.0)
        again = await house.call(code, "Ada")  # the key of the seat is no name
        assert [seat["name"] for seat in again.view["seats"]] == ["removed", "Bob"]
        assert again.view["you"] == 0


@asynchronous
async def test_a_name_in_a_game_that_goes_on_is_not_deleted(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        finished, _ = await over(house)
        playing, _ = await house.game()
        status, wrong = await operate(house, "DELETE", "/people/Ada")
        assert (status, wrong["code"], wrong["parameters"]) == (409, "still_playing", {"name": "Ada", "codes": playing})
        assert b"Ada" in await everything(house, finished)
        await operate(house, "POST", f"/tables/{playing}/close", {"why": "a name is deleted"})
        assert (await operate(house, "DELETE", "/people/Ada"))[1]["tables"] == 2
        assert b"Ada" not in await everything(house, playing)


@asynchronous
async def test_a_table_that_waits_is_closed(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        (bob,) = await house.seated(code, "Bob")
        assert (await operate(house, "DELETE", "/people/Ada"))[1]["closed"] == 1
        assert (await bob.goodbye())["code"] == "restart"
        assert b"Ada" not in await everything(house, code)
        assert (await house.get(f"/api/tables/{code}"))[1]["phase"] == "closed"


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_game_that_begins_while_the_name_is_looked_for_is_not_closed(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        old, _ = await over(house)
        code = await house.open_table()
        ada, _ = await house.seated(code, "Ada", "Bob")
        gate = Gate()
        house.store.next("entries", gate)  # when it is known that the table waits for players
        deleting = asyncio.create_task(operate(house, "DELETE", "/people/Ada"))
        await gate.reached.wait()
        await ada.do("start")
        gate.open()
        status, answer = await deleting
        assert (status, answer["code"], answer["parameters"]["codes"]) == (409, "still_playing", code)
        assert house.actor(code).table.phase is Phase.PLAYING
        assert b"Ada" in await everything(house, old)  # nothing is done
        await ada.do("resign")
        assert (await operate(house, "DELETE", "/people/Ada"))[0] == 200
        for each in (old, code):
            assert b"Ada" not in await everything(house, each)


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_game_does_not_begin_once_the_name_is_being_deleted(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        ada, bob = await house.seated(code, "Ada", "Bob")
        gate = Gate()
        house.store.next("append", gate)
        deleting = asyncio.create_task(operate(house, "DELETE", "/people/Ada"))
        await gate.reached.wait()
        await ada.send("start", id="start")
        gate.open()
        assert (await deleting)[0] == 200
        assert "started" not in [message["entry"]["what"]["kind"] for message in bob.heard("entry")]
        assert b"Ada" not in await everything(house, code)


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_a_seat_that_is_taken_while_the_name_is_deleted_is_found_as_well(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        old, _ = await over(house)
        gate = Gate()
        house.store.next("rewrite", gate)
        deleting = asyncio.create_task(operate(house, "DELETE", "/people/Ada"))
        await gate.reached.wait()
        code = await house.open_table()
        await house.seated(code, "Ada")
        gate.open()
        status, answer = await deleting
        assert (status, answer["tables"], answer["closed"]) == (200, 1, 1)
        for each in (old, code):
            assert b"Ada" not in await everything(house, each)


@asynchronous
async def test_tables_where_that_person_does_not_sit_go_on(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        left, with_bot = await house.open_table(players=3), await house.open_table(players=3)
        _, zed = await house.seated(left, "Bob", "Zed")
        await zed.do("rise")
        host = await house.call(with_bot, "Ada")
        await host.do("sit_bot", level="random", name="Zed")
        _, deleted = await operate(house, "DELETE", "/people/Zed")
        assert (deleted["closed"], deleted["tables"], deleted["later"]) == (0, 0, 1)
        for code in (left, with_bot):
            assert (await house.get(f"/api/tables/{code}"))[1]["phase"] == "open"
        await operate(house, "POST", f"/tables/{left}/close", {"why": "it is late"})
        _, deleted = await operate(house, "DELETE", "/people/Zed")
        assert (deleted["tables"], deleted["later"]) == (1, 0)
        assert b'"Zed"' not in await everything(house, left)


@asynchronous
async def test_somebody_may_be_called_what_the_house_would_call_others(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        caller = await house.call(code)
        await caller.do("sit", name="removed", key=key_of("removed"))
        await operate(house, "POST", f"/tables/{code}/close", {"why": "x"})
        await operate(house, "DELETE", "/people/Ada")
        view = (await house.get(f"/api/tables/{code}"))[1]
        assert [seat["name"] for seat in view["seats"]] == ["removed-2", "removed"]


@asynchronous
async def test_a_bot_is_nobody(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada,) = await house.game(people=1, bots=["random"])
        await ada.do("resign")
        assert (await operate(house, "DELETE", "/people/random-1"))[1]["tables"] == 0
        assert (await house.get(f"/api/tables/{code}"))[1]["seats"][1]["name"] == "random-1"


@asynchronous
async def test_an_entry_that_comes_in_between_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await over(house)
        real, tries = house.store.rewrite, []

        def late(*asked: object) -> asyncio.Future[bool]:
            tries.append(asked)
            if len(tries) == 1:
                asked = (asked[0], "the log has gone on", *asked[2:])
            return real(*asked)  # type: ignore[arg-type]

        monkeypatch.setattr(house.store, "rewrite", late)
        assert (await operate(house, "DELETE", "/people/Ada"))[1]["tables"] == 1
        assert len(tries) == 2
        assert await first_broken_link(house.store, code) is None


@asynchronous
async def test_a_name_is_deleted_at_every_server(tmp_path: Path, postgres: Postgres) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        await ada.do("resign")
        await bob.sees(lambda view: view["phase"] == "over")
        await operate(one, "DELETE", "/people/Ada")
        assert (await bob.goodbye())["again"] == 1.0
        again = await two.call(code, "Bob")
        assert [seat["name"] for seat in again.view["seats"]] == ["removed", "Bob"]
        assert await first_broken_link(two.shared, code) is None


@asynchronous
async def test_what_was_deleted_while_nobody_listened_is_found_out(tmp_path: Path) -> None:
    """A server that had lost the database hears of it when it listens again."""
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.seated("Ada", "Bob")
        await actor.say(ada, "something bad")
        await actor.submit(commands.Close(None, "enough"))
        other, _ = await inside.seated("Cyd", "Dan")
        elsewhere = inside.another_node()
        known = await elsewhere.find(actor.code)
        ear, forgotten = Ear(), Ear()
        known.join(ear)
        (await elsewhere.find(other.code)).join(forgotten)
        await inside.tables.remove_line(actor.code, 1)
        await inside.tables.delete(other.code)
        elsewhere.missed()
        while forgotten.dismissed is None or not ear.lines:
            await asyncio.sleep(0)
        assert (forgotten.dismissed, ear.lines[0].text) == (Problem.ENDED, "")
        data = PersonalData(
            inside.tables, Reports(Notes(inside.store), inside.clock), Mutes(Notes(inside.store), inside.clock)
        )
        assert (await data.delete("Ada")).tables == 1
        elsewhere.missed()
        while ear.dismissed is None:
            await asyncio.sleep(0)
        assert ear.dismissed is Problem.RESTART
        assert [seat.name for seat in (await elsewhere.find(actor.code)).table.seats] == ["removed", "Bob"]


# ---------------------------------------------------------------- what is kept


@pytest.mark.usefixtures("both_stores")
@asynchronous
async def test_everything_under_a_name_is_shown(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        finished, _ = await over(house)
        playing, (ada, bob) = await house.game()
        await ada.do("act", action=ada.view["legal"][0])
        await bob.do("report", name="Ada", reason="plays too well")
        code = await house.open_table(players=3)
        cyd, ada_again = await house.seated(code, "Cyd", "Ada")
        await ada_again.do("rise")
        _, person = await operate(house, "GET", "/people/Ada")
        assert (person["name"], person["time"]) == ("Ada", house.clock())
        tables = {table["code"]: table for table in person["tables"]}
        assert tables.keys() == {finished, playing, code}
        kinds = {
            code: [entry["what"]["kind"] for entry in table["entries"] if entry["what"]["kind"] != "arrived"]
            for code, table in tables.items()
        }
        assert kinds[finished] == ["sat"]
        assert kinds[playing] == ["sat", "acted"]
        assert kinds[code] == ["sat", "rose"]
        assert [line["text"] for line in tables[finished]["lines"]] == ["I am Ada of Main Street"]
        told = [(report["code"], report["by"], report["name"], report["reason"]) for report in person["reports"]]
        assert told == [(playing, "", "Ada", "")]  # who has reported a person, and why, is not that person's
        _, reporter = await operate(house, "GET", "/people/Bob")
        told = [(report["code"], report["by"], report["name"], report["reason"]) for report in reporter["reports"]]
        assert told == [(playing, "Bob", "Ada", "plays too well")]
        text = str(person)
        assert key_of("Ada") not in text
        assert "good game" not in text
        assert house.actor(playing).table.secret.hex() not in text
        assert "draws" not in text
        assert cyd.view
        empty = (await operate(house, "GET", "/people/Nobody"))[1]
        assert empty["tables"] == empty["reports"] == empty["mutes"] == []


@asynchronous
async def test_what_is_no_name_is_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for method in ("GET", "DELETE"):
            for name in ("x" * 21, "A%20B", "%22", "Ada%0A", "..%2f"):
                status, _ = await operate(house, method, f"/people/{name}")
                assert status in (400, 404), name


def test_entries_are_those_of_the_seat_at_that_time() -> None:
    """Seats move up when somebody leaves the lobby."""
    happened: list[entries.Happening] = [
        entries.Sat(0, "Ada"),
        entries.Sat(1, "Bob"),
        entries.Sat(2, "Cyd"),
        entries.Dressed(1, entries.Look(wizard=1)),
        entries.Rose(0, "left"),
        entries.Dressed(1, entries.Look(wizard=2)),
        entries.Dressed(0, entries.Look(wizard=3)),
        entries.Arranged(1, {}, True),
        entries.Sat(1, "Dan"),
        entries.Dressed(1, entries.Look(wizard=4)),
    ]
    log = [entries.Entry(number, 0, what) for number, what in enumerate(happened, 1)]
    numbers = {
        name: [entry.number for entry in personal_data.made_by(log, name)] for name in ("Ada", "Bob", "Cyd", "Dan")
    }
    assert numbers == {"Ada": [1, 5], "Bob": [2, 4, 7], "Cyd": [3, 6], "Dan": [9, 10]}
