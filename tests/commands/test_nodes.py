"""`ludoteca nodes`: the servers that share a house."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from ludoteca import __version__, app
from ludoteca.server.settings import SILENT, Settings
from ludoteca.store.addresses import shown
from ludoteca.store.contract import Decision, WorkDone
from ludoteca.store.postgres import PostgresStore
from tests.postgres import Postgres, execute

from .stores import Desk


def test_servers_are_listed_with_what_they_say_of_themselves(desk: Desk, tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.empty_place()

    async def beside_servers() -> tuple[str, str]:
        async with (
            app.house(Settings(tmp_path / "one", store=address, port=0, node="cellar", dialects=SILENT)) as one,
            app.house(Settings(tmp_path / "two", store=address, port=0, node="attic", dialects=SILENT)),
        ):
            assert await asyncio.to_thread(desk.run, "nodes", "--store", address) == 0
            listed = desk.out
            assert await asyncio.to_thread(desk.run, "nodes", "--store", address, "--json") == 0
            told = json.loads(desk.out)
            assert [line["name"] for line in told["servers"]] == ["cellar", "attic"]
            assert told["servers"][0]["address"] == one.url
            assert told["servers"][0]["rules"].keys() == {"eriantys", "masters"}
            assert (told["workers"], told["queue"]) == ([], {"waiting": 0, "claimed": 0, "oldest": 0.0})
            return listed, one.url

    listed, url = asyncio.run(beside_servers())
    heads, first, _ = listed.splitlines()
    assert heads.split() == ["server", "address", "version", "since", "last", "beat", "people", "tables", "state"]
    assert re.fullmatch(
        rf"cellar +{re.escape(url)} +{re.escape(__version__)} +\S+ \S+ +\d+\.\d s ago +0 +0 +open", first
    )


def test_there_may_be_none(desk: Desk, postgres: Postgres) -> None:
    address = postgres.empty_place()

    async def made() -> None:
        async with PostgresStore(address):
            pass

    assert desk.run("nodes", "--store", address) == 2
    assert desk.err == f"There is no house in {shown(address)}.\n"
    asyncio.run(made())
    assert desk.run("nodes", "--store", address) == 0
    assert desk.out == "No server keeps this house open.\n"


def test_a_folder_has_one_server(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("nodes", "--store", f"sqlite:{tmp_path}") == 2
    assert desk.err == f"sqlite:{tmp_path} is shared by no servers. Name a house like postgresql://HOST/NAME.\n"


def test_the_environment_may_name_the_house(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTECA_STORE", raising=False)
    assert desk.run("nodes") == 2
    assert desk.err == "Which house? Name it, as --store postgresql://HOST/NAME.\n"
    monkeypatch.setenv("LUDOTECA_STORE", f"sqlite:{tmp_path}")
    assert desk.run("nodes") == 2
    assert desk.err.startswith(f"sqlite:{tmp_path} is shared by no servers.")


def test_without_the_package_it_is_named(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for name in [name for name in sys.modules if name.startswith(("ludoteca.store.pg", "ludoteca.store.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    assert desk.run("nodes", "--store", "postgresql://db/house") == 2
    assert desk.err.endswith("Install it: pip install 'ludoteca[cluster]'\n")


def test_those_who_let_bots_think_are_listed_too(desk: Desk, postgres: Postgres) -> None:
    address = postgres.empty_place()

    async def made() -> None:
        async with PostgresStore(address) as store:
            await store.decisions.at_work("shed 12", "0.1.0", ["greedy", "random"], 4, WorkDone(9, 7, 1))
            await store.decisions.at_work("barn 7", "0.1.0", ["greedy"], 1, WorkDone())
            await store.decisions.at_work("ruin 3", "0.1.0", ["greedy"], 1, WorkDone())
            for number in (5, 8):
                await store.decisions.ask(Decision("ABCDEF", number, number, "greedy"), 0.0)
        await execute(address, "UPDATE workers SET started = now() - interval '1 day' WHERE worker = 'shed 12'")
        await execute(address, "UPDATE workers SET beat = now() - interval '10 s' WHERE worker = 'barn 7'")
        await execute(address, "UPDATE workers SET beat = now() - interval '1 hour' WHERE worker = 'ruin 3'")
        await execute(address, "UPDATE decisions SET free_at = now() - interval '1 hour'")

    asyncio.run(made())
    assert desk.run("nodes", "--store", address) == 0
    none, _, heads, first, second, _, waiting = desk.out.splitlines()
    assert none == "No server keeps this house open."
    assert heads.split("  ")[0] == "bots"
    assert re.fullmatch(
        r"shed 12  0\.1\.0 +\S+ \S+  \d+\.\d s ago +4 +greedy,random  9 +7 +1 +(thinking|silent)", first
    )
    assert re.fullmatch(r"barn 7 .* greedy +0 +0 +0 +silent", second)
    assert re.fullmatch(r"2 decisions wait for a bot, the oldest for 36\d\d\.\d s\.", waiting)

    assert desk.run("nodes", "--store", address, "--json") == 0
    told = json.loads(desk.out)
    assert [(line["worker"], line["taken"], line["done"]) for line in told["workers"]] == [
        ("shed 12", 9, 7),
        ("barn 7", 0, 0),
    ]
    assert told["queue"]["waiting"] == 2
    asyncio.run(execute(address, "DELETE FROM decisions WHERE number = 8"))
    assert desk.run("nodes", "--store", address) == 0
    assert "\n1 decision waits for a bot" in desk.out


def test_who_was_killed_is_forgotten_by_the_others(postgres: Postgres) -> None:
    address = postgres.empty_place()

    async def killed() -> list[str]:
        async with PostgresStore(address) as store:
            await store.decisions.at_work("ruin 3", "0.1.0", ["greedy"], 1, WorkDone())
            await execute(address, "UPDATE workers SET beat = now() - interval '1 hour'")
            await store.decisions.at_work("shed 12", "0.1.0", ["greedy"], 1, WorkDone())
        return [name for (name,) in await execute(address, "SELECT worker FROM workers")]

    assert asyncio.run(killed()) == ["shed 12"]
