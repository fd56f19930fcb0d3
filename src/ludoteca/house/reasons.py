"""Why something happened at a table, and by whom it was done. The values stand in logs: they never change.

Entries carry them as plain texts, as their published schema says.
"""

from __future__ import annotations

from enum import StrEnum


class Decider(StrEnum):
    """Who made a decision of a seat, or chose its look."""

    PLAYER = "player"
    BOT = "bot"
    STAND_IN = "stand-in"
    HOUSE = "house"


class SeatFreed(StrEnum):
    """Why a seat is free again before the game."""

    LEFT = "left"
    REMOVED = "removed"
    EXPIRED = "expired"


class StandInReason(StrEnum):
    """Why a stand-in decides for a seat."""

    ABSENT = "absent"
    CLOCK = "clock"
    RESIGNED = "resigned"


class EndReason(StrEnum):
    """Why a game is over. CLOSED stands in no log: a game that is cut off ends with its table."""

    RULES = "rules"
    ALONE = "alone"
    RESIGNED = "resigned"
    AGREED = "agreed"
    CLOSED = "closed"


class Question(StrEnum):
    """What one player asks the others for."""

    TAKE_BACK = "take_back"
    END = "end"


class ClockPer(StrEnum):
    """What a clock counts: the seconds of each turn, or those of the whole game."""

    MOVE = "move"
    GAME = "game"
