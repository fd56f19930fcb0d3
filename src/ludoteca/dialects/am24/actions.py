"""What a client's message means in the notation of the game, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludoteca import rules
from ludoteca.dialects.eriantys.spelling import COLOURS, SWAP_DONE, SWAPS, Action, Position, loaded
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading
from ludoteca.rules.eriantys.notation.describing import WITHOUT_CHOICES
from ludoteca.rules.eriantys.notation.refusals import Refusal as Rule

from . import messages, shapes
from .errors import Mistake, Wrong
from .machine import MACHINE, OWED, OWING, State, state_of
from .messages import FromClient

NOT_ACTIVE = "No character is active that needs this. Send PlayCharacter first."
EFFECTS: dict[State, type[FromClient]] = {
    State.OWES_ISLAND: messages.ChooseIsland,
    State.OWES_COLOR: messages.ChooseColor,
    State.OWES_PAIR: messages.ChooseTwoColors,
    State.OWES_MOVE: messages.SpecialMoveIsland,
}
MOST_PAIRS = {const.JESTER: const.MOST_SWAPS, const.MINSTREL: const.MOST_SWAPS - 1}


class Moment:
    """The table at the moment at which a player has to decide. `active` is the character that he has activated and
    whose effect has not begun."""

    __slots__ = ("active", "game", "hand", "owing", "tiles")

    def __init__(self, view: TableView) -> None:
        assert view.game is not None
        assert view.you is not None
        self.game: Position = view.game
        self.hand: Sequence[int] = view.game["hands"][SEAT_LETTERS[view.seats[view.you].player or 0]]
        self.tiles = tuple(group[0] for group in reading.groups(view.game))
        self.owing = state_of(view) in OWING
        self.active = const.NOTHING


def actions(moment: Moment, message: FromClient) -> list[Action]:
    """The actions that a message asks for, in order; or Mistake. Several are made all or none (`rehearse`)."""
    match message:
        case messages.ChooseAssistant():
            return [{"do": "play_assistant", "value": assistant(moment, message.index)}]
        case messages.MoveToIsland():
            tile = island(moment, message.index)
            return after_swap(moment, {"do": "move_student", "colour": message.color_s.lower(), "to": {"island": tile}})
        case messages.EntranceToHall():
            return after_swap(moment, {"do": "move_student", "colour": message.color_s.lower(), "to": "dining"})
        case messages.MoveMN():
            return after_swap(moment, {"do": "move_mother_nature", "steps": message.steps})
        case messages.ChooseCloud():
            nothing_is_owed(moment)
            return after_swap(moment, {"do": "take_cloud", "cloud": cloud(moment, message.index)})
        case messages.EndMyTurn():
            nothing_is_owed(moment)
            return after_swap(moment, {"do": "end_turn"})
        case messages.EndCharacter():
            if not shapes.pairs(moment.game):
                raise Mistake(Wrong.WRONG_PHASE, NOT_ACTIVE)
            return [SWAP_DONE]
    return effect(moment, message)


def after_swap(moment: Moment, action: Action) -> list[Action]:
    """An ordinary move. It ends a swap that is under way."""
    return [SWAP_DONE, action] if shapes.pairs(moment.game) else [action]


def nothing_is_owed(moment: Moment) -> None:
    """At the end of a turn all that is necessary must have been done (002 §1.4.1)."""
    if moment.active:
        raise Mistake(Wrong.WRONG_PHASE, MACHINE.rows[OWED[moment.active]].words)


# ---------------------------------------------------------------- characters


def character(moment: Moment, message: messages.PlayCharacter) -> tuple[list[Action], int]:
    """What is done at once, and the character whose effect is still to be said."""
    if not moment.game["expert"]:
        raise Mistake(Wrong.WRONG_PHASE, "There are no characters in this game: it is not in expert mode.")
    number = shapes.CHARS.index(message.c)
    if number in WITHOUT_CHOICES:
        return after_swap(moment, {"do": "play_character", "number": number}), const.NOTHING
    rehearse(moment, after_swap(moment, choose("character", number)))
    return [], number


def effect(moment: Moment, message: FromClient) -> list[Action]:
    """The effect of the active character, or the next part of one that is begun at the table."""
    begun = "unfinished" in moment.game
    number = moment.game["unfinished"]["action"]["number"] if begun else moment.active
    if not number or not isinstance(message, EFFECTS[OWED[number]]):
        sentence = MACHINE.rows[OWED[number]].words if number and (moment.active or moment.owing) else NOT_ACTIVE
        raise Mistake(Wrong.WRONG_PHASE, sentence)
    made = [choose(*each) for each in choices(moment, number, message)]
    if begun:
        return started(moment, made)
    if number in SWAPS:
        return [choose("character", number), *made]
    members = {"colour" if what == "from_card" else what: value for what, value in choices(moment, number, message)}
    return [{"do": "play_character", "number": number, **members}]


def choices(moment: Moment, number: int, message: FromClient) -> list[tuple[str, str | int]]:
    """What a message chooses, in the order of the rules."""
    match message:
        case messages.ChooseIsland():
            return [("island", island(moment, message.island_index))]
        case messages.ChooseColor():
            return [("from_card" if number == const.PRINCESS else "colour", message.color.lower())]
        case messages.SpecialMoveIsland():
            return [("from_card", message.student.lower()), ("island", island(moment, message.island_index))]
    assert isinstance(message, messages.ChooseTwoColors)
    first, second = SWAPS[number]
    return [(first, message.second_color.lower()), (second, message.first_color.lower())]


def choose(what: str, value: str | int) -> Action:
    return {"do": "choose", "what": what, "value": value}


def started(moment: Moment, wanted: list[Action]) -> list[Action]:
    """Of two choices the first may have been made before, at the web page or just before a connection was lost."""
    owed = shapes.owed(moment.game)
    if owed is None or len(owed.chosen) % 2 == 0:
        return wanted
    before = owed.chosen[-1]
    if wanted[0]["value"] != before.lower():
        raise Mistake(Wrong.HALF_CHOSEN, f"{before} was chosen already: name it again with its other half.")
    return wanted[1:]


# ---------------------------------------------------------------- indices


def assistant(moment: Moment, index: int) -> int:
    if not 1 <= index <= len(moment.hand):
        raise Mistake(Wrong.NO_SUCH_ASSISTANT, f"There is no assistant {index}: you have 1 to {len(moment.hand)}.")
    return moment.hand[index - 1]


def island(moment: Moment, index: int) -> int:
    if not 0 <= index < len(moment.tiles):
        raise Mistake(Wrong.NO_SUCH_ISLAND, f"There is no island {index}: they run from 0 to {len(moment.tiles) - 1}.")
    return moment.tiles[index]


def cloud(moment: Moment, index: int) -> int:
    clouds = moment.game["players"]
    if not 0 <= index < clouds:
        raise Mistake(Wrong.NO_SUCH_CLOUD, f"There is no cloud {index}: they run from 0 to {clouds - 1}.")
    return index + 1


def rehearse(moment: Moment, wanted: Iterable[Action]) -> None:
    """Whether all of several actions would be accepted, one after the other; or Mistake."""
    game = loaded(moment.game)
    try:
        for action in wanted:
            game.perform(action)
    except rules.IllegalAction as error:
        raise Mistake(error.code, in_words(error.code, error.sentence, action)) from error


def in_words(code: str | None, sentence: str, action: Mapping[str, Any]) -> str:
    """A sentence of the rules, which count clouds from 1."""
    return f"Cloud {action['cloud'] - 1} is empty: take another one." if code == Rule.CLOUD_EMPTY else sentence


# ---------------------------------------------------------------- the way back, for the client's end


def said(action: Mapping[str, Any], position: Position) -> list[FromClient]:
    """The messages of an action; of a character that is half used, those of the choices that are left."""

    def index(tile: int) -> int:
        return shapes.position_of(reading.groups(position), tile)

    match action:
        case {"do": "play_assistant", "value": value}:
            return [messages.ChooseAssistant(index=position["hands"][position["active"]].index(value) + 1)]
        case {"do": "move_student", "colour": colour, "to": "dining"}:
            return [messages.EntranceToHall(color_s=COLOURS[colour])]
        case {"do": "move_student", "colour": colour, "to": {"island": tile}}:
            return [messages.MoveToIsland(color_s=COLOURS[colour], index=index(tile))]
        case {"do": "move_mother_nature", "steps": steps}:
            return [messages.MoveMN(steps=steps)]
        case {"do": "take_cloud", "cloud": number}:
            return [messages.ChooseCloud(index=number - 1)]
        case {"do": "end_turn"}:
            return [messages.EndMyTurn()]
    number = action["number"]
    activated = [] if "unfinished" in position else [messages.PlayCharacter(c=shapes.CHARS[number])]
    match OWED.get(number):
        case State.OWES_ISLAND:
            return [*activated, messages.ChooseIsland(island_index=index(action["island"]))]
        case State.OWES_COLOR:
            return [*activated, messages.ChooseColor(color=COLOURS[action["colour"]])]
        case State.OWES_MOVE:
            student = COLOURS[action["colour"]]
            return [*activated, messages.SpecialMoveIsland(student=student, island_index=index(action["island"]))]
        case State.OWES_PAIR:
            return [*activated, *said_pairs(action, len(shapes.pairs(position)))]
    return [*activated]


def said_pairs(action: Mapping[str, Any], done: int) -> list[FromClient]:
    first, second = (action[side] for side in SWAPS[action["number"]])
    pairs: list[FromClient] = [
        messages.ChooseTwoColors(first_color=COLOURS[theirs], second_color=COLOURS[mine])
        for mine, theirs in zip(first[done:], second[done:], strict=True)
    ]
    return pairs if len(first) == MOST_PAIRS[action["number"]] else [*pairs, messages.EndCharacter()]
