"""§11: the twelve characters."""

from typing import Any

import pytest

from .positions import (
    COLOURS,
    Game,
    board,
    card,
    coins,
    dine,
    dining,
    entrance,
    group,
    holding,
    island,
    no_entry,
    owned,
    perform,
    professors,
    refused,
    send,
    stands_on,
    supply,
    take,
    total,
    tower,
    turn,
    use,
    walk,
    winners,
)

RICH = 9


def with_character(number: int, entry: Any = None, *, player: str = "A", **keys: Any) -> Game:
    """The turn of `player` with one character in play, and nine coins for him unless his board says otherwise."""
    boards = {player: {}} | keys.pop("boards", {})
    boards[player] = {"coins": RICH} | boards[player]
    return turn(player, expert=True, characters={str(number): entry or {}}, boards=boards, **keys)


# 11.1 monk


def test_11_1_monk_a_card_student_goes_to_a_group_and_one_is_drawn() -> None:
    game = with_character(
        1, {"students": {"red": 2, "blue": 2}}, bag={"pink": 9}, islands={"4": {"students": {"red": 1}}}
    )
    game.perform(use(1, colour="red", island=4))
    assert island(game, 4)["students"] == {"red": 2}
    assert card(game, 1)["students"] == {"red": 1, "blue": 2, "pink": 1}
    assert game.position()["bag"] == {"pink": 8}


def test_11_1_monk_any_tile_names_its_group() -> None:
    game = with_character(1, {"students": {"red": 4}}, groups=[[4, 5, 6]], islands=owned("black", 4))
    game.perform(use(1, colour="red", island=6))
    assert game.position()["islands"]["4"]["students"] == {"red": 1}


def test_11_1_monk_no_resolution_follows() -> None:
    game = with_character(
        1,
        {"students": {"red": 4}},
        boards={"A": holding("red")},
        islands={"4": {"students": {"red": 3}}},
        mother_nature=4,
    )
    game.perform(use(1, colour="red", island=4))
    assert tower(game, 4) is None


def test_11_1_monk_is_extra_to_the_student_moves() -> None:
    game = with_character(1, {"students": {"red": 4}}, boards={"A": {"entrance": {"blue": 7}}})
    perform(game, use(1, colour="red", island=4), *[send("blue", 1)] * 3)
    assert game.position()["step"] == "mother_nature"
    assert total(entrance(game, "A")) == 4


def test_11_1_monk_only_a_student_of_the_card() -> None:
    game = with_character(1, {"students": {"red": 4}}, boards={"A": {"entrance": {"blue": 7}}})
    assert refused(game, use(1, colour="blue", island=4)) == "student_not_on_card"


@pytest.mark.parametrize("tile", [0, 13])
def test_11_1_monk_only_to_one_of_twelve_tiles(tile: int) -> None:
    game = with_character(1, {"students": {"red": 4}})
    assert refused(game, use(1, colour="red", island=tile)) == "no_such_island"


def test_11_1_monk_with_an_empty_bag_the_card_stays_one_short() -> None:
    game = with_character(1, {"students": {"red": 4}}, bag={}, last_round=True)
    game.perform(use(1, colour="red", island=4))
    assert card(game, 1)["students"] == {"red": 3}


def test_11_1_monk_an_empty_card_is_unusable() -> None:
    game = with_character(1, {"students": {}})
    assert refused(game, use(1, colour="red", island=4)) == "effect_impossible"


# 11.2 farmer


def test_11_2_farmer_takes_professors_on_equality_at_once() -> None:
    game = with_character(
        2,
        boards={
            "A": {"dining": {"red": 2, "blue": 1, "pink": 3}},
            "B": holding("red", "blue", dining={"red": 2, "blue": 2, "pink": 3}),
        },
    )
    game.perform(use(2))
    assert professors(game) == {"red": "A", "blue": "B", "pink": "A"}


def test_11_2_farmer_also_takes_what_he_leads_without_having_placed() -> None:
    game = with_character(2, boards={"A": {"dining": {"red": 3}}, "B": holding("red", dining={"red": 1})})
    game.perform(use(2))
    assert professors(game) == {"red": "A"}


def test_11_2_farmer_needs_a_student_of_the_colour() -> None:
    game = with_character(2, boards={"A": {"dining": {"red": 1}}, "B": holding("blue")})
    game.perform(use(2))
    assert professors(game) == {"red": "A", "blue": "B"}


def test_11_2_farmer_needs_as_many_as_every_other_player() -> None:
    game = with_character(
        2,
        players=3,
        boards={"A": {"dining": {"red": 2}}, "B": holding("red", dining={"red": 2}), "C": {"dining": {"red": 3}}},
    )
    game.perform(use(2))
    assert professors(game) == {"red": "B"}


