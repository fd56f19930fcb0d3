"""Bots of a house in PostgreSQL: whoever is free thinks, at any server or beside them. Each decision is made once."""

from __future__ import annotations

import asyncio
import math
import signal
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca.bots import BOTS, Bot
from ludoteca.bots.bot import View
from ludoteca.house import entries
from ludoteca.server.bots import claims
from ludoteca.server.bots.claims import BotWork
from ludoteca.server.bots.queue import BotQueue
from ludoteca.server.bots.worker import BotWorker
from ludoteca.store.contract import Problem, StoreBroken
from ludoteca.store.pg.decisions import QueuedDecisions
from ludoteca.store.postgres import PostgresStore
from tests.postgres import Postgres, cut, execute

from .houses import Caller, over, past, play
from .nodes import Node, nodes
from .running import Clock, asynchronous
from .test_nodes import agree, chooser, seated_apart

NEVER = 3000.0  # seconds; nobody looks for himself before a third of them has passed


def wait_for(event: threading.Event) -> None:
    assert event.wait(20)


class Counted:
    """A bot that counts what it was asked, by name of whoever asked."""

    def __init__(self, before: Callable[[], None] = lambda: None) -> None:
        self.thoughts: Counter[str] = Counter()
        self._before = before

    def bots(self, where: str) -> dict[str, Bot]:
        def decide(view: View, seed: int, seconds: float) -> int:
            self.thoughts[where] += 1
            self._before()
            return BOTS["random"].decide(view, seed, seconds)

        return {"counted": Bot("counted", "Counts.", decide)}


@asynccontextmanager
async def worker(address: str, bots: Mapping[str, Bot] = BOTS, claim: float = NEVER) -> AsyncIterator[BotWorker]:
    async with (
        PostgresStore(address, existing=True) as store,
        BotWorker(store, store.decisions, bots, claim=claim, now=Clock()) as thinking,
    ):
        yield thinking


async def bots_game(one: Node, two: Node, level: str, game: str = "eriantys") -> tuple[str, list[Caller]]:
    """People at two servers and a bot; Ada has the first decision."""
    code = await one.open_table(game, 3, [level], first=0)
    ada = await one.call(code, "Ada")
    await ada.sees(lambda view: view["seats"][0]["connected"])
    (bob,) = await seated_apart(code, (two, "Bob"))
    await ada.sees(lambda view: len(view["seats"]) == 3 and view["seats"][2]["connected"])
    await ada.do("start")
    for caller in (ada, bob):
        await caller.sees(lambda view: view["phase"] == "playing")
    return code, [ada, bob]


async def decided(node: Node, code: str) -> list[entries.Acted]:
    """What bots have decided."""
    log = [entries.decode(row.body).what for row in await node.shared.entries(code)]
    return [what for what in log if isinstance(what, entries.Acted) and what.by == "bot"]


async def waiting(node: Node) -> list[tuple[object, ...]]:
    return await execute(node.shared.address, "SELECT code, number, thinker FROM decisions")


async def until_waiting(node: Node, count: int) -> list[tuple[object, ...]]:
    while len(found := await waiting(node)) != count:
        await asyncio.sleep(0)
    return found


async def whole(node: Node, code: str) -> int:
    """How many decisions there were. Each answers another entry, and nothing is left to think about."""
    made = await decided(node, code)
    answered = [what.id for what in made]
    assert len(set(answered)) == len(answered)
    await until_waiting(node, 0)
    return len(made)


@pytest.mark.parametrize("where", ["here", "elsewhere"])
@asynchronous
async def test_everything_is_thought_once(postgres: Postgres, tmp_path: Path, where: str) -> None:
    """Two servers and two workers are there: what was thought is what was decided, and nothing was thought twice."""
    address = postgres.empty_place()
    counted = Counted()
    async with (
        nodes(address, tmp_path, bots=counted.bots("server"), claim=NEVER, where=where) as (one, two),
        worker(address, counted.bots("first")),
        worker(address, counted.bots("second")),
    ):
        code, people = await bots_game(one, two, "counted")
        await play(people, chooser(1), over)
        await agree(code, one, two)
        assert await whole(one, code) == counted.thoughts.total()
        assert (counted.thoughts["server"] > 0) == (where == "here")


@asynchronous
async def test_bots_beside_the_servers_think_in_processes_of_their_own(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, where="elsewhere") as (one, two), worker(address) as thinking:
        assert not thinking.work._minds.processes.running
        code, (ada, bob) = await bots_game(one, two, "greedy")
        await play((ada, bob), chooser(3), past(12))
        assert thinking.work._minds.processes.running
        assert await decided(one, code)
    assert not thinking.work._minds.processes.running


