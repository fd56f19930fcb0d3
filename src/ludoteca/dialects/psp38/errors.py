"""What is wrong with an answer, in sentences for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludoteca.dialects.house.problems import SENTENCES, Problem

NOT_NOW = "That does not answer what was asked."
NOTHING_ASKED = "Nothing is asked of you now."
LOST_SEAT = "You have lost your seat at that table."
CLOSING = "The house is about to close. Your seat is kept."
WHY = {None: LOST_SEAT, Problem.MOVED: SENTENCES[Problem.MOVED], Problem.ENDED: SENTENCES[Problem.ENDED]}


class Wrong(ValueError):
    """An answer that will not do. `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def need(good: bool, sentence: str) -> None:
    if not good:
        raise Wrong(sentence)


def malformed(detail: str) -> str:
    return f"That is not a message of this protocol: {detail}."


def tables() -> Iterator[tuple[Sequence[str], list[Sequence[str]]]]:
    """For the page: what an `ErrorMessage`, or the `reason` of a question that is asked again, may say."""
    rows: list[Sequence[str]] = [
        (NOT_NOW, "an answer to another question"),
        (NOTHING_ASKED, "an answer while nothing is asked"),
        (LOST_SEAT, "the seat is gone"),
        (CLOSING, "the server closes"),
        (malformed("..."), "a line that is no message"),
    ]
    yield ("sentence", "when"), rows
