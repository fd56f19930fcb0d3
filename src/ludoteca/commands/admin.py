"""`ludoteca admin`: what the operator asks of a server that is running."""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludoteca.dialects.house.http import Addresses, Closing, Draining, Health, OperatorView

from . import Subparsers, admin_access, admin_client, admin_people
from .admin_action import Action, columns, json_option
from .output import GOOD, CommandError, counted, explained, say, say_json

if TYPE_CHECKING:
    from ludoteca.client.http import HttpClient

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

DESCRIPTION = """\
Look after a server that is running: see what goes on, close or delete a table,
refuse addresses, mute people, read reports, invite, prepare for a restart. On
the machine of the server its folder says where it is and what its key is. From
elsewhere, name both."""
EPILOG = """\
examples:
  ludoteca admin status                    of the server of the usual folder
  ludoteca admin status --data /srv/house  of another one on this machine
  ludoteca admin status --server https://games.example.org  of one elsewhere

The key is in the file operator.key of the server's folder. Others on a machine
can see options: rather put the key into the variable LUDOTECA_OPERATOR_KEY.

The exit code is 0 when it was done, 2 when it was not."""
LONGEST_REASON = 200
LOOPBACKS = (ipaddress.ip_network("127.0.0.1"), ipaddress.ip_network("::1"))


# ---------------------------------------------------------------- what is done


async def status(server: HttpClient, arguments: argparse.Namespace) -> None:
    seen = await server.struct(OperatorView, "operator")
    if arguments.json:
        say_json(seen)
        return
    say("The house is about to close: no new tables are opened." if seen.draining else "The house is open.")
    say(f"{counted(seen.connections, 'connection')}, {counted(len(seen.awake), 'table')} in memory.")
    if seen.awake:
        rows = [(each.code, each.game, each.phase, str(each.connected), str(each.entries)) for each in seen.awake]
        say(columns([("code", "game", "phase", "connected", "entries"), *sorted(rows)]))


async def close(server: HttpClient, arguments: argparse.Namespace) -> None:
    await server.struct(Health, "close_table", {"code": arguments.code}, body=Closing(arguments.why))
    say(f"Table {arguments.code.upper()} is closed.")


async def addresses(server: HttpClient, arguments: argparse.Namespace) -> None:
    refused = await refused_by(server)
    say("\n".join(map(shown, refused)) if refused else "No address is refused.")


async def refuse(server: HttpClient, arguments: argparse.Namespace) -> None:
    for network in arguments.addresses:
        if any(mine.version == network.version and mine.subnet_of(network) for mine in LOOPBACKS):
            raise CommandError(
                f"{shown(network)} is this machine itself, or has it in it: you could never take that back."
            )
    refused = await refused_by(server)
    await set_refused(server, [*refused, *(network for network in arguments.addresses if network not in refused)])


async def allow(server: HttpClient, arguments: argparse.Namespace) -> None:
    refused = await refused_by(server)
    for network in arguments.addresses:
        if network not in refused:
            around = [each for each in refused if each.version == network.version and network.subnet_of(each)]
            if around:
                raise CommandError(
                    f"{shown(network)} is refused as a part of {shown(around[0])}. Allow that one instead."
                )
            raise CommandError(f"{shown(network)} is not refused. Those that are: ludoteca admin addresses")
    await set_refused(server, [network for network in refused if network not in arguments.addresses])


async def refused_by(server: HttpClient) -> list[Network]:
    return networks_of(await server.struct(Addresses, "addresses"))


def networks_of(listed: Addresses) -> list[Network]:
    return [ipaddress.ip_network(each) for each in listed.refused]


async def set_refused(server: HttpClient, networks: Iterable[Network]) -> None:
    wanted = Addresses([str(network) for network in networks])
    kept = networks_of(await server.struct(Addresses, "refuse_addresses", body=wanted))
    say(f"Refused are {', '.join(map(shown, kept))}." if kept else "No address is refused.")


def shown(network: Network) -> str:
    """One address as people write it."""
    return str(network.network_address if network.num_addresses == 1 else network)


async def drain(server: HttpClient, arguments: argparse.Namespace) -> None:
    asked = Draining(draining=True, away=arguments.away, leave=arguments.leave)
    await server.struct(Health, "drain", body=asked)
    if arguments.leave:
        say("The server sends everybody away and ends then.")
    elif arguments.away:
        say("Everybody is sent away, and nobody new is let in. To end this: ludoteca admin undrain")
    else:
        say("No new tables are opened from now on. Games go on. To end this: ludoteca admin undrain")


async def undrain(server: HttpClient, arguments: argparse.Namespace) -> None:
    await server.struct(Health, "drain", body=Draining(draining=False))
    say("New tables can be opened again.")


