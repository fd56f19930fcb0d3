"""`ludoteca nodes`: which servers keep a house open together, and who lets bots think for them."""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import Any

import msgspec

from ludoteca.store import addresses
from ludoteca.store.contract import NodeRow, Queue, WorkerRow

from . import Subparsers
from .admin_action import columns
from .output import GOOD, CommandError, explained, moment, say, say_json
from .store_option import VARIABLE

DESCRIPTION = """\
List the servers that keep a house in PostgreSQL open together. Each says once a
second that it is there; one that is silent for longer than three is taken for
dead, and the others see its people off. Below them are those who let bots think
for them (ludoteca bots), and how many decisions of bots wait for somebody."""
EPILOG = """\
examples:
  ludoteca nodes --store postgresql://db/house         for people
  ludoteca nodes --store postgresql://db/house --json  for programs

Give passwords in the environment, PGPASSWORD, or in the password file of
PostgreSQL: others on this machine can see the options.

The exit code is 0 when the house can be asked, 2 when it cannot."""
HEADS = ("server", "address", "version", "since", "last beat", "people", "tables", "state")
WORKER_HEADS = ("bots", "version", "since", "last beat", "threads", "levels", "taken", "done", "given back", "state")
SILENT = 3.0  # seconds, after which somebody who lets bots think may be gone


class Lists(msgspec.Struct, frozen=True):
    """What programs are told."""

    servers: list[dict[str, Any]]
    workers: list[dict[str, Any]]
    queue: Queue


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
        raise CommandError("Which house? Name it, as --store postgresql://HOST/NAME.")
    if not addresses.is_in_postgres(address):
        raise CommandError(f"{address} is shared by no servers. Name a house like postgresql://HOST/NAME.")
    servers, workers, queue = asyncio.run(listed(address))
    if arguments.json:
        say_json(Lists([flat(row) for row in servers], [flat(row) for row in workers], queue))
        return GOOD
    say(columns([HEADS, *map(cells, servers)]) if servers else "No server keeps this house open.")
    if workers:
        say("\n" + columns([WORKER_HEADS, *map(worker_cells, workers)]))
    if queue.waiting:
        decisions = "decision waits" if queue.waiting == 1 else "decisions wait"
        say(f"\n{queue.waiting} {decisions} for a bot, the oldest for {queue.oldest:.1f} s.")
    return GOOD


async def listed(address: str) -> tuple[list[NodeRow], list[WorkerRow], Queue]:
    async with addresses.records_in_postgres(address) as records:
        return await records.servers(), await records.workers(), await records.queue()


def flat(row: msgspec.Struct) -> dict[str, Any]:
    """The members of a row, those of a row inside it among them."""
    members: dict[str, Any] = {}
    for name, value in msgspec.structs.asdict(row).items():
        members |= flat(value) if isinstance(value, msgspec.Struct) else {name: value}
    return members


def worker_cells(row: WorkerRow) -> tuple[str, ...]:
    work = row.work
    return (
        row.worker,
        row.version,
        moment(row.started),
        f"{row.silent:.1f} s ago",
        str(row.threads),
        ",".join(row.levels),
        str(work.taken),
        str(work.done),
        str(work.given_back),
        "thinking" if row.silent <= SILENT else "silent",
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
