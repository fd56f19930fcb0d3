"""The server's end on its own: size, order of lines, teams."""

from __future__ import annotations

import sys

import pytest

from ludoteca.dialects.contract import Dialect
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.psp24 import DIALECT, actions, errors, messages, tell
from ludoteca.dialects.psp24.session import Session as Connection
from ludoteca.house.entries import Look
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.house.views import SeatView, TableView
from tests.server.running import asynchronous

from .party import seated

SMALL = 2048  # bytes of an idle connection


def size(connection: Connection) -> int:
    """Of the connection and of what belongs to it alone."""
    own = [getattr(connection, name) for kind in Connection.__mro__ for name in getattr(kind, "__slots__", ())]
    lines = connection._lines
    own += [getattr(lines, name) for name in type(lines).__slots__]
    return sys.getsizeof(connection) + sum(map(sys.getsizeof, own))


@asynchronous
async def test_an_idle_connection_is_small() -> None:
    assert size(Connection()) < SMALL
    async with seated(2, True) as party:
        for player in party.players:
            connection = player.caller.session._connection
            assert isinstance(connection, Connection)
            assert size(connection) < SMALL


@asynchronous
async def test_everybody_gets_the_same_bytes() -> None:
    async with seated(3, True) as party:
        first = party.players[0]
        await party.choose(first, first.choice("7"))
        assert len({id(player.caller.session) for player in party.players}) == 3
        shown = [[line for line in p.caller.lines if b'"renderView"' in line][-1] for p in party.players]
        assert shown[0] == shown[1] == shown[2]


def test_the_dialect_is_the_one_of_the_document() -> None:
    assert isinstance(DIALECT, Dialect)
    assert (DIALECT.name, DIALECT.game, DIALECT.port, DIALECT.starts, DIALECT.chooses) == (
        "psp24",
        "eriantys",
        9124,
        "full",
        True,
    )


def four() -> TableView:
    towers = ("white", "black", "white", "black")
    seats = [SeatView(f"p{i}", Look(tower, i + 1), None, True, 0, None, i) for i, tower in enumerate(towers)]
    return TableView("KFMZ2P", 1, 0, Phase.PLAYING, Options("eriantys", 4), "", 0, seats)


def test_members_of_a_team_are_counted_and_named_together() -> None:
    counted = {"event": "InfluenceComputed", "tile": 3, "influence": [3, 1, 0], "strongest": "white", "owner": None}
    assert tell.influence(four(), [{"event": "ChoiceMade"}, counted]) == messages.NotifyInfluenceResult(
        2, {"p0": 3, "p1": 1, "p2": 3, "p3": 1}, "p0, p2"
    )
    assert tell.influence(four(), []) is None


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Refused(Refusal.ILLEGAL_ACTION, rule="cloud_empty", sentence="Cloud 1 is empty."), "cloud_empty"),
        (Refused(Refusal.PAUSED), "paused"),
        (Trouble(Problem.READ_ONLY, detail="disk full"), "read_only"),
        (ValueError("a mistake"), "internal"),
    ],
)
def test_reasons(answer: Exception, code: str) -> None:
    reason = errors.refused(answer)
    assert reason.code == code
    assert reason.sentence
    assert "mistake" not in reason.sentence


def test_every_character_says_what_it_needs() -> None:
    whole = messages.ChooseCharacterCard(1, "RED", 3, ["RED"], ["BLUE"])
    for number in range(1, 13):
        message = messages.ChooseCharacterCard(number, whole.student, 3, whole.students_from, whole.students_to)
        assert actions.lacking(message) == []
        action = actions.character(message)
        assert action["number"] == number
        bare = messages.ChooseCharacterCard(number)
        assert len(actions.lacking(bare)) == len(action) - 2
        asking = actions.character(messages.ChooseCharacterCard(number, ask=True))
        assert asking["do"] == ("choose" if actions.lacking(bare) else "play_character")
