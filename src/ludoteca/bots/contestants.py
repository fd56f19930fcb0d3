"""Bots by what people type: `greedy`, `level-8:500`, `level-8:0.5s`, `my_bot.py`.

    NAME               a bot of the house
    NAME:LIMIT         the same, with a limit for each decision: 500 iterations, 0.5s or 200ms of time
    NAME:LIMIT,LIMIT   both limits; the one that is reached first ends the thought
    FILE.py            a bot of your own, see `python_file`
    FILE.weights:LIMIT the search with these weights, see `weights_file`

A new bot needs a `Kind` in `KINDS` and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ludoteca import rules

from . import BOTS, Bot, python_file, weights_file
from .beginner import BEGINNER
from .bot import LONGEST
from .levels import LEVELS, TABLE, Level

LIMIT = re.compile(r"(\d+(?:\.\d+)?)(s|ms)|(\d+)")
PYTHON = ".py"
WEIGHTS = ".weights"


class Player(Protocol):
    """Plays one seat of one game."""

    def decide(self, seen: rules.Game, seed: int) -> Sequence[int]:
        """Legal decisions for `seen.seat`: one, or those that make up an action. They depend on the game and the seed
        alone, unless time is limited. `seen` is a redealt game: it holds nothing that the seat cannot see."""


Sit = Callable[[], Player]  # a new player, for one seat of one game


@dataclass(frozen=True)
class Limit:
    """For each decision; None where there is none."""

    iterations: int | None = None
    seconds: float | None = None


NO_LIMIT = Limit()


Fingerprint = Callable[[str], str]  # by game


def none(game: str) -> str:
    """The fingerprint of what changes only with the version."""
    return ""


@dataclass(frozen=True)
class Kind:
    """Bots of one name. Only those that are `limited` can be told how long to think. Those that play by files or tables
    of numbers have a `fingerprint` of these."""

    name: str
    limited: bool
    sit: Callable[[Limit], Player]
    fingerprint: Fingerprint = none


@dataclass(frozen=True)
class Contestant:
    """A bot as it was asked for. `fingerprint` differs when the bot is not the one that it was."""

    name: str
    sit: Sit
    fingerprint: Fingerprint = none


class UnknownBot(ValueError):
    """What was typed names no bot; `sentence` says what would."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class OneByOne:
    """A bot that makes one small decision at a time."""

    bot: Bot
    seconds: float = LONGEST

    def decide(self, seen: rules.Game, seed: int) -> Sequence[int]:
        return (self.bot.choose(seen, seed, self.seconds),)


def one_by_one(bot: Bot) -> Kind:
    return Kind(bot.name, limited=False, sit=lambda limit: OneByOne(bot))


def of_level(level: Level) -> Kind:
    """A level of the house as it is, or with other limits than its own."""

    def sit(limit: Limit) -> Player:
        if limit == NO_LIMIT:
            return OneByOne(level.bot)
        limited = level.limited(limit.iterations, limit.seconds)
        return OneByOne(limited.bot, limited.seconds)

    return Kind(level.name, limited=True, sit=sit, fingerprint=level.fingerprint)


KINDS: dict[str, Kind] = {
    **{level.name: of_level(level) for level in TABLE},
    **{bot.name: one_by_one(bot) for bot in (*BOTS.values(), BEGINNER) if bot.name not in LEVELS},
}


def contestant(typed: str) -> Contestant:
    """The bot that was asked for, or UnknownBot, or a BotFault of its file."""
    if typed.endswith(PYTHON):
        if not Path(typed).is_file():
            raise UnknownBot(f"There is no file {typed}.")
        program = python_file.load(Path(typed))
        return Contestant(typed, program.sit, lambda game: program.fingerprint)
    name, separator, limits = typed.rpartition(":")
    if name.endswith(WEIGHTS):
        learned = weights_file.load(Path(name))
        limit = limit_in(typed, limits)
        return Contestant(
            typed,
            lambda: weights_file.Thinker(learned, limit.iterations, limit.seconds),
            lambda game: learned.fingerprint,
        )
    if typed.endswith(WEIGHTS):
        raise UnknownBot(f"Say how long {typed} may think: {typed}:500 (iterations), {typed}:0.5s.")
    name, separator, limits = typed.partition(":")
    if name not in KINDS:
        raise UnknownBot(f"There is no bot {name}. There are {', '.join(KINDS)}, and Python files such as my_bot.py.")
    kind = KINDS[name]
    if not separator:
        return Contestant(typed, lambda: kind.sit(NO_LIMIT), kind.fingerprint)
    if not kind.limited:
        raise UnknownBot(f"{name} takes no limit: it thinks as long as it thinks. Say {name} alone.")
    limit = limit_in(typed, limits)
    return Contestant(typed, lambda: kind.sit(limit), kind.fingerprint)


def limit_in(typed: str, text: str) -> Limit:
    iterations: int | None = None
    seconds: float | None = None
    for part in text.split(","):
        found = LIMIT.fullmatch(part)
        if found is None or float(found[1] or found[3]) == 0:
            raise UnknownBot(f"{part!r} in {typed} is no limit. Say 500 (iterations), 0.5s or 200ms.")
        number, unit, count = found.groups()
        if (iterations if count else seconds) is not None:
            raise UnknownBot(f"{typed} has two limits of the same kind.")
        if count:
            iterations = int(count)
        else:
            seconds = float(number) / (1000 if unit == "ms" else 1)
    return Limit(iterations, seconds)
