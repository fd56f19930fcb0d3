"""`ludoteca move-house`: from a folder into PostgreSQL and back, and what is in the way."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from ludoteca import app
from ludoteca.server.settings import Settings
from ludoteca.store import transfer
from ludoteca.store.addresses import shown
from ludoteca.store.contract import StoreBroken
from ludoteca.store.postgres import PostgresStore
from ludoteca.store.sqlite import SqliteRecords, SqliteStore
from tests.postgres import Postgres
from tests.store.furnished import Contents, contents

from .stores import Desk, Party, finished, furnish, playing, serving


def kept(folder: Path) -> Contents:
    async def read() -> Contents:
        async with SqliteRecords(folder) as records:
            return await contents(records)

    return asyncio.run(read())


def test_there_and_back(desk: Desk, house: Path, tmp_path: Path, postgres: Postgres) -> None:
    furnish(house, finished("KDTWPQ"), playing("HANDSX", "masters"))
    address = postgres.empty_place()
    assert desk.run("move-house", "--from", f"sqlite:{house}", "--to", address) == 0
    count = len(kept(house).entries)
    assert desk.out == f"Moved to {shown(address)}: 2 tables, entries in their logs: {count}.\n"
    assert desk.run("move-house", "--from", address, "--to", f"sqlite:{tmp_path / 'back'}") == 0
    assert kept(tmp_path / "back") == kept(house)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("here", "sqlite:new", "here is no store. Name sqlite:DIR or postgresql://HOST/NAME."),
        ("sqlite:old", "sqlite:", "sqlite: is no store. Name sqlite:DIR or postgresql://HOST/NAME."),
        ("sqlite:old", "sqlite:old", "The old house and the new one are the same. Name two."),
        ("sqlite:old", "sqlite:new", "There is no store at old/house.sqlite."),
    ],
)
def test_what_is_in_the_way(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert desk.run("move-house", "--from", old, "--to", new) == 2
    assert desk.err == f"{sentence}\n"
    assert list(tmp_path.iterdir()) == []


def test_where_there_is_no_house_none_is_made(desk: Desk, tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.empty_place()
    for _ in range(2):
        assert desk.run("move-house", "--from", address, "--to", f"sqlite:{tmp_path}") == 2
        assert desk.err == f"There is no house in {shown(address)}.\n"


def test_not_while_servers_use_it(desk: Desk, house: Path, tmp_path: Path, postgres: Postgres) -> None:
    furnish(house, Party("WAXTXG"))
    address = postgres.empty_place()
    with serving(house):
        assert desk.run("move-house", "--from", f"sqlite:{house}", "--to", address) == 2
    assert desk.err.startswith("Another server uses")

    async def beside_a_server() -> int:
        async with PostgresStore(address):
            return await asyncio.to_thread(
                desk.run, "move-house", "--from", address, "--to", f"sqlite:{tmp_path / 'new'}"
            )

    assert asyncio.run(beside_a_server()) == 2
    assert desk.err == f"Servers use {shown(address)}. Stop all of them first.\n"


def test_what_was_damaged_before_is_told(desk: Desk, house: Path, tmp_path: Path) -> None:
    furnish(house, Party("WAXTXG"))

    async def damage() -> None:
        async with SqliteStore(house) as store:
            store._writer.connection.execute("UPDATE entries SET body = '{'")

    asyncio.run(damage())
    assert desk.run("move-house", "--from", f"sqlite:{house}", "--to", f"sqlite:{tmp_path / 'new'}") == 1
    assert desk.err == (
        "Table WAXTXG: Entry 1 cannot be read.\nWhat is damaged was damaged before: it was moved as it is.\n"
    )


def test_no_server_opens_half_a_house(house: Path) -> None:
    async def opened() -> None:
        async with SqliteStore(house) as store:
            await store.keep_note(transfer.MOVING, b"another house")
        async with app.house(Settings(house, port=0)):
            pytest.fail("it opens")

    with pytest.raises(StoreBroken, match="Let ludoteca move-house finish that first"):
        asyncio.run(opened())


def test_a_house_in_postgres_is_opened(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.empty_place()

    async def opened() -> None:
        async with (
            app.house(Settings(tmp_path / "one", store=address, port=0)) as one,
            app.house(Settings(tmp_path / "two", store=address, port=0)) as two,
        ):
            assert one.store.shared
            assert two.store.shared
            with pytest.raises(StoreBroken, match="Another server uses"):
                async with app.house(Settings(tmp_path / "two", store=address, port=0)):
                    pytest.fail("two servers have one folder")

    asyncio.run(opened())


def test_without_the_package_it_is_named(
    desk: Desk, house: Path, monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for name in [name for name in sys.modules if name.startswith(("ludoteca.store.pg", "ludoteca.store.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    assert desk.run("move-house", "--from", f"postgresql://{house}", "--to", f"sqlite:{house}") == 2
    assert desk.err.endswith("Install it: pip install 'ludoteca[cluster]'\n")
