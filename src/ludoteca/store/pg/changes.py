"""What the operator changes of what was written, as functions over a connection. The other servers are told of each."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.store.contract import ChatRow, EntryRow

from .pool import Connection
from .statements import FORGOTTEN, NOTED, REPLACED, REWRITTEN

TELL = "SELECT pg_notify($1, json_build_array($2::text, json_build_array(json_build_array($3::text, $4::int8)))::text)"
MAKE_NOTE = "INSERT INTO notes (name, body) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name"
CHANGE_NOTE = "UPDATE notes SET body = $3 WHERE name = $1 AND body = $2 RETURNING name"
DROP_NOTE = "DELETE FROM notes WHERE name = $1 AND body = $2 RETURNING name"
REPLACE_LINE = "UPDATE chat SET body = $3 WHERE code = $1 AND number = $2 RETURNING number"
LAST = "SELECT number, digest FROM entries WHERE code = $1 ORDER BY number DESC LIMIT 1"
REWRITE = """
UPDATE entries SET body = new.body, digest = new.digest, events = new.events
FROM unnest($2::int8[], $3::bytea[], $4::text[], $5::bytea[]) AS new (number, body, digest, events)
WHERE entries.code = $1 AND entries.number = new.number
"""

NoteChange = tuple[str, bytes | None, bytes | None]
Rewriting = tuple[Sequence[EntryRow], str, bytes]


async def tell(connection: Connection, channel: str, kind: str, name: str, number: int = 0) -> None:
    """It is sent when the transaction around it is committed."""
    await connection.execute(TELL, channel, kind, name, number)


async def change_note(connection: Connection, channel: str, asked: Sequence[NoteChange], again: bool) -> list[bool]:
    changed = []
    async with connection.transaction():
        for name, before, after in asked:
            if before is None and after is None:
                changed.append(not await connection.fetch("SELECT 1 FROM notes WHERE name = $1", name))
                continue
            if before is None:
                found = await connection.fetch(MAKE_NOTE, name, after)
            elif after is None:
                found = await connection.fetch(DROP_NOTE, name, before)
            else:
                found = await connection.fetch(CHANGE_NOTE, name, before, after)
            if found:
                await tell(connection, channel, NOTED, name)
            changed.append(bool(found))
    return changed


async def forget_table(connection: Connection, channel: str, asked: Sequence[str], again: bool) -> list[bool]:
    forgotten = []
    async with connection.transaction():
        for code in sorted(asked):  # in the order in which others lock them
            found = await connection.fetch("DELETE FROM tables WHERE code = $1 RETURNING code", code)
            if found:
                forgotten.append(code)
                await tell(connection, channel, FORGOTTEN, code)
    return [code in forgotten for code in asked]


async def replace_line(connection: Connection, channel: str, asked: Sequence[ChatRow], again: bool) -> list[bool]:
    replaced = []
    async with connection.transaction():
        for row in sorted(asked, key=lambda row: (row.code, row.number)):
            if await connection.fetch(REPLACE_LINE, row.code, row.number, row.body):
                replaced.append(row.code)
                await tell(connection, channel, REPLACED, row.code, row.number)
    return [row.code in replaced for row in asked]


async def rewrite(connection: Connection, channel: str, asked: Sequence[Rewriting], again: bool) -> list[bool]:
    return [await rewrite_one(connection, channel, *each) for each in asked]


async def rewrite_one(connection: Connection, channel: str, rows: Sequence[EntryRow], last: str, shown: bytes) -> bool:
    code = rows[0].code
    async with connection.transaction():
        # Whoever appends meanwhile has to see the new digests, or its entry would follow one that is no longer there.
        # The same goes for whoever keeps a snapshot.
        await connection.execute("LOCK TABLE entries, snapshots IN SHARE ROW EXCLUSIVE MODE")
        kept = await connection.fetchrow(LAST, code)
        if kept is None or tuple(kept) != (len(rows), last):
            return False
        values = [[row.number for row in rows], [row.body for row in rows], [row.digest for row in rows]]
        await connection.execute(REWRITE, code, *values, [row.events for row in rows])
        await connection.execute("DELETE FROM snapshots WHERE code = $1", code)
        await connection.execute("UPDATE tables SET shown = $2 WHERE code = $1", code, shown)
        await tell(connection, channel, REWRITTEN, code)
    return True
