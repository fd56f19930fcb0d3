"""Processes in which bots think: what they are told, and what happens when they die, hang or are not wanted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest
import structlog

from ludoteca import rules
from ludoteca.bots import BOTS, Bot, searchers
from ludoteca.bots.bot import Decide, View
from ludoteca.house import apply, entries, stand_ins
from ludoteca.house.table import Table
from ludoteca.rules.masters.notation.cards import shipped
from ludoteca.server.bots import pool
from ludoteca.server.bots.local import LocalBots, Minds, place_of
from ludoteca.server.bots.pool import LONGEST, SHORTEST, TRIES, BotFailed, BotProcesses, Question, usual_number
from ludoteca.server.bots.program import NICE, bot_at

from . import process_bots
from .houses import House, opened_house, play
from .running import asynchronous

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and priorities of POSIX")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where bots meet the test."""
    place = tmp_path / "bots"
    place.mkdir()
    monkeypatch.setenv(process_bots.FOLDER, str(place))
    return place


@asynccontextmanager
async def bot_processes_of(most: int = 1, patience: float = 60.0) -> AsyncIterator[BotProcesses]:
    processes = BotProcesses(most, patience)
    try:
        yield processes
    finally:
        await processes.close()


def new_game(name: str = "eriantys") -> rules.Game:
    return rules.new(name, players=2, seed=7, first="A")


def place(decide: Decide) -> str:
    found = place_of(decide)
    assert found is not None
    return found


async def thinking_in(folder: Path, count: int = 1) -> list[int]:
    """The processes that have begun to think, once there are so many."""
    while len(found := list(folder.glob("*.thinking"))) < count:
        await asyncio.sleep(0.005)
    return [int(path.stem) for path in found]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def minds_of(house: House) -> Minds:
    thinking = house.server.thinking
    assert isinstance(thinking, LocalBots)
    return thinking.minds


# ---------------------------------------------------------------- what they are told


@pytest.mark.parametrize("name", ["eriantys", "masters"])
@asynchronous
async def test_a_bot_decides_the_same_wherever_it_thinks(name: str) -> None:
    """Over a whole game: in another process as in this one."""
    bots, chance, game = [BOTS["greedy"], BOTS["level-3"]], Random(1), new_game(name)
    async with bot_processes_of() as processes:
        number = 0
        while not game.over:
            number += 1
            if number % 5 == 0:
                expected = [bot.choose(game, number) for bot in bots]
                asked = [processes.choose(Question(place(bot.decide), game, number)) for bot in bots]
                assert await asyncio.gather(*asked) == expected
            game.apply(chance.choice(game.legal_actions()))


@asynchronous
async def test_a_bot_plays_with_the_cards_of_the_house(tmp_path: Path) -> None:
    """A card set that this process alone has read: positions name it, and the table's settings describe it."""
    cards = shipped()
    cards["development_cards"][0]["victory_points"] += 3
    async with opened_house(tmp_path / "house") as house:
        _, (ada,) = await house.game("masters", 1, ["greedy"], settings={"cards": cards})
        await play([ada], lambda view: view["legal"][0], lambda view: view["number"] > 30)


@pytest.mark.parametrize("name", ["eriantys", "masters"])
def test_a_process_is_told_what_the_seat_sees_and_nothing_else(name: str) -> None:
    secret = 0x1234567890ABCDEF
    game = rules.new(name, players=2, seed=secret)
    chance = Random(2)
    for _ in range(30):
        told = Question("a:b", game, 5).encode(1.5)
        assert told.endswith(b"\n")
        assert msgspec.json.decode(told) == {
            "bot": "a:b",
            "seed": 5,
            "seconds": 1.5,
            "view": game.view(game.seat),
        }
        assert Question("a:b", game.redeal(game.seat, 7), 5).encode(1.5) == told
        assert str(secret).encode() not in told
        assert str(game.position()["seed"]).encode() not in told
        game.apply(chance.choice(game.legal_actions()))


@asynchronous
async def test_there_is_no_game_to_be_found_where_a_bot_thinks(folder: Path) -> None:
    """Neither the real one nor any other: a bot that wants one has to imagine it."""
    game = new_game("masters")
    async with bot_processes_of() as processes:
        await processes.choose(Question(place(process_bots.look_for_games), game, 1))
    assert (folder / "games").read_text() == "0 without, 1 with an imagined one"