def test_11_2_farmer_ties_count_for_placements_of_this_turn() -> None:
    game = with_character(
        2, boards={"A": {"entrance": {"red": 7}}, "B": holding("red", "blue", dining={"red": 2, "blue": 1})}
    )
    game.perform(use(2))
    for holder in "BA":
        game.perform(dine("red"))
        assert professors(game) == {"red": holder, "blue": "B"}


def test_11_2_farmer_does_not_act_on_placements_before_it_beyond_activation() -> None:
    game = with_character(2, boards={"A": {"entrance": {"red": 7}}, "B": holding("red", dining={"red": 1})})
    game.perform(dine("red"))
    assert professors(game) == {"red": "B"}
    game.perform(use(2))
    assert professors(game) == {"red": "A"}


def test_11_2_farmer_no_longer_counts_in_a_later_turn() -> None:
    # A used the farmer; in B's turn a tie of B's changes nothing.
    game = with_character(
        2,
        step="cloud",
        boards={"A": holding("red", dining={"red": 3}), "B": {"entrance": {"red": 7}, "dining": {"red": 2}}},
    )
    perform(game, use(2), take(1), dine("red"))
    assert professors(game) == {"red": "A"}


def test_11_2_farmer_what_he_took_a_rival_gets_back_only_with_strictly_more() -> None:
    game = with_character(
        2,
        step="cloud",
        boards={"A": {"dining": {"red": 2}}, "B": holding("red", entrance={"red": 7}, dining={"red": 2})},
    )
    perform(game, use(2), take(1))
    assert professors(game) == {"red": "A"}
    game.perform(dine("red"))
    assert professors(game) == {"red": "B"}


def test_11_2_farmer_holds_in_influence() -> None:
    game = with_character(
        2,
        step="mother_nature",
        boards={"A": {"dining": {"red": 2}}, "B": holding("red", dining={"red": 2})},
        islands={"2": {"students": {"red": 1}}},
    )
    perform(game, use(2), walk(1))
    assert tower(game, 2) == "white"


# 11.3 herald


def test_11_3_herald_resolves_any_group_and_mother_nature_does_not_move() -> None:
    game = with_character(3, boards={"A": holding("red")}, islands={"8": {"students": {"red": 1}}}, mother_nature=3)
    game.perform(use(3, island=8))
    assert tower(game, 8) == "white"
    assert stands_on(game) == [3]


def test_11_3_herald_may_resolve_mother_natures_own_group() -> None:
    game = with_character(3, boards={"A": holding("red")}, islands={"3": {"students": {"red": 1}}}, mother_nature=3)
    game.perform(use(3, island=3))
    assert tower(game, 3) == "white"


@pytest.mark.parametrize("tile", [5, 6, 7])
def test_11_3_herald_any_tile_names_its_group(tile: int) -> None:
    game = with_character(
        3,
        boards={"A": holding("red")},
        groups=[[5, 6, 7]],
        islands={"5": {"students": {"red": 4}, "tower": "black"}},
    )
    game.perform(use(3, island=tile))
    assert tower(game, 5) == "white"


def test_11_3_herald_may_resolve_an_empty_or_an_own_group_in_vain() -> None:
    for tile, expected in ((2, None), (9, "white")):
        game = with_character(3, islands=owned("white", 9))
        game.perform(use(3, island=tile))
        assert tower(game, tile) == expected
        assert coins(game, "A") == RICH - 3


def test_11_3_herald_may_give_the_group_to_a_rival() -> None:
    game = with_character(3, boards={"B": holding("red")}, islands={"8": {"students": {"red": 1}}})
    game.perform(use(3, island=8))
    assert tower(game, 8) == "black"


def test_11_3_herald_uses_up_a_no_entry_tile() -> None:
    game = turn(
        expert=True,
        characters={"3": {}, "5": {"no_entry": 3}},
        boards={"A": holding("red", coins=3)},
        islands={"8": {"students": {"red": 1}, "no_entry": 1}},
    )
    game.perform(use(3, island=8))
    assert tower(game, 8) is None
    assert no_entry(game, 8) == 0
    assert card(game, 5)["no_entry"] == 4


def test_11_3_herald_merges() -> None:
    game = with_character(
        3, boards={"A": holding("red")}, islands=owned("white", 7, 9) | {"8": {"students": {"red": 1}}}
    )
    game.perform(use(3, island=8))
    assert group(game, 8) == [7, 8, 9]


