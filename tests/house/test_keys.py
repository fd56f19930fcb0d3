"""Codes that move a seat to another device."""

from __future__ import annotations

import pytest

from ludoteca.house import commands, keys
from ludoteca.house.keys import MOVE_SPAN, DeviceCode
from ludoteca.house.table import Table

from .tables import Evening

CHANCE = b"sixteen bytes or"


def evening() -> Evening:
    made = Evening("eriantys", 3)
    made.sit("Anna", "Bea")
    made.sit_bots("Rob")
    return made


def asked(table: Table, seat: int, now: int = 0) -> tuple[str, DeviceCode]:
    return keys.device_code(table, seat, CHANCE, now)


def test_a_code_is_eight_letters_and_names_the_seat() -> None:
    table = evening().table
    code, kept = asked(table, 1, 1000)
    assert (len(code), kept.until) == (8, 1000 + MOVE_SPAN)
    assert keys.is_device_code(table, 1, kept, f"{code[:4].lower()}-{code[4:]}", 1000)
    assert not keys.is_device_code(table, 0, kept, code, 1000)
    assert code not in kept.digest


def test_it_is_drawn_by_chance() -> None:
    table = evening().table
    codes = {keys.device_code(table, 1, bytes([number]) * keys.MOVE_BYTES, 0)[0] for number in range(100)}
    assert len(codes) == 100
    with pytest.raises(ValueError, match="16 random bytes"):
        keys.device_code(table, 1, b"few", 0)


def test_it_holds_for_two_minutes_and_not_longer() -> None:
    table = evening().table
    code, kept = asked(table, 1, 5000)
    assert kept.until == 5000 + 2 * 60_000
    assert keys.is_device_code(table, 1, kept, code, kept.until - 1)
    assert not keys.is_device_code(table, 1, kept, code, kept.until)
    assert keys.is_device_code(table, 1, kept, code, 4000)  # at another server the clock is a little behind
    assert not keys.is_device_code(table, 1, kept, code, 5000 - 2 * MOVE_SPAN)


def test_it_is_worth_nothing_once_it_was_used() -> None:
    made = evening()
    code, kept = asked(made.table, 1)
    made.do(commands.Rekey(1, keys.token_of("another key")))
    assert not keys.is_device_code(made.table, 1, kept, code, 0)


def test_what_is_no_code_moves_nothing() -> None:
    table = evening().table
    _, kept = asked(table, 1)
    for typed in ("", "ABCDEFGH", "ABC", "0OIL1234", "é" * 8):
        assert not keys.is_device_code(table, 1, kept, typed, 0)


def test_a_bot_is_not_moved() -> None:
    table = evening().table
    code, kept = asked(table, 2)
    assert not keys.is_device_code(table, 2, kept, code, 0)


def test_a_code_of_one_table_is_none_of_another() -> None:
    one, other = evening().table, evening().table
    other.code = "ABCDEF"
    code, kept = asked(one, 1)
    assert not keys.is_device_code(other, 1, kept, code, 0)
