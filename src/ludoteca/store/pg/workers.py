"""Those who let bots think, and what waits for them, as functions over a connection. Times are those of PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludoteca.store.contract import Queue, WorkDone, WorkerRow

from .pool import Connection

REMEMBERED = 60.0  # seconds for which one is listed that says nothing any more

# Who was killed cannot take his name out of the list: others do, when he is of no interest any more.
SAY = f"""
WITH forgotten AS (
    DELETE FROM workers WHERE worker <> $1 AND beat < now() - {REMEMBERED} * interval '1 second'
)
INSERT INTO workers (worker, version, levels, threads, taken, done, given_back) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (worker) DO UPDATE SET beat = now(), taken = $5, done = $6, given_back = $7
"""
LEAVE = "DELETE FROM workers WHERE worker = $1"
ALL = f"""
SELECT worker, version, levels, threads, taken, done, given_back,
    (extract(epoch FROM started) * 1000)::int8 AS started, extract(epoch FROM now() - beat)::float8 AS silent
FROM workers WHERE beat > now() - {REMEMBERED} * interval '1 second' ORDER BY started, worker
"""
# What is claimed is free when the claim ends, and what is to be decided in a while is free then.
QUEUE = """
SELECT count(*) FILTER (WHERE free_at <= now()) AS waiting,
    count(*) FILTER (WHERE free_at > now() AND thinker IS NOT NULL) AS claimed,
    coalesce(extract(epoch FROM now() - min(free_at) FILTER (WHERE free_at <= now())), 0)::float8 AS oldest
FROM decisions
"""


async def say(
    connection: Connection, worker: str, version: str, levels: Sequence[str], threads: int, work: WorkDone
) -> None:
    known = msgspec.json.encode(levels).decode()
    await connection.execute(SAY, worker, version, known, threads, work.taken, work.done, work.given_back)


async def leave(connection: Connection, worker: str) -> None:
    await connection.execute(LEAVE, worker)


async def listed(connection: Connection) -> list[WorkerRow]:
    return [
        WorkerRow(
            row["worker"],
            row["version"],
            msgspec.json.decode(row["levels"], type=list[str]),
            row["threads"],
            WorkDone(row["taken"], row["done"], row["given_back"]),
            row["started"],
            row["silent"],
        )
        for row in await connection.fetch(ALL)
    ]


async def queue(connection: Connection) -> Queue:
    row = await connection.fetchrow(QUEUE)
    assert row is not None  # there is always a count
    return Queue(row["waiting"], row["claimed"], row["oldest"])
