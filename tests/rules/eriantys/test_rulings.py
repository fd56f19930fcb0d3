"""§12: the rulings on what the publisher's booklet leaves open, one or more tests each."""

import pytest

from ludoteca import rules

from .positions import (
    END_TURN,
    Game,
    Json,
    card,
    cloud_step,
    coins,
    dine,
    dining,
    entrance,
    group,
    groups_of,
    holding,
    last_cloud,
    mother_nature_step,
    no_entry,
    owned,
    perform,
    planning,
    play,
    professors,
    refused,
    send,
    stands_on,
    supply,
    take,
    tower,
    turn,
    use,
    walk,
    winners,
)


def test_ruling_01_a_repeated_assistant_only_when_every_card_in_hand_is_taken() -> None:
    hands = {"A": [1], "B": [1], "C": [5, 6], "D": [5, 6]}
    game = planning(players=4, hands=hands, played=[["A", 5], ["B", 6]])
    game.perform(play(6))
    # D is in the same plight.
    game.perform(play(5))
    assert game.position()["assistants"] == {"A": 5, "B": 6, "C": 6, "D": 5}


def test_ruling_01_one_free_card_forbids_all_repeated_ones() -> None:
    game = planning(players=4, hands={"A": [1], "B": [1], "C": [5, 7], "D": [2, 3]}, played=[["A", 5], ["B", 6]])
    assert refused(game, play(5)) == "assistant_taken"
    game.perform(play(7))


def test_ruling_01_equal_values_act_in_order_of_play() -> None:
    hands = {"A": [5, 6], "B": [5, 6], "C": [1], "D": [1]}
    game = planning(players=4, first_player="C", hands=hands, played=[["C", 6], ["D", 5]])
    perform(game, play(5), play(6))
    assert game.position()["order"] == ["D", "A", "C", "B"]


def test_ruling_02_the_next_planning_starts_with_the_lowest_card_and_runs_clockwise() -> None:
    game = last_cloud(players=4, assistants={"A": 8, "B": 7, "C": 6, "D": 9}, order=["C", "B", "A", "D"])
    game.perform(take(4))
    seats = []
    for value in (1, 2, 3, 4):
        seats.append("ABCD"[game.seat])
        game.perform(play(value))
    assert seats == ["C", "D", "A", "B"]


def test_ruling_02_of_equal_lowest_cards_the_first_played_opens() -> None:
    game = last_cloud(players=3, assistants={"A": 5, "B": 5, "C": 9}, order=["B", "A", "C"])
    game.perform(take(3))
    assert game.position()["first_player"] == "B"


def test_ruling_03_students_leaving_a_table_move_no_professor() -> None:
    # By the minstrel the holder falls from 3 to 1 against 2.
    boards: Json = {
        "A": holding("red", coins=1, entrance={"blue": 7}, dining={"red": 3}),
        "B": {"dining": {"red": 2}},
    }
    game = turn(expert=True, characters={"10": {}}, boards=boards)
    game.perform(use(10, from_entrance=["blue", "blue"], from_dining=["red", "red"]))
    assert professors(game)["red"] == "A"


def test_ruling_03_a_holder_with_no_student_keeps_the_professor() -> None:
    boards: Json = {"A": {"coins": 3, "dining": {"red": 2}}, "B": holding("red", dining={"red": 3})}
    game = turn(expert=True, characters={"12": {}}, boards=boards)
    game.perform(use(12, colour="red"))
    assert dining(game, "B") == {}
    assert professors(game) == {"red": "B"}


def test_ruling_03_another_players_placement_does_not_settle_an_old_lead() -> None:
    # B leads in red by 4 to 1, but only B's own placement of a red student counts.
    boards: Json = {"A": holding("red", entrance={"red": 7}, dining={"red": 1}), "B": {"dining": {"red": 4}}}
    game = turn(boards=boards)
    game.perform(dine("red"))
    assert professors(game) == {"red": "A"}


def test_ruling_04_any_tie_for_the_top_leaves_the_group_as_it_is() -> None:
    for owner in ("white", "black", "grey", None):
        entry: Json = {"students": {"red": 3, "blue": 3, "pink": 1}} | ({"tower": owner} if owner else {})
        boards: Json = {"A": holding("red"), "B": holding("blue"), "C": holding("pink")}
        if owner in ("white", "black"):
            # One student less for the owner makes up for his tower.
            entry["students"]["red" if owner == "white" else "blue"] -= 1
        game = mother_nature_step(players=3, islands={"2": entry}, boards=boards)
        game.perform(walk(1))
        assert tower(game, 2) == owner


