"""Looking back: films of games, and tables for practice that begin from a moment of one."""

from __future__ import annotations

import asyncio
import gzip
import threading
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca.house.refusals import Refusal
from ludoteca.house.replay_frames import Film
from ludoteca.server.api import replays

from .houses import House, Json, key_of, opened_house, over, play
from .running import Clock, asynchronous
from .test_routes import finished

SEAT = {"name": "Ada", "key": key_of("Ada")}


async def filmed(house: House, code: str) -> Film:
    status, body = await house.get(f"/api/tables/{code}/film")
    assert status == 200, body
    return msgspec.convert(body, Film)


async def forked(house: House, code: str, at: int, **members: Any) -> str:
    status, opened = await house.post(f"/api/tables/{code}/fork", {"at": at, "seat": SEAT, **members})
    assert (status, opened.get("you")) == (200, 0), opened
    return str(opened["code"])


async def some_moves(people: list[Any], number: int = 30) -> None:
    chance = Random(1)
    await play(people, lambda view: chance.choice(view["legal"]), lambda view: view["number"] > number)


# ---------------------------------------------------------------- films


@asynchronous
@pytest.mark.parametrize("game", ["eriantys", "masters"])
async def test_a_finished_game_has_a_film_that_never_changes(tmp_path: Path, game: str) -> None:
    async with opened_house(tmp_path) as house:
        code = await finished(house, game)
        film = await filmed(house, code)
        assert film.finished
        assert film.frames[-1].what["kind"] == "ended"
        watcher = await house.call(code, "Ada")  # who comes back afterwards is not in it
        await watcher.sees(lambda view: view["number"] > film.frames[-1].number)
        assert await filmed(house, code) == film


@asynchronous
async def test_it_travels_zipped_and_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        path = f"/api/tables/{await finished(house)}/film"
        async with house.session.get(path) as answer:
            tag, body = answer.headers["ETag"], await answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Cache-Control"] == "no-cache"
            assert int(answer.headers["Content-Length"]) < len(body) / 5
        async with house.session.get(path, headers={"If-None-Match": tag}) as answer:
            assert (answer.status, await answer.read()) == (304, b"")
        async with house.session.get(path, headers={"Accept-Encoding": "identity"}) as answer:
            assert await answer.read() == body


@asynchronous
async def test_what_was_filmed_is_kept_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = replays.made

    def counting(code: str, *rest: Any) -> Any:
        made.append(code)
        return real(code, *rest)

    monkeypatch.setattr(replays, "made", counting)
    async with opened_house(tmp_path) as house:
        one, other = await house.open_table(), await house.open_table()
        for code in (one, one, other, one):
            await filmed(house, code)
        assert made == [one, other]
        monkeypatch.setattr(replays, "MOST_KEPT", 1)
        third = await house.open_table()
        for code in (third, third, one):
            await filmed(house, code)
        assert made == [one, other, third, one]


