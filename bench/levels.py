"""How strong the levels are: contests of the arena, kept game by game, and the tables of the documents.

Every contest has a file in a folder; the same command goes on where it was, and more games add to what is there. What
level 8 does in a time is told by iterations: so the load of the machine makes no difference to the result.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from ludoteca import __version__
from ludoteca.arena.ledger import Heading, Ledger
from ludoteca.arena.processes import played
from ludoteca.arena.report import percent, percents
from ludoteca.arena.scores import Tally, tallies
from ludoteca.bots.contestants import contestant
from ludoteca.bots.levels import TABLE
from ludoteca.rules.catalogue import GAMES as KNOWN

PAGE = Path(__file__).parents[1] / "docs" / "arena.md"
SEED = 1
GAMES = 400
FEW = 100  # of contests whose games take long
STRONGEST = "level-8:20000"  # much less than two seconds make on one free core
HALF_A_SECOND = "level-8:10000"  # much less than half a second makes
TWO_PLAYERS = (("eriantys", 2, False), ("eriantys", 2, True), ("masters", 2, False))
THREE_OR_FOUR = (
    ("eriantys", 3, False),
    ("eriantys", 3, True),
    ("eriantys", 4, False),
    ("eriantys", 4, True),
    ("masters", 3, False),
    ("masters", 4, False),
)
TITLES = {
    ("eriantys", 2): "Eriantys, 2 players",
    ("eriantys", 3): "Eriantys, 3 players",
    ("eriantys", 4): "Eriantys, 2 teams",
    ("masters", 1): "Masters, alone",
    ("masters", 2): "Masters, 2 players",
    ("masters", 3): "Masters, 3 players",
    ("masters", 4): "Masters, 4 players",
}


@dataclass(frozen=True)
class Meeting:
    """A contest between two bots, or of one alone. `least` is the share that the first should win."""

    first: str
    second: str | None
    game: str
    players: int
    expert: bool = False
    least: float | None = None
    games: int = GAMES

    @property
    def heading(self) -> Heading:
        bots = [self.first] if self.second is None else [self.first, self.second]
        fingerprints = [contestant(typed).fingerprint(self.game) for typed in bots]
        rules = KNOWN[self.game].rules_version
        return Heading(self.game, self.players, self.expert, SEED, bots, fingerprints, rules, __version__)

    @property
    def title(self) -> str:
        return TITLES[self.game, self.players] + (", expert" if self.expert else "")

    @property
    def pair(self) -> str:
        if self.second is None:
            return f"`{self.first}` against Lorenzo"
        others = self.heading.contest.places - 1
        number = {1: "against", 2: "among two", 3: "among three"}[others]
        return f"`{self.first}` {number} `{self.second}`"

    @property
    def file(self) -> str:
        """The name of its file: what may stand in a file's name."""
        words = [self.first, self.second or "lorenzo", self.game, str(self.players), *["expert"] * self.expert]
        return re.sub(r"[^a-z0-9.]+", "-", "-".join(words)) + ".jsonl"


@dataclass(frozen=True)
class Part:
    """A table of the documents."""

    name: str
    words: str
    meetings: Sequence[Meeting] = field(repr=False)


def neighbours() -> Iterator[tuple[str, str]]:
    """Each level and the one below. The strongest, which thinks for a time, by iterations."""
    for below, above in pairwise(TABLE):
        yield (above.name if above.iterations else STRONGEST), below.name


def fair(game: str, players: int) -> float:
    return 1 / 2 if (game, players) == ("eriantys", 4) else 1 / players


def thinks_long(bot: str) -> bool:
    return bot.startswith(("level-7", "level-8"))


