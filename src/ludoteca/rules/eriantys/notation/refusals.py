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
    NO_SUCH_ASSISTANT = "no_such_assistant"
    NO_SUCH_ISLAND = "no_such_island"
    NO_SUCH_CLOUD = "no_such_cloud"
    NO_SUCH_CHARACTER = "no_such_character"
    ASSISTANT_NOT_IN_HAND = "assistant_not_in_hand"
    ASSISTANT_TAKEN = "assistant_taken"
    STUDENT_NOT_IN_ENTRANCE = "student_not_in_entrance"
    TABLE_FULL = "table_full"
    TOO_MANY_STEPS = "too_many_steps"
    CLOUD_EMPTY = "cloud_empty"
    CHARACTER_NOT_IN_PLAY = "character_not_in_play"
    CHARACTER_ALREADY_USED = "character_already_used"
    NOT_ENOUGH_COINS = "not_enough_coins"
    EFFECT_IMPOSSIBLE = "effect_impossible"
    STUDENT_NOT_ON_CARD = "student_not_on_card"
    STUDENT_NOT_IN_DINING = "student_not_in_dining"
    UNEQUAL_SWAP = "unequal_swap"


SENTENCES = {
    Refusal.MALFORMED: "{field}: {problem}",
    Refusal.GAME_OVER: "The game is over.",
    Refusal.NOT_YOUR_TURN: "It is {seat}'s decision, not {by}'s.",
    Refusal.UNFINISHED: "The {character} is not finished: {asked}.",
    Refusal.WRONG_PHASE: "This is not the moment for that: {asked}.",
    Refusal.NO_SUCH_ASSISTANT: "There is no assistant {value}: they run from 1 to 10.",
    Refusal.NO_SUCH_ISLAND: "There is no island {tile}: they run from 1 to 12.",
    Refusal.NO_SUCH_CLOUD: "There is no cloud {cloud}: they run from 1 to {clouds}.",
    Refusal.NO_SUCH_CHARACTER: "There is no character {number}: they run from 1 to 12.",
    Refusal.ASSISTANT_NOT_IN_HAND: "Assistant {value} is no longer in your hand.",
    Refusal.ASSISTANT_TAKEN: "Somebody has played {value} this round, and you have others.",
    Refusal.STUDENT_NOT_IN_ENTRANCE: "There is no such {colour} student in your entrance.",
    Refusal.TABLE_FULL: "Your {colour} table is full: ten students at most.",
    Refusal.TOO_MANY_STEPS: "Mother nature walks 1 to {most} steps now, not {steps}.",
    Refusal.CLOUD_EMPTY: "Cloud {cloud} is empty: take another one.",
    Refusal.CHARACTER_NOT_IN_PLAY: "The {character} is not in this game.",
    Refusal.CHARACTER_ALREADY_USED: "You have used a character this turn: one is the limit.",
    Refusal.NOT_ENOUGH_COINS: "The {character} costs {price}, and you have {coins}.",
    Refusal.EFFECT_IMPOSSIBLE: "The {character} can do nothing now, so it costs nothing either.",
    Refusal.STUDENT_NOT_ON_CARD: "There is no such {colour} student on the {character}.",
    Refusal.STUDENT_NOT_IN_DINING: "There is no such {colour} student in your dining room.",
    Refusal.UNEQUAL_SWAP: "The {character} swaps 1 to {most} students with as many: {given} for {taken} is none.",
}


def refuse(code: Refusal, **parameters: Any) -> IllegalAction:
    return IllegalAction(code, SENTENCES[code].format(**parameters), parameters)


def malformed(field: str, problem: str) -> IllegalAction:
    return refuse(Refusal.MALFORMED, field=field or "the action", problem=problem)
