"""The words of the notation for the numbers of the engine."""

from __future__ import annotations

from ..engine import const

RESOURCES = ("coin", "stone", "servant", "shield")
YIELDS = (*RESOURCES, "faith")
COLOURS = ("green", "blue", "yellow", "purple")
PILES = tuple(f"{colour}{level}" for colour in COLOURS for level in range(1, const.LEVELS + 1))
MARBLES = "YGPBRW"  # by what they give: coin, stone, servant, shield, faith, nothing
MARBLE_NAMES = ("yellow", "grey", "purple", "blue", "red", "white")
LINES = (*(f"row {i}" for i in range(const.ROWS)), *(f"column {i}" for i in range(const.COLUMNS)))
TILES = ("down", "up", "gone")
KINDS = ("discount", "extra_depot", "white_marble", "production")
SOURCES = ("warehouse", "leader_depots", "strongbox")
DEPOTS = ("depot_1", "depot_2", "depot_3")
DEPOT_NUMBERS = ("1", "2", "3")
PLACES = (*DEPOTS, "leader_depot", "discard")
DRAWS = {
    const.DRAW_MARBLE: "marble",
    const.DRAW_CARD: "card",
    const.DRAW_LEADER: "leader",
    const.DRAW_TOKEN: "token",
}
FAITH_REASONS = {
    const.BY_MARKET: "market",
    const.BY_PRODUCTION: "production",
    const.BY_LEADER: "leader",
    const.BY_DISCARDS: "discards",
    const.BY_TOKEN: "token",
    const.BY_SET_UP: "set_up",
}
REASONS = {
    const.WHY_SEVENTH_CARD: "seventh_card",
    const.WHY_LAST_SPACE: "last_space",
    const.WHY_BLACK_CROSS: "black_cross",
    const.WHY_COLOUR_GONE: "colour_gone",
}
