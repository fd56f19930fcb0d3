"""The tables of a house in a database: made, brought up to date, and checked by whoever joins."""

from __future__ import annotations

from ludoteca.store.addresses import shown
from ludoteca.store.contract import Problem, StoreBroken
from ludoteca.store.migrations import Kind, steps

from .pool import Connection

LOCK = 0x4C55444F  # "LUDO", the first half of the keys of our advisory locks; the second is the schema
VERSION = "SELECT version FROM schema_version"
OLDEST = "SELECT oldest FROM schema_version"
OBJECTS = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
HERE = "current_schema()::regnamespace::oid::int8::bit(32)::int4"


async def version_of(connection: Connection, address: str, running: bool = False) -> int:
    """The number of the last step that was applied; 0 where there is nothing at all.

    StoreBroken when it is newer than this version of Ludoteca knows. Servers that are `running` go on beside newer ones
    as long as no step says otherwise.
    """
    if await connection.fetchval("SELECT current_schema()") is None:
        raise StoreBroken(Problem.NO_STORE, f"{shown(address)} has no schema to keep a house in.")
    objects = await connection.fetchval(OBJECTS)  # before the next question: a house may be made in between
    if await connection.fetchval("SELECT to_regclass(current_schema() || '.schema_version')") is None:
        if objects:
            sentence = f"{shown(address)} belongs to another program. Give the house a database of its own."
            raise StoreBroken(Problem.NO_STORE, sentence)
        return 0
    version = int(await connection.fetchval(VERSION))
    known = len(steps(Kind.POSTGRES))
    if version > known and not (running and known >= int(await connection.fetchval(OLDEST))):
        sentence = (
            f"{shown(address)} is used by a newer version of Ludoteca (its schema has number {version}, this "
            f"one knows up to {known}). Nothing was changed. Upgrade Ludoteca on this machine, too."
        )
        raise StoreBroken(Problem.NEWER, sentence)
    return version


async def bring_up_to_date(connection: Connection, address: str) -> None:
    """Apply the steps that are missing, all of them or none. Of several who come at once one does it."""
    known = steps(Kind.POSTGRES)
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({LOCK}, -{HERE})")
        version = await version_of(connection, address)
        if version == 0:
            await connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
            await connection.execute("INSERT INTO schema_version VALUES (0)")
        for step in known[version:]:
            await connection.execute(step or "SELECT")
        if version < len(known):
            await connection.execute("UPDATE schema_version SET version = $1", len(known))


async def join(connection: Connection, address: str, alone: bool) -> None:
    """Those who serve hold a lock together as long as they are connected; whoever has to be alone holds it alone."""
    kind = "lock" if alone else "lock_shared"
    if not await connection.fetchval(f"SELECT pg_try_advisory_{kind}({LOCK}, {HERE})"):
        sentence = (
            f"Servers use {shown(address)}. Stop all of them first."
            if alone
            else f"{shown(address)} is just being moved. Wait until that is done."
        )
        raise StoreBroken(Problem.IN_USE, sentence)


async def require_present_version(connection: Connection, address: str, running: bool = False) -> None:
    """For those who only read, and for those who come back."""
    version = await version_of(connection, address, running)
    if version == 0:
        raise StoreBroken(Problem.NO_STORE, f"There is no house in {shown(address)}.")
    if version < len(steps(Kind.POSTGRES)):
        sentence = f"{shown(address)} was written by an older version of Ludoteca. Start the server on it once."
        raise StoreBroken(Problem.OLDER, sentence)
