"""What can be wrong with a message before the house is asked."""

from __future__ import annotations

from enum import StrEnum


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
