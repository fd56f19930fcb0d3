"""The house that a command is about: in a folder, or in a database that several servers share."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.store import addresses
from ludoteca.store.sqlite import SqliteRecords, SqliteStore

from . import paths
from .output import CommandError

if TYPE_CHECKING:
    from ludoteca.store.postgres import PostgresRecords, PostgresStore

VARIABLE = "LUDOTECA_STORE"


def add_options(parser: ArgumentParser) -> None:
    """Teach a command the options `--data` and `--store`."""
    where = parser.add_mutually_exclusive_group()
    paths.add_option(where)
    where.add_argument(
        "--store",
        metavar="ADDRESS",
        help="a house in PostgreSQL instead, as in ludoteca serve (default: LUDOTECA_STORE)",
    )


def chosen(arguments: Namespace) -> InAFolder | InPostgres:
    """What was said on the command line comes before the environment."""
    address = arguments.store or (None if arguments.data else os.environ.get(VARIABLE))
    if not address:
        return InAFolder(paths.data_folder(arguments.data))
    if not addresses.is_in_postgres(address):
        raise CommandError(f"{address} is no database. Name one, as postgresql://HOST/NAME, or a folder with --data.")
    return InPostgres(address)


@dataclass(frozen=True)
class InAFolder:
    folder: Path

    def __str__(self) -> str:
        return str(self.folder)

    def records(self) -> SqliteRecords:
        """To read, also beside a server. It is open inside `async with`."""
        return SqliteRecords(self.folder)

    def store(self) -> SqliteStore:
        """To write, with nobody else. It is open inside `async with`."""
        return SqliteStore(self.folder)

    async def require(self) -> None:
        """Refuse to make a house where there is none."""
        await addresses.require_house(f"{addresses.IN_A_FOLDER}{self.folder}")


@dataclass(frozen=True)
class InPostgres:
    address: str

    def __str__(self) -> str:
        """Without a password."""
        return addresses.shown(self.address)

    def records(self) -> PostgresRecords:
        return addresses.records_in_postgres(self.address)

    def store(self) -> PostgresStore:
        """Beside servers: they are told of everything."""
        return addresses.in_postgres(self.address)

    async def require(self) -> None:
        await addresses.require_house(self.address)


KeptHouse = InAFolder | InPostgres
