"""A log as the whole actions that made the game, without those that were taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludoteca import rules
from ludoteca.house import entries
from ludoteca.house.apply import apply_entry
from ludoteca.house.entries import Entry
from ludoteca.house.table import Table
from ludoteca.rules.contract import Event

from .kinds import KINDS


@dataclass
class Action:
    """`game` is how it was before; `before` the last entry of the game until then, `entry` the first of the action
    and `last` its last one. A bot's action has an entry for every decision."""

    game: rules.Game
    player: int
    before: int
    entry: int
    last: int
    by: str
    decisions: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class Course:
    """Follows a table. `actions` are those that count, `table` is how it stands."""

    def __init__(self, code: str, secret: bytes) -> None:
        self.table = Table(code, secret)
        self.actions: list[Action] = []
        self.started = 0
        self._complete = True

    def follow(self, log: Iterable[Entry]) -> None:
        for entry in log:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        before = self.table.game
        events = apply_entry(self.table, entry)
        match entry.what:
            case entries.Started():
                self.started = entry.number
            case entries.Acted():
                assert before is not None
                self._acted(entry.number, entry.what, before, events)
            case entries.TookBack(to=to):
                self._took_back(to)

    def _acted(self, number: int, what: entries.Acted, before: rules.Game, events: list[Event]) -> None:
        kind = KINDS[self.table.options.game]
        if self._complete:
            since = self.actions[-1].last if self.actions else self.started
            self.actions.append(Action(before, before.seat, since, number, number, what.by))
        action = self.actions[-1]
        action.last = number
        action.decisions += what.decisions
        action.events += events
        assert self.table.game is not None
        self._complete = self.table.game.over or kind.complete(action.game, self.table.game)

    def _took_back(self, to: int) -> None:
        """Whole actions are taken back, or decisions in the middle of one: what is left of it goes on."""
        while self.actions and self.actions[-1].entry > to:
            self.actions.pop()
        self._complete = True
        if self.actions and self.actions[-1].last > to:
            self._shorten(self.actions[-1], to)

    def _shorten(self, action: Action, to: int) -> None:
        """An action by several entries of which the last ones were taken back."""
        game = self.table.game
        assert game is not None
        kept: list[int] = []
        now = action.game
        for decision in action.decisions:
            if now == game:
                break
            now, _ = now.after([decision])
            kept.append(decision)
        _, action.events = action.game.after(kept)
        action.decisions, action.last = kept, to
        self._complete = False
