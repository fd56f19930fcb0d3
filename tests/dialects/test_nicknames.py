"""`name[@CODE][#secret]`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.nicknames import Nickname, read
from ludoteca.house.refusals import Refusal, Refused


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("Ada", Nickname("Ada")),
        ("Ada@KDTWPQ", Nickname("Ada", "KDTWPQ")),
        ("Ada@kdt-wpq", Nickname("Ada", "KDTWPQ")),
        ("Ada#1234", Nickname("Ada", None, "1234")),
        ("Ada@KDTWPQ#a # b@c", Nickname("Ada", "KDTWPQ", "a # b@c")),
        ("Ada#pässe", Nickname("Ada", None, "pässe")),
        ("A.b_c-9", Nickname("A.b_c-9")),
    ],
)
def test_the_parts_of_a_nickname(typed: str, parts: Nickname) -> None:
    assert read(typed) == parts


@pytest.mark.parametrize("typed", ["", "#1234", "@KDTWPQ", "A da", "Ada ", "x" * 21, "Änne", "Ada\n"])
def test_names_that_are_none(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        read(typed)
    assert refused.value.code is Refusal.BAD_NAME


@pytest.mark.parametrize("secret", ["", "abc", "x" * 65, "ab\tcd"])
def test_secrets_that_are_none(secret: str) -> None:
    with pytest.raises(Refused) as refused:
        read(f"Ada#{secret}")
    assert refused.value.code is Refusal.BAD_SECRET


@pytest.mark.parametrize("code", ["", "KDTWP", "KDTWPQA", "KDTW1Q"])
def test_codes_that_no_table_has(code: str) -> None:
    with pytest.raises(Trouble) as trouble:
        read(f"Ada@{code}")
    assert trouble.value.code is Problem.NO_SUCH_TABLE


def test_where_games_are_listed_a_name_has_no_code() -> None:
    assert read("Ada#1234", with_code=False) == Nickname("Ada", None, "1234")
    with pytest.raises(Refused, match="bad_name"):
        read("Ada@KDTWPQ", with_code=False)


def test_a_secret_is_never_shown() -> None:
    assert "1234" not in repr(read("Ada#1234"))


@given(st.text(max_size=80))
def test_whatever_is_typed_has_parts_or_is_refused(typed: str) -> None:
    try:
        found = read(typed)
    except (Refused, Trouble):
        return
    assert typed.startswith(found.name)
