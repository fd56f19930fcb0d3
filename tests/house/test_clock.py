"""Clocks: per move, per game with increment, stopped while somebody is disconnected, a stand-in at zero."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.house import commands, entries, views
from ludoteca.house.clock import Clock
from ludoteca.house.duties import next_duty
from ludoteca.house.options import ClockSettings
from ludoteca.house.refusals import Refusal
from ludoteca.rules.masters.notation.events import TurnStarted

from .tables import SECOND, Evening, in_action, started

MOVE = ClockSettings("move", 40)
GAME = ClockSettings("game", 100, 10)


def left(evening: Evening, seat: int) -> float:
    return evening.table.clock.left_at(seat, evening.now) / SECOND


class TestPerMove:
    def test_each_turn_has_the_whole_time(self) -> None:
        evening = started(clock=MOVE)
        evening.wait(39)
        assert left(evening, 0) == 1
        evening.act()
        assert left(evening, 1) == 40
        evening.wait(39)
        evening.act(1)
        assert left(evening, 0) == 40

    def test_a_new_turn_of_the_same_seat_has_the_whole_time_too(self) -> None:
        evening = started("masters", people=1, clock=MOVE)
        evening.wait(30)
        evening.act()
        assert left(evening, 0) == 10
        assert any(isinstance(event, TurnStarted) for event in evening.act())
        assert left(evening, 0) == 40

    def test_small_decisions_of_one_turn_share_it(self) -> None:
        evening = in_action(clock=MOVE)
        evening.wait(10)
        evening.act()
        evening.wait(10)
        evening.act()
        assert left(evening, 0) == 20


class TestPerGame:
    def test_time_is_used_up_and_each_turn_adds_the_increment(self) -> None:
        evening = started(clock=GAME)
        evening.wait(30)
        evening.act()
        assert left(evening, 0) == 80
        assert left(evening, 1) == 100

    def test_after_zero_only_the_increment_is_left(self) -> None:
        evening = in_action(clock=GAME)
        evening.wait(110)
        assert evening.count(entries.StoodIn) == 1
        assert evening.table.to_decide == 1
        assert left(evening, 0) == 10


class TestZero:
    def test_a_stand_in_plays_the_rest_of_the_turn_and_no_more(self) -> None:
        evening = in_action(clock=MOVE)
        evening.act()
        evening.wait(39.999)
        assert evening.table.to_decide == 0
        evening.wait(0.001)
        assert evening.table.to_decide == 1
        assert evening.last.by == "stand-in"
        assert evening.table.seats[0].stand_in is None

    def test_meanwhile_he_cannot_decide_himself(self) -> None:
        evening = in_action(clock=MOVE)
        evening.now += 40 * SECOND
        duty = next_duty(evening.table)
        assert duty is not None
        evening.do(duty.command)
        assert evening.last == entries.StoodIn(0, "clock")
        assert evening.refusal(commands.Act(0, {})) is Refusal.STOOD_IN
        assert evening.refusal(commands.TakeBack(0)) is Refusal.STOOD_IN
        assert views.view(evening.table, 0).legal == []


class TestDisconnection:
    def test_it_stops_the_clock_for_30_seconds_at_most(self) -> None:
        evening = in_action(3, clock=MOVE)
        evening.wait(10)
        evening.do(commands.Depart(0))
        evening.wait(29)
        assert left(evening, 0) == 30
        evening.do(commands.Arrive(0))
        evening.wait(1)
        assert left(evening, 0) == 29

    def test_in_each_turn(self) -> None:
        evening = in_action(3, clock=MOVE)
        for _ in range(2):
            evening.do(commands.Depart(0))
            evening.wait(20)
            evening.do(commands.Arrive(0))
        assert left(evening, 0) == 30  # 40 seconds away, 30 of them free

    def test_the_end_of_grace_and_the_stand_in_fall_together(self) -> None:
        evening = in_action(3, clock=MOVE)
        evening.wait(39)
        evening.do(commands.Depart(0))
        evening.wait(30)
        assert [e.what.why for e in evening.log if isinstance(e.what, entries.StoodIn)] == ["absent"]

    def test_without_grace_zero_comes_first(self) -> None:
        evening = in_action(3, clock=MOVE)
        evening.do(commands.Depart(0))
        evening.wait(29.9)
        evening.do(commands.Arrive(0))
        evening.wait(30)
        evening.do(commands.Depart(0))
        evening.wait(12)
        assert [e.what.why for e in evening.log if isinstance(e.what, entries.StoodIn)] == ["clock"]

    def test_somebody_elses_does_not(self) -> None:
        evening = in_action(3, clock=MOVE)
        evening.do(commands.Depart(1))
        evening.wait(10)
        evening.do(commands.Arrive(1))
        assert left(evening, 0) == 30

    def test_who_is_away_when_his_turn_begins_has_the_grace_as_well(self) -> None:
        evening = started(people=3, clock=MOVE)
        evening.do(commands.Depart(1))
        evening.wait(5)
        evening.act()
        evening.wait(20)
        assert left(evening, 1) == 40

    def test_a_paused_game_stops_the_clock(self) -> None:
        evening = started(clock=MOVE)
        evening.wait(5)
        evening.do(commands.Depart(1))
        assert evening.table.clock.zero() is None
        evening.wait(45)
        evening.do(commands.Arrive(1))
        assert left(evening, 0) == 35
        evening.wait(5)
        assert left(evening, 0) == 30


class TestWithoutAClock:
    def test_nothing_runs(self) -> None:
        evening = started()
        assert evening.table.clock.zero() is None
        assert views.view(evening.table, 0).clock is None
        evening.wait(100_000)
        assert evening.table.to_decide == 0

    def test_before_the_game_there_is_none(self) -> None:
        clock = Clock()
        clock.away(0, 5)
        clock.back(0, 6)
        clock.halt(7)
        assert clock.zero() is None


def test_the_view_says_who_loses_time_and_from_when() -> None:
    evening = started(clock=MOVE)
    evening.wait(5)
    evening.act()
    shown = views.view(evening.table, None).clock
    assert shown == views.ClockView([35 * SECOND, 40 * SECOND], 1, 5 * SECOND)
    evening.do(commands.Depart(0))
    paused = views.view(evening.table, None).clock
    assert paused is not None
    assert paused.running is None


def test_after_the_end_no_clock_runs() -> None:
    evening = started(clock=MOVE)
    evening.do(commands.Resign(0))
    assert evening.table.clock.running is None


OPERATIONS = st.tuples(
    st.sampled_from(["turn", "away", "back", "halt", "go", "skip", "charge"]),
    st.integers(0, 2),
    st.integers(0, 50 * SECOND),
)


@given(st.sampled_from([MOVE, GAME, None]), st.lists(OPERATIONS, max_size=40))
def test_whatever_happens_nobody_loses_more_time_than_has_passed(
    settings: ClockSettings | None, operations: list[tuple[str, int, int]]
) -> None:
    clock = Clock.wound(settings, 3, 30)
    now = 0
    for name, seat, passing in operations:
        before = [clock.left_at(other, now) for other in range(3)]
        running = None if clock.halted else clock.running
        now += passing
        lost = [was - clock.left_at(other, now) for other, was in enumerate(before)]
        assert all(0 <= loss <= passing for loss in lost)
        assert not any(loss for other, loss in enumerate(lost) if other != running)
        operate = getattr(clock, name)
        operate(*([seat] if name in ("turn", "away", "back") else []), now)
        assert min(clock.left) >= 0
        zero = clock.zero()
        assert zero is None or clock.left_at(clock.running or 0, zero) == 0
