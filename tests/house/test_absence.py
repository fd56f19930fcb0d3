"""Absence (a lost connection keeps its seat): stand-ins, the one who is left, sleep, and clocks meanwhile."""

from __future__ import annotations

import pytest

from ludoteca.house import commands, entries, keys, replays, verification
from ludoteca.house.decide import TableOrigin, decide, outcome
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Look
from ludoteca.house.options import Absence, ClockSettings, Patience
from ludoteca.house.refusals import Refusal
from ludoteca.house.table import Phase

from .tables import SECOND, SECRET, Evening, in_action, started


def is_paused(evening: Evening) -> bool:
    """Asked anew each time: a table changes, whatever a type checker concludes from the last answer."""
    return evening.table.paused


class TestStandIn:
    def test_the_turn_of_an_absent_player_waits_30_seconds(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(0))
        evening.wait(29.999)
        assert evening.table.to_decide == 0
        assert evening.count(entries.StoodIn) == 0
        evening.wait(0.001)
        assert evening.count(entries.StoodIn) == 1
        assert evening.table.to_decide == 1

    def test_it_waits_from_the_beginning_of_his_turn(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(1))
        evening.wait(100)
        evening.act()
        evening.wait(29.999)
        assert evening.table.to_decide == 1
        evening.wait(0.001)
        assert evening.table.to_decide == 2

    def test_a_stand_in_plays_the_rest_of_that_turn_and_each_later_one_at_once(self) -> None:
        evening = in_action(3)
        evening.act()
        evening.do(commands.Depart(0))
        evening.wait(30)
        assert evening.table.to_decide != 0
        assert evening.count(entries.StoodIn) == 1
        while evening.table.to_decide != 0:
            evening.act(-1)
        evening.wait(0)
        assert evening.table.to_decide != 0
        assert evening.count(entries.StoodIn) == 1

    def test_he_can_come_back_at_any_time(self) -> None:
        evening = in_action(3)
        evening.do(commands.Depart(0))
        evening.now += 30 * SECOND
        for _ in range(2):  # the stand-in takes over and decides once
            duty = next_duty(evening.table)
            assert duty is not None
            evening.do(duty.command)
        evening.do(commands.Arrive(0))
        assert evening.table.seats[0].stand_in is None
        assert next_duty(evening.table) is None
        evening.act()
        assert evening.last.by == "player"

    def test_he_may_come_anew_while_he_counts_as_being_there(self) -> None:
        evening = in_action(3)
        since = evening.table.seats[0].since
        evening.now += 5 * SECOND
        assert evening.refusal(commands.Arrive(0)) is Refusal.ALREADY_SO
        evening.do(commands.Arrive(0, anew=True))
        assert evening.last == entries.Arrived(0)
        assert evening.table.seats[0].since == since + 5 * SECOND
        evening.act()

    def test_after_coming_back_the_next_absence_is_waited_for_again(self) -> None:
        evening = in_action(3)
        evening.do(commands.Depart(0))
        evening.wait(20)
        evening.do(commands.Arrive(0))
        evening.do(commands.Depart(0))
        evening.wait(29)
        assert evening.count(entries.StoodIn) == 0
        evening.wait(1)
        assert evening.count(entries.StoodIn) == 1

    def test_who_is_away_cannot_act(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(0))
        assert evening.refusal(commands.Act(0, {"do": "play_assistant", "value": 1})) is Refusal.AWAY
        assert evening.refusal(commands.Resign(0)) is Refusal.AWAY

    def test_the_time_is_an_option(self) -> None:
        evening = started(people=3, patience=Patience(turn=5))
        evening.do(commands.Depart(0))
        evening.wait(5)
        assert evening.table.to_decide == 1

    def test_the_same_stand_in_command_twice_is_stale(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(0))
        evening.now += 30 * SECOND
        duty = next_duty(evening.table)
        assert duty is not None
        evening.do(duty.command)
        assert evening.refusal(duty.command) is Refusal.STALE

    def test_whoever_keeps_the_table_may_say_what_the_stand_in_decides(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(0))
        evening.now += 30 * SECOND
        duty = next_duty(evening.table)
        assert duty is not None
        evening.do(duty.command)
        game, number = evening.table.game, evening.table.number
        assert game is not None
        for decision in game.legal_actions():
            found = decide(evening.table, commands.PlayFor(number, 0, decision), evening.now).entry.what
            assert isinstance(found, entries.Acted)
            assert (found.decisions, found.by) == ((decision,), "stand-in")
        assert evening.refusal(commands.PlayFor(number, 0, 255)) is Refusal.ILLEGAL_ACTION
        assert evening.refusal(commands.PlayFor(number, 1, 0)) is Refusal.STALE
        assert evening.refusal(commands.PlayFor(number - 1, 0, 0)) is Refusal.STALE
        evening.do(commands.PlayFor(number, 0, game.legal_actions()[-1]))
        assert evening.refusal(commands.PlayFor(number, 0, game.legal_actions()[-1])) is Refusal.STALE

    def test_bots_are_never_absent(self) -> None:
        assert started(people=1, bots=1).refusal(commands.Depart(1)) is Refusal.NOT_SEATED


