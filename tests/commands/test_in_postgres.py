"""Commands for a house that is in PostgreSQL: they do there what they do in a folder, beside running servers."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.commands.store_option import VARIABLE
from ludoteca.house import replays
from ludoteca.store import addresses
from ludoteca.store.contract import Problem, StoreBroken
from ludoteca.store.postgres import PostgresRecords, PostgresStore
from tests.postgres import Postgres, execute

from .open_house import environment
from .stores import Desk, Party, finished, playing, put

DAY = 24 * 3600 * 1000
PATIENCE = 60.0  # seconds for a process that does not end
MOST_SECONDS_WAITED = 20


def furnish(address: str, *parties: Party) -> str:
    async def write() -> None:
        async with PostgresStore(address) as store:
            await put(store, parties)

    asyncio.run(write())
    return address


def codes(address: str) -> set[str]:
    async def read() -> set[str]:
        async with PostgresRecords(address) as records:
            return {row.code for row in await records.tables()}

    return asyncio.run(read())


@pytest.fixture
def address(postgres: Postgres, over: Party) -> str:
    now = int(time.time() * 1000)
    return furnish(postgres.empty_place(), over, playing("GAMXNG", opened=now - 300 * DAY))


@pytest.fixture
def served(address: str) -> Iterator[str]:
    """Meanwhile a server uses the house."""
    with asyncio.Runner() as runner:
        store = PostgresStore(address)
        runner.run(store.__aenter__())
        try:
            yield address
        finally:
            runner.run(store.close())


def test_tables_are_listed(desk: Desk, served: str) -> None:
    assert desk.run("tables", "--store", served, "--all") == 0
    assert re.findall(r"^([A-Z]{6})  ", desk.out, re.MULTILINE) == ["GAMXNG", "KDTWPQ"]


def test_the_environment_may_name_the_database(desk: Desk, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, address)
    assert desk.run("tables", "--all", "--json") == 0
    assert '"GAMXNG"' in desk.out
    assert desk.run("tables", "--data", "elsewhere") == 2  # what is said comes first
    assert desk.err.startswith("There is no store at elsewhere")


def test_one_table_is_shown(desk: Desk, served: str) -> None:
    assert desk.run("show", "kdt-wpq", "--store", served) == 0
    assert desk.out.startswith("Table KDTWPQ: ")
    assert desk.run("show", "KDTWPQ", "--store", served, "--log") == 0
    assert len(desk.out.splitlines()) > 20


@pytest.mark.parametrize("code", ["NXBXDY", "\ud800"])
def test_a_table_that_is_not_there(desk: Desk, address: str, code: str) -> None:
    assert desk.run("show", code, "--store", address) == 2
    assert "What there is: ludoteca tables --all" in desk.err


def test_a_game_goes_from_one_house_to_another(desk: Desk, served: str, postgres: Postgres, tmp_path: Path) -> None:
    replay, other = tmp_path / "game.json", postgres.empty_place()
    assert desk.run("export", "KDTWPQ", "--store", served, "-o", replay) == 0
    assert replays.read(replay.read_bytes()).finished
    assert desk.run("import", replay, "--store", other) == 0
    assert desk.out == f"Table KDTWPQ is in {addresses.shown(other)} now.\n"
    assert desk.run("import", replay, "--store", other) == 0
    assert desk.out.endswith("already, with this very game.\n")
    assert codes(other) == {"KDTWPQ"}
    assert desk.run("verify", replay) == 0


def test_a_table_that_somebody_found_meanwhile(
    desk: Desk, postgres: Postgres, over: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = tmp_path / "game.json"
    replay.write_bytes(replays.write(over.replay))
    append = PostgresStore.append

    def too_late(store: PostgresStore, row: object, previous: str, summary: object = None) -> object:
        return append(store, row, "another entry", summary)  # type: ignore[arg-type]

    monkeypatch.setattr(PostgresStore, "append", too_late)
    assert desk.run("import", replay, "--store", postgres.empty_place()) == 2
    assert desk.err == "Somebody was at table KDTWPQ while it was imported. Try once more.\n"


def test_old_games_are_forgotten_beside_servers(desk: Desk, postgres: Postgres) -> None:
    now = int(time.time() * 1000)
    address = furnish(postgres.empty_place(), finished("LDGAME", opened=now - 100 * DAY), playing("GAMXNG", opened=1))
    assert desk.run("forget", "--store", address, "--before", "90", typed="y\n") == 0
    assert desk.out.startswith(f"1 game in {addresses.shown(address)} ended before ")
    assert codes(address) == {"GAMXNG"}


def test_no_house_is_made_to_forget_something(desk: Desk, postgres: Postgres) -> None:
    address = postgres.empty_place()
    assert desk.run("forget", "--store", address, "--before", "90", "--yes") == 2
    assert desk.err == f"There is no house in {addresses.shown(address)}.\n"
    assert desk.run("tables", "--store", address) == 2
    assert desk.err == f"There is no house in {addresses.shown(address)}.\n"


def test_a_backup_is_left_to_postgres(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("backup", "--store", "postgresql://me:secret@db/house", tmp_path / "all") == 2
    assert desk.err == "postgresql://db/house is backed up with the tools of PostgreSQL: take pg_dump.\n"
    assert not list(tmp_path.iterdir())


def test_nobody_answers(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("tables", "--store", f"postgresql://me:secret@/house?host={tmp_path}") == 2
    assert "does not answer" in desk.err
    assert "secret" not in desk.err


def test_what_is_no_database(desk: Desk) -> None:
    assert desk.run("tables", "--store", "house.sqlite") == 2
    assert desk.err == "house.sqlite is no database. Name one, as postgresql://HOST/NAME, or a folder with --data.\n"
    assert "not allowed with argument" in desk.misuse("tables", "--data", "here", "--store", "postgresql://there")


def test_without_the_package(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(address: str) -> None:
        raise StoreBroken(Problem.NOT_HERE, addresses.PACKAGE_IS_MISSING)

    monkeypatch.setattr(addresses, "records_in_postgres", missing)
    assert desk.run("tables", "--store", "postgresql://db/house") == 2
    assert desk.err.endswith("pip install 'ludoteca[cluster]'\n")


def test_a_server_that_waits_for_older_ones_to_leave_stops_at_once(postgres: Postgres, tmp_path: Path) -> None:
    address = furnish(postgres.empty_place())
    old = "INSERT INTO nodes (node, name, address, version, rules, beat) VALUES ('old', 'old', '', '0', $1, 'infinity')"
    asyncio.run(execute(address, old, '{"eriantys": 0}'))
    typed = [sys.executable, "-m", "ludoteca", "serve", "--store", address, "--data", str(tmp_path), "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen([*typed, "--log", "json"], stdout=pipe, stderr=pipe, text=True, env=environment()) as server:
        assert server.stderr is not None
        waiting = server.stderr.readline()
        assert '"servers with older rules have to leave first"' in waiting
        server.send_signal(signal.SIGTERM)
        printed, logged = server.communicate(timeout=PATIENCE)
    assert (server.returncode, printed) == (0, "")
    assert '"the house was not opened"' in logged
    assert "Traceback" not in logged
    assert logged.count("have to leave first") < MOST_SECONDS_WAITED  # it says so once a second, for half a minute
    assert asyncio.run(execute(address, "SELECT node FROM nodes")) == [("old",)]
