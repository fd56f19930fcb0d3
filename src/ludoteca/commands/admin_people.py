"""`ludoteca admin`: what concerns people and what they have said."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ludoteca.dialects.house.operator import MuteList, NameDeleted, Person, ReportList, Settled, WantedMute

from .admin_action import Action, columns, confirm, json_option, one_of, yes_option
from .cards import legible
from .output import NOT_POSSIBLE, CommandError, counted, moment, say, say_json

if TYPE_CHECKING:
    from ludoteca.client.http import HttpClient


async def forget(server: HttpClient, arguments: argparse.Namespace) -> None:
    code = arguments.code.upper()
    confirm(arguments, f"Table {code} is deleted with its log and its chat, whatever is going on there.")
    await server.struct(Settled, "forget_table", {"code": arguments.code})
    say(f"Table {code} is forgotten.")


async def delete_line(server: HttpClient, arguments: argparse.Namespace) -> None:
    code = arguments.code.upper()
    confirm(arguments, f"Line {arguments.number} of the chat of table {code} is deleted.")
    await server.struct(Settled, "delete_line", {"code": arguments.code, "line": str(arguments.number)})
    say(f"Line {arguments.number} of table {code} is deleted.")


async def delete_name(server: HttpClient, arguments: argparse.Namespace) -> None:
    confirm(arguments, f"The name {arguments.name} is deleted from all games that have ended, with what was said.")
    done = await server.struct(NameDeleted, "delete_name", {"person": arguments.name})
    if arguments.json:
        say_json(done)
        return
    say(f"{arguments.name} is called otherwise in {counted(done.tables + done.closed, 'game')} now.")
    say(f"{counted(done.lines, 'line')} of chat and {counted(done.reports, 'report')} deleted.")
    if done.closed:
        say(f"{counted(done.closed, 'table')} that had not begun closed.")
    if done.later:
        say(f"{counted(done.later, 'table')} with the name in the log still going on: delete it again afterwards.")


async def export_person(server: HttpClient, arguments: argparse.Namespace) -> None:
    person = await server.struct(Person, "export_person", {"person": arguments.name})
    if arguments.out is None:
        say_json(person)
        return
    path = Path(arguments.out)
    try:
        with path.open("xb") as file:
            path.chmod(0o600)
            file.write(msgspec.json.format(msgspec.json.encode(person)) + b"\n")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.", NOT_POSSIBLE) from error
    say(f"{counted(len(person.tables), 'table')} of {arguments.name} written to {path}")


async def reports(server: HttpClient, arguments: argparse.Namespace) -> None:
    if arguments.what == "close":
        if arguments.id is None:
            raise CommandError("Say which report: ludoteca admin reports close ID")
        await server.struct(Settled, "close_report", {"report": arguments.id})
        say(f"Report {arguments.id} is closed.")
        return
    listed = (await server.struct(ReportList, "reports")).reports
    if arguments.json:
        say_json(listed)
    elif not listed:
        say("There are no reports.")
    for shown in [] if arguments.json else listed:
        report = shown.report
        line = "" if report.line is None else f", line {report.line}"
        by = (report.by or "a watcher") + (f" ({report.network})" if report.network else "")
        say(f"{report.id}  {moment(report.time)}  table {report.code}{line}: {report.name}, by {by}")
        for text in (shown.text, report.reason):
            if text:
                say(f"    {legible(text)}")  # one line, whatever is in it: more would look like other reports


async def mute(server: HttpClient, arguments: argparse.Namespace) -> None:
    await server.struct(MuteList, "mute", body=WantedMute(arguments.who, arguments.hours))
    until = "until you take it back" if arguments.hours is None else f"for {counted(arguments.hours, 'hour')}"
    say(f"{arguments.who} says nothing {until}.")


async def unmute(server: HttpClient, arguments: argparse.Namespace) -> None:
    await server.struct(MuteList, "unmute", query={"who": arguments.who})
    say(f"{arguments.who} may speak again.")


async def mutes(server: HttpClient, arguments: argparse.Namespace) -> None:
    listed = (await server.struct(MuteList, "mutes")).mutes
    if arguments.json:
        say_json(listed)
    elif not listed:
        say("Nobody is muted.")
    else:
        say(columns([("who", "until"), *((each.who, moment(each.until) if each.until else "-") for each in listed)]))


# ---------------------------------------------------------------- how it is asked for


def whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 10**9):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def code_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="the code of the table")
    yes_option(parser)


def line_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="the code of the table")
    parser.add_argument("number", metavar="NUMBER", type=whole, help="the number of the line, as reports tell it")
    yes_option(parser)


def name_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the name under which somebody has played")
    yes_option(parser)
    json_option(parser)


def export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the name under which somebody has played")
    parser.add_argument("--out", metavar="FILE", help="write it to a new file, readable for you alone")


def report_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", default="list", type=one_of("list", "close"), help="list, or close one")
    parser.add_argument("id", nargs="?", metavar="ID", help="of the report to close")
    json_option(parser)


def who_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", metavar="WHO", help="a name, an address or a network")


def mute_options(parser: argparse.ArgumentParser) -> None:
    who_options(parser)
    parser.add_argument("--hours", metavar="N", type=whole, help="for so long (default: until you take it back)")


ACTIONS = {
    "forget": Action(
        forget,
        "delete a table",
        """\
