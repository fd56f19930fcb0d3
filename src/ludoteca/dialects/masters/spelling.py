"""Words for pieces and places, for the words of the notation, and back."""

from __future__ import annotations

from enum import StrEnum


class GameMode(StrEnum):
    """Alone against Lorenzo, or with others."""

    SOLO = "SOLO"
    MULTIPLAYER = "MULTIPLAYER"


class Resource(StrEnum):
    """What is stored, paid and produced."""

    COIN = "COIN"
    STONE = "STONE"
    SERVANT = "SERVANT"
    SHIELD = "SHIELD"


class Yield(StrEnum):
    """What a power takes or gives: a resource, one of the player's choice, or faith."""

    COIN = "COIN"
    STONE = "STONE"
    SERVANT = "SERVANT"
    SHIELD = "SHIELD"
    ANY = "ANY"
    FAITH = "FAITH"


class Marble(StrEnum):
    """A marble of the market."""

    WHITE = "WHITE"
    BLUE = "BLUE"
    GREY = "GREY"
    YELLOW = "YELLOW"
    PURPLE = "PURPLE"
    RED = "RED"


class Depot(StrEnum):
    """Where resources lie (004 §3.2). The strongbox is added here: one pays from it, nothing is put there by hand."""

    WAREHOUSE_FIRST_ROW = "WAREHOUSE_FIRST_ROW"
    WAREHOUSE_SECOND_ROW = "WAREHOUSE_SECOND_ROW"
    WAREHOUSE_THIRD_ROW = "WAREHOUSE_THIRD_ROW"
    LEADER_COIN = "LEADER_COIN"
    LEADER_STONE = "LEADER_STONE"
    LEADER_SERVANT = "LEADER_SERVANT"
    LEADER_SHIELD = "LEADER_SHIELD"
    STRONGBOX = "STRONGBOX"


class ActionType(StrEnum):
    """What can be done in a turn (004 §3.2); the end of the turn is added here."""

    DISCARD_LEADER = "DISCARD_LEADER"
    PLAY_LEADER = "PLAY_LEADER"
    TAKE_RESOURCES_FROM_MARKET = "TAKE_RESOURCES_FROM_MARKET"
    ACTIVATE_PRODUCTION = "ACTIVATE_PRODUCTION"
    BUY_DEVELOPMENT_CARD = "BUY_DEVELOPMENT_CARD"
    END_TURN = "END_TURN"

    @classmethod
    def _missing_(cls, value: object) -> ActionType | None:
        """The longer names in the text of the document (004 §2.1, §3.1) mean the same."""
        return LONGER_NAMES.get(value) if isinstance(value, str) else None


LONGER_NAMES = {
    "PLAY_LEADER_CARD_ACTION": ActionType.PLAY_LEADER,
    "TAKE_RESOURCE_FROM_MARKET_ACTION": ActionType.TAKE_RESOURCES_FROM_MARKET,
}

LORENZO = "Lorenzo"  # the black cross is his marker, so nobody else is called so

ROWS = {
    "1": Depot.WAREHOUSE_FIRST_ROW,
    "2": Depot.WAREHOUSE_SECOND_ROW,
    "3": Depot.WAREHOUSE_THIRD_ROW,
}
NUMBER_OF_ROW = {depot: number for number, depot in ROWS.items()}
LEADER_DEPOTS = {resource: Depot(f"LEADER_{resource}") for resource in Resource}
RESOURCE_OF_DEPOT = {depot: resource for resource, depot in LEADER_DEPOTS.items()}

MARBLES = {
    "W": Marble.WHITE,
    "B": Marble.BLUE,
    "G": Marble.GREY,
    "Y": Marble.YELLOW,
    "P": Marble.PURPLE,
    "R": Marble.RED,
}
LETTER_OF_MARBLE = {marble: letter for letter, marble in MARBLES.items()}
GIVES = {
    Marble.YELLOW: Resource.COIN,
    Marble.GREY: Resource.STONE,
    Marble.PURPLE: Resource.SERVANT,
    Marble.BLUE: Resource.SHIELD,
}
MARBLE_FOR = {resource: marble for marble, resource in GIVES.items()}

# Where a marble is pushed in: 1 to 3 are the rows from the top, 4 to 7 the columns from the right.
LINES = {1: "row 0", 2: "row 1", 3: "row 2", 4: "column 3", 5: "column 2", 6: "column 1", 7: "column 0"}
POSITION_OF_LINE = {line: position for position, line in LINES.items()}

COLOURS = ("green", "blue", "yellow", "purple")

Amounts = dict[Resource, int]


def resource(name: str) -> Resource:
    """`coin` of the notation."""
    return Resource(name.upper())


def amounts(counts: dict[str, int]) -> Amounts:
    return {resource(name): count for name, count in counts.items()}


def noted(counts: dict[Resource, int]) -> dict[str, int]:
    """Amounts in the notation: without those of which there is nothing."""
    return {name.lower(): count for name, count in counts.items() if count}
