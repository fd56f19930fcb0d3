"""Reading JSON objects of the notation strictly: every key known, every type right, errors that name the field."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from .contract import SEAT_LETTERS, InvalidPosition
from .draws import KEY_BYTES, Draws

Refuse = Callable[[str, str], Exception]

SEEDS = 2**64
MOST_DRAWS = 2**30  # no game comes near; counters of draws fit into the records of both forms
DIGITS = re.compile("[0-9]{1,4}")
LONGEST_SHOWN = 40
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = LONGEST_SHOWN
HEX_SEED = re.compile(f"[0-9a-fA-F]{{{2 * KEY_BYTES}}}")


class _Required:
    pass


REQUIRED: Final = _Required()


class Reader:
    """One JSON object being read. Ask for every key there may be, then `finish` refuses what is left."""

    def __init__(self, value: object, path: str = "", refuse: Refuse = InvalidPosition) -> None:
        self.path = path
        self.refuse = refuse
        if not isinstance(value, Mapping):
            raise refuse(path, f"{shown(value)} is not a JSON object.")
        self.left: dict[object, object] = dict(value)

    def at(self, key: object) -> str:
        plain = isinstance(key, str) and len(key) <= LONGEST_SHOWN and key.isprintable()
        name = str(key) if plain else shown(key)
        return f"{self.path}.{name}" if self.path else name

    def error(self, key: object, sentence: str) -> Exception:
        return self.refuse(self.at(key), sentence)

    def has(self, key: str) -> bool:
        return key in self.left

    def finish(self) -> None:
        for key in self.left:
            raise self.error(key, "there is no such key here.")

    def take(self, key: str, default: object = REQUIRED) -> object:
        if key in self.left:
            return self.left.pop(key)
        if default is REQUIRED:
            raise self.error(key, "is missing.")
        return default

    def integer(self, key: str, low: int, high: int, default: int | _Required = REQUIRED) -> int:
        return self.as_integer(key, self.take(key, default), low, high)

    def as_integer(self, key: object, value: object, low: int, high: int) -> int:
        if type(value) is not int:
            raise self.error(key, f"{shown(value)} is not a whole number.")
        if not low <= value <= high:
            raise self.error(key, f"{shown(value)} is not between {low} and {high}.")
        return value

    def any_integer(self, key: str) -> int:
        """A whole number whose range is the caller's to check."""
        value = self.take(key)
        if type(value) is not int or abs(value) >= SEEDS:
            raise self.error(key, f"{shown(value)} is not a whole number of sensible size.")
        return value

    def flag(self, key: str, default: bool) -> bool:
        value = self.take(key, default)
        if type(value) is not bool:
            raise self.error(key, f"{shown(value)} is neither true nor false.")
        return value

    def choice(self, key: str, options: Sequence[str], default: str | _Required = REQUIRED) -> str:
        return self.as_choice(key, self.take(key, default), options)

    def as_choice(self, key: object, value: object, options: Collection[str]) -> str:
        if not isinstance(value, str) or value not in options:
            raise self.error(key, f"{shown(value)} is not one of {', '.join(options)}.")
        return value

    def seat(self, key: str, players: int, default: int | _Required = REQUIRED) -> int:
        if not self.has(key) and isinstance(default, int):
            return default
        return self.as_seat(key, self.take(key), players)

    def as_seat(self, key: object, value: object, players: int) -> int:
        return SEAT_LETTERS.index(self.as_choice(key, value, tuple(SEAT_LETTERS[:players])))

    def items(self, key: str, most: int, default: Sequence[object] | _Required = REQUIRED) -> list[object]:
        value = self.take(key, default)
        if not isinstance(value, list | tuple):
            raise self.error(key, f"{shown(value)} is not a list.")
        if len(value) > most:
            raise self.error(key, f"there are {len(value)} entries, {most} at most make sense.")
        return list(value)

    def choices(
        self, key: str, options: Sequence[str], most: int, default: Sequence[str] | _Required = REQUIRED
    ) -> list[str]:
        return [self.as_choice(key, value, options) for value in self.items(key, most, default)]

    def inner(self, key: str, default: object = REQUIRED) -> Reader:
        return Reader(self.take(key, default), self.at(key), self.refuse)

    def by_seat(self, key: str, players: int) -> dict[int, object]:
        """An object whose keys are player letters; values as they are."""
        inside = self.inner(key, {})
        return {inside.as_seat(letter, letter, players): value for letter, value in inside.left.items()}

    def numbered(self, key: str, low: int, high: int) -> dict[int, object]:
        """An object whose keys are numbers, written as numbers or as strings."""
        inside = self.inner(key, {})
        found: dict[int, object] = {}
        for name, value in inside.left.items():
            number = int(name) if isinstance(name, str) and DIGITS.fullmatch(name) else name
            number = inside.as_integer(name, number, low, high)
            if number in found:
                raise inside.error(name, "is given twice.")
            found[number] = value
        return found

    def counts(self, key: str, names: Sequence[str], most: int, default: object = REQUIRED) -> list[int]:
        """An object `{name: n}` as a list in the order of `names`."""
        return self.inner(key, default).amounts(names, most)

    def amounts(self, names: Sequence[str], most: int) -> list[int]:
        """This object itself as such a list."""
        counted = [self.integer(name, 0, most, 0) for name in names]
        self.finish()
        return counted


def shown(value: object) -> str:
    """A value as it appears in an error: short, whatever was sent."""
    try:
        text = SHORT.repr(value)
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return "an enormous number"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def sparse(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Counts as the notation writes them: without the zeros."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def read_draws(reader: Reader, draws: Draws) -> None:
    """`seed` and `draws` of a position."""
    seed_draws(draws, reader.take("seed", 0), reader)
    draws.count = reader.integer("draws", 0, MOST_DRAWS, 0)


def seed_draws(draws: Draws, seed: object, reader: Reader) -> None:
    if isinstance(seed, str):
        if not HEX_SEED.fullmatch(seed):
            raise reader.error(
                "seed", f"{shown(seed)} is neither a whole number nor {2 * KEY_BYTES} hexadecimal digits."
            )
        draws.use_key(bytes.fromhex(seed))
    else:
        draws.reseed(reader.as_integer("seed", seed, 0, SEEDS - 1))


def write_draws(draws: Draws) -> dict[str, Any]:
    return {"seed": draws.key.hex() if draws.keyed else draws.seed, "draws": draws.count}
