"""What `ludoteca dialect` answers by itself, because it was said on the command line: who, how many, how many bots.

Every answer is what a person would type to that question of the dialect's client.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludoteca.terminal.dialogue import Prepared


@dataclass(frozen=True)
class Wishes:
    """`players` is None when the table is left to the questions."""

    name: str | None = None
    players: int | None = None
    expert: bool = False
    bots: int = 0

    @property
    def options(self) -> str:
        return " ".join(
            [
                f"--players {self.players}",
                *(["--expert"] if self.expert else []),
                *([f"--bots {self.bots}"] if self.bots else []),
            ]
        )


def prepared(dialect: str, wishes: Wishes) -> list[Prepared]:
    opening = OPENINGS[dialect]
    found = [] if wishes.name is None else [Prepared(opening.name_cue, wishes.name, "--name")]
    if wishes.players is not None:
        found += [Prepared(cue, typed, wishes.options) for cue, typed in opening.table(wishes)]
    return found


@dataclass(frozen=True)
class Opening:
    """`table` gives the words of each question about a new table, and what is typed."""

    name_cue: str
    table: Callable[[Wishes], Iterator[tuple[str, str]]]


def group31(wishes: Wishes) -> Iterator[tuple[str, str]]:
    bots = f" {wishes.bots}" if wishes.bots else ""
    yield "Create a game", f"{wishes.players}{'e' if wishes.expert else ''}{bots}"


def psp24(wishes: Wishes) -> Iterator[tuple[str, str]]:
    yield "How many play?", f"{wishes.players} {wishes.bots}"
    yield "the expert game?", "y" if wishes.expert else "n"


def am24(wishes: Wishes) -> Iterator[tuple[str, str]]:
    bots = f" {wishes.bots}" if wishes.bots else ""
    yield "Open a table", f"open {wishes.players} {'expert' if wishes.expert else 'basic'} mage1{bots}"


def am28(wishes: Wishes) -> Iterator[tuple[str, str]]:
    bots = f" {wishes.bots}" if wishes.bots else ""
    yield "For how many is the game", f"{wishes.players} {'expert' if wishes.expert else 'simple'}{bots}"


def psp38(wishes: Wishes) -> Iterator[tuple[str, str]]:
    yield "alone or with others", "s" if wishes.players == 1 else "m"
    yield "For how many is the table", f"{wishes.players}{f'b{wishes.bots}' if wishes.bots else ''}"


OPENINGS = {
    "group31": Opening("Type a nickname to enter game", group31),
    "psp24": Opening("What is your nickname?", psp24),
    "am24": Opening("What is your name?", am24),
    "am28": Opening("What is your name?", am28),
    "psp38": Opening("What is your name?", psp38),
}
