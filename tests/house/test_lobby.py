"""The list of tables, invitation codes, rematches, and watchers who are behind."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import rules
from ludoteca.house import commands, entries, keys, lobby, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.decide import decide, open_table
from ludoteca.house.delayed import DelayedTable
from ludoteca.house.entries import Look
from ludoteca.house.options import PLAYERS, Patience
from ludoteca.house.refusals import Refusal
from ludoteca.house.rematch import seating_again
from ludoteca.house.table import Phase, Table
from ludoteca.rules.masters.notation import cards

from .tables import SECOND, SECRET, Evening, started


class TestList:
    def test_a_table_is_listed_with_code_game_seats_and_phase(self) -> None:
        evening = Evening("eriantys", 3, now=77, settings={"expert": True})
        evening.sit("Anna")
        evening.sit_bots("Rob")
        (listing,) = lobby.listed([evening.table])
        assert (listing.code, listing.game, listing.players, listing.phase) == ("KDTWPQ", "eriantys", 3, Phase.OPEN)
        assert listing.seats == [lobby.Place("Anna", None, True), lobby.Place("Rob", "random", True)]
        assert (listing.host, listing.opened, listing.settings) == ("Anna", 77, {"expert": True})

    def test_a_table_where_nobody_sits_has_no_host(self) -> None:
        assert lobby.listing(Evening().table).host is None

    def test_private_and_finished_tables_are_not_listed(self) -> None:
        private, finished, closed = Evening(public=False), started(), Evening()
        finished.do(commands.Resign(0))
        closed.do(commands.Close(None, "old"))
        assert lobby.listed([private.table, finished.table, closed.table]) == []

    def test_those_that_wait_come_first_the_oldest_before_the_others(self) -> None:
        playing, young, old = started(), Evening(now=9), Evening(now=3)
        shown = lobby.listed([playing.table, young.table, old.table])
        assert [(listing.phase, listing.opened) for listing in shown] == [
            (Phase.OPEN, 3),
            (Phase.OPEN, 9),
            (Phase.PLAYING, 0),
        ]

    def test_of_too_many_those_are_shown_that_people_are_at(self) -> None:
        empty = [Evening(now=now) for now in range(20)]
        playing, young, old = started(), Evening(now=9), Evening(now=3)
        for evening in (young, old):
            evening.sit("Anna")
        tables = [evening.table for evening in (*empty, playing, young, old)]
        assert [(listing.phase, listing.opened) for listing in lobby.listed(tables, 4)] == [
            (Phase.OPEN, 3),
            (Phase.OPEN, 9),
            (Phase.OPEN, 19),
            (Phase.PLAYING, 0),
        ]
        assert [listing.opened for listing in lobby.listed(tables, 1)] == [9]
        assert len(lobby.listed(tables, 23)) == len(lobby.listed(tables)) == 23

    def test_a_card_set_of_the_table_is_listed_by_the_name_that_positions_have(self) -> None:
        shipped = cards.shipped()
        first, *others = shipped["development_cards"]
        own = {**shipped, "development_cards": [{**first, "victory_points": 40}, *others]}
        evening = Evening("masters", 1, settings={"cards": own})
        evening.sit("Anna")
        evening.do(commands.Start(0))
        game = evening.table.game
        assert game is not None
        (listing,) = lobby.listed([evening.table])
        assert listing.settings == {"cards": game.position()["cards"]}
        assert listing.settings["cards"].startswith("custom-")
        assert evening.table.options.settings == {"cards": own}  # who opens the table gets all of it
        kept = msgspec.structs.replace(listing, settings={"cards": own})  # by an earlier version
        assert lobby.shortened(kept) == listing
        assert lobby.shortened(listing) == listing

    @pytest.mark.parametrize(
        ("settings", "shown"),
        [
            ({"cards": cards.STANDARD}, {"cards": cards.STANDARD}),
            ({"cards": cards.shipped()}, {"cards": cards.STANDARD}),
            ({"cards": {"schema": "of another version"}}, {"cards": lobby.UNKNOWN_CARDS}),
            ({}, {}),
        ],
    )
    def test_other_settings_are_listed_as_they_are(self, settings: dict[str, Any], shown: dict[str, Any]) -> None:
        assert lobby.short_settings(settings) == shown


class TestWaiting:
    """A table that waits for players, with the longest patience that can be asked for."""

    def waiting(self) -> Evening:
        return Evening("masters", 2, patience=Patience(lobby=24 * 3600))

    def test_it_is_given_up_some_minutes_after_everybody_has_gone(self) -> None:
        evening = self.waiting()
        evening.sit("Anna", "Bea")
        evening.do(commands.Depart(0))
        evening.wait(3600)
        assert len(evening.table.seats) == 2  # Bea is there
        evening.do(commands.Depart(1))
        evening.wait(299)
        assert len(evening.table.seats) == 2
        evening.wait(1)
        assert evening.table.seats == []
        evening.wait(300)
        assert evening.table.phase is Phase.CLOSED

    def test_bots_do_not_keep_it(self) -> None:
        evening = self.waiting()
        evening.sit("Anna")
        evening.sit_bots("Rob")
        evening.do(commands.Depart(0))
        evening.wait(600)
        assert evening.table.phase is Phase.CLOSED

    def test_a_seat_that_is_kept_for_its_owner_is_no_different(self) -> None:
        evening = self.waiting()
        evening.do(commands.Sit("Anna", keys.token_of("key of Anna"), here=False))
        evening.wait(600)
        assert evening.table.phase is Phase.CLOSED


class TestCodes:
    @given(st.binary(min_size=16, max_size=32))
    def test_six_letters_without_look_alikes_that_can_be_typed_back(self, chance: bytes) -> None:
        code = lobby.new_code(chance)
        assert len(code) == 6
        assert not set(code) & set("IOL01")
        assert lobby.read_code(f" {code[:3].lower()}-{code[3:]} ") == code

    @given(st.binary(min_size=16, max_size=32))
    def test_ten_letters_for_a_table_that_only_its_code_leads_to(self, chance: bytes) -> None:
        code = lobby.new_code(chance, hidden=True)
        assert len(code) == 10
        assert lobby.read_code(f" {code[:5].lower()}-{code[5:]} ") == code

    def test_nobody_finds_a_hidden_table_by_trying(self) -> None:
        """Guesses of a /48 in a year, at a server with ten thousand of them: none is met, but for one year in fifty."""
        a_year, pace, of_a_48, tables = 365 * 86_400, 10, 16, 10_000
        assert a_year / pace * of_a_48 * tables / 23**lobby.HIDDEN_CODE_LENGTH < 1 / 50

    def test_the_same_bytes_give_the_same_code(self) -> None:
        assert lobby.new_code(bytes(range(16))) == lobby.new_code(bytes(range(16)))
        assert lobby.new_code(bytes(16)) == "AAAAAA"

    def test_fewer_bytes_are_no_chance(self) -> None:
        with pytest.raises(ValueError, match="16 random bytes"):
            lobby.new_code(b"short")

    @pytest.mark.parametrize(
        "typed", ["", "ABCDE", "ABCDEFG", "ABCDEFGHJ", "ABCDEFGHJKM", "ABCDE1", "ABCDEI", "ÄBCDEF"]
    )
    def test_what_cannot_be_a_code(self, typed: str) -> None:
        assert lobby.read_code(typed) is None


class TestRematch:
    def again(self, evening: Evening) -> Table:
        table = Table("NEWTAB", bytes(32))
        outcome = open_table(table, evening.table.options, 0)
        apply_entry(table, outcome.entry)
        for command in seating_again(evening.table):
            outcome = decide(table, command, 0)
            apply_entry(table, outcome.entry)
        return table

    def test_the_same_people_with_the_same_keys_and_looks_at_a_new_table(self) -> None:
        evening = Evening("eriantys", 3)
        evening.sit("Anna")
        evening.sit_bots("Rob")
        evening.sit("Carl", looks={"Carl": Look("white", 4)})
        evening.do(commands.Start(0))
        evening.do(commands.Resign(0))
        evening.do(commands.AskEnd(2))
        table = self.again(evening)
        assert [seat.name for seat in table.seats] == ["Anna", "Carl", "Rob"]
        assert keys.seat_of_key(table, "key of Carl") == 1
        assert table.seats[1].look == Look("white", 4)
        assert [seat.connected for seat in table.seats] == [False, False, True]

    def test_nonces_have_to_be_new(self) -> None:
        table = self.again(started())
        assert [seat.nonce for seat in table.seats] == ["", ""]

    def test_nobody_can_claim_a_seat_without_a_key_so_none_is_kept(self) -> None:
        evening = Evening()
        evening.do(commands.Sit("Anna"))
        evening.sit_bots("Rob")
        assert seating_again(evening.table) == []

    def test_the_old_table_says_where(self) -> None:
        evening = started()
        assert evening.refusal(commands.Rematch(0, "NEWTAB")) is Refusal.NOT_OVER
        evening.do(commands.Resign(0))
        evening.do(commands.Rematch(1, "NEWTAB"))
        assert views.view(evening.table, None).rematch == "NEWTAB"
        refused = evening.refused(commands.Rematch(0, "OTHERS"))
        assert refused.code is Refusal.REMATCHED
        assert refused.sentence == "The rematch is at table NEWTAB."


class TestDelay:
    def test_watchers_see_the_table_as_it_was(self) -> None:
        evening = started(delay=60)
        balcony = DelayedTable(Table("KDTWPQ", SECRET), 60)
        for entry in evening.log:
            balcony.hear(entry)
        assert balcony.due == 60 * SECOND
        assert list(balcony.show(60 * SECOND - 1)) == []
        shown = list(balcony.show(60 * SECOND))
        assert [entry for entry, _ in shown] == evening.log
        before = views.view(evening.table, None)
        evening.wait(30)
        evening.act()
        balcony.hear(evening.log[-1])
        assert list(balcony.show(89 * SECOND)) == []
        assert views.view(balcony.table, None) == before
        ((entry, events),) = balcony.show(90 * SECOND)
        assert isinstance(entry.what, entries.Acted)
        assert views.told(balcony.table, events, None)
        assert views.view(balcony.table, None) == views.view(evening.table, None)
        assert balcony.due is None


def test_the_numbers_of_players_are_those_of_the_rules() -> None:
    for game, counts in PLAYERS.items():
        for players in range(8):
            if players in counts:
                rules.new(game, players=players, seed=0)
            else:
                with pytest.raises(rules.InvalidPosition):
                    rules.new(game, players=players, seed=0)
