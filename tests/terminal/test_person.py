"""A person is asked for decisions: every legal one can be typed, and wrong answers are explained."""

import random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.terminal.person import Person
from ludoteca.terminal.screen import Left

from .keyboard import Session

Json = dict[str, Any]


def expert_turn(**keys: Any) -> rules.Game:
    """A's turn with three students to move and money for everything."""
    position = {
        "game": "eriantys",
        "expert": True,
        "phase": "action",
        "assistants": {"A": 7, "B": 8},
        "boards": {"A": {"entrance": {"green": 2, "red": 3, "blue": 2}, "dining": {"pink": 2}, "coins": 9}},
        "characters": {"3": {}, "7": {"students": {"yellow": 4, "pink": 2}}, "8": {}},
        "clouds": [{"red": 3}, {"blue": 3}],
    }
    return rules.load(position | keys)


def decide(game: rules.Game, *lines: str) -> tuple[list[Json], list[str]]:
    """What the person does in the end, and what the screen said after the first question."""
    session = Session(lines)
    decisions = Person(session.screen).decide(game)
    replay = game.clone()
    described = []
    for decision in decisions:
        described.append(replay.describe(decision) | {"by": ""})
        replay.apply(decision)
    prompts = [number for number, line in enumerate(session.lines) if line.startswith("> ")]
    return described, session.lines[prompts[0] + 1 :]


def typed(game: rules.Game, chance: random.Random) -> tuple[list[int], list[str]]:
    """Some legal action, and the lines that a person types for it."""
    trial = game.clone()
    decisions: list[int] = []
    lines: list[str] = []
    while not decisions or "unfinished" in trial.position():
        decisions.append(chance.choice(trial.legal_actions()))
        lines += line_for(trial.describe(decisions[-1]), chance)
        trial.apply(decisions[-1])
    return decisions, lines


def line_for(action: Json, chance: random.Random) -> list[str]:
    match action["do"]:
        case "play_assistant":
            return [f"{action['value']}"]
        case "move_student":
            place = "d" if action["to"] == "dining" else f"{action['to']['island']}"
            colour = action["colour"]
            ways = [
                [colour[0], place],
                [f"{colour[0]}{place}"],
                [f"{colour} {place}"],
                [f"  {colour[0].upper()}  {place} "],
            ]
            return chance.choice(ways)
        case "move_mother_nature":
            return [f"{action['steps']}"]
        case "take_cloud":
            return [f"{action['cloud']}"]
        case "end_turn":
            return ["e"]
        case "play_character":
            return ["c", f"{action['number']}"]
    if action["what"] == "character":
        return ["c", f"{action['value']}"]
    value = action["value"]
    return [f"{value}" if action["what"] == "island" else value[0]]


def type_a_whole_game(game: rules.Game, seed: int) -> set[int]:
    """All seats are played by typing, each decision being checked; returns the characters that were used."""
    chance = random.Random(seed)
    characters = set()
    while not game.over:
        intended, lines = typed(game, chance)
        assert Person(Session(lines).screen).decide(game) == intended, lines
        game.apply_all(intended)
        if lines[0] == "c":
            characters.add(int(lines[1]))
    return characters


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_can_be_typed(players: int, expert: bool) -> None:
    type_a_whole_game(rules.new("eriantys", players=players, expert=expert, seed=4), 4)


@pytest.mark.parametrize("trio", [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)])
def test_every_character_can_be_typed(trio: tuple[int, int, int]) -> None:
    students = {"students": {"green": 1, "red": 1, "yellow": 1, "blue": 1}}
    position = rules.new("eriantys", players=2, expert=True, seed=3).position()
    del position["bag"], position["supply"]
    position["characters"] = {number: students if number in (1, 7, 11) else {} for number in trio}
    for board in position["boards"].values():
        board["coins"] = 10
    used = [type_a_whole_game(rules.load(position), seed) for seed in range(2)]
    assert set().union(*used) == set(trio)


def test_a_student_goes_where_it_is_told() -> None:
    red_to_dining = {"do": "move_student", "colour": "red", "to": "dining", "by": ""}
    assert decide(expert_turn(), "r d")[0] == [red_to_dining]
    assert decide(expert_turn(), "RED", "dining room")[0] == [red_to_dining]


