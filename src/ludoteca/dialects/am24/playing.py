"""What a client's message means in the notation of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca import rules
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading
from ludoteca.rules.eriantys.notation.describing import WITHOUT_CHOICES

from . import messages, shaping
from .messages import FromClient
from .mistakes import Mistake, Wrong

Action = dict[str, Any]

# What the two colours of a pair are, in the order in which the rules ask for them: the second one of the message first.
PAIRS = {const.JESTER: ("from_card", "from_entrance"), const.MINSTREL: ("from_entrance", "from_dining")}


class Moment:
    """As much of the table as the messages of the player who has to decide are about.

    The game itself is kept only while an effect is owed, so that a connection stays small.
    """

    __slots__ = ("chosen", "clouds", "expert", "game", "hand", "owed", "tiles")

    def __init__(self, view: TableView) -> None:
        game = shaping.game_of(view)
        assert view.you is not None
        letter = SEAT_LETTERS[view.seats[view.you].player or 0]
        owed = shaping.owed(game)
        self.hand: Sequence[int] = game["hands"][letter]
        self.tiles = tuple(group[0] for group in reading.groups(game))
        self.clouds: int = game["players"]
        self.expert: bool = game["expert"]
        self.owed = const.NOTHING if owed is None else shaping.CHARS.index(owed.c)
        self.chosen: list[str] = [] if owed is None else [color.lower() for color in owed.chosen]
        self.game = None if owed is None else game


def actions(moment: Moment, message: FromClient) -> list[Action]:
    """The actions that a message asks for, in order; or Mistake. Several are made all or none (`rehearse`)."""
    match message:
        case messages.ChooseAssistant():
            return [{"do": "play_assistant", "value": assistant(moment, message.index)}]
        case messages.MoveToIsland():
            tile = island(moment, message.index)
            return [{"do": "move_student", "colour": message.color_s.lower(), "to": {"island": tile}}]
        case messages.EntranceToHall():
            return [{"do": "move_student", "colour": message.color_s.lower(), "to": "dining"}]
        case messages.MoveMN():
            return [{"do": "move_mother_nature", "steps": message.steps}]
        case messages.ChooseCloud():
            return [{"do": "take_cloud", "cloud": cloud(moment, message.index)}]
        case messages.EndMyTurn():
            return [{"do": "end_turn"}]
        case messages.PlayCharacter():
            if not moment.expert:
                raise Mistake(Wrong.WRONG_PHASE, "There are no characters in this game: it is not in expert mode.")
            number = shaping.CHARS.index(message.c)
            if number in WITHOUT_CHOICES:
                return [{"do": "play_character", "number": number}]
            return [choose("character", number)]
        case messages.ChooseIsland():
            return [choose("island", island(moment, message.island_index))]
        case messages.ChooseColor():
            what = "from_card" if moment.owed == const.PRINCESS else "colour"
            return [choose(what, message.color.lower())]
        case messages.ChooseTwoColors():
            wanted = (message.second_color.lower(), message.first_color.lower())
            return started(moment, [choose(*each) for each in zip(PAIRS[moment.owed], wanted, strict=True)])
        case messages.SpecialMoveIsland():
            tile = island(moment, message.island_index)
            return started(moment, [choose("from_card", message.student.lower()), choose("island", tile)])
        case _:
            assert isinstance(message, messages.EndCharacter)
            return [choose("swap", "done")]


def choose(what: str, value: str | int) -> Action:
    return {"do": "choose", "what": what, "value": value}


def started(moment: Moment, wanted: list[Action]) -> list[Action]:
    """Of two choices the first may have been made before, at the web page or just before a connection was lost."""
    if len(moment.chosen) % 2 == 0:
        return wanted
    before = moment.chosen[-1]
    if wanted[0]["value"] != before:
        raise Mistake(Wrong.HALF_CHOSEN, f"{before.upper()} was chosen already: name it again with its other half.")
    return wanted[1:]


def assistant(moment: Moment, index: int) -> int:
    if not 1 <= index <= len(moment.hand):
        raise Mistake(Wrong.NO_SUCH_ASSISTANT, f"There is no assistant {index}: you have 1 to {len(moment.hand)}.")
    return moment.hand[index - 1]


def island(moment: Moment, index: int) -> int:
    if not 0 <= index < len(moment.tiles):
        raise Mistake(Wrong.NO_SUCH_ISLAND, f"There is no island {index}: they run from 0 to {len(moment.tiles) - 1}.")
    return moment.tiles[index]


def cloud(moment: Moment, index: int) -> int:
    if not 0 <= index < moment.clouds:
        raise Mistake(Wrong.NO_SUCH_CLOUD, f"There is no cloud {index}: they run from 0 to {moment.clouds - 1}.")
    return index + 1


def rehearse(moment: Moment, wanted: Sequence[Action]) -> None:
    """Whether all of several actions would be accepted, one after the other; or Mistake."""
    assert moment.game is not None
    game = loaded(moment.game)
    try:
        for action in wanted:
            game.perform(action)
    except rules.IllegalAction as error:
        raise Mistake(error.code, error.sentence) from error


def loaded(game: shaping.Game) -> rules.Game:
    """A game that looks like that. What is in the bag is not known, only how much."""
    return rules.load({key: value for key, value in game.items() if key != "bag"})
