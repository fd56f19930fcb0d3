"""A house moves from one store into another: all of it, in several goes if need be, and nothing else is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.rules.catalogue import GAMES
from ludoteca.store import transfer
from ludoteca.store.contract import ChatRow, Problem, Store, StoreBroken, StoreFull
from ludoteca.store.postgres import PostgresStore
from ludoteca.store.sqlite import SqliteStore
from ludoteca.store.transfer import Moved
from tests.commands.stores import Party, finished, playing, put
from tests.postgres import Postgres

from .furnished import contents
from .places import AnyStore, Folder, Place, Schema
from .stores import Log, asynchronous


def parties() -> list[Party]:
    over, going_on = finished("KDTWPQ", settings={"expert": True}), playing("GAMXNG", "masters", 3)
    going_on.keep()
    waiting = Party("WAXTXG")
    return [over, going_on, waiting]


async def furnish(store: AnyStore) -> int:
    """Two games and a table that waits, with some chat and a note; how many entries that makes."""
    tables = parties()
    await put(store, tables)
    for number in (1, 2, 3):
        await store.say(ChatRow("GAMXNG", number, b"line %d" % number))
    await store.keep_note("refused addresses", b"[]")
    return sum(len(party.rows) for party in tables)


def ignore(done: int, of: int) -> None:
    pass


@pytest.fixture
def other_place(place: Place, tmp_path: Path, postgres: Postgres) -> Place:
    """A place of the other kind."""
    return Schema(postgres.empty_place()) if isinstance(place, Folder) else Folder(tmp_path / "other")


@asynchronous
async def test_everything_arrives(place: Place, other_place: Place) -> None:
    told: list[tuple[int, int]] = []
    async with place.store() as source, other_place.store() as target:
        count = await furnish(source)
        moved = await transfer.move(source, "the old house", target, lambda done, of: told.append((done, of)))
        assert moved == Moved(tables=3, entries=count)
        assert told == [(1, 3), (2, 3), (3, 3)]
        assert await contents(target) == await contents(source)
        assert await target.note("refused addresses") == b"[]"
        await transfer.require_whole(target)


class Interrupted(SqliteStore):
    """There is no more room after so many appends."""

    left = 20

    async def append_or_stop(self, *arguments: object) -> bool:
        self.left -= 1
        if self.left < 0:
            raise StoreFull(Problem.FULL, "There is no room left.")
        return await super().append(*arguments)  # type: ignore[arg-type]

    append = append_or_stop  # type: ignore[assignment]


@asynchronous
async def test_it_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    async with SqliteStore(old) as source:
        count = await furnish(source)
        for _ in range(3):
            async with Interrupted(new) as target:
                with pytest.raises(StoreFull):
                    await transfer.move(source, "the old house", target, ignore)
                with pytest.raises(StoreBroken, match="being moved here from the old house"):
                    await transfer.require_whole(target)
        async with SqliteStore(new) as target:
            assert (await transfer.move(source, "the old house", target, ignore)).entries == count
            assert await contents(target) == await contents(source)


async def refused(source: Store, target: Store) -> StoreBroken:
    with pytest.raises(StoreBroken) as told:
        await transfer.move(source, "the old house", target, ignore)
    return told.value


@asynchronous
async def test_it_takes_the_place_of_nothing(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "old") as source, SqliteStore(tmp_path / "new") as target:
        await furnish(source)
        await Log("ABCDEF").create(target)
        before = await contents(target)
        assert (await refused(source, target)).code is Problem.EXISTS
        assert await contents(target) == before


@asynchronous
async def test_two_houses_do_not_move_into_one(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "old") as source, SqliteStore(tmp_path / "new") as target:
        await furnish(source)
        await target.keep_note(transfer.MOVING, b"another house")
        assert "from another house" in (await refused(source, target)).sentence
        assert await target.tables() == []


@asynchronous
async def test_a_half_of_a_house_is_not_moved_on(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "old") as source, SqliteStore(tmp_path / "new") as target:
        await source.keep_note(transfer.MOVING, b"another house")
        assert (await refused(source, target)).code is Problem.IN_USE


@asynchronous
async def test_what_has_changed_since_it_was_begun_is_noticed(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "old") as source, SqliteStore(tmp_path / "new") as target:
        await furnish(source)
        await target.keep_note(transfer.MOVING, b"the old house")
        other = Party("GAMXNG", "masters", 3, opened=5)
        await put(target, [other])
        assert "Table GAMXNG is not the same" in (await refused(source, target)).sentence
    async with SqliteStore(tmp_path / "old") as source, SqliteStore(tmp_path / "third") as target:
        await target.keep_note(transfer.MOVING, b"the old house")
        await put(target, [Party("ABCDEF")])
        assert "Table ABCDEF is in the new house and not in the old one" in (await refused(source, target)).sentence


@asynchronous
async def test_what_was_damaged_before_is_moved_as_it_is_and_told(tmp_path: Path, postgres: Postgres) -> None:
    damaged = "UPDATE entries SET body = ? WHERE number = 4 AND code = ?"
    async with SqliteStore(tmp_path) as source, PostgresStore(postgres.empty_place()) as target:
        await furnish(source)
        await Folder(tmp_path).execute(source, damaged, b"{", "GAMXNG")
        await Folder(tmp_path).execute(source, "UPDATE tables SET phase = 'closed' WHERE code = 'WAXTXG'")
        moved = await transfer.move(source, "the old house", target, ignore)
        assert sorted(moved.flaws) == [
            "Table GAMXNG: Entry 4 cannot be read.",
            "Table WAXTXG: its log makes another table than the list says.",
        ]
        assert await contents(target) == await contents(source)


@asynchronous
async def test_games_of_older_rules_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore(tmp_path / "old") as source, SqliteStore(tmp_path / "new") as target:
        await furnish(source)
        monkeypatch.setattr(GAMES["masters"], "rules_version", "99")
        moved = await transfer.move(source, "the old house", target, ignore)
        assert (moved.told, moved.flaws) == (1, [])


def test_a_gap_is_found() -> None:
    party = Party("ABCDEF")
    party.sit()
    rows = [party.rows[0], *party.rows[2:]]
    broken = transfer.broken_link(rows)
    assert broken is not None
    assert broken.number == 2
