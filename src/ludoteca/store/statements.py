"""What is asked of SQLite, as functions over a connection. Those that write run inside a transaction of the writer."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

from ludoteca.house.table import Phase

from .contract import ChatRow, EntryRow, SnapshotRow, StoredTable, Summary, TableRow

EVERYTHING = -1  # as a LIMIT

CREATE = """
INSERT INTO tables (code, secret, game, public, rules_version, phase, opened, changed, shown)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
"""
SUMMARISE = """
UPDATE tables SET game = ?, public = ?, rules_version = ?, phase = ?, opened = ?, changed = ?, shown = ?
WHERE code = ?
"""
# An entry is accepted only on top of the one it was decided on, so a log never has a gap or a broken link.
APPEND = """
INSERT INTO entries (code, number, body, digest, events) SELECT ?, ?, ?, ?, ?
WHERE EXISTS (SELECT 1 FROM entries WHERE code = ? AND number = ? AND digest = ?)
ON CONFLICT DO NOTHING
"""
TOGETHER = (128, 32, 8, 2, 1)  # rows in one statement; few sizes, so that SQLite prepares few statements
ROW = "(?, ?, ?, ?, ?, ?, ?)"
APPEND_ALL = {  # sqlite3 counts the rows of a statement only if it begins with INSERT
    size: f"""
INSERT INTO entries (code, number, body, digest, events)
WITH new (code, number, body, digest, events, before, previous) AS (VALUES {", ".join([ROW] * size)})
SELECT new.code, new.number, new.body, new.digest, new.events FROM new
WHERE EXISTS (
    SELECT 1 FROM entries AS old WHERE old.code = new.code AND old.number = new.before AND old.digest = new.previous
)
ON CONFLICT DO NOTHING
"""
    for size in TOGETHER
}
KEEP_SNAPSHOT = """
INSERT INTO snapshots (code, number, rules_version, body) SELECT ?, ?, ?, ?
WHERE EXISTS (SELECT 1 FROM entries WHERE code = ? AND number = ? AND digest = coalesce(?, digest))
ON CONFLICT (code) DO UPDATE
SET number = excluded.number, rules_version = excluded.rules_version, body = excluded.body
WHERE excluded.number >= snapshots.number
"""
SAY = """
INSERT INTO chat (code, number, body) SELECT ?, ?, ?
WHERE EXISTS (SELECT 1 FROM tables WHERE code = ?)
AND ? = 1 + (SELECT coalesce(max(number), 0) FROM chat WHERE code = ?)
"""
KEEP_NOTE = """
INSERT INTO notes (name, body) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET body = excluded.body
"""
# Codes are looked through in pages; a name is searched for as bytes, so bodies stay unread.
PAGE_NAMING = """
SELECT code, instr(shown, ?1) > 0
    OR EXISTS (SELECT 1 FROM entries WHERE entries.code = page.code AND instr(body, ?1) > 0)
    OR EXISTS (SELECT 1 FROM chat WHERE chat.code = page.code AND instr(body, ?1) > 0)
