"""Who may be advised: a player without other people at the table, on the own turn, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.house import commands, entries
from ludoteca.house.advising import need_advice, with_others
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused

from .tables import Evening


def alone(**options: Any) -> Evening:
    """Anna, who begins, and a bot."""
    evening = Evening(first=0, **options)
    evening.sit("Anna")
    evening.sit_bots("Rob")
    evening.do(commands.Start(0))
    return evening


def refusal(evening: Evening, seat: int) -> Refusal:
    with pytest.raises(Refused) as caught:
        need_advice(evening.table, seat)
    return caught.value.code


def test_against_bots_there_is_advice() -> None:
    evening = alone()
    assert not with_others(evening.table)
    assert need_advice(evening.table, 0) is evening.table.game


def test_alone_against_lorenzo_there_is_advice() -> None:
    evening = Evening("masters", 1)
    evening.sit("Anna")
    evening.do(commands.Start(0))
    assert need_advice(evening.table, 0) is evening.table.game


@pytest.mark.parametrize("wanted", [{}, {"advice": True}])
def test_with_other_people_there_is_none_whatever_the_table_was_opened_with(wanted: dict[str, Any]) -> None:
    evening = Evening(first=0, players=3, **wanted)
    evening.sit("Anna", "Bea")
    evening.sit_bots("Rob")
    evening.do(commands.Start(0))
    assert refusal(evening, 0) is Refusal.ADVICE_WITH_OTHERS
    assert refusal(evening, 1) is Refusal.ADVICE_WITH_OTHERS


def test_whoever_has_resigned_or_is_away_is_still_somebody_else() -> None:
    evening = Evening(first=0, players=3)
    evening.sit("Anna", "Bea", "Carl")
    evening.do(commands.Start(0))
    evening.do(commands.Resign(1))
    evening.do(commands.Depart(2))
    assert refusal(evening, 0) is Refusal.ADVICE_WITH_OTHERS


def test_a_table_may_be_opened_without_advice() -> None:
    assert refusal(alone(advice=False), 0) is Refusal.ADVICE_OFF


def test_bots_are_not_advised_and_neither_are_seats_that_are_none() -> None:
    assert refusal(alone(), 1) is Refusal.NOT_SEATED
    assert refusal(alone(), 7) is Refusal.NOT_SEATED


def test_advice_is_for_the_own_turn() -> None:
    evening = alone()
    evening.act()
    assert refusal(evening, 0) is Refusal.NOT_YOUR_TURN


def test_before_and_after_the_game_there_is_nothing_to_advise() -> None:
    evening = Evening()
    evening.sit("Anna")
    assert refusal(evening, 0) is Refusal.NOT_PLAYING
    ended = alone()
    ended.do(commands.Resign(0))
    assert refusal(ended, 0) is Refusal.NOT_PLAYING


def test_a_log_that_does_not_speak_of_advice_keeps_its_hashes() -> None:
    opened = entries.Opened(Options("eriantys", 2), "0" * 64)
    assert b"advice" not in entries.encode(entries.Entry(1, 0, opened))
    forbidden = entries.Opened(Options("eriantys", 2, advice=False), "0" * 64)
    assert entries.decode(entries.encode(entries.Entry(1, 0, forbidden))).what == forbidden
