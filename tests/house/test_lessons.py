"""Lessons: every step begins with a legal position, asks for what is allowed there, and shows what it is about."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca import rules
from ludoteca.house import lessons
from ludoteca.house.lessons import Step
from ludoteca.house.refusals import Refused

# What steps leave free, settled as somebody could settle it.
WHOLE: dict[str, dict[str, Any]] = {
    "leaders": {"cards": [49, 57]},
    "warehouse": {"to": {"warehouse": {"1": {"shield": 1}, "2": {"coin": 2}}}},
    "buying": {"slot": 2},
    "production": {"basic": {"in": {"stone": 2}, "out": "servant"}},
}
ENDS: dict[str, dict[str, Any]] = {"masters": {"end": {"slot": 1}}, "eriantys": {}}

# What each step leads to: among other things, these events.
LEADS_TO: dict[str, dict[str, list[tuple[str, dict[str, Any]]]]] = {
    "eriantys": {
        "assistants": [("AssistantPlayed", {"value": 3}), ("TurnStarted", {"seat": 0, "phase": "action"})],
        "islands": [("StudentToIsland", {"colour": "red", "tile": 8})],
        "dining": [("StudentToDining", {"colour": "red"}), ("ProfessorMoved", {"seat": 0, "former": None})],
        "professors": [("ProfessorMoved", {"colour": "green", "seat": 0, "former": 1})],
        "mother_nature": [("TowersChanged", {"tile": 10, "tower": "white", "former": None})],
        "influence": [("TowersChanged", {"tile": 1, "tower": "white", "former": "black"})],
        "joining": [("IslandsJoined", {"tile": 8, "tiles": 3})],
        "clouds": [("CloudTaken", {"cloud": 1}), ("TurnEnded", {"seat": 0})],
        "characters": [
            ("CoinsChanged", {"seat": 0, "coins": 2}),
            ("CharacterPlayed", {"number": 8, "paid": 2}),
            ("TowersChanged", {"tile": 6, "tower": "white", "former": "black"}),
        ],
        "end": [("GameEnded", {"why": "last_tower", "winners": frozenset({0})})],
    },
    "masters": {
        "leaders": [("LeadersKept", {"seat": 0})],
        "market": [("MarketPushed", {"line": "row 2"}), ("ResourceStored", {"resource": "coin", "held": 2})],
        "warehouse": [("DepotRearranged", {"seat": 0})],
        "discarding": [("ResourceDiscarded", {"resource": "coin"}), ("FaithGained", {"seat": 1, "why": "discards"})],
        "buying": [("CardBought", {"seat": 0, "card": 1})],
        "production": [("FaithGained", {"seat": 0, "position": 1})],
        "playing_leaders": [("LeaderPlayed", {"seat": 0, "leader": 49})],
        "faith": [("FaithGained", {"position": 8}), ("VaticanReport", {"section": 1, "tiles": ("up", "gone")})],
        "end": [("CardBought", {"card": 33}), ("LastRound", {"seat": 0})],
        "solo": [("TokenDrawn", {"token": 66})],
    },
}
GAMES = sorted(LEADS_TO)
STEPS = [pytest.param(game, step, id=f"{game}-{step.name}") for game in GAMES for step in lessons.steps_of(game)]


def whole(game: str, step: Step, asked: dict[str, Any]) -> dict[str, Any]:
    """A complete action that is as asked."""
    return {**asked, **(ENDS[game].get(step.name) or WHOLE.get(step.name, {}) if game == "masters" else {})}


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_has_ten_steps_of_its_game(game: str) -> None:
    steps = lessons.steps_of(game)
    assert [step.name for step in steps] == list(LEADS_TO[game])
    assert len(steps) == 10
    assert {step.position["game"] for step in steps} == {game}


def test_there_is_no_lesson_of_a_game_that_is_not_there() -> None:
    assert lessons.steps_of("chess") == ()
    assert lessons.steps_of("../eriantys") == ()


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_begins_with_a_decision_of_the_learner(game: str, step: Step) -> None:
    moment = lessons.begin(step)
    assert (moment.view.you, moment.view.turn, moment.view.number) == (0, 0, 0)
    assert moment.view.legal
    assert moment.view.options.game == game
    assert (moment.events, moment.finished) == ([], False)
    assert rules.load(rules.load(step.position).position()) == rules.load(step.position)


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_leads_to_what_it_is_about(game: str, step: Step) -> None:
    told: list[dict[str, Any]] = []
    done: list[dict[str, Any]] = []
    for number, wished in enumerate(step.asks, 1):
        action = whole(game, step, wished[0])
        moment = lessons.go_on(step, done, action)
        done.append(action)
        told += moment.events
        assert moment.as_asked
        assert moment.view.number == number
        assert moment.finished is (number == len(step.asks))
    for kind, members in LEADS_TO[game][step.name]:
        assert any(event["event"] == kind and members.items() <= event.items() for event in told), (kind, told)
    with pytest.raises(Refused, match="not_playing"):
        lessons.go_on(step, done, done[-1])


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_way_that_a_step_accepts_is_allowed(game: str, step: Step) -> None:
    for way in range(max(len(wished) for wished in step.asks)):
        done: list[dict[str, Any]] = []
        for wished in step.asks:
            action = whole(game, step, wished[min(way, len(wished) - 1)])
            assert lessons.go_on(step, done, action).as_asked
            done.append(action)


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_is_allowed_but_not_asked_for_is_not_done(game: str, step: Step) -> None:
    before = lessons.begin(step).view
    others = [action for action in before.legal if not lessons.as_asked(step.asks[0], action)]
    for action in others:
        moment = lessons.go_on(step, [], action)
        assert (moment.as_asked, moment.finished, moment.events) == (False, False, [])
        assert moment.view == before
    assert others or len(before.legal) == 1


def test_what_the_rules_do_not_allow_is_refused_with_their_reason() -> None:
    step = lessons.steps_of("eriantys")[0]
    with pytest.raises(Refused) as caught:
        lessons.go_on(step, [], {"do": "play_assistant", "value": 6})
    assert caught.value.code == "illegal_action"
    assert caught.value.rule
    with pytest.raises(Refused, match="illegal_action"):
        lessons.go_on(step, [], {"do": "dance"})


def test_what_was_done_before_must_have_been_asked_for() -> None:
    step = next(step for step in lessons.steps_of("eriantys") if step.name == "characters")
    seated = {"do": "move_student", "colour": "green", "to": "dining"}
    knight = {"do": "play_character", "number": 8}
    for done in ([knight], [{**seated, "colour": "blue"}], [seated, seated]):
        with pytest.raises(Refused, match="stale"):
            lessons.go_on(step, done, knight)
    dancing = {"do": "play_character", "number": 8, "twice": True}
    with pytest.raises(Refused, match="illegal_action"):
        lessons.go_on(step, [seated, dancing], knight)


def test_a_step_can_be_done_only_once() -> None:
    step = lessons.steps_of("masters")[-1]
    end = {"do": "end_turn"}
    with pytest.raises(Refused, match="stale"):
        lessons.go_on(step, [end, end], end)


@pytest.mark.parametrize(
    ("given", "wished", "holds"),
    [
        ({"do": "buy", "card": 1, "slot": 2}, {"do": "buy", "card": 1}, True),
        ({"do": "buy", "card": 2}, {"do": "buy", "card": 1}, False),
        ({"do": "buy"}, {"do": "buy", "card": 1}, False),
        ({"to": {"1": {"coin": 1}, "2": {}}}, {"to": {"1": {"coin": 1}}}, True),
        ({"to": "dining"}, {"to": {"island": 1}}, False),
        ({"powers": ["dev:1", "basic"]}, {"powers": ["basic", "dev:1"]}, True),
        ({"powers": ["basic"]}, {"powers": ["basic", "dev:1"]}, False),
        ({"powers": ["basic", "basic"]}, {"powers": ["basic", "dev:1"]}, False),
        ({"powers": "basic"}, {"powers": ["basic"]}, False),
    ],
)
def test_an_action_holds_what_is_wished(given: Any, wished: Any, holds: bool) -> None:
    assert lessons.holds(given, wished) is holds