class TestTheOneWhoIsLeft:
    def test_of_several_people_one_left_pauses_the_game_and_wins_after_50_seconds(self) -> None:
        evening = started(people=2)
        evening.do(commands.Depart(1))
        assert evening.table.paused
        assert evening.refusal(commands.Act(0, {"do": "play_assistant", "value": 1})) is Refusal.PAUSED
        evening.wait(49.999)
        assert evening.table.phase is Phase.PLAYING
        evening.wait(0.001)
        assert evening.last == entries.Ended("alone", (0,), SECRET.hex())

    def test_the_50_seconds_run_from_the_moment_he_was_left_alone(self) -> None:
        evening = started(people=2)
        evening.do(commands.Depart(1))
        evening.wait(40)
        evening.do(commands.Rekey(1, keys.token_of("another")))
        evening.wait(10)
        assert evening.last.why == "alone"

    def test_when_somebody_is_back_the_game_goes_on(self) -> None:
        evening = started(people=2)
        evening.do(commands.Depart(1))
        evening.wait(49)
        evening.do(commands.Arrive(1))
        assert not evening.table.paused
        evening.wait(100)
        evening.act()
        assert evening.table.to_decide == 1

    def test_no_stand_in_plays_while_it_is_paused(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(0))
        evening.do(commands.Depart(1))
        evening.wait(49)
        assert evening.count(entries.StoodIn) == 0

    def test_who_is_absent_when_it_goes_on_is_waited_for_anew(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(0))
        evening.do(commands.Depart(1))
        evening.wait(40)
        evening.do(commands.Arrive(1))
        evening.wait(29)
        assert evening.count(entries.StoodIn) == 0
        evening.wait(1)
        assert evening.count(entries.StoodIn) == 1

    def test_with_teams_his_team_wins(self) -> None:
        evening = Evening("eriantys", 4)
        evening.sit("Anna", "Bea", "Carl", "Dora", looks={"Bea": Look("black"), "Carl": Look("black")})
        evening.do(commands.Start(0))
        for seat in (0, 1, 3):
            evening.do(commands.Depart(seat))
        evening.wait(50)
        assert evening.last == entries.Ended("alone", (1, 2), SECRET.hex())

    def test_one_person_against_bots_is_never_paused(self) -> None:
        evening = started(people=1, bots=2)
        assert not evening.table.paused
        evening.wait(1000)
        assert evening.table.phase is Phase.PLAYING

    def test_bots_do_not_count(self) -> None:
        evening = started(people=2, bots=1)
        evening.do(commands.Depart(0))
        assert evening.table.paused
        evening.wait(50)
        assert evening.last.winners == (1,)

    def test_who_has_resigned_counts_neither_way(self) -> None:
        evening = started(people=3)
        evening.do(commands.Resign(2))
        evening.do(commands.Depart(0))
        assert evening.table.paused
        evening.wait(50)
        assert evening.last.winners == (1,)

    def test_the_time_is_an_option(self) -> None:
        evening = started(people=2, patience=Patience(alone=7))
        evening.do(commands.Depart(1))
        evening.wait(7)
        assert evening.table.phase is Phase.OVER


