"""A table to try things at. Time is given. Every entry is unfolded on a twin too, from its bytes, and on a copy."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludoteca.house import commands, entries, keys, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.commands import Command
from ludoteca.house.decide import BY_THE_HOUSE, Outcome, TableOrigin, decide, open_table
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Entry, Look
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.snapshots import restore, snapshot
from ludoteca.house.table import Table
from ludoteca.house.view_encoder import ViewEncoder, game_json

SECOND = 1000
SECRET = bytes(range(32))
NAMES = ("Anna", "Bea", "Carl", "Dora")


class Evening:
    def __init__(
        self, game: str = "eriantys", players: int = 2, now: int = 0, origin: TableOrigin = BY_THE_HOUSE, **options: Any
    ) -> None:
        self.table = Table("KDTWPQ", SECRET)
        self.twin = Table("KDTWPQ", SECRET)
        self.log: list[Entry] = []
        self.encoder = ViewEncoder()
        self.now = now
        self.append(open_table(self.table, Options(game, players, **options), now, origin))

    @property
    def last(self) -> Any:
        return self.log[-1].what

    def do(self, command: Command) -> list[Any]:
        """A command that is accepted; what the game told."""
        return self.append(decide(self.table, command, self.now))

    def append(self, outcome: Outcome) -> list[Any]:
        before = snapshot(self.table) if self.log else b""
        copy = self.table.copied()
        apply_entry(copy, outcome.entry)
        assert not self.log or snapshot(self.table) == before  # what happens to a copy happens to nothing else
        events = apply_entry(self.table, outcome.entry, outcome.prepared)
        assert snapshot(copy) == snapshot(self.table)
        self.log.append(outcome.entry)
        for seat in (None, *range(len(self.table.seats))):
            written = self.encoder.view(self.table, seat, game_json(self.table, seat))
            assert msgspec.json.decode(written) == msgspec.to_builtins(views.view(self.table, seat), str_keys=True)
        assert apply_entry(self.twin, entries.decode(entries.encode(outcome.entry))) == events
        assert snapshot(self.twin) == snapshot(self.table)
        assert snapshot(restore(snapshot(self.table))) == snapshot(self.table)
        return events

    def refused(self, command: Command) -> Refused:
        """A command that is refused; it changes nothing."""
        before = snapshot(self.table)
        with pytest.raises(Refused) as caught:
            decide(self.table, command, self.now)
        assert snapshot(self.table) == before
        return caught.value

    def refusal(self, command: Command) -> Refusal:
        return self.refused(command).code

    def wait(self, seconds: float) -> None:
        """Let time pass; the house does what falls due."""
        until = self.now + int(seconds * SECOND)
        while (duty := next_duty(self.table)) is not None and duty.time <= until:
            self.now = max(self.now, duty.time)
            self.do(duty.command)
        self.now = until

    def sit(self, *names: str, looks: dict[str, Look] | None = None) -> None:
        """People with keys and nonces."""
        for name in names:
            look = (looks or {}).get(name, Look())
            self.do(commands.Sit(name, keys.token_of(f"key of {name}"), f"nonce of {name}", look))

    def sit_bots(self, *names: str) -> None:
        for name in names:
            self.do(commands.SitBot(self.table.host, "random", name))

    def act(self, choice: int = 0, **members: Any) -> list[Any]:
        """Whoever has to decide makes one small decision."""
        assert self.table.game is not None
        assert self.table.to_decide is not None
        action = self.table.game.describe(self.table.game.legal_actions()[choice])
        return self.do(commands.Act(self.table.to_decide, action, **members))

    def count(self, kind: type[entries.What]) -> int:
        return sum(isinstance(entry.what, kind) for entry in self.log)


def started(game: str = "eriantys", people: int = 2, bots: int = 0, **options: Any) -> Evening:
    """A game that has just begun; the first seat has the first decision."""
    evening = Evening(game, people + bots, **{"first": 0, **options})
    evening.sit(*NAMES[:people])
    evening.sit_bots(*("Rob", "Rue", "Roz")[:bots])
    evening.do(commands.Start(0))
    assert evening.table.to_decide == 0
    return evening


def in_action(people: int = 2, bots: int = 0, **options: Any) -> Evening:
    """A basic game of Eriantys at the first decision of the first player's action turn."""
    evening = started("eriantys", people, bots, **options)
    for choice in range(people + bots):
        evening.act(choice)
    assert evening.table.to_decide == 0
    return evening
