"""A game that a view could be of: what the view does not show is filled in, always in the same way.

Cards, leaders and tokens that were never seen lie in ascending order, wherever they are hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.notation import Reader

from ..engine import const
from ..engine.deck import Cards
from ..engine.engine import Engine
from . import loading, names

HIDDEN = {"hand": const.LEADERS_KEPT, "dealt": const.LEADERS_DEALT, "gone": const.MOST_GONE}


def imagine(view: Mapping[str, Any]) -> Engine:
    position = dict(view)
    reader = Reader(view)
    cards = loading.read_cards(reader)
    boards = {
        SEAT_LETTERS[seat]: Reader(board, f"players.{SEAT_LETTERS[seat]}").left
        for seat, board in reader.by_seat("players", const.MOST_PLAYERS).items()
    }
    position["players"] = with_leaders(boards)
    removed: list[int] = []
    if "lorenzo" in view:
        position["lorenzo"], removed = with_tokens(reader.inner("lorenzo"))
    position["grid"] = with_cards(reader.inner("grid"), cards, boards, removed)
    unfinished = view.get("unfinished")
    if isinstance(unfinished, Mapping) and type(unfinished.get("decisions")) is int:
        del position["unfinished"]  # another seat has kept one of its leaders: it might as well not have
    return loading.load(position)


def with_leaders(boards: dict[str, dict[object, object]]) -> dict[str, dict[object, object]]:
    """The boards with lists of leaders in place of their numbers."""
    seen = {leader for board in boards.values() for key in (*HIDDEN, "played") for leader in listed(board.get(key))}
    every = range(const.FIRST_LEADER, const.FIRST_LEADER + const.LEADERS)
    unseen = [leader for leader in every if leader not in seen]
    filled = {}
    for letter, board in boards.items():
        reader = Reader(board, f"players.{letter}")
        filled[letter] = dict(board)
        for key, most in HIDDEN.items():
            if type(board.get(key)) is int:
                count = reader.integer(key, 0, most)
                filled[letter][key], unseen = unseen[:count], unseen[count:]
    return filled


def with_tokens(lorenzo: Reader) -> tuple[dict[str, object], list[int]]:
    """Lorenzo with a stack in place of its height; and the cards that he removed."""
    every = list(range(const.FIRST_TOKEN, const.FIRST_TOKEN + const.TOKENS))
    used = [lorenzo.as_integer("used", token, every[0], every[-1]) for token in lorenzo.items("used", const.TOKENS, [])]
    removed = [
        lorenzo.as_integer("removed", card, 1, const.DEVELOPMENT_CARDS)
        for card in lorenzo.items("removed", const.DEVELOPMENT_CARDS, [])
    ]
    count = lorenzo.integer("stack", 0, const.TOKENS)
    stack = [token for token in every if token not in used][:count]
    return {**lorenzo.left, "stack": stack}, removed  # type: ignore[dict-item]


def with_cards(
    grid: Reader, cards: Cards, boards: dict[str, dict[object, object]], removed: list[int]
) -> dict[str, list[int]]:
    """The piles as lists in place of their top card and size."""
    gone = set(removed)
    for board in boards.values():
        for slot in listed(board.get("slots")):
            gone.update(listed(slot))
    piles = {}
    pile_of = list(cards.pile)  # compiled, each look at it would copy the whole array
    for number, name in enumerate(names.PILES):
        pile = grid.inner(name)
        size = pile.integer("size", 0, const.PILE_CARDS)
        top = pile.take("top", None)
        pile.finish()
        below = [
            card
            for card in range(1, const.DEVELOPMENT_CARDS + 1)
            if pile_of[card - 1] == number and card not in gone and card != top
        ]
        piles[name] = [grid.as_integer(name, top, 1, const.DEVELOPMENT_CARDS), *below[: size - 1]] if size else []
    grid.finish()
    return piles


def listed(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []
