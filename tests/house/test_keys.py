"""Codes that move a seat to another device."""

from __future__ import annotations

from ludoteca.house import commands, keys
from ludoteca.house.keys import MOVE_SPAN

from .tables import Evening


def evening() -> Evening:
    made = Evening("eriantys", 3)
    made.sit("Anna", "Bea")
    made.sit_bots("Rob")
    return made


def test_a_code_is_eight_letters_and_names_the_seat() -> None:
    table = evening().table
    code, until = keys.moving_code(table, 1, 1000)
    assert (len(code), until) == (8, 2 * MOVE_SPAN)
    assert keys.seat_of_moving_code(table, f"{code[:4].lower()}-{code[4:]}", 1000) == 1
    assert keys.moving_code(table, 0, 1000)[0] != code


def test_it_holds_until_the_time_it_says_and_not_longer() -> None:
    table = evening().table
    code, until = keys.moving_code(table, 1, MOVE_SPAN - 1)
    assert keys.seat_of_moving_code(table, code, until - 1) == 1
    assert keys.seat_of_moving_code(table, code, until) is None


def test_it_is_worth_nothing_once_it_was_used() -> None:
    made = evening()
    code, _ = keys.moving_code(made.table, 1, 0)
    made.do(commands.Rekey(1, keys.token_of("another key")))
    assert keys.seat_of_moving_code(made.table, code, 0) is None


def test_what_is_no_code_moves_nothing() -> None:
    table = evening().table
    for typed in ("", "ABCDEFGH", "ABC", "0OIL1234", "é" * 8):
        assert keys.seat_of_moving_code(table, typed, 0) is None


def test_a_bot_is_not_moved() -> None:
    table = evening().table
    code, _ = keys.moving_code(table, 2, 0)
    assert keys.seat_of_moving_code(table, code, 0) is None


def test_a_code_of_one_table_is_none_of_another() -> None:
    one, other = evening().table, evening().table
    other.code = "ABCDEF"
    code, _ = keys.moving_code(one, 1, 0)
    assert keys.seat_of_moving_code(other, code, 0) is None
