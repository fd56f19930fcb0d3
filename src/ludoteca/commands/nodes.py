"""`ludoteca nodes`: which servers keep a house open together."""

from __future__ import annotations

import argparse
import asyncio
import os

import msgspec

from ..store import addresses
from ..store.contract import NodeRow
from . import Subparsers
from .kept_houses import VARIABLE
from .operate import columns
from .speaking import GOOD, Obstacle, explained, moment, say, say_json

DESCRIPTION = """\
List the servers that keep a house in PostgreSQL open together. Each says once a
second that it is there; one that is silent for longer than three is taken for
dead, and the others see its people off."""
EPILOG = """\
examples:
  ludoteca nodes --store postgresql://db/house         for people
  ludoteca nodes --store postgresql://db/house --json  for programs

Give passwords in the environment, PGPASSWORD, or in the password file of
PostgreSQL: others on this machine can see the options.

The exit code is 0 when the house can be asked, 2 when it cannot."""
HEADS = ("server", "address", "version", "since", "last beat", "people", "tables", "state")


class Line(msgspec.Struct, frozen=True):
    """A server in the list for programs. `silent` are seconds since its last beat."""

    node: str
    name: str
    address: str
    version: str
    rules: dict[str, int]
    started: int
    silent: float
    draining: bool
    people: int
    awake: int


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "nodes",
        help="list the servers that share a house",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--store", metavar="STORE", help="the house, postgresql://HOST/NAME (default: LUDOTECA_STORE)")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    address = arguments.store or os.environ.get(VARIABLE)
    if not address:
        raise Obstacle("Which house? Name it, as --store postgresql://HOST/NAME.")
    if not addresses.is_in_postgres(address):
        raise Obstacle(f"{address} is shared by no servers. Name a house like postgresql://HOST/NAME.")
    rows = asyncio.run(listed(address))
    if arguments.json:
        say_json([line(row) for row in rows])
    elif rows:
        say(columns([HEADS, *map(cells, rows)]))
    else:
        say("No server keeps this house open.")
    return GOOD


async def listed(address: str) -> list[NodeRow]:
    async with addresses.records_in_postgres(address) as records:
        return await records.servers()


def line(row: NodeRow) -> Line:
    figures = row.figures
    return Line(
        row.node,
        figures.name,
        figures.address,
        row.version,
        row.rules,
        row.started,
        row.silent,
        figures.draining,
        figures.people,
        figures.awake,
    )


def cells(row: NodeRow) -> tuple[str, ...]:
    figures = row.figures
    return (
        figures.name,
        figures.address,
        row.version,
        moment(row.started),
        f"{row.silent:.1f} s ago",
        str(figures.people),
        str(figures.awake),
        "draining" if figures.draining else "open",
    )