def test_11_3_herald_before_mother_natures_own_step() -> None:
    game = with_character(
        3,
        step="mother_nature",
        boards={"A": holding("red")},
        islands={"8": {"students": {"red": 1}}, "2": {"students": {"red": 1}}},
    )
    game.perform(use(3, island=8))
    assert game.position()["step"] == "mother_nature"
    game.perform(walk(1))
    assert (tower(game, 8), tower(game, 2)) == ("white", "white")


def test_11_3_herald_after_mother_natures_own_step() -> None:
    game = with_character(
        3,
        step="mother_nature",
        boards={"A": holding("red")},
        islands={"8": {"students": {"red": 1}}, "2": {"students": {"red": 1}}},
    )
    perform(game, walk(1), use(3, island=8))
    assert (tower(game, 8), tower(game, 2)) == ("white", "white")
    assert game.position()["step"] == "cloud"


def test_11_3_herald_ends_the_game_with_the_last_tower() -> None:
    game = with_character(
        3,
        groups=[[4, 5, 6, 7], [9, 10, 11]],
        islands=owned("black", 4, 9) | {"2": {"students": {"red": 1}}},
        boards={"A": {"entrance": {"blue": 7}}, "B": holding("red")},
    )
    game.perform(use(3, island=2))
    assert winners(game) == "B"


def test_11_3_herald_ends_the_game_with_the_third_group() -> None:
    game = with_character(
        3,
        groups=[[1, 2, 3, 4, 5], [7, 8, 9, 10, 11]],
        islands=owned("white", 1) | owned("black", 7) | {"6": {"students": {"red": 1}}},
        boards={"A": {"entrance": {"blue": 7}}, "B": holding("red")},
    )
    game.perform(use(3, island=6))
    assert winners(game) == "B"


# 11.4 messenger


@pytest.mark.parametrize(("value", "most"), [(1, 3), (4, 4), (9, 7)])
def test_11_4_messenger_allows_two_more_steps(value: int, most: int) -> None:
    for steps in range(1, most + 1):
        game = with_character(4, step="mother_nature", assistants={"A": value, "B": 10})
        perform(game, use(4), walk(steps))
        assert stands_on(game) == [1 + steps]


@pytest.mark.parametrize(("value", "most"), [(1, 3), (4, 4), (9, 7)])
def test_11_4_messenger_allows_no_more_than_that_and_at_least_one(value: int, most: int) -> None:
    game = with_character(4, step="mother_nature", assistants={"A": value, "B": 10})
    assert refused(game, walk(most)) == "too_many_steps"
    game.perform(use(4))
    assert refused(game, walk(most + 1)) == "too_many_steps"
    assert refused(game, walk(0)) == "too_many_steps"


def test_11_4_messenger_used_early_still_counts_when_mother_nature_moves() -> None:
    game = with_character(4, assistants={"A": 1, "B": 10}, boards={"A": {"entrance": {"red": 7}}})
    perform(game, use(4), *[send("red", 9)] * 3, walk(3))
    assert stands_on(game) == [4]


def test_11_4_messenger_does_not_help_the_next_player() -> None:
    game = with_character(4, assistants={"A": 1, "B": 2}, step="cloud", boards={"B": {"entrance": {"red": 3}}})
    perform(game, use(4), take(1), *[send("red", 9)] * 3)
    assert refused(game, walk(2)) == "too_many_steps"


# 11.5 herbalist


def test_11_5_herbalist_puts_a_no_entry_tile_on_a_group() -> None:
    game = with_character(5)
    assert card(game, 5)["no_entry"] == 4
    game.perform(use(5, island=8))
    assert no_entry(game, 8) == 1
    assert card(game, 5)["no_entry"] == 3


def test_11_5_herbalist_the_tile_stops_the_next_resolution_only() -> None:
    game = turn(
        step="mother_nature",
        expert=True,
        characters={"3": {}, "5": {}},
        boards={"A": holding("red", coins=2), "B": {"coins": 3}},
        islands={"2": {"students": {"red": 2}}},
    )
    perform(game, use(5, island=2), walk(1))
    assert tower(game, 2) is None
    assert card(game, 5)["no_entry"] == 4
    # The protection is gone: B's herald gives the group to white.
    perform(game, take(1), use(3, island=2))
    assert tower(game, 2) == "white"


def test_11_5_herbalist_passing_over_does_nothing() -> None:
    game = with_character(5, step="mother_nature", islands={"3": {"students": {"red": 1}}})
    perform(game, use(5, island=3), walk(3))
    assert no_entry(game, 3) == 1


