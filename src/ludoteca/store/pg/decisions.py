"""What bots have to decide, as a queue. Times are those of PostgreSQL: the clocks of the machines need not agree.

A decision is in it from when somebody asks for it until somebody has made it, or has found that it is not wanted any
more. Whoever thinks about one has a claim to it that ends by itself, unless it is renewed: who dies loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludoteca.store.contract import Claimed, Decision, Queue, WorkDone

from . import workers
from .pool import Connection, Readers
from .writer import Writer

ASKED = "asked"  # the stream of notes; each names a table and in how many milliseconds it is due
IN_ONE_NOTE = 100  # rows: a note of PostgreSQL has at most 8,000 bytes
WRITER_KEY = "decisions"  # what is not about one table waits for its own kind only

FROM_NOW = "clock_timestamp() + {} * interval '1 second'"
# What the first parameter listens to is told of decisions that nobody has a claim to.
TELL = f"""
CASE WHEN bool_or(thinker IS NULL) THEN pg_notify($1, json_build_array('{ASKED}', json_agg(
    json_build_array(code, greatest(0, ceil(1000 * extract(epoch FROM free_at - clock_timestamp())))::int8)
) FILTER (WHERE thinker IS NULL))::text)::text END AS told
"""
ASK = f"""
WITH new AS (
    SELECT * FROM unnest($2::text[], $3::int8[], $4::int8[], $5::text[], $6::text[], $7::float8[])
    AS new (code, number, known, level, thinker, wait)
), added AS (
    INSERT INTO decisions (code, number, known, level, thinker, free_at)
    SELECT code, number, known, level, thinker, {FROM_NOW.format("wait")} FROM new ORDER BY code, number
    ON CONFLICT (code, number) DO UPDATE SET known = excluded.known WHERE excluded.known > decisions.known
    RETURNING code, thinker, free_at, xmax = 0 AS made
)
SELECT array_agg(code) AS made, {TELL}
FROM (SELECT code, thinker, free_at, (row_number() OVER () - 1) / {IN_ONE_NOTE} AS note FROM added WHERE made) AS made
GROUP BY note
"""
# The time of the statement does not change while it runs: so the index is read up to there and no further.
CLAIM = f"""
WITH free AS (
    SELECT code, number, thinker FROM decisions
    WHERE free_at <= statement_timestamp() AND ($2::text[] IS NULL OR level = ANY($2::text[]))
    ORDER BY free_at LIMIT $3
    FOR UPDATE SKIP LOCKED
)
UPDATE decisions SET thinker = $1, free_at = {FROM_NOW.format("$4::float8")}
FROM free WHERE decisions.code = free.code AND decisions.number = free.number
RETURNING decisions.code, decisions.number, decisions.known, decisions.level, free.thinker
"""
NEXT = """
SELECT extract(epoch FROM min(free_at) - clock_timestamp())::float8 FROM decisions
WHERE $1::text[] IS NULL OR level = ANY($1::text[])
"""
RENEW = f"""
WITH held AS (
    SELECT decisions.code, decisions.number FROM decisions
    JOIN unnest($2::text[], $3::int8[]) AS held (code, number) USING (code, number)
    WHERE thinker = $1 ORDER BY code, number
    FOR UPDATE OF decisions
)
UPDATE decisions SET free_at = greatest(free_at, {FROM_NOW.format("$4::float8")})
FROM held WHERE decisions.code = held.code AND decisions.number = held.number
RETURNING decisions.code, decisions.number
"""
GIVE_BACK = f"""
WITH given AS (
    UPDATE decisions SET thinker = NULL, free_at = clock_timestamp()
    FROM unnest($3::text[], $4::int8[]) AS held (code, number)
    WHERE decisions.code = held.code AND decisions.number = held.number AND thinker = $2
    RETURNING decisions.code, thinker, free_at
)
SELECT {TELL}
FROM (SELECT code, thinker, free_at, (row_number() OVER () - 1) / {IN_ONE_NOTE} AS note FROM given) AS given
GROUP BY note
"""
# Who asked for it again meanwhile knew more: then it is not removed, and whoever is free takes it.
FINISH = """
WITH done AS (
    SELECT * FROM unnest($1::text[], $2::int8[], $3::int8[]) AS done (code, number, known)
), gone AS (
    DELETE FROM decisions USING done
    WHERE decisions.code = done.code AND decisions.number = done.number AND decisions.known <= done.known
)
UPDATE decisions SET thinker = NULL, free_at = clock_timestamp()
FROM done WHERE decisions.code = done.code AND decisions.number = done.number AND decisions.known > done.known
RETURNING decisions.code
"""

Asked = tuple[Decision, float, str | None]


class QueuedDecisions:
    """The queue of a house in PostgreSQL, written by the connection that writes everything. Who is at work is said over
    others: that must not wait."""

    def __init__(self, writer: Callable[[], Writer], readers: Readers) -> None:
        self._writer = writer
        self._readers = readers

    async def ask(self, decision: Decision, wait: float, thinker: str | None = None) -> bool:
        return await self._writer().write(ask, decision.code, (decision, wait, thinker))

    async def claim(self, thinker: str, levels: Sequence[str] | None, most: int, seconds: float) -> Claimed:
        return await self._writer().write(claim, WRITER_KEY, (thinker, levels, most, seconds))

    async def renew(self, thinker: str, held: Sequence[Decision], seconds: float) -> set[tuple[str, int]]:
        return await self._writer().write(renew, WRITER_KEY, (thinker, held, seconds))

    async def give_back(self, thinker: str, held: Sequence[Decision]) -> None:
        await self._writer().write(give_back, WRITER_KEY, (thinker, held))

    async def finish(self, decision: Decision, known: int) -> bool:
        return await self._writer().write(finish, decision.code, (decision, known))

    async def queue(self) -> Queue:
        return await self._readers.read(workers.queue)

    async def at_work(self, worker: str, version: str, levels: Sequence[str], threads: int, work: WorkDone) -> None:
        await self._readers.read(lambda connection: workers.say(connection, worker, version, levels, threads, work))

    async def off_work(self, worker: str) -> None:
        await self._readers.read(lambda connection: workers.leave(connection, worker))


async def ask(connection: Connection, channel: str, asked: Sequence[Asked], again: bool) -> list[bool]:
    decisions = [decision for decision, _, _ in asked]
    found = await connection.fetch(
        ASK,
        channel,
        *keys(decisions),
        [decision.known for decision in decisions],
        [decision.level for decision in decisions],
        [thinker for _, _, thinker in asked],
        [wait for _, wait, _ in asked],
    )
    made = {code for row in found for code in row["made"]}
    return [decision.code in made for decision in decisions]


async def claim(
    connection: Connection,
    channel: str,
    asked: Sequence[tuple[str, Sequence[str] | None, int, float]],
    again: bool,
) -> list[Claimed]:
    claims = []
    for thinker, levels, most, seconds in asked:
        rows = await connection.fetch(CLAIM, thinker, levels, most, seconds)
        next_free = None if len(rows) == most else await connection.fetchval(NEXT, levels)
        claims.append(
            Claimed(
                [Decision(row["code"], row["number"], row["known"], row["level"]) for row in rows],
                [row["thinker"] for row in rows],
                next_free,
            )
        )
    return claims


async def renew(
    connection: Connection, channel: str, asked: Sequence[tuple[str, Sequence[Decision], float]], again: bool
) -> list[set[tuple[str, int]]]:
    return [
        {(code, number) for code, number in await connection.fetch(RENEW, thinker, *keys(held), seconds)}
        for thinker, held, seconds in asked
    ]


async def give_back(
    connection: Connection, channel: str, asked: Sequence[tuple[str, Sequence[Decision]]], again: bool
) -> list[None]:
    for thinker, held in asked:
        await connection.execute(GIVE_BACK, channel, thinker, *keys(held))
    return [None] * len(asked)


async def finish(
    connection: Connection, channel: str, asked: Sequence[tuple[Decision, int]], again: bool
) -> list[bool]:
    decisions = [decision for decision, _ in asked]
    found = await connection.fetch(FINISH, *keys(decisions), [known for _, known in asked])
    stay = {code for (code,) in found}
    return [decision.code not in stay for decision in decisions]


def keys(decisions: Sequence[Decision]) -> list[list[Any]]:
    return [[decision.code for decision in decisions], [decision.number for decision in decisions]]