def test_ruling_04_zero_is_no_maximum() -> None:
    game = mother_nature_step(islands={"2": {"students": {"red": 2}}}, boards={"A": holding("blue")})
    game.perform(walk(1))
    assert tower(game, 2) is None


def test_ruling_05_too_few_towers_for_a_group_are_all_placed_and_win_at_once() -> None:
    # White has one tower left for a group of two.
    game = mother_nature_step(
        groups=[[1, 2, 3, 4], [6, 7, 8], [10, 11]],
        islands=owned("white", 1, 6) | {"10": {"students": {"red": 5}, "tower": "black"}},
        mother_nature=9,
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert winners(game) == "A"
    assert tower(game, 10) == tower(game, 11) == "white"
    # The position is written and read like any other.
    again = rules.load(game.position())
    assert again.position() == game.position()
    assert again.winners == game.winners


def test_ruling_06_three_groups_are_counted_after_all_merges_are_done() -> None:
    # Five groups become three by joining on both sides.
    game = mother_nature_step(
        groups=[[1, 2], [4, 5, 6], [7, 8, 9, 10, 11]],
        islands=owned("white", 1, 4) | owned("black", 7) | {"3": {"students": {"red": 1}}},
        mother_nature=2,
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert groups_of(game.position()) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11], [12]]
    assert winners(game) == "A"