def test_11_5_herbalist_a_tile_where_she_stands_works_from_the_next_resolution_on() -> None:
    game = with_character(5, step="mother_nature", mother_nature=6)
    game.perform(use(5, island=6))
    assert no_entry(game, 6) == 1
    game.perform(walk(1))
    assert no_entry(game, 6) == 1


def test_11_5_herbalist_several_tiles_are_used_up_one_by_one() -> None:
    game = turn(
        step="mother_nature",
        expert=True,
        characters={"3": {}, "5": {"no_entry": 2}},
        boards={"A": holding("red", coins=3)},
        islands={"2": {"students": {"red": 2}, "no_entry": 2}},
    )
    game.perform(walk(1))
    assert no_entry(game, 2) == 1
    game.perform(use(3, island=2))
    assert no_entry(game, 2) == 0
    assert card(game, 5)["no_entry"] == 4
    assert tower(game, 2) is None


def test_11_5_herbalist_a_second_tile_may_be_put_on_the_same_group() -> None:
    game = with_character(5, {"no_entry": 3}, islands={"8": {"no_entry": 1}})
    game.perform(use(5, island=8))
    assert no_entry(game, 8) == 2


def test_11_5_herbalist_merging_by_a_neighbour_is_not_prevented() -> None:
    game = with_character(
        5,
        {"no_entry": 3},
        step="mother_nature",
        boards={"A": holding("red")},
        islands={"2": {"students": {"red": 1}}, "3": {"tower": "white", "no_entry": 1}},
    )
    game.perform(walk(1))
    assert group(game, 2) == [2, 3]
    assert no_entry(game, 2) == 1


def test_11_5_herbalist_without_a_tile_on_the_card_is_unusable() -> None:
    game = with_character(5, {"no_entry": 0}, islands={"8": {"no_entry": 4}})
    assert refused(game, use(5, island=3)) == "effect_impossible"


# 11.6 centaur


def test_11_6_centaur_towers_count_nothing() -> None:
    def before() -> Game:
        return with_character(
            6,
            step="mother_nature",
            boards={"A": holding("red")},
            groups=[[2, 3, 4]],
            islands={"2": {"students": {"red": 1}, "tower": "black"}},
        )

    plain, centaur = before(), before()
    plain.perform(walk(1))
    assert tower(plain, 2) == "black"
    perform(centaur, use(6), walk(1))
    assert [tower(centaur, tile) for tile in (2, 3, 4)] == ["white"] * 3


def test_11_6_centaur_an_owner_who_ties_keeps_the_group() -> None:
    game = with_character(
        6,
        step="mother_nature",
        boards={"A": holding("red"), "B": holding("blue")},
        islands={"2": {"students": {"red": 1, "blue": 1}, "tower": "black"}},
    )
    perform(game, use(6), walk(1))
    assert tower(game, 2) == "black"


def test_11_6_centaur_a_group_without_influential_students_keeps_its_owner() -> None:
    game = with_character(6, step="mother_nature", boards={"A": holding("red")}, islands=owned("black", 2))
    perform(game, use(6), walk(1))
    assert tower(game, 2) == "black"


def test_11_6_centaur_does_not_last_beyond_the_turn() -> None:
    game = with_character(
        6,
        step="cloud",
        boards={"A": {}, "B": holding("red", entrance={"blue": 3})},
        islands={"2": {"students": {"red": 1}, "tower": "white"}},
    )
    perform(game, use(6), take(1), *[send("blue", 9)] * 3, walk(1))
    assert tower(game, 2) == "white"


# 11.7 jester


@pytest.mark.parametrize("size", [1, 2, 3])
def test_11_7_jester_swaps_one_to_three_students(size: int) -> None:
    game = with_character(7, {"students": {"red": 6}}, boards={"A": {"entrance": {"blue": 7}}}, bag={"pink": 5})
    game.perform(use(7, from_card=["red"] * size, from_entrance=["blue"] * size))
    assert entrance(game, "A") == {"red": size, "blue": 7 - size}
    assert card(game, 7)["students"] == ({"red": 6 - size, "blue": size})
    assert game.position()["bag"] == {"pink": 5}


def test_11_7_jester_mixed_colours() -> None:
    game = with_character(
        7,
        {"students": {"red": 2, "green": 2, "pink": 2}},
        boards={"A": {"entrance": {"blue": 4, "yellow": 2, "red": 1}}},
    )
    game.perform(use(7, from_card=["red", "pink", "red"], from_entrance=["yellow", "blue", "red"]))
    assert entrance(game, "A") == {"red": 2, "yellow": 1, "pink": 1, "blue": 3}
    assert card(game, 7)["students"] == {"green": 2, "red": 1, "yellow": 1, "pink": 1, "blue": 1}


