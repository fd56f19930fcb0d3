"""What a table asks of a seat at this moment, seen from the table alone: whoever comes back is asked the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.seating import WIZARDS
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import reading

from . import messages, reasons
from .messages import AskCharacterChoice, Card, Cloud, Question, Reason
from .shapes import COLOURS, SEEDS, SWAPS, colours
from .states import State

NOBODY_ASKED: Mapping[str, int] = {}


class Situation(NamedTuple):
    """`entrance`: the student that one chooses for an island has to be there."""

    state: State
    question: Question | None = None
    entrance: Mapping[str, int] = NOBODY_ASKED


def situation(view: TableView) -> Situation:
    if view.phase in (Phase.OVER, Phase.CLOSED):
        return Situation(State.OVER)
    if view.game is not None:
        return in_the_game(view, view.game) if view.legal else Situation(State.LISTENING)
    if view.you == view.host and not view.settled:
        return Situation(State.COUNTING, messages.AskNumPlayer())
    if view.choosing and view.you == view.chooser:
        return Situation(State.SEED, seeds_left(view))
    return Situation(State.LOBBY)


def seeds_left(view: TableView) -> messages.AskAssistantSeed:
    worn = [seat.look.wizard for number, seat in enumerate(view.seats) if number != view.you]
    return messages.AskAssistantSeed([SEEDS[wizard - 1] for wizard in WIZARDS if wizard not in worn])


def in_the_game(view: TableView, game: Mapping[str, Any]) -> Situation:
    """The first legal decision names the step; characters come after it."""
    legal = view.legal
    match legal[0]["do"]:
        case "play_assistant":
            cards = [Card(action["value"], reading.most_steps(action["value"])) for action in legal]
            return Situation(State.PLANNING, messages.AskAssistantCard(cards))
        case "move_student":
            assert view.you is not None
            letter = SEAT_LETTERS[view.seats[view.you].player or 0]
            entrance = game["boards"][letter]["entrance"]
            return Situation(State.STUDENTS, messages.AskDiningRoomMovement(), entrance)
        case "move_mother_nature":
            most = max(action["steps"] for action in legal if action["do"] == "move_mother_nature")
            return Situation(State.MOTHER_NATURE, messages.AskMotherNatureMovement(most))
        case "take_cloud":
            numbers = [action["cloud"] - 1 for action in legal if action["do"] == "take_cloud"]
            clouds = [Cloud(number, colours(game["clouds"][number].items())) for number in numbers]
            return Situation(State.CLOUD, messages.AskCloudTile(clouds))
        case "end_turn":
            return Situation(State.ENDING, messages.AskEndTurn())
    return Situation(State.CHARACTER, choice_of_a_character(legal, game["unfinished"]["action"]["number"]))


CHOICES = {"from_card": "card", "from_entrance": "entrance", "from_dining": "diningRoom"}


def choice_of_a_character(legal: Sequence[Mapping[str, Any]], number: int) -> AskCharacterChoice:
    chosen = [action for action in legal if action["what"] != "swap"]
    what = chosen[0]["what"] if chosen else SWAPS[number][0]  # a swap for which no further students are there
    values = [action["value"] for action in chosen]
    return AskCharacterChoice(
        number,
        cast(Any, CHOICES.get(what, what)),
        [] if what == "island" else [COLOURS[value] for value in values],
        [value - 1 for value in values] if what == "island" else [],
        len(chosen) < len(legal),
    )


def hindrance(view: TableView) -> Reason:
    """Why a seat cannot play now."""
    if view.alone_since is not None:
        return PAUSED
    if view.turn is None:
        return reasons.WRONG_PHASE
    return STOOD_IN if view.turn == view.you else _others_turn(view.seats[view.turn].name)


PAUSED = reasons.refused(Refused(Refusal.PAUSED))
STOOD_IN = reasons.refused(Refused(Refusal.STOOD_IN))


@lru_cache(1024)
def _others_turn(name: str) -> Reason:
    return reasons.refused(Refused(Refusal.NOT_YOUR_TURN, name=name))
