"""Loading positions: defaults of partial ones, and what each impossible one is refused for."""

from random import Random
from typing import Any

import pytest

from ludoteca import rules

ACTION = {"phase": "action"}
EXPERT = {"expert": True}
HERALD = {"expert": True, "phase": "action", "character_used": True, "characters": {"3": {"used": True}}}


def load(**keys: Any) -> rules.Game:
    return rules.load({"game": "eriantys", **keys})


@pytest.mark.parametrize(
    ("field", "keys"),
    [
        ("islands", {"players": 3, "phase": "over", "groups": [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]],
                     "islands": {"1": {"tower": "white"}, "7": {"tower": "grey"}}}),
        ("characters.1.students", {**EXPERT, "characters": {"1": {"students": {"red": 3, "blue": 2}}}}),
        ("character_used", {**EXPERT, **ACTION, "active_character": {"number": 8}, "character_used": False}),
        ("character_used", {**EXPERT, "character_used": True}),
        ("step", {**ACTION, "step": "end"}),
        ("step", {**ACTION, **EXPERT, "step": "end", "clouds_short": False}),
        ("step", {**ACTION, "step": "cloud", "clouds_short": True}),
        ("step", {"step": "students"}),
        ("moved", {"moved": 1}),
        ("moved", {**ACTION, "step": "cloud", "moved": 1}),
        ("played", {**ACTION, "played": [["A", 1]]}),
        ("played", {"played": [["A"]]}),
        ("played", {"first_player": "A", "played": [["B", 3]]}),
        ("active", {"first_player": "A", "active": "B"}),
        ("order", {"phase": "over", "order": ["A", "B"]}),
        ("order", {**ACTION, "order": ["A", "A"]}),
        ("order", {**ACTION, "assistants": {"A": 3, "B": 2}, "order": ["A", "B"]}),
        ("assistants", {**ACTION, "assistants": {"A": 10}, "order": ["A", "B"]}),
        ("hands.B", {"hands": {"B": []}}),
        ("hands.B", {"hands": {"B": [3, 3]}}),
        ("hands.B", {"hands": {"B": 3}}),
        ("clouds[0]", {"clouds": [{"red": 2, "blue": 2}]}),
        ("clouds[1]", {"clouds": [{}, 3]}),
        ("unfinished.decisions", {"unfinished": {"decisions": [89]}}),
        ("unfinished.decisions", {**HERALD, "unfinished": {"decisions": []}}),
        ("unfinished.decisions", {**HERALD, "unfinished": {"decisions": [90]}}),
        ("unfinished.decisions", {**HERALD, "unfinished": {"decisions": [89, 99]}}),
        ("unfinished.decisions", {**HERALD, "unfinished": {"decisions": [89, 104]}}),
        ("unfinished.decisions", {**HERALD, "characters": {"3": {}}, "unfinished": {"decisions": [89]}}),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_by_its_field(field: str, keys: dict[str, Any]) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        load(**keys)
    assert caught.value.field == field
    assert caught.value.sentence


def test_a_loaded_planning_phase_starts_with_whom_it_says() -> None:
    assert load(active="B").position()["first_player"] == "B"
    assert load(played=[["B", 4]]).position()["first_player"] == "B"
    assert load(players=3, first_player="C", played=[["C", 4], ["A", 3]]).position()["active"] == "B"


def test_assistants_that_are_not_given_fit_the_order() -> None:
    position = load(**ACTION, players=4, order=["C", "A", "B", "D"], assistants={"A": 5}).position()
    assert position["assistants"] == {"A": 5, "B": 6, "C": 1, "D": 7}
    assert position["active"] == "C"
    position = load(**ACTION, players=3, first_player="B", assistants={"C": 1}).position()
    assert position["order"] == ["C", "B", "A"]
    assert position["hands"]["A"] == [1, 2, 4, 5, 6, 7, 8, 9, 10]


def test_assistants_that_are_not_given_are_not_in_the_hands() -> None:
    position = load(**ACTION, hands={"A": [1, 2, 3], "B": [1, 2, 3]}).position()
    assert position["assistants"] == {"A": 4, "B": 5}
    with pytest.raises(rules.InvalidPosition) as caught:
        load(**ACTION, hands={"A": list(range(1, 11))})
    assert caught.value.field == "assistants"


def test_an_unfinished_action_is_resumed() -> None:
    game = load(**HERALD, unfinished={"decisions": [89]})
    assert game.legal_actions() == list(range(104, 116))
    position = game.position()
    assert position["unfinished"] == {"action": {"do": "play_character", "number": 3}, "decisions": [89]}
    game.perform({"do": "choose", "what": "island", "value": 4})
    assert "unfinished" not in game.position()


def test_clouds_are_filled_for_those_who_still_take_one() -> None:
    full = [sum(cloud.values()) for cloud in load(**ACTION, players=3).position()["clouds"]]
    assert full == [4, 4, 4]
    last = load(**ACTION, players=3, order=["A", "B", "C"], active="C").position()
    assert [sum(cloud.values()) for cloud in last["clouds"]] == [4, 0, 0]
    assert [sum(cloud.values()) for cloud in load(phase="over").position()["clouds"]] == [0, 0]
    short = load(bag={"red": 4})
    assert [sum(cloud.values()) for cloud in short.position()["clouds"]] == [3, 1]
    assert short.position()["clouds_short"]
    assert short.position()["last_round"]


def test_redealing_a_puzzle_mixes_what_is_out_of_the_game() -> None:
    """Three students are in the bag, but nobody can know which of the unseen ones."""
    game = load(**ACTION, step="cloud", bag={"red": 3}, clouds=[{"blue": 3}, {"pink": 3}])
    bags = [game.redeal(0, seed).position()["bag"] for seed in range(30)]
    assert {sum(bag.values()) for bag in bags} == {3}
    assert len({tuple(bag.items()) for bag in bags}) > 5
    for seed in range(5):
        assert game.redeal(None, seed).view(0) == game.view(0)


@pytest.mark.parametrize(
    ("why", "keys"),
    [
        (None, {}),
        ("bag_empty", {"phase": "over"}),
        ("no_assistants", {"phase": "over", "hands": {"A": [], "B": []}}),
        ("few_groups", {"phase": "over", "groups": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]],
                        "islands": {"1": {"tower": "white"}, "6": {"tower": "black"}, "11": {"tower": "white"},
                                    "12": {"tower": "black"}}}),
        ("last_tower", {"phase": "over", "groups": [[12, 1, 2, 3, 4, 5, 6, 7]], "islands": {"3": {"tower": "black"}}}),
    ],
)  # fmt: skip
def test_why_a_game_is_over_shows_in_its_position(why: str | None, keys: dict[str, Any]) -> None:
    if why == "few_groups":
        keys = {**keys, "groups": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12]]}
        keys["islands"] = {"1": {"tower": "white"}, "6": {"tower": "black"}, "11": {"tower": "white"}}
    game = load(**keys)
    assert getattr(game, "why_over") == why  # noqa: B009