@pytest.mark.parametrize(
    ("from_card", "from_entrance"),
    [([], []), (["red"] * 4, ["blue"] * 4), (["red"], []), (["red", "red"], ["blue"]), ([], ["blue"])],
)
def test_11_7_jester_lists_of_equal_length_one_to_three(from_card: list[str], from_entrance: list[str]) -> None:
    game = with_character(7, {"students": {"red": 6}}, boards={"A": {"entrance": {"blue": 7}}})
    assert refused(game, use(7, from_card=from_card, from_entrance=from_entrance)) == "unequal_swap"


def test_11_7_jester_only_what_is_there() -> None:
    game = with_character(7, {"students": {"red": 5, "pink": 1}}, boards={"A": {"entrance": {"blue": 6, "green": 1}}})
    assert refused(game, use(7, from_card=["blue"], from_entrance=["blue"])) == "student_not_on_card"
    assert refused(game, use(7, from_card=["pink"] * 2, from_entrance=["blue"] * 2)) == "student_not_on_card"
    assert refused(game, use(7, from_card=["red"], from_entrance=["red"])) == "student_not_in_entrance"
    assert refused(game, use(7, from_card=["red"] * 2, from_entrance=["green"] * 2)) == "student_not_in_entrance"


def test_11_7_jester_a_student_just_given_cannot_be_taken_back_in_the_same_swap() -> None:
    # All chosen students leave before any is put down: the card's only red student cannot serve twice.
    game = with_character(7, {"students": {"red": 1, "pink": 5}}, boards={"A": {"entrance": {"blue": 1, "green": 6}}})
    action = use(7, from_card=["red", "blue"], from_entrance=["blue", "red"])
    assert refused(game, action) in {"student_not_on_card", "student_not_in_entrance"}


def test_11_7_jester_moves_neither_professors_nor_coins() -> None:
    game = with_character(
        7, {"students": {"red": 6}}, boards={"A": {"entrance": {"blue": 7}, "dining": {"red": 2}}, "B": holding("red")}
    )
    game.perform(use(7, from_card=["red"] * 3, from_entrance=["blue"] * 3))
    assert professors(game) == {"red": "B"}
    assert coins(game, "A") == RICH - 1


# 11.8 knight


def test_11_8_knight_gives_two_more_influence() -> None:
    def before() -> Game:
        return with_character(
            8,
            step="mother_nature",
            boards={"A": holding("red"), "B": holding("blue")},
            islands={"2": {"students": {"red": 1, "blue": 2}}},
        )

    plain, knight = before(), before()
    plain.perform(walk(1))
    assert tower(plain, 2) == "black"
    perform(knight, use(8), walk(1))
    assert tower(knight, 2) == "white"


def test_11_8_knight_two_more_and_not_three() -> None:
    game = with_character(
        8, step="mother_nature", boards={"B": holding("blue")}, islands={"2": {"students": {"blue": 2}}}
    )
    perform(game, use(8), walk(1))
    assert tower(game, 2) is None


def test_11_8_knight_takes_an_empty_group() -> None:
    game = with_character(8, step="mother_nature")
    perform(game, use(8), walk(1))
    assert tower(game, 2) == "white"


def test_11_8_knight_counts_for_the_users_side_only() -> None:
    game = with_character(8, player="B", step="mother_nature", players=3)
    perform(game, use(8), walk(1))
    assert tower(game, 2) == "black"


@pytest.mark.parametrize(("student_count", "expected"), [(1, "black"), (2, None), (3, "white")])
def test_11_8_knight_a_team_gets_it_once(student_count: int, expected: str | None) -> None:
    # D is the user; B has no students on the group but is of the same team.
    game = with_character(
        8,
        player="D",
        players=4,
        step="mother_nature",
        boards={"A": holding("red")},
        islands={"2": {"students": {"red": student_count}}},
    )
    perform(game, use(8), walk(1))
    assert tower(game, 2) == expected


def test_11_8_knight_does_not_last_beyond_the_turn() -> None:
    game = with_character(8, step="cloud", boards={"B": {"entrance": {"blue": 3}}})
    perform(game, use(8), take(1), *[send("blue", 9)] * 3, walk(1))
    assert tower(game, 2) is None


# 11.9 mushroom hunter


def test_11_9_mushroom_hunter_students_of_the_colour_give_no_influence() -> None:
    def before() -> Game:
        return with_character(
            9,
            step="mother_nature",
            boards={"A": holding("red"), "B": holding("blue", "pink")},
            islands={"2": {"students": {"red": 2, "blue": 2, "pink": 1}}},
        )

    for colour, expected in (("blue", "white"), ("pink", None), ("red", "black"), ("green", "black")):
        game = before()
        perform(game, use(9, colour=colour), walk(1))
        assert tower(game, 2) == expected