@asynchronous
async def test_a_process_knows_the_rules_and_the_bots_and_nothing_of_the_server(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_OPERATOR_KEY", "a secret")
    monkeypatch.setenv("PGPASSWORD", "another")
    async with bot_processes_of() as processes:
        await processes.choose(Question(place(process_bots.tell_surroundings), new_game(), 1))
    modules = (folder / "modules").read_text().split()
    ours = {module.split(".")[1] for module in modules if module.startswith("ludoteca.")}
    assert ours == {"rules", "search", "bots", "server"}
    of_the_server = {module for module in modules if module.startswith("ludoteca.server.")}
    assert of_the_server <= {"ludoteca.server.bots", "ludoteca.server.bots.program"}
    assert not {"asyncio", "aiohttp", "uvloop", "structlog"} & set(modules)
    known = (folder / "environment").read_text().split()
    assert "PATH" in known
    assert not {"LUDOTECA_OPERATOR_KEY", "PGPASSWORD"} & set(known)
    assert int((folder / "priority").read_text()) == min(19, os.nice(0) + NICE)


@asynchronous
async def test_what_a_bot_prints_disturbs_nothing() -> None:
    async with bot_processes_of() as processes:
        game = new_game()
        for seed in range(2):
            chosen = await processes.choose(Question(place(process_bots.print_and_read), game, seed))
            assert chosen == game.legal_actions()[0]


def test_a_function_without_a_name_is_not_found_by_another_process() -> None:
    def inside(view: View, seed: int, seconds: float) -> int:
        return 0

    assert place_of(inside) is None
    assert place_of(lambda view, seed, seconds: 0) is None
    assert place_of(BOTS["greedy"].decide) == "ludoteca.bots.greedy:decide"
    assert place_of(BOTS["level-2"].decide) == "ludoteca.bots.levels:LEVELS:level-2"
    assert bot_at("ludoteca.bots.levels:LEVELS:level-2") is BOTS["level-2"].decide


# ---------------------------------------------------------------- who is started, and who is next


@asynchronous
async def test_a_house_without_bots_starts_no_process(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, people = await house.game("eriantys", 2)
        await people[0].do("act", action=people[0].view["legal"][0])
        assert not minds_of(house).processes.running


@asynchronous
async def test_a_house_has_as_many_processes_as_it_needs_and_is_told(tmp_path: Path, folder: Path) -> None:
    bots = {"waiting": process_bots.WAITING}
    async with opened_house(tmp_path / "house", bots=bots, bot_processes=2) as house:
        games = [await house.game("eriantys", 1, ["waiting"]) for _ in range(3)]
        await games[0][1][0].do("act", action=games[0][1][0].view["legal"][0])
        first = await thinking_in(folder, 1)
        assert len(minds_of(house).processes.running) == 1
        for _, (ada,) in games[1:]:
            await ada.do("act", action=ada.view["legal"][0])
        pids = await thinking_in(folder, 2)
        assert set(first) < set(pids)
        assert {process.pid for process in minds_of(house).processes.running} == set(pids)
        (folder / "go_on").touch()
        for _, (ada,) in games:
            await ada.sees(lambda view: bool(view["legal"]))
    assert not any(map(is_alive, pids))


@asynchronous
async def test_first_come_first_served(folder: Path) -> None:
    async with bot_processes_of() as processes:
        game = new_game()
        waiting = asyncio.create_task(processes.choose(Question(place(process_bots.wait), game, 0)))
        await thinking_in(folder)
        others = [
            asyncio.create_task(processes.choose(Question(place(process_bots.in_order), game, seed)))
            for seed in range(5)
        ]
        await asyncio.sleep(0)
        others[3].cancel()  # nobody waits for it any more
        (folder / "go_on").touch()
        await waiting
        await asyncio.gather(*others, return_exceptions=True)
        assert (folder / "order").read_text().split() == ["0", "1", "2", "4"]


@asynchronous
async def test_what_takes_no_time_is_next(folder: Path) -> None:
    async with bot_processes_of() as processes:
        game = new_game()
        waiting = asyncio.create_task(processes.choose(Question(place(process_bots.wait), game, 0)))
        await thinking_in(folder)
        others = [
            asyncio.create_task(processes.choose(Question(place(process_bots.in_order), game, seed, urgent=seed == 2)))
            for seed in range(3)
        ]
        await asyncio.sleep(0)
        (folder / "go_on").touch()
        await asyncio.gather(waiting, *others)
        assert (folder / "order").read_text().split() == ["2", "0", "1"]


@asynchronous
async def test_the_more_wait_the_less_time_each_is_given(folder: Path) -> None:
    async with bot_processes_of() as processes:
        game = new_game()
        waiting = asyncio.create_task(processes.choose(Question(place(process_bots.wait), game, 0)))
        await thinking_in(folder)
        asked = [processes.choose(Question(place(process_bots.note_seconds), game, n)) for n in range(40)]
        others = asyncio.gather(*asked)
        await asyncio.sleep(0)
        (folder / "go_on").touch()
        await waiting
        await others
        given = [float(each) for each in (folder / "seconds").read_text().split()]
        assert given == sorted(given)
        assert (given[0], given[-2:]) == (SHORTEST, [LONGEST / 2, LONGEST])
        assert sum(given) < 10 * LONGEST  # for all of them


@asynchronous
async def test_a_process_that_thought_for_a_seat_is_asked_again(folder: Path) -> None:
    async with bot_processes_of(2) as processes:
        game = new_game()
        first = [asyncio.create_task(processes.choose(Question(place(process_bots.wait), game, 0))) for _ in range(2)]
        await thinking_in(folder, 2)
        (folder / "go_on").touch()
        await asyncio.gather(*first)
        for _ in range(3):
            for seat in ("KDTWPQ 0", "KDTWPQ 1", "KDTWPQ 1", "KDTWPQ 0"):
                await processes.choose(Question(place(process_bots.note_seat), game, ord(seat[-1]), seat=seat))
        noted = (folder / "seats").read_text().split()
        pids = {
            seat: {pid for each, pid in zip(noted[::2], noted[1::2], strict=True) if each == seat}
            for seat in noted[::2]
        }
        assert {len(each) for each in pids.values()} == {1}


@asynchronous
async def test_a_process_that_nobody_asks_anything_ends_after_a_while(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = folder / "go_on"
    async with bot_processes_of() as processes:
        with structlog.testing.capture_logs() as logged:
            for count in (1, 2):  # the next one is thought about by another process
                thought = asyncio.create_task(processes.choose(Question(place(process_bots.wait), new_game(), 1)))
                pids = await thinking_in(folder, count)
                with monkeypatch.context() as hurry:
                    hurry.setattr(pool, "IDLE", 0.0)
                    go_on.touch()
                    await thought
                while processes.running:
                    await asyncio.sleep(0.005)
                go_on.unlink()
        assert logged == []
        assert not any(map(is_alive, pids))


def test_one_processor_is_left_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for processors in (1, 2, 4, 64):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, n=processors: set(range(n)), raising=False)
        found.append(usual_number())
    assert found == [1, 1, 3, 8]


def test_a_process_is_told_how_many_processors_it_has_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pool.THREADS == searchers.THREADS
    monkeypatch.setenv(pool.THREADS, "64")
    assert [pool.environment(processors // 2)[pool.THREADS] for processors in (1, 2, 4)] == ["1", "1", "2"]


# ---------------------------------------------------------------- who dies, who hangs


@asynchronous
async def test_what_a_killed_process_was_thinking_about_is_thought_again(folder: Path) -> None:
    async with bot_processes_of() as processes:
        game = new_game()
        thought = asyncio.create_task(processes.choose(Question(place(process_bots.wait), game, 1)))
        (killed,) = await thinking_in(folder)
        with structlog.testing.capture_logs() as logged:
            os.kill(killed, signal.SIGKILL)
            (another,) = set(await thinking_in(folder, 2)) - {killed}
        assert [(line["event"], line["pid"], line["code"]) for line in logged] == [
            ("a process for bots died", killed, -signal.SIGKILL)
        ]
        (folder / "go_on").touch()
        assert await thought == game.legal_actions()[0]
        assert [process.pid for process in processes.running] == [another]
        assert not is_alive(killed)  # nor does it stay behind as a zombie


@asynchronous
async def test_without_memory_a_fresh_process_thinks_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PAUSE", 0.0)
    async with bot_processes_of() as processes:
        game = new_game()
        with structlog.testing.capture_logs() as logged:
            chosen = await processes.choose(Question(place(process_bots.lack_memory_once), game, 1))
        assert chosen == game.legal_actions()[0]
        assert [line["event"] for line in logged] == ["a process for bots died"]
        assert len(await thinking_in(folder, 2)) == 2


@asynchronous
async def test_a_decision_that_kills_every_process_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PAUSE", 0.0)
    async with bot_processes_of() as processes:
        with structlog.testing.capture_logs(), pytest.raises(BotFailed, match=f"{TRIES} processes died"):
            await processes.choose(Question(place(process_bots.die), new_game(), 1))
        assert len(await thinking_in(folder, TRIES)) == TRIES
        assert (
            await processes.choose(Question(place(BOTS["random"].decide), new_game(), 1)) in new_game().legal_actions()
        )


@asynchronous
async def test_a_process_that_does_not_answer_is_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TO_START", 0.0)
    async with bot_processes_of(patience=0.5) as processes:
        with pytest.raises(BotFailed, match=r"longer than 0\.5 seconds"):
            await processes.choose(Question(place(process_bots.think_for_ever), new_game(), 1))
        processes.patience = 60.0
        with structlog.testing.capture_logs() as logged:
            await processes.choose(Question(place(BOTS["random"].decide), new_game(), 1))
        assert logged == []  # who was killed here did not die by itself


@asynchronous
async def test_when_no_process_can_be_started_nobody_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    async with bot_processes_of() as processes:
        with structlog.testing.capture_logs() as logged:
            asked = [processes.choose(Question(place(BOTS["random"].decide), new_game(), seed)) for seed in range(3)]
            assert all(isinstance(error, OSError) for error in await asyncio.gather(*asked, return_exceptions=True))
        assert [line["event"] for line in logged] == ["a process for bots cannot be started"]


@pytest.mark.parametrize("bot", [process_bots.FOR_EVER, process_bots.FAILING], ids=lambda bot: bot.name)
@asynchronous
async def test_the_game_goes_on_when_a_bot_fails_in_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: Bot
) -> None:
    monkeypatch.setattr(pool, "TO_START", 0.0)
    async with opened_house(tmp_path / "house", bots={bot.name: bot}, errors=["a bot failed"]) as house:
        minds_of(house).processes.patience = 0.5
        code, (ada,) = await house.game("eriantys", 1, [bot.name])
        number = await ada.do("act", action=ada.view["legal"][0])
        assert number is not None
        await ada.sees(lambda view: view["number"] > number)
        log = [entries.decode(row.body) for row in await house.store.entries(code)]
        before = Table(code, house.actor(code).table.secret)
        for entry in log[:number]:
            apply.apply_entry(before, entry)
        assert before.game is not None
        acted = log[number].what
        assert isinstance(acted, entries.Acted)
        assert (acted.by, list(acted.decisions)) == ("bot", [stand_ins.choose(before.game, code, number)])


# ---------------------------------------------------------------- the end


@asynchronous
async def test_a_house_closes_at_once_although_a_bot_thinks(tmp_path: Path, folder: Path) -> None:
    async with opened_house(tmp_path / "house", bots={"endless": process_bots.FOR_EVER}) as house:
        _, (ada,) = await house.game("eriantys", 1, ["endless"])
        await ada.do("act", action=ada.view["legal"][0])
        (pid,) = await thinking_in(folder)
    assert not is_alive(pid)


@asynchronous
async def test_whoever_waits_when_the_processes_are_closed_is_not_left_waiting(folder: Path) -> None:
    async with bot_processes_of() as processes:
        asked = [
            asyncio.create_task(processes.choose(Question(place(process_bots.wait), new_game(), n))) for n in range(2)
        ]
        await thinking_in(folder)
        await processes.close()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(result) for result in results] == [asyncio.CancelledError] * 2
        with pytest.raises(BotFailed):
            await processes.choose(Question(place(process_bots.wait), new_game(), 3))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@asynchronous
async def test_processes_leave_the_signals_of_a_terminal_to_the_server(folder: Path, number: signal.Signals) -> None:
    async with bot_processes_of() as processes:
        game = new_game()
        thought = asyncio.create_task(processes.choose(Question(place(process_bots.wait), game, 1)))
        (pid,) = await thinking_in(folder)
        os.kill(pid, number)
        (folder / "go_on").touch()
        assert await thought == game.legal_actions()[0]
        assert [process.pid for process in processes.running] == [pid]


def test_processes_end_when_their_server_is_killed(folder: Path) -> None:
    """Although they think: their standard error, which they have from the server, is closed by all of them."""
    command = [sys.executable, "-m", "tests.server.bots_alone", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as server:
        asyncio.run(thinking_in(folder, 2))
        server.kill()
        assert server.stderr is not None
        assert server.stderr.read() == b""
