"""Why something is not accepted, in the words of this dialect: its islands and clouds are counted from 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludoteca.dialects import contract
from ludoteca.dialects.contract import Answer
from ludoteca.dialects.house.problems import SENTENCES as PROBLEMS
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.rules.eriantys.notation.refusals import Refusal as Rule

from .messages import Reason

# What the house says by other numbers or names than this dialect.
SENTENCES: dict[str, str] = {
    Rule.NO_SUCH_ISLAND: "There is no such island: they run from 0 to 11.",
    Rule.NO_SUCH_CLOUD: "There is no such cloud: they are counted from 0.",
    Rule.CLOUD_EMPTY: "That cloud is empty: take another one.",
    Refusal.LOOK_TAKEN: "Somebody has that deck. Take another one.",
    Refusal.NAME_TAKEN: "That nickname is in use. Take another one.",
}

NOT_YOUR_TURN = Reason(Refusal.NOT_YOUR_TURN, "It is not your turn.")
FEWER_PLAYERS = Reason("fewer_players", "The table was made for fewer players. You wait at another one.")
UNSEATED = Reason(Refusal.NOT_SEATED, "You have no seat at the table any more. Say your nickname to sit down again.")
CLOSING = Reason(Problem.RESTART, contract.CLOSING)
NO_SUCH_STUDENT = Reason(Rule.STUDENT_NOT_IN_ENTRANCE, "There is no such student in your entrance.")


def wrong_phase(awaited: Sequence[str]) -> Reason:
    """Not the moment for a message; the sentence says which ones are awaited, if any is."""
    instead = f": {' or '.join(awaited)} is awaited." if awaited else "."
    return Reason(Rule.WRONG_PHASE, f"This is not the moment for that{instead}")


def malformed(problem: str) -> Reason:
    return Reason(Problem.MALFORMED, f"That is not a message of psp24: {problem}.")


def too_long(sentence: str) -> Reason:
    return Reason(Problem.TOO_LARGE, sentence)


def refused(error: Answer) -> Reason:
    """Of an answer that is no success."""
    if isinstance(error, Refused):
        code = error.rule or error.code
        return Reason(code, SENTENCES.get(code, error.sentence))
    if isinstance(error, Trouble):
        return Reason(error.code, error.sentence)
    return Reason(Problem.INTERNAL, PROBLEMS[Problem.INTERNAL])


def unseated(why: Problem | None) -> Reason:
    return UNSEATED if why is None else Reason(why, PROBLEMS[why])


def tables() -> Iterator[tuple[Sequence[str], list[Sequence[str]]]]:
    """For the page: the sentences that are this dialect's own. All others are those of the house and of the rules."""
    own = (wrong_phase(["joinLobby"]), NOT_YOUR_TURN, FEWER_PLAYERS, UNSEATED, NO_SUCH_STUDENT)
    rows: list[Sequence[str]] = [(f"`{reason.code}`", reason.sentence) for reason in own]
    rows += [(f"`{code}`", sentence) for code, sentence in SENTENCES.items()]
    yield ("code", "sentence"), rows
