"""The rules by which a house is played. Servers with older ones would make other games of the same entries."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.rules.catalogue import GAMES
from ludoteca.store.addresses import shown
from ludoteca.store.contract import Problem, StoreBroken

from . import schema
from .pool import Connection

PLAYED = "SELECT game, version FROM rules_played"
PLAY = """
INSERT INTO rules_played (game, version) SELECT * FROM unnest($1::text[], $2::int8[]) ORDER BY 1
ON CONFLICT (game) DO UPDATE SET version = excluded.version WHERE rules_played.version < excluded.version
"""
NAMED = "SELECT set_config('application_name', $1, false)"
# Whoever writes holds a lock as long as it is connected; the name of its connection says by which rules it plays.
WRITING = f"""
SELECT pg_locks.pid, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND objsubid = 2 AND classid = {schema.LOCK}
AND objid = current_schema()::regnamespace::oid
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

Versions = Mapping[str, int]


def present() -> dict[str, int]:
    return {name: int(game.rules_version) for name, game in GAMES.items()}


def older(rules: Versions, others: Versions) -> bool:
    """Whether of a game that both know the others have newer rules."""
    return any(rules[game] < version for game, version in others.items() if game in rules)


async def played(connection: Connection) -> dict[str, int]:
    return {row["game"]: row["version"] for row in await connection.fetch(PLAYED)}


async def require(connection: Connection, address: str, rules: Versions) -> None:
    """StoreBroken when the house is played by newer ones."""
    for game, version in (await played(connection)).items():
        if game in rules and rules[game] < version:
            sentence = (
                f"{shown(address)} is used by a newer version of Ludoteca (it plays {game} by rules {version}, this "
                f"one knows {rules[game]}). Nothing was changed. Upgrade Ludoteca on this machine, too."
            )
            raise StoreBroken(Problem.NEWER, sentence)


async def play(connection: Connection, rules: Versions) -> None:
    """From now on nobody plays by older ones."""
    await connection.execute(PLAY, list(rules), list(rules.values()))


async def say(connection: Connection, rules: Versions) -> None:
    """Whoever looks at the connections sees by which rules this one plays."""
    await connection.execute(NAMED, named(rules))


def named(rules: Versions) -> str:
    return " ".join(["ludoteca", *(f"{game}={version}" for game, version in rules.items())])


def read_name(name: str) -> dict[str, int]:
    pairs = (word.partition("=") for word in name.split()[1:])
    return {game: int(version) for game, _, version in pairs if version.isdigit()}


async def cut_off_older(connection: Connection, rules: Versions) -> None:
    for pid, name in await connection.fetch(WRITING):
        if older(read_name(name), rules):
            await connection.execute("SELECT pg_terminate_backend($1)", pid)