def test_11_9_mushroom_hunter_towers_still_count() -> None:
    game = with_character(
        9,
        step="mother_nature",
        boards={"A": holding("red"), "B": holding("blue")},
        groups=[[2, 3]],
        islands={"2": {"students": {"red": 2, "blue": 4}, "tower": "black"}},
    )
    perform(game, use(9, colour="blue"), walk(1))
    assert tower(game, 2) == "black"


def test_11_9_mushroom_hunter_acts_on_everybody_the_user_included() -> None:
    game = with_character(
        9, step="mother_nature", boards={"A": holding("red")}, islands={"2": {"students": {"red": 5}}}
    )
    perform(game, use(9, colour="red"), walk(1))
    assert tower(game, 2) is None


def test_11_9_mushroom_hunter_leaves_professors_untouched() -> None:
    game = with_character(9, boards={"A": {"entrance": {"red": 7}}, "B": holding("blue")})
    perform(game, use(9, colour="red"), dine("red"))
    assert professors(game) == {"red": "A", "blue": "B"}


def test_11_9_mushroom_hunter_does_not_last_beyond_the_turn() -> None:
    game = with_character(
        9,
        step="cloud",
        boards={"B": holding("red", entrance={"blue": 3})},
        islands={"2": {"students": {"red": 1}}},
    )
    perform(game, use(9, colour="red"), take(1), *[send("blue", 9)] * 3, walk(1))
    assert tower(game, 2) == "black"


# 11.10 minstrel


@pytest.mark.parametrize("size", [1, 2])
def test_11_10_minstrel_swaps_one_or_two_students(size: int) -> None:
    game = with_character(10, boards={"A": {"entrance": {"blue": 7}, "dining": {"red": 2}}})
    game.perform(use(10, from_entrance=["blue"] * size, from_dining=["red"] * size))
    assert entrance(game, "A") == {"red": size, "blue": 7 - size}
    assert dining(game, "A") == {"blue": size} | ({"red": 1} if size == 1 else {})


@pytest.mark.parametrize(
    ("from_entrance", "from_dining"),
    [([], []), (["blue"] * 3, ["red"] * 3), (["blue"], []), (["blue", "blue"], ["red"]), ([], ["red"])],
)
def test_11_10_minstrel_lists_of_equal_length_one_or_two(from_entrance: list[str], from_dining: list[str]) -> None:
    game = with_character(10, boards={"A": {"entrance": {"blue": 7}, "dining": {"red": 5}}})
    assert refused(game, use(10, from_entrance=from_entrance, from_dining=from_dining)) == "unequal_swap"


def test_11_10_minstrel_only_what_is_there() -> None:
    game = with_character(
        10,
        boards={
            "A": {"entrance": {"blue": 6, "green": 1}, "dining": {"red": 4, "pink": 1}},
            "B": {"dining": {"blue": 3}},
        },
    )
    assert refused(game, use(10, from_entrance=["red"], from_dining=["red"])) == "student_not_in_entrance"
    assert refused(game, use(10, from_entrance=["green"] * 2, from_dining=["red"] * 2)) == "student_not_in_entrance"
    assert refused(game, use(10, from_entrance=["blue"], from_dining=["blue"])) == "student_not_in_dining"
    assert refused(game, use(10, from_entrance=["blue"] * 2, from_dining=["pink"] * 2)) == "student_not_in_dining"


def test_11_10_minstrel_a_student_of_the_same_colour_may_be_swapped() -> None:
    game = with_character(10, boards={"A": {"entrance": {"red": 7}, "dining": {"red": 10}}})
    game.perform(use(10, from_entrance=["red"], from_dining=["red"]))
    assert (entrance(game, "A"), dining(game, "A")) == ({"red": 7}, {"red": 10})


def test_11_10_minstrel_a_placement_may_earn_a_coin() -> None:
    game = with_character(10, boards={"A": {"entrance": {"blue": 7}, "dining": {"red": 1, "blue": 2}}})
    game.perform(use(10, from_entrance=["blue"], from_dining=["red"]))
    assert coins(game, "A") == RICH - 1 + 1


