"""`ludoteca replay`: a game played back in the terminal, without a server."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Mapping
from typing import Any

from ludoteca.house import entries
from ludoteca.house.replays import Replay
from ludoteca.terminal.screen import PLAIN_FRAMES, Left, Screen

from . import Subparsers, boards, log_words, replay_files
from .cards import legible
from .output import GOOD, CommandError, explained, moment

DESCRIPTION = """\
Play a game back in this terminal, entry by entry: what happened, and the board
after it. Enter goes on, p goes back, a number goes to that entry, q ends. No
server is needed, and with --at or --log nothing is asked."""
EPILOG = """\
examples:
  ludoteca replay game.json          step by step from the beginning
  ludoteca replay game.json --at 40  the board after entry 40, and nothing else
  ludoteca replay game.json --log    what happened, a line for each entry

Whether the file tells the truth is for ludoteca verify to say."""
NEXT = ("", "n", "next")
PREVIOUS = ("p", "previous")
QUIT = ("q", "quit", "exit")
LOG = ("l", "log")
HELP = "Enter or n: next   p: previous   a number: that entry   l: what happened so far   q: quit"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
UNDRAWN = "(The file has no board here that can be drawn.)"


class Film:
    """The moments of a replay: for each entry its line in words, and the public view after it."""

    def __init__(self, replay: Replay, source: str) -> None:
        self.code = replay.code
        self.settings: Mapping[str, Any] = {}
        self.lines: list[str] = []
        self.views: list[dict[str, Any]] = []
        self.casts: list[str] = []
        chronicle = log_words.Chronicle()
        view: dict[str, Any] = {}
        for number, line in enumerate(replay.log, 1):
            try:
                what = log_words.happening(line.what)
                events = [log_words.event(told, chronicle.game) for told in line.events]
            except log_words.Untellable as error:
                raise CommandError(f"{source}: entry {number} is not one of a replay ({error}).") from None
            if isinstance(what, entries.Opened):
                self.settings = what.options.settings
            view = {key: value for key, value in view.items() if key not in line.gone} | line.game
            said = chronicle.tell(what, events)
            self.lines.append(legible(f"{number:4}  {moment(line.time)}  {said}"))
            self.views.append(view)
            self.casts.append(legible(chronicle.cast()))

    def __len__(self) -> int:
        return len(self.lines)

    def moment(self, number: int) -> str:
        """The board after an entry, who is who on it, and what the entry says."""
        parts = [legible(f"Table {self.code}, entry {number} of {len(self)}")]
        view = self.views[number - 1]
        if view:
            drawn = boards.draw_strange(view, self.settings)
            parts += ["", *(map(legible, drawn.split("\n")) if drawn else [UNDRAWN]), self.casts[number - 1]]
        return "\n".join([*parts, "", self.lines[number - 1].strip()])


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "replay",
        help="play a game back in this terminal",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a replay; - for standard input, with --at or --log")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--at", type=int, metavar="N", help="print the moment after entry N")
    what.add_argument("--log", action="store_true", help="print what happened, a line for each entry")
    parser.add_argument("--plain", action="store_true", help="frames in ASCII, and the screen is never cleared")
    parser.set_defaults(run=run, refuse=parser.error)


@explained
def run(arguments: argparse.Namespace) -> int:
    asking = arguments.at is None and not arguments.log
    if asking and arguments.file == replay_files.STANDARD_INPUT:
        arguments.refuse("With - for the file there is nothing to ask from: add --at N or --log.")
    film = Film(replay_files.read(arguments.file), arguments.file)
    if not len(film):
        raise CommandError(f"{arguments.file}: there is no entry in this replay.")
    if not asking and not arguments.log:
        need_entry(film, arguments.at)
    if isinstance(sys.stdin, io.TextIOWrapper):  # a mistyped byte is a wrong answer, not the end
        sys.stdin.reconfigure(errors="replace")
    projector = Projector(film, Screen(sys.stdin, sys.stdout), arguments.plain)
    if arguments.log:
        projector.say("\n".join(film.lines))
    elif arguments.at is not None:
        projector.say(film.moment(arguments.at))
    else:
        projector.play()
    return GOOD


def need_entry(film: Film, number: int) -> None:
    if not 1 <= number <= len(film):
        raise CommandError(f"There is no entry {number}: this game has entries 1 to {len(film)}.")


class Projector:
    """Shows a film to a person who turns the handle."""

    def __init__(self, film: Film, screen: Screen, plain: bool) -> None:
        self.film = film
        self.screen = screen
        self.plain = plain
        self.clearing = sys.stdout.isatty() and not plain

    def say(self, text: str) -> None:
        self.screen.say(text.translate(PLAIN_FRAMES) if self.plain else text)

    def show(self, number: int) -> None:
        if self.clearing:
            self.screen.say(CLEAR, end="")
        self.say(f"{self.film.moment(number)}\n\n{HELP}")

    def play(self) -> None:
        number = 1
        self.show(number)
        try:
            while (line := self.screen.ask()) not in QUIT:
                if line in LOG:
                    self.say("\n".join(self.film.lines[:number]))
                    continue
                wanted = self.wanted(line, number)
                if wanted is None:
                    self.say(HELP)
                elif not 1 <= wanted <= len(self.film):
                    self.say(f"There are entries 1 to {len(self.film)}; this is {number}.")
                else:
                    number = wanted
                    self.show(number)
        except Left:  # the end of the input is a way of leaving
            return

    def wanted(self, line: str, number: int) -> int | None:
        """The entry that an answer asks for."""
        if line in NEXT:
            return number + 1
        if line in PREVIOUS:
            return number - 1
        return int(line) if line.isascii() and line.isdigit() and len(line) < 10 else None