@asynchronous
async def test_servers_without_bots_wait_for_somebody_who_thinks(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, where="elsewhere") as (one, two):
        code, (ada, bob) = await bots_game(one, two, "greedy")
        number = await ada.do("act", action=ada.view["legal"][0])
        assert await until_waiting(one, 1) == [(code, number, None)]
        async with worker(address):
            await play((ada, bob), chooser(2), over)
            await agree(code, one, two)
            assert await whole(one, code) > 0


async def at_rest(work: BotWork) -> None:
    """Wait until nothing is left to do for him."""
    while work._held:
        await asyncio.sleep(0)


@asynchronous
async def test_figures_tell_what_waits_and_what_was_done(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, where="elsewhere") as (one, two):
        code, people = await bots_game(one, two, "greedy")
        await people[0].do("act", action=people[0].view["legal"][0])
        await until_waiting(one, 1)
        await execute(address, "UPDATE decisions SET free_at = now() - interval '1 hour'")
        assert await one.figure("ludoteca_bot_decisions_waiting") == 1
        assert await one.figure("ludoteca_bot_decisions_claimed") == 0
        assert await one.figure("ludoteca_bot_decisions_oldest_seconds") >= 3600
        async with worker(address) as working:
            await play(people, chooser(2), over)
            made = await whole(one, code)
            await at_rest(working.work)
            await working.say_at_work()
            ((taken, done, given_back),) = await execute(address, "SELECT taken, done, given_back FROM workers")
            assert (taken, given_back) == (done, 0)
            assert done >= made
        assert await execute(address, "SELECT worker FROM workers") == []
        assert await one.figure("ludoteca_bot_decisions_waiting") == 0
        assert await one.figure("ludoteca_bot_decisions_oldest_seconds") == 0


@asynchronous
async def test_a_server_that_lets_bots_think_counts_that(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, claim=NEVER) as (one, two):
        code, people = await bots_game(one, two, "greedy")
        await play(people, chooser(3), over)
        made = await whole(one, code)
        for node in (one, two):
            assert isinstance(node.server.thinking, BotQueue)
            assert node.server.thinking.work is not None
            await at_rest(node.server.thinking.work)
        figures = [
            [await node.figure(f"ludoteca_bot_decisions_{name}_total") for name in ("taken", "done", "given_back")]
            for node in (one, two)
        ]
        assert sum(done for _, done, _ in figures) >= made
        assert all(taken == done + given_back for taken, done, given_back in figures)

        async def unreachable(decisions: object) -> None:
            raise StoreBroken(Problem.UNREACHABLE, "PostgreSQL does not answer.")

        monkeypatch.setattr(QueuedDecisions, "queue", unreachable)
        assert math.isnan(await one.figure("ludoteca_bot_decisions_waiting"))
        assert await one.figure("ludoteca_bot_decisions_done_total") == figures[0][1]


@asynchronous
async def test_who_plays_certain_bots_leaves_the_others(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    counted = Counted()
    async with (
        nodes(address, tmp_path, bots={**BOTS, **counted.bots("server")}, where="elsewhere") as (one, two),
        PostgresStore(address) as store,
        BotWorker(store, store.decisions, BOTS, levels=["greedy"], claim=NEVER, now=Clock()),
        worker(address, counted.bots("other")),
    ):
        code, people = await bots_game(one, two, "counted")
        await play(people, chooser(3), lambda view: view["number"] > 20)
        assert counted.thoughts["other"] > 0
        while len(await decided(one, code)) != counted.thoughts["other"]:  # one may still be thought about
            await asyncio.sleep(0)


# ---------------------------------------------------------------- who dies, who stops


@asynccontextmanager
async def process(address: str, claim: float) -> AsyncIterator[asyncio.subprocess.Process]:
    pipe = asyncio.subprocess.PIPE
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.bot_process", address, str(claim), stdin=pipe, stdout=pipe, stderr=pipe
    )
    try:
        await says(started, "ready")
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.communicate()


async def says(started: asyncio.subprocess.Process, word: str) -> None:
    assert started.stdout is not None
    assert (await started.stdout.readline()).decode().split() == [word]


async def decide(started: asyncio.subprocess.Process) -> None:
    assert started.stdin is not None
    started.stdin.write(b"\n")
    await started.stdin.drain()