FROM (SELECT code, shown FROM tables WHERE code > ?2 ORDER BY code LIMIT ?3) AS page ORDER BY code
"""
TABLES = "SELECT code, game, public, rules_version, phase, opened, changed, shown FROM tables"
ENDED = (Phase.OVER, Phase.CLOSED)


# ---------------------------------------------------------------- writing


def create(connection: sqlite3.Connection, first: EntryRow, secret: bytes, summary: Summary) -> bool:
    if first.number != 1:
        raise ValueError(f"a log begins with entry 1, not with {first.number}")
    if not connection.execute(CREATE, (first.code, secret, *columns(summary))).rowcount:
        return False
    values = (first.code, first.number, first.body, first.digest, first.events)
    connection.execute("INSERT INTO entries (code, number, body, digest, events) VALUES (?, ?, ?, ?, ?)", values)
    return True


def columns(summary: Summary) -> tuple[str | int | bytes, ...]:
    return (
        summary.game,
        summary.public,
        summary.rules_version,
        summary.phase.value,
        summary.opened,
        summary.changed,
        summary.shown,
    )


def append(connection: sqlite3.Connection, row: EntryRow, previous: str, summary: Summary | None) -> bool:
    values = (row.code, row.number, row.body, row.digest, row.events, row.code, row.number - 1, previous)
    if not connection.execute(APPEND, values).rowcount:
        return False
    if summary is not None:
        connection.execute(SUMMARISE, (*columns(summary), row.code))
    return True


class Mixed(Exception):
    """Some rows are accepted and others are not. Which ones is found one by one, in a new transaction."""


def append_all(connection: sqlite3.Connection, appends: Sequence[tuple[EntryRow, str]]) -> list[bool]:
    """Many rows, each with the digest before it, in a few statements; or Mixed.

    Between two statements the thread has to ask Python for its turn, which costs more than a row does.
    """
    done = 0
    while done < len(appends):
        size = next(size for size in TOGETHER if size <= len(appends) - done)
        values: list[Any] = []
        for row, previous in appends[done : done + size]:
            values += (row.code, row.number, row.body, row.digest, row.events, row.number - 1, previous)
        if connection.execute(APPEND_ALL[size], values).rowcount != size:
            raise Mixed
        done += size
    return [True] * done


def keep_snapshot(connection: sqlite3.Connection, row: SnapshotRow, digest: str | None) -> bool:
    values = (row.code, row.number, row.rules_version, row.body, row.code, row.number, digest)
    return connection.execute(KEEP_SNAPSHOT, values).rowcount == 1


def say(connection: sqlite3.Connection, row: ChatRow) -> bool:
    values = (row.code, row.number, row.body, row.code, row.number, row.code)
    return connection.execute(SAY, values).rowcount == 1


def keep_note(connection: sqlite3.Connection, name: str, body: bytes) -> None:
    connection.execute(KEEP_NOTE, (name, body))


def change_note(connection: sqlite3.Connection, name: str, before: bytes | None, after: bytes | None) -> bool:
    if before is None:
        if after is None:
            return note(connection, name) is None
        insert = "INSERT INTO notes (name, body) VALUES (?, ?) ON CONFLICT DO NOTHING"
        return connection.execute(insert, (name, after)).rowcount == 1
    if after is None:
        return connection.execute("DELETE FROM notes WHERE name = ? AND body = ?", (name, before)).rowcount == 1
    update = "UPDATE notes SET body = ? WHERE name = ? AND body = ?"
    return connection.execute(update, (after, name, before)).rowcount == 1


def forget_table(connection: sqlite3.Connection, code: str) -> bool:
    return connection.execute("DELETE FROM tables WHERE code = ?", (code,)).rowcount == 1


def replace_line(connection: sqlite3.Connection, row: ChatRow) -> bool:
    update = "UPDATE chat SET body = ? WHERE code = ? AND number = ?"
    return connection.execute(update, (row.body, row.code, row.number)).rowcount == 1


def rewrite(connection: sqlite3.Connection, rows: Sequence[EntryRow], last: str, shown: bytes) -> bool:
    code = rows[0].code
    kept = last_entry(connection, code)
    if kept is None or (kept.number, kept.digest) != (len(rows), last):
        return False
    update = "UPDATE entries SET body = ?, digest = ?, events = ? WHERE code = ? AND number = ?"
    connection.executemany(update, [(row.body, row.digest, row.events, code, row.number) for row in rows])
    connection.execute("DELETE FROM snapshots WHERE code = ?", (code,))
    connection.execute("UPDATE tables SET shown = ? WHERE code = ?", (shown, code))
    return True


def forget(connection: sqlite3.Connection, before: int, most: int) -> list[str]:
    # A game ends after it was opened: `opened` narrows the search, because there is an index of it.
    select = "SELECT code FROM tables WHERE phase IN (?, ?) AND opened < ? AND changed < ? ORDER BY opened LIMIT ?"
    found = connection.execute(select, (*ENDED, before, before, most)).fetchall()
    connection.executemany("DELETE FROM tables WHERE code = ?", found)
    return [code for (code,) in found]


# ---------------------------------------------------------------- reading


def entries(connection: sqlite3.Connection, code: str, after: int, most: int | None) -> list[EntryRow]:
    select = (
        "SELECT code, number, body, digest, events FROM entries WHERE code = ? AND number > ? ORDER BY number LIMIT ?"
    )
    return [EntryRow(*row) for row in connection.execute(select, (code, after, limit(most)))]


def last_entry(connection: sqlite3.Connection, code: str) -> EntryRow | None:
    select = "SELECT code, number, body, digest, events FROM entries WHERE code = ? ORDER BY number DESC LIMIT 1"
    found = connection.execute(select, (code,)).fetchone()
    return None if found is None else EntryRow(*found)


def table(connection: sqlite3.Connection, code: str) -> TableRow | None:
    found = connection.execute(f"{TABLES} WHERE code = ?", (code,)).fetchone()
    return found and table_row(*found)


def table_row(
    code: str, game: str, public: int, rules_version: str, phase: str, opened: int, changed: int, shown: bytes
) -> TableRow:
    return TableRow(code, Summary(game, bool(public), rules_version, Phase(phase), opened, changed, shown))


def secret(connection: sqlite3.Connection, code: str) -> bytes | None:
    found = connection.execute("SELECT secret FROM tables WHERE code = ?", (code,)).fetchone()
    return None if found is None else bytes(found[0])


def tables(
    connection: sqlite3.Connection,
    phases: Collection[Phase],
    public: bool | None,
    after: TableRow | None,
    most: int | None,
) -> list[TableRow]:
    select = f"{TABLES} WHERE phase IN ({', '.join('?' * len(phases))})"
    values: list[Any] = [phase.value for phase in phases]
    if public is not None:
        select += " AND public = ?"
        values.append(public)
    if after is not None:
        select += " AND (opened, code) < (?, ?)"
        values += [after.summary.opened, after.code]
    select += " ORDER BY opened DESC, code DESC LIMIT ?"
    return [table_row(*row) for row in connection.execute(select, (*values, limit(most)))]


def snapshot(connection: sqlite3.Connection, code: str) -> SnapshotRow | None:
    select = "SELECT code, number, rules_version, body FROM snapshots WHERE code = ?"
    found = connection.execute(select, (code,)).fetchone()
    return found and SnapshotRow(*found)


def chat(connection: sqlite3.Connection, code: str, after: int, last: int | None) -> list[ChatRow]:
    select = "SELECT code, number, body FROM chat WHERE code = ? AND number > ? ORDER BY number DESC LIMIT ?"
    return [ChatRow(*row) for row in reversed(connection.execute(select, (code, after, limit(last))).fetchall())]


def stored_table(connection: sqlite3.Connection, code: str, last_lines: int, from_snapshot: bool) -> StoredTable | None:
    connection.execute("BEGIN")
    try:
        found = secret(connection, code)
        if found is None:
            return None
        kept = snapshot(connection, code) if from_snapshot else None
        log = entries(connection, code, 0 if kept is None else kept.number, None)
        return StoredTable(code, found, kept, log, chat(connection, code, 0, last_lines))
    finally:
        if connection.in_transaction:  # an error may have ended it
            connection.execute("ROLLBACK")


def codes_naming(connection: sqlite3.Connection, needle: bytes, after: str, most: int) -> tuple[list[str], str | None]:
    page = connection.execute(PAGE_NAMING, (needle, after, most)).fetchall()
    return [code for code, naming in page if naming], page[-1][0] if len(page) == most else None


def note(connection: sqlite3.Connection, name: str) -> bytes | None:
    found = connection.execute("SELECT body FROM notes WHERE name = ?", (name,)).fetchone()
    return None if found is None else bytes(found[0])


def notes(connection: sqlite3.Connection) -> dict[str, bytes]:
    return dict(connection.execute("SELECT name, body FROM notes").fetchall())


def limit(most: int | None) -> int:
    return EVERYTHING if most is None else most
