"""§10: the expert variant, coins and the use of characters in general."""

from typing import Any

import pytest

from .positions import (
    COINS,
    END_TURN,
    Game,
    Json,
    board,
    card,
    coins,
    dine,
    dining,
    perform,
    planning,
    refused,
    send,
    supply,
    take,
    turn,
    use,
    walk,
)

PRINTED_PRICES = {1: 1, 2: 2, 3: 3, 4: 1, 5: 2, 6: 3, 7: 1, 8: 2, 9: 3, 10: 1, 11: 2, 12: 3}

# One use of every character; each is possible in `rich_turn` and earns no coin there.
USES = {
    1: use(1, colour="red", island=3),
    2: use(2),
    3: use(3, island=3),
    4: use(4),
    5: use(5, island=3),
    6: use(6),
    7: use(7, from_card=["red"], from_entrance=["blue"]),
    8: use(8),
    9: use(9, colour="pink"),
    10: use(10, from_entrance=["blue"], from_dining=["green"]),
    11: use(11, colour="red"),
    12: use(12, colour="yellow"),
}
EVERY_CHARACTER = sorted(USES)
STUDENTS_ON_CARD = {1: {"red": 4}, 7: {"red": 6}, 11: {"red": 4}}


def in_play(number: int, *, used: bool = False) -> Json:
    students = {"students": STUDENTS_ON_CARD[number]} if number in STUDENTS_ON_CARD else {}
    return {str(number): {"used": used} | students}


def rich_turn(*numbers: int, money: int = 10, used: bool = False, **keys: Any) -> Game:
    """A's turn with these characters in play, so much money, and students of every kind that a character may want."""
    characters: Json = {}
    for number in numbers:
        characters |= in_play(number, used=used)
    boards = {"A": {"coins": money, "entrance": {"blue": 7}, "dining": {"green": 1}}}
    return turn(expert=True, characters=characters, **({"boards": boards} | keys))


@pytest.mark.parametrize("seat", range(1, 11))
def test_10_income_seats_3_6_and_9_of_a_table_pay_a_coin(seat: int) -> None:
    game = turn(expert=True, boards={"A": {"entrance": {"red": 7}, "dining": {"red": seat - 1}}})
    game.perform(dine("red"))
    income = 1 if seat in (3, 6, 9) else 0
    assert coins(game, "A") == 1 + income
    assert supply(game) == 18 - income


def test_10_income_each_table_is_counted_for_itself() -> None:
    game = turn(expert=True, boards={"A": {"entrance": {"red": 7}, "dining": {"blue": 2, "red": 1, "pink": 8}}})
    game.perform(dine("red"))
    assert coins(game, "A") == 1


def test_10_income_students_on_islands_pay_nothing() -> None:
    game = turn(expert=True, boards={"A": {"entrance": {"red": 7}, "dining": {"red": 2}}})
    perform(game, send("red", 4), send("red", 4), send("red", 4))
    assert coins(game, "A") == 1


def test_10_income_the_basic_game_has_no_coins() -> None:
    game = turn(boards={"A": {"entrance": {"red": 7}, "dining": {"red": 2}}})
    game.perform(dine("red"))
    assert "coins" not in board(game, "A")
    assert "supply" not in game.position()


def test_10_income_an_empty_supply_pays_nothing_and_owes_nothing() -> None:
    game = turn(
        expert=True,
        boards={"A": {"coins": 12, "entrance": {"red": 4, "blue": 3}, "dining": {"red": 2}}, "B": {"coins": 8}},
        characters={"4": {}},
    )
    assert supply(game) == 0
    game.perform(dine("red"))
    assert (coins(game, "A"), supply(game)) == (12, 0)
    # The second use of a card pays a coin into the supply: it stays there.
    used = turn(
        expert=True,
        boards={"A": {"coins": 11, "entrance": {"red": 4, "blue": 3}, "dining": {"red": 2}}, "B": {"coins": 8}},
        characters={"4": {"used": True}},
    )
    perform(used, dine("red"), use(4))
    assert (coins(used, "A"), supply(used)) == (9, 2)