@asynchronous
async def test_a_worker_that_is_killed_while_it_thinks_loses_nothing(postgres: Postgres, tmp_path: Path) -> None:
    """Nobody waits for it longer than its claim: the other one would look for himself much later."""
    address = postgres.empty_place()
    counted = Counted()
    bots = counted.bots("another")
    async with (
        nodes(address, tmp_path, bots=bots, where="elsewhere") as (one, two),
        process(address, 0.6) as killed,
    ):
        code, people = await bots_game(one, two, "counted")
        playing = asyncio.create_task(play(people, chooser(4), over))
        for _ in range(3):
            await says(killed, "thinking")
            await decide(killed)
        await says(killed, "thinking")
        (held,) = await until_waiting(one, 1)
        async with worker(address, bots):
            killed.send_signal(signal.SIGKILL)
            await killed.wait()
            await playing
            await agree(code, one, two)
            assert counted.thoughts["another"] == await whole(one, code) - 3
            taken_over = [line for line in one.logged if line["event"] == "somebody did not finish thinking"]
            assert [(line["table"], line["thinker"]) for line in taken_over] == [(code, held[2])]


@asynchronous
async def test_who_thinks_for_long_keeps_his_claim(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    go_on = threading.Event()
    counted = Counted(lambda: wait_for(go_on))
    select = "SELECT extract(epoch FROM free_at)::float8, thinker FROM decisions"
    async with nodes(address, tmp_path, bots=counted.bots("server"), where="elsewhere") as (one, two):
        code, people = await bots_game(one, two, "counted")
        async with worker(address, counted.bots("first"), claim=6) as first:
            await people[0].do("act", action=people[0].view["legal"][0])
            while not counted.thoughts:
                await asyncio.sleep(0)
            async with worker(address, counted.bots("second"), claim=6):
                ((until, thinker),) = await execute(address, select)
                assert thinker == first.work.thinker
                while (await execute(address, select))[0][0] < until + 1:  # renewed for longer than it had at first
                    await asyncio.sleep(0.01)
                assert counted.thoughts == {"first": 1}
                go_on.set()
                await play(people, chooser(5), lambda view: view["number"] > 12)
        assert len(await decided(one, code)) >= 1


@asynchronous
async def test_who_stops_gives_back_what_it_was_thinking_about(postgres: Postgres, tmp_path: Path) -> None:
    """No claim has to end before the other one goes on."""
    address = postgres.empty_place()
    reached, go_on = threading.Event(), threading.Event()

    def wait_once() -> None:
        if not reached.is_set():
            reached.set()
            go_on.wait(20)

    counted = Counted(wait_once)
    async with (
        nodes(address, tmp_path, bots=counted.bots("server"), where="elsewhere") as (one, two),
        worker(address, counted.bots("first")) as first,
        worker(address, counted.bots("second")) as second,
    ):
        code, people = await bots_game(one, two, "counted")
        await people[0].do("act", action=people[0].view["legal"][0])
        await asyncio.to_thread(reached.wait)
        one_stops, another = (first, "second") if counted.thoughts["first"] else (second, "first")
        stopping = asyncio.create_task(one_stops.work.close())
        while not counted.thoughts[another]:  # although the first one still thinks: a thread cannot be stopped
            await asyncio.sleep(0)
        go_on.set()
        await stopping
        assert one_stops.work._held == {}
        await play(people, chooser(6), over)
        assert await whole(one, code) > 1


@asynchronous
async def test_when_a_server_dies_others_go_on_with_what_it_had_asked_for(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server asks in its own name. Nobody is told of that, and yet somebody takes it when the claim has ended."""
    address = postgres.empty_place()
    counted = Counted()
    async with nodes(address, tmp_path, bots=counted.bots("server"), claim=1.5) as (one, two):
        code, (ada, bob) = await bots_game(one, two, "counted")
        for server in (one, two):  # as if they had died: they hold what they ask for, nothing is renewed, nobody thinks
            asking = server.server.thinking
            assert isinstance(asking, BotQueue)
            assert asking.work is not None
            assert asking.work._working is not None
            asking.work._working.cancel()
            monkeypatch.setattr(asking.work, "hold", lambda decision, wait: None)
        await ada.do("act", action=ada.view["legal"][0])
        ((_, _, thinker),) = await until_waiting(one, 1)
        assert thinker is not None
        async with worker(address, counted.bots("worker"), claim=1.5):
            await bob.sees(lambda view: bool(view["legal"]))
        assert len(await decided(one, code)) == counted.thoughts["worker"] == 1


# ---------------------------------------------------------------- what is not wanted any more


@asynchronous
async def test_what_is_not_wanted_any_more_is_not_decided(postgres: Postgres, tmp_path: Path) -> None:
    """While it thinks everybody goes; when somebody is there again it is asked again."""
    address = postgres.empty_place()
    reached, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        reached.set()
        go_on.wait(20)

    counted = Counted(wait)
    async with (
        nodes(address, tmp_path, bots=counted.bots("server"), where="elsewhere") as (one, two),
        worker(address, counted.bots("worker")),
    ):
        code, (ada, bob) = await bots_game(one, two, "counted")
        await ada.do("act", action=ada.view["legal"][0])
        await asyncio.to_thread(reached.wait)
        await bob.hang_up()
        await ada.sees(lambda view: view["alone_since"] is not None)
        go_on.set()
        await until_waiting(one, 0)
        assert await decided(one, code) == []
        bob = await two.call(code, "Bob")
        await play((ada, bob), chooser(7), over)
        await agree(code, one, two)
        assert await whole(one, code) > 0


@asynchronous
async def test_what_was_decided_before_is_refused(postgres: Postgres, tmp_path: Path) -> None:
    """The claim of one who thinks for long is taken away; both decide, and one counts."""
    address = postgres.empty_place()
    reached, go_on = threading.Event(), threading.Event()

    def wait_once() -> None:
        if not reached.is_set():
            reached.set()
            go_on.wait(20)

    counted = Counted(wait_once)
    async with nodes(address, tmp_path, bots=counted.bots("server"), where="elsewhere") as (one, two):
        code, people = await bots_game(one, two, "counted")
        async with worker(address, counted.bots("first")) as first:
            playing = asyncio.create_task(play(people, chooser(8), over))
            await asyncio.to_thread(reached.wait)
            first.work._look_at = NEVER * 1e6
            async with worker(address, counted.bots("second")):
                await execute(address, "UPDATE decisions SET free_at = clock_timestamp()")
                first.work.asked(NEVER)
                await execute(address, 'SELECT pg_notify($1, \'["asked", [["X", 0]]]\')', one.shared._channel)
                while not counted.thoughts["second"]:
                    await asyncio.sleep(0)
                await playing
                go_on.set()
                while first.work._thinking:
                    await asyncio.sleep(0)
        assert await whole(one, code) == counted.thoughts.total() - 1
        late = [line for line in one.logged if line["event"] == "a bot came too late"]
        assert [line["code"] for line in late] == ["stale"]


@asynchronous
async def test_a_table_that_was_forgotten_is_not_looked_for_again(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, count=1) as (one,):
        insert = "INSERT INTO decisions VALUES ('ABCDEF', 7, 7, 'greedy', NULL, clock_timestamp())"
        await execute(address, insert)
        async with worker(address):
            await until_waiting(one, 0)


# ---------------------------------------------------------------- trouble


@asynchronous
async def test_a_game_with_bots_goes_on_although_connections_are_cut(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, claim=1.0) as (one, two), worker(address, claim=1.0) as thinking:
        code, people = await bots_game(one, two, "random")
        shared = [one.shared, two.shared, thinking.store]
        choose = chooser(9)
        for rounds in range(1, 6):
            for store in shared:
                assert isinstance(store, PostgresStore)
                await cut(address, store._link.pid)
            await play(people, choose, past(12 * rounds))
        await play(people, choose, over)
        await agree(code, one, two)
        await whole(one, code)


@asynchronous
async def test_a_worker_ends_when_a_newer_version_has_taken_over(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address):
        pass
    async with worker(address, claim=0.3) as thinking:
        await execute(address, "UPDATE schema_version SET version = version + 1, oldest = version + 1")
        store = thinking.store
        assert isinstance(store, PostgresStore)
        await cut(address, store._link.pid)
        assert (await thinking.ended).code is Problem.NEWER


@asynchronous
async def test_when_there_is_more_than_one_can_do_others_may_help(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a busy server has asked for in its own name is given back, and taken by whoever is free."""
    monkeypatch.setattr(claims, "LINE", 0)
    address = postgres.empty_place()
    go_on = threading.Event()
    busy, idle = Counted(lambda: wait_for(go_on)), Counted()
    async with (
        nodes(address, tmp_path, bots=busy.bots("server"), claim=NEVER, count=1, bot_processes=2) as (one,),
        worker(address, idle.bots("worker")) as helping,
    ):
        games = [await one.game("eriantys", 1, ["counted"]) for _ in range(5)]
        helping.work._look_at = NEVER * 1e6  # it only hears of what is given back
        for _, (ada,) in games:
            await ada.do("act", action=ada.view["legal"][0])
        while idle.thoughts.total() < len(games) - 2:
            await asyncio.sleep(0)
        assert busy.thoughts.total() == 2
        go_on.set()
        for _, (ada,) in games:
            await ada.sees(lambda view: bool(view["legal"]))
        for code, _ in games:
            assert len(await decided(one, code)) == 1
        await until_waiting(one, 0)
