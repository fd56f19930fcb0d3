"""The review of a finished game: a curve that ends with the result, and the mistakes that everybody sees."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.analysis.played import Course
from ludoteca.analysis.reports import Limits, Review
from ludoteca.analysis.review import LEAST_LOST, CannotReview, review
from ludoteca.house import commands, practice_tables
from ludoteca.house.decide import TableOrigin
from ludoteca.house.entries import Practice
from tests.house.tables import SECRET, Evening

from .positions import last_tower

FEW = Limits(4)


def practice(game: rules.Game) -> Evening:
    """Anna plays on from a position against a bot."""
    origin = TableOrigin(practice=Practice(practice_tables.excerpt(game, None), 0, "QQQQQQ", 17))
    evening = Evening(game.name, game.players, origin=origin)
    evening.sit("Anna")
    evening.sit_bots("Rob")
    evening.do(commands.Start(0))
    return evening


def reviewed(evening: Evening, limits: Limits = FEW, **members: Any) -> Review:
    return review(evening.table.code, SECRET, evening.log, limits, **members)


def played(game: str, players: int, most: int = 60, **settings: Any) -> Evening:
    """A game in which everybody decides by chance, so many times, and then all but one give up."""
    evening = Evening(game, players, settings=settings)
    evening.sit(*("Anna", "Bea", "Carl", "Dora")[:players])
    evening.do(commands.Start(0))
    chance = Random(3)
    game_now = evening.table.game
    for _ in range(most):
        assert game_now is not None
        evening.act(chance.randrange(len(game_now.legal_actions())))
        game_now = evening.table.game
    for seat in range(max(1, players - 1)):
        evening.do(commands.Resign(seat))
    assert evening.table.result is not None
    return evening


def test_a_missed_victory_is_a_turning_point() -> None:
    evening = practice(last_tower())
    evening.do(commands.Act(0, {"do": "move_mother_nature", "steps": 2}))
    missed = evening.table.number
    evening.act()
    evening.do(commands.Resign(0))
    found = reviewed(evening, Limits(60))
    assert found.names == ["Anna", "Rob"]
    assert found.winners == [1]
    [turning] = [turning for turning in found.turnings if turning.kind == "action" and turning.player == 0]
    assert (turning.entry, turning.before) == (missed, missed - 1)
    assert turning.played == {"do": "move_mother_nature", "steps": 2, "by": "A"}
    assert turning.better is not None
    assert turning.better.action == {"do": "move_mother_nature", "steps": 1, "by": "A"}
    assert turning.better.reasons[0].kind in ("win", "towers")
    assert "wins the game" in turning.better.why
    assert turning.chance > 0.9
    assert turning.lost >= LEAST_LOST
    assert found.lost[0] == pytest.approx(turning.lost, abs=0.3)
    assert turning.by == "player"


def test_the_best_action_is_no_turning_point() -> None:
    evening = practice(last_tower())
    evening.do(commands.Act(0, {"do": "move_mother_nature", "steps": 1}))
    evening.wait(1)
    found = reviewed(evening, Limits(60))
    assert found.turnings == []
    assert found.lost == [0.0, 0.0]
    assert found.curve[-1].chances == [1.0, 0.0]


@pytest.mark.parametrize(("game", "players", "settings"), [("eriantys", 3, {"expert": True}), ("masters", 2, {})])
def test_a_whole_game_has_a_curve_from_the_start_to_the_result(game: str, players: int, settings: Any) -> None:
    evening = played(game, players, **settings)
    told: list[tuple[int, int]] = []
    found = reviewed(evening, progress=lambda done, actions: told.append((done, actions)))
    entries = [point.entry for point in found.curve]
    assert entries == sorted(set(entries))
    assert entries[0] >= next(entry.number for entry in evening.log if type(entry.what).__name__ == "Started")
    for point in found.curve:
        assert sum(point.chances) == pytest.approx(1.0, abs=1e-6)
        assert all(0 <= chance <= 1 for chance in point.chances)
    for turning in found.turnings:
        assert turning.before < turning.entry
        assert turning.kind == "luck" or turning.better is not None
    assert sum(found.actions) == told[-1][0] == told[-1][1] == len(told) - 1
    assert found == reviewed(evening)  # whoever asks again gets the same
    assert all(lost >= 0 for lost in found.lost)


def test_a_solo_game_can_be_reviewed() -> None:
    found = reviewed(played("masters", 1))
    assert found.names == ["Anna"]
    assert found.curve[-1].chances in ([0.0], [1.0])


def test_what_was_taken_back_does_not_count() -> None:
    evening = practice(last_tower(step="students", moved=2, boards=entrance_of_five()))
    before = evening.table.number
    evening.do(commands.Act(0, {"do": "move_student", "colour": "green", "to": "dining"}))
    evening.do(commands.TakeBack(0))
    evening.do(commands.Act(0, {"do": "move_student", "colour": "green", "to": {"island": 7}}))
    last = evening.table.number
    course = Course(evening.table.code, SECRET)
    course.follow(evening.log)
    [action] = course.actions
    assert (action.before, action.entry, action.last) == (before, last, last)


def test_of_an_action_that_was_taken_back_half_way_the_first_half_counts() -> None:
    evening = Evening("masters", 2)
    evening.sit("Anna", "Bea")
    evening.do(commands.Start(0))
    evening.act(0)
    begun = evening.table.number
    evening.act(1)
    course = Course(evening.table.code, SECRET)
    course.follow(evening.log)
    assert [len(action.decisions) for action in course.actions] == [2]
    assert course.actions[0].entry == begun


def entrance_of_five() -> dict[str, Any]:
    boards = {seat: dict(board) for seat, board in last_tower().position()["boards"].items()}
    boards["A"]["entrance"] = {"green": 5}
    return boards


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(CannotReview, match="ended"):
        reviewed(practice(last_tower()))


def test_a_game_without_a_single_action_is_not_reviewed() -> None:
    evening = Evening()
    evening.sit("Anna", "Bea")
    evening.do(commands.Start(0))
    evening.do(commands.Resign(0))
    with pytest.raises(CannotReview):
        reviewed(evening)
