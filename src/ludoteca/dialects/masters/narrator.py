"""A game of Masters of Renaissance in sentences, for a person who sees no board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS

from .spelling import MARBLES

Position = Mapping[str, Any]  # a view of the game in the notation
Printed = Callable[[int], str]  # what is printed on a card, by its number

VERBS = {
    "has": "have",
    "is": "are",
    "takes": "take",
    "loses": "lose",
    "plays": "play",
    "discards": "discard",
    "buys": "buy",
    "won.": "won.",
}


def to_you(sentence: str, own: str | None) -> str:
    """A sentence about what somebody does, said to the one who does it."""
    if own is None:
        return sentence
    if sentence == f"It is {own}'s turn.":
        return "It is your turn."
    name, _, rest = sentence.partition(" ")
    verb, space, more = rest.partition(" ")
    return f"You {VERBS[verb]}{space}{more}" if name == own and verb in VERBS else sentence


def listed(words: Iterable[str]) -> str:
    *others, last = list(words) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def amounts(held: Mapping[str, int]) -> str:
    return listed(f"{count} {what}" for what, count in held.items()) or "nothing"


def rows(board: Mapping[str, Any]) -> str:
    """What the depots hold."""
    shown = [f"row {number} {amounts(held)}" for number, held in board["warehouse"].items()]
    if board["leader_depots"]:
        shown.append(f"leader depots {amounts(board['leader_depots'])}")
    return "; ".join([*shown, f"strongbox {amounts(board['strongbox'])}"])


def table(game: Position, players: Sequence[str], own: str | None, card: Printed, leader: Printed) -> Iterator[str]:
    """Market, cards, everybody's board, and whose turn it is."""
    for number, row in enumerate(game["market"]["rows"], 1):
        yield f"Row {number} of the market: {', '.join(MARBLES[letter].lower() for letter in row.split())}."
    yield f"On the slide: {MARBLES[game['market']['slide']].lower()}."
    for pile in game["grid"].values():
        if pile["top"] is not None:
            yield f"For sale, {pile['size']} left: {card(pile['top'])}."
    for place, name in enumerate(players):
        yield from board_in_words(name, game["players"][SEAT_LETTERS[place]], own, card, leader)
    if "lorenzo" in game:
        yield f"Lorenzo's cross is on space {game['lorenzo']['cross']}; {game['lorenzo']['stack']} tokens are left."
    if not game["over"]:
        yield to_you(f"It is {players[SEAT_LETTERS.index(game['current'])]}'s turn.", own)


def board_in_words(
    name: str, board: Mapping[str, Any], own: str | None, card: Printed, leader: Printed
) -> Iterator[str]:
    yield to_you(f"{name} is on space {board['faith']} of the faith track.", own)
    yield to_you(f"{name} has {rows(board)}.", own)
    for number, slot in enumerate(board["slots"], 1):
        if slot:
            yield to_you(f"{name} has on slot {number}: {card(slot[-1])}.", own)
    for each in board["played"]:
        yield to_you(f"{name} has in play: {leader(each)}.", own)
    for each in board["hand"] if isinstance(board["hand"], list) else ():
        yield to_you(f"{name} has in hand: {leader(each)}.", own)
