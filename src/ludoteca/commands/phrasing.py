"""Sentences made of small parts: who, and what that one did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

Part = tuple[str, str]  # a subject, or none, and what is said of it
Who = Callable[[int], str]  # the name of a player of the game

NOTHING: Part = ("", "")


def sentences(parts: Iterable[Part]) -> str:
    """One subject's deeds in one sentence: "Anna buys card 5, pays 2 coin."; what has no subject is a sentence."""
    said = []
    for subject, group in groupby((part for part in parts if part != NOTHING), key=lambda part: part[0]):
        deeds = [deed for _, deed in group]
        said += [f"{subject} {', '.join(deeds)}."] if subject else [f"{deed}." for deed in deeds]
    return " ".join(said)


def several(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def amounts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "nothing"


def listed(items: Iterable[str]) -> str:
    """With commas and an "and"."""
    *before, last = items
    return f"{', '.join(before)} and {last}" if before else last
