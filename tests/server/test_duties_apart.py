"""What the house has to do at a table that is awake at two servers: both see that it is due, and it is done once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca.house import entries
from ludoteca.house.table import Table
from tests.postgres import Postgres, execute

from .houses import Caller, over, steady_clock
from .nodes import Node, nodes
from .running import asynchronous
from .test_nodes import agree, game_apart, kinds, seated_apart

DAY = 86_400


def let_time_pass(seconds: float, *servers: Node) -> None:
    """For all of them at once: they tell the same time, and each does what is due by then."""
    servers[0].clock.move(seconds)
    for server in servers:
        for actor in tuple(server.server.tables.awake.values()):
            actor.look()


async def until(code: str, seen: Callable[[Table], bool], *servers: Node) -> None:
    """Wait until it is so at every server, and nothing is on its way there."""
    for server in servers:
        actor = server.actor(code)
        while not seen(actor.table):
            await asyncio.sleep(0)
        await actor.settle()


async def written(node: Node, code: str) -> list[Any]:
    return [entries.decode(row.body).what for row in await node.shared.entries(code)]


def stood_in(log: list[Any]) -> Counter[tuple[int, str]]:
    return Counter((what.seat, what.why) for what in log if isinstance(what, entries.StoodIn))


async def three_apart(one: Node, two: Node, **options: Any) -> tuple[str, list[Caller]]:
    """Ada and Cyd are at the first server, Bob is at the second. Ada has the first decision."""
    code = await one.open_table("eriantys", 3, first=0, **options)
    ada = await one.call(code, "Ada")
    await ada.sees(lambda view: view["seats"][0]["connected"])
    bob, cyd = await seated_apart(code, (two, "Bob"), (one, "Cyd"))
    await ada.sees(lambda view: len(view["seats"]) == 3 and all(seat["connected"] for seat in view["seats"]))
    await ada.do("start")
    for caller in (ada, bob, cyd):
        await caller.sees(lambda view: view["phase"] == "playing")
    return code, [ada, bob, cyd]


def has_to_decide(seat: int, table: Table) -> bool:
    return table.to_decide == seat


@asynchronous
async def test_a_clock_runs_out_once(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, people = await three_apart(one, two, clock={"per": "move", "seconds": 10})
        for seat in (1, 2):
            let_time_pass(10, one, two)
            await until(code, partial(has_to_decide, seat), one, two)
        await agree(code, one, two)
        log = await written(one, code)
        assert stood_in(log) == {(0, "clock"): 1, (1, "clock"): 1}
        assert [what.by for what in log if isinstance(what, entries.Acted)] == ["stand-in"] * 2
        assert all(caller.view["clock"]["left"] for caller in people)


@asynchronous
async def test_whoever_is_away_is_stood_in_for_once(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob, cyd) = await three_apart(one, two)
        await ada.hang_up()
        for caller in (bob, cyd):
            await caller.sees(lambda view: not view["seats"][0]["connected"])
        let_time_pass(30, one, two)
        await until(code, lambda table: table.to_decide == 1, one, two)
        await agree(code, one, two)
        log = await written(one, code)
        assert stood_in(log) == {(0, "absent"): 1}
        assert [what.by for what in log if isinstance(what, entries.Acted)] == ["stand-in"]


@asynchronous
async def test_the_last_one_who_stays_wins_once(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        watcher = await two.call(code)
        await bob.hang_up()
        await ada.sees(lambda view: view["alone_since"] is not None)
        await watcher.sees(lambda view: view["alone_since"] is not None)
        let_time_pass(50, one, two)
        for caller in (ada, watcher):
            await caller.sees(over)
        await agree(code, one, two)
        assert (await kinds(one, code)).count("Ended") == 1


@asynchronous
async def test_a_seat_and_then_the_table_are_given_up_once(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code = await one.open_table(players=2)
        await two.call(code)
        let_time_pass(60, one, two)
        await until(code, lambda table: not table.seats, one, two)
        let_time_pass(60, one, two)
        await until(code, lambda table: table.closed is not None, one, two)
        assert Counter(await kinds(one, code)) == {"Opened": 1, "Sat": 1, "Rose": 1, "Closed": 1}


@asynchronous
async def test_there_is_one_rematch_whichever_server_is_asked(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        await ada.do("resign")
        await bob.sees(over)
        await asyncio.gather(ada.do("rematch"), bob.do("rematch"))
        for caller in (ada, bob):
            await caller.sees(lambda view: view["rematch"] is not None)
        assert ada.view["rematch"] == bob.view["rematch"]
        assert (await kinds(one, code)).count("Rematched") == 1
        waiting = await execute(one.shared.address, "SELECT code FROM tables WHERE phase = 'open'")
        assert waiting == [(ada.view["rematch"],)]


@asynchronous
async def test_a_game_is_forgotten_once_although_all_servers_tidy_up(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path, forget_after_days=1) as (one, two):
        await steady_clock(one)
        await steady_clock(two)
        codes = []
        for _ in range(4):
            code, (ada, bob) = await game_apart(one, two)
            await ada.do("resign")
            await bob.sees(over)
            codes.append(code)
        one.clock.move(3 * DAY)
        await asyncio.gather(*(server.server.tidy() for server in (one, two) for _ in range(3)))
        told = [line["games"] for line in one.logged if line["event"] == "finished games were forgotten"]
        assert sum(told) == len(codes)
        for server in (one, two):
            while set(codes) & server.server.tables.awake.keys():
                await asyncio.sleep(0)
        assert await one.shared.tables() == []
