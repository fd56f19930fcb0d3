"""Every refusal of an action has its code, and of several reasons the first in a fixed order is given.

The order: malformed, game_over, not_your_turn, unfinished, wrong_phase, values out of range, what is not there.
"""

from typing import Any

import pytest

from ludoteca import rules

from .positions import (
    END_TURN,
    Game,
    Json,
    choose,
    coins,
    dine,
    dining,
    entrance,
    holding,
    last_cloud,
    mother_nature_step,
    perform,
    planning,
    play,
    refused,
    send,
    take,
    turn,
    use,
    walk,
)


def students_step(**keys: Any) -> Game:
    board = {"coins": 9, "entrance": {"red": 5, "blue": 2}, "dining": {"red": 10, "green": 3}}
    characters = {"3": {}, "7": {"students": {"red": 3, "pink": 3}}, "11": {"students": {"red": 2, "pink": 2}}}
    defaults: Json = {"boards": {"A": board}, "characters": characters}
    return turn(expert=True, **(defaults | keys))


MALFORMED: list[Any] = [
    {},
    {"value": 3},
    {"do": "dance"},
    {"do": None},
    {"do": ["play_assistant"], "value": 3},
    {"do": "play_assistant"},
    {"do": "play_assistant", "value": "3"},
    {"do": "play_assistant", "value": 3.0},
    {"do": "play_assistant", "value": True},
    {"do": "play_assistant", "value": None},
    {"do": "play_assistant", "value": 3, "card": 3},
    {"do": "move_student", "colour": "red"},
    {"do": "move_student", "to": "dining"},
    {"do": "move_student", "colour": "crimson", "to": "dining"},
    {"do": "move_student", "colour": 1, "to": "dining"},
    {"do": "move_student", "colour": "red", "to": "kitchen"},
    {"do": "move_student", "colour": "red", "to": 4},
    {"do": "move_student", "colour": "red", "to": {}},
    {"do": "move_student", "colour": "red", "to": {"island": "north"}},
    {"do": "move_student", "colour": "red", "to": {"island": True}},
    {"do": "move_student", "colour": "red", "to": {"island": 4, "tile": 4}},
    {"do": "move_student", "colour": "red", "to": ["dining"]},
    {"do": "move_mother_nature"},
    {"do": "move_mother_nature", "steps": True},
    {"do": "move_mother_nature", "steps": [1]},
    {"do": "take_cloud"},
    {"do": "take_cloud", "cloud": None},
    {"do": "take_cloud", "cloud": True},
    {"do": "end_turn", "cloud": 1},
    {"do": "play_character"},
    {"do": "play_character", "number": "three", "island": 1},
    {"do": "play_character", "number": True, "colour": "red", "island": 1},
    {"do": "play_character", "number": 2, "colour": "red"},
    {"do": "play_character", "number": 3},
    {"do": "play_character", "number": 3, "island": True},
    {"do": "play_character", "number": 3, "island": 1, "colour": "red"},
    {"do": "play_character", "number": 7, "from_card": "red", "from_entrance": "blue"},
    {"do": "play_character", "number": 7, "from_card": ["red"]},
    {"do": "play_character", "number": 7, "from_card": [1], "from_entrance": ["red"]},
    {"do": "play_character", "number": 7, "from_card": ["red"], "from_entrance": ["crimson"]},
    {"do": "play_character", "number": 7, "from_card": {"red": 1}, "from_entrance": {"blue": 1}},
    {"do": "play_character", "number": 11, "colour": ["red"]},
    {"do": "choose"},
    {"do": "choose", "what": "character"},
    {"do": "choose", "what": "weather", "value": "rain"},
    {"do": "choose", "what": "from_card", "value": "crimson"},
    {"do": "choose", "what": "from_card", "value": 1},
    {"do": "choose", "what": "island", "value": "red"},
    {"do": "choose", "what": "swap", "value": "undone"},
    {"do": "end_turn", "by": 0},
    {"do": "end_turn", "by": "Z"},
    {"do": "end_turn", "by": None},
    [],
    None,
    "end_turn",
    7,
]


@pytest.mark.parametrize("action", MALFORMED, ids=str)
@pytest.mark.parametrize("where", [planning, students_step, mother_nature_step, last_cloud], ids=lambda f: f.__name__)
def test_malformed_whatever_the_phase(where: Any, action: Any) -> None:
    assert refused(where(), action) == "malformed"