def test_11_10_minstrel_first_all_leave_then_all_are_seated() -> None:
    # A table of three: one leaves, two come. The seats filled are 3 and 4, the third pays again.
    game = with_character(10, boards={"A": {"entrance": {"red": 7}, "dining": {"red": 3, "blue": 1}}})
    game.perform(use(10, from_entrance=["red", "red"], from_dining=["blue", "red"]))
    assert dining(game, "A") == {"red": 4}
    assert coins(game, "A") == RICH - 1 + 1
    # A table of two from which two leave: seats 1 and 2 are filled, no coin.
    game = with_character(10, boards={"A": {"entrance": {"red": 7}, "dining": {"red": 2}}})
    game.perform(use(10, from_entrance=["red", "red"], from_dining=["red", "red"]))
    assert dining(game, "A") == {"red": 2}
    assert coins(game, "A") == RICH - 1


def test_11_10_minstrel_a_placement_may_take_a_professor() -> None:
    game = with_character(
        10,
        boards={
            "A": holding("red", entrance={"blue": 7}, dining={"red": 1, "blue": 1}),
            "B": holding("blue", dining={"blue": 1}),
        },
    )
    game.perform(use(10, from_entrance=["blue"], from_dining=["red"]))
    assert professors(game) == {"red": "A", "blue": "A"}


def test_11_10_minstrel_professors_are_compared_after_all_chosen_students_left() -> None:
    # Two red students leave and one comes back: with 2 to 2 the rival's professor stays, though 3 were there before.
    game = with_character(
        10,
        boards={
            "A": {"entrance": {"red": 1, "pink": 6}, "dining": {"red": 3}},
            "B": holding("red", dining={"red": 2}),
        },
    )
    game.perform(use(10, from_entrance=["red", "pink"], from_dining=["red", "red"]))
    assert dining(game, "A") == {"red": 2, "pink": 1}
    assert professors(game) == {"red": "B", "pink": "A"}


def test_11_10_minstrel_a_colour_that_lost_students_is_not_checked_again() -> None:
    game = with_character(
        10,
        boards={
            "A": holding("red", entrance={"blue": 7}, dining={"red": 2}),
            "B": {"dining": {"red": 1}, "entrance": {"red": 7}},
        },
        step="cloud",
    )
    game.perform(use(10, from_entrance=["blue", "blue"], from_dining=["red", "red"]))
    assert professors(game) == {"red": "A", "blue": "A"}
    # The rival gets it with his next own placement that leaves him strictly ahead.
    perform(game, take(1), dine("red"))
    assert professors(game) == {"red": "B", "blue": "A"}


def test_11_10_minstrel_no_table_may_exceed_ten_at_the_end() -> None:
    game = with_character(10, boards={"A": {"entrance": {"red": 7}, "dining": {"red": 10, "blue": 2}}})
    assert refused(game, use(10, from_entrance=["red"], from_dining=["blue"])) == "table_full"
    game = with_character(10, boards={"A": {"entrance": {"red": 7}, "dining": {"red": 9, "blue": 2}}})
    assert refused(game, use(10, from_entrance=["red", "red"], from_dining=["blue", "blue"])) == "table_full"
    game.perform(use(10, from_entrance=["red"], from_dining=["blue"]))
    assert dining(game, "A") == {"red": 10, "blue": 1}


@pytest.mark.parametrize("from_dining", [["blue", "red"], ["red", "blue"]])
@pytest.mark.parametrize("from_entrance", [["red", "pink"], ["pink", "red"]])
def test_11_10_minstrel_a_full_table_that_loses_a_student_may_get_one(
    from_entrance: list[str], from_dining: list[str]
) -> None:
    game = with_character(10, boards={"A": {"entrance": {"red": 4, "pink": 3}, "dining": {"red": 10, "blue": 2}}})
    game.perform(use(10, from_entrance=from_entrance, from_dining=from_dining))
    assert dining(game, "A") == {"red": 10, "pink": 1, "blue": 1}
    assert entrance(game, "A") == {"red": 4, "pink": 2, "blue": 1}


@pytest.mark.parametrize(("hall", "seats"), [({}, {"blue": 7}), ({"red": 3}, {})])
def test_11_10_minstrel_with_nothing_to_swap_is_unusable(hall: dict[str, int], seats: dict[str, int]) -> None:
    game = with_character(10, boards={"A": {"entrance": seats, "dining": hall}})
    assert refused(game, use(10, from_entrance=["blue"], from_dining=["red"])) == "effect_impossible"


# 11.11 princess


def test_11_11_princess_a_card_student_is_seated_and_one_is_drawn() -> None:
    game = with_character(
        11, {"students": {"red": 2, "blue": 2}}, bag={"pink": 9}, boards={"A": {"dining": {"red": 4}}}
    )
    game.perform(use(11, colour="red"))
    assert dining(game, "A") == {"red": 5}
    assert card(game, 11)["students"] == {"red": 1, "pink": 1, "blue": 2}
    assert game.position()["bag"] == {"pink": 8}