def test_ruling_06_fewer_than_three_groups_end_the_game_too() -> None:
    # Four groups become two; white alone has professors.
    game = mother_nature_step(
        groups=[[1, 2], [4, 5, 6], [7, 8, 9, 10, 11, 12]],
        islands=owned("white", 1, 4) | owned("black", 7) | {"3": {"students": {"red": 1}}},
        mother_nature=2,
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert len(groups_of(game.position())) == 2
    assert winners(game) == "A"


def test_ruling_07_a_tie_on_towers_and_professors_gives_joint_winners() -> None:
    game = last_cloud(last_round=True, islands=owned("white", 1) | owned("black", 3), boards={"A": holding("red")})
    game.perform(take(2))
    assert winners(game) == "A"
    game = last_cloud(
        last_round=True,
        islands=owned("white", 1) | owned("black", 3),
        boards={"A": holding("red"), "B": holding("blue")},
    )
    game.perform(take(2))
    assert winners(game) == "AB"


def test_ruling_07_professors_of_sides_with_fewer_towers_do_not_matter() -> None:
    game = last_cloud(
        players=3,
        last_round=True,
        islands=owned("white", 1) | owned("black", 3),
        boards={"A": holding("red"), "B": holding("blue"), "C": holding("green", "pink", "yellow")},
    )
    game.perform(take(3))
    assert winners(game) == "AB"


def test_ruling_07_three_joint_winners() -> None:
    game = last_cloud(players=3, last_round=True)
    game.perform(take(3))
    assert winners(game) == "ABC"


def test_ruling_08_one_character_a_turn_at_any_moment_of_it() -> None:
    for step in ("students", "mother_nature", "cloud"):
        game = turn(expert=True, step=step, characters={"4": {}, "8": {}}, boards={"A": {"coins": 9}})
        game.perform(use(8))
        assert refused(game, use(4)) == "character_already_used"


def test_ruling_08_never_in_the_planning_phase() -> None:
    game = planning(expert=True, characters={"4": {}}, boards={"A": {"coins": 9}})
    assert refused(game, use(4)) == "wrong_phase"


@pytest.mark.parametrize("seat", [3, 6, 9])
def test_ruling_09_every_placement_on_a_coin_seat_pays(seat: int) -> None:
    hall = {"red": seat - 1, "blue": 1}
    placements: tuple[tuple[Json, Json, int], ...] = (
        (dine("red"), {"4": {}}, 0),
        (use(10, from_entrance=["red"], from_dining=["blue"]), {"10": {}}, 1),
        (use(11, colour="red"), {"11": {"students": {"red": 4}}}, 2),
    )
    for action, characters, price in placements:
        boards = {"A": {"coins": 5, "entrance": {"red": 7}, "dining": hall}}
        game = turn(expert=True, characters=characters, boards=boards)
        game.perform(action)
        assert coins(game, "A") == 5 - price + 1


def test_ruling_09_and_again_every_time_the_seat_is_refilled() -> None:
    # Two leave a table of three and two come: seats 2 and 3 are filled anew.
    boards = {"A": {"coins": 1, "entrance": {"red": 7}, "dining": {"red": 3}}}
    game = turn(expert=True, characters={"10": {}}, boards=boards)
    game.perform(use(10, from_entrance=["red", "red"], from_dining=["red", "red"]))
    assert coins(game, "A") == 1


def test_ruling_09_after_a_thief_the_seats_pay_again() -> None:
    boards = {"A": {"coins": 3, "entrance": {"red": 7}, "dining": {"red": 5}}}
    game = turn(expert=True, characters={"12": {}}, boards=boards)
    perform(game, use(12, colour="red"), dine("red"))
    assert (dining(game, "A"), coins(game, "A")) == ({"red": 3}, 1)


def test_ruling_10_an_empty_supply_gives_no_coin() -> None:
    boards = {"A": {"coins": 15, "entrance": {"red": 7}, "dining": {"red": 2}}, "B": {"coins": 5}}
    game = turn(expert=True, boards=boards)
    game.perform(dine("red"))
    assert (coins(game, "A"), coins(game, "B"), supply(game)) == (15, 5, 0)


def test_ruling_10_the_last_coin_of_the_supply_is_given() -> None:
    boards = {"A": {"coins": 14, "entrance": {"red": 7}, "dining": {"red": 2}}, "B": {"coins": 5}}
    game = turn(expert=True, boards=boards)
    game.perform(dine("red"))
    assert (coins(game, "A"), supply(game)) == (15, 0)


@pytest.mark.parametrize(("number", "action"), [(1, use(1, colour="red", island=3)), (11, use(11, colour="red"))])
def test_ruling_11_a_character_that_draws_the_last_student_makes_the_last_round(number: int, action: Json) -> None:
    game = cloud_step(
        "B",
        expert=True,
        characters={str(number): {"students": {"red": 4}}},
        boards={"B": {"coins": 2}},
        bag={"pink": 1},
    )
    game.perform(action)
    assert card(game, number)["students"] == {"red": 3, "pink": 1}
    assert game.position()["bag"] == {}
    assert game.position()["last_round"] is True
    assert not game.over
    game.perform(take(2))
    assert game.over


@pytest.mark.parametrize(("number", "action"), [(1, use(1, colour="red", island=3)), (11, use(11, colour="red"))])
def test_ruling_11_a_draw_that_leaves_a_student_does_not(number: int, action: Json) -> None:
    game = turn(
        expert=True,
        characters={str(number): {"students": {"red": 4}}},
        boards={"A": {"coins": 2}},
        bag={"pink": 2},
    )
    game.perform(action)
    assert game.position()["last_round"] is False


def test_ruling_11_students_put_back_by_the_thief_do_not_undo_it() -> None:
    game = cloud_step(
        "B",
        expert=True,
        characters={"12": {}},
        boards={"A": {"dining": {"red": 8}}, "B": {"coins": 3, "dining": {"red": 8}}},
        bag={},
        last_round=True,
    )
    game.perform(use(12, colour="red"))
    assert game.position()["bag"] == {"red": 6}
    assert game.position()["last_round"] is True
    game.perform(take(2))
    assert game.over


def test_ruling_11_cards_that_cannot_be_refilled_stay_short() -> None:
    boards: Json = {"A": {"coins": 9, "entrance": {"blue": 7}}}
    game = turn(expert=True, characters={"1": {"students": {"red": 1}}}, boards=boards, bag={}, last_round=True)
    game.perform(use(1, colour="red", island=3))
    assert card(game, 1).get("students", {}) == {}


@pytest.mark.parametrize(
    ("left", "clouds"),
    [(0, [{}, {}]), (2, [{"pink": 2}, {}]), (3, [{"pink": 3}, {}]), (5, [{"pink": 3}, {"pink": 2}])],
)
def test_ruling_12_a_shortage_is_dealt_cloud_by_cloud_and_the_round_is_the_last(left: int, clouds: list[Json]) -> None:
    game = last_cloud(bag={"pink": left})
    game.perform(take(2))
    position = game.position()
    assert position["clouds"] == clouds
    assert (position["last_round"], position["clouds_short"]) == (True, True)
    assert position["bag"] == {}
    assert not game.over


def test_ruling_12_the_last_round_has_its_planning_and_action_phases() -> None:
    boards = {"A": {"entrance": {"red": 7}}, "B": {"entrance": {"blue": 4}}}
    game = last_cloud(bag={"pink": 2}, boards=boards)
    perform(game, take(2), play(1), play(2), *[send("red", 3)] * 3, walk(1))
    assert game.position()["active"] == "B"
    perform(game, *[send("blue", 3)] * 3)
    assert not game.over
    game.perform(walk(1))
    assert game.over


def test_ruling_13_nobody_takes_a_cloud_in_a_short_round_and_the_basic_turn_ends_by_itself() -> None:
    game = mother_nature_step(players=3, clouds=[{"red": 4}, {"blue": 1}, {}], clouds_short=True, last_round=True)
    game.perform(walk(1))
    assert (game.position()["active"], game.position()["step"]) == ("B", "students")
    assert game.position()["clouds"] == [{"red": 4}, {"blue": 1}, {}]


def test_ruling_13_in_the_expert_game_a_character_can_be_used_before_the_turn_is_ended() -> None:
    game = mother_nature_step(
        expert=True,
        characters={"3": {}},
        boards={"A": holding("red", coins=3)},
        islands={"7": {"students": {"red": 1}}},
        clouds=[{"red": 2}, {}],
        clouds_short=True,
        last_round=True,
    )
    game.perform(walk(1))
    assert (game.position()["active"], game.position()["step"]) == ("A", "end")
    game.perform(use(3, island=7))
    assert tower(game, 7) == "white"
    assert refused(game, take(1)) == "wrong_phase"
    game.perform(END_TURN)
    assert game.position()["active"] == "B"


def test_ruling_13_the_expert_turn_is_ended_explicitly_even_when_no_character_can_be_used() -> None:
    game = mother_nature_step(expert=True, clouds=[{}, {}], clouds_short=True, last_round=True)
    game.perform(walk(1))
    assert (game.position()["active"], game.position()["step"]) == ("A", "end")


def test_ruling_13_an_exactly_empty_bag_leaves_the_clouds_to_be_taken_as_usual() -> None:
    boards = {"A": {"entrance": {"red": 7}}}
    game = last_cloud(bag={"pink": 6}, boards=boards)
    perform(game, take(2), play(1), play(2), *[send("red", 3)] * 3, walk(1))
    assert game.position()["step"] == "cloud"
    game.perform(take(1))
    assert entrance(game, "A") == {"red": 4, "pink": 3}


def test_ruling_14_the_farmer_acts_at_once_and_for_the_rest_of_the_turn() -> None:
    boards: Json = {
        "A": {"coins": 2, "entrance": {"blue": 7}, "dining": {"red": 1}},
        "B": holding("red", "blue", "green", dining={"red": 1, "blue": 1}),
    }
    game = turn(expert=True, characters={"2": {}}, boards=boards)
    game.perform(use(2))
    assert professors(game) == {"red": "A", "blue": "B", "green": "B"}
    game.perform(dine("blue"))
    assert professors(game) == {"red": "A", "blue": "A", "green": "B"}


def test_ruling_14_the_farmer_needs_a_student_of_his_own() -> None:
    game = turn(expert=True, characters={"2": {}}, boards={"A": {"coins": 2}})
    game.perform(use(2))
    assert professors(game) == {}


def test_ruling_15_professors_gained_with_the_farmer_are_kept_after_the_turn() -> None:
    boards: Json = {
        "A": {"coins": 2, "dining": {"red": 2}},
        "B": holding("red", entrance={"blue": 7}, dining={"red": 2}),
    }
    game = cloud_step(expert=True, characters={"2": {}}, boards=boards)
    perform(game, use(2), take(1), dine("blue"))
    assert professors(game) == {"red": "A", "blue": "B"}


@pytest.mark.parametrize(("steps", "where"), [(3, [12]), (4, [1, 2, 3, 4, 5]), (5, [6])])
def test_ruling_16_mother_nature_may_go_full_circle_and_beyond(steps: int, where: list[int]) -> None:
    game = mother_nature_step(
        groups=[[1, 2, 3, 4, 5], [7, 8, 9, 10, 11]],
        islands=owned("white", 1) | owned("black", 7),
        mother_nature=2,
    )
    game.perform(walk(steps))
    assert stands_on(game) == where


def test_ruling_16_after_a_full_circle_her_own_group_is_resolved() -> None:
    game = mother_nature_step(
        groups=[[1, 2, 3, 4, 5], [7, 8, 9, 10, 11]],
        islands={"1": {"students": {"blue": 6}, "tower": "white"}} | owned("black", 7),
        boards={"B": holding("blue")},
        mother_nature=2,
    )
    game.perform(walk(4))
    assert game.over
    assert tower(game, 1) == "black"


def test_ruling_17_no_entry_tiles_add_up_and_protect_the_whole_joint_group() -> None:
    game = mother_nature_step(
        expert=True,
        characters={"3": {}, "5": {"no_entry": 1}},
        boards={"A": holding("red", coins=3), "B": holding("blue", coins=4)},
        islands={
            "2": {"students": {"red": 1}},
            "1": {"tower": "white", "no_entry": 1},
            "3": {"students": {"blue": 9}, "tower": "white", "no_entry": 2},
        },
        mother_nature=1,
    )
    game.perform(walk(1))
    assert group(game, 2) == [1, 2, 3]
    assert no_entry(game, 1) == 3
    # The herald is stopped on every tile of it; one tile is used each time.
    game.perform(use(3, island=1))
    assert (tower(game, 3), no_entry(game, 3)) == ("white", 2)
    perform(game, take(1), use(3, island=3))
    assert (tower(game, 3), no_entry(game, 3)) == ("white", 1)
    assert card(game, 5)["no_entry"] == 3


@pytest.mark.parametrize(
    ("characters", "action"),
    [
        ({"1": {"students": {}}, "4": {}}, use(1, colour="red", island=3)),
        ({"5": {"no_entry": 0}, "4": {}}, use(5, island=3)),
        ({"7": {"students": {}}, "4": {}}, use(7, from_card=["red"], from_entrance=["blue"])),
        ({"10": {}, "4": {}}, use(10, from_entrance=["blue"], from_dining=["red"])),
        ({"11": {"students": {}}, "4": {}}, use(11, colour="red")),
    ],
)
def test_ruling_18_an_impossible_character_is_refused_free_of_charge(characters: Json, action: Json) -> None:
    islands = {"9": {"no_entry": 4}} if "5" in characters else {}
    boards = {"A": {"coins": 9, "entrance": {"blue": 7}}}
    game = turn(expert=True, characters=characters, boards=boards, islands=islands)
    assert refused(game, action) == "effect_impossible"
    assert coins(game, "A") == 9
    assert game.position()["character_used"] is False
    # The turn's character is not used up.
    game.perform(use(4))
    assert coins(game, "A") == 8


@pytest.mark.parametrize(
    ("number", "entry", "board", "parameters"),
    [
        (1, {"students": {"red": 1}}, {}, {"colour": "red", "island": 3}),
        (5, {"no_entry": 1}, {}, {"island": 3}),
        (7, {"students": {"red": 1}}, {"entrance": {"blue": 1}}, {"from_card": ["red"], "from_entrance": ["blue"]}),
        (10, {}, {"entrance": {"blue": 1}, "dining": {"red": 1}}, {"from_entrance": ["blue"], "from_dining": ["red"]}),
        (11, {"students": {"red": 1}}, {"dining": {"red": 9}}, {"colour": "red"}),
    ],
)
def test_ruling_18_a_single_student_tile_or_seat_is_enough(
    number: int, entry: Json, board: Json, parameters: Json
) -> None:
    islands = {"9": {"no_entry": 3}} if number == 5 else {}
    game = turn(
        expert=True,
        step="mother_nature",
        characters={str(number): entry},
        boards={"A": {"coins": 9} | board},
        islands=islands,
    )
    game.perform(use(number, **parameters))
    assert game.position()["character_used"] is True


def test_ruling_18_the_princess_needs_a_free_seat_for_one_of_her_students() -> None:
    # Other tables have room, but the card has only red and blue students.
    boards = {"A": {"coins": 9, "dining": {"red": 10, "blue": 10, "pink": 1}}}
    card_students = {"students": {"red": 2, "blue": 2}}
    game = turn(expert=True, step="mother_nature", characters={"11": card_students}, boards=boards)
    assert refused(game, use(11, colour="red")) == "effect_impossible"
    assert {game.describe(decision)["do"] for decision in game.legal_actions()} == {"move_mother_nature"}


def test_ruling_18_the_jester_needs_a_student_in_the_entrance() -> None:
    game = turn(expert=True, characters={"7": {"students": {"red": 6}}}, boards={"A": {"coins": 9}})
    assert refused(game, use(7, from_card=["red"], from_entrance=["blue"])) == "effect_impossible"


def test_ruling_18_no_decision_starts_an_impossible_character() -> None:
    game = turn(
        expert=True,
        characters={"1": {"students": {}}, "10": {}, "7": {"students": {}}},
        boards={"A": {"coins": 9, "entrance": {"blue": 7}}},
    )
    assert {game.describe(decision)["do"] for decision in game.legal_actions()} == {"move_student"}


def test_ruling_19_the_centaur_ignores_the_users_own_towers_too() -> None:
    game = mother_nature_step(
        expert=True,
        characters={"6": {}},
        groups=[[2, 3, 4]],
        islands={"2": {"students": {"red": 1, "blue": 2}, "tower": "white"}},
        boards={"A": holding("red", coins=3), "B": holding("blue")},
    )
    perform(game, use(6), walk(1))
    assert tower(game, 2) == "black"


def test_ruling_20_professors_are_individual_also_against_the_partner() -> None:
    boards: Json = {"A": {"entrance": {"red": 7}, "dining": {"red": 2}}, "C": holding("red", dining={"red": 2})}
    game = turn(players=4, boards=boards)
    game.perform(dine("red"))
    assert professors(game) == {"red": "A"}


def test_ruling_20_influence_and_the_knight_are_by_team() -> None:
    # C, user of the knight, has no professor; A's red adds to the two, and they beat three blue of B and D together.
    game = mother_nature_step(
        "C",
        players=4,
        expert=True,
        characters={"8": {}},
        islands={"2": {"students": {"red": 2, "blue": 2, "pink": 1}}},
        boards={"A": holding("red"), "B": holding("blue"), "C": {"coins": 2}, "D": holding("pink")},
    )
    perform(game, use(8), walk(1))
    assert tower(game, 2) == "white"


def test_ruling_20_one_reserve_of_eight_towers_per_team() -> None:
    game = mother_nature_step(
        "D",
        players=4,
        groups=[[4, 5, 6, 7], [9, 10, 11]],
        islands=owned("black", 4, 9) | {"2": {"students": {"red": 1}}},
        boards={"B": holding("red")},
    )
    game.perform(walk(1))
    assert winners(game) == "BD"


def test_ruling_21_the_knights_two_count_with_no_other_influence() -> None:
    game = mother_nature_step(
        expert=True,
        characters={"8": {}},
        boards={"A": {"coins": 2}, "B": holding("blue")},
        islands={"2": {"students": {"blue": 1}}},
    )
    perform(game, use(8), walk(1))
    assert tower(game, 2) == "white"


def test_ruling_22_the_price_rises_once_and_not_with_every_use() -> None:
    game = cloud_step(
        players=3,
        expert=True,
        characters={"8": {}},
        boards={player: {"coins": 3} for player in "ABC"},
    )
    perform(game, use(8), take(1))
    for _ in "BC":
        perform(game, use(8), *_idle_turn(game))
    assert [coins(game, player) for player in "ABC"] == [1, 0, 0]


def _idle_turn(game: Game) -> list[Json]:
    """A turn of a player without entrance students: mother nature one step, and the first cloud that is left."""
    clouds = game.position()["clouds"]
    return [walk(1), take(next(number for number, cloud in enumerate(clouds, 1) if cloud))]


def test_ruling_23_swaps_are_of_equal_numbers_and_at_least_one() -> None:
    boards: Json = {"A": {"coins": 9, "entrance": {"blue": 7}, "dining": {"red": 5}}}
    game = turn(expert=True, characters={"7": {"students": {"red": 6}}, "10": {}}, boards=boards)
    for one, other in (([], []), (["red"], []), (["red"], ["blue", "blue"])):
        assert refused(game, use(7, from_card=one, from_entrance=other)) == "unequal_swap"
        assert refused(game, use(10, from_dining=one, from_entrance=other)) == "unequal_swap"


def test_ruling_23_all_chosen_students_leave_before_any_is_seated() -> None:
    # The green student of the entrance cannot be the one taken out of the dining room in the same swap.
    boards: Json = {"A": {"coins": 9, "entrance": {"green": 1, "blue": 6}, "dining": {"red": 5}}}
    game = turn(expert=True, characters={"10": {}}, boards=boards)
    action = use(10, from_entrance=["green", "blue"], from_dining=["red", "green"])
    assert refused(game, action) == "student_not_in_dining"


def test_ruling_23_the_table_limit_is_checked_on_the_final_state() -> None:
    boards: Json = {"A": {"coins": 1, "entrance": {"red": 6, "pink": 1}, "dining": {"red": 10, "blue": 1}}}
    game = turn(expert=True, characters={"10": {}}, boards=boards)
    # Two red students for one that leaves are too many; one red for one red is not, wherever it stands in the lists.
    assert refused(game, use(10, from_entrance=["red", "red"], from_dining=["blue", "red"])) == "table_full"
    game.perform(use(10, from_entrance=["red", "pink"], from_dining=["blue", "red"]))
    assert dining(game, "A") == {"red": 10, "pink": 1}


def test_ruling_23_students_are_seated_in_the_order_given() -> None:
    # One coin is left after the price: whichever table is filled first, it is the third seat that pays, once.
    for order in (["red", "blue"], ["blue", "red"]):
        boards: Json = {
            "A": {"coins": 18, "entrance": {"red": 4, "blue": 3}, "dining": {"red": 2, "blue": 2, "pink": 2}},
            "B": {"coins": 1},
        }
        game = turn(expert=True, characters={"10": {"used": False}}, boards=boards)
        game.perform(use(10, from_entrance=order, from_dining=["pink", "pink"]))
        # 20 = 17 + 1 + 1 on the card + 1 in the supply, which the first of the two takes.
        assert (coins(game, "A"), supply(game)) == (18, 0)


@pytest.mark.parametrize(("number", "parameters"), [(4, {}), (6, {}), (8, {}), (9, {"colour": "red"})])
def test_ruling_24_turn_effects_used_too_late_are_legal_but_wasted(number: int, parameters: Json) -> None:
    game = mother_nature_step(
        expert=True,
        characters={str(number): {}},
        boards={"A": {"coins": 3}, "B": holding("blue")},
        islands={"2": {"students": {"red": 1, "blue": 1}, "tower": "black"}},
    )
    game.perform(walk(1))
    before = (game.position()["islands"], game.position()["mother_nature"])
    game.perform(use(number, **parameters))
    assert (game.position()["islands"], game.position()["mother_nature"]) == before
    assert coins(game, "A") < 3
    game.perform(take(1))
    assert game.position()["active_character"] is None


def test_ruling_25_a_coin_earned_by_the_effect_cannot_finance_it() -> None:
    boards: Json = {"A": {"coins": 1, "dining": {"red": 2}}}
    game = turn(expert=True, characters={"11": {"students": {"red": 4}}}, boards=boards)
    assert refused(game, use(11, colour="red")) == "not_enough_coins"
    boards = {"A": {"coins": 0, "entrance": {"red": 7}, "dining": {"red": 2, "blue": 1}}}
    game = turn(expert=True, characters={"10": {}}, boards=boards)
    assert refused(game, use(10, from_entrance=["red"], from_dining=["blue"])) == "not_enough_coins"


def test_ruling_25_coins_paid_reach_the_supply_before_the_effect() -> None:
    # The supply is empty; the second coin of the princess's price fills it, and the placement earns that coin.
    boards: Json = {"A": {"coins": 10, "dining": {"red": 2}}, "B": {"coins": 10}}
    game = turn(expert=True, characters={"11": {"students": {"red": 4}}}, boards=boards)
    assert supply(game) == 0
    game.perform(use(11, colour="red"))
    assert (coins(game, "A"), supply(game)) == (9, 0)


def test_ruling_25_a_coin_that_stays_on_the_card_does_not_reach_the_supply() -> None:
    # The minstrel's only coin stays on the card: nothing is left to be earned.
    boards: Json = {"A": {"coins": 10, "entrance": {"red": 7}, "dining": {"red": 2, "blue": 1}}, "B": {"coins": 10}}
    game = turn(expert=True, characters={"10": {}}, boards=boards)
    game.perform(use(10, from_entrance=["red"], from_dining=["blue"]))
    assert (coins(game, "A"), supply(game)) == (9, 0)
