"""Reading a complete position or a view: points and winners. For whoever draws or describes one.

Ordinary Python over the JSON of the notation, without an engine, so that it serves views and stored positions too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ..engine import const
from ..engine.deck import Cards
from . import cards, names

Position: TypeAlias = Mapping[str, Any]


def card_set(position: Position) -> Cards:
    """The cards it is played with; those of an unknown set are taken for the standard ones."""
    return cards.named(position.get("cards", cards.STANDARD)) or cards.standard()


def resources(board: Mapping[str, Any]) -> int:
    """All that a player has, wherever it lies."""
    places = [*board["warehouse"].values(), board["leader_depots"], board["strongbox"]]
    return sum(count for place in places for count in place.values())


def points(position: Position, seat: str) -> dict[str, int]:
    """By part (§9)."""
    board, printed = position["players"][seat], card_set(position)
    tiles = zip(board["tiles"], printed.section_points, strict=True)
    parts = {
        "cards": sum(printed.points[card - 1] for slot in board["slots"] for card in slot),
        "faith": printed.track[board["faith"]],
        "tiles": sum(value for state, value in tiles if state == "up"),
        "leaders": sum(printed.leader_points[leader - const.FIRST_LEADER] for leader in board["played"]),
        "resources": resources(board) // const.RESOURCES_PER_POINT,
    }
    return {**parts, "total": sum(parts.values())}


def winners(position: Position) -> list[str]:
    """Of a finished game: most points, then most resources, then shared; alone, whoever was not beaten by Lorenzo
    (§10).
    """
    boards = position["players"]
    if len(boards) == 1:
        board = boards["A"]
        cards_bought = sum(len(slot) for slot in board["slots"])
        return ["A"] if board["faith"] == const.LAST_SPACE or cards_bought >= const.MOST_CARDS else []
    ranks = {seat: (points(position, seat)["total"], resources(board)) for seat, board in boards.items()}
    return [seat for seat, rank in ranks.items() if rank == max(ranks.values())]


def top_card(position: Position, pile: str) -> tuple[int | None, int]:
    """The card on top and the size of a pile, of a position or a view."""
    shown = position["grid"][pile]
    if isinstance(shown, list):
        return (shown[0] if shown else None), len(shown)
    return shown["top"], shown["size"]


def to_decide(position: Position) -> str:
    """The seat whose decision it is, in a game that runs."""
    for key in ("dealt", "pending_resources"):
        for seat, board in position["players"].items():
            if board[key]:
                return str(seat)
    return str(position["current"])


def leader_in_words(printed: Cards, leader: int) -> str:
    place = leader - const.FIRST_LEADER
    kind = names.KINDS[printed.kind[place]].replace("_", " ")
    return f"{leader} {kind} {names.RESOURCES[printed.resource[place]]}"
