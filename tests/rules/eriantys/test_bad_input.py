"""Whatever is handed in, a position is read or refused with InvalidPosition, an action performed or refused with
IllegalAction; nothing else is ever raised and a refusal changes nothing."""

import copy
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import rules

from . import slow
from .positions import COLOURS, Game, Json, first_tile, groups_of, letters, refused
from .test_invariants import count_of

PROFILE = settings(max_examples=60)
THOROUGH = settings(PROFILE, max_examples=400)


# Positions to spoil


@cache
def sound_positions() -> list[Json]:
    """Complete positions of random games of every kind: planning, every step, over, and with a character under way."""
    chosen: dict[tuple[object, ...], Json] = {}
    for players in (2, 3, 4):
        for expert in (False, True):
            for seed in range(6):
                random = Random(seed)
                game = rules.new("eriantys", players=players, expert=expert, seed=seed)
                while not game.over:
                    _keep(chosen, game.position())
                    game.apply(random.choice(game.legal_actions()))
                _keep(chosen, game.position())
    return list(chosen.values())


def _keep(chosen: dict[tuple[object, ...], Json], position: Json) -> None:
    """Keep the last position of each kind: the later in the game, the more lies on the table."""
    kind = (
        position["players"],
        position["expert"],
        position["phase"],
        position.get("step"),
        "unfinished" in position,
        bool(position["groups"]),
    )
    chosen[kind] = position


def spoilable(condition: Callable[[Json], object] = lambda position: True) -> st.SearchStrategy[Json]:
    """A copy of one of the sound positions that fulfil the condition."""
    fitting = [position for position in sound_positions() if condition(position)]
    assert fitting
    return st.sampled_from(fitting).map(copy.deepcopy)


def refusal_of(position: Any) -> rules.InvalidPosition:
    with pytest.raises(rules.InvalidPosition) as refusal:
        rules.load(position)
    assert refusal.value.sentence
    return refusal.value


def is_running(position: Json) -> bool:
    return bool(position["phase"] != "over")


def is_expert(position: Json) -> bool:
    return bool(position["expert"]) and "unfinished" not in position


def is_merged(position: Json) -> bool:
    return is_running(position) and bool(position["groups"])


def test_sound_positions_are_of_every_kind() -> None:
    met = {(position["phase"], position.get("step")) for position in sound_positions()}
    steps = {("action", step) for step in ("students", "mother_nature", "cloud", "end")}
    assert met == {("planning", None), ("over", None)} | steps
    assert any("unfinished" in position for position in sound_positions())
    assert any(is_merged(position) for position in sound_positions())


@PROFILE
@given(spoilable())
def test_sound_positions_are_read(position: Json) -> None:
    assert rules.load(position).position() == position


# One fault at a time. Each spoils a sound position and says which fields may be named.

Fault = Callable[[Json, Random], tuple[str, ...]]


def some_player(position: Json, random: Random) -> str:
    return random.choice(letters(position["players"]))


def unknown_key(position: Json, random: Random) -> tuple[str, ...]:
    position["weather"] = "rain"
    return ("weather",)


