"""Servers come and go: whose lease has expired is gone, and with it its people, once and in the log of every table."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import msgspec
import pytest
import structlog

from ludoteca.dialects.contract import CLOSING
from ludoteca.house import entries
from ludoteca.house.entries import Happening
from ludoteca.server import server as running
from ludoteca.server.cluster import lease
from ludoteca.server.cluster.lease import Lease
from ludoteca.server.table import actor as actors
from ludoteca.store.contract import Problem, StoreBroken, TakenOver
from ludoteca.store.pg.nodes import PostgresNodes
from tests.commands.open_house import opened
from tests.postgres import Postgres, cut, execute

from . import node_process
from .houses import OPERATOR, PATIENCE, Caller, Json, key_of, opened_house, over, play
from .nodes import DAY, Node, Tempo, node, nodes
from .running import Clock, asynchronous
from .test_nodes import agree, chooser, game_apart, kinds, seated_apart

LONG_AGO = "UPDATE nodes SET beat = to_timestamp(0) WHERE node = $1"
WHERE = "SELECT nodes.name, presence.code, presence.name FROM presence JOIN nodes USING (node) ORDER BY 1, 2, 3"
RULES = {"eriantys": 1, "masters": 1}
NEWER = {"eriantys": 2, "masters": 1}


async def silence(address: str, *gone: Node) -> None:
    """As if these had said nothing for a long time."""
    for each in gone:
        await execute(address, LONG_AGO, each.membership.identity)


async def happened(node: Node, code: str, after: int = 0) -> list[Happening]:
    return [entries.decode(row.body).what for row in await node.shared.entries(code, after)]


async def is_at(address: str, code: str) -> dict[str, list[str]]:
    """The people of a table by the servers that answer for them, as everybody knows it."""
    found: dict[str, list[str]] = {}
    for server, table, name in await execute(address, WHERE):
        if table == code:
            found.setdefault(server, []).append(name)
    return found


async def written(*servers: Node) -> None:
    """Wait until the others know for whom each of them answers."""
    for server in servers:
        await asyncio.gather(*server.membership._writing)


async def seated_at(session: aiohttp.ClientSession, url: str, code: str, name: str) -> Caller:
    """Somebody who sits down at a table through the server at that address."""
    caller = Caller(await session.ws_connect(f"{url}/api/tables/{code}/socket"))
    await caller.send("hello")
    await caller.next("welcome")
    await caller.do("sit", name=name, key=key_of(name), nonce=f"nonce of {name}")
    return caller


def settings_of(address: str) -> list[str]:
    off = [word for name in ("group31", "psp24", "am24", "am28", "psp38") for word in (f"--dialect-{name}", "off")]
    return ["--store", address, "--limit-rate", "1000000", "--limit-burst", "1000000", *off]


# ---------------------------------------------------------------- who is where


@asynchronous
async def test_every_server_knows_who_is_at_which(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        code, (_, bob) = await game_apart(one, two)
        await written(one, two)
        assert await is_at(address, code) == {one.server.name: ["Ada"], two.server.name: ["Bob"]}
        await bob.hang_up()
        while two.actor(code).table.seats[1].connected or two.actor(code).presence.noting is not None:
            await asyncio.sleep(0)
        await written(two)
        assert await is_at(address, code) == {one.server.name: ["Ada"]}


@asynchronous
async def test_whose_other_device_is_at_another_server_has_not_left(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        code, (ada, _) = await game_apart(one, two)
        tablet = await two.call(code, "Ada")
        await tablet.do("say", text="Now from here.")
        await ada.hang_up()
        while one.actor(code).presence.noting is not None or "Ada" in one.actor(code).presence._came:
            await asyncio.sleep(0)
        await agree(code, one, two)
        assert "Departed" not in await kinds(one, code)
        await written(one, two)
        assert await is_at(address, code) == {two.server.name: ["Ada", "Bob"]}
        await tablet.hang_up()
        while one.actor(code).table.seats[0].connected:
            await asyncio.sleep(0)


@asynchronous
async def test_whoever_leaves_two_servers_in_one_moment_has_left(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        for _ in range(5):
            tablet = await two.call(code, "Ada")
            await asyncio.gather(ada.drop(), tablet.drop())
            await bob.sees(lambda view: not view["seats"][0]["connected"])
            ada = await one.call(code, "Ada")
            await bob.sees(lambda view: view["seats"][0]["connected"])
        await agree(code, one, two)


@asynchronous
async def test_who_is_back_before_it_was_written_that_he_left_is_known_to_be_there(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        asked, answer = asyncio.Event(), asyncio.Event()
        ask = one.membership.elsewhere

        async def slowly(code: str, name: str) -> bool:
            found = await ask(code, name)
            asked.set()
            await answer.wait()
            return found

        monkeypatch.setattr(one.membership, "elsewhere", slowly)
        await ada.drop()
        await asked.wait()
        ada = await one.call(code, "Ada")
        answer.set()
        await ada.do("act", action={"do": "play_assistant", "value": 4})
        await bob.sees(lambda view: view["turn"] == 1)
        await written(one)
        assert await execute(address, "SELECT name, leaving FROM presence ORDER BY name") == [
            ("Ada", False),
            ("Bob", False),
        ]
        assert "Departed" not in await kinds(one, code)


@asynchronous
async def test_a_seat_that_was_refused_is_answered_for_by_nobody(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        code = await one.open_table(players=2)
        ada, bob = await one.call(code, "Ada"), await two.call(code)
        await ada.sees(lambda view: view["seats"][0]["connected"])
        assert await bob.refused("sit", name="Ada", key=key_of("Bob")) == "name_taken"
        await written(one, two)
        assert await is_at(address, code) == {one.server.name: ["Ada"]}


# ---------------------------------------------------------------- a server is gone


@asynchronous
async def test_the_people_of_a_server_that_was_killed_are_away_once(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with AsyncExitStack() as stack:
        process, url = stack.enter_context(node_process.running(tmp_path / "killed", address))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        clock = Clock(time.time_ns() // 1_000_000)  # that of the process is the usual one
        one, two = [
            await stack.enter_async_context(node(address, tmp_path / name, clock, lease=tempo.lease))
            for name in ("one", "two")
        ]
        code = await one.open_table(players=2, first=0, clock={"per": "game", "seconds": 3600})
        ada = await one.call(code, "Ada")
        await ada.sees(lambda view: view["seats"][0]["connected"])
        bob = await seated_at(session, url, code, "Bob")
        await ada.do("start")
        await ada.do("act", action={"do": "play_assistant", "value": 4})
        await bob.sees(lambda view: bool(view["legal"]))
        before = one.actor(code).table.number
        process.kill()
        process.wait()
        await tempo.beat(one, two)
        assert one.actor(code).table.seats[1].connected  # its lease is good
        await execute(address, "UPDATE nodes SET beat = to_timestamp(0) WHERE address = $1", url)
        await tempo.beat(one, two)
        await ada.sees(lambda view: not view["seats"][1]["connected"])
        assert await happened(one, code, before) == [entries.Departed(1)]
        assert ada.view["alone_since"] is not None  # what follows is as with one server
        assert {each.figures.address for each in await one.shared.servers()} == {one.server.url, two.server.url}
        one.wait(3600)
        await ada.sees(over)
        assert isinstance((await happened(one, code))[-1], entries.Ended)


@asynchronous
async def test_a_stand_in_plays_for_whoever_left_with_a_server(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, count=3, lease=tempo.lease) as (one, two, three):
        code = await one.open_table(players=3, first=0)
        ada = await one.call(code, "Ada")
        bob, cyd = await seated_apart(code, (two, "Bob"), (three, "Cyd"))
        await ada.sees(lambda view: view["seats"][0]["connected"])
        await ada.do("start")
        await cyd.sees(lambda view: view["phase"] == "playing")
        await ada.do("act", action={"do": "play_assistant", "value": 4})
        await bob.sees(lambda view: bool(view["legal"]))
        await die(three, two)
        await silence(address, three)
        await tempo.beat(one)
        await ada.sees(lambda view: not view["seats"][2]["connected"])
        await bob.do("act", action={"do": "play_assistant", "value": 5})
        one.wait(3600)
        await ada.sees(lambda view: view["seats"][2]["stand_in"] == "absent")
        await agree(code, one, two)


async def die(gone: Node, *others: Node) -> None:
    """It does nothing more, and nobody is told: as if its machine were gone."""
    gone.server.thinking._closed = True
    for actor in gone.server.tables.awake.values():
        actor.stop()
    for caller in gone.callers:
        await caller.drop()
    gone.server.tables.awake.clear()


@asynchronous
async def test_who_came_back_to_another_server_has_not_left(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, count=3, lease=tempo.lease) as (one, two, three):
        code, (ada, _) = await game_apart(one, three)
        await die(three)
        bob = await two.call(code, "Bob")
        await silence(address, three)
        await tempo.beat(one, two)
        await written(one, two)
        assert "Departed" not in await kinds(one, code)
        assert await is_at(address, code) == {one.server.name: ["Ada"], two.server.name: ["Bob"]}
        await play([ada, bob], chooser(1), over)
        await agree(code, one, two)


@asynchronous
async def test_who_takes_over_and_dies_leaves_it_to_the_next(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, count=3, lease=tempo.lease) as (one, two, three):
        code, (ada, _) = await game_apart(one, three)
        await written(one, three)
        await die(three)
        await silence(address, three)
        taken = await two.shared.nodes.take_over(two.membership.identity, DAY)
        assert taken == TakenOver([three.server.name], {code: ["Bob"]})
        await tempo.beat(one)
        assert ada.view["seats"][1]["connected"]  # the second server answers for him
        await silence(address, two)
        await tempo.beat(one)
        await ada.sees(lambda view: not view["seats"][1]["connected"])


@asynchronous
async def test_of_several_who_see_it_one_takes_over(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, count=3) as (one, two, three):
        codes = [(await game_apart(one, three))[0] for _ in range(3)]
        await written(one, three)
        await die(three)
        await silence(address, three)
        found = await asyncio.gather(
            *(each.shared.nodes.take_over(each.membership.identity, DAY) for each in (one, two, one, two))
        )
        assert sorted(code for taken in found for code in taken.people) == sorted(codes)
        assert [taken.servers for taken in found if taken.people] == [[three.server.name]]


@asynchronous
async def test_who_takes_over_says_so_in_the_log(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, count=3, lease=tempo.lease) as (one, two, three):
        for _ in range(2):
            await game_apart(one, three)
        await written(one, three)
        await die(three)
        await silence(address, three)
        await tempo.beat(one, two)
        (line,) = [line for line in one.logged if line["event"].startswith("this server sees off")]
        assert (line["servers"], line["people"], line["tables"]) == ([three.server.name], 2, 2)


@asynchronous
async def test_when_all_servers_were_killed_the_next_one_finds_nobody_there(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    clock = Clock()
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(node(address, tmp_path / "one", clock, lease=tempo.lease))
        code, _ = await one.game(clock={"per": "game", "seconds": 100})
        lobby = await one.open_table(players=3)
        await one.seated(lobby, "Ada")
        await written(one)
        await die(one)
        await silence(address, one)
        clock.move(3600)
        two = await stack.enter_async_context(node(address, tmp_path / "two", clock, lease=tempo.lease))
        ada = await two.call(code, "Ada")
        await two.actor(code).settle()
        assert ada.view["clock"]["left"][0] > 0  # nobody's time has run out before it was known who is there
        await tempo.beat(two)
        await ada.sees(lambda view: not view["seats"][1]["connected"])
        assert [type(what).__name__ for what in await happened(two, code)][-2:] == ["Arrived", "Departed"]
        assert [type(what).__name__ for what in await happened(two, lobby)][-1] == "Interrupted"
        clock.move(3600)
        two.actor(lobby).look()
        while two.actor(lobby).table.seats:  # given up as with one server
            await asyncio.sleep(0)


@asynchronous
async def test_whoever_was_there_when_nobody_kept_leases_is_not_any_more(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, lease=tempo.lease) as (one, two):
        code, _ = await one.game(clock={"per": "game", "seconds": 100})
        await written(one)
        await die(one)
        await execute(address, "DELETE FROM presence")
        await tempo.beat(two)
        one.clock.move(3600)
        watcher = await two.call(code)
        assert watcher.view["clock"]["left"] == [100_000, 100_000]
        assert (await kinds(two, code))[-1] == "Interrupted"


@asynchronous
async def test_a_server_that_was_cut_off_itself_takes_nobody_for_dead(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, lease=tempo.lease) as (one, two):
        code, (ada, _) = await game_apart(one, two)
        await tempo.beat(one, two)
        tempo.now += 2 * DAY  # nobody could say anything for so long
        await silence(address, one, two)
        await one.membership.beat()
        await one.membership.settle()
        await two.membership.beat()
        await tempo.beat(one, two)
        assert "Departed" not in await kinds(one, code)
        assert ada.view["seats"][1]["connected"]


@asynchronous
async def test_who_is_taken_for_dead_and_is_not_joins_again(postgres: Postgres, tmp_path: Path) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, lease=tempo.lease) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        await written(one, two)
        before = two.membership.identity
        await silence(address, two)
        number = one.actor(code).table.number
        await tempo.beat(one)
        await ada.sees(lambda view: view["number"] == number + 2)
        assert await happened(one, code, number) == [entries.Departed(1), entries.Arrived(1)]
        await two.membership.beat()
        assert two.membership.identity != before
        await written(two)
        assert await is_at(address, code) == {one.server.name: ["Ada"], two.server.name: ["Bob"]}
        await tempo.beat(one, two)
        await play([ada, bob], chooser(1), over)
        await agree(code, one, two)


@asynchronous
async def test_what_could_not_be_told_to_the_others_is_told_again(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actors, "STORE_PATIENCE", 0.05)
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, lease=tempo.lease) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        await written(one, two)
        refusing = StoreBroken(Problem.UNREACHABLE, "PostgreSQL does not answer.")

        def refuse(*_: object) -> asyncio.Future[None]:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            future.set_exception(refusing)
            return future

        with monkeypatch.context() as patched:
            patched.setattr(PostgresNodes, "answer_for", refuse)
            tablet = await two.call(code, "Ada")
            await tablet.do("say", text="Here I am.")
            await ada.hang_up()
        await tempo.beat(two)
        await tempo.beat(one, two)
        await written(one, two)
        assert await is_at(address, code) == {two.server.name: ["Ada", "Bob"]}
        await bob.hang_up()
        await tablet.sees(lambda view: not view["seats"][1]["connected"])


@asynchronous
async def test_nobody_is_written_down_as_being_there_whom_nobody_would_see_off(
    postgres: Postgres, tmp_path: Path
) -> None:
    """A server that was taken for dead, and is not, may die before it knows that."""
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, count=3, lease=tempo.lease) as (one, two, three):
        code, (_, bob) = await game_apart(one, two)
        before = one.membership.identity
        await silence(address, one)
        await tempo.beat(two, three)
        await bob.happens("departed")
        await bob.happens("arrived")
        assert (await is_at(address, code))[one.server.name] == ["Ada"]
        assert one.membership.identity != before

        other = await one.open_table(players=3)
        session = await one.call(other)
        await silence(address, one)
        await tempo.beat(two, three)
        await session.do("sit", name="Cyd", key=key_of("Cyd"))
        assert (await is_at(address, other))[one.server.name] == ["Cyd"]


@asynchronous
async def test_who_came_to_a_second_server_and_is_gone_at_once_has_not_left_the_first(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, _ = await game_apart(one, two)
        coming, gone = asyncio.Event(), asyncio.Event()

        async def slowly(code: str, name: str) -> None:
            coming.set()
            await gone.wait()

        monkeypatch.setattr(two.membership, "known", slowly)
        tablet = await two.connect(code)
        await tablet.send("hello", key=key_of("Ada"))
        await coming.wait()
        await tablet.hang_up()
        while "Ada" in two.actor(code).presence.here:
            await asyncio.sleep(0)
        gone.set()
        while two.actor(code).presence.noting is not None or "Ada" in two.actor(code).presence._came:
            await asyncio.sleep(0)
        await agree(code, one, two)
        assert "Departed" not in await kinds(one, code)


@asynchronous
async def test_leases_are_kept_by_themselves(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path, lease=Lease(beat=0.01, expiry=DAY)) as (one, two):
        for each in (one, two):
            while each.membership.echoes.seconds == 0:  # a beat has come round
                await asyncio.sleep(0.01)
        await cut(address, one.shared.nodes.link.pid)
        number = one.membership._number
        while one.membership._number < number + 3:
            await asyncio.sleep(0.01)
        assert {each.figures.name for each in await one.shared.servers()} == {one.server.name, two.server.name}
        assert await one.figure("ludoteca_lease_age_seconds") < DAY
        assert await one.figure("ludoteca_note_seconds_count") > 0


@asynchronous
async def test_a_server_whose_clock_is_wrong_says_so(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "MOST_AHEAD", 1e5)  # the machine may be slow
    async with nodes(postgres.empty_place(), tmp_path, count=1) as (one,):
        for ahead, warnings in ((0.0, 0), (1e6, 1), (1e6, 0), (0.0, 0), (-1e6, 1)):
            one.logged.clear()
            one.clock.now = round((time.time() + ahead) * 1000)
            await one.membership.beat()
            said = [line for line in one.logged if line["event"].startswith("the clock of this machine is wrong")]
            assert len(said) == warnings
            if ahead:
                assert abs(await one.figure("ludoteca_clock_ahead_seconds") - ahead) < 1e5


@asynchronous
async def test_who_leaves_is_no_longer_listed(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        await game_apart(one, two)
    assert await execute(address, "SELECT count(*) FROM nodes") == [(0,)]
    assert await execute(address, "SELECT count(*) FROM presence") == [(0,)]


@asynchronous
async def test_of_whom_a_server_could_not_write_that_they_left_the_others_do(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, tempo = postgres.empty_place(), Tempo()
    async with nodes(address, tmp_path, count=1, lease=tempo.lease) as (one,):
        async with node(address, tmp_path / "two", one.clock, lease=tempo.lease) as two:
            _, (ada, _) = await game_apart(one, two)

            async def refuse(*_: object) -> bool:
                raise StoreBroken(Problem.UNREACHABLE, "PostgreSQL does not answer.")

            monkeypatch.setattr(two.membership, "elsewhere", refuse)
            two.callers.clear()  # he stays until the end
        assert ada.view["seats"][1]["connected"]
        await tempo.beat(one)
        await ada.sees(lambda view: not view["seats"][1]["connected"])


# ---------------------------------------------------------------- draining


@asynchronous
async def test_a_server_hands_its_people_over(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "HAND_OVER", 0.01)
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        number = await ada.do("act", action={"do": "play_assistant", "value": 4})
        assert (await two.get("/healthz"))[0] == 200
        assert await two.post("/api/operator/drain", {"away": True}, headers=OPERATOR) == (200, {"status": "draining"})
        goodbye = await bob.goodbye()
        assert (goodbye["code"], goodbye["again"]) == ("restart", 1.0)
        assert bob.socket.close_code == 1012
        assert (await two.get("/healthz"))[0] == 503
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await two.connect(code)
        assert refused.value.status == 503
        again = await one.connect(code)
        await again.send("hello", key=key_of("Bob"), seen=number)
        assert (await again.next("welcome"))["missed"] is not None  # by number, whether it was written that he left
        await ada.sees(lambda view: view["seats"][1]["connected"])
        await play([ada, again], chooser(2), over)
        await two.membership.beat()
        drained = next(each for each in await one.shared.servers() if each.figures.name == two.server.name)
        assert drained.figures.draining
        assert drained.figures.people == 0
        await two.post("/api/operator/drain", {"draining": False}, headers=OPERATOR)
        assert (await two.get("/healthz"))[0] == 200
        await two.call(code)


class HttpProtocol:
    """Somebody who speaks am24 with a server, line by line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def at(cls, server: Node) -> HttpProtocol:
        return cls(*await asyncio.open_connection("127.0.0.1", server.server.ports["am24"].number))

    def say(self, **message: object) -> None:
        self.writer.write(msgspec.json.encode(message) + b"\n")

    async def until(self, kind: str) -> Json:
        """The next message of that kind; any other is read on the way."""
        async with asyncio.timeout(PATIENCE):
            while line := await self.reader.readline():
                read: Json = msgspec.json.decode(line)
                if read["type"] == "Ping":
                    self.say(type="Pong")
                if read["type"] == kind:
                    return read
        raise AssertionError("the server has hung up")

    async def gone(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.reader.read()
        self.writer.close()


@asynchronous
async def test_people_of_another_dialect_are_handed_over_in_its_way(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "HAND_OVER", 0.01)
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        eve = await HttpProtocol.at(two)
        eve.say(type="GameParams", numPlayers=2, expert=False, nickname="Eve#a secret", mage="MAGE1")
        code = (await eve.until("InformationConnection"))["code"]
        (bob,) = await seated_apart(code, (one, "Bob"))
        await eve.until("GameStart")
        await two.post("/api/operator/drain", {"away": True}, headers=OPERATOR)
        await eve.gone()
        late = await HttpProtocol.at(two)
        await late.gone()  # nobody new is let in
        again = await HttpProtocol.at(one)
        again.say(type="Join", nickname="Eve#a secret", mage="MAGE1", code=code)
        await again.until("GameStart")
        await bob.sees(lambda view: view["seats"][0]["connected"])
        again.writer.close()
        await bob.sees(lambda view: not view["seats"][0]["connected"])


TURNED_AWAY: dict[str, Json] = {
    "group31": {"type": "ImpossibleActionError"},  # which has no texts
    "psp24": {"type": "nack", "reason": {"code": "restart", "sentence": CLOSING}},
    "am24": {"type": "Error", "string": CLOSING, "code": "restart"},
    "am28": {"status": 104, "errorMessage": CLOSING},
    "psp38": {"type": "ErrorMessage", "reason": CLOSING},
}


@pytest.mark.parametrize("said", [b"", b"\xff no message\n{\n", b'{"type": "Ping"}\n'])
@asynchronous
async def test_who_comes_to_a_server_that_is_closing_is_told_so_in_his_dialect(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(running, "HAND_OVER", 0.01)
    async with nodes(postgres.empty_place(), tmp_path, count=1) as (one,):
        await one.post("/api/operator/drain", {"away": True}, headers=OPERATOR)
        for dialect, told in TURNED_AWAY.items():
            reader, writer = await asyncio.open_connection("127.0.0.1", one.server.ports[dialect].number)
            writer.write(said)
            async with asyncio.timeout(PATIENCE):
                (line,) = (await reader.read()).splitlines()
            assert msgspec.json.decode(line) == told
            writer.close()


@asynchronous
async def test_whoever_drains_lets_those_stay_who_are_there(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, people = await game_apart(one, two)
        assert await two.post("/api/operator/drain", {}, headers=OPERATOR) == (200, {"status": "draining"})
        await play(people, chooser(3), over)
        await two.call(code)
        assert (await two.get("/healthz"))[0] == 503


def test_a_server_that_is_told_to_leave_ends(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()

    async def leave() -> None:
        async with (
            aiohttp.ClientSession() as session,
            node(address, tmp_path / "one", Clock(time.time_ns() // 1_000_000), lease=Lease(expiry=DAY)) as one,
        ):
            with opened(tmp_path / "leaves", *settings_of(address), "--node", "upstairs") as house:
                code = await one.open_table(players=2)
                bob = await seated_at(session, house.url, code, "Bob")
                await one.actor(code).refreshed()
                assert "upstairs" in {each.figures.name for each in await one.shared.servers()}
                key = {"Authorization": f"Bearer {(house.folder / 'operator.key').read_text().strip()}"}
                async with session.post(f"{house.url}/api/operator/drain", json={"leave": True}, headers=key) as answer:
                    assert answer.status == 200
                assert (await bob.goodbye())["code"] == "restart"
                code_at_end, said = await asyncio.to_thread(house.ended)
                assert code_at_end == 0, said
            assert [each.figures.name for each in await one.shared.servers()] == [one.server.name]
            await one.actor(code).refreshed()
            assert not one.actor(code).table.seats[1].connected

    asyncio.run(leave())


@asynchronous
async def test_a_house_with_one_server_is_told_to_leave(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        await house.post("/api/operator/drain", {"leave": True}, headers=OPERATOR)
        await house.server.left.wait()


# ---------------------------------------------------------------- other rules


@asynchronous
async def test_who_has_older_rules_stays_away(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with node(address, tmp_path / "one", Clock(), rules=NEWER) as one:
        with pytest.raises(StoreBroken) as told:
            async with node(address, tmp_path / "two", Clock(), rules=RULES):
                pytest.fail("it opens")
        assert told.value.code is Problem.NEWER
        assert "plays eriantys by rules 2, this one knows 1" in told.value.sentence
        assert len(await one.shared.servers()) == 1


@asynchronous
async def test_who_has_newer_rules_waits_until_the_others_have_made_way(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "HAND_OVER", 0.01)
    address = postgres.empty_place()
    lease = Lease(beat=0.01, expiry=DAY)
    with structlog.testing.capture_logs():
        async with node(address, tmp_path / "old", Clock(), rules=RULES, lease=lease) as old:
            code, (ada, _) = await old.game()
            await ada.do("act", action={"do": "play_assistant", "value": 4})
            number = old.actor(code).table.number
            async with node(address, tmp_path / "new", old.clock, rules=NEWER, lease=lease) as new:
                assert (await ada.goodbye())["code"] == "restart"
                assert old.server.tables.awake == {}
                kept = await new.shared.snapshot(code)
                assert kept is not None
                assert kept.number >= number  # it goes on from here, whatever the rules made of the entries before
                assert (await old.get(f"/api/tables/{code}"))[0] == 503
                await old.post("/api/operator/drain", {"draining": False}, headers=OPERATOR)
                assert (await old.get("/healthz"))[0] == 503  # there is no way back
                status, _ = await old.post("/api/tables", {"options": {"game": "eriantys", "players": 2}})
                assert status == 503
                assert [each.figures.name for each in await new.shared.servers()] == [new.server.name]
                with pytest.raises(StoreBroken) as told:
                    await old.shared.keep_note("mood", b"stubborn")
                assert told.value.code is Problem.NEWER
                ada = await new.call(code, "Ada")
                assert ada.view["turn"] == 1


@asynchronous
async def test_who_does_not_make_way_is_cut_off(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    hasty = Lease(beat=0.01, expiry=DAY, outdated=0.05)
    with structlog.testing.capture_logs():
        async with node(address, tmp_path / "old", Clock(), rules=RULES) as old:  # it does not look for a long time
            code = await old.open_table()
            async with node(address, tmp_path / "new", Clock(), rules=NEWER, lease=hasty):
                with pytest.raises(StoreBroken) as told:
                    await old.shared.keep_note("mood", b"stubborn")
                assert told.value.code is Problem.NEWER
                assert code in old.server.tables.awake
            await old.membership.beat()
            assert old.server.tables.retiring


# ---------------------------------------------------------------- figures


@asynchronous
async def test_entries_that_came_too_late_are_counted(postgres: Postgres, tmp_path: Path) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as (one, two):
        code, (ada, bob) = await game_apart(one, two)
        listening = two.shared._listening
        assert listening is not None
        listening.is_own = lambda process: True  # it hears nothing any more
        await ada.do("act", action={"do": "play_assistant", "value": 4})
        before = await two.figure("ludoteca_conflicts_total")
        await bob.do("resign")
        assert await two.figure("ludoteca_conflicts_total") == before + 1
        await agree(code, one, two)
