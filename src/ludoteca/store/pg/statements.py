"""What is asked of PostgreSQL, as functions over a connection.

Those that write take what many asked for, at most one request for each table, and are one statement each, which is a
transaction by itself: it inserts, says what was accepted, and tells the other servers. Rows go in by their keys in
order, so that two servers never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ludoteca.house.table import Phase
from ludoteca.store.contract import ChatRow, EntryRow, SnapshotRow, StoredTable, Summary, TableRow

from .pool import Connection

ENDED = (Phase.OVER, Phase.CLOSED)

ENTRIES = "entries"
CHAT = "chat"
FORGOTTEN = "forgotten"
NOTED = "noted"
REPLACED = "replaced"
REWRITTEN = "rewritten"
IN_ONE_NOTE = 100  # rows: a note of PostgreSQL has at most 8,000 bytes


def accepted_and_told(stream: str, rows: str) -> str:
    """Says which rows were accepted, and tells it to all who listen. The channel is the first parameter."""
    return f"""
SELECT
    array_agg(code) AS accepted,
    pg_notify($1, json_build_array('{stream}', json_agg(json_build_array(code, number)))::text)
FROM (SELECT code, number, (row_number() OVER () - 1) / {IN_ONE_NOTE} AS note FROM {rows}) AS told
GROUP BY note ORDER BY note
"""


# An entry is accepted only on top of the one it was decided on, so a log never has a gap or a broken link.
NEW_ENTRIES = """
added AS (
    INSERT INTO entries (code, number, body, digest, events)
    SELECT code, number, body, digest, events FROM new
    WHERE previous = (
        SELECT old.digest FROM entries AS old WHERE old.code = new.code AND old.number = new.number - 1
    )
    ORDER BY code, number
    ON CONFLICT DO NOTHING
    RETURNING code, number
)
"""
APPEND = f"""
WITH new AS (
    SELECT * FROM unnest($2::text[], $3::int8[], $4::bytea[], $5::text[], $6::bytea[], $7::text[])
    AS new (code, number, body, digest, events, previous)
), {NEW_ENTRIES} {accepted_and_told(ENTRIES, "added")}
"""
APPEND_AND_SUMMARISE = f"""
WITH new AS (
    SELECT * FROM unnest(
        $2::text[], $3::int8[], $4::bytea[], $5::text[], $6::bytea[], $7::text[],
        $8::text[], $9::bool[], $10::text[], $11::text[], $12::int8[], $13::int8[], $14::bytea[]
    )
    AS new (
        code, number, body, digest, events, previous, game, public, rules_version, phase, opened, changed, shown
    )
), {NEW_ENTRIES}, summarised AS (
    UPDATE tables SET game = new.game, public = new.public, rules_version = new.rules_version, phase = new.phase,
        opened = new.opened, changed = new.changed, shown = new.shown
    FROM added JOIN new USING (code)
    WHERE tables.code = added.code AND new.game IS NOT NULL
) {accepted_and_told(ENTRIES, "added")}
"""
KEPT = """
SELECT code FROM unnest($1::text[], $2::int8[], $3::bytea[], $4::text[]) AS asked (code, number, body, digest)
WHERE EXISTS (
    SELECT 1 FROM entries AS kept
    WHERE kept.code = asked.code AND kept.number = asked.number
    AND kept.digest = asked.digest AND kept.body = asked.body
)
"""
CREATE = f"""
WITH new AS (
    SELECT * FROM unnest(
        $2::text[], $3::int8[], $4::bytea[], $5::text[], $6::bytea[], $7::bytea[],
        $8::text[], $9::bool[], $10::text[], $11::text[], $12::int8[], $13::int8[], $14::bytea[]
    )
    AS new (
        code, number, body, digest, events, secret, game, public, rules_version, phase, opened, changed, shown
    )
), made AS (
    INSERT INTO tables (code, secret, game, public, rules_version, phase, opened, changed, shown)
    SELECT code, secret, game, public, rules_version, phase, opened, changed, shown FROM new ORDER BY code
    ON CONFLICT DO NOTHING
    RETURNING code
), added AS (
    INSERT INTO entries (code, number, body, digest, events)
    SELECT new.code, number, body, digest, events FROM made JOIN new USING (code)
    RETURNING code, number
) {accepted_and_told(ENTRIES, "added")}
"""
# After a connection was lost: whether the table with that code is the one that was to be made.
MADE = """
SELECT code FROM unnest($1::text[], $2::bytea[]) AS asked (code, secret)
WHERE EXISTS (SELECT 1 FROM tables AS kept WHERE kept.code = asked.code AND kept.secret = asked.secret)
"""
KEEP_SNAPSHOT = """
WITH new AS (
    SELECT * FROM unnest($1::text[], $2::int8[], $3::text[], $4::bytea[], $5::text[])
    AS new (code, number, rules_version, body, digest)
)
INSERT INTO snapshots (code, number, rules_version, body)
SELECT code, number, rules_version, body FROM new
WHERE EXISTS (
    SELECT 1 FROM entries WHERE entries.code = new.code AND entries.number = new.number
    AND entries.digest = coalesce(new.digest, entries.digest)
)
ORDER BY code
ON CONFLICT (code) DO UPDATE
SET number = excluded.number, rules_version = excluded.rules_version, body = excluded.body
WHERE excluded.number >= snapshots.number
RETURNING code
"""
SAY = f"""
WITH new AS (
    SELECT * FROM unnest($2::text[], $3::int8[], $4::bytea[]) AS new (code, number, body)
), added AS (
    INSERT INTO chat (code, number, body)
    SELECT code, number, body FROM new
    WHERE EXISTS (SELECT 1 FROM tables WHERE tables.code = new.code)
    AND number = 1 + coalesce(
        (SELECT old.number FROM chat AS old WHERE old.code = new.code ORDER BY old.number DESC LIMIT 1), 0
    )
    ORDER BY code
    ON CONFLICT DO NOTHING
    RETURNING code, number
) {accepted_and_told(CHAT, "added")}
"""
SAID = """
SELECT code FROM unnest($1::text[], $2::int8[], $3::bytea[]) AS asked (code, number, body)
WHERE EXISTS (
    SELECT 1 FROM chat AS kept WHERE kept.code = asked.code AND kept.number = asked.number AND kept.body = asked.body
)
"""
KEEP_NOTE = """
WITH kept AS (
    INSERT INTO notes (name, body) VALUES ($2, $3)
    ON CONFLICT (name) DO UPDATE SET body = excluded.body
    RETURNING name
)
SELECT pg_notify($1, json_build_array($4::text, json_build_array(json_build_array(name, 0)))::text) FROM kept
"""
# Codes are looked through in pages; a name is searched for as bytes, so bodies stay unread.
PAGE_NAMING = """
SELECT code, position($1::bytea IN shown) > 0
    OR EXISTS (SELECT 1 FROM entries WHERE entries.code = page.code AND position($1::bytea IN body) > 0)
    OR EXISTS (SELECT 1 FROM chat WHERE chat.code = page.code AND position($1::bytea IN body) > 0)
