"""Lessons: a game taught in short steps, each on a position of the notation and by the rules themselves.

A step asks for one thing, in one or a few decisions. Nothing is kept between them: whoever learns says what was done
so far, and gets the moment after it. What the rules allow but the step does not ask for is not done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from ludoteca import rules
from ludoteca.house import views
from ludoteca.house.entries import Look
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.house.views import SeatView, TableView
from ludoteca.rules.catalogue import GAMES

LEARNER = 0  # the player of the game who learns
NAMES = ("You", "Bea")
TOWERS = ("white", "black")
NO_TABLE = "LEARN"  # in the place of a code

Action = dict[str, Any]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`asks` are the decisions in order, each as one or more actions of which any will do.

    An action is as wished if it has everything that one of them has; what they leave out is free.
    """

    name: str
    position: dict[str, Any]
    asks: tuple[tuple[Action, ...], ...]


@dataclass(frozen=True)
class Moment:
    """A step after some decisions. `as_asked`: the last one was what is taught, and was therefore done."""

    view: TableView
    events: list[dict[str, Any]]
    as_asked: bool
    finished: bool


@cache
def steps_of(game: str) -> tuple[Step, ...]:
    """The lesson of a game; empty for a game that there is none of."""
    if game not in GAMES:
        return ()
    written = (resources.files(__package__) / f"{game}.json").read_bytes()
    return msgspec.json.decode(written, type=tuple[Step, ...])


def begin(step: Step) -> Moment:
    return Moment(view_of(step, rules.load(step.position), 0), [], as_asked=True, finished=False)


def go_on(step: Step, done: Sequence[Action], action: Action) -> Moment:
    """What an action leads to after those that were done; Refused if the rules do not allow it, or the step is done."""
    game = rules.load(step.position)
    for number, each in enumerate(done):
        if number >= len(step.asks) or not as_asked(step.asks[number], each):
            raise Refused(Refusal.STALE)
        game, _ = played(game, each)
    number = len(done)
    if number >= len(step.asks):
        raise Refused(Refusal.NOT_PLAYING)
    after, events = played(game, action)
    if not as_asked(step.asks[number], action):
        return Moment(view_of(step, game, number), [], as_asked=False, finished=False)
    heard = views.heard(events, LEARNER)
    return Moment(view_of(step, after, number + 1), heard, as_asked=True, finished=number + 1 == len(step.asks))


def played(game: rules.Game, action: Action) -> tuple[rules.Game, list[Any]]:
    try:
        return game.after(game.parse(action))
    except rules.IllegalAction as error:
        raise Refused(Refusal.ILLEGAL_ACTION, rule=error.code, sentence=error.sentence) from error


def as_asked(wished: Sequence[Action], action: Action) -> bool:
    return any(holds(action, each) for each in wished)


def holds(given: Any, wished: Any) -> bool:
    """Whether something has everything that is wished. The order of a list does not matter."""
    if isinstance(wished, Mapping):
        return isinstance(given, Mapping) and all(key in given and holds(given[key], wished[key]) for key in wished)
    if isinstance(wished, Sequence) and not isinstance(wished, str):
        return isinstance(given, list) and len(given) == len(wished) and all(each in given for each in wished)
    return bool(given == wished)


def view_of(step: Step, game: rules.Game, number: int) -> TableView:
    """As at a table, so that a page shows it on the same board. It is never over there: the lesson goes on."""
    position = step.position
    players = game.players
    settings = {"expert": position.get("expert", False)} if position["game"] == "eriantys" else {}
    deciding = None if game.over else game.seat
    return TableView(
        code=NO_TABLE,
        number=number,
        time=0,
        phase=Phase.PLAYING,
        options=Options(position["game"], players, settings, public=False, watching=False),
        commitment="",
        host=LEARNER,
        seats=[seat_of(player) for player in range(players)],
        you=LEARNER,
        turn=deciding,
        game=game.view(LEARNER),
        legal=[game.describe(each) for each in game.legal_actions()] if deciding == LEARNER else [],
    )


def seat_of(player: int) -> SeatView:
    look = Look(tower=TOWERS[player], wizard=player + 1)
    return SeatView(NAMES[player], look, None, connected=True, since=0, stand_in=None, player=player)
