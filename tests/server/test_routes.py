"""Every route of the protocol over HTTP: what it answers, and what it refuses."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest
from yarl import URL

from ludoteca import __version__
from ludoteca.bots import BOTS
from ludoteca.dialects.house.http import ROUTES
from ludoteca.house.replays import Replay

from .houses import OPERATOR, House, Json, key_of, opened_house, over, play
from .running import Clock, asynchronous
from .troubled import broken, full

NEW = {"options": {"game": "eriantys", "players": 2}}


async def finished(house: House, game: str = "eriantys", **options: object) -> str:
    """The code of a game that was played to its end, and that everybody has left: nothing is added to its log."""
    chance = Random(4)
    code, people = await house.game(game, **options)  # type: ignore[arg-type]
    await play(people, lambda view: chance.choice(view["legal"]), over)
    for caller in people[:-1]:
        await caller.hang_up()
        await people[-1].happens("departed")
    actor = house.actor(code)
    await people[-1].hang_up()
    while any(seat.connected for seat in actor.table.seats if seat.person):
        await asyncio.sleep(0)
    return code


@asynchronous
async def test_every_route_answers_in_the_form_that_it_announces(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await finished(house)
        _, replay = await house.get(f"/api/tables/{code}/replay")
        waiting = await house.open_table()
        bodies: dict[str, object] = {
            "open_table": NEW,
            "verify": replay,
            "fork": {"at": 20, "seat": {"name": "Ada", "key": "the key of Ada"}},
            "close_table": {"why": "it is late"},
            "refuse_addresses": {"refused": []},
            "drain": {"draining": False},
            "try_lesson": {"action": {"do": "keep_leaders", "cards": [49, 64]}},
            "enter_house": {"password": "none is needed"},
            "add_key": {"name": "dashboard", "scope": "metrics"},
            "mute": {"who": "Zoe"},
            "invite": {},
        }
        bob = (await house.seated(waiting, "Bob"))[0]
        await bob.do("say", text="hello")
        await bob.do("report", line=1)
        _, listed = await house.get("/api/operator/reports", headers=OPERATOR)
        _, invited = await house.post("/api/operator/invitations", {}, headers=OPERATOR)
        to_forget = await house.open_table()
        parts = {
            "{game}": "masters",
            "{step}": "1",
            "{line}": "1",
            "{person}": "Eve",
            "{key_name}": "dashboard",
            "{report}": listed["reports"][0]["report"]["id"],
            "{invitation}": invited["id"],
        }
        of_table = {"close_table": waiting, "delete_line": waiting, "forget_table": to_forget}
        for route in ROUTES:
            path = route.path.replace("{code}", of_table.get(route.name, code))
            for part, value in parts.items():
                path = path.replace(part, value)
            path += "?who=Zoe" if route.name == "unmute" else ""
            async with house.session.request(
                route.method, path, headers=OPERATOR, json=bodies.get(route.name)
            ) as answer:
                body = await answer.read()
                assert answer.status == 200, (route.name, body)
                if isinstance(route.answers, str):
                    assert answer.content_type == route.answers
                    assert answer.charset == ("utf-8" if route.answers.startswith("text/") else None)
                    assert body
                else:
                    assert answer.content_type == "application/json"
                    msgspec.json.decode(body, type=route.answers)


@asynchronous
async def test_the_house_says_what_it_offers(tmp_path: Path) -> None:
    async with opened_house(tmp_path, name="At Ada's") as house:
        _, said = await house.get("/api/house")
        assert (said["name"], said["version"], said["protocol"]) == ("At Ada's", __version__, 1)
        assert {game["name"]: game["players"] for game in said["games"]} == {
            "eriantys": [2, 3, 4],
            "masters": [1, 2, 3, 4],
        }
        assert [bot["level"] for bot in said["bots"]] == list(BOTS)
        assert said["draining"] is False


# ---------------------------------------------------------------- opening


@asynchronous
async def test_who_opens_a_table_has_its_first_seat(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        seat = {"name": "Ada", "key": key_of("Ada"), "look": {"wizard": 3}}
        body = {"options": {"game": "eriantys", "players": 3}, "seat": seat, "bots": ["greedy", "random"]}
        status, opened = await house.post("/api/tables", body)
        assert (status, opened["you"]) == (200, 0)
        view = (await house.get(f"/api/tables/{opened['code']}"))[1]
        assert opened["commitment"] == view["commitment"]
        assert [seat["name"] for seat in view["seats"]] == ["Ada", "greedy-1", "random-1"]
        assert view["seats"][0]["look"]["wizard"] == 3
        assert key_of("Ada") not in str(view)


@asynchronous
async def test_a_table_can_be_opened_for_others(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        status, opened = await house.post("/api/tables", NEW)
        assert (status, opened["you"]) == (200, None)
        bob = await house.call(opened["code"])
        await bob.do("sit", name="Bob", key=key_of("Bob"))
        assert [bob.view["you"], bob.view["host"]] == [0, 0]


@asynchronous
@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"options": {"game": "chess", "players": 2}}, 400, "bad_options"),
        ({"options": {"game": "eriantys", "players": 5}}, 400, "bad_options"),
        ({"options": {"game": "eriantys", "players": 2, "settings": {"seed": 1}}}, 400, "bad_options"),
        ({"options": {"game": "eriantys", "players": 2, "settings": {"expert": "very"}}}, 400, "bad_options"),
        ({"options": {"game": "eriantys", "players": 2, "settings": {"nonsense": 1}}}, 400, "bad_options"),
        ({"options": {"game": "masters", "players": 2, "settings": {"cards": 7}}}, 400, "bad_options"),
        ({"options": {"game": "masters", "players": 2, "settings": {"cards": {"a": [[]]}}}}, 400, "bad_options"),
        ({"options": {"game": "eriantys", "players": 2, "first": 2}}, 400, "bad_options"),
        ({"options": {"game": "eriantys", "players": 2, "clock": {"per": "day", "seconds": 9}}}, 400, "bad_options"),
        ({"options": {"game": "eriantys", "players": 2, "delay": 10**9}}, 400, "bad_options"),
        ({"options": {"game": "eriantys"}}, 400, "malformed"),
        ({"options": {"game": "eriantys", "players": 2**60}}, 400, "malformed"),
        ({"options": {"game": "eriantys", "players": 2, "colour": "red"}}, 400, "malformed"),
        ({"seat": {"name": "B o b", "key": "1234"}}, 400, "bad_name"),
        ({"seat": {"name": "Bob", "key": "123"}}, 400, "malformed"),
        ({"seat": {"name": "Bob", "key": "1234", "look": {"tower": "pink"}}}, 400, "look_taken"),
        ({"bots": ["greedy"]}, 400, "bad_request"),
        ({"seat": {"name": "Bob", "key": "1234"}, "bots": ["clever"]}, 400, "no_bot"),
        ({"seat": {"name": "Bob", "key": "1234"}, "bots": ["greedy"] * 2}, 409, "table_full"),
        ({"seat": {"name": "Bob", "key": "1234"}, "bots": ["greedy"] * 5}, 400, "malformed"),
        ({"code": "AAAAAA"}, 400, "malformed"),
    ],
)
async def test_tables_that_cannot_be_opened(tmp_path: Path, changes: Json, status: int, code: str) -> None:
    async with opened_house(tmp_path) as house:
        answered, wrong = await house.post("/api/tables", {**NEW, **changes})
        assert (answered, wrong["code"]) == (status, code), wrong
        assert wrong["sentence"]
        assert {row.summary.phase for row in await house.store.tables()} <= {"closed"}
        assert (await house.get("/api/tables"))[1] == {"tables": []}


@asynchronous
async def test_with_a_full_disk_no_table_is_opened_and_it_is_said_when_to_come_back(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for write in ("create", "append"):
            house.store.next(write, full)
            body = {**NEW, "seat": {"name": "Ada", "key": "1234"}}
            async with house.session.post("/api/tables", json=body) as answer:
                assert (answer.status, (await answer.json())["code"]) == (503, "read_only")
                assert answer.headers["Retry-After"] == "5"
        assert (await house.post("/api/tables", NEW))[0] == 200


@asynchronous
async def test_whoever_sits_down_faster_than_the_opener_does_not_get_his_seat(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        opening = asyncio.create_task(house.open_table(players=3, bots=["random"]))
        while not (found := (await house.get("/api/tables"))[1]["tables"]):
            await asyncio.sleep(0)
        bob = await house.call(found[0]["code"])
        await bob.do("sit", name="Bob", key=key_of("Bob"))
        await opening
        assert [seat["name"] for seat in bob.view["seats"]] == ["Ada", "random-1", "Bob"]


# ---------------------------------------------------------------- lists


@asynchronous
async def test_public_tables_are_listed_whether_they_are_awake_or_not(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        first = await house.open_table(patience={"lobby": 3600})
        clock.move(1)
        playing, _ = await house.game()
        clock.move(1)
        await house.open_table(public=False)
        second = await house.open_table("masters", 3, ["greedy"])
        _, listed = await house.get("/api/tables")
        assert [table["code"] for table in listed["tables"]] == [first, second, playing]
        ada = {"name": "Ada", "bot": None, "connected": True, "look": {"tower": "white", "wizard": 1}}
        assert listed["tables"][2]["seats"][0] == ada
        closed = await house.open_table()
        await house.post(f"/api/operator/tables/{closed}/close", {"why": "x"}, headers=OPERATOR)
    async with opened_house(tmp_path, clock=clock) as house:
        _, listed = await house.get("/api/tables")
        assert playing not in house.server.tables.awake
        assert [table["code"] for table in listed["tables"]] == [first, second, playing]
        assert listed["tables"][2]["seats"][0] == ada | {"connected": False}
        bot = {"name": "greedy-1", "bot": "greedy", "connected": True, "look": {"tower": None, "wizard": None}}
        assert listed["tables"][1]["seats"][1] == bot


@asynchronous
async def test_history_has_finished_public_games_page_by_page(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        codes = []
        for number in range(5):
            code, (ada, _) = await house.game(public=number != 2)
            await ada.do("resign")
            codes.append(code)
            house.clock.move(1)
        expected = [codes[4], codes[3], codes[1], codes[0]]
        _, whole = await house.get("/api/history")
        assert [game["code"] for game in whole["games"]] == expected
        assert whole["after"] is None
        assert whole["games"][0]["listing"]["phase"] == "over"
        pages: list[list[str]] = []
        query = {"most": "3"}
        while query.get("after", "") is not None:
            _, page = await house.get("/api/history", params=query)
            pages.append([game["code"] for game in page["games"]])
            query["after"] = page["after"]
        assert pages == [expected[:3], expected[3:]]
        _, page = await house.get("/api/history", params={"most": "4"})
        assert (await house.get("/api/history", params={"after": page["after"]}))[1] == {"games": [], "after": None}


@asynchronous
async def test_a_game_ended_when_it_ended_whoever_leaves_afterwards(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        await ada.do("resign")
        _, before = await house.get("/api/history")
        house.clock.move(60_000)
        await bob.hang_up()
        await ada.happens("departed")
        _, after = await house.get("/api/history")
        assert after["games"][0]["changed"] == before["games"][0]["changed"] > 0
        assert [seat["connected"] for seat in after["games"][0]["listing"]["seats"]] == [True, False]


@asynchronous
@pytest.mark.parametrize(
    "query",
    [{"most": most} for most in ("0", "101", "-1", "x", "1.5", "", "٣", "000100000", "9" * 5000)]
    + [{"after": after} for after in ("", "QQQQQQ", "x")],
)
async def test_pages_of_history_that_there_are_not(tmp_path: Path, query: dict[str, str]) -> None:
    async with opened_house(tmp_path) as house:
        status, wrong = await house.get("/api/history", params=query)
        assert (status, wrong["code"]) == (400, "bad_request")


# ---------------------------------------------------------------- replays


@asynchronous
async def test_the_replay_of_a_running_game_is_what_everybody_may_see(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game("masters")
        chance = Random(1)
        await play(people, lambda view: chance.choice(view["legal"]), lambda view: view["number"] > 30)
        status, replay = await house.get(f"/api/tables/{code}/replay")
        assert status == 200
        assert (len(replay["log"]), replay["entries"]) == (people[0].view["number"], [])
        secret = house.actor(code).table.secret.hex()
        assert secret not in str(replay)
        status, wrong = await house.post("/api/verify", replay)
        assert (status, wrong["passed"]) == (200, False)


@asynchronous
@pytest.mark.parametrize("game", ["eriantys", "masters"])
async def test_the_replay_of_a_finished_game_can_be_verified(tmp_path: Path, game: str) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code = await finished(house, game)
        _, replay = await house.get(f"/api/tables/{code}/replay")
        status, report = await house.post("/api/verify", replay)
        assert (status, report["code"], report["passed"]) == (200, code, True)
        replay["entries"][3]["time"] += 1
        _, report = await house.post("/api/verify", replay)
        assert report["passed"] is False
    async with opened_house(tmp_path, clock=clock) as house:
        _, again = await house.get(f"/api/tables/{code}/replay")
        replay["entries"][3]["time"] -= 1
        assert again["entries"][: len(replay["entries"])] == replay["entries"]
        msgspec.convert(again, Replay)


@asynchronous
async def test_a_table_before_its_game_has_a_replay_too(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        _, replay = await house.get(f"/api/tables/{code}/replay")
        assert [line["what"]["kind"] for line in replay["log"]] == ["opened", "sat"]


@asynchronous
async def test_what_cannot_be_verified_is_said(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for body in ("{}", '{"format": "ludoteca/replay/1"}', "[]", "7"):
            status, wrong = await house.request("POST", "/api/verify", data=body)
            assert (status, wrong["code"]) == (400, "malformed")
        empty: Json = {"format": "x", "code": "x", "rules_version": None, "log": [], "entries": []}
        status, report = await house.post("/api/verify", empty)
        assert (status, report["passed"]) == (200, False)


# ---------------------------------------------------------------- what is not there


@asynchronous
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/tables/QQQQQQ", "no_such_table"),
        ("/api/tables/QQQQQQ/replay", "no_such_table"),
        ("/api/tables/QQQQQQ/film", "no_such_table"),
        ("/api/tables/not-a-code", "no_such_table"),
        ("/api/tables/%2e%2e%2f", "no_such_table"),
        ("/api/rules/chess", "not_found"),
        ("/api/rules/..%2f..%2fsettings.py", "not_found"),
        ("/api/nothing", "not_found"),
        ("/api", "not_found"),
    ],
)
async def test_what_is_not_there(tmp_path: Path, path: str, code: str) -> None:
    async with opened_house(tmp_path) as house:
        status, wrong = await house.get(URL(path, encoded=True))
        assert (status, wrong["code"]) == (404, code)


@asynchronous
async def test_a_store_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        house.store.next("entries", broken)
        status, wrong = await house.get(f"/api/tables/{code}/replay")
        assert (status, wrong["code"]) == (503, "read_only")
