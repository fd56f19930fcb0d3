"""`ludoteca admin`: who may do and see what. Keys of operators, invitations, and the log of what operators did."""

from __future__ import annotations

import argparse
import re
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ludoteca.dialects.house.operator import (
    AuditLine,
    AuditLog,
    InvitationList,
    NewInvitation,
    NewKey,
    OperatorKeys,
    Scope,
    Settled,
    WantedInvitation,
    WantedKey,
)
from ludoteca.server.operator.key_file import FILE

from . import admin_client
from .admin_action import Action, columns, confirm, json_option, one_of, yes_option
from .admin_people import whole
from .cards import legible
from .output import CommandError, moment, say, say_json

if TYPE_CHECKING:
    from ludoteca.client.http import HttpClient

UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
MOST_LINES = 100


async def audit(server: HttpClient, arguments: argparse.Namespace) -> None:
    query = {"most": str(arguments.most)} | ({} if arguments.since is None else {"since": arguments.since})
    lines = (await server.struct(AuditLog, "audit_log", query=query)).lines
    if arguments.json:
        say_json(lines)
    elif not lines:
        say("There is nothing in the audit log since then.")
    else:
        say("\n".join(legible(told(line)) for line in lines))  # a line each, whatever is quoted in it


def told(line: AuditLine) -> str:
    about = " ".join(f"{name}={value}" for name, value in line.on.items())
    ended = f"{line.result} ({line.code})" if line.code else line.result
    return f"{line.time}  {line.node}  {line.address}  {line.key or '-'}  {line.act}  {ended}  {about}".rstrip()


async def keys(server: HttpClient, arguments: argparse.Namespace) -> None:
    if arguments.what != "list" and arguments.name is None:
        raise CommandError(f"Say which key: ludoteca admin keys {arguments.what} NAME")
    match arguments.what:
        case "add":
            made = await server.struct(NewKey, "add_key", body=WantedKey(arguments.name, Scope(arguments.scope)))
            say(made.key)
            print("Keep it now: it is not shown again.", file=sys.stderr)
        case "revoke":
            confirm(arguments, f"Whoever has the key {arguments.name} can do nothing with it any more.")
            done = await server.struct(Settled, "revoke_key", {"key_name": arguments.name})
            if done.status == "replaced":
                say(f"The key is revoked. A new one is in {FILE} in the server's folder.")
            else:
                say(f"The key {arguments.name} is revoked.")
        case _:
            listed = (await server.struct(OperatorKeys, "operator_keys")).keys
            if arguments.json:
                say_json(listed)
                return
            rows = [(key.name, key.scope, "-" if key.made is None else moment(key.made)) for key in listed]
            say(columns([("name", "for", "made"), *rows]))


async def invite(server: HttpClient, arguments: argparse.Namespace) -> None:
    wanted = WantedInvitation(arguments.uses, arguments.days)
    made = await server.struct(NewInvitation, "invite", body=wanted)
    if arguments.json:
        say_json(made)
        return
    say(f"{arguments.house or admin_client.find(arguments).url}/#invitation={made.code}")
    until = "" if made.until is None else f" until {moment(made.until)}"
    uses = "as often as one likes" if made.left is None else f"{made.left} times" if made.left > 1 else "once"
    print(f"Invitation {made.id} can be used {uses}{until}. It is not shown again.", file=sys.stderr)


async def invitations(server: HttpClient, arguments: argparse.Namespace) -> None:
    if arguments.what == "revoke":
        if arguments.id is None:
            raise CommandError("Say which invitation: ludoteca admin invitations revoke ID")
        await server.struct(Settled, "revoke_invitation", {"invitation": arguments.id})
        say(f"Invitation {arguments.id} is revoked, for those who have used it as well.")
        return
    listed = (await server.struct(InvitationList, "invitations")).invitations
    if arguments.json:
        say_json(listed)
    elif not listed:
        say("There are no invitations.")
    else:
        rows = [
            (
                each.id,
                moment(each.made),
                "-" if each.until is None else moment(each.until),
                "-" if each.left is None else str(each.left),
            )
            for each in listed
        ]
        say(columns([("id", "made", "until", "uses left"), *rows]))


# ---------------------------------------------------------------- how it is asked for


def since(text: str) -> str:
    """A time of this machine's clock, or how long ago."""
    ago = re.fullmatch(r"(\d{1,5})([mhdw])", text)
    try:
        if ago is not None:
            time = datetime.now(UTC) - timedelta(**{UNITS[ago[2]]: int(ago[1])})
        else:
            time = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{text!r} is no time: say 2026-11-18, 2026-11-18T09:30, 12h or 3d") from None
    return time.isoformat(timespec="milliseconds")


def most(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_LINES):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to {MOST_LINES}")
    return int(text)


def audit_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--since", type=since, metavar="TIME", help="from then on: 2026-11-18, 12h, 3d")
    parser.add_argument("--most", type=most, default=MOST_LINES, metavar="N", help="the last N (default: 100)")
    json_option(parser)


def key_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", default="list", type=one_of("list", "add", "revoke"), help="list, add, revoke"
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the key is called")
    parser.add_argument(
        "--for",
        dest="scope",
        choices=[scope.value for scope in Scope],
        default="all",
        help="what a new key is for: all, or metrics alone (default: all)",
    )
    yes_option(parser)
    json_option(parser)


def invite_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--uses", type=whole, default=1, metavar="N", help="for so many browsers (default: 1)")
    parser.add_argument("--days", type=whole, default=7, metavar="N", help="for so many days (default: 7)")
    parser.add_argument("--house", metavar="URL", help="address for the link (default: that of the server)")
    json_option(parser)


def invitation_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", default="list", type=one_of("list", "revoke"), help="list, or revoke one")
    parser.add_argument("id", nargs="?", metavar="ID", help="of the invitation to revoke")
    json_option(parser)


ACTIONS = {
    "audit": Action(
        audit,
        "show what operators did, and wrong keys",
        """\
Show the end of the audit log of this server: when, at which server, from where,
with which key, what, how it ended, and what it was about. The file is audit.log
in the server's folder. Each server of a shared house has its own.""",
        """\
  ludoteca admin audit --since 3d   of the last three days
  ludoteca admin audit --json       for programs""",
        audit_options,
    ),
    "keys": Action(
        keys,
        "list, add and revoke keys of operators",
        """\
Every operator can have a key of his own, and so can a program that reads the
metrics. A new key is shown once. A revoked one opens nothing any more, at every
server of the house within a second. operator.key is the first one: revoking it
writes another into that file.""",
        """\
  ludoteca admin keys                                 list them
  ludoteca admin keys add Zoe                         one more operator
  ludoteca admin keys add dashboard --for metrics     for a program
  ludoteca admin keys revoke Zoe                      never again""",
        key_options,
    ),
    "invite": Action(
        invite,
        "make an invitation to a private house",
        """\
Make a link that lets people into a private house (settings password_file and
by_invitation). Whoever has used it may come in for 90 days, unless it is
revoked before.""",
        """\
  ludoteca admin invite                      for one browser, within a week
  ludoteca admin invite --uses 20 --days 30  for a club""",
        invite_options,
    ),
    "invitations": Action(
        invitations,
        "list and revoke invitations",
        """\
List the invitations to a private house, or revoke one: then neither it nor what
was given for it opens the house. Who is at a table stays until he leaves it.""",
        """\
  ludoteca admin invitations                      list them
  ludoteca admin invitations revoke 2c26b46b68ff  take one back""",
        invitation_options,
    ),
}
