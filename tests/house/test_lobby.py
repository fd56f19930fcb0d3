"""The list of tables, invitation codes, rematches, and watchers who are behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import rules
from ludoteca.house import commands, entries, keys, lobby, views
from ludoteca.house.deciding import decide, open_table
from ludoteca.house.entries import Look
from ludoteca.house.options import PLAYERS
from ludoteca.house.refusals import Refusal
from ludoteca.house.rematch import seating_again
from ludoteca.house.table import Phase, Table
from ludoteca.house.unfolding import unfold
from ludoteca.house.watching import Balcony

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


class TestCodes:
    @given(st.binary(min_size=16, max_size=32))
    def test_six_letters_without_look_alikes_that_can_be_typed_back(self, chance: bytes) -> None:
        code = lobby.new_code(chance)
        assert len(code) == 6
        assert not set(code) & set("IOL01")
        assert lobby.read_code(f" {code[:3].lower()}-{code[3:]} ") == code

    def test_the_same_bytes_give_the_same_code(self) -> None:
        assert lobby.new_code(bytes(range(16))) == lobby.new_code(bytes(range(16)))
        assert lobby.new_code(bytes(16)) == "AAAAAA"

    def test_fewer_bytes_are_no_chance(self) -> None:
        with pytest.raises(ValueError, match="16 random bytes"):
            lobby.new_code(b"short")

    @pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDEFG", "ABCDE1", "ABCDEI", "ÄBCDEF"])
    def test_what_cannot_be_a_code(self, typed: str) -> None:
        assert lobby.read_code(typed) is None


class TestRematch:
    def again(self, evening: Evening) -> Table:
        table = Table("NEWTAB", bytes(32))
        outcome = open_table(table, evening.table.options, 0)
        unfold(table, outcome.entry)
        for command in seating_again(evening.table):
            outcome = decide(table, command, 0)
            unfold(table, outcome.entry)
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
        balcony = Balcony(Table("KDTWPQ", SECRET), 60)
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
