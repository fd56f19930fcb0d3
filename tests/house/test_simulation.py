"""A slice of the simulation. `check` makes as many runs as one has time for."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.house import decide, entries, in_play, views
from ludoteca.house.apply import Prepared
from ludoteca.house.commands import Act, Command
from ludoteca.house.table import Table

from .simulation import VARIANTS, check

SLICE = range(len(VARIANTS))  # each game and variant once


def test_the_house_holds_in_bad_weather() -> None:
    seen = check(SLICE)
    for wanted in ("Acted bot", "Acted stand-in", "TookBack", "Asked", "restart", "repeated", "clock jump", "verified"):
        assert seen[wanted], wanted
    for wanted in ("Arranged", "Choosing", "Confirmed player"):
        assert seen[wanted], wanted


def test_a_run_is_made_again_by_its_seed() -> None:
    assert check([3]) == check([3])


class TestItWouldNotice:
    """The simulation finds what it is there to find."""

    def test_a_retry_that_is_applied_twice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(decide, "check_id", lambda table, seat, client_id: None)
        with pytest.raises(AssertionError) as caught:
            check(range(10))
        assert "with seed" in caught.value.__notes__[0]

    def test_a_view_that_tells_too_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(views, "player_of", lambda table, seat: 0 if table.game else None)
        with pytest.raises(AssertionError):
            check(range(7, 10))

    def test_a_nonce_that_is_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(views, "HIDDEN", ("token", "draws", "decisions", "id"))
        with pytest.raises(AssertionError):
            check(range(3))

    def test_an_action_whose_entry_says_something_else(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def careless(table: Table, command: Act) -> tuple[entries.Happening, Prepared]:
            what, prepared = act(table, command)
            assert isinstance(what, entries.Acted)
            return entries.Acted(what.seat, what.decisions, what.by, what.id), prepared  # the draws are forgotten

        act = in_play.act
        decisions: dict[type[Command], Any] = {**decide._DECISIONS}
        decisions[Act] = careless
        monkeypatch.setattr(decide, "_DECISIONS", decisions)
        with pytest.raises(AssertionError, match="draws"):
            check(range(3))
