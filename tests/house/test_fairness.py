"""Commitment, key, draws: docs/fairness.md as tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import rules
from ludoteca.house import commands, fairness
from ludoteca.rules.draws import STREAM_LABEL, Draws

from .tables import SECRET, Evening, started

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
NONCES = ["anna-1", "", "carl-3"]


def in_the_page(name: str) -> str:
    found = re.search(rf"^\| {re.escape(name)} \| `([^`]+)` \|$", PAGE, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_vectors_of_the_page() -> None:
    secret = bytes.fromhex(in_the_page("secret"))
    key = fairness.game_key(secret, NONCES)
    assert secret == SECRET
    assert in_the_page("nonces") == str(NONCES).replace("'", '"')
    assert in_the_page("commitment") == fairness.commitment(secret)
    assert in_the_page("key") == key
    assert in_the_page("key without players") == fairness.game_key(secret, [])
    assert in_the_page("first of 2, 3, 4 seats") == ", ".join(str(fairness.drawn_first(key, n)) for n in (2, 3, 4))
    assert in_the_page("seed of practice") == str(fairness.practice_seed(key))
    assert in_the_page("words 0 to 8") == ", ".join(str(fairness.word(key, n)) for n in range(9))


def test_the_draws_of_the_page() -> None:
    key = fairness.game_key(SECRET, NONCES)
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    position = 0
    for bound, counter, result in rows:
        assert fairness.draw(key, position, int(bound)) == (int(counter), int(result))
        position = int(counter) + 1
    assert len(rows) == 5


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    for label in (fairness.KEY_LABEL, fairness.FIRST_LABEL, fairness.PRACTICE_LABEL, fairness.STREAM_LABEL):
        assert f'"{label.decode()}"' in PAGE
    assert fairness.STREAM_LABEL == STREAM_LABEL


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**31), max_size=20))
def test_draws_are_those_of_the_rules(key: bytes, bounds: list[int]) -> None:
    draws = Draws()
    draws.use_key(key)
    position = 0
    for bound in bounds:
        counter, result = fairness.draw(key.hex(), position, bound)
        assert result == draws.below(bound, 0)
        assert counter + 1 == draws.count
        position = counter + 1


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_different_nonces_give_different_keys(one: list[str], other: list[str]) -> None:
    assert (fairness.game_key(SECRET, one) == fairness.game_key(SECRET, other)) == (one == other)


def test_the_commitment_comes_before_every_nonce_and_draw() -> None:
    evening = Evening()
    assert evening.log[0].what.commitment == fairness.commitment(SECRET)  # type: ignore[union-attr]


@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_the_game_is_played_with_the_key_of_secret_and_nonces(game: str) -> None:
    evening = started(game, 2)
    key = fairness.game_key(SECRET, ["nonce of Anna", "nonce of Bea"])
    assert evening.table.game == rules.new(game, players=2, seed=key, first=0)


def test_every_nonce_changes_the_deal() -> None:
    deals = set()
    for nonces in (("a", "b"), ("a", "c"), ("d", "b")):
        evening = Evening()
        for name, nonce in zip(("Anna", "Bea"), nonces, strict=True):
            evening.do(commands.Sit(name, nonce=nonce))
        evening.do(commands.Start(0))
        assert evening.table.game is not None
        deals.add(str(evening.table.game.view(None)["boards"]))
    assert len(deals) == 3
