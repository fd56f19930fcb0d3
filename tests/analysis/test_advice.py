"""Advice: whole actions that can be done, chances, reasons; from what the seat sees and nothing else."""

from __future__ import annotations

import pytest

from ludoteca.analysis.advice import MOST, advice
from ludoteca.analysis.kinds import KINDS
from ludoteca.analysis.reports import Limits, Reason
from tests.bots.games import VARIANTS

from .positions import LAST_TOWER, last_tower, moments

FEW = Limits(12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_suggestion_is_a_whole_action_that_can_be_done(variant: str) -> None:
    for game in moments(variant, 4, 29):
        found = advice(game.view(game.seat), FEW, 1)
        assert found.player == game.seat
        assert len(found.chances) == game.players
        assert 1 <= len(found.best) <= MOST
        for suggestion in found.best:
            assert 0 <= suggestion.chance <= 1
            assert suggestion.words
            assert suggestion.why == "" or (suggestion.why.startswith("It ") and suggestion.why.endswith("."))
            game.clone().perform(suggestion.action)


@pytest.mark.parametrize("variant", ["eriantys-2-expert", "masters-3", "masters-1"])
def test_advice_depends_on_what_the_seat_sees_alone(variant: str) -> None:
    for game in moments(variant, 5, 61):
        other = game.redeal(game.seat, 99)
        assert advice(game.view(game.seat), FEW, 7) == advice(other.view(game.seat), FEW, 7)


def test_what_wins_at_once_is_advised_first_with_that_reason() -> None:
    found = advice(last_tower().view(0), Limits(60), 1)
    best, other = found.best
    assert best.action == {"do": "move_mother_nature", "steps": 1, "by": "A"}
    assert best.chance == pytest.approx(1.0, abs=0.05)
    assert other.chance < best.chance
    assert [(reason.kind, reason.when) for reason in best.reasons] == [("win", "now")]
    assert best.why == "It wins the game."
    assert found.chances[0] == best.chance


def test_players_are_called_by_their_names() -> None:
    islands = {tile: island for tile, island in LAST_TOWER["islands"].items() if tile != "12"}
    view = last_tower(islands=islands).view(0)
    letters, names = (advice(view, Limits(60), 1, called) for called in (("A", "B"), ("Anna", "Bea")))
    assert [each.action for each in letters.best] == [each.action for each in names.best]
    assert [each.why.replace("Bea ", "B ") for each in names.best] == [each.why for each in letters.best]
    prevented = Reason("towers", "prevented", {"by": "B", "islands": [2], "count": 1})
    said = KINDS["eriantys"].reason_words(prevented, {"A": "Anna", "B": "Bea"}.__getitem__)
    assert said == "keeps Bea from building a tower on island 2"


def test_a_limit_of_time_is_enough() -> None:
    assert advice(last_tower().view(0), Limits(seconds=0.01), 1).best


def test_thinking_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="limit"):
        advice(last_tower().view(0), Limits(), 1)
