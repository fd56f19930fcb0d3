"""Sentences for people, in `InformationConnection`, `InformationGame` and `Error`. All the words are here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView

from .states import State

# What somebody is asked for: said to the others.
DOES = {
    State.ASSISTANT: "{name} plays an assistant.",
    State.STUDENTS: "{name} moves students.",
    State.MOTHER_NATURE: "{name} moves mother nature.",
    State.CLOUD: "{name} takes a cloud.",
    State.END: "{name} ends the turn.",
}

# What may be sent instead of what was sent.
EXPECTED = {
    State.LOBBY: "You have no seat yet. Send GameParams or Join.",
    State.WAITING: "The game has not started. Wait for the others.",
    State.LISTENING: "It is not your turn.",
    State.ASSISTANT: "Play an assistant first: send ChooseAssistant.",
    State.STUDENTS: "Move your students first: send MoveToIsland or EntranceToHall.",
    State.MOTHER_NATURE: "Move mother nature first: send MoveMN.",
    State.CLOUD: "Take a cloud: send ChooseCloud.",
    State.END: "End your turn: send EndTurn.",
    State.OWES_ISLAND: "Your character waits for its island: send ChooseIsland.",
    State.OWES_COLOR: "Your character waits for a colour: send ChooseColor.",
    State.OWES_PAIR: "Your character waits for a pair: send ChooseTwoColors, or EndCharacter after the first pair.",
    State.OWES_MOVE: "Your character waits for a student and an island: send SpecialMoveIsland.",
    State.OVER: "The game is over. Send GameParams or Join for another one, or Disconnect.",
}

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
