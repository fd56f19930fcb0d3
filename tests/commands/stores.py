"""Houses for the commands: whole games, played at random through the house, in real stores."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca import cli
from ludoteca.house import commands, entries, keys, lobby, replays, snapshots, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.commands import Command
from ludoteca.house.decide import Outcome, decide, open_table
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Entry
from ludoteca.house.options import Options
from ludoteca.house.table import Phase, Table
from ludoteca.rules.catalogue import GAMES
from ludoteca.store.contract import EntryRow, SnapshotRow, Store, Summary
from ludoteca.store.sqlite import SqliteStore

NOON = 1_700_000_000_000
MINUTE = 60_000
PEOPLE = ("Anna", "Bea", "Carl", "Dora")


class Party:
    """A table that remembers what a server would have written of it. Every entry comes a second after the last."""

    def __init__(self, code: str, game: str = "eriantys", players: int = 2, opened: int = NOON, **options: Any) -> None:
        self.chance = Random(code)
        self.table = Table(code, self.chance.randbytes(32))
        self.now = opened
        self.log: list[Entry] = []
        self.rows: list[EntryRow] = []
        self.summaries: list[Summary] = []
        self.snapshot: SnapshotRow | None = None
        self._append(open_table(self.table, Options(game, players, **{"first": 0, **options}), self.now))

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def replay(self) -> replays.Replay:
        return replays.export(self.code, self.table.secret, self.log)

    def sit(self, people: int | None = None) -> None:
        for name in PEOPLE[: self.table.options.players if people is None else people]:
            self.do(commands.Sit(name, keys.token_of(f"key of {name}"), f"nonce of {name}"))

    def start(self) -> None:
        self.sit()
        self.do(commands.Start(0))

    def do(self, command: Command) -> None:
        self._append(decide(self.table, command, self.now))

    def play(self, most: int | None = None) -> None:
        """Decisions at random, so many or to the end."""
        made = 0
        while (seat := self.table.to_decide) is not None and made != most:
            game = self.table.game
            assert game is not None
            self.do(commands.Act(seat, game.describe(self.chance.choice(game.legal_actions()))))
            made += 1
        if self.table.to_decide is None and (duty := next_duty(self.table)) is not None:
            self.do(duty.command)

    def keep(self) -> None:
        """A snapshot of now."""
        version = GAMES[self.table.options.game].rules_version
        self.snapshot = SnapshotRow(self.code, self.table.number, version, snapshots.snapshot(self.table))

    def cut(self, entries: int) -> Party:
        """What a server would have written up to an entry."""
        earlier = copy(self)
        earlier.log, earlier.rows = self.log[:entries], self.rows[:entries]
        earlier.summaries, earlier.snapshot = self.summaries[:entries], None
        return earlier

    def _append(self, outcome: Outcome) -> None:
        audience_events = views.audience_events(self.table, apply_entry(self.table, outcome.entry, outcome.prepared))
        told = b"" if audience_events is views.SILENCE else msgspec.json.encode(audience_events)
        self.log.append(outcome.entry)
        self.rows.append(
            EntryRow(self.code, outcome.entry.number, entries.encode(outcome.entry), self.table.digest, told)
        )
        self.summaries.append(summary(self.table))
        self.now += 1000


def summary(table: Table) -> Summary:
    options, version = table.options, GAMES[table.options.game].rules_version
    shown = msgspec.json.encode(lobby.listing(table))
    return Summary(options.game, options.public, version, table.phase, table.opened, table.time, shown)


def finished(code: str, game: str = "eriantys", players: int = 2, opened: int = NOON, **options: Any) -> Party:
    party = Party(code, game, players, opened, **options)
    party.start()
    party.play()
    assert party.table.phase is Phase.OVER
    return party


def playing(code: str, game: str = "eriantys", players: int = 2, decisions: int = 40, **options: Any) -> Party:
    party = Party(code, game, players, **options)
    party.start()
    party.play(decisions)
    assert party.table.phase is Phase.PLAYING
    return party


async def put(store: Store, parties: Sequence[Party]) -> None:
    for party in parties:
        assert await store.create(party.rows[0], party.table.secret, party.summaries[0])
        following = zip(party.rows, party.rows[1:], party.summaries[1:], strict=False)
        appended = await asyncio.gather(*(store.append(row, before.digest, said) for before, row, said in following))
        assert all(appended)
        if party.snapshot is not None:
            assert await store.keep_snapshot(party.snapshot)


def furnish(folder: Path, *parties: Party) -> Path:
    """A house with these tables, whose server has stopped."""

    async def write() -> None:
        async with SqliteStore(folder) as store:
            await put(store, parties)

    asyncio.run(write())
    return folder


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Meanwhile a server uses the house."""

    async def opened() -> SqliteStore:
        return SqliteStore(folder)

    with asyncio.Runner() as runner:
        store = runner.run(opened())
        try:
            yield
        finally:
            runner.run(store.close())


class Desk:
    """Somebody who types commands and reads what they print."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.out = ""
        self.err = ""

    def run(self, *arguments: str | Path, typed: str | bytes = b"") -> int:
        body = typed.encode() if isinstance(typed, str) else typed
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(body)))
        self.capsys.readouterr()
        code = cli.main([str(argument) for argument in arguments])
        self.out, self.err = self.capsys.readouterr()
        return code

    def misuse(self, *arguments: str | Path) -> str:
        """What is said of arguments that cannot be."""
        with pytest.raises(SystemExit) as leaving:
            self.run(*arguments)
        assert leaving.value.code == 2
        return self.capsys.readouterr().err