@pytest.mark.parametrize(
    ("code", "choice"),
    [
        ("malformed", {"what": "character", "value": 4}),
        ("character_not_in_play", {"what": "character", "value": 1}),
        ("wrong_phase", {"what": "island", "value": 1}),
        ("wrong_phase", {"what": "swap", "value": "done"}),
        ("malformed", {"what": "swap", "value": "red"}),
        ("malformed", {"what": "weather", "value": "red"}),
    ],
)
def test_a_choice_at_the_wrong_moment_is_refused(code: str, choice: dict[str, Any]) -> None:
    game = load(**ACTION, **EXPERT, characters={"4": {}, "11": {}}, boards={"A": {"coins": 3}})
    assert refusal(game, choice) == code


def test_choices_of_the_princess_are_refused_for_their_own_reasons() -> None:
    board = {"coins": 3, "dining": {"red": 10}}
    cards = {"11": {"students": {"red": 1, "blue": 1}}}
    game = load(**ACTION, **EXPERT, characters=cards, boards={"A": board})
    game.perform({"do": "choose", "what": "character", "value": 11})
    assert refusal(game, {"what": "from_card", "value": "red"}) == "table_full"
    assert refusal(game, {"what": "from_card", "value": "green"}) == "student_not_on_card"
    assert refusal(game, {"what": "island", "value": 3}) == "unfinished"
    assert refusal(game, {"what": "character", "value": 11}) == "unfinished"
    assert refusal(game, {"what": "swap", "value": "done"}) == "unfinished"
    with pytest.raises(rules.IllegalAction) as caught:
        game.perform({"do": "move_mother_nature", "steps": 1})
    assert caught.value.code == "unfinished"
    game.perform({"do": "choose", "what": "from_card", "value": "blue"})


def test_choices_of_the_minstrel_are_refused_for_their_own_reasons() -> None:
    board = {"coins": 3, "entrance": {"red": 2, "blue": 1}, "dining": {"red": 10, "green": 1}}
    game = load(**ACTION, **EXPERT, characters={"10": {}}, boards={"A": board})
    game.perform({"do": "choose", "what": "character", "value": 10})
    assert refusal(game, {"what": "from_entrance", "value": "pink"}) == "student_not_in_entrance"
    game.perform({"do": "choose", "what": "from_entrance", "value": "red"})
    assert refusal(game, {"what": "from_dining", "value": "green"}) == "table_full"
    assert refusal(game, {"what": "from_dining", "value": "pink"}) == "student_not_in_dining"
    game.perform({"do": "choose", "what": "from_dining", "value": "red"})
    assert refusal(game, {"what": "from_dining", "value": "red"}) == "unfinished"
    game.perform({"do": "choose", "what": "from_entrance", "value": "blue"})
    game.perform({"do": "choose", "what": "from_dining", "value": "green"})
    assert game.position()["boards"]["A"]["entrance"] == {"green": 1, "red": 2}


def refusal(game: rules.Game, choice: dict[str, Any]) -> str:
    before = game.position()
    with pytest.raises(rules.IllegalAction) as caught:
        game.perform({"do": "choose", **choice})
    assert game.position() == before
    return caught.value.code


def test_random_positions_with_fewer_pieces_are_played_to_the_end() -> None:
    """Partial positions have no dead ends: whatever is missing, somebody can go on."""
    for seed in range(60):
        chance = Random(seed)
        players = 2 + seed % 3
        keys: dict[str, Any] = {"players": players, "expert": seed % 2 == 0, "seed": seed}
        keys |= chance.choice([{}, {"phase": "action"}, {"phase": "action", "step": "cloud"}])
        keys |= chance.choice([{}, {"bag": {}}, {"bag": {"red": 2}}])
        keys |= chance.choice([{}, {"clouds": []}, {"boards": {"A": {"entrance": {"red": 1}}}}])
        if keys["expert"]:
            keys["characters"] = {number: {} for number in chance.sample(range(1, 13), 3)}
        game = load(**keys)
        while not game.over:
            game.apply(chance.choice(game.legal_actions()))
        assert game.winners


def test_clouds_filled_by_default_do_not_change_the_flags_of_a_turn_under_way() -> None:
    game = load(**ACTION, step="cloud", bag={"red": 1})
    assert rules.load(game.position()).position() == game.position()
    assert not game.position()["clouds_short"]
    assert not game.position()["last_round"]