def test_malformed_also_when_the_game_is_over() -> None:
    game = last_cloud(last_round=True)
    game.perform(take(2))
    assert refused(game, {"do": "dance"}) == "malformed"


@pytest.mark.parametrize("action", [play(1), dine("red"), walk(1), take(1), END_TURN, use(4), choose("character", 7)])
def test_game_over_before_everything_but_form(action: Json) -> None:
    game = last_cloud(last_round=True)
    game.perform(take(2))
    assert refused(game, action) == "game_over"
    assert refused(game, action | {"by": "A"}) == "game_over"


@pytest.mark.parametrize("action", [dine("red"), walk(1), play(1), take(9), use(13)])
def test_not_your_turn_before_the_action_itself_is_looked_at(action: Json) -> None:
    assert refused(students_step(), action | {"by": "B"}) == "not_your_turn"


def test_not_your_turn_in_the_planning_phase() -> None:
    game = planning(first_player="B")
    assert refused(game, play(1) | {"by": "A"}) == "not_your_turn"
    game.perform(play(1) | {"by": "B"})
    game.perform(play(2) | {"by": "A"})


def begun(*choices: Json) -> Game:
    game = students_step()
    perform(game, choose("character", 7), *choices)
    return game


@pytest.mark.parametrize(
    "action", [dine("blue"), send("red", 3), walk(1), take(1), play(1), END_TURN, use(3, island=99)]
)
def test_unfinished_effects_come_first(action: Json) -> None:
    assert refused(begun(), action) == "unfinished"
    assert refused(begun(choose("from_card", "pink")), action) == "unfinished"


def test_unfinished_the_same_character_cannot_be_begun_or_played_again() -> None:
    assert refused(begun(), choose("character", 7)) == "unfinished"
    assert refused(begun(), choose("character", 3)) == "unfinished"
    assert refused(begun(), use(7, from_card=["red"], from_entrance=["red"])) == "unfinished"


def test_unfinished_choices_are_made_one_by_one_and_move_students_at_the_end() -> None:
    game = begun(choose("from_card", "pink"), choose("from_entrance", "blue"))
    position = game.position()
    assert position["unfinished"]["action"]["number"] == 7
    assert len(position["unfinished"]["decisions"]) == 3
    # The price is paid at once, the students have not moved.
    assert coins(game, "A") == 8
    assert entrance(game, "A") == {"red": 5, "blue": 2}
    game.perform(choose("swap", "done"))
    assert "unfinished" not in game.position()
    assert entrance(game, "A") == {"red": 5, "pink": 1, "blue": 1}
    whole = students_step()
    whole.perform(use(7, from_card=["pink"], from_entrance=["blue"]))
    assert game.position() == whole.position()


def test_unfinished_a_swap_ends_by_itself_at_its_maximum() -> None:
    game = begun(*[choose("from_card", "pink"), choose("from_entrance", "red")] * 3)
    assert "unfinished" not in game.position()
    assert entrance(game, "A") == {"red": 2, "pink": 3, "blue": 2}


def test_unfinished_a_swap_needs_a_whole_pair() -> None:
    assert refused(begun(), choose("swap", "done"))
    assert refused(begun(choose("from_card", "pink")), choose("swap", "done"))


def test_unfinished_positions_are_written_and_read() -> None:
    game = begun(choose("from_card", "pink"), choose("from_entrance", "blue"), choose("from_card", "red"))
    again = rules.load(game.position())
    assert again.position() == game.position()
    assert again.legal_actions() == game.legal_actions()
    for both in (game, again):
        perform(both, choose("from_entrance", "red"), choose("swap", "done"))
    assert again.position() == game.position()


def test_unfinished_only_what_is_left_can_be_chosen() -> None:
    game = students_step(characters={"7": {"students": {"pink": 1, "red": 5}}})
    perform(game, choose("character", 7), choose("from_card", "pink"), choose("from_entrance", "blue"))
    assert refused(game, choose("from_card", "pink")) == "student_not_on_card"
    assert refused(game, choose("from_card", "blue")) == "student_not_on_card"
    perform(game, choose("from_card", "red"), choose("from_entrance", "blue"), choose("from_card", "red"))
    assert refused(game, choose("from_entrance", "blue")) == "student_not_in_entrance"


