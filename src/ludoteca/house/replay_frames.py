"""A game moment by moment, as a page shows it: after each entry the whole view of a watcher, written as what changed.

While a game is played a film shows what a watcher may see. Once it has ended, what the players held is shown too, as
it lies in the entries that everybody gets then. A film ends with the game: who comes and goes afterwards is not in it,
so that of a finished game never changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ludoteca import rules
from ludoteca.rules.contract import SEAT_LETTERS, Json

from . import entries, views
from .apply import apply_entry
from .entries import Entry, as_json
from .options import Whole
from .table import Table

SAID_ELSEWHERE = ("number", "time", "game")  # members of a view that a frame has in another place


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry, and what of the view it changed: in `view` the members besides `number`, `time` and `game`.

    Of the game, `game` has the members that changed and `gone` those that are no longer there.
    """

    number: Whole
    time: Whole
    what: dict[str, Any]
    events: list[dict[str, Any]]
    view: dict[str, Any]
    game: dict[str, Any]
    gone: list[str]


class Film(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every moment of a game: the changes of all frames up to one make the view of that moment."""

    code: str
    finished: bool
    frames: list[Frame]


def reel(log: Iterable[Entry], until: int | None = None) -> list[Entry]:
    """The entries that are shown: up to the end of the game, and no more than watchers of a delayed table know."""
    shown: list[Entry] = []
    for entry in log:
        if until is not None and entry.time > until:
            break
        shown.append(entry)
        if ends(entry):
            break
    return shown


def ends(entry: Entry) -> bool:
    """Whether a game ended by this: its secret is shown then."""
    return isinstance(entry.what, entries.Ended | entries.Closed) and entry.what.secret != ""


def film(code: str, secret: bytes, shown: list[Entry]) -> Film:
    """The film of what `reel` gave."""
    finished = bool(shown) and ends(shown[-1])
    table = Table(code, secret)
    frames: list[Frame] = []
    before: Json = {}
    game_before: Json = {}
    for entry in shown:
        events = apply_entry(table, entry)
        game = {} if table.game is None else as_json(laid_open(table.game) if finished else table.game.view(None))
        after = as_json(views.outline(table))
        for member in SAID_ELSEWHERE:
            del after[member]
        frames.append(
            Frame(
                entry.number,
                entry.time,
                as_json(views.public_entry(entry)["what"]),
                as_json(views.told(table, events, None)),
                changed(before, after),
                changed(game_before, game),
                [member for member in game_before if member not in game],
            )
        )
        before, game_before = after, game
    return Film(code, finished, frames)


def changed(before: Json, after: Json) -> Json:
    return {member: value for member, value in after.items() if member not in before or before[member] != value}


def laid_open(game: rules.Game) -> Json:
    """What everybody may see, and what each player sees of his own board."""
    shown = game.view(None)
    boards = shown.get("players")
    if isinstance(boards, dict):  # in Eriantys it is a number: nothing is in a hand there that is not known
        for player in range(game.players):
            boards[SEAT_LETTERS[player]] = game.view(player)["players"][SEAT_LETTERS[player]]
    return shown
