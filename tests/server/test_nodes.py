"""People at one table come to different servers: nobody notices, and of two who race one wins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.house import entries
from ludoteca.house.options import Options
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.postgres import PostgresStore
from tests.postgres import Postgres, cut, execute

from .houses import OPERATOR, Caller, Json, key_of, over, past, play, steady_clock
from .nodes import Node, nodes, stopped_early
from .running import asynchronous


async def seated_apart(code: str, *places: tuple[Node, str]) -> list[Caller]:
    """People at one table, each of them at a server of his choice."""
    people = []
    for node, name in places:
        caller = await node.call(code)
        await caller.do("sit", name=name, key=key_of(name), nonce=f"nonce of {name}")
        people.append(caller)
    return people


async def game_apart(one: Node, two: Node, game: str = "eriantys") -> tuple[str, list[Caller]]:
    """A game that has just begun: Ada came to the first server, Bob to the second. Ada has the first decision."""
    code = await one.open_table(game, 2, first=0)
    ada = await one.call(code, "Ada")
    await ada.sees(lambda view: view["seats"][0]["connected"])
    (bob,) = await seated_apart(code, (two, "Bob"))
    await ada.sees(lambda view: len(view["seats"]) == 2 and view["seats"][1]["connected"])
    await ada.do("start")
    for caller in (ada, bob):
        await caller.sees(lambda view: view["phase"] == "playing")
    return code, [ada, bob]


async def agree(code: str, *servers: Node) -> None:
    """Every server knows the same table, and its log is whole."""
    for server in servers:
        await server.actor(code).refreshed()
    assert len({server.position(code) for server in servers}) == 1
    assert await first_broken_link(servers[0].shared, code) is None


async def kinds(node: Node, code: str) -> list[str]:
    return [type(entries.decode(row.body).what).__name__ for row in await node.shared.entries(code)]


def chooser(seed: int) -> Callable[[Json], Json]:
    random = Random(seed)

    def choose(view: Json) -> Json:
        chosen: Json = random.choice(view["legal"])
        return chosen

    return choose


@pytest.mark.parametrize("game", ["eriantys", "masters"])
@asynchronous
async def test_a_game_with_its_seats_at_different_servers(postgres: Postgres, tmp_path: Path, game: str) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, people = await game_apart(one, two, game)
        await play(people, chooser(1), over)
        await agree(code, one, two)
        assert one.actor(code).table.result == two.actor(code).table.result
        numbers = [[told["entry"]["number"] for told in caller.heard("entry")] for caller in people]
        assert all(told == list(range(told[0], told[0] + len(told))) for told in numbers)  # nothing twice, no gap
        assert len({told[-1] for told in numbers}) == 1


@asynchronous
async def test_everybody_hears_what_others_say_elsewhere(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        _, (ada, bob) = await game_apart(one, two)
        await asyncio.gather(
            *(ada.do("say", text=f"{number}") for number in range(5)),
            *(bob.do("say", text=f"{number}") for number in range(5)),
        )
        for caller in (ada, bob):
            numbers: list[int] = []
            while len(numbers) < 10:
                numbers += [line["number"] for line in (await caller.next("lines"))["lines"]]
            assert numbers == list(range(1, 11))


@asynchronous
async def test_of_two_who_race_for_a_decision_one_wins(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        other_ada = await two.call(code, "Ada")
        answers = await asyncio.gather(
            ada.ask("act", action={"do": "play_assistant", "value": 4}),
            other_ada.ask("act", action={"do": "play_assistant", "value": 5}),
        )
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert refused["code"] == "not_your_turn"
        for caller in (ada, other_ada, bob):
            await caller.sees(lambda view: view["turn"] == 1)
        await agree(code, one, two)
        assert (await kinds(one, code)).count("Acted") == 1


@asynchronous
async def test_the_same_action_sent_to_two_servers_is_applied_once(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, _) = await game_apart(one, two)
        other_ada = await two.call(code, "Ada")
        action = {"do": "play_assistant", "value": 4}
        answers = await asyncio.gather(*(caller.ask("act", action=action, id="mine") for caller in (ada, other_ada)))
        assert [answer["type"] for answer in answers] == ["done", "done"]
        assert len({answer["number"] for answer in answers}) == 1
        assert (await kinds(one, code)).count("Acted") == 1


@asynchronous
async def test_bots_decide_once_although_every_server_could_let_them_think(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code = await one.open_table("eriantys", 3, ["greedy"], first=0)
        ada = await one.call(code, "Ada")
        await ada.sees(lambda view: view["seats"][0]["connected"])
        (bob,) = await seated_apart(code, (two, "Bob"))
        await ada.do("start")
        people: Sequence[Caller] = (ada, bob)
        await play(people, chooser(2), over)
        await agree(code, one, two)


@asynchronous
async def test_nothing_is_refused_because_a_server_has_not_heard_yet(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        _, (ada, bob) = await game_apart(one, two)
        listening = two.shared._listening
        assert listening is not None
        listening.is_own = lambda process: True  # it hears nothing any more
        await ada.do("act", action={"do": "play_assistant", "value": 4})
        assert bob.view["turn"] == 0
        await bob.do("act", action={"do": "play_assistant", "value": 5})
        assert await bob.refused("act", action={"do": "play_assistant", "value": 6}) == "not_your_turn"


@asynchronous
async def test_who_moves_to_another_server_goes_on_by_number(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        number = await ada.do("act", action={"do": "play_assistant", "value": 4})
        assert number is not None
        await bob.do("act", action={"do": "play_assistant", "value": 5})
        await ada.drop()
        again = await two.connect(code)
        await again.send("hello", key=key_of("Ada"), seen=number)
        welcome = await again.next("welcome")
        assert welcome["missed"][0]["number"] == number + 1
        await again.sees(lambda view: view["seats"][0]["connected"] and view.get("alone_since") is None)
        await play([again, bob], chooser(3), over)
        await agree(code, one, two)


@asynchronous
async def test_who_leaves_one_server_is_away_everywhere(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        _, (ada, bob) = await game_apart(one, two)
        await bob.hang_up()
        await ada.sees(lambda view: not view["seats"][1]["connected"])
        assert ada.view["seats"][0]["connected"]


@asynchronous
async def test_when_a_server_stops_its_people_are_away_until_they_come_to_another(
    postgres: Postgres, tmp_path: Path
) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        async with AsyncExitStack() as session:
            async with PostgresStore(address) as store, stopped_early(store, tmp_path, one.clock, session) as another:
                code, (ada, bob) = await game_apart(one, another)
            assert (await bob.goodbye())["code"] == "restart"
        await ada.sees(lambda view: not view["seats"][1]["connected"])
        assert ada.view["seats"][0]["connected"]
        bob = await two.call(code, "Bob")
        await ada.sees(lambda view: view["seats"][1]["connected"])
        await play([ada, bob], chooser(4), over)
        await agree(code, one, two)


async def listening(address: str, channel: str) -> list[int]:
    """The processes of PostgreSQL that notify somebody of a house."""
    select = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND query LIKE $1"
    return [process for (process,) in await execute(address, select, f"%{channel}%")]


@asynchronous
async def test_a_game_goes_on_although_every_connection_to_postgres_is_cut(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        code, people = await game_apart(one, two)
        choose = chooser(5)
        for rounds in range(1, 6):
            links = [node.shared._link.pid for node in (one, two)]
            for process in (*links, *await listening(address, one.shared._channel)):
                await cut(address, process)
            await play(people, choose, past(10 * rounds))
        await play(people, choose, over)
        await agree(code, one, two)


@asynchronous
async def test_a_game_goes_on_after_postgres_was_killed(tmp_path: Path, postgres: Postgres) -> None:
    mortal = await asyncio.to_thread(Postgres)
    try:
        async with nodes(mortal.empty_place(), tmp_path) as (one, two):
            code, (ada, bob) = await game_apart(one, two)
            number = await ada.do("act", action={"do": "play_assistant", "value": 4})
            await asyncio.to_thread(mortal.kill)
            assert await bob.refused("act", action={"do": "play_assistant", "value": 5}, id="mine") == "read_only"
            await asyncio.to_thread(mortal.start)
            await bob.do("act", action={"do": "play_assistant", "value": 5}, id="mine")
            await ada.sees(lambda view: view["number"] > number)
            await play([ada, bob], chooser(6), over)
            await agree(code, one, two)
    finally:
        await asyncio.to_thread(mortal.remove)


@asynchronous
async def test_a_table_that_sleeps_elsewhere_stays_asleep(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path, count=3) as (one, two, three):
        code, (ada, _) = await game_apart(one, two)
        await ada.do("act", action={"do": "play_assistant", "value": 4})
        assert code not in three.server.tables.awake
        watcher = await three.call(code)
        assert watcher.view["turn"] == 1
        assert watcher.view["seats"][0]["connected"]


@asynchronous
async def test_a_table_is_listed_everywhere_with_who_is_there(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code = await one.open_table(players=2)
        await one.seated(code, "Ada")
        _, listed = await two.get("/api/tables")
        assert [(table["code"], table["seats"][0]["connected"]) for table in listed["tables"]] == [(code, True)]


@pytest.mark.parametrize("name", DIALECTS)
@asynchronous
async def test_who_speaks_another_dialect_finds_a_table_that_was_opened_elsewhere(
    postgres: Postgres, tmp_path: Path, name: str
) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        here, there = (server.server.ports[name].matchmaking for server in (one, two))
        actor = await one.server.tables.open(Options(here.dialect.game, 2), origin=here.origin())
        assert (await there.table_that_waits()).code == actor.code
        assert [listing.code for listing in await there.listed()] == [actor.code]


@asynchronous
async def test_what_was_forgotten_by_one_server_is_gone_everywhere(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path, forget_after_days=1) as (one, two):
        await steady_clock(one)
        await steady_clock(two)
        code, (ada, bob) = await game_apart(one, two)
        await ada.do("resign")
        await bob.sees(over)
        one.clock.move(3 * 86_400)
        await one.server.tidy()
        assert (await bob.goodbye())["code"] == "ended"
        assert code not in two.server.tables.awake


@asynchronous
async def test_a_rematch_is_opened_by_a_server_that_has_not_heard_yet_that_the_game_is_over(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        monkeypatch.setattr(two.server.tables, "wrote", lambda code, number: None)
        await ada.do("resign")
        await bob.do("rematch")
        again = (await ada.sees(lambda view: view["rematch"] is not None))["rematch"]
        assert two.actor(code).table.rematch == again


@asynchronous
async def test_a_line_that_is_sent_to_two_servers_is_said_once(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        tablet = await two.call(code, "Ada")
        for number in range(3):
            await asyncio.gather(*(device.do("say", text="Hello", id=f"line {number}") for device in (ada, tablet)))
        await ada.do("say", text="Is anybody there?")
        while "Is anybody there?" not in (
            heard := [line["text"] for told in bob.heard("lines") for line in told["lines"]]
        ):
            await bob.next("lines")
        assert heard == ["Hello"] * 3 + ["Is anybody there?"]
        await tablet.do("say", text="Hello", id="line 0")
        assert len(await one.shared.chat(code)) == len(heard)


@asynchronous
async def test_a_code_that_was_asked_for_at_one_server_is_typed_at_another(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, _) = await game_apart(one, two)
        moving = await ada.ask("move")
        phone, late = await two.call(code), await two.call(code)
        await phone.do("claim", code=moving["code"], key="a new key of Ada")
        assert phone.view["you"] == 0
        assert (await ada.goodbye())["code"] == "moved"
        assert await late.refused("claim", code=moving["code"], key="a newer key") == "wrong_code"


@asynchronous
async def test_an_address_that_is_refused_at_one_server_has_to_leave_the_others(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with nodes(postgres.empty_place(), tmp_path, proxies=["127.0.0.1"]) as (one, two):
        code = await one.open_table()
        there = await two.connect(code, headers={"X-Forwarded-For": "198.51.100.7"})
        await two.greet(there)
        body = {"refused": ["198.51.100.0/24"]}
        assert (await one.request("PUT", "/api/operator/addresses", json=body, headers=OPERATOR))[0] == 200
        await two.server.tidy()
        assert (await there.goodbye())["code"] == "refused_address"
