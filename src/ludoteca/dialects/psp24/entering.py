"""What is asked of the house on the way to a game, and in it."""

from __future__ import annotations

from functools import partial
from typing import Any

from ludoteca.dialects.contract import Answer, Do, Enter, Knock, Open, SeatBots
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.nicknames import Nickname
from ludoteca.house import commands
from ludoteca.house.commands import Command
from ludoteca.house.entries import Look
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused

from .messages import SetAssistantSeed, SetExpertsVariant, SetNumPlayer
from .shapes import SEEDS

REFUSALS = (Refused, Trouble)

MOST_PLAYERS = 4
UNDECIDED = Options(
    "eriantys", MOST_PLAYERS, {"expert": False}, first=0
)  # the first who connected opens the first round (§2.1)


def enter(newcomer: Nickname) -> Enter:
    return Enter(newcomer.code, newcomer.name, newcomer.secret)


def knock(newcomer: Nickname) -> Knock:
    return Knock(enter(newcomer))


def may_open(newcomer: Nickname, answer: Answer) -> bool:
    """Whether no table has a seat for somebody who did not say which he wants: then he is the first of a new one."""
    return newcomer.code is None and isinstance(answer, REFUSALS) and answer.code in NO_SEAT


NO_SEAT = (Problem.NO_SUCH_TABLE, Refusal.TABLE_FULL)


def open_table(newcomer: Nickname) -> Open:
    return Open(UNDECIDED, newcomer.name, newcomer.secret, unsettled=True)


def check_bots(message: SetNumPlayer, seated: int) -> None:
    """Refuse bots for which there is no room beside those who sit there."""
    if message.bots < 0:
        raise Refused(Refusal.BAD_OPTIONS, field="bots", problem="there are none or some.")
    if message.bots and message.bots + seated > message.num_players:
        raise Refused(
            Refusal.BAD_OPTIONS, field="bots", problem="there are not so many free seats. Ask for fewer bots."
        )


def count(message: SetNumPlayer) -> Do:
    return Do(partial(_arrange_players, message.num_players))


def _arrange_players(players: int, seat: int) -> Command:
    return commands.Arrange(seat, players=players, settled=False, shrink=True)


def seat_bots(message: SetNumPlayer) -> SeatBots:
    return SeatBots(message.bots)


def settle(message: SetExpertsVariant) -> Do:
    return Do(partial(_arrange_mode, message.experts_variant))


def _arrange_mode(expert: bool, seat: int) -> Command:
    return commands.Arrange(seat, settings={"expert": expert}, settled=True)


def dress(message: SetAssistantSeed) -> Do:
    """The tower is not asked for: the house chooses the first that is free."""
    return Do(partial(_wear, Look(None, SEEDS.index(message.seed) + 1)))


def _wear(look: Look, seat: int) -> Command:
    return commands.Dress(seat, look)


def _confirm(seat: int) -> Command:
    return commands.Confirm(seat, fill=True)


CONFIRM = Do(_confirm)


def act(action: dict[str, Any]) -> Do:
    return Do(partial(_act, action))


def _act(action: dict[str, Any], seat: int) -> Command:
    return commands.Act(seat, action)