Delete a table at once with all that belongs to it: log, chat, positions,
reports. A game that is going on ends by it, and everybody there is told that
the table is no longer kept. ludoteca forget deletes games that ended long ago.""",
        """\
  ludoteca admin forget KDTWPQ        ask first
  ludoteca admin forget KDTWPQ --yes  do not ask""",
        code_options,
    ),
    "delete-line": Action(
        delete_line,
        "delete a line of chat",
        """\
Delete the text of a line of the chat. Its number stays; those at the table see
that something was deleted.""",
        """\
  ludoteca admin delete-line KDTWPQ 12        ask first
  ludoteca admin delete-line KDTWPQ 12 --yes  do not ask""",
        line_options,
    ),
    "delete-name": Action(
        delete_name,
        "delete a name from games that have ended",
        """\
Put another name in its place in every game that has ended; these can be shown
and checked as before. What was said under it is deleted, and so are reports by
and about it. Tables that have not begun and where that person sits are closed.
While somebody of that name plays, nothing is done: close or forget those tables
first. Tables that the person has left go on: delete the name again afterwards.

A name is no account. Check who asks, and that nobody else has used the name.
Backups and files that people have downloaded are not changed.""",
        """\
  ludoteca admin export-person Ada --out ada.json  look first
  ludoteca admin delete-name Ada                   then delete""",
        name_options,
    ),
    "export-person": Action(
        export_person,
        "write down what is kept under a name",
        """\
Print everything that is kept under a name, as JSON: tables, what the seat did,
what was said, reports and mutes. A name is no account: check who asks, and what
of it is his.""",
        """\
  ludoteca admin export-person Ada                 to the terminal
  ludoteca admin export-person Ada --out ada.json  to a file""",
        export_options,
    ),
    "reports": Action(
        reports,
        "list what players have reported",
        """\
List what players have reported, with the lines that it is about, or close a
report, which deletes it.""",
        """\
  ludoteca admin reports                 all that are open
  ludoteca admin reports close 9f86d081  this one is dealt with""",
        report_options,
    ),
    "mute": Action(
        mute,
        "let somebody say nothing",
        """\
Refuse lines of chat of a name, wherever he sits, or of an address or network,
whatever the name. Games go on. A name can be changed by whoever has it.""",
        """\
  ludoteca admin mute Ada --hours 24     for a day
  ludoteca admin mute 198.51.100.0/24    until it is taken back""",
        mute_options,
    ),
    "unmute": Action(
        unmute,
        "let somebody speak again",
        """\
Take back what ludoteca admin mute has done.""",
        """\
  ludoteca admin unmute Ada              a name
  ludoteca admin unmute 198.51.100.0/24  a network, as it was muted""",
        who_options,
    ),
    "mutes": Action(
        mutes,
        "list who may say nothing",
        """\
List the names, addresses and networks that are muted, and until when.""",
        """\
  ludoteca admin mutes         for people
  ludoteca admin mutes --json  for programs""",
        json_option,
    ),
}