def test_10_income_a_seat_filled_again_pays_again() -> None:
    game = turn(
        expert=True,
        boards={"A": {"coins": 1, "entrance": {"red": 6, "blue": 1}, "dining": {"red": 2}}},
        characters={"10": {}},
    )
    game.perform(dine("red"))
    assert coins(game, "A") == 2
    game.perform(use(10, from_entrance=["blue"], from_dining=["red"]))
    assert (dining(game, "A"), coins(game, "A")) == ({"red": 2, "blue": 1}, 1)
    game.perform(dine("red"))
    assert coins(game, "A") == 2


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_using_a_character_before_between_and_after_the_student_moves(number: int) -> None:
    for moved in (0, 1, 2):
        game = rich_turn(number, moved=moved)
        game.perform(USES[number])
        position = game.position()
        assert (position["step"], position["moved"], position["active"]) == ("students", moved, "A")
        assert position["character_used"] is True


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_using_a_character_before_and_after_mother_nature_moved(number: int) -> None:
    for step in ("mother_nature", "cloud"):
        game = rich_turn(number, step=step)
        game.perform(USES[number])
        assert game.position()["step"] == step
        assert game.position()["active"] == "A"


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_using_a_character_until_the_turn_ends_when_there_is_no_cloud_step(number: int) -> None:
    game = rich_turn(number, step="end", clouds_short=True, last_round=True)
    game.perform(USES[number])
    assert game.position()["step"] == "end"
    game.perform(END_TURN)
    assert game.position()["active"] == "B"


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_using_a_character_never_in_the_planning_phase(number: int) -> None:
    boards = {"A": {"coins": 10, "entrance": {"blue": 7}, "dining": {"green": 1}}}
    game = planning(expert=True, characters=in_play(number), boards=boards)
    assert refused(game, USES[number]) == "wrong_phase"


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_using_a_character_never_in_the_basic_game(number: int) -> None:
    game = turn(boards={"A": {"entrance": {"blue": 7}, "dining": {"green": 1}}})
    assert refused(game, USES[number]) == "wrong_phase"


def test_10_using_a_character_is_possible_only_once_a_turn() -> None:
    game = rich_turn(4, 8, 2)
    game.perform(use(8))
    assert refused(game, use(4)) == "character_already_used"
    assert refused(game, use(8)) == "character_already_used"
    perform(game, send("blue", 1), send("blue", 1), send("blue", 1), walk(1))
    assert refused(game, use(4)) == "character_already_used"


def test_10_using_a_character_is_possible_again_for_the_next_player() -> None:
    boards = {"A": {"coins": 5}, "B": {"coins": 5}}
    game = rich_turn(4, boards=boards, step="cloud")
    perform(game, use(4), take(1))
    assert game.position()["character_used"] is False
    game.perform(use(4))
    # B pays the raised price (§10.2).
    assert (coins(game, "A"), coins(game, "B")) == (4, 3)


def test_10_using_a_character_is_for_the_active_player_alone() -> None:
    game = rich_turn(4, boards={"A": {"coins": 1}, "B": {"coins": 5}})
    assert refused(game, use(4) | {"by": "B"}) == "not_your_turn"
    game.perform(use(4) | {"by": "A"})


def test_10_using_a_character_does_not_count_as_a_student_move() -> None:
    for number in (1, 7, 10, 11):
        game = rich_turn(number)
        game.perform(USES[number])
        for _ in range(3):
            assert game.position()["step"] == "students"
            game.perform(send("blue", 1))
        assert game.position()["step"] == "mother_nature"


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_1_the_character_must_be_one_of_those_in_play(number: int) -> None:
    others = [other for other in EVERY_CHARACTER if other != number][:3]
    assert refused(rich_turn(*others), USES[number]) == "character_not_in_play"


