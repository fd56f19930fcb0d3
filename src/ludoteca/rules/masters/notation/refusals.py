"""Why an action is refused: a code for programs, a sentence for people. All the words are here, to be translated."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from ludoteca.rules.contract import IllegalAction


class Refusal(StrEnum):
    MALFORMED = "malformed"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    UNFINISHED = "unfinished"
    WRONG_PHASE = "wrong_phase"
    MAIN_ACTION_DONE = "main_action_done"
    MAIN_ACTION_MISSING = "main_action_missing"
    NO_SUCH_LINE = "no_such_line"
    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_SLOT = "no_such_slot"
    CARD_NOT_ON_TOP = "card_not_on_top"
    SEVEN_CARDS = "seven_cards"
    SLOT_DOES_NOT_FIT = "slot_does_not_fit"
    CANNOT_PAY = "cannot_pay"
    WRONG_PAYMENT = "wrong_payment"
    NOT_IN_STORE = "not_in_store"
    LAYOUT_ILLEGAL = "layout_illegal"
    WRONG_RESOURCES = "wrong_resources"
    NO_DISCARD_OF_STORED = "no_discard_of_stored"
    WHITE_CHOICE_MISSING = "white_choice_missing"
    WHITE_CHOICE_UNEXPECTED = "white_choice_unexpected"
    LEADER_NOT_IN_HAND = "leader_not_in_hand"
    REQUIREMENT_MISSING = "requirement_missing"
    NO_POWER = "no_power"
    POWER_TWICE = "power_twice"
    POWER_UNKNOWN = "power_unknown"
    KEEP_TWO = "keep_two"


SENTENCES = {
    Refusal.MALFORMED: "{field}: {problem}",
    Refusal.GAME_OVER: "The game is over.",
    Refusal.NOT_YOUR_TURN: "It is {seat}'s decision, not {by}'s.",
    Refusal.UNFINISHED: "An action is not finished: {asked}.",
    Refusal.WRONG_PHASE: "This is not the moment for that: {asked}.",
    Refusal.MAIN_ACTION_DONE: "You have had the main action of this turn: one is the rule.",
    Refusal.MAIN_ACTION_MISSING: "Take from the market, buy a card or produce before you end the turn.",
    Refusal.NO_SUCH_LINE: "There is no {line}: rows run from 0 to 2, columns from 0 to 3.",
    Refusal.NO_SUCH_CARD: "There is no such card {card}: they run from {first} to {last}.",
    Refusal.NO_SUCH_SLOT: "There is no slot {slot}: they run from 1 to 3.",
    Refusal.CARD_NOT_ON_TOP: "Card {card} does not lie on top of a pile.",
    Refusal.SEVEN_CARDS: "You have seven development cards: nobody has more.",
    Refusal.SLOT_DOES_NOT_FIT: "A card of level {level} does not go on {place} now.",
    Refusal.CANNOT_PAY: "You cannot pay that: {problem}.",
    Refusal.WRONG_PAYMENT: "The payment is not exact: {need} {resource} are owed, not {given}.",
    Refusal.NOT_IN_STORE: "There are not {count} {resource} to take from there ({place}).",
    Refusal.LAYOUT_ILLEGAL: "That layout breaks the rules of the depots: {problem}.",
    Refusal.WRONG_RESOURCES: "That layout has {given} {resource}, it must have {need}.",
    Refusal.NO_DISCARD_OF_STORED: "You can discard {most} {resource} of those just taken, not {count}.",
    Refusal.WHITE_CHOICE_MISSING: "There are {whites} white marbles in the line: say what each of them becomes.",
    Refusal.WHITE_CHOICE_UNEXPECTED: "There is no such choice for a white marble now: {problem}.",
    Refusal.LEADER_NOT_IN_HAND: "Leader {card} is not one of yours to choose.",
    Refusal.REQUIREMENT_MISSING: "You do not have what leader {card} asks for.",
    Refusal.NO_POWER: "A production uses at least one power.",
    Refusal.POWER_TWICE: "{power} is named twice: each power works once in a production.",
    Refusal.POWER_UNKNOWN: "{power} is not one of your powers.",
    Refusal.KEEP_TWO: "Keep two different leaders, not {count}.",
}


def refuse(code: Refusal, **parameters: Any) -> IllegalAction:
    return IllegalAction(code, SENTENCES[code].format(**parameters), parameters)


def malformed(field: str, problem: str) -> IllegalAction:
    return refuse(Refusal.MALFORMED, field=field or "the action", problem=problem)
