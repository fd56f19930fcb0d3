"""The words of the notation for the numbers of the engine."""

from __future__ import annotations

from ..engine import const

COLOURS = ("green", "red", "yellow", "pink", "blue")
TOWERS = ("white", "black", "grey")
CHARACTERS = (
    "monk",
    "farmer",
    "herald",
    "messenger",
    "herbalist",
    "centaur",
    "jester",
    "knight",
    "mushroom hunter",
    "minstrel",
    "princess",
    "thief",
)
STEPS = {
    const.STUDENTS: "students",
    const.MOTHER_NATURE: "mother_nature",
    const.CLOUD: "cloud",
    const.END: "end",
}
CHOICES = {
    const.FROM_CARD: "from_card",
    const.FROM_ENTRANCE: "from_entrance",
    const.FROM_DINING: "from_dining",
    const.COLOUR: "colour",
    const.ISLAND: "island",
}
DRAWS = {
    const.DRAW_MOTHER_NATURE: "mother_nature",
    const.DRAW_ISLAND_STUDENT: "island_student",
    const.DRAW_ENTRANCE_STUDENT: "entrance_student",
    const.DRAW_CHARACTER: "character",
    const.DRAW_CHARACTER_STUDENT: "character_student",
    const.DRAW_FIRST_PLAYER: "first_player",
    const.DRAW_CLOUD_STUDENT: "cloud_student",
}
SOURCES = {
    const.SOURCE_ENTRANCE: "entrance",
    const.SOURCE_CARD: "card",
    const.SOURCE_DINING: "dining",
    const.SOURCE_SWAP: "swap",
}
REASONS = {
    const.WHY_LAST_TOWER: "last_tower",
    const.WHY_FEW_GROUPS: "few_groups",
    const.WHY_BAG_EMPTY: "bag_empty",
    const.WHY_NO_ASSISTANTS: "no_assistants",
}
