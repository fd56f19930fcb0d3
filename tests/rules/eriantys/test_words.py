"""What a player can do, in sentences."""

import random
import string
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.eriantys.notation import names
from ludoteca.rules.eriantys.text import words

from .positions import choose, dine, send, take, turn, use, walk
from .slow import legal as legal_actions

Json = dict[str, Any]

BOARDS = {
    "A": {"entrance": {"green": 2, "red": 3, "blue": 2}, "dining": {"red": 2, "pink": 1}, "professors": ["red"]},
    "B": {"entrance": {"yellow": 7}, "dining": {"green": 1}, "professors": ["green", "yellow"]},
}
ISLANDS = {
    "12": {"students": {"red": 1, "green": 3}, "tower": "white"},
    "2": {"students": {"blue": 4}},
    "3": {"students": {"green": 2}, "no_entry": 1},
    "4": {"students": {"red": 2}, "tower": "black"},
}


def expert(*characters: int, **keys: Any) -> Json:
    """A's turn; islands 12 and 1 are one white group, island 4 is black."""
    students = {"students": {"red": 2, "blue": 2}}
    cards: Json = {str(number): students if number in (1, 7, 11) else {} for number in characters}
    cards |= {"5": {"no_entry": 3}} if 5 in characters else {}
    islands = ISLANDS if 5 in characters else ISLANDS | {"3": {"students": {"green": 2}}}
    boards = {seat: board | {"coins": 5} for seat, board in BOARDS.items()}
    given: Json = {"groups": [[12, 1]], "islands": islands, "boards": boards, "characters": cards}
    return turn(expert=True, **(given | keys)).position()


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({"do": "play_assistant", "value": 7}, "Play assistant 7 (up to 4 steps)"),
        ({"do": "play_assistant", "value": 2}, "Play assistant 2 (up to 1 step)"),
        (dine("red"), "Move a red student to your dining room"),
        (send("red", 5), "Move a red student to island 5"),
        (send("blue", 1), "Move a blue student to islands 12 to 1"),
        (walk(1), "Send mother nature 1 step, to island 2 (nobody has influence)"),
        (walk(2), "Send mother nature 2 steps, to island 3 (no entry: nothing happens)"),
        (walk(3), "Send mother nature 3 steps, to island 4 (influence: you 2, black 1)"),
        (walk(11), "Send mother nature 11 steps, to islands 12 to 1 (influence: you 3, black 3)"),
        (take(1), "Take cloud 1 (G R Y)"),
        ({"do": "end_turn"}, "End your turn"),
    ],
)
def test_actions_of_the_basic_game(action: Json, said: str) -> None:
    assert words.sentence(action, expert(5)) == said


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (use(1, colour="red", island=12), "Use the monk (1 coin): move a red student from the card to islands 12 to 1"),
        (use(2), "Use the farmer (2 coins): take professors on a tie too this turn"),
        (use(3, island=4), "Use the herald (3 coins): resolve island 4 at once (influence: you 2, black 1)"),
        (use(4), "Use the messenger (1 coin): send mother nature up to 2 steps further this turn"),
        (use(5, island=7), "Use the herbalist (2 coins): put a no-entry tile on island 7"),
        (use(6), "Use the centaur (3 coins): towers count nothing this turn"),
        (
            use(7, from_card=["red", "blue"], from_entrance=["green", "green"]),
            "Use the jester (1 coin): swap green and green of your entrance for red and blue of the card",
        ),
        (use(8), "Use the knight (2 coins): have 2 more influence this turn"),
        (use(9, colour="pink"), "Use the mushroom hunter (3 coins): pink students count nothing this turn"),
        (
            use(10, from_entrance=["blue"], from_dining=["pink"]),
            "Use the minstrel (1 coin): swap blue of your entrance for pink of your dining room",
        ),
        (use(11, colour="blue"), "Use the princess (2 coins): seat a blue student from the card in your dining room"),
        (use(12, colour="green"), "Use the thief (3 coins): everybody returns 3 green students to the bag"),
    ],
)
def test_11_actions_with_characters(action: Json, said: str) -> None:
    position = expert(action["number"])
    assert words.sentence(action, position) == said
    rules.load(position).perform(action)