async def metrics(server: HttpClient, arguments: argparse.Namespace) -> None:
    say((await server.body("metrics")).decode().rstrip())


# ---------------------------------------------------------------- how it is asked for


def reason(text: str) -> str:
    if not 0 < len(text) <= LONGEST_REASON:
        raise argparse.ArgumentTypeError(f"a reason has 1 to {LONGEST_REASON} characters")
    return text


def network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address and no network: say 192.0.2.7 or 2001:db8::/32"
        ) from None


def close_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="the code of the table")
    parser.add_argument(
        "--why", type=reason, default="by the operator", metavar="TEXT", help="what the players are told"
    )


def address_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "addresses",
        type=network,
        nargs="+",
        metavar="ADDRESS",
        help="an address, 192.0.2.7, or a network, 192.0.2.0/24",
    )


def drain_options(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--away", action="store_true", help="also disconnect everybody; their seats are kept")
    which.add_argument("--leave", action="store_true", help="also disconnect everybody, and end the server")


ACTIONS = {
    "status": Action(
        status,
        "show what goes on",
        """\
Show how many are connected and which tables are in memory. Tables that nobody
is at are on disk; ludoteca tables lists those as well.""",
        """\
  ludoteca admin status         for people
  ludoteca admin status --json  for programs""",
        json_option,
    ),
    "close": Action(
        close,
        "close a table",
        """\
Close a table for good. Everybody there is told why. A game that is not over
ends without a winner.""",
        """\
  ludoteca admin close KDTWPQ  without a reason
  ludoteca admin close KDTWPQ --why "nobody came"  with one""",
        close_options,
    ),
    "addresses": Action(
        addresses,
        "list the addresses that are refused",
        """\
List the addresses and networks from which nobody may connect.""",
        """\
  ludoteca admin addresses                    of the usual folder's server
  ludoteca admin addresses --data /srv/house  of another one""",
    ),
    "refuse": Action(
        refuse,
        "refuse addresses",
        """\
Let nobody connect from these addresses or networks any more. It holds for what
is asked from now on, and after a restart too.""",
        """\
  ludoteca admin refuse 192.0.2.7                one address
  ludoteca admin refuse 192.0.2.0/24 2001:db8::/32  networks""",
        address_options,
    ),
    "allow": Action(
        allow,
        "let refused addresses in again",
        """\
Take back what ludoteca admin refuse has done.""",
        """\
  ludoteca admin allow 192.0.2.7     one address
  ludoteca admin allow 192.0.2.0/24  a network, as it was refused""",
        address_options,
    ),
    "drain": Action(
        drain,
        "open no new tables, before a restart",
        """\
Open no new tables from now on. Games that are being played go on, so that they
can come to an end before the server is stopped. /healthz says 503 meanwhile.
Stopping a server loses nothing in any case: this is only kinder.

Where several servers share the house, those who are disconnected go to the
others within a few seconds, and nobody new is let in here.""",
        """\
  ludoteca admin drain          let games end
  ludoteca admin drain --away   also disconnect everybody: they come back
  ludoteca admin drain --leave  the same, and then the server ends""",
        drain_options,
    ),
    "undrain": Action(
        undrain,
        "open new tables again",
        """\
Take back what ludoteca admin drain has done.""",
        """\
  ludoteca admin undrain                    of the usual folder's server
  ludoteca admin undrain --data /srv/house  of another one""",
    ),
    "metrics": Action(
        metrics,
        "print figures for Prometheus",
        """\
Print what the server counts, in the form that Prometheus reads at /metrics.""",
        """\
  ludoteca admin metrics                 all of them
  ludoteca admin metrics > figures.txt   into a file""",
    ),
    **admin_people.ACTIONS,
    **admin_access.ACTIONS,
}


def add(subparsers: Subparsers) -> None:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = subparsers.add_parser(
        "admin",
        help="look after a server that is running",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=as_written,
    )
    admin_client.add_options(parser, None)
    parser.set_defaults(run=run, explain=parser.print_help)
    actions = parser.add_subparsers(title="commands", dest="action", metavar="COMMAND")
    for name, action in ACTIONS.items():
        below = actions.add_parser(
            name,
            help=action.summary,
            description=action.description,
            epilog=f"examples:\n{action.examples}",
            formatter_class=as_written,
        )
        action.options(below)
        admin_client.add_options(below, argparse.SUPPRESS)


@explained
def run(arguments: argparse.Namespace) -> int:
    if arguments.action is None:
        arguments.explain()
        return GOOD
    action = ACTIONS[arguments.action]
    asyncio.run(admin_client.ask(admin_client.find(arguments), lambda server: action.do(server, arguments)))
    return GOOD
