"""Where a store is, in words: `sqlite:FOLDER`, or the address of a database in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from . import files
from .contract import Problem, StoreBroken
from .sqlite import SqliteStore

if TYPE_CHECKING:
    from .postgres import PostgresRecords, PostgresStore

IN_A_FOLDER = "sqlite:"
IN_POSTGRES = ("postgresql://", "postgres://")
TOLD = ("host", "port", "dbname", "database", "search_path")  # settings in an address that say which house it is
PACKAGE_IS_MISSING = (
    "For a house in PostgreSQL the package asyncpg is needed. Install it: pip install 'ludoteca[cluster]'"
)


def is_in_postgres(address: str) -> bool:
    return address.startswith(IN_POSTGRES)


def folder_of(address: str) -> Path | None:
    """None when it is not in a folder."""
    if not address.startswith(IN_A_FOLDER) or address == IN_A_FOLDER:
        return None
    return Path(address.removeprefix(IN_A_FOLDER)).expanduser()


def shown(address: str) -> str:
    """What tells one house from another: an address without names and passwords, and without other settings."""
    if not is_in_postgres(address):
        return address
    parts = urlsplit(address)
    told = [(name, value) for name, value in parse_qsl(parts.query) if name in TOLD]
    settings = f"?{urlencode(told, safe='/,:')}" if told else ""
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}{settings}"


def in_postgres(address: str, alone: bool = False, existing: bool = False) -> PostgresStore:
    """The store at that address; `alone` keeps servers out, a `existing` makes and changes no house."""
    with package_needed():
        from .postgres import PostgresStore
    return PostgresStore(address, alone=alone, existing=existing)


def records_in_postgres(address: str) -> PostgresRecords:
    """What can be read at that address. Nothing is made or changed there."""
    with package_needed():
        from .postgres import PostgresRecords
    return PostgresRecords(address, readers=1)


@contextmanager
def package_needed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreBroken(Problem.NOT_HERE, PACKAGE_IS_MISSING) from error


def alone_at(address: str) -> SqliteStore | PostgresStore:
    """The store at an address, for somebody who lets no server in. It is open inside `async with`."""
    folder = folder_of(address)
    return in_postgres(address, alone=True) if folder is None else SqliteStore(folder)


async def require_house(address: str) -> None:
    """Refuse to make a house where there is none."""
    folder = folder_of(address)
    if folder is None:
        await in_postgres(address).require_house()
    elif not files.database(folder).is_file():
        raise StoreBroken(Problem.NO_STORE, f"There is no store at {files.database(folder)}.")
