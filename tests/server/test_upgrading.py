"""A house of the previous version, with tables open and turns half done, is opened by this one: every table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludoteca.rules.catalogue import GAMES
from ludoteca.server.table.actor import SNAPSHOT_EVERY
from ludoteca.store import files
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.migrations import Kind, steps
from ludoteca.store.pg import schema
from tests.postgres import Postgres, execute

from .houses import Caller, House, Json, in_action, key_of, opened_house, over, play
from .nodes import Node, Tempo, node
from .running import Clock, asynchronous
from .test_nodes import chooser

PREVIOUS = 2  # the number of the schema of the previous version
KEPT = ("tables", "entries", "snapshots", "chat", "notes")  # what that had


@dataclass(frozen=True)
class Left:
    """A table as its people have seen it before."""

    code: str
    views: list[Json]


async def furnish(house: House) -> list[Left]:
    """Games in the middle of a turn, and a table that waits for players."""
    found = []
    code, people = await in_action(house, settings={"expert": True})
    await people[0].do("act", action=people[0].view["legal"][0])  # one of three students
    await people[1].do("say", text="Take your time.")
    found.append(Left(code, [await settled(caller) for caller in people]))
    for number, name in enumerate(("masters", "eriantys")):
        code, people = await house.game(name, people=3)
        while not await played_on(people, number):  # chance may end a game before
            code, people = await house.game(name, people=3)
        found.append(Left(code, [await settled(caller) for caller in people]))
    code = await house.open_table(players=2)
    found.append(Left(code, [(await house.seated(code, "Ada"))[0].view]))
    return found


async def played_on(people: list[Caller], number: int) -> bool:
    """Beyond a snapshot, and not to the end."""
    await play(people, chooser(number), lambda view: bool(view["number"] > SNAPSHOT_EVERY + 10) or over(view))
    return not over(people[0].view)


async def settled(caller: Caller) -> Json:
    """What he sees once everything was told."""
    await caller.do("say", text="That is all for now.")
    return caller.view


async def goes_on(house: House, tables: Iterable[Left]) -> None:
    """Everybody finds what he has left, and the games can be played to their ends."""
    for left in tables:
        people = []
        for name in ("Ada", "Bob", "Cyd")[: len(left.views)]:
            caller = await house.connect(left.code)
            await caller.send("hello", key=key_of(name), seen=left.views[0]["number"])
            welcome = await caller.next("welcome")
            assert welcome["missed"] is not None
            await caller.sees(lambda view: view["seats"][view["you"]]["connected"])
            people.append(caller)
        for caller, before in zip(people, left.views, strict=True):
            view = await caller.sees(lambda view: all(map(is_there, view["seats"])))
            assert view["game"] == before["game"]
            assert view["legal"] == before["legal"]
            assert view["back_to"] == before["back_to"]
        if len(people) == 1:
            session = await house.call(left.code)
            await session.do("sit", name="Bob", key=key_of("Bob"), nonce="nonce of Bob")
            await people[0].do("start")
            people.append(session)
        await play(people, chooser(7), over)


def is_there(seat: Json) -> bool:
    return bool(seat["connected"])


def raise_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES.values():
        monkeypatch.setattr(game, "rules_version", str(int(game.rules_version) + 1))


# ---------------------------------------------------------------- in a folder


@pytest.mark.parametrize("newer_rules", [False, True])
@asynchronous
async def test_a_folder_of_the_previous_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, newer_rules: bool
) -> None:
    clock = Clock()
    with monkeypatch.context() as before:
        before.setattr(files, "steps", lambda: steps()[:PREVIOUS])
        async with opened_house(tmp_path, clock=clock) as house:
            tables = await furnish(house)
    if newer_rules:
        raise_rules(monkeypatch)
    async with opened_house(tmp_path, clock=clock) as house:
        await goes_on(house, tables)
        for left in tables:
            assert await first_broken_link(house.store, left.code) is None


# ---------------------------------------------------------------- in PostgreSQL


async def previous_place(postgres: Postgres, address: str) -> str:
    """The same house as the previous version would have kept it: it knew nothing of leases."""
    old = postgres.empty_place()
    source, target = (place.rpartition("search_path=")[2] for place in (address, old))
    await execute(old, "CREATE TABLE schema_version (version BIGINT NOT NULL)")
    await execute(old, f"INSERT INTO schema_version VALUES ({PREVIOUS})")
    for step in steps(Kind.POSTGRES)[:PREVIOUS]:
        for statement in filter(str.strip, step.split(";\n")):
            await execute(old, statement)
    for table in KEPT:
        await execute(old, f"INSERT INTO {target}.{table} SELECT * FROM {source}.{table}")
    return old


@asynccontextmanager
async def two_nodes(address: str, folder: Path, clock: Clock) -> AsyncIterator[list[Node]]:
    tempo = Tempo()
    async with AsyncExitStack() as stack:
        opened = [
            await stack.enter_async_context(node(address, folder / name, clock, lease=tempo.lease))
            for name in ("new", "newer")
        ]
        await tempo.beat(*opened)
        yield opened


@pytest.mark.parametrize("stopped", [True, False], ids=["stopped", "killed"])
@asynchronous
async def test_a_database_of_the_previous_version(postgres: Postgres, tmp_path: Path, stopped: bool) -> None:
    clock, address = Clock(), postgres.empty_place()
    async with node(address, tmp_path / "old", clock) as house:
        tables = await furnish(house)
        if not stopped:
            old = await previous_place(postgres, address)
    if stopped:
        old = await previous_place(postgres, address)
    async with two_nodes(old, tmp_path, clock) as (one, two):
        await goes_on(two, tables[:2])
        await goes_on(one, tables[2:])
        for left in tables:
            assert await first_broken_link(one.shared, left.code) is None
    assert await execute(old, "SELECT version FROM schema_version") == [(len(steps(Kind.POSTGRES)),)]


@asynchronous
async def test_a_database_of_the_previous_version_under_newer_rules(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, address = Clock(), postgres.empty_place()
    async with node(address, tmp_path / "old", clock) as house:
        tables = await furnish(house)
    old = await previous_place(postgres, address)
    raise_rules(monkeypatch)
    async with two_nodes(old, tmp_path, clock) as (one, two):
        await goes_on(two, tables[:2])
        await goes_on(one, tables[2:])
    assert dict(await execute(old, "SELECT game, version FROM rules_played")) == {
        name: int(game.rules_version) for name, game in GAMES.items()
    }


@asynchronous
async def test_servers_that_run_go_on_while_a_newer_version_joins(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step of the schema adds something: the older server plays on, beside the newer one, at the same table."""
    clock, address = Clock(), postgres.empty_place()
    present = steps(Kind.POSTGRES)
    async with node(address, tmp_path / "old", clock) as old:
        code, (ada, bob) = await old.game()
        with monkeypatch.context() as newer:
            newer.setattr(schema, "steps", lambda _: [*present, "CREATE TABLE moods (code TEXT NOT NULL)"])
            async with node(address, tmp_path / "new", clock) as new:
                newer.undo()  # the older one knows nothing of it
                for link in (old.shared._link, *old.shared._readers._idle):
                    link.drop()
                await bob.hang_up()
                bob = await new.call(code, "Bob")
                await play([ada, bob], chooser(1), over)
                await asyncio.gather(*(each.actor(code).refreshed() for each in (old, new)))
                assert old.position(code) == new.position(code)
