"""Notifications that show a whole game: the table as it is, whose turn it is, who has won."""

from __future__ import annotations

from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import names, reading

from . import messages, picturing
from .messages import Message
from .picturing import Game, Known


def everything(view: TableView, game: Game, known: Known) -> list[Message]:
    """The table as it is, at the start, on a return, and when something was taken back."""
    said: list[Message] = [
        messages.GameStarted(table=picturing.game_table(view, game, known), players=picturing.players(view, game))
    ]
    if view.phase is Phase.PLAYING and "active" in game:
        said.append(current_player(view, game))
    if game["last_round"]:
        said.append(messages.LastRound())
    return said


def current_player(view: TableView, game: Game) -> Message:
    nickname = picturing.nicknames(view)[game["active"]]
    return messages.CurrentPlayerChanged(next_player=nickname, phase=game["phase"], step=game.get("step"))


def ending(view: TableView) -> list[Message]:
    """Who has won, and why. Before the house has noted the end, the rules know it."""
    game = view.game
    why = "rules" if view.result is None else view.result.why
    if why == "rules" and game is not None:
        why = names.REASONS[reading.why_over(game)]
        winners = [picturing.in_order(view)[SEAT_LETTERS.index(letter)].name for letter in winning(game)]
    else:
        winners = [view.seats[seat].name for seat in (view.result.winners if view.result else ())]
    said: list[Message] = [messages.Winner(nickname=winner, reason=why) for winner in winners]
    return said or [messages.GameEnded(reason=why)]


def winning(game: Game) -> list[str]:
    return sorted(letter for side in reading.winning_sides(game) for letter in reading.members(game, side))