PARTS = (
    Part(
        "levels",
        "Every level against the one below, two players",
        [
            Meeting(above, below, *kind, least=0.65, games=FEW if thinks_long(above) else GAMES)
            for kind in TWO_PLAYERS
            for above, below in neighbours()
        ],
    ),
    Part(
        "more-players",
        "Every level among those of the level below, three and four players",
        [
            Meeting(
                above,
                below,
                *kind,
                least=0.65 if fair(*kind[:2]) == 1 / 2 else 1.5 * fair(*kind[:2]),
                games=FEW if thinks_long(above) else GAMES,
            )
            for kind in THREE_OR_FOUR
            for above, below in neighbours()
        ],
    ),
    Part(
        "greedy",
        "The strongest against `greedy`",
        [
            *(
                Meeting(HALF_A_SECOND, "greedy", *kind, least=0.95 if kind[0] == "masters" else 0.99)
                for kind in TWO_PLAYERS
            ),
            *(Meeting(HALF_A_SECOND, "greedy", *kind, least=0.9, games=FEW) for kind in THREE_OR_FOUR),
        ],
    ),
    Part(
        "alone",
        "Alone against Lorenzo",
        [
            Meeting(HALF_A_SECOND, None, "masters", 1, least=0.95),
            Meeting("greedy", None, "masters", 1),
        ],
    ),
    Part(
        "beginner",
        "A beginner against level 1",
        [Meeting("beginner", "level-1", *kind, least=0.4) for kind in TWO_PLAYERS],
    ),
)


def held(meeting: Meeting, folder: Path, games: int, until: float, processes: int) -> Tally:
    """What came of a meeting: what the folder has of it, and what is played until then."""
    heading = meeting.heading
    contest = heading.contest
    with Ledger(folder / meeting.file, heading) as ledger:
        left = [fixture for fixture in contest.fixtures(games) if fixture not in ledger.games]
        if left and time.monotonic() < until:
            with closing(played(contest, heading.bots, left, processes)) as playing:
                for game in playing:
                    ledger.note(game)
                    if time.monotonic() >= until:
                        break
        return tallies(contest, ledger.games.values())[0]


def table(results: Sequence[tuple[Meeting, Tally]]) -> str:
    """What was played, as a table of a document."""
    lines = ["| game | | games | share | 95 % interval | at least |", "|---|---|---|---|---|---|"]
    for meeting, tally in results:
        if tally.games:
            least = "" if meeting.least is None else percent(meeting.least)
            cells = [meeting.title, meeting.pair, f"{tally.games:,}", percent(tally.share), percents(tally.interval)]
            lines.append(f"| {' | '.join([*cells, least])} |")
    return "\n".join(lines)


def written(page: str, part: Part, text: str) -> str:
    """The page with this table in the place of the one that it had."""
    begin, end = marks(part)
    before, found, rest = page.partition(begin)
    _, ended, after = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"The page has no place for the table {part.name}: {begin} ... {end}")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


def marks(part: Part) -> tuple[str, str]:
    return f"<!-- {part.name}: made by `run.py bench levels` -->", f"<!-- end of {part.name} -->"


def shortfalls(results: Sequence[tuple[Meeting, Tally]]) -> list[str]:
    return [
        f"{meeting.title}, {meeting.pair}: {percent(tally.share)} is below {percent(meeting.least)}"
        for meeting, tally in results
        if meeting.least is not None and (tally.share is None or tally.share < meeting.least)
    ]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench levels", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the games are kept")
    parser.add_argument("--part", action="append", choices=[part.name for part in PARTS], help="only this table")
    parser.add_argument("--only", metavar="WORDS", help="contests with these words, such as masters or level-3")
    parser.add_argument("--games", type=int, metavar="N", help="of each contest, instead of its own number")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S", help="stop after so long")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="games at a time (default 1)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/arena.md")
    parser.add_argument("--check", action="store_true", help="exit with 1 when less is won than should be")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + options.seconds
    missed: list[str] = []
    for part in PARTS:
        if options.part and part.name not in options.part:
            continue
        results = []
        for meeting in part.meetings:
            if options.only and options.only not in f"{meeting.title} {meeting.pair}".lower():
                continue
            games = meeting.games if options.games is None else options.games
            results.append((meeting, held(meeting, options.folder, games, until, options.processes)))
            print(f"\r{len(results)} of {len(part.meetings)}", end="\r", file=sys.stderr)
        print(f"{part.words}\n\n{table(results)}\n", flush=True)
        missed += shortfalls(results)
        if options.write:
            PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), part, table(results)), encoding="utf-8")
    if not options.check:
        return 0
    print("\n".join(missed or ["Everything is reached."]))
    return 1 if missed else 0
