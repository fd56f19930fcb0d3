"""A game as one JSON object that anybody can keep, play back and, after the end, check.

The `log` tells it to people and pages that do not know the rules: for each entry what happened, what everybody heard of
it, and the parts of the game's public view that it changed. After the end the `entries` themselves are there too, with
the secret, so that everything can be made again. Before the end there is nothing in it that a watcher may not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import msgspec

from . import entries, views
from .apply import apply_entry
from .entries import Entry, as_json
from .options import Whole
from .table import Table

FORMAT = "ludoteca/replay/1"


class LogLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`game` has the keys of the public view that changed, `gone` those that are no longer there."""

    number: Whole
    time: Whole
    what: dict[str, Any]
    events: list[dict[str, Any]]
    game: dict[str, Any]
    gone: list[str]


class Replay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    code: str
    rules_version: str | None
    log: list[LogLine]
    entries: list[Entry] = []

    @property
    def finished(self) -> bool:
        return bool(self.entries)


class InvalidReplay(ValueError):
    """Not a replay. The sentence says what is wrong and where."""


def told(log: Iterable[Entry], until: int | None = None) -> list[Entry]:
    """The entries that are in a replay; `until` leaves out what watchers of a delayed table do not know yet."""
    return list(log) if until is None else list(takewhile(lambda entry: entry.time <= until, log))


def export(code: str, secret: bytes, log: Iterable[Entry], until: int | None = None) -> Replay:
    """The replay of a table's log; `until` leaves out what watchers of a delayed table do not know yet."""
    table = Table(code, secret)
    lines: list[LogLine] = []
    kept: list[Entry] = []
    before: dict[str, Any] = {}
    for entry in told(log, until):
        events = apply_entry(table, entry)
        after = {} if table.game is None else as_json(table.game.view(None))
        public = as_json(views.public_entry(entry))
        heard = as_json(views.told(table, events, None))
        changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
        gone = [key for key in before if key not in after]
        lines.append(LogLine(public["number"], public["time"], public["what"], heard, changed, gone))
        kept.append(entries.shareable(entry))
        before = after
    version = None if table.game is None else table.game.rules_version
    return Replay(FORMAT, code, version, lines, kept if table.result is not None else [])


def write(replay: Replay) -> bytes:
    return msgspec.json.encode(replay)


def read(body: bytes) -> Replay:
    """A replay from its JSON, or InvalidReplay. It is well-formed then, and true only if `verify` says so."""
    try:
        replay = msgspec.json.decode(body, type=Replay)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InvalidReplay(f"This is not a replay: {error}.") from error
    if replay.format != FORMAT:
        raise InvalidReplay(f"This replay is in the format {replay.format!r}; {FORMAT!r} is understood here.")
    return replay