def test_a_place_is_asked_for_and_one_can_go_back() -> None:
    actions, said = decide(expert_turn(), "r", "somewhere", "x", "b3")
    assert actions == [{"do": "move_student", "colour": "blue", "to": {"island": 3}, "by": ""}]
    assert said[0] == "Where does the red student go? d dining room, 1 to 12 an island, x back"
    assert said[2] == "That is no place. Type d, the number of an island, or x."
    assert said[4].startswith("Move a student, 1 of 3.")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "That is no student and place. Type for instance g d or g 5, or ? for help."),
        ("p d", "There is no such pink student in your entrance."),
        ("r 13", "There is no island 13: they run from 1 to 12."),
        ("r 0", "There is no island 0: they run from 1 to 12."),
        ("5", "That is no student and place. Type for instance g d or g 5, or ? for help."),
        ("r 99999", "That is no student and place. Type for instance g d or g 5, or ? for help."),
        ("r ²", "That is no student and place. Type for instance g d or g 5, or ? for help."),
        ("\x1b[A", "That is no student and place. Type for instance g d or g 5, or ? for help."),
    ],
)
def test_a_wrong_answer_is_explained_and_changes_nothing(line: str, said: str) -> None:
    game = expert_turn()
    before = game.position()
    actions, lines = decide(game, line, "r d")
    assert actions == [{"do": "move_student", "colour": "red", "to": "dining", "by": ""}]
    assert lines[0] == said
    assert game.position() == before


@pytest.mark.parametrize(
    ("step", "right", "said"),
    [
        ({"step": "mother_nature"}, "2", "That is no number of steps. Type one from the list, or ? for help."),
        ({"step": "cloud"}, "1", "That is no cloud. Type a number from the list, or ? for help."),
        ({"step": "end", "clouds_short": True}, "e", "That is not on the list. Type e, or ? for help."),
    ],
)
def test_other_questions_explain_themselves_too(step: Json, right: str, said: str) -> None:
    assert decide(expert_turn(**step), "what", right)[1][0] == said


def test_an_assistant_that_another_player_has_played_is_refused() -> None:
    game = rules.load({"game": "eriantys", "played": [["A", 4]]})
    actions, said = decide(game, "4", "x", "four", "5")
    assert actions == [{"do": "play_assistant", "value": 5, "by": ""}]
    assert said[0] == "Somebody has played 4 this round, and you have others."
    assert said[-2:] == ["That is no assistant. Type the number of one in your hand, or ? for help.", "> 5"]


def test_only_assistants_that_may_be_played_are_offered() -> None:
    session = Session(["5"])
    Person(session.screen).decide(rules.load({"game": "eriantys", "played": [["A", 4]]}))
    assert "  1, 2: 1 step   3: 2 steps   5, 6: 3 steps   7, 8: 4 steps   9, 10: 5 steps" in session.lines


def test_characters_stand_behind_c_with_their_prices_or_what_prevents_them() -> None:
    game = expert_turn(boards={"A": {"entrance": {"red": 7}, "coins": 2}})
    actions, said = decide(game, "c", "3", "4", "8")
    assert actions == [{"do": "play_character", "number": 8, "by": ""}]
    assert said[:4] == [
        "Which character? You have 2 coins; x goes back.",
        "   3  The herald costs 3, and you have 2.",
        "   7  Use the jester (1 coin): swap up to 3 with your entrance",
        "   8  Use the knight (2 coins): 2 more influence",
    ]
    assert said[5] == "The herald costs 3, and you have 2."
    assert said[7] == "That character is not in this game. Type a number from the list, or x."


def test_a_character_can_be_given_up_at_every_question_at_no_cost() -> None:
    game = expert_turn()
    before = game.position()
    actions, _ = decide(game, "c", "x", "c", "7", "x", "c", "7", "y", "x", "c", "7", "y", "r", "x", "r d")
    assert actions == [{"do": "move_student", "colour": "red", "to": "dining", "by": ""}]
    assert game.position() == before