def unknown_key_of_a_board(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["boards"][player]["garden"] = {}
    return (f"boards.{player}",)


def unknown_key_of_an_island(position: Json, random: Random) -> tuple[str, ...]:
    tile = random.choice(sorted(position["islands"]))
    position["islands"][tile]["harbour"] = 1
    return (f"islands.{tile}",)


def unknown_key_of_a_card(position: Json, random: Random) -> tuple[str, ...]:
    number = random.choice(sorted(position["characters"]))
    position["characters"][number]["price"] = 2
    return (f"characters.{number}",)


def unknown_colour(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    room = random.choice(("entrance", "dining"))
    position["boards"][player][room]["crimson"] = 1
    return (f"boards.{player}.{room}",)


def unknown_colour_in_the_bag(position: Json, random: Random) -> tuple[str, ...]:
    position["bag"]["crimson"] = 1
    return ("bag",)


def unknown_player(position: Json, random: Random) -> tuple[str, ...]:
    key = random.choice(("boards", "hands"))
    position[key]["E"] = copy.deepcopy(position[key]["A"])
    return (key,)


def player_who_does_not_sit_here(position: Json, random: Random) -> tuple[str, ...]:
    position["boards"]["D"] = {}
    return ("boards",)


def unknown_opener(position: Json, random: Random) -> tuple[str, ...]:
    position["first_player"] = random.choice(["E", "a", 0, True, None, ["A"]])
    return ("first_player",)


def unknown_active_player(position: Json, random: Random) -> tuple[str, ...]:
    position["active"] = random.choice(["E", "a", 0, True, ["A"]])
    return ("active",)


def unknown_phase(position: Json, random: Random) -> tuple[str, ...]:
    position["phase"] = random.choice(["night", 3, None, ["planning"]])
    return ("phase",)


def unknown_step(position: Json, random: Random) -> tuple[str, ...]:
    position["step"] = random.choice(["stairs", 3, True, ["students"]])
    return ("step",)


def unknown_game(position: Json, random: Random) -> tuple[str, ...]:
    position["game"] = random.choice(["chess", 3, None, ["eriantys"]])
    return ("game",)


def wrong_number_of_players(position: Json, random: Random) -> tuple[str, ...]:
    position["players"] = random.choice([0, 1, 5, -2, True, "2", 2.0, None, [2]])
    return ("players",)


def wrong_type_of_expert(position: Json, random: Random) -> tuple[str, ...]:
    position["expert"] = random.choice([0, 1, "true", None, []])
    return ("expert",)


def wrong_type_of_a_flag(position: Json, random: Random) -> tuple[str, ...]:
    flag = random.choice(("last_round", "clouds_short"))
    position[flag] = random.choice([0, 1, "false", []])
    return (flag,)


def wrong_seed(position: Json, random: Random) -> tuple[str, ...]:
    position["seed"] = random.choice([-1, 2**64, True, 1.5, "abc", "g" * 64, "0" * 63, "0" * 65, []])
    return ("seed",)


def wrong_draws(position: Json, random: Random) -> tuple[str, ...]:
    position["draws"] = random.choice([-1, True, "7", 1.0, []])
    return ("draws",)


def wrong_count_of_students(position: Json, random: Random) -> tuple[str, ...]:
    wrong = random.choice([True, False, -1, "1", 1.0, None, [1], 27, 10**30])
    colour = random.choice(COLOURS)
    player = some_player(position, random)
    places: list[tuple[str, Json]] = [
        ("bag", position["bag"]),
        (f"boards.{player}.entrance", position["boards"][player]["entrance"]),
        (f"boards.{player}.dining", position["boards"][player]["dining"]),
    ]
    tile = random.choice(sorted(position["islands"]))
    places.append((f"islands.{tile}.students", position["islands"][tile]["students"]))
    field, students = random.choice(places)
    students[colour] = wrong
    return (field, "bag") if wrong in (27, 10**30) else (field,)


def students_that_are_no_object(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    room = random.choice(("entrance", "dining"))
    position["boards"][player][room] = random.choice([[], "red", 3, True, None, ["red"]])
    return (f"boards.{player}.{room}",)


def twenty_seven_of_a_colour(position: Json, random: Random) -> tuple[str, ...]:
    # Where the one too many is found is a matter of the order of reading.
    colour = random.choice(COLOURS)
    bag = position["bag"]
    bag[colour] = bag.get(colour, 0) + 27 - count_of(position, colour)
    return ("bag", "islands", "boards", "clouds", "characters")


def eleven_at_a_table(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["bag"] = {}
    position["clouds"] = [{} for _ in position["clouds"]]
    position["boards"][player]["dining"] = {"red": 11}
    return (f"boards.{player}.dining",)


def tile_out_of_range(position: Json, random: Random) -> tuple[str, ...]:
    tile = random.choice(["0", "13", "-1", "one", "1.0", ""])
    position["islands"][tile] = {"students": {}}
    return ("islands",)


def mother_nature_nowhere(position: Json, random: Random) -> tuple[str, ...]:
    position["mother_nature"] = random.choice([0, 13, -1, True, None, "north", 1.0, [1]])
    return ("mother_nature",)


def two_towers_on_a_group(position: Json, random: Random) -> tuple[str, ...]:
    group = random.choice(position["groups"])
    owner = position["islands"][str(group[0])]["tower"]
    position["islands"][str(group[1])] = {"tower": "white" if owner == "black" else "black"}
    return ("islands", "groups")


def unknown_tower(position: Json, random: Random) -> tuple[str, ...]:
    tile = random.choice(sorted(position["islands"]))
    position["islands"][tile]["tower"] = random.choice(["red", "WHITE", 1, True, ["white"]])
    return (f"islands.{tile}.tower",)


def grey_tower_without_a_third_player(position: Json, random: Random) -> tuple[str, ...]:
    free = [tile for tile, entry in position["islands"].items() if "tower" not in entry]
    tile = random.choice(sorted(free))
    position["islands"][tile]["tower"] = "grey"
    return (f"islands.{tile}.tower",)


def tile_in_two_groups(position: Json, random: Random) -> tuple[str, ...]:
    group = random.choice(position["groups"])
    position["groups"].append([group[-1], group[-1] % 12 + 1])
    return ("groups",)


def group_with_a_gap(position: Json, random: Random) -> tuple[str, ...]:
    tile = random.randint(1, 12)
    position["islands"] = {str(tile): {"tower": "white"}}
    position["groups"] = [[tile, (tile + 1) % 12 + 1]]
    return ("groups",)


def group_with_wrong_tiles(position: Json, random: Random) -> tuple[str, ...]:
    position["islands"] = {"1": {"tower": "white"}}
    position["groups"] = random.choice([[[0, 1]], [[12, 13]], [[1, 1]], [[True, 2]], [["x", 1]], [[1, 2.0]], [3], [{}]])
    return ("groups",)


def groups_that_are_no_list(position: Json, random: Random) -> tuple[str, ...]:
    position["groups"] = random.choice([{}, "1 2", 12, True])
    return ("groups",)


def joined_group_without_a_tower(position: Json, random: Random) -> tuple[str, ...]:
    group = random.choice(position["groups"])
    del position["islands"][str(group[0])]["tower"]
    return ("groups", "islands")


def equal_neighbours(position: Json, random: Random) -> tuple[str, ...]:
    groups = groups_of(position)
    one, other = random.choice(list(zip(groups, [*groups[1:], groups[0]], strict=True)))
    for group in (one, other):
        position["islands"][str(group[0])]["tower"] = "white"
    return ("groups", "islands")


def all_towers_or_more_while_the_game_runs(position: Json, random: Random) -> tuple[str, ...]:
    start = random.randint(0, 11)
    tiles = [(start + i) % 12 + 1 for i in range(random.choice((8, 9)))]
    position["groups"] = [tiles]
    position["islands"] = {str(tiles[0]): {"tower": random.choice(("white", "black"))}}
    return ("islands", "groups")


def all_towers_of_two_sides(position: Json, random: Random) -> tuple[str, ...]:
    # The first of them would have ended the game.
    position["groups"] = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
    position["islands"] = {"1": {"tower": "white"}, "7": {"tower": "grey"}}
    return ("islands", "groups")


def three_groups_while_the_game_runs(position: Json, random: Random) -> tuple[str, ...]:
    position["groups"] = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]
    position["islands"] = {"1": {"tower": "white"}, "6": {"tower": "black"}}
    return ("groups", "islands", "phase")


def professor_held_twice(position: Json, random: Random) -> tuple[str, ...]:
    colour = random.choice(COLOURS)
    for board in position["boards"].values():
        board["professors"] = []
    one, other = random.sample(letters(position["players"]), 2)
    for player in (one, other):
        position["boards"][player]["professors"] = [colour]
    return ("boards",)


def professor_named_twice(position: Json, random: Random) -> tuple[str, ...]:
    for board in position["boards"].values():
        board["professors"] = []
    player = some_player(position, random)
    position["boards"][player]["professors"] = ["red", "red"]
    return (f"boards.{player}.professors",)


def wrong_professors(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["boards"][player]["professors"] = random.choice([["crimson"], [1], "red", {"red": 1}, [["red"]], [None]])
    return (f"boards.{player}.professors",)


def too_many_coins(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["boards"][player]["coins"] += random.choice([1, 20])
    return (f"boards.{player}.coins", "supply", "boards")


def too_many_coins_with_the_supply_left_out(position: Json, random: Random) -> tuple[str, ...]:
    del position["supply"]
    player = some_player(position, random)
    position["boards"][player]["coins"] = 21
    return (f"boards.{player}.coins", "supply", "boards")


def wrong_coins(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["boards"][player]["coins"] = random.choice([-1, True, "1", 1.0, None])
    return (f"boards.{player}.coins",)


def wrong_supply(position: Json, random: Random) -> tuple[str, ...]:
    position["supply"] = random.choice([-1, 21, True, "1", 1.0])
    return ("supply",)


def coins_in_a_basic_game(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["boards"][player]["coins"] = 1
    return (f"boards.{player}",)


def characters_in_a_basic_game(position: Json, random: Random) -> tuple[str, ...]:
    position["characters"] = {"4": {}}
    return ("characters",)


def four_characters(position: Json, random: Random) -> tuple[str, ...]:
    for number in (2, 3, 4, 6):
        position["characters"].setdefault(str(number), {})
    return ("characters",)


def unknown_character(position: Json, random: Random) -> tuple[str, ...]:
    position["characters"] = {random.choice(["0", "13", "-1", "monk", ""]): {}}
    return ("characters",)


def too_many_no_entry_tiles(position: Json, random: Random) -> tuple[str, ...]:
    tile = random.choice(sorted(position["islands"]))
    position["characters"] = {"5": {"no_entry": 3}}
    position["islands"][tile]["no_entry"] = 2
    return ("islands", "characters")


def wrong_no_entry_tiles(position: Json, random: Random) -> tuple[str, ...]:
    tile = random.choice(sorted(position["islands"]))
    position["islands"][tile]["no_entry"] = random.choice([-1, True, "1", 5, 1.0])
    return ("islands", "characters")


def wrong_use_of_a_card(position: Json, random: Random) -> tuple[str, ...]:
    number = random.choice(sorted(position["characters"]))
    position["characters"][number]["used"] = random.choice([1, 0, "yes", []])
    return (f"characters.{number}.used",)


def wrong_effect_in_force(position: Json, random: Random) -> tuple[str, ...]:
    wrong: list[Any] = [{"number": 0}, {"number": 13}, {"number": True}, {}, 4, "4", {"number": 4, "colour": "red"}]
    wrong += [{"number": 9}, {"number": 9, "colour": "crimson"}, {"number": 3}, {"number": 4, "x": 1}]
    position["active_character"] = random.choice(wrong)
    return ("active_character",)


def wrong_hand(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["hands"][player] = random.choice([[0], [11], [True], ["1"], [1, 1], [1.0], 3, {"1": 1}, "1"])
    return (f"hands.{player}",)


def hand_with_the_card_just_played(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    value = position["assistants"][player]
    position["hands"][player] = sorted({*position["hands"][player], value})
    return (f"hands.{player}", "assistants")


def hand_with_the_card_played_in_this_planning_phase(position: Json, random: Random) -> tuple[str, ...]:
    player, value = random.choice(position["played"])
    position["hands"][player] = sorted({*position["hands"][player], value})
    return (f"hands.{player}", "played")


def wrong_played_cards(position: Json, random: Random) -> tuple[str, ...]:
    opener = position["first_player"]
    wrong: list[Any] = [
        [[opener, 0]],
        [[opener, 11]],
        [[opener, True]],
        [["E", 1]],
        [[opener]],
        [[opener, 1, 2]],
        [[opener, 1], [opener, 2]],
        {opener: 1},
        [1],
        "A1",
    ]
    position["hands"] = {player: [8, 9, 10] for player in letters(position["players"])}
    position["played"] = random.choice(wrong)
    position.pop("active", None)
    return ("played",)


def played_out_of_turn(position: Json, random: Random) -> tuple[str, ...]:
    seats = letters(position["players"])
    opener = seats.index(position["first_player"])
    clockwise = [*seats[opener:], *seats[:opener]]
    position["hands"] = {player: [8, 9, 10] for player in seats}
    position["played"] = random.choice([[[clockwise[1], 1]], [[clockwise[0], 1], [clockwise[2], 2]]])
    position.pop("active", None)
    return ("played", "first_player")


def order_against_the_assistants(position: Json, random: Random) -> tuple[str, ...]:
    seats = letters(position["players"])
    position["assistants"] = {seat: value for value, seat in enumerate(seats, start=1)}
    position["hands"] = {seat: [8, 9, 10] for seat in seats}
    position["order"] = [*seats[1:], seats[0]]
    return ("order", "assistants")


def order_that_is_not_everybody(position: Json, random: Random) -> tuple[str, ...]:
    order = position["order"]
    position["order"] = random.choice([order[:-1], [*order, order[0]], [order[0]] * len(order), [*order[:-1], "E"]])
    return ("order",)


def order_of_a_wrong_type(position: Json, random: Random) -> tuple[str, ...]:
    position["order"] = random.choice(["".join(position["order"]), 3, {"A": 1}, [0, 1], None])
    return ("order",)


def wrong_assistants(position: Json, random: Random) -> tuple[str, ...]:
    player = some_player(position, random)
    position["assistants"][player] = random.choice([0, 11, -1, True, "3", 3.0, None])
    return ("assistants",)


def more_clouds_than_players(position: Json, random: Random) -> tuple[str, ...]:
    position["clouds"].append({})
    return ("clouds",)


def wrong_clouds(position: Json, random: Random) -> tuple[str, ...]:
    rest: list[Any] = [{} for _ in position["clouds"][1:]]
    wrong: list[Any] = [[], 3, "red", {"red": -1}, {"red": True}, {"crimson": 1}, {"red": "1"}, None]
    position["clouds"] = [random.choice(wrong), *rest]
    return ("clouds",)


def wrong_count_of_moves(position: Json, random: Random) -> tuple[str, ...]:
    position["moved"] = random.choice([-1, 5, True, "1", 1.0, 99])
    return ("moved",)


def always(position: Json) -> bool:
    return True


def in_step(*steps: str) -> Callable[[Json], bool]:
    return lambda position: position.get("step") in steps and "unfinished" not in position


def in_planning(position: Json) -> bool:
    return bool(position["phase"] == "planning")


def in_action(position: Json) -> bool:
    return bool(position["phase"] == "action") and "unfinished" not in position


FAULTS: list[tuple[Fault, Callable[[Json], Any]]] = [
    (unknown_key, always),
    (unknown_key_of_a_board, always),
    (unknown_key_of_an_island, always),
    (unknown_key_of_a_card, is_expert),
    (unknown_colour, always),
    (unknown_colour_in_the_bag, always),
    (unknown_player, always),
    (player_who_does_not_sit_here, lambda position: position["players"] < 4),
    (unknown_opener, always),
    (unknown_active_player, is_running),
    (unknown_phase, always),
    (unknown_step, in_action),
    (unknown_game, always),
    (wrong_number_of_players, always),
    (wrong_type_of_expert, always),
    (wrong_type_of_a_flag, always),
    (wrong_seed, always),
    (wrong_draws, always),
    (wrong_count_of_students, always),
    (students_that_are_no_object, always),
    (twenty_seven_of_a_colour, always),
    (eleven_at_a_table, lambda position: in_action(position) and not position["expert"] and not position["groups"]),
    (tile_out_of_range, always),
    (mother_nature_nowhere, always),
    (two_towers_on_a_group, is_merged),
    (unknown_tower, always),
    (grey_tower_without_a_third_player, lambda position: is_running(position) and position["players"] != 3),
    (tile_in_two_groups, is_merged),
    (group_with_a_gap, lambda position: is_running(position) and not position["expert"]),
    (group_with_wrong_tiles, lambda position: is_running(position) and not position["expert"]),
    (groups_that_are_no_list, always),
    (joined_group_without_a_tower, is_merged),
    (equal_neighbours, is_running),
    (all_towers_or_more_while_the_game_runs, lambda position: is_running(position) and not position["expert"]),
    (all_towers_of_two_sides, lambda position: not is_running(position) and position["players"] == 3),
    (three_groups_while_the_game_runs, lambda position: is_running(position) and not position["expert"]),
    (professor_held_twice, always),
    (professor_named_twice, always),
    (wrong_professors, always),
    (too_many_coins, is_expert),
    (too_many_coins_with_the_supply_left_out, is_expert),
    (wrong_coins, is_expert),
    (wrong_supply, is_expert),
    (coins_in_a_basic_game, lambda position: not position["expert"]),
    (characters_in_a_basic_game, lambda position: not position["expert"]),
    (four_characters, is_expert),
    (unknown_character, is_expert),
    (too_many_no_entry_tiles, is_expert),
    (wrong_no_entry_tiles, is_expert),
    (wrong_use_of_a_card, is_expert),
    (wrong_effect_in_force, lambda position: in_action(position) and position["expert"]),
    (wrong_hand, in_planning),
    (hand_with_the_card_just_played, in_action),
    (hand_with_the_card_played_in_this_planning_phase, lambda position: in_planning(position) and position["played"]),
    (wrong_played_cards, in_planning),
    (played_out_of_turn, lambda position: in_planning(position) and position["players"] > 2),
    (order_against_the_assistants, in_action),
    (order_that_is_not_everybody, in_action),
    (order_of_a_wrong_type, in_action),
    (wrong_assistants, in_action),
    (more_clouds_than_players, always),
    (wrong_clouds, always),
    (wrong_count_of_moves, in_step("students")),
]


@pytest.mark.parametrize(("fault", "condition"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_faulty_position_is_refused_and_the_field_named(fault: Fault, condition: Callable[[Json], Any]) -> None:
    @settings(PROFILE, max_examples=25)
    @given(spoilable(condition), st.randoms(use_true_random=False))
    def spoil(position: Json, random: Random) -> None:
        fields = fault(position, random)
        named = refusal_of(position).field
        assert named.startswith(fields)

    spoil()


@pytest.mark.parametrize("position", [None, [], "eriantys", 7, True, {}, {"players": 2}], ids=str)
def test_what_is_no_position_of_a_game_is_refused(position: Any) -> None:
    refusal_of(position)


# Anything at all in any place

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, 1.0, float("nan"), float("inf")])
    | st.sampled_from(
        [*COLOURS, "A", "B", "D", "white", "grey", "dining", "students", "planning", "over", "1", "12", ""]
    )
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from([*COLOURS, "A", "B", "1", "5", "island", "number", "colour"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def places_of(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a JSON value."""
    here: list[tuple[Any, Any]]
    if isinstance(value, dict):
        here = [(value, key) for key in value]
    elif isinstance(value, list):
        here = [(value, index) for index in range(len(value))]
    else:
        return []
    return here + [place for container, key in here for place in places_of(container[key])]


@THOROUGH
@given(spoilable(), st.randoms(use_true_random=False), json_values, st.booleans())
def test_anything_in_any_place_of_a_position_is_read_or_refused(
    position: Json, random: Random, junk: Any, leave_out: bool
) -> None:
    container, key = random.choice(places_of(position))
    if leave_out:
        del container[key]
    else:
        container[key] = junk
    outcome = loaded(position)
    if isinstance(outcome, rules.InvalidPosition):
        assert outcome.field
        assert outcome.sentence
    else:
        assert_sound(outcome)


def loaded(position: Json) -> Game | rules.InvalidPosition:
    try:
        return rules.load(position)
    except rules.InvalidPosition as refusal:
        return refusal


def assert_sound(game: Game) -> None:
    """A game that was accepted can be written, read again and played."""
    position = game.position()
    assert rules.load(position).position() == position
    assert all(count_of(position, colour) <= 26 for colour in COLOURS)
    assert all(str(first_tile(position, tile)) in position["islands"] for tile in range(1, 13))
    if game.over:
        assert game.legal_actions() == []
        return
    assert game.legal_actions()
    for decision in game.legal_actions():
        game.clone().apply(decision)
    if "unfinished" not in position:
        walked = slow.legal(position)
        assert walked
        game.clone().perform(walked[-1])


# Actions


@THOROUGH
@given(
    spoilable(is_running), st.randoms(use_true_random=False), json_values, st.sampled_from(["replace", "add", "remove"])
)
def test_a_spoilt_action_is_performed_or_refused_without_a_trace(
    position: Json, random: Random, junk: Any, how: str
) -> None:
    game = rules.load(position)
    action = game.describe(random.choice(game.legal_actions()))
    if random.random() < 1 / 2 and "unfinished" not in position:
        action = copy.deepcopy(random.choice(slow.legal(position)))
    container, key = random.choice(places_of(action))
    if how == "remove":
        del container[key]
    elif how == "add":
        action[random.choice(["steps", "value", "colour", "island", "by", "to", "weather", "number"])] = junk
    else:
        container[key] = junk
    assert_performed_or_refused(game, action)


@THOROUGH
@given(spoilable(), json_values)
def test_any_json_as_an_action_is_performed_or_refused_without_a_trace(position: Json, action: Any) -> None:
    assert_performed_or_refused(rules.load(position), action)


def assert_performed_or_refused(game: Game, action: Any) -> None:
    before = game.position()
    outcome = parsed(game, action)
    assert game.position() == before
    if isinstance(outcome, rules.IllegalAction):
        assert outcome.sentence
        assert refused(game, action) == outcome.code
    else:
        assert game.perform(action) == outcome
        assert game.position() != before


def parsed(game: Game, action: Any) -> list[int] | rules.IllegalAction:
    try:
        return game.parse(action)
    except rules.IllegalAction as refusal:
        return refusal


@PROFILE
@given(spoilable(is_running), st.sampled_from(["steps", "weather", "card", ""]), json_values)
def test_an_unknown_key_makes_any_action_malformed(position: Json, key: str, junk: Any) -> None:
    game = rules.load(position)
    for decision in game.legal_actions():
        action = game.describe(decision)
        if key not in action:
            with pytest.raises(rules.IllegalAction) as refusal:
                game.perform(action | {key: junk})
            assert refusal.value.code == "malformed"
    assert game.position() == position


@PROFILE
@given(spoilable(is_running))
def test_a_missing_key_makes_any_action_malformed(position: Json) -> None:
    game = rules.load(position)
    for decision in game.legal_actions():
        action = game.describe(decision)
        for key in set(action) - {"by"}:
            with pytest.raises(rules.IllegalAction) as refusal:
                game.perform({name: value for name, value in action.items() if name != key})
            assert refusal.value.code == "malformed"
    assert game.position() == position


@PROFILE
@given(spoilable(is_running))
def test_true_is_not_one_in_any_action(position: Json) -> None:
    game = rules.load(position)
    for decision in game.legal_actions():
        action = game.describe(decision)
        for container, key in places_of(action):
            if isinstance(container[key], int):
                spoilt = copy.deepcopy(action)
                (spoilt["to"] if container is not action else spoilt)[key] = True
                with pytest.raises(rules.IllegalAction) as refusal:
                    game.perform(spoilt)
                assert refusal.value.code == "malformed"
    assert game.position() == position


@PROFILE
@given(spoilable(is_running))
def test_every_described_decision_is_accepted_as_an_action(position: Json) -> None:
    game = rules.load(position)
    for decision in game.legal_actions():
        described = game.describe(decision)
        assert described["by"] == position["active"]
        assert game.clone().perform(described) == [decision]
