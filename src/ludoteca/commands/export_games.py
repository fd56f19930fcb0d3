"""Many finished games as arrays to learn from: `ludoteca export --games`."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ludoteca import rules
from ludoteca.house.refusals import Refused
from ludoteca.house.table import Phase
from ludoteca.rules.catalogue import GAMES

from . import lookup, store_option
from .cards import complain
from .lookup import Kept
from .output import GOOD, CommandError, Progress, counted

if TYPE_CHECKING:
    from ludoteca.arena.contest import Played
    from ludoteca.arena.ledger import Heading
    from ludoteca.envs.datasets import Dataset

EXTRA = "ludoteca[research]"


def run(arguments: argparse.Namespace) -> int:
    with extra_needed():
        from ludoteca.envs.datasets import Dataset

        if arguments.output is None:
            raise CommandError("Name the file for the games: --output FILE.")
        if arguments.output.exists():
            raise CommandError(f"{arguments.output} is there already. Move it away first, or choose another name.")
        if arguments.games in GAMES:
            dataset = Dataset(arguments.games)
            skipped = add_house(dataset, arguments)
        else:
            heading, played = read_results(Path(arguments.games))
            dataset = Dataset(heading.game)
            skipped = 0
            add_arena(dataset, heading, played)
        if not dataset.sources:
            raise CommandError("There is no finished game to export.")
        try:
            dataset.write(arguments.output, arguments.format)
        except OSError as error:
            raise CommandError(f"{arguments.output} cannot be written: {error.strerror}.") from None
    left_out = f" {counted(skipped, 'game')} of older rules left out." if skipped else ""
    complain(f"{counted(len(dataset.sources), 'game')} with {len(dataset):,} decisions.{left_out}")
    return GOOD


@contextmanager
def extra_needed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("ludoteca"):
            raise
        raise CommandError(f"This needs {error.name}, which is not installed: pip install '{EXTRA}'") from None


# From a house


def add_house(dataset: Dataset, arguments: argparse.Namespace) -> int:
    """All games of a house that the rules ended. How many were played under rules that are gone."""
    skipped = 0
    with Progress() as progress:
        for kept in asyncio.run(finished(store_option.chosen(arguments), dataset.kind.name)):
            progress.say(f"{counted(len(dataset.sources), 'game')}, {len(dataset):,} decisions")
            try:
                steps = steps_of(kept)
            except Refused:
                skipped += 1
                continue
            if steps:
                dataset.add(kept.code, steps)
    return skipped


async def finished(house: store_option.InAFolder | store_option.InPostgres, game: str) -> list[Kept]:
    async with house.records() as records:
        rows = await records.tables((Phase.OVER, Phase.CLOSED))
        return [await lookup.take(records, row.code) for row in reversed(rows) if row.summary.game == game]


def steps_of(kept: Kept) -> list[tuple[rules.Game, int]]:
    """Each moment of a game with the decision that was made, without those taken back; none if it was not ended."""
    from ludoteca.analysis.played import Course

    course = Course(kept.code, kept.secret)
    course.follow(kept.log)
    if course.table.game is None or not course.table.game.over:
        return []
    steps = []
    for action in course.actions:
        game = action.game
        for decision in action.decisions:
            steps.append((game, decision))
            game, _ = game.after([decision])
    return steps


# From the arena


def read_results(file: Path) -> tuple[Heading, list[Played]]:
    """What `ludoteca arena --save` wrote."""
    from ludoteca.arena.contest import Played
    from ludoteca.arena.ledger import Heading

    if not file.is_file():
        names = ", ".join(GAMES)
        raise CommandError(f"{file} is neither one of the games {names} nor a file that ludoteca arena saved.")
    try:
        lines = file.read_bytes().splitlines()
        return (
            msgspec.json.decode(lines[0], type=Heading),
            [msgspec.json.decode(line, type=Played) for line in lines[1:]],
        )
    except (msgspec.DecodeError, UnicodeError, IndexError):
        raise CommandError(f"{file} has something else in it than games of an arena.") from None


class Watched:
    """A game of the arena, decision by decision."""

    def __init__(self) -> None:
        self.steps: list[tuple[rules.Game, int]] = []

    def note(self, game: rules.Game, decision: int) -> None:
        self.steps.append((game.clone(), decision))


def add_arena(dataset: Dataset, heading: Heading, games: Sequence[Played]) -> None:
    """The bots play the games again: results are kept without the decisions, which follow from them."""
    from ludoteca.arena.playing import play
    from ludoteca.bots.contestants import UnknownBot, contestant

    try:
        contestants = [contestant(typed) for typed in heading.bots]
    except UnknownBot as error:
        raise CommandError(error.sentence) from error
    if [each.fingerprint(heading.game) for each in contestants] != heading.fingerprints:
        raise CommandError("A bot has changed since these games were played. Play them again.")
    with Progress() as progress:
        for known in games:
            progress.say(f"{len(dataset.sources)} of {counted(len(games), 'game')}")
            watched = Watched()
            fixture = known.fixture
            again = play(heading.contest, contestants, fixture, watched.note)
            if again.winners != known.winners:
                raise CommandError(
                    "A game came out differently now: a bot is limited by time. Limit it by iterations, as level-8:500."
                )
            dataset.add(
                f"deal {fixture.deal}, {fixture.first} against {fixture.second}, place {fixture.place}", watched.steps
            )
