"""Leases of servers, and who is at which of them, as functions over a connection and as the store offers them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeVar

import msgspec

from ludoteca.store.contract import Beat, Figures, NodeRow, TakenOver

from . import problems, rules
from .pool import TO_ANSWER, Connection, Link, Readers
from .rules import Versions
from .writer import Writer

T = TypeVar("T")

BEAT = "beat"  # the kind of the note that every beat sends

LIVING = "nodes.beat > now() - make_interval(secs => {seconds})"
ALL = """
SELECT node, name, address, version, rules, (extract(epoch FROM started) * 1000)::int8 AS started,
    extract(epoch FROM now() - beat)::float8 AS silent, draining, people, awake
FROM nodes ORDER BY started, node
"""
JOIN = "INSERT INTO nodes (node, version, rules, name, address, draining, people, awake) VALUES ($1, $2, $3"
JOIN += ", $4, $5, $6, $7, $8)"
RENEW = """
WITH renewed AS (
    UPDATE nodes SET beat = now(), name = $4, address = $5, draining = $6, people = $7, awake = $8
    WHERE node = $2 RETURNING node
)
SELECT extract(epoch FROM clock_timestamp())::float8 AS time,
    pg_notify($1, json_build_array('beat', json_build_array(json_build_array(node, $3::int8)))::text)