@pytest.mark.parametrize("number", [0, 13, -1])
def test_10_1_there_are_twelve_characters(number: int) -> None:
    assert refused(rich_turn(2, 4, 6), use(number)) == "no_such_character"


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_1_the_player_must_be_able_to_pay(number: int) -> None:
    price = PRINTED_PRICES[number]
    assert refused(rich_turn(number, money=price - 1), USES[number]) == "not_enough_coins"
    rich_turn(number, money=price).perform(USES[number])


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_1_a_used_character_costs_one_coin_more(number: int) -> None:
    price = PRINTED_PRICES[number] + 1
    assert refused(rich_turn(number, money=price - 1, used=True), USES[number]) == "not_enough_coins"
    rich_turn(number, money=price, used=True).perform(USES[number])


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_2_the_first_use_leaves_one_coin_on_the_card(number: int) -> None:
    price = PRINTED_PRICES[number]
    game = rich_turn(number, money=10)
    assert supply(game) == 9
    game.perform(USES[number])
    assert coins(game, "A") == 10 - price
    assert supply(game) == 9 + price - 1
    assert card(game, number)["used"] is True


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_2_later_uses_pay_one_more_and_all_of_it_to_the_supply(number: int) -> None:
    price = PRINTED_PRICES[number] + 1
    game = rich_turn(number, money=10, used=True)
    assert supply(game) == 8
    game.perform(USES[number])
    assert coins(game, "A") == 10 - price
    assert supply(game) == 8 + price
    assert card(game, number)["used"] is True


def test_10_2_the_coin_on_the_card_stays_for_good() -> None:
    game = rich_turn(8, 4, boards={"A": {"coins": 8}, "B": {"coins": 8}}, step="cloud")
    perform(game, use(8), take(1), use(8))
    # 2, one of them onto the card, then 3 to the supply.
    assert (coins(game, "A"), coins(game, "B"), supply(game)) == (6, 5, 8)
    assert COINS - 6 - 5 - 8 == 1


def test_10_2_the_price_of_other_characters_does_not_rise() -> None:
    game = rich_turn(8, 4, boards={"A": {"coins": 2}, "B": {"coins": 1}}, step="cloud")
    perform(game, use(8), take(1), use(4))
    assert coins(game, "B") == 0


@pytest.mark.parametrize("number", [2, 4, 6, 8, 9])
def test_10_3_turn_effects_last_until_the_end_of_the_users_turn(number: int) -> None:
    game = rich_turn(number)
    game.perform(USES[number])
    in_force: Json = {"number": number} | ({"colour": "pink"} if number == 9 else {})
    for action in (send("blue", 1), send("blue", 1), send("blue", 1), walk(1)):
        assert game.position()["active_character"] == in_force
        game.perform(action)
    assert game.position()["active_character"] == in_force
    game.perform(take(1))
    assert game.position()["active_character"] is None
    assert game.position()["character_used"] is False


@pytest.mark.parametrize("number", [1, 3, 5, 7, 10, 11, 12])
def test_10_3_instant_effects_leave_nothing_in_force(number: int) -> None:
    game = rich_turn(number)
    game.perform(USES[number])
    assert game.position()["active_character"] is None
    assert game.position()["character_used"] is True


@pytest.mark.parametrize("number", [2, 4, 6, 8, 9])
def test_10_3_turn_effects_end_also_with_an_explicit_end_of_the_turn(number: int) -> None:
    game = rich_turn(number, step="end", clouds_short=True, last_round=True)
    perform(game, USES[number], END_TURN)
    assert game.position()["active_character"] is None
    assert game.position()["character_used"] is False


@pytest.mark.parametrize("number", EVERY_CHARACTER)
def test_10_coins_are_conserved(number: int) -> None:
    for used in (False, True):
        game = rich_turn(number, used=used)
        game.perform(USES[number])
        assert supply(game) + coins(game, "A") + coins(game, "B") + 1 == COINS