def test_unfinished_choices_of_the_minstrel() -> None:
    game = students_step(characters={"10": {}})
    perform(game, choose("character", 10), choose("from_entrance", "red"))
    # The red table has ten: step by step, the red student that makes room is named first.
    assert refused(game, choose("from_dining", "green")) == "table_full"
    assert refused(game, choose("from_dining", "blue")) == "student_not_in_dining"
    perform(game, choose("from_dining", "red"), choose("from_entrance", "blue"))
    # The red student that is about to be seated cannot leave, but another of the ten can.
    game.perform(choose("from_dining", "red"))
    assert dining(game, "A") == {"green": 3, "red": 9, "blue": 1}


@pytest.mark.parametrize(
    ("number", "card", "choices", "whole"),
    [
        (1, {"students": {"red": 4}}, [("from_card", "red"), ("island", 5)], {"colour": "red", "island": 5}),
        (3, {}, [("island", 5)], {"island": 5}),
        (5, {}, [("island", 5)], {"island": 5}),
        (9, {}, [("colour", "red")], {"colour": "red"}),
        (11, {"students": {"blue": 4}}, [("from_card", "blue")], {"colour": "blue"}),
        (12, {}, [("colour", "red")], {"colour": "red"}),
    ],
)
def test_small_decisions_and_the_whole_action_are_the_same(
    number: int, card: Json, choices: list[tuple[str, Any]], whole: Json
) -> None:
    by_steps, at_once = (students_step(characters={str(number): card}) for _ in range(2))
    by_steps.perform(choose("character", number))
    for what, value in choices:
        assert by_steps.position()["unfinished"]
        by_steps.perform(choose(what, value))
    at_once.perform(use(number, **whole))
    assert by_steps.position() == at_once.position()


def test_wrong_phase_before_values_are_looked_at() -> None:
    assert refused(planning(), walk(99)) == "wrong_phase"
    assert refused(planning(), take(99)) == "wrong_phase"
    assert refused(students_step(), play(99)) == "wrong_phase"
    assert refused(students_step(), walk(99)) == "wrong_phase"
    assert refused(mother_nature_step(), send("red", 99)) == "wrong_phase"
    assert refused(turn(), use(99)) == "wrong_phase"
    assert refused(planning(expert=True), use(99)) == "wrong_phase"


def test_wrong_phase_for_a_choice_that_nobody_asked_for() -> None:
    assert refused(students_step(), choose("from_card", "red")) == "wrong_phase"
    assert refused(planning(), choose("character", 7)) == "wrong_phase"


def test_values_out_of_range_before_contents() -> None:
    game = students_step()
    assert refused(game, send("green", 13)) == "no_such_island"
    assert refused(game, use(13)) == "no_such_character"
    assert refused(students_step(character_used=True), use(13)) == "no_such_character"
    assert refused(planning(hands={"A": [1], "B": [1]}), play(11)) == "no_such_assistant"
    assert refused(turn(step="cloud", clouds=[{}, {}]), take(3)) == "no_such_cloud"


def test_illegal_decision_for_an_integer_that_is_not_legal() -> None:
    game = students_step()
    before = game.position()
    legal = set(game.legal_actions())
    for decision in (-1, 10_000, *(number for number in range(300) if number not in legal)):
        with pytest.raises(rules.IllegalAction) as refusal:
            game.apply(decision)
        assert refusal.value.code == "illegal_decision"
    assert game.position() == before


def test_odd_positions_an_empty_entrance_lets_mother_nature_move() -> None:
    game = turn(moved=1)
    assert game.position()["step"] == "students"
    game.perform(walk(1))
    assert game.position()["step"] == "cloud"


def test_odd_positions_without_any_cloud_the_turn_can_be_ended() -> None:
    game = turn(step="cloud", clouds=[{}, {}])
    assert refused(game, take(1)) == "cloud_empty"
    game.perform(END_TURN)
    assert game.position()["active"] == "B"


def test_parse_changes_nothing_and_refuses_like_perform() -> None:
    game = students_step(boards={"A": holding("red", coins=3, entrance={"red": 7})})
    before = game.position()
    assert game.parse(use(3, island=5)) == game.clone().perform(use(3, island=5))
    with pytest.raises(rules.IllegalAction) as refusal:
        game.parse(use(3, island=13))
    assert refusal.value.code == "no_such_island"
    assert game.position() == before