class TestWaitingIsAnOption:
    """`absence`: nobody loses because somebody else closed a tab."""

    def test_without_the_option_the_only_one_left_wins_by_himself(self) -> None:
        evening = started()
        evening.do(commands.Depart(1))
        evening.wait(50)
        assert evening.table.phase is Phase.OVER

    @pytest.mark.parametrize("absence", [Absence.WAIT, Absence.MINUTE])
    def test_the_only_one_left_is_asked_and_wins_nothing_by_himself(self, absence: Absence) -> None:
        evening = started(absence=absence)
        evening.do(commands.Depart(1))
        evening.wait(24 * 3600)
        assert evening.table.phase is Phase.PLAYING
        assert is_paused(evening)
        evening.do(commands.Arrive(1))
        assert not is_paused(evening)
        evening.act()

    def test_he_claims_the_win_after_a_minute(self) -> None:
        evening = started(absence=Absence.WAIT)
        assert evening.refusal(commands.ClaimWin(0)) is Refusal.NOT_ALONE
        evening.do(commands.Depart(1))
        evening.wait(59)
        refused = evening.refused(commands.ClaimWin(0))
        assert (refused.code, refused.parameters) == (Refusal.WAITED_FOR, {"seconds": 1})
        evening.wait(1)
        evening.do(commands.ClaimWin(0))
        assert evening.last == entries.Ended("alone", (0,), SECRET.hex())

    def test_who_is_away_claims_nothing(self) -> None:
        evening = started(absence=Absence.WAIT)
        evening.do(commands.Depart(1))
        evening.wait(60)
        assert evening.refusal(commands.ClaimWin(1)) is Refusal.AWAY

    def test_he_lets_a_stand_in_play_until_the_other_is_back(self) -> None:
        evening = in_action(absence=Absence.WAIT)
        evening.do(commands.Depart(1))
        evening.wait(60)
        evening.do(commands.CallStandIn(0, "Bea"))
        assert evening.last == entries.StoodIn(1, "absent")
        assert not evening.table.paused
        while evening.table.to_decide == 0:
            evening.act()
        evening.wait(1)
        assert evening.log[-1].what.by == "stand-in"  # type: ignore[union-attr]
        evening.do(commands.Arrive(1))
        assert evening.table.seats[1].stand_in is None

    def test_a_stand_in_is_called_for_the_absent_after_a_minute_and_once(self) -> None:
        evening = started(people=3, absence=Absence.WAIT)
        assert evening.refusal(commands.CallStandIn(0, "Bea")) is Refusal.ALREADY_SO
        evening.do(commands.Depart(1))
        assert evening.refusal(commands.CallStandIn(0, "Bea")) is Refusal.WAITED_FOR
        assert evening.refusal(commands.CallStandIn(0, "Zoe")) is Refusal.NO_SUCH_NAME
        evening.wait(60)
        evening.do(commands.CallStandIn(2, "Bea"))
        assert evening.refusal(commands.CallStandIn(0, "Bea")) is Refusal.ALREADY_SO

    def test_where_the_documents_decide_nobody_else_does(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(1))
        evening.now += 60 * SECOND
        assert evening.refusal(commands.CallStandIn(0, "Bea")) is Refusal.HOUSE_DECIDES
        assert evening.refusal(commands.ClaimWin(0)) is Refusal.HOUSE_DECIDES

    def test_whoever_is_waited_for_keeps_his_turn(self) -> None:
        evening = started(people=3, absence=Absence.WAIT)
        evening.do(commands.Depart(0))
        evening.wait(3600)
        assert evening.table.to_decide == 0

    def test_a_minute_is_a_minute_for_several(self) -> None:
        evening = started(people=3, absence=Absence.MINUTE)
        evening.do(commands.Depart(0))
        evening.wait(59.999)
        assert evening.table.to_decide == 0
        evening.wait(0.001)
        assert evening.count(entries.StoodIn) == 1

    def test_a_stand_in_plays_against_the_only_one_left(self) -> None:
        evening = started(absence=Absence.STAND_IN)
        evening.do(commands.Depart(0))
        assert not evening.table.paused
        evening.wait(30)
        assert evening.count(entries.StoodIn) == 1
        assert evening.table.to_decide == 1

    def test_the_host_chooses_it_before_the_game(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        assert evening.refusal(commands.Arrange(1, absence=Absence.WAIT)) is Refusal.NOT_HOST
        evening.do(commands.Arrange(0, absence=Absence.WAIT))
        assert evening.table.options.absence is Absence.WAIT
        evening.do(commands.Arrange(0, players=2))
        assert evening.table.options.absence is Absence.WAIT
        evening.do(commands.Start(0))
        assert evening.refusal(commands.Arrange(0, absence=Absence.MINUTE)) is Refusal.NOT_OPEN

    def test_what_they_chose_can_be_checked(self) -> None:
        evening = Evening(first=0)
        evening.sit("Anna", "Bea")
        evening.do(commands.Arrange(0, absence=Absence.WAIT))
        evening.do(commands.Start(0))
        evening.do(commands.Depart(1))
        evening.wait(60)
        evening.do(commands.CallStandIn(0, "Bea"))
        evening.act()
        evening.wait(1)
        evening.do(commands.Arrive(1))
        evening.do(commands.Depart(1))
        evening.wait(60)
        evening.do(commands.ClaimWin(0))
        report = verification.verify(replays.export("KDTWPQ", SECRET, evening.log))
        assert report.passed, report


class TestAbandonedGames:
    def test_a_game_against_bots_is_over_when_its_player_was_away_for_an_hour(self) -> None:
        evening = started(people=1, bots=1)
        evening.do(commands.Depart(0))
        evening.wait(3599)
        assert evening.table.phase is Phase.PLAYING
        evening.wait(1)
        assert evening.last == entries.Closed("abandoned", SECRET.hex())

    def test_who_comes_back_before_goes_on(self) -> None:
        evening = started(people=1, bots=1)
        evening.do(commands.Depart(0))
        evening.wait(3000)
        evening.do(commands.Arrive(0))
        evening.wait(7200)
        assert evening.table.phase is Phase.PLAYING

    def test_a_game_of_people_waits_for_them(self) -> None:
        evening = started(people=2)
        evening.do(commands.Depart(0))
        evening.do(commands.Depart(1))
        evening.wait(7 * 24 * 3600)
        assert evening.table.phase is Phase.PLAYING

    def test_a_game_of_a_dialect_waits_as_its_document_says(self) -> None:
        evening = started(people=1, bots=1, origin=TableOrigin("psp38"))
        evening.do(commands.Depart(0))
        evening.wait(7200)
        assert evening.table.phase is Phase.PLAYING


class TestConsentOfTheAbsent:
    """A connection that was lost half a second ago costs nobody a say: it is waited for as before a stand-in plays."""

    def test_two_of_three_cannot_end_a_game_half_a_second_after_the_third_lost_the_connection(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(2))
        evening.wait(0.5)
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        assert evening.table.phase is Phase.PLAYING
        evening.do(commands.Arrive(2))
        evening.wait(100)
        assert evening.table.phase is Phase.PLAYING
        evening.do(commands.Answer(2, False))
        assert evening.table.request is None

    def test_they_can_once_the_third_has_been_away_for_as_long_as_the_table_waits(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(2))
        evening.wait(30)
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        assert evening.last == entries.Ended("agreed", (), SECRET.hex())

    def test_what_the_others_agreed_on_is_done_when_the_waiting_is_over(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(2))
        evening.wait(0.5)
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        evening.wait(29.499)
        assert evening.table.phase is Phase.PLAYING
        evening.wait(0.001)
        assert evening.last == entries.Ended("agreed", (), SECRET.hex())

    def test_nothing_is_done_as_long_as_somebody_there_has_not_answered(self) -> None:
        evening = started(people=4)
        evening.do(commands.Depart(2))
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        evening.wait(100)
        assert evening.table.request is not None
        evening.do(commands.Answer(3, True))
        assert evening.last == entries.Ended("agreed", (), SECRET.hex())

    def test_the_time_is_that_of_the_table(self) -> None:
        evening = started(people=3, patience=Patience(turn=200))
        evening.do(commands.Depart(2))
        evening.wait(199)
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        assert evening.table.request is not None
        evening.wait(1)
        assert evening.table.phase is Phase.OVER

    def test_after_a_restart_the_first_two_to_return_wait_for_the_third(self) -> None:
        evening = started(people=3)
        evening.do(commands.Interrupt())
        evening.do(commands.Arrive(0))
        evening.do(commands.Arrive(1))
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        assert evening.table.phase is Phase.PLAYING

    def test_a_game_that_was_ended_this_way_can_be_verified(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(2))
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        evening.wait(30)
        replay = replays.export(evening.table.code, SECRET, evening.log)
        assert all(check.passed for check in verification.verify(replay).checks)

    def test_so_can_one_of_an_older_house_which_did_not_wait(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(2))
        evening.do(commands.AskEnd(0))
        evening.append(outcome(evening.table, entries.Ended("agreed", (), SECRET.hex()), evening.now))
        replay = replays.export(evening.table.code, SECRET, evening.log)
        assert all(check.passed for check in verification.verify(replay).checks)


class TestSleep:
    def test_when_nobody_is_left_the_table_sleeps(self) -> None:
        evening = started(people=2)
        evening.do(commands.Depart(0))
        evening.do(commands.Depart(1))
        assert evening.table.asleep
        assert next_duty(evening.table) is None
        evening.wait(100_000)
        assert evening.table.phase is Phase.PLAYING

    def test_bots_sleep_too(self) -> None:
        evening = started(people=1, bots=1)
        evening.act()
        evening.do(commands.Depart(0))
        assert evening.table.to_decide == 1
        assert evening.refusal(commands.Act(1, {"do": "play_assistant", "value": 5})) is Refusal.ASLEEP

    def test_it_wakes_when_somebody_returns(self) -> None:
        evening = started(people=1, bots=1)
        evening.do(commands.Depart(0))
        evening.wait(1000)
        evening.do(commands.Arrive(0))
        evening.act()
        assert evening.last.by == "player"

    def test_a_game_that_is_over_is_finished_even_when_nobody_is_left(self) -> None:
        evening = started(people=2)
        while evening.table.to_decide is not None:
            evening.act(-1)
        evening.do(commands.Depart(0))
        evening.do(commands.Depart(1))
        evening.wait(0)
        assert evening.last.why == "rules"


class TestRestart:
    def test_everybody_is_disconnected_and_nobody_loses_time(self) -> None:
        evening = started(people=2, clock=ClockSettings("game", 60))
        evening.wait(10)
        evening.now += 3600 * SECOND
        evening.do(commands.Interrupt())
        assert evening.table.asleep
        assert evening.table.clock.left == [60 * SECOND, 60 * SECOND]
        evening.do(commands.Arrive(0))
        evening.do(commands.Arrive(1))
        assert evening.table.clock.left_at(0, evening.now + 5 * SECOND) == 55 * SECOND

    def test_seats_in_the_lobby_have_their_minute(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        evening.now += 3600 * SECOND
        evening.do(commands.Interrupt())
        evening.wait(59)
        assert len(evening.table.seats) == 2

    def test_where_nobody_was_there_is_nothing_to_note(self) -> None:
        evening = started(people=1, bots=1)
        evening.do(commands.Depart(0))
        assert evening.refusal(commands.Interrupt()) is Refusal.ALREADY_SO