FROM renewed
"""
# One of several who come at once gets a row; the others pass it by. What the dead one answered for goes to the winner
# in the same moment: if that one dies, too, the next one finds it there.
TAKE_OVER = f"""
WITH expired AS (
    SELECT node FROM nodes WHERE node <> $1 AND NOT {LIVING.format(seconds="$2::float8")} FOR UPDATE SKIP LOCKED
), gone AS (
    DELETE FROM nodes USING expired WHERE nodes.node = expired.node RETURNING nodes.node, nodes.name AS server
), unanswered AS (
    DELETE FROM presence USING gone WHERE presence.node = gone.node RETURNING presence.code, presence.name
), taken AS (
    INSERT INTO presence (node, code, name, leaving)
    SELECT DISTINCT $1, code, name, true FROM unanswered ORDER BY 2, 3
    ON CONFLICT DO NOTHING
    RETURNING code, name
)
SELECT server, NULL AS code, NULL AS name FROM gone UNION ALL SELECT NULL, code, name FROM taken
"""
# As long as it answers for somebody the lease stays, to be found expired.
LEAVE = """
WITH empty AS (
    DELETE FROM nodes WHERE node = $1 AND NOT EXISTS (SELECT 1 FROM presence WHERE presence.node = nodes.node)
    RETURNING node
)
UPDATE nodes SET beat = to_timestamp(0), draining = true WHERE node = $1 AND NOT EXISTS (SELECT 1 FROM empty)
"""
RELIEVE = """
DELETE FROM presence USING presence AS other
WHERE presence.node = $1 AND other.node = $2 AND other.code = presence.code AND other.name = presence.name
"""
COME = """
INSERT INTO presence (node, code, name)
SELECT came.node, came.code, came.name FROM unnest($1::text[], $2::text[], $3::text[]) AS came (node, code, name)
JOIN nodes USING (node)
ORDER BY came.code, came.name, came.node
ON CONFLICT (code, name, node) DO UPDATE SET leaving = false
RETURNING node
"""
GO = """
DELETE FROM presence USING unnest($1::text[], $2::text[], $3::text[]) AS went (node, code, name)
WHERE presence.node = went.node AND presence.code = went.code AND presence.name = went.name
"""
LEAVING = """
UPDATE presence SET leaving = true FROM unnest($1::text[], $2::text[], $3::text[]) AS went (node, code, name)
WHERE presence.node = went.node AND presence.code = went.code AND presence.name = went.name
"""
ELSEWHERE = f"""
SELECT asked.code FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) AS asked (node, code, name, seconds)
WHERE EXISTS (
    SELECT 1 FROM presence JOIN nodes USING (node)
    WHERE presence.code = asked.code AND presence.name = asked.name AND presence.node <> asked.node
    AND NOT leaving AND {LIVING.format(seconds="asked.seconds")}
)
"""
PRESENT = f"""
SELECT presence.name FROM presence JOIN nodes USING (node)
WHERE code = $1 AND NOT leaving AND {LIVING.format(seconds="$2::float8")}
"""

Answering = tuple[str, str, Collection[str], Collection[str]]  # node, table, who came, who went
Question = tuple[str, str, str, float]  # node, table, who, seconds


async def answer_for(connection: Connection, channel: str, asked: Sequence[Answering], again: bool) -> list[bool]:
    came = [(node, code, name) for node, code, names, _ in asked for name in names]
    went = [(node, code, name) for node, code, _, names in asked for name in names]
    leased: set[str] = set()
    if came:
        leased = {node for (node,) in await connection.fetch(COME, *map(list, zip(*came, strict=True)))}
    if went:
        await connection.execute(GO, *map(list, zip(*went, strict=True)))
    return [not names or node in leased for node, _, names, _ in asked]


async def elsewhere(connection: Connection, channel: str, asked: Sequence[Question], again: bool) -> list[bool]:
    """First it is known that he is leaving here, then it is asked: of two servers that he leaves at once the second
    finds him nowhere."""
    values = [list(column) for column in zip(*asked, strict=True)]
    await connection.execute(LEAVING, *values[:3])
    found = {code for (code,) in await connection.fetch(ELSEWHERE, *values)}
    return [code in found for _, code, _, _ in asked]


async def listed(connection: Connection) -> list[NodeRow]:
    return [
        NodeRow(
            row["node"],
            Figures(row["name"], row["address"], row["draining"], row["people"], row["awake"]),
            row["version"],
            msgspec.json.decode(row["rules"], type=dict[str, int]),
            row["started"],
            row["silent"],
        )
        for row in await connection.fetch(ALL)
    ]


class PostgresNodes:
    """It has a connection of its own: beats must not wait for others. One at a time uses it."""

    def __init__(self, address: str, readers: Readers, writer: Callable[[], Writer], versions: Versions) -> None:
        self.address = address
        self.rules = versions
        self.link = Link(address)
        self._readers = readers
        self._writer = writer
        self._using = asyncio.Lock()
        self._node = ""
        self._echo: Callable[[int], None] = lambda number: None

    def on_echo(self, heard: Callable[[int], None]) -> None:
        self._echo = heard

    def heard(self, node: str, number: int) -> None:
        if node == self._node:
            self._echo(number)

    async def join(self, node: str, version: str, figures: Figures) -> None:
        async def enter(connection: Connection) -> None:
            async with connection.transaction():
                await rules.play(connection, self.rules)
                await rules.require(connection, self.address, self.rules)
                known = msgspec.json.encode(self.rules).decode()
                await connection.execute(JOIN, node, version, known, *msgspec.structs.astuple(figures))

        self._node = node
        await self._ask(enter)

    async def outdated(self, seconds: float) -> list[str]:
        others = await self._ask(listed)
        living = [other for other in others if other.silent < seconds]
        return [other.figures.name for other in living if rules.older(other.rules, self.rules)]

    async def cut_off_outdated(self) -> None:
        await self._ask(lambda connection: rules.cut_off_older(connection, self.rules))

    async def beat(self, node: str, number: int, figures: Figures) -> Beat:
        async def renew(connection: Connection) -> Beat:
            channel = self._writer().channel
            renewed = await connection.fetchrow(RENEW, channel, node, number, *msgspec.structs.astuple(figures))
            outdated = rules.older(self.rules, await rules.played(connection))
            return Beat(renewed is not None, outdated, None if renewed is None else renewed["time"])

        return await self._ask(renew)

    async def take_over(self, node: str, seconds: float) -> TakenOver:
        servers: list[str] = []
        people: defaultdict[str, list[str]] = defaultdict(list)
        for server, code, name in await self._ask(lambda connection: connection.fetch(TAKE_OVER, node, seconds)):
            if server is not None:
                servers.append(server)
            else:
                people[code].append(name)
        return TakenOver(sorted(servers), people)

    async def leave(self, node: str, successor: str = "") -> None:
        async def go(connection: Connection) -> None:
            if successor:
                await connection.execute(RELIEVE, node, successor)
            await connection.execute(LEAVE, node)

        await self._ask(go)

    def answer_for(self, node: str, code: str, came: Collection[str], went: Collection[str]) -> asyncio.Future[bool]:
        return self._writer().write(answer_for, code, (node, code, came, went))

    def elsewhere(self, node: str, code: str, name: str, seconds: float) -> asyncio.Future[bool]:
        return self._writer().write(elsewhere, code, (node, code, name, seconds))

    async def present(self, code: str, seconds: float) -> set[str]:
        found = await self._readers.read(lambda connection: connection.fetch(PRESENT, code, seconds))
        return {name for (name,) in found}

    async def close(self) -> None:
        async with self._using:
            await self.link.close()

    async def _ask(self, question: Callable[[Connection], Awaitable[T]]) -> T:
        async with self._using:
            connection = await self.link.connection()
            try:
                async with asyncio.timeout(TO_ANSWER):
                    return await question(connection)
            except problems.LOST as error:
                self.link.drop()
                raise problems.explain(error, self.address) from error
            except problems.COMPLAINTS as error:
                raise problems.explain(error, self.address) from error
            except asyncio.CancelledError:
                self.link.drop()  # whoever comes next must not get the answer to this
                raise
