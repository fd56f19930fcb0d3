"""`ludoteca import`: finished games that hold true become tables, once."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from ludoteca.house import commands, entries, replays
from ludoteca.store import files
from ludoteca.store.contract import EntryRow, TableRow
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.sqlite import SqliteRecords

from .stores import Desk, Party, finished, furnish, playing, serving


@pytest.fixture
def file(tmp_path: Path, over: Party) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(replays.write(over.replay))
    return path


def kept(folder: Path, code: str) -> tuple[TableRow | None, bytes | None, list[EntryRow]]:
    async def read() -> tuple[TableRow | None, bytes | None, list[EntryRow]]:
        async with SqliteRecords(folder) as records:
            assert await first_broken_link(records, code) is None
            return await records.table(code), await records.secret(code), await records.entries(code)

    return asyncio.run(read())


def test_a_replay_becomes_the_table_that_it_was(desk: Desk, house: Path, file: Path, over: Party) -> None:
    assert desk.run("import", file) == 0
    assert (desk.out, desk.err) == (f"Table KDTWPQ is in {house} now.\n", "")
    row, secret, rows = kept(house, "KDTWPQ")
    assert row == TableRow("KDTWPQ", over.summaries[-1])
    assert secret == over.table.secret
    assert [entries.decode(row.body) for row in rows] == [entries.shareable(entry) for entry in over.log]
    assert [(row.digest, row.events) for row in rows] == [(row.digest, row.events) for row in over.rows]


def test_it_can_be_shown_and_exported_again(desk: Desk, house: Path, file: Path, tmp_path: Path, over: Party) -> None:
    furnish(tmp_path / "first", over)
    assert desk.run("import", file) == 0
    for arguments in (["show", "KDTWPQ"], ["show", "KDTWPQ", "--log"], ["tables", "--all"]):
        assert desk.run(*arguments) == 0
        here = desk.out
        assert desk.run(*arguments, "--data", tmp_path / "first") == 0
        assert desk.out == here
    assert desk.run("export", "KDTWPQ", "-o", tmp_path / "again.json") == 0
    assert replays.read((tmp_path / "again.json").read_bytes()) == over.replay


def test_a_game_with_hidden_cards_from_standard_input(desk: Desk, house: Path, masters_over: Party) -> None:
    assert desk.run("import", "-", typed=replays.write(masters_over.replay)) == 0
    _, _, rows = kept(house, "MASTER")
    assert [row.events for row in rows] == [row.events for row in masters_over.rows]


def test_the_same_game_again_changes_nothing(desk: Desk, house: Path, file: Path, over: Party) -> None:
    furnish(house, over)
    before = kept(house, "KDTWPQ")
    assert desk.run("import", file) == 0
    assert desk.out == f"Table KDTWPQ is in {house} already, with this very game.\n"
    assert kept(house, "KDTWPQ") == before  # tokens of seats included, which a replay does not have


def test_a_log_that_went_on_after_the_export_is_the_same_game(desk: Desk, house: Path, tmp_path: Path) -> None:
    party = finished("GAMXNG")
    (tmp_path / "game.json").write_bytes(replays.write(party.replay))
    party.do(commands.Depart(0))
    furnish(house, party)
    assert desk.run("import", tmp_path / "game.json") == 0
    assert "already" in desk.out
    assert len(kept(house, "GAMXNG")[2]) == len(party.log)


def test_an_import_that_was_interrupted_is_completed(desk: Desk, house: Path, file: Path, over: Party) -> None:
    assert desk.run("import", file) == 0
    whole = kept(house, "KDTWPQ")
    with closing(sqlite3.connect(files.database(house))) as connection, connection:
        connection.execute("DELETE FROM snapshots")
        connection.execute("DELETE FROM entries WHERE number > 10")
    row, _, rows = kept(house, "KDTWPQ")
    assert row is not None
    assert (row.summary.phase, len(rows)) == ("over", 10)
    assert desk.run("import", file) == 0
    assert desk.out == f"Table KDTWPQ is in {house} now.\n"
    assert kept(house, "KDTWPQ") == whole


def test_another_game_with_that_code_is_left_alone(desk: Desk, house: Path, file: Path) -> None:
    furnish(house, finished("KDTWPQ", players=3))
    before = kept(house, "KDTWPQ")
    assert desk.run("import", file) == 2
    assert desk.err == f"{house} has another game at table KDTWPQ. Nothing was changed.\n"
    assert kept(house, "KDTWPQ") == before


def test_a_game_that_goes_on_here_is_left_alone(desk: Desk, house: Path, file: Path, over: Party) -> None:
    furnish(house, over.cut(20))
    before = kept(house, "KDTWPQ")
    assert desk.run("import", file) == 2
    assert desk.err == f"Table KDTWPQ is still being played in {house}. Nothing was changed.\n"
    assert kept(house, "KDTWPQ") == before


def test_a_game_that_was_closed_stays_closed(desk: Desk, house: Path, tmp_path: Path) -> None:
    party = playing("GAMXNG")
    party.do(commands.Close(None, "the power went"))
    (tmp_path / "game.json").write_bytes(replays.write(party.replay))
    assert desk.run("import", tmp_path / "game.json") == 0
    row, _, _ = kept(house, "GAMXNG")
    assert row is not None
    assert row.summary == party.summaries[-1]
    assert row.summary.phase == "closed"


def test_what_does_not_hold_is_not_taken(desk: Desk, house: Path, file: Path) -> None:
    replay = json.loads(file.read_bytes())
    replay["log"][5]["what"]["by"] = "bot"
    file.write_text(json.dumps(replay))
    assert desk.run("import", file) == 1
    assert desk.out == ""
    assert "FAILED log: what the log tells is not what the entries say." in desk.err.splitlines()
    assert desk.err.endswith(f"{file} was not imported.\n")
    assert not house.exists()


def test_a_game_that_was_not_over_is_not_taken(desk: Desk, house: Path, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(replays.write(playing("GAMXNG").replay))
    assert desk.run("import", tmp_path / "game.json") == 2
    assert "the game was not over when this replay was made. Export it after the end." in desk.err


@pytest.mark.parametrize("code", ["kdtwpq", "TABLE1", ""])
def test_a_code_that_no_house_gives_is_not_taken(desk: Desk, house: Path, file: Path, over: Party, code: str) -> None:
    file.write_bytes(replays.write(msgspec.structs.replace(over.replay, code=code)))
    assert desk.run("import", file) == 2
    assert desk.err == f"{code!r} with a secret of 32 bytes is no table of a house.\n"


def test_nothing_is_imported_under_a_server_that_is_running(desk: Desk, house: Path, file: Path) -> None:
    with serving(house):
        assert desk.run("import", file) == 2
    assert desk.err.startswith(f"Another server uses {house}: it holds {house / 'lock'}. Stop it first")


def test_what_is_no_replay(desk: Desk, house: Path, file: Path) -> None:
    file.write_text("{}")
    assert desk.run("import", file) == 2
    assert desk.err.startswith(f"{file}: This is not a replay: ")
