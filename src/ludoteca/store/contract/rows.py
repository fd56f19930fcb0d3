"""What is kept of a table."""

from __future__ import annotations

import msgspec

from ludoteca.house.table import Phase


class Summary(msgspec.Struct, frozen=True):
    """What is known of a table without reading its log, for lists. Times are milliseconds since 1970.

    `shown` is what a list tells of the table, in whatever form the house gives it.
    """

    game: str
    public: bool
    rules_version: str
    phase: Phase
    opened: int
    changed: int
    shown: bytes = b""


class TableRow(msgspec.Struct, frozen=True):
    """A table without its secret."""

    code: str
    summary: Summary


class EntryRow(msgspec.Struct, frozen=True):
    """An entry of a table's log, its digest, and what its seats were told of it, for those who come when the rules have
    changed. The store looks into neither."""

    code: str
    number: int
    body: bytes
    digest: str
    events: bytes = b""


class SnapshotRow(msgspec.Struct, frozen=True):
    """A whole table as after entry `number`, written under `rules_version`."""

    code: str
    number: int
    rules_version: str
    body: bytes


class ChatRow(msgspec.Struct, frozen=True):
    code: str
    number: int
    body: bytes


class StoredTable(msgspec.Struct, frozen=True):
    """All that is needed to go on with a table, as it was at one moment: `entries` follow the snapshot if there is one,
    and `lines` are the last of the chat."""

    code: str
    secret: bytes
    snapshot: SnapshotRow | None
    entries: list[EntryRow]
    lines: list[ChatRow]
