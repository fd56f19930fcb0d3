"""JSON actions of the notation, checked and turned into small decisions.

Checks come in the order: malformed, game over, not your turn, unfinished, wrong phase, out of range, contents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.notation import Reader

from ..engine import const
from . import actions
from .choices import Choice
from .refusals import Refusal, malformed, refuse

if TYPE_CHECKING:
    from ..engine.engine import Engine

READERS: dict[str, Callable[[Reader], actions.Wanted]] = {
    "keep_leaders": actions.KeepLeaders,
    "initial_resources": actions.InitialResources,
    "take_market": actions.TakeMarket,
    "rearrange": actions.Rearrange,
    "buy": actions.Buy,
    "produce": actions.Produce,
    "play_leader": actions.PlayLeader,
    "discard_leader": actions.DiscardLeader,
    "end_turn": actions.EndTurn,
    "choose": Choice,
}


def parse(game: Engine, action: Mapping[str, Any]) -> list[int]:
    """The small decisions of a JSON action that is legal now, or IllegalAction."""
    reader = Reader(action, refuse=malformed)
    do = reader.choice("do", tuple(READERS))
    by = reader.seat("by", const.MOST_PLAYERS, const.NOBODY)
    wanted = READERS[do](reader)
    reader.finish()
    if game.step == const.OVER:
        raise refuse(Refusal.GAME_OVER)
    if by not in (const.NOBODY, game.seat):
        raise refuse(Refusal.NOT_YOUR_TURN, seat=SEAT_LETTERS[game.seat], by=SEAT_LETTERS[by])
    if game.made and not wanted.in_the_middle(game):
        raise refuse(Refusal.UNFINISHED, asked=actions.ASKED[game.step])
    return wanted.decisions(game)