def test_a_swap_is_chosen_pair_by_pair() -> None:
    actions, said = decide(expert_turn(), "c", "7", "y", "purple", "p", "r", "d")
    assert [action["value"] for action in actions] == [7, "yellow", "red", "done"]
    assert "   y  Take a yellow student from the jester" in said
    assert "   g  Give a green student of your entrance for it" in said
    assert "That is not on the list. Type what stands at the beginning of a line, or x." in said
    assert "There is no such pink student in your entrance." in said
    assert "   d  Swap red of your entrance for yellow of the jester" in said


def test_the_herald_is_shown_what_every_island_would_count() -> None:
    actions, said = decide(expert_turn(), "c", "3", "what", "12")
    assert actions[1] == {"do": "choose", "what": "island", "value": 12, "by": ""}
    assert "  12  Resolve island 12 at once (nobody has influence)" in said


def test_a_no_entry_tile_needs_only_the_number_of_an_island() -> None:
    actions, said = decide(expert_turn(characters={"5": {}}), "c", "5", "here", "12")
    assert actions[1]["value"] == 12
    assert "Which island? 1 to 12; x goes back." in said
    assert "That is no island. Type its number, or x." in said


def test_there_are_no_characters_in_planning_or_in_the_basic_game() -> None:
    planning = rules.load({"game": "eriantys", "expert": True, "characters": {"8": {}}})
    assert decide(planning, "c", "5")[1][0].startswith("That is no assistant.")
    basic = rules.load(
        {
            "game": "eriantys",
            "phase": "action",
            "assistants": {"A": 1, "B": 2},
            "boards": {"A": {"entrance": {"red": 7}}},
        }
    )
    assert decide(basic, "c", "r d")[1][0].startswith("That is no student and place.")


def test_characters_are_offered_only_while_one_can_be_used() -> None:
    for game, offered in [(expert_turn(), True), (expert_turn(character_used=True), False)]:
        session = Session(["r d"])
        Person(session.screen).decide(game)
        assert ("   c  Use a character" in session.lines) == offered


def test_help_and_table_are_shown_and_the_question_is_asked_again() -> None:
    game = expert_turn()
    for line, shown in [("?", "THE TABLE"), ("help", "CHARACTERS"), ("t", str(game).splitlines()[0])]:
        _, said = decide(game, line, "r d")
        assert shown in said
        assert said[-4].startswith("Move a student, 1 of 3.")


def test_an_empty_line_asks_again() -> None:
    assert decide(expert_turn(), "", "r d")[1][0].startswith("Move a student, 1 of 3.")


def test_help_of_the_basic_game_does_not_speak_of_characters() -> None:
    _, said = decide(rules.new("eriantys", players=3, seed=1), "?", "5")
    assert "CHARACTERS" not in said
    assert "  - moves 4 students from the entrance, to islands or to the dining room:" in said


def test_nothing_that_is_shown_is_wider_than_80_columns() -> None:
    for game in (expert_turn(), rules.new("eriantys", players=2, seed=1)):
        _, said = decide(game, "?", "5" if game.position()["phase"] == "planning" else "r d")
        assert max(map(len, said)) <= 80


def test_leaving_is_confirmed() -> None:
    actions, said = decide(expert_turn(), "q", "no", "r d")
    assert actions
    assert said[0] == "Leave the game? It is not kept. Type y to leave, anything else to stay."
    with pytest.raises(Left):
        decide(expert_turn(), "q", "y")


def test_the_end_of_the_input_is_leaving() -> None:
    with pytest.raises(Left):
        decide(expert_turn(), "r")


def test_a_hint_says_the_best_actions_and_asks_again() -> None:
    described, lines = decide(expert_turn(), "hint", "r d")
    assert described == [{"do": "move_student", "colour": "red", "to": "dining", "by": ""}]
    said = "\n".join(lines)
    assert "Your chance to win is " in said
    assert said.count(" %  ") == 3
    assert said.count("Move a student, 1 of 3.") == 1
    assert max(map(len, lines)) <= 200


def test_a_hint_in_the_middle_of_a_character_is_about_its_choices() -> None:
    described, lines = decide(expert_turn(), "c", "3", "hint", "5")
    assert [action["do"] for action in described] == ["choose", "choose"]
    assert any("Resolve island" in line for line in lines)
