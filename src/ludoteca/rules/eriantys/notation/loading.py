"""Games from positions in the notation: partial ones are filled up with defaults, impossible ones refused by field.

Pieces that are missing (students when the bag is given, coins, no-entry tiles) are out of the game, as puzzles need
it; pieces that are too many are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS, InvalidPosition
from ludoteca.rules.notation import Reader, read_draws, shown

from ..engine import characters, const, ending, engine
from ..engine.engine import Engine
from . import loading_pieces as pieces
from . import names

PHASES = ("planning", "action", "over")
STEPS = tuple(names.STEPS.values())
STEP_NUMBERS = {name: number for number, name in names.STEPS.items()}


def load(position: Mapping[str, Any]) -> Engine:
    reader = Reader(position)
    reader.choice("game", ("eriantys",))
    players = reader.integer("players", 2, const.MOST_PLAYERS, 2)
    game = engine.empty(players, reader.flag("expert", False))
    read_draws(reader, game.draws)
    phase = reader.choice("phase", PHASES, "planning")
    pieces.read_ring(reader, game, running=phase != "over")
    pieces.read_boards(reader, game)
    pieces.read_expert(reader, game)
    read_flags(reader, game, phase)
    read_course(reader, game, phase)
    pieces.read_students(reader, game, phase)
    unfinished = reader.take("unfinished", None)
    reader.finish()
    if unfinished is not None:
        resume(Reader(unfinished, "unfinished"), game)
    if game.step == const.OVER:
        ending.compare(game)
    return game


def read_flags(reader: Reader, game: Engine, phase: str) -> None:
    game.last_round = reader.flag("last_round", False)
    step = reader.choice("step", STEPS, "students") if phase == "action" else ""
    game.clouds_short = reader.flag("clouds_short", step == "end")
    if step == "end" and not (game.expert and game.clouds_short):
        raise reader.error("step", "'end' exists only in an expert game whose clouds could not be filled.")
    if step == "cloud" and game.clouds_short:
        raise reader.error("step", "no cloud is taken in a round whose clouds could not be filled.")
    if phase == "action":
        game.step = STEP_NUMBERS[step]
        game.moved = game.per_turn
        if step == "students":
            game.moved = reader.integer("moved", 0, game.per_turn - 1, 0)
    elif phase == "over":
        game.step = const.OVER
    if reader.has("moved"):
        raise reader.error("moved", "belongs to step 'students' of the action phase.")
    if phase == "planning" and game.character_played:
        raise reader.error("character_used", "no character can have been used in the planning phase.")


def read_course(reader: Reader, game: Engine, phase: str) -> None:
    hands = read_hands(reader, game)
    first_given = reader.has("first_player")
    game.first_player = reader.seat("first_player", game.players, 0)
    if phase == "planning":
        read_planning(reader, game, first_given)
    else:
        if reader.items("played", const.MOST_PLAYERS, []):
            raise reader.error("played", "is empty outside the planning phase.")
        read_order(reader, game, phase, hands)
    deal_hands(game, hands)


def read_planning(reader: Reader, game: Engine, first_given: bool) -> None:
    played: list[tuple[int, int]] = []
    for entry in reader.items("played", game.players - 1, []):
        if not isinstance(entry, list | tuple) or len(entry) != 2:
            raise reader.error("played", f"{shown(entry)} is not a pair of a player and a value.")
        seat = reader.as_seat("played", entry[0], game.players)
        played.append((seat, reader.as_integer("played", entry[1], 1, const.ASSISTANTS)))
    if not first_given and played:
        game.first_player = played[0][0]
    elif not first_given and reader.has("active"):
        game.first_player = reader.seat("active", game.players)
    assistant = [0] * const.MOST_PLAYERS
    for i, (seat, value) in enumerate(played):
        if seat != (game.first_player + i) % game.players:
            raise reader.error("played", "players follow each other clockwise from the first player.")
        assistant[seat] = value
    game.assistant = assistant
    game.turn = len(played)
    game.seat = (game.first_player + game.turn) % game.players
    if reader.seat("active", game.players, game.seat) != game.seat:
        raise reader.error("active", f"it is {SEAT_LETTERS[game.seat]} who plays an assistant now.")


def read_order(reader: Reader, game: Engine, phase: str, hands: dict[int, int]) -> None:
    """Assistants of this round and the action order, each derived from the other where one is missing."""
    if phase == "over" and not reader.has("assistants"):
        if reader.has("order"):
            raise reader.error("order", "needs the assistants too.")
        return
    values = read_assistants(reader, game)
    clockwise = [(game.first_player + i) % game.players for i in range(game.players)]
    if reader.has("order"):
        order = [reader.as_seat("order", letter, game.players) for letter in reader.items("order", game.players)]
        if sorted(order) != sorted(clockwise):
            raise reader.error("order", "names every player once.")
        assign_missing(values, order, hands, ascending=True)
    else:
        assign_missing(values, clockwise, hands, ascending=False)
        order = sorted(clockwise, key=lambda seat: values[seat])
    if [values[seat] for seat in order] != sorted(values.values()):
        raise reader.error("order", "is not ascending by the assistants' values.")
    game.assistant = [values.get(seat, 0) for seat in range(const.MOST_PLAYERS)]
    game.order = order + [0] * (const.MOST_PLAYERS - game.players)
    if phase == "action":
        game.seat = reader.seat("active", game.players, order[0])
        game.turn = order.index(game.seat)
    else:
        game.turn = game.players


def read_assistants(reader: Reader, game: Engine) -> dict[int, int]:
    given = reader.by_seat("assistants", game.players)
    return {
        seat: reader.as_integer(f"assistants.{SEAT_LETTERS[seat]}", value, 1, const.ASSISTANTS)
        for seat, value in given.items()
    }


def assign_missing(values: dict[int, int], seats: list[int], hands: dict[int, int], ascending: bool) -> None:
    """Give each seat without an assistant the lowest value that nobody has played and that is not in its hand.

    Ascending: above that of the seat before.
    """
    floor = 0
    for seat in seats:
        if seat not in values:
            gone = [value for value in range(1, const.ASSISTANTS + 1) if not hands.get(seat, 0) >> (value - 1) & 1]
            free = [value for value in gone if value not in values.values() and value > floor]
            if not free:
                raise InvalidPosition("assistants", f"There is no value for {SEAT_LETTERS[seat]} that fits the order.")
            values[seat] = free[0]
        floor = values[seat] if ascending else 0


def read_hands(reader: Reader, game: Engine) -> dict[int, int]:
    """The hands that are given, by seat, a bit for each assistant."""
    given = reader.by_seat("hands", game.players)
    return {seat: read_hand(reader, f"hands.{SEAT_LETTERS[seat]}", value) for seat, value in given.items()}


def deal_hands(game: Engine, given: dict[int, int]) -> None:
    """Who has no hand has what was not played this round."""
    hands = [const.FULL_HAND if seat < game.players else 0 for seat in range(const.MOST_PLAYERS)]
    for seat in range(game.players):
        field = f"hands.{SEAT_LETTERS[seat]}"
        value = game.assistant[seat]
        played = 1 << (value - 1) if value else 0
        if given.get(seat, 0) & played:
            raise InvalidPosition(field, f"{value} was played this round: it is no longer in the hand.")
        hands[seat] = given.get(seat, hands[seat] & ~played)
        if game.step == const.PLANNING and not played and not hands[seat]:
            raise InvalidPosition(field, "A player who still has to play an assistant needs one.")
    game.hand = hands


def read_hand(reader: Reader, field: str, value: object) -> int:
    if not isinstance(value, list | tuple):
        raise InvalidPosition(field, f"{shown(value)} is not a list.")
    hand = 0
    for card in value:
        bit = 1 << (reader.as_integer(field, card, 1, const.ASSISTANTS) - 1)
        if hand & bit:
            raise InvalidPosition(field, f"{card} is given twice.")
        hand |= bit
    return hand


def resume(reader: Reader, game: Engine) -> None:
    """Restore an action in the middle of it: the character is paid for, its choices are made again."""
    reader.take("action", None)  # for people: the decisions say it all
    decisions = reader.items("decisions", 2 * const.MOST_SWAPS)
    reader.finish()
    if game.step in (const.PLANNING, const.OVER) or not game.character_played or not decisions:
        raise reader.error("decisions", "only a character in use can be unfinished.")
    first = reader.as_integer("decisions", decisions[0], const.PLAY_CHARACTER, const.CHOOSE_COLOUR - 1)
    place = characters.place_of(game, first - const.PLAY_CHARACTER + 1)
    if place == const.NOBODY or not game.character_used[place] or not characters.possible(game, place):
        raise reader.error("decisions", f"decision {first} is not possible in this position.")
    characters.begin(game, place)
    for decision in decisions[1:]:
        if not game.apply(reader.as_integer("decisions", decision, 0, const.ACTIONS - 1)):
            raise reader.error("decisions", f"decision {decision} is not possible here.")
    if game.choosing == const.NOTHING:
        raise reader.error("decisions", "the action is finished.")
