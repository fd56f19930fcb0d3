"""What can be wrong with a message, and sentences for people. All the words are here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView


class Wrong(StrEnum):
    """What this dialect itself finds wrong; the house and the rules have codes of their own."""

    MALFORMED = "malformed"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    NO_SUCH_LOBBY = "no_such_lobby"
    NO_SUCH_ASSISTANT = "no_such_assistant"
    NO_SUCH_ISLAND = "no_such_island"
    NO_SUCH_CLOUD = "no_such_cloud"
    OUT_OF_RANGE = "out_of_range"
    HALF_CHOSEN = "half_chosen"


class Mistake(ValueError):
    """Something in a message that cannot be meant. `code` may also be one of the rules."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


WHEN = {
    Wrong.MALFORMED: "The line is no message: bad JSON, an unknown `type`, a member missing or of a wrong type.",
    Wrong.NOT_YOUR_TURN: "Somebody else has to decide.",
    Wrong.WRONG_PHASE: "The message does not belong here; the sentence says which one does.",
    Wrong.NO_SUCH_LOBBY: "`index` is not in the list that was shown.",
    Wrong.NO_SUCH_ASSISTANT: "The hand has no card at that place.",
    Wrong.NO_SUCH_ISLAND: "There is no island with that index.",
    Wrong.NO_SUCH_CLOUD: "There is no cloud with that index.",
    Wrong.OUT_OF_RANGE: "`numPlayers` or `bots` is too small or too large.",
    Wrong.HALF_CHOSEN: "One half of a pair was chosen before, and another one is named.",
}


def tables() -> Iterator[tuple[Sequence[str], list[Sequence[str]]]]:
    """For the page."""
    rows: list[Sequence[str]] = [(f"`{code}`", WHEN[code]) for code in Wrong]
    yield ("code", "when"), rows


# ---------------------------------------------------------------- sentences

# GameParams or Join of somebody who has a seat.
WAITS_ALREADY = "You have a seat at a table that waits for players. Wait for them, or leave it with Disconnect."
PLAYS_ALREADY = "You are in a game, and it is going on. Play it, or leave it with Disconnect."

SEATED = "{name}, you have a seat at table {code}."
BACK = "{name}, you are back at table {code}."
AT_THE_TABLE = "At the table: {names}. {missing} more to come."
FULL = "At the table: {names}. All seats are taken."
LEFT = "A seat is free again."
ARRANGED = "The table is now for {players}."
PAUSED = "The game is paused: you are the only one left. It ends if nobody comes back within {seconds} s."

# What else happens at a table, by the kind of its entry: before the game, and in it.
BEFORE = {
    "arrived": "{name} is back.",
    "departed": "{name} is away.",
    "rose": LEFT,
    "arranged": ARRANGED,
    "choosing": "Towers and mages are chosen now by those who have not chosen yet.",
}
IN_GAME = {
    "arrived": "{name} is back.",
    "departed": "{name} is away. The seat is kept.",
    "took_back": "{name} takes something back.",
    "asked": "{name} asks the others for their consent.",
    "stood_in": "A stand-in plays for {name} now.",
    "rematched": "The same players meet again at table {code}.",
}


def who(view: TableView) -> str:
    """Who is at a table whose game has not started."""
    names = ", ".join(seat.name for seat in view.seats)
    missing = view.options.players - len(view.seats)
    return AT_THE_TABLE.format(names=names, missing=missing) if missing else FULL.format(names=names)


def refused(refusal: Refused) -> str:
    """The sentence of the house, where it does not speak of things that have another name here."""
    if refusal.code is not Refusal.LOOK_TAKEN:
        return refusal.sentence
    value = refusal.parameters["value"]
    name = f"MAGE{value}" if refusal.parameters["what"] == "wizard" else str(value).upper()
    return f"{name} is not free at this table. Take another one."


def happening(told: Mapping[str, str], view: TableView, what: Mapping[str, Any]) -> str | None:
    """What an entry says to people, if anything."""
    sentence = told.get(what["kind"])
    if sentence is None:
        return None
    number = what.get("seat")
    name = view.seats[number].name if isinstance(number, int) and number < len(view.seats) else ""
    return sentence.format(name=name, players=view.options.players, code=what.get("code", view.code))