@pytest.mark.parametrize(
    ("number", "steps"),
    [
        (1, [("from_card", "red", "Move a red student from the monk"),
             ("island", 1, "Move the red student to islands 12 to 1")]),
        (3, [("island", 4, "Resolve island 4 at once (influence: you 2, black 1)")]),
        (5, [("island", 3, "Put a no-entry tile on island 3")]),
        (7, [("from_card", "red", "Take a red student from the jester"),
             ("from_entrance", "green", "Give a green student of your entrance for it"),
             ("swap", "done", "Swap green of your entrance for red of the jester")]),
        (9, [("colour", "yellow", "Let yellow students count nothing this turn")]),
        (10, [("from_entrance", "blue", "Seat a blue student of your entrance in your dining room"),
              ("from_dining", "red", "Take a red student of your dining room for it"),
              ("swap", "done", "Swap blue of your entrance for red of your dining room")]),
        (11, [("from_card", "blue", "Seat a blue student from the princess in your dining room")]),
        (12, [("colour", "red", "Let everybody return 3 red students to the bag")]),
    ],
)  # fmt: skip
def test_11_small_decisions_of_characters(number: int, steps: list[tuple[str, int | str, str]]) -> None:
    game = rules.load(expert(number))
    game.perform(choose("character", number))
    for what, value, said in steps:
        assert words.sentence(choose(what, value), game.position()) == said
        game.perform(choose(what, value))
    assert "unfinished" not in game.position()


def test_choosing_a_character_tells_its_price_and_its_effect() -> None:
    position = expert(7)
    assert (
        words.sentence(choose("character", 7), position) == "Use the jester (1 coin): swap up to 3 with your entrance"
    )
    position["characters"]["7"]["used"] = True
    assert words.sentence(choose("character", 7), position).startswith("Use the jester (2 coins)")


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"number": 6}, "you 2"),
        ({"number": 8}, "you 4, black 1"),
        ({"number": 9, "colour": "red"}, "black 1"),
    ],
)
def test_influence_is_counted_with_the_character_in_force(effect: Json, said: str) -> None:
    position = expert(effect["number"], active_character=effect, character_used=True)
    assert words.sentence(walk(3), position).endswith(f"to island 4 (influence: {said})")


def test_9_influence_of_a_team_is_yours() -> None:
    game = turn("C", players=4, boards={"A": {"professors": ["red"]}}, islands={"2": {"students": {"red": 2}}})
    assert words.sentence(walk(1), game.position()) == "Send mother nature 1 step, to island 2 (influence: you 2)"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_influence_told_is_the_influence_counted(players: int) -> None:
    """Over whole games: what the sentence says of an island is what the resolution there computes."""
    counted = 0
    for seed in range(6):
        told: list[Any] = []
        game = rules.new("eriantys", players=players, expert=True, seed=seed, recorder=told.append)
        chance = random.Random(seed)
        while not game.over:
            told.clear()
            position, action = game.position(), chance.choice(game.legal_actions())
            described = game.describe(action)
            said = words.sentence(described, position)
            game.apply(action)
            for event in told:
                if type(event).__name__ == "InfluenceComputed":
                    own = "ABCD".index(described["by"]) % (3 if players == 3 else 2)
                    order = sorted(range(3), key=lambda side: side != own)
                    shares = {side: "you" if side == own else names.TOWERS[side] for side in order}
                    expected = [f"{shares[side]} {event.influence[side]}" for side in order if event.influence[side]]
                    told_influence = f"influence: {', '.join(expected)}" if expected else "nobody has influence"
                    assert said.endswith(f"({told_influence})")
                    counted += 1
    assert counted > 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_legal_can_be_said(players: int) -> None:
    """Whole actions and small decisions, at the moments of random games; different actions are said differently."""
    for seed in range(3):
        game = rules.new("eriantys", players=players, expert=True, seed=seed)
        chance = random.Random(seed)
        while not game.over:
            position = game.position()
            small = [words.sentence(game.describe(action), position) for action in game.legal_actions()]
            assert len(set(small)) == len(small)
            if "unfinished" not in position and chance.random() < 0.05:
                assert all(words.sentence(action, position) for action in legal_actions(position))
            game.apply(chance.choice(game.legal_actions()))


def test_the_catalogue_has_the_names_of_the_notation() -> None:
    assert [words.text(f"character.{number}") for number in range(1, 13)] == list(names.CHARACTERS)
    assert [words.text(f"colour.{colour}") for colour in names.COLOURS] == list(names.COLOURS)
    assert [words.text(f"tower.{tower}") for tower in names.TOWERS] == list(names.TOWERS)


@pytest.mark.parametrize("key", words.CATALOGUE)
def test_every_template_has_named_fields(key: str) -> None:
    fields = [field for _, field, _, _ in string.Formatter().parse(words.CATALOGUE[key]) if field is not None]
    assert all(field.isidentifier() for field in fields)


@pytest.mark.parametrize(
    ("items", "said"), [(["red"], "red"), (["red", "blue"], "red and blue"), (["A", "B", "C"], "A, B and C")]
)
def test_lists_are_read_aloud(items: list[str], said: str) -> None:
    assert words.listed(items) == said
