"""What is written down of a table beside its entries."""

from __future__ import annotations

import msgspec

from ludoteca.house import lobby, snapshots, views
from ludoteca.house.table import Table
from ludoteca.house.views import AudienceEvents
from ludoteca.rules.catalogue import GAMES
from ludoteca.store.contract import SnapshotRow, Summary


def encode_audience_events(audience_events: AudienceEvents) -> bytes:
    return b"" if audience_events is views.SILENCE else msgspec.json.encode(audience_events)


def decode_audience_events(body: bytes) -> AudienceEvents:
    return msgspec.json.decode(body, type=AudienceEvents) if body else views.SILENCE


def summary_of(table: Table) -> Summary:
    options = table.options
    shown = msgspec.json.encode(lobby.listing(table))
    version = GAMES[options.game].rules_version
    changed = table.time if table.ended is None else table.ended  # who looks at the result changes nothing
    return Summary(options.game, lobby.is_public(table), version, table.phase, table.opened, changed, shown)


def snapshot_of(table: Table) -> SnapshotRow:
    version = GAMES[table.options.game].rules_version
    return SnapshotRow(table.code, table.number, version, snapshots.snapshot(table))
