"""The length of a log is bounded, far above any game; what ends a game is always possible."""

from __future__ import annotations

import pytest

from ludoteca.house import chat, commands, entries, keys, log_length, replays, verification
from ludoteca.house.chat import Chat
from ludoteca.house.commands import Command
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Look
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase

from .tables import SECRET, Evening, in_action, started


@pytest.fixture(autouse=True)
def shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with logs that are soon written."""
    monkeypatch.setattr(log_length, "MOST_WITH_SECOND_THOUGHTS", 30)
    monkeypatch.setattr(log_length, "MOST_ENTRIES", 60)


def test_the_bounds_are_far_above_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    longest = 434  # decisions, of 15,000 games that chance played
    assert 6 * longest < log_length.MOST_WITH_SECOND_THOUGHTS
    assert log_length.MOST_ENTRIES >= 2 * log_length.MOST_WITH_SECOND_THOUGHTS


def test_taking_back_in_a_loop_ends_and_the_game_goes_on() -> None:
    evening = in_action(people=1, bots=1)
    while evening.table.number < 30:
        evening.act()
        evening.do(commands.TakeBack(0))
    evening.act()
    refused = evening.refused(commands.TakeBack(0))
    assert (refused.code, refused.parameters) == (Refusal.TABLE_LONG, {"entries": 30})
    while evening.table.to_decide is not None and evening.table.number < 45:
        evening.act()
    evening.do(commands.Resign(0))
    assert evening.table.phase is Phase.OVER


def test_asking_for_the_end_in_a_loop_ends() -> None:
    evening = started()
    while evening.table.number < 30:
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, False))
    assert evening.refusal(commands.AskEnd(0)) is Refusal.TABLE_LONG


LOOPS: list[tuple[str, list[Command]]] = [
    ("looks", [commands.Dress(0, Look("white")), commands.Dress(0, Look("black"))]),
    ("seats", [commands.Sit("Bea", keys.token_of("b")), commands.Rise(1)]),
    ("bots", [commands.SitBot(0, "random", "Rob"), commands.Remove(0, "Rob")]),
    ("options", [commands.Arrange(0, 3), commands.Arrange(0, 2)]),
]


@pytest.mark.parametrize(("name", "loop"), LOOPS, ids=[name for name, _ in LOOPS])
def test_a_table_that_never_starts_is_closed(name: str, loop: list[Command]) -> None:
    evening = Evening()
    evening.sit("Anna")
    while evening.table.number < 30:
        for command in loop:
            evening.do(command)
    evening.wait(0)
    assert evening.last == entries.Closed("too long")
    assert evening.table.phase is Phase.CLOSED


def test_a_game_in_which_nothing_goes_on_is_closed_and_shows_its_secret() -> None:
    evening = started()
    while evening.table.number < 60:
        evening.do(commands.Depart(1))
        evening.do(commands.Arrive(1))
    for command in (commands.Depart(1), commands.Rekey(0, keys.token_of("x")), commands.Resign(0)):
        assert evening.refusal(command) is Refusal.TABLE_LONG
    evening.wait(0)
    assert evening.last == entries.Closed("too long", SECRET.hex())
    replay = replays.export(evening.table.code, SECRET, evening.log)
    assert all(check.passed for check in verification.verify(replay).checks)


def test_a_game_that_the_rules_have_ended_is_finished_whatever_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_length, "MOST_ENTRIES", 10_000)
    evening = started()
    while evening.table.to_decide is not None:
        evening.act(-1)
    monkeypatch.setattr(log_length, "MOST_ENTRIES", evening.table.number)
    evening.wait(0)
    assert evening.last.why == "rules"
    evening.do(commands.Rematch(0, "ABCDEF"))
    evening.do(commands.Close(None, "by the operator"))


def test_a_finished_game_stays_finished() -> None:
    evening = started()
    evening.do(commands.Resign(0))
    while evening.table.number < 60:
        evening.do(commands.Depart(1) if evening.table.seats[1].connected else commands.Arrive(1))
    assert next_duty(evening.table) is None
    assert evening.refusal(commands.Rekey(0, keys.token_of("x"))) is Refusal.TABLE_LONG
    assert evening.table.phase is Phase.OVER


def test_chat_ends_after_so_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_LINES", 7)
    evening, lines = started(), Chat()
    for number in range(7):
        chat.add(lines, chat.say(evening.table, lines, 0, "Hello", number * 10_000))
    with pytest.raises(Refused) as refused:
        chat.say(evening.table, lines, 0, "Hello", 80_000)
    assert (refused.value.code, refused.value.parameters) == (Refusal.CHAT_FULL, {"most": 7})


def test_after_a_clock_was_set_back_people_can_go_on_talking() -> None:
    evening, lines = started(), Chat()
    chat.add(lines, chat.say(evening.table, lines, 0, "Hello", 10**12))
    for number in range(20):
        chat.add(lines, chat.say(evening.table, lines, 0, "Hello", 1000 * number))


def test_a_log_is_full_when_only_its_end_can_be_added() -> None:
    evening = in_action()
    assert not log_length.is_full(evening.table)
    evening.table.number = 60
    assert log_length.is_full(evening.table)
    assert evening.refusal(commands.Resign(0)) is Refusal.TABLE_LONG