@asynchronous
async def test_the_film_of_a_running_game_is_what_everybody_may_see(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game("masters")
        await some_moves(people)
        film = await filmed(house, code)
        assert (film.finished, len(film.frames)) == (False, house.actor(code).table.number)
        game: Json = {}
        for frame in film.frames:
            game |= frame.game
        assert [type(board["hand"]) for board in game["players"].values()] == [int, int]


@asynchronous
async def test_watchers_who_are_behind_look_back_no_further_than_they_see(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, people = await house.game(delay=60)
        house.wait(100)
        before = house.actor(code).table.number
        await some_moves(people)
        assert len((await filmed(house, code)).frames) == before
        status, wrong = await house.post(f"/api/tables/{code}/fork", {"at": before + 1, "seat": SEAT})
        assert (status, wrong["code"]) == (400, "bad_request")


@asynchronous
async def test_where_nobody_may_watch_nobody_looks_back_before_the_end(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game(watching=False)
        assert (await house.get(f"/api/tables/{code}/film"))[0] == 403
        assert (await house.post(f"/api/tables/{code}/fork", {"at": 5, "seat": SEAT}))[0] == 403
        await people[0].do("resign")
        assert (await filmed(house, code)).finished


# ---------------------------------------------------------------- practice


@asynchronous
@pytest.mark.parametrize(("game", "people"), [("eriantys", 2), ("masters", 2), ("masters", 1)])
async def test_from_a_moment_of_a_finished_game_it_goes_on_against_bots(tmp_path: Path, game: str, people: int) -> None:
    async with opened_house(tmp_path) as house:
        code = await finished(house, game, people=people)
        film = await filmed(house, code)
        at = len(film.frames) // 2
        there: Json = {}
        for frame in film.frames[:at]:
            there = {member: value for member, value in there.items() if member not in frame.gone} | frame.game
        new = await forked(house, code, at, bot="random")
        ada = await house.call(new, "Ada")
        assert ada.view["practice"] == {"code": code, "entry": at}
        assert ada.view["options"]["public"] is False
        await ada.do("start")
        view = await ada.sees(lambda seen: bool(seen["legal"]))
        assert view["seats"][0]["player"] is not None
        began = next(message["view"] for message in ada.heard("entry") if message["view"]["game"] is not None)
        same = ("islands", "mother_nature", "phase", "market", "current", "main_action_done")
        assert {key: began["game"].get(key) for key in same} == {key: there.get(key) for key in same}
        chance = Random(3)
        await play([ada], lambda seen: chance.choice(seen["legal"]), over)
        _, replay = await house.get(f"/api/tables/{new}/replay")
        assert (await house.post("/api/verify", replay))[1]["passed"] is True
        _, history = await house.get("/api/history")
        assert new not in [each["code"] for each in history["games"]]


@asynchronous
async def test_one_plays_whom_one_wants_to(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await finished(house, people=3)
        new = await forked(house, code, 20, player=2)
        ada = await house.call(new, "Ada")
        await ada.do("start")
        view = await ada.sees(lambda seen: seen["phase"] == "playing")
        assert view["seats"][0]["player"] == 2
        assert [seat["bot"] for seat in view["seats"]] == [None, "greedy", "greedy"]


@asynchronous
async def test_a_running_game_gives_away_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game("masters")
        await some_moves(people)
        game = house.actor(code).table.game
        assert game is not None
        hands = set()
        for _ in range(12):
            new = await forked(house, code, house.actor(code).table.number, player=0)
            practice = house.actor(new).table.practice
            assert practice is not None
            assert "seed" not in practice.position
            hands.add(str([board["gone"] for board in practice.position["players"].values()]))
        assert len(hands) > 1


@asynchronous
async def test_once_more_is_practice_again(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        new = await forked(house, await finished(house), 30)
        ada = await house.call(new, "Ada")
        await ada.do("start")
        await ada.do("resign")
        await ada.do("rematch")
        again = (await ada.sees(lambda seen: seen["rematch"] is not None))["rematch"]
        assert house.actor(again).table.practice == house.actor(new).table.practice
        await house.call(again, "Ada")


@asynchronous
async def test_what_is_no_moment_of_a_game_is_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await finished(house)
        end = len((await filmed(house, code)).frames)
        for wanted, status, said in (
            ({"at": 0}, 400, "bad_request"),
            ({"at": end + 1}, 400, "bad_request"),
            ({"at": 1}, 409, Refusal.NOT_PLAYING),
            ({"at": end}, 409, Refusal.NOT_PLAYING),
            ({"at": 20, "player": 2}, 400, Refusal.BAD_OPTIONS),
            ({"at": 20, "bot": "genius"}, 400, "no_bot"),
            ({"at": -1}, 400, "malformed"),
        ):
            body = {"seat": SEAT, **wanted}
            found, wrong = await house.post(f"/api/tables/{code}/fork", body)
            assert (found, wrong["code"]) == (status, said), wanted


@asynchronous
async def test_a_house_without_bots_has_nobody_to_practise_with(tmp_path: Path) -> None:
    async with opened_house(tmp_path, bots={}) as house:
        code = await finished(house)
        status, wrong = await house.post(f"/api/tables/{code}/fork", {"at": 20, "seat": SEAT})
        assert (status, wrong["code"]) == (400, "no_bot")


@asynchronous
async def test_practice_outlives_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        new = await forked(house, await finished(house), 30)
        ada = await house.call(new, "Ada")
        await ada.do("start")
        before = await ada.sees(lambda seen: bool(seen["legal"]))
    async with opened_house(tmp_path, clock=clock) as house:
        ada = await house.call(new, "Ada")
        view = await ada.sees(lambda seen: bool(seen["legal"]))
        assert (view["game"], view["practice"]) == (before["game"], before["practice"])


def test_a_film_is_zipped_as_it_is() -> None:
    file = replays.made("QQQQQQ", bytes(32), [], "tag")
    assert file.zipped is not None
    assert gzip.decompress(file.zipped) == file.body == b'{"code":"QQQQQQ","finished":false,"frames":[]}'


# ---------------------------------------------------------------- replays


@asynchronous
async def test_a_replay_is_made_once_and_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, bool]] = []
    real = replays.made

    def counting(code: str, secret: bytes, shown: Any, tag: str, kind: replays.Kind) -> Any:
        made.append((kind.name, threading.current_thread() is threading.main_thread()))
        return real(code, secret, shown, tag, kind)

    monkeypatch.setattr(replays, "made", counting)
    async with opened_house(tmp_path) as house:
        code = await finished(house)
        path = f"/api/tables/{code}/replay"
        async with house.session.get(path) as answer:
            tag = answer.headers["ETag"]
            first = await answer.json()
        answers = await asyncio.gather(*(house.get(path) for _ in range(20)))
        assert all(answer == (200, first) for answer in answers)
        async with house.session.get(path, headers={"If-None-Match": tag}) as answer:
            assert answer.status == 304
        await filmed(house, code)
        assert made == [("replay", False), ("film", False)]
        assert house.store.asked.count("entries") == 2  # the log was read once for each


@asynchronous
async def test_a_replay_goes_on_with_the_game(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game()
        lengths = []
        for number in (10, 20):
            await some_moves(people, number)
            lengths.append(len((await house.get(f"/api/tables/{code}/replay"))[1]["log"]))
            assert lengths[-1] == house.actor(code).table.number
        assert lengths[0] < lengths[1]


@asynchronous
async def test_the_replay_of_a_delayed_game_is_no_further_than_watchers_see(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, people = await house.game(delay=60)
        house.wait(100)
        before = house.actor(code).table.number
        await some_moves(people)
        path = f"/api/tables/{code}/replay"
        assert len((await house.get(path))[1]["log"]) == before
        house.wait(100)
        assert len((await house.get(path))[1]["log"]) == house.actor(code).table.number


@asynchronous
async def test_of_a_game_that_watchers_do_not_see_yet_there_is_no_moment_to_go_on_from(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game(delay=30)
        status, wrong = await house.post(f"/api/tables/{code}/fork", {"at": 1, "seat": SEAT})
        assert status == 400
        assert "1 to 0" not in wrong["sentence"]