def test_11_11_princess_coin_and_professor_as_for_any_placement() -> None:
    game = with_character(
        11,
        {"students": {"red": 4}},
        boards={"A": {"dining": {"red": 2}}, "B": holding("red", dining={"red": 2})},
    )
    game.perform(use(11, colour="red"))
    assert coins(game, "A") == RICH - 2 + 1
    assert professors(game) == {"red": "A"}


def test_11_11_princess_a_tie_takes_no_professor() -> None:
    game = with_character(
        11,
        {"students": {"red": 4}},
        boards={"A": {"dining": {"red": 1}}, "B": holding("red", dining={"red": 2})},
    )
    game.perform(use(11, colour="red"))
    assert professors(game) == {"red": "B"}


def test_11_11_princess_not_with_a_full_table_of_that_colour() -> None:
    game = with_character(11, {"students": {"red": 3, "blue": 1}}, boards={"A": {"dining": {"red": 10}}})
    assert refused(game, use(11, colour="red")) == "table_full"
    game.perform(use(11, colour="blue"))


def test_11_11_princess_only_a_student_of_the_card() -> None:
    game = with_character(11, {"students": {"red": 4}})
    assert refused(game, use(11, colour="blue")) == "student_not_on_card"


def test_11_11_princess_an_empty_card_is_unusable() -> None:
    assert refused(with_character(11, {"students": {}}), use(11, colour="red")) == "effect_impossible"


def test_11_11_princess_with_all_tables_of_the_cards_colours_full_is_unusable() -> None:
    game = with_character(11, {"students": {"red": 2, "blue": 2}}, boards={"A": {"dining": {"red": 10, "blue": 10}}})
    assert refused(game, use(11, colour="red")) == "effect_impossible"
    assert coins(game, "A") == RICH


def test_11_11_princess_with_an_empty_bag_the_card_stays_one_short() -> None:
    game = with_character(11, {"students": {"red": 4}}, bag={}, last_round=True)
    game.perform(use(11, colour="red"))
    assert card(game, 11)["students"] == {"red": 3}


def test_11_11_princess_does_not_touch_the_entrance() -> None:
    game = with_character(11, {"students": {"red": 4}}, boards={"A": {"entrance": {"red": 7}}})
    game.perform(use(11, colour="red"))
    assert entrance(game, "A") == {"red": 7}
    assert game.position()["moved"] == 0


# 11.12 thief


def test_11_12_thief_every_player_puts_three_back_or_all_he_has() -> None:
    game = with_character(
        12,
        players=4,
        bag={"blue": 2},
        boards={
            "A": {"dining": {"red": 4, "blue": 4}},
            "B": {"dining": {"red": 3}},
            "C": {"dining": {"red": 2, "pink": 1}},
            "D": {"entrance": {"red": 5}},
        },
    )
    game.perform(use(12, colour="red"))
    assert [dining(game, player) for player in "ABCD"] == [{"red": 1, "blue": 4}, {}, {"pink": 1}, {}]
    assert entrance(game, "D") == {"red": 5}
    assert game.position()["bag"] == {"red": 8, "blue": 2}


def test_11_12_thief_takes_no_coins() -> None:
    game = with_character(12, boards={"A": {"dining": {"red": 3}}, "B": {"coins": 4, "dining": {"red": 6}}})
    game.perform(use(12, colour="red"))
    assert (coins(game, "A"), coins(game, "B")) == (RICH - 3, 4)


def test_11_12_thief_moves_no_professor_even_from_a_holder_left_with_none() -> None:
    game = with_character(12, boards={"A": {"dining": {"red": 1}}, "B": holding("red", dining={"red": 3})})
    game.perform(use(12, colour="red"))
    assert professors(game) == {"red": "B"}
    assert board(game, "B")["dining"] == {}


def test_11_12_thief_one_student_is_enough_against_a_holder_left_with_none() -> None:
    game = with_character(12, boards={"A": {"entrance": {"red": 7}}, "B": holding("red", dining={"red": 3})})
    perform(game, use(12, colour="red"), dine("red"))
    assert professors(game) == {"red": "A"}


@pytest.mark.parametrize("colour", COLOURS)
def test_11_12_thief_is_legal_for_a_colour_that_nobody_has(colour: str) -> None:
    game = with_character(12)
    bag = game.position()["bag"]
    game.perform(use(12, colour=colour))
    assert game.position()["bag"] == bag
    assert coins(game, "A") == RICH - 3
    assert supply(game) == 20 - RICH - 1 + 2
