"""The program of a process that advises or reviews: `python -m ludoteca.server.bots.analysis_program`.

It reads one question from standard input, a JSON object, writes the answer to standard output and ends. It knows the
rules, the search and the log of a finished game, or what one seat sees of a running one, and nothing of the server.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import msgspec

from ludoteca import rules
from ludoteca.analysis import advice, review
from ludoteca.analysis.reports import Advice, Limits, Review
from ludoteca.house.entries import Entry
from ludoteca.house.options import known_cards
from ludoteca.house.refusals import Refused

NICE = 10  # the loop of the server comes first when both want a processor
SLOWER = 60  # roughly, where the rules and the search are not compiled


class AdviceWanted(msgspec.Struct, frozen=True, tag_field="wanted", tag="advice"):
    """For the seat whose decision it is: `view` is what it sees, `settings` are those of the game."""

    view: dict[str, Any]
    settings: dict[str, Any]
    names: list[str]
    limits: Limits
    seed: int


class ReviewWanted(msgspec.Struct, frozen=True, tag_field="wanted", tag="review"):
    code: str
    secret: str
    log: list[Entry]
    limits: Limits
    seed: int


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found, or why there is nothing to find, as a sentence."""

    advice: Advice | None = None
    review: Review | None = None
    refused: str = ""


def main() -> None:
    """A closed pipe ends it only after its thoughts, so the server kills it when it stops; both are short."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))


def answer(question: bytes) -> bytes:
    wanted = msgspec.json.decode(question, type=AdviceWanted | ReviewWanted)
    if isinstance(wanted, AdviceWanted):
        with known_cards(wanted.settings):
            found = Answer(advice=advice.advice(wanted.view, scaled(wanted.limits), wanted.seed, wanted.names))
    else:
        found = reviewed(wanted)
    return msgspec.json.encode(found)


def reviewed(wanted: ReviewWanted) -> Answer:
    secret = bytes.fromhex(wanted.secret)
    try:
        return Answer(review=review.review(wanted.code, secret, wanted.log, scaled(wanted.limits), wanted.seed))
    except (review.CannotReview, Refused) as error:
        return Answer(refused=getattr(error, "sentence", str(error)))


def scaled(limits: Limits) -> Limits:
    """Where the rules are not compiled everything takes much longer, and people wait."""
    if rules.compiled or limits.iterations is None:
        return limits
    return Limits(max(1, limits.iterations // SLOWER), limits.seconds)


if __name__ == "__main__":
    main()
