"""What `ludoteca doctor` finds."""

from __future__ import annotations

import enum

import msgspec


class Verdict(enum.Enum):
    GOOD = "good"
    DOUBTFUL = "doubtful"  # it works; somebody should know
    WRONG = "wrong"  # it does not work, or it is not safe


class Finding(msgspec.Struct, frozen=True):
    """The sentence says what is so, and what to do about it unless it is good."""

    about: str
    verdict: Verdict
    sentence: str


def good(about: str, sentence: str) -> Finding:
    return Finding(about, Verdict.GOOD, sentence)


def doubtful(about: str, sentence: str) -> Finding:
    return Finding(about, Verdict.DOUBTFUL, sentence)


def wrong(about: str, sentence: str) -> Finding:
    return Finding(about, Verdict.WRONG, sentence)