FROM (SELECT code, shown FROM tables WHERE code > $2 ORDER BY code LIMIT $3) AS page ORDER BY code
"""
# A game ends after it was opened: `opened` narrows the search, because there is an index of it.
FORGET = f"""
WITH old AS (
    SELECT code, opened FROM tables WHERE phase = ANY($2::text[]) AND opened < $3 AND changed < $3
    ORDER BY opened LIMIT $4
    FOR UPDATE SKIP LOCKED
), gone AS (
    DELETE FROM tables USING old WHERE tables.code = old.code RETURNING tables.code, tables.opened
), listed AS (
    SELECT code, opened AS number FROM gone ORDER BY opened
) {accepted_and_told(FORGOTTEN, "listed")}
"""
ENTRIES_AFTER = """
SELECT code, number, body, digest, events FROM entries WHERE code = $1 AND number > $2 ORDER BY number LIMIT $3
"""
LAST_ENTRY = "SELECT code, number, body, digest, events FROM entries WHERE code = $1 ORDER BY number DESC LIMIT 1"
TAILS = """
SELECT place, tail.code, number, body, digest, events
FROM unnest($1::text[], $2::int8[]) WITH ORDINALITY AS asked (code, after, place)
CROSS JOIN LATERAL (
    SELECT code, number, body, digest, events FROM entries
    WHERE entries.code = asked.code AND number > asked.after ORDER BY number
) AS tail
ORDER BY place, number
"""
TABLES = "SELECT code, game, public, rules_version, phase, opened, changed, shown FROM tables"

Append = tuple[EntryRow, str, Summary | None]
Creation = tuple[EntryRow, bytes, Summary]
Keeping = tuple[SnapshotRow, str | None]


# ---------------------------------------------------------------- writing


async def append(connection: Connection, channel: str, asked: Sequence[Append], again: bool) -> list[bool]:
    rows = [row for row, _, _ in asked]
    values: list[Any] = [*of_entries(rows), [previous for _, previous, _ in asked]]
    summaries = [summary for _, _, summary in asked]
    if any(summary is not None for summary in summaries):
        found = await connection.fetch(APPEND_AND_SUMMARISE, channel, *values, *of_summaries(summaries))
    else:
        found = await connection.fetch(APPEND, channel, *values)
    accepted = codes_in(found)
    lost = [row for row in rows if row.code not in accepted] if again else []
    if lost:  # they may have been accepted before the connection was lost
        kept = await connection.fetch(KEPT, *of_entries(lost)[:4])
        accepted |= {code for (code,) in kept}
    return [row.code in accepted for row in rows]


async def create(connection: Connection, channel: str, asked: Sequence[Creation], again: bool) -> list[bool]:
    for first, _, _ in asked:
        if first.number != 1:
            raise ValueError(f"a log begins with entry 1, not with {first.number}")
    rows = [first for first, _, _ in asked]
    secrets = [secret for _, secret, _ in asked]
    summaries = of_summaries([summary for _, _, summary in asked])
    made = codes_in(await connection.fetch(CREATE, channel, *of_entries(rows), secrets, *summaries))
    if again:
        made |= {code for (code,) in await connection.fetch(MADE, [row.code for row in rows], secrets)}
    return [row.code in made for row in rows]


async def keep_snapshot(connection: Connection, channel: str, asked: Sequence[Keeping], again: bool) -> list[bool]:
    values = [
        [row.code for row, _ in asked],
        [row.number for row, _ in asked],
        [row.rules_version for row, _ in asked],
        [row.body for row, _ in asked],
        [digest for _, digest in asked],
    ]
    kept = {code for (code,) in await connection.fetch(KEEP_SNAPSHOT, *values)}
    return [row.code in kept for row, _ in asked]


async def say(connection: Connection, channel: str, asked: Sequence[ChatRow], again: bool) -> list[bool]:
    values = [[row.code for row in asked], [row.number for row in asked], [row.body for row in asked]]
    said = codes_in(await connection.fetch(SAY, channel, *values))
    if again:
        said |= {code for (code,) in await connection.fetch(SAID, *values)}
    return [row.code in said for row in asked]


async def keep_note(
    connection: Connection, channel: str, asked: Sequence[tuple[str, bytes]], again: bool
) -> list[None]:
    for name, body in asked:
        await connection.fetchval(KEEP_NOTE, channel, name, body, NOTED)
    return [None] * len(asked)


async def forget(
    connection: Connection, channel: str, asked: Sequence[tuple[int, int]], again: bool
) -> list[list[str]]:
    forgotten = []
    for before, most in asked:
        found = await connection.fetch(FORGET, channel, [phase.value for phase in ENDED], before, most)
        forgotten.append([code for row in found for code in row["accepted"]])
    return forgotten


def of_entries(rows: Sequence[EntryRow]) -> list[list[Any]]:
    return [
        [row.code for row in rows],
        [row.number for row in rows],
        [row.body for row in rows],
        [row.digest for row in rows],
        [row.events for row in rows],
    ]


def of_summaries(summaries: Sequence[Summary | None]) -> list[list[Any]]:
    return [
        [summary and summary.game for summary in summaries],
        [None if summary is None else summary.public for summary in summaries],
        [summary and summary.rules_version for summary in summaries],
        [summary and summary.phase.value for summary in summaries],
        [None if summary is None else summary.opened for summary in summaries],
        [None if summary is None else summary.changed for summary in summaries],
        [summary and summary.shown for summary in summaries],
    ]


def codes_in(found: Sequence[Any]) -> set[str]:
    return {code for row in found for code in row["accepted"]}


# ---------------------------------------------------------------- reading


async def entries(connection: Connection, code: str, after: int, most: int | None) -> list[EntryRow]:
    return [EntryRow(*row) for row in await connection.fetch(ENTRIES_AFTER, code, after, most)]


async def last_entry(connection: Connection, code: str) -> EntryRow | None:
    found = await connection.fetchrow(LAST_ENTRY, code)
    return None if found is None else EntryRow(*found)


async def tails(connection: Connection, asked: Sequence[tuple[str, int]]) -> list[list[EntryRow]]:
    """What follows a number, for each table that was asked for."""
    found: list[list[EntryRow]] = [[] for _ in asked]
    for place, *row in await connection.fetch(TAILS, [code for code, _ in asked], [after for _, after in asked]):
        found[place - 1].append(EntryRow(*row))
    return found


async def table(connection: Connection, code: str) -> TableRow | None:
    found = await connection.fetchrow(f"{TABLES} WHERE code = $1", code)
    return None if found is None else table_row(*found)


def table_row(
    code: str, game: str, public: bool, rules_version: str, phase: str, opened: int, changed: int, shown: bytes
) -> TableRow:
    return TableRow(code, Summary(game, public, rules_version, Phase(phase), opened, changed, shown))


async def secret(connection: Connection, code: str) -> bytes | None:
    found: bytes | None = await connection.fetchval("SELECT secret FROM tables WHERE code = $1", code)
    return found


async def tables(
    connection: Connection, phases: Collection[Phase], public: bool | None, after: TableRow | None, most: int | None
) -> list[TableRow]:
    select = f"{TABLES} WHERE phase = ANY($1::text[])"
    values: list[Any] = [[phase.value for phase in phases], most]
    if public is not None:
        select += " AND public" if public else " AND NOT public"
    if after is not None:
        select += " AND (opened, code) < ($3, $4)"
        values += [after.summary.opened, after.code]
    select += " ORDER BY opened DESC, code DESC LIMIT $2"
    return [table_row(*row) for row in await connection.fetch(select, *values)]


async def snapshot(connection: Connection, code: str) -> SnapshotRow | None:
    found = await connection.fetchrow("SELECT code, number, rules_version, body FROM snapshots WHERE code = $1", code)
    return None if found is None else SnapshotRow(*found)


async def chat(connection: Connection, code: str, after: int, last: int | None) -> list[ChatRow]:
    select = "SELECT code, number, body FROM chat WHERE code = $1 AND number > $2 ORDER BY number DESC LIMIT $3"
    return [ChatRow(*row) for row in reversed(await connection.fetch(select, code, after, last))]


async def stored_table(connection: Connection, code: str, last_lines: int, from_snapshot: bool) -> StoredTable | None:
    # Each statement of a usual transaction would see what was committed before that statement.
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        found = await secret(connection, code)
        if found is None:
            return None
        kept = await snapshot(connection, code) if from_snapshot else None
        log = await entries(connection, code, 0 if kept is None else kept.number, None)
        return StoredTable(code, found, kept, log, await chat(connection, code, 0, last_lines))


async def codes_naming(connection: Connection, needle: bytes, after: str, most: int) -> tuple[list[str], str | None]:
    page = await connection.fetch(PAGE_NAMING, needle, after, most)
    return [code for code, naming in page if naming], page[-1]["code"] if len(page) == most else None


async def note(connection: Connection, name: str) -> bytes | None:
    found: bytes | None = await connection.fetchval("SELECT body FROM notes WHERE name = $1", name)
    return found


async def notes(connection: Connection) -> dict[str, bytes]:
    return {row["name"]: row["body"] for row in await connection.fetch("SELECT name, body FROM notes")}
