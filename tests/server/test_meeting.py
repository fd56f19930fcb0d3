"""People of one dialect who come to different servers in the same moment to play with anybody meet at one table."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ludoteca.house import commands
from ludoteca.house.options import Options
from ludoteca.house.table import Phase
from ludoteca.server.table.actor import TableActor
from tests.postgres import Postgres, cut

from .nodes import Node, nodes
from .running import asynchronous
from .test_nodes import agree

ROUNDS = 12
HELLO = {
    "psp24": b'{"type": "nickname", "nickname": "%s"}\n{"type": "joinLobby"}\n',
    "am28": b"%s\n",
    "psp38": b'{"type": "GameModeResponse", "gameMode": "MULTIPLAYER"}\n'
    b'{"type": "NicknameResponse", "nickname": "%s"}\n',
}
LINES_UNTIL_SEATED = {"psp24": 2, "am28": 1, "psp38": 3}


class Newcomer:
    """Somebody who says his name and sits down wherever there is a seat."""

    def __init__(self, dialect: str, name: str, node: Node) -> None:
        self.dialect = dialect
        self.name = name
        self.node = node

    async def arrive(self) -> None:
        port = self.node.server.ports[self.dialect].number
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)

    async def come_in(self) -> str:
        """The code of the table at which he is then."""
        self.writer.write(HELLO[self.dialect] % self.name.encode())
        seated = self.node.server.ports[self.dialect].matchmaking.seated
        while self.name not in seated:
            await asyncio.sleep(0)
        (sitting,) = seated[self.name]
        assert sitting.actor is not None
        return sitting.actor.code

    async def accepted(self) -> str:
        """How it went in psp24: what he is asked at the table, or that his name is refused."""
        self.writer.write(HELLO[self.dialect] % self.name.encode())
        async for line in self.reader:
            kind: str = json.loads(line)["type"]
            if kind in ("askNumPlayer", "nack"):
                return kind
        raise EOFError

    async def answered(self) -> None:
        """It was decided whether he has a seat."""
        self.writer.write(HELLO[self.dialect] % self.name.encode())
        for _ in range(LINES_UNTIL_SEATED[self.dialect]):
            assert await self.reader.readline()

    async def go(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


def waiting(node: Node) -> list[TableActor]:
    return [actor for actor in node.server.tables.awake.values() if actor.table.phase is Phase.OPEN]


@pytest.mark.parametrize("dialect", HELLO)
@asynchronous
async def test_those_who_come_at_once_to_two_servers_meet(postgres: Postgres, tmp_path: Path, dialect: str) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as servers:
        for number in range(ROUNDS):
            people = [Newcomer(dialect, f"P{number}x{place}", servers[place % 2]) for place in range(4)]
            async with AsyncExitStack() as leaving:
                for person in people:
                    await person.arrive()
                    leaving.push_async_callback(person.go)
                codes = await asyncio.gather(*(person.come_in() for person in people))
                assert len(set(codes)) == 1, codes
                actor = servers[0].actor(codes[0])
                await actor.refreshed()
                assert {seat.name for seat in actor.table.seats} == {person.name for person in people}
                await actor.submit(commands.Close(None, "so that the next ones find none"))


@asynchronous
async def test_of_two_strangers_who_say_one_name_at_two_servers_one_is_refused(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as servers:
        for number in range(ROUNDS):
            strangers = [Newcomer("psp24", f"P{number}", server) for server in servers]
            async with AsyncExitStack() as leaving:
                for person in strangers:
                    await person.arrive()
                    leaving.push_async_callback(person.go)
                answers = await asyncio.gather(*(person.accepted() for person in strangers))
                assert sorted(answers) == ["askNumPlayer", "nack"]
                third = Newcomer("psp24", f"P{number}", servers[answers.index("nack")])
                await third.arrive()
                leaving.push_async_callback(third.go)
                assert await third.accepted() == "nack"  # he is there, at the other server


@pytest.mark.parametrize("dialect", HELLO)
@asynchronous
async def test_who_comes_with_his_secret_to_two_servers_has_his_seat_at_one_of_them(
    postgres: Postgres, tmp_path: Path, dialect: str
) -> None:
    async with nodes(postgres.empty_place(), tmp_path) as servers:
        receptions = [server.server.ports[dialect].matchmaking for server in servers]
        for number in range(ROUNDS // 2):
            async with AsyncExitStack() as leaving:
                devices = [Newcomer(dialect, f"P{number}#a secret", servers[place % 2]) for place in range(4)]
                for device in devices:
                    await device.arrive()
                    leaving.push_async_callback(device.go)
                await asyncio.gather(*(device.answered() for device in devices))
                (code,) = {actor.code for server in servers for actor in waiting(server)}
                await agree(code, *servers)
                sitting = [
                    session for matchmaking in receptions for session in matchmaking.seated.get(f"P{number}", ())
                ]
                assert len(sitting) == 1
                actor = servers[0].actor(code)
                assert [seat.name for seat in actor.table.seats if seat.connected] == [f"P{number}"]
                await actor.submit(commands.Close(None, "so that the next one finds none"))
                await agree(code, *servers)


@asynchronous
async def test_so_it_is_when_one_server_has_not_heard_yet_that_the_other_wrote(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both decide the same on top of the same entry, at the same time to the millisecond."""
    async with nodes(postgres.empty_place(), tmp_path) as (one, two), AsyncExitStack() as leaving:
        founder = Newcomer("psp24", "Ada", two)
        await founder.arrive()
        leaving.push_async_callback(founder.go)
        code = await founder.come_in()
        await one.server.tables.find(code)
        monkeypatch.setattr(one.server.tables, "wrote", lambda code, number: None)
        for name, node in (("Bob", two), ("Bob", one)):
            person = Newcomer("psp24", name, node)
            await person.arrive()
            leaving.push_async_callback(person.go)
            if node is two:
                assert await person.come_in() == code
            else:
                assert await person.accepted() == "nack"


@asynchronous
async def test_a_lost_connection_keeps_nobody_out(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.empty_place()
    async with nodes(address, tmp_path) as (one, two):
        codes = []
        for number, node in enumerate((one, two, one)):
            person = Newcomer("am28", f"P{number}", node)
            await person.arrive()
            codes.append(await person.come_in())
            await node.actor(codes[-1]).submit(commands.Close(None, "so that the next one finds none"))
            await cut(address, node.shared._turns._link.pid)
            await person.go()
        assert len(set(codes)) == 3


@asynchronous
async def test_a_table_that_is_found_while_it_is_opened_is_the_one_that_is_opened(
    postgres: Postgres, tmp_path: Path
) -> None:
    """It is in the store a moment before the server that opens it has heard so."""
    async with nodes(postgres.empty_place(), tmp_path, count=1) as (one,):
        tables = one.server.tables
        for _ in range(20):
            opening = asyncio.create_task(tables.open(Options("eriantys", 2)))
            while not opening.done():
                await tables.wake_waiting()
            assert tables.awake[opening.result().code] is opening.result()
