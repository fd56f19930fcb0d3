"""On the way to the game at tables of other dialects: how many play, who looks how, and when it starts."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.house import commands, entries, keys, lobby, views
from ludoteca.house.decide import TableOrigin
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Look, Starts
from ludoteca.house.refusals import Refusal
from ludoteca.house.table import Phase

from .tables import Evening

GROUP31 = TableOrigin("group31", Starts.CHOICES)
PSP24 = TableOrigin("psp24", Starts.FULL)
UNSETTLED = TableOrigin("psp24", Starts.FULL, settled=False)


def opened(origin: TableOrigin, players: int = 2, *choosers: str, **options: Any) -> Evening:
    """A table at which people sit who choose their looks."""
    evening = Evening("eriantys", players, origin=origin, **options)
    for name in choosers:
        evening.do(commands.Sit(name, keys.token_of(f"key of {name}"), chooses=True))
    return evening


def kinds(evening: Evening) -> list[str]:
    return [type(entry.what).__name__ for entry in evening.log]


def names(evening: Evening) -> list[str]:
    return [seat.name for seat in evening.table.seats]


class TestOpening:
    def test_a_table_knows_how_it_was_opened(self) -> None:
        view = views.view(opened(UNSETTLED).table, None)
        assert (view.dialect, view.starts, view.settled) == ("psp24", Starts.FULL, False)

    def test_as_the_page_opens_it_the_log_is_as_it_always_was(self) -> None:
        body = entries.encode(Evening().log[0])
        assert not any(member in body for member in (b'"dialect"', b'"starts"', b'"settled"'))

    def test_so_is_that_of_somebody_who_sits_down(self) -> None:
        evening = Evening()
        evening.sit("Anna")
        body = entries.encode(evening.log[-1])
        assert not any(member in body for member in (b'"chooses"', b'"consents"'))

    def test_what_is_not_settled_is_on_no_list(self) -> None:
        assert lobby.listed([opened(UNSETTLED).table]) == []
        assert len(lobby.listed([opened(PSP24).table])) == 1

    def test_and_does_not_start(self) -> None:
        evening = opened(UNSETTLED, 2, "Anna", "Bea")
        assert evening.refused(commands.Start(0)).sentence.endswith("Anna decides that.")
        evening.wait(600)
        assert evening.table.phase is Phase.OPEN


class TestArranging:
    def test_number_and_mode_are_settled(self) -> None:
        evening = opened(UNSETTLED, 4, "Anna")
        evening.do(commands.Arrange(0, 3, {"expert": True}))
        assert evening.table.options.players == 3
        assert evening.table.options.settings == {"expert": True}
        assert views.view(evening.table, 0).settled

    def test_one_after_the_other(self) -> None:
        evening = opened(UNSETTLED, 4, "Anna")
        evening.do(commands.Arrange(0, 3, settled=False))
        assert not evening.table.settled
        evening.do(commands.Arrange(0, settings={"expert": True}))
        assert evening.table.options.players == 3
        assert evening.table.settled

    def test_the_host_arranges(self) -> None:
        evening = opened(PSP24, 3, "Anna", "Bea")
        assert evening.refusal(commands.Arrange(1, 4)) is Refusal.NOT_HOST

    def test_or_anybody_where_anybody_starts(self) -> None:
        evening = opened(GROUP31, 3, "Anna", "Bea")
        evening.do(commands.Arrange(1, 4))
        assert evening.refusal(commands.Arrange(2, 4)) is Refusal.NOT_SEATED

    @pytest.mark.parametrize(
        "arrange", [commands.Arrange(0, 5), commands.Arrange(0, 0), commands.Arrange(0, settings={"seed": 1})]
    )
    def test_only_what_can_be_played(self, arrange: commands.Arrange) -> None:
        assert opened(PSP24, 2, "Anna").refusal(arrange) is Refusal.BAD_OPTIONS

    def test_not_for_fewer_than_sit_there(self) -> None:
        evening = opened(UNSETTLED, 4, "Anna", "Bea", "Carl")
        assert evening.refusal(commands.Arrange(0, 2)) is Refusal.TOO_MANY_SEATED

    def test_unless_those_who_came_last_shall_go(self) -> None:
        evening = opened(UNSETTLED, 4, "Anna", "Bea", "Carl", "Dora")
        evening.do(commands.Arrange(0, 2, shrink=True))
        assert names(evening) == ["Anna", "Bea"]

    def test_the_host_may_be_among_them(self) -> None:
        evening = opened(GROUP31, 4, "Anna", "Bea", "Carl")
        evening.do(commands.HandOver(0, "Carl"))
        evening.do(commands.Arrange(0, 2, shrink=True))
        assert evening.table.host == 0

    def test_towers_that_do_not_fit_any_more_are_free_again(self) -> None:
        evening = Evening("eriantys", 4)
        for name, tower in zip(("Anna", "Bea", "Carl"), ("white", "white", "black"), strict=True):
            evening.do(commands.Sit(name, look=Look(tower, len(name)) if name != "Carl" else Look(tower, 1)))
        evening.do(commands.Arrange(0, 3))
        assert [seat.look.tower for seat in evening.table.seats] == ["white", None, "black"]
        assert [seat.look.wizard for seat in evening.table.seats] == [4, 3, 1]

    def test_grey_is_for_three(self) -> None:
        evening = Evening("eriantys", 3)
        evening.do(commands.Sit("Anna", look=Look("grey", 2), chooses=True))
        evening.do(commands.Arrange(0, 2))
        assert evening.table.seats[0].look == Look(None, 2)
        assert evening.table.undecided == [0]

    def test_without_towers_there_is_nothing_to_fit(self) -> None:
        evening = Evening("masters", 4, origin=TableOrigin("psp38", Starts.FULL, settled=False))
        evening.do(commands.Sit("Anna", look=Look(wizard=2)))
        evening.do(commands.Arrange(0, 1))
        assert evening.table.seats[0].look == Look(wizard=2)
        evening.wait(0)
        assert evening.table.phase is Phase.PLAYING

    def test_not_once_looks_are_chosen_or_the_game_is_played(self) -> None:
        evening = opened(GROUP31, 2, "Anna", "Bea")
        evening.do(commands.Choose(0))
        assert evening.refusal(commands.Arrange(0, 3)) is Refusal.CHOOSING
        for seat in (0, 1):
            evening.do(commands.Confirm(seat, fill=True))
        evening.wait(0)
        assert evening.refusal(commands.Arrange(0, 3)) is Refusal.NOT_OPEN


class TestStarting:
    def test_when_it_is_full(self) -> None:
        evening = Evening("eriantys", 2, origin=PSP24)
        evening.sit("Anna")
        assert next_duty(evening.table) is None
        evening.sit("Bea")
        evening.wait(0)
        assert evening.table.phase is Phase.PLAYING

    def test_but_not_with_a_seat_that_is_given_up(self) -> None:
        """Two things are due at once: somebody without a key has gone, and the table is full."""
        evening = Evening("eriantys", 2, origin=PSP24)
        evening.do(commands.Sit("Anna"))
        evening.do(commands.Depart(0))
        evening.sit("Bea")
        evening.wait(0)
        assert names(evening) == ["Bea"]
        assert evening.table.phase is Phase.OPEN

    def test_the_first_who_connected_opens_when_the_dialect_wants_that(self) -> None:
        evening = Evening("eriantys", 3, origin=PSP24, first=0)
        evening.sit("Anna", "Bea", "Carl", looks={"Anna": Look("grey")})
        evening.wait(0)
        assert evening.table.to_decide == 0

    def test_when_somebody_says_so(self) -> None:
        evening = opened(GROUP31, 2)
        evening.sit("Anna")
        assert evening.refusal(commands.Choose(0)) is Refusal.NOT_FULL
        evening.sit("Bea")
        evening.wait(10)
        assert kinds(evening)[-1] == "Sat"
        evening.do(commands.Choose(1))
        assert kinds(evening)[-1] == "Started"

    def test_when_the_host_says_so(self) -> None:
        evening = Evening("eriantys", 2)
        evening.sit("Anna")
        evening.do(commands.Sit("Bea", chooses=True))
        assert evening.refusal(commands.Choose(1)) is Refusal.NOT_HOST
        evening.do(commands.Start(0))
        assert evening.table.chooser == 1
        assert evening.refusal(commands.Start(0)) is Refusal.CHOOSING
        evening.do(commands.Confirm(1, fill=True))
        evening.wait(0)
        assert evening.table.phase is Phase.PLAYING

    def test_with_teams_seats_follow_the_towers(self) -> None:
        evening = opened(PSP24, 4, "Anna", "Bea", "Carl", "Dora")
        evening.wait(0)
        for seat, tower in enumerate(("black", "white", "black", "white")):
            evening.do(commands.Dress(seat, Look(tower, seat + 1)))
            evening.do(commands.Confirm(seat))
        evening.wait(0)
        assert evening.table.order == (1, 0, 3, 2)


class TestChoosing:
    def test_one_after_the_other_in_the_order_of_joining(self) -> None:
        evening = opened(PSP24, 3, "Anna", "Bea", "Carl")
        evening.wait(0)
        assert views.view(evening.table, 1).choosing
        for seat in range(3):
            assert views.view(evening.table, None).chooser == seat
            evening.do(commands.Dress(seat, Look(("white", "black", "grey")[seat], 4 - seat)))
            evening.do(commands.Confirm(seat))
        assert evening.table.choosing
        assert evening.table.chooser is None
        assert evening.refusal(commands.Dress(2, Look("grey", 1))) is Refusal.NOT_CHOOSING
        evening.wait(0)
        assert evening.last.looks == (Look("white", 4), Look("black", 3), Look("grey", 2))
        assert not views.view(evening.table, 0).choosing

    def test_as_often_as_one_likes(self) -> None:
        evening = opened(GROUP31, 2, "Anna", "Bea")
        evening.do(commands.Choose(1))
        evening.do(commands.Dress(0, Look("white")))
        evening.do(commands.Dress(0, Look("black", 2)))
        evening.do(commands.Dress(0, Look("black", 1)))
        assert evening.table.seats[0].look == Look("black", 1)

    def test_not_before_and_not_when_it_is_another_ones_turn(self) -> None:
        evening = opened(GROUP31, 2, "Anna", "Bea")
        assert evening.refusal(commands.Dress(0, Look("white"))) is Refusal.NOT_CHOOSING
        assert evening.refusal(commands.Confirm(0)) is Refusal.NOT_CHOOSING
        evening.do(commands.Choose(0))
        for command in (commands.Dress(1, Look("white")), commands.Confirm(1)):
            assert evening.refused(command).sentence == "It is Anna's decision."
        assert evening.refusal(commands.Confirm(2)) is Refusal.NOT_SEATED

    def test_a_look_is_complete_or_filled(self) -> None:
        evening = opened(PSP24, 2, "Anna", "Bea")
        evening.wait(0)
        assert evening.refused(commands.Confirm(0)).sentence == "Choose a tower first."
        evening.do(commands.Dress(0, Look("black")))
        assert evening.refused(commands.Confirm(0)).sentence == "Choose a wizard first."
        evening.do(commands.Dress(0, Look(wizard=3)))
        evening.do(commands.Confirm(0, fill=True))
        assert evening.last == entries.Confirmed(0, Look("white", 3))
        evening.do(commands.Confirm(1, fill=True))
        assert evening.last == entries.Confirmed(1, Look("black", 1))

    def test_what_is_taken_is_refused(self) -> None:
        evening = opened(PSP24, 2, "Anna", "Bea")
        evening.wait(0)
        evening.do(commands.Confirm(0, fill=True))
        assert evening.refusal(commands.Dress(1, Look("white", 2))) is Refusal.LOOK_TAKEN

    def test_who_has_chosen_does_not_ask_or_is_a_bot_is_passed_over(self) -> None:
        evening = opened(PSP24, 4)
        evening.do(commands.Sit("Anna", look=Look("black", 4), chooses=True))
        evening.sit("Bea")
        evening.sit_bots("Rob")
        evening.do(commands.Sit("Dora", chooses=True))
        evening.wait(0)
        assert evening.table.chooser == 3
        evening.do(commands.Dress(1, Look("black", 1)))  # others dress whenever they like
        evening.do(commands.Confirm(3, fill=True))
        evening.wait(0)
        assert kinds(evening)[-4:] == ["Choosing", "Dressed", "Confirmed", "Started"]
        assert [seat.look.tower for seat in evening.table.seats] == ["black", "black", "white", "white"]

    def test_when_somebody_leaves_the_others_wait_and_keep_their_looks(self) -> None:
        evening = opened(PSP24, 3, "Anna", "Bea", "Carl")
        evening.wait(0)
        evening.do(commands.Confirm(0, fill=True))
        evening.do(commands.Rise(1))
        assert not evening.table.choosing
        evening.do(commands.Sit("Dora", chooses=True))
        evening.wait(0)
        assert names(evening) == ["Anna", "Carl", "Dora"]
        assert evening.table.chooser == 1
        assert evening.table.seats[0].look == Look("white", 1)


class TestAbsence:
    def test_where_only_bots_are_left_nobody_is_led(self) -> None:
        """A table of the page is kept for a while, as one at which nobody has sat down yet."""
        for origin, kept in ((PSP24, False), (GROUP31, False), (TableOrigin(), True)):
            evening = Evening("eriantys", 3, origin=origin)
            evening.sit("Anna")
            evening.do(commands.SitBot(0, "random", "Bot"))
            evening.do(commands.Rise(0))
            evening.wait(0)
            assert (evening.table.phase is Phase.OPEN) is kept
        waiting = opened(GROUP31)
        waiting.wait(59)
        assert waiting.table.phase is Phase.OPEN

    def test_the_house_chooses_for_a_chooser_who_is_away(self) -> None:
        evening = opened(PSP24, 2, "Anna", "Bea")
        evening.wait(0)
        evening.do(commands.Dress(0, Look(wizard=4)))
        evening.do(commands.Depart(0))
        evening.wait(29)
        assert evening.table.chooser == 0
        evening.wait(1)
        assert evening.last == entries.Confirmed(0, Look("white", 4), "house")

    def test_from_when_it_is_his_turn(self) -> None:
        evening = opened(PSP24, 2, "Anna", "Bea")
        evening.wait(0)
        evening.do(commands.Depart(1))
        evening.wait(40)
        assert next_duty(evening.table) is None
        assert evening.table.chooser == 0
        evening.do(commands.Confirm(0, fill=True))
        evening.wait(29)
        assert evening.table.chooser == 1
        evening.wait(1)
        assert evening.table.phase is Phase.PLAYING

    def test_who_is_back_in_time_chooses_himself(self) -> None:
        evening = opened(PSP24, 2, "Anna", "Bea")
        evening.wait(0)
        evening.do(commands.Depart(0))
        evening.wait(20)
        evening.do(commands.Arrive(0))
        evening.wait(100)
        evening.do(commands.Dress(0, Look("black", 2)))
        assert evening.table.chooser == 0

    def test_when_nobody_is_left_seats_are_given_up_as_before(self) -> None:
        evening = opened(PSP24, 2, "Anna", "Bea")
        evening.wait(0)
        evening.do(commands.Depart(0))
        evening.do(commands.Depart(1))
        evening.wait(60)
        assert names(evening) == []
        assert not evening.table.choosing
        evening.wait(60)
        assert evening.table.phase is Phase.CLOSED

    @pytest.mark.parametrize("chooses", [True, False])
    def test_before_the_choices_a_seat_without_a_key_is_given_up_at_once(self, chooses: bool) -> None:
        evening = opened(GROUP31, 3, "Anna", "Bea")
        evening.do(commands.Sit("Carl", chooses=chooses))
        evening.do(commands.Depart(2))
        evening.wait(0)
        assert names(evening) == ["Anna", "Bea"]
        evening.do(commands.Depart(1))
        evening.wait(59)
        assert names(evening) == ["Anna", "Bea"]
        evening.wait(1)
        assert names(evening) == ["Anna"]


class TestConsent:
    def opponents(self, consents: bool) -> Evening:
        """Three people; Carl cannot be asked."""
        evening = Evening("eriantys", 3, first=0)
        evening.sit("Anna", "Bea")
        evening.do(commands.Sit("Carl", keys.token_of("c"), consents=consents))
        evening.do(commands.Start(0))
        return evening

    def test_somebody_who_cannot_be_asked_does_not_agree(self) -> None:
        evening = self.opponents(consents=False)
        refused = evening.refused(commands.AskEnd(0))
        assert refused.code is Refusal.CANNOT_BE_ASKED
        assert refused.sentence.startswith("Carl cannot be asked")

    def test_he_can_ask_himself(self) -> None:
        evening = self.opponents(consents=False)
        evening.do(commands.AskEnd(2))
        evening.do(commands.Answer(0, True))
        evening.do(commands.Answer(1, True))
        assert evening.table.phase is Phase.OVER

    def test_while_he_is_away_for_long_he_is_not_asked_and_when_he_is_back_he_does_not_agree(self) -> None:
        evening = self.opponents(consents=False)
        evening.do(commands.Depart(2))
        assert evening.refusal(commands.AskEnd(0)) is Refusal.CANNOT_BE_ASKED
        evening.wait(30)
        evening.do(commands.AskEnd(0))
        evening.do(commands.Arrive(2))
        assert evening.table.request is None
        assert evening.refusal(commands.Answer(1, True)) is Refusal.NOTHING_ASKED

    def test_what_revealed_nothing_is_taken_back_without_asking(self) -> None:
        evening = self.opponents(consents=False)
        for choice in range(3):
            evening.act(choice)
        evening.act()
        evening.do(commands.TakeBack(0))
        assert isinstance(evening.last, entries.TookBack)


class TestSecrets:
    def test_a_secret_goes_with_the_name(self) -> None:
        assert keys.token_of_secret("Anna", "1234") != keys.token_of_secret("Bea", "1234")

    @pytest.mark.parametrize("secret", ["", "123", "x" * 65, "1234\n", "12\x7f4"])
    def test_it_is_neither_short_nor_long_and_printable(self, secret: str) -> None:
        with pytest.raises(Exception, match="bad_secret"):
            keys.token_of_secret("Anna", secret)
