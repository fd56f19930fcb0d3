"""Chat: a stream of its own, with limits on length and rate."""

from __future__ import annotations

import pytest

from ludoteca.house import commands
from ludoteca.house.chat import BURST, LINES_KEPT, LONGEST_LINE, PACE, Chat, Line, add, replace, resumed, say
from ludoteca.house.refusals import Refusal, Refused

from .tables import Evening, started


def refusal(evening: Evening, chat: Chat, seat: int, text: str, now: int = 0) -> Refused:
    with pytest.raises(Refused) as caught:
        say(evening.table, chat, seat, text, now)
    return caught.value


def test_a_line_has_a_number_a_time_a_seat_and_a_name() -> None:
    evening, chat = started(), Chat()
    line = say(evening.table, chat, 1, "hello", 7)
    assert line == Line(1, 7, 1, "Bea", "hello")
    assert not chat.lines
    add(chat, line)
    assert list(chat.lines) == [line]


def test_the_log_of_the_table_knows_nothing_of_it() -> None:
    evening, chat = started(), Chat()
    number = evening.table.number
    add(chat, say(evening.table, chat, 0, "hello", 0))
    assert evening.table.number == number


@pytest.mark.parametrize("text", ["", " ", "\n", "a\nb", "\x1b[31m", "\u202etxt", "x" * (LONGEST_LINE + 1)])
def test_a_line_is_short_and_printable(text: str) -> None:
    assert refusal(started(), Chat(), 0, text).code is Refusal.CHAT_TEXT


def test_any_language_is_printable() -> None:
    assert say(started().table, Chat(), 0, "Grüße, 你好, 🎲" + "!" * 480, 0).seat == 0


@pytest.mark.parametrize("text", ["👩\u200d🚀", "👩\u200d❤\ufe0f\u200d👩 hello", "می\u200cخواهم"])
def test_joiners_between_signs_belong_to_writing(text: str) -> None:
    assert say(started().table, Chat(), 0, text, 0).text == text


@pytest.mark.parametrize(
    "text",
    ["\u200d", "\u200d🚀", "👩\u200d", "a\u200d\u200cb", "a\u200c b", "a \u200cb", "a\u200bb", "a\u2060b", "\ufeffa"],
)
def test_nothing_else_that_cannot_be_seen_is_said(text: str) -> None:
    assert refusal(started(), Chat(), 0, text).code is Refusal.CHAT_TEXT


def test_a_burst_is_allowed_then_a_line_every_two_seconds() -> None:
    evening, chat = started(), Chat()
    for _ in range(BURST):
        add(chat, say(evening.table, chat, 0, "hello", 1000))
    refused = refusal(evening, chat, 0, "hello", 1000)
    assert refused.code is Refusal.CHAT_TOO_FAST
    assert refused.parameters == {"seconds": 2}
    assert refusal(evening, chat, 0, "hello", 1000 + PACE - 1).parameters == {"seconds": 1}
    add(chat, say(evening.table, chat, 0, "hello", 1000 + PACE))
    assert refusal(evening, chat, 0, "hello", 1000 + PACE).code is Refusal.CHAT_TOO_FAST


def test_each_speaker_has_his_own_limit() -> None:
    evening, chat = started(), Chat()
    for seat in [0] * BURST + [1] * BURST:
        add(chat, say(evening.table, chat, seat, "hello", 0))
    assert chat.number == 2 * BURST


@pytest.mark.parametrize("seat", [-1, 1, 5])
def test_only_people_at_the_table_speak(seat: int) -> None:
    assert refusal(started(people=1, bots=1), Chat(), seat, "hello").code is Refusal.NOT_SEATED


def test_at_a_closed_table_nobody_speaks() -> None:
    evening = started()
    evening.do(commands.Close(None, "night"))
    assert refusal(evening, Chat(), 0, "hello").code is Refusal.TABLE_CLOSED


def test_time_and_numbers_go_on_only() -> None:
    evening, chat = started(), Chat()
    line = say(evening.table, chat, 0, "hello", 50)
    add(chat, line)
    assert say(evening.table, chat, 0, "hello", 20).time == 50
    for wrong in (line, Line(2, 49, 0, "Anna", "earlier")):
        with pytest.raises(Refused, match="stale"):
            add(chat, wrong)


def test_whoever_comes_later_hears_the_last_lines() -> None:
    evening, chat = started(), Chat()
    for number in range(LINES_KEPT + 10):
        add(chat, say(evening.table, chat, 0, "hello", number * PACE))
    assert len(chat.since(0)) == LINES_KEPT
    assert [line.number for line in chat.since(LINES_KEPT + 8)] == [LINES_KEPT + 9, LINES_KEPT + 10]


def test_a_chat_goes_on_after_the_last_lines_that_were_kept() -> None:
    lines = [Line(number, 1000 * number, 0, "Anna", "hello") for number in (7, 8, 9)]
    chat = resumed(lines)
    assert (chat.number, chat.time, list(chat.lines)) == (9, 9000, lines)
    assert chat.since(8) == lines[2:]


def test_a_line_that_is_kept_can_get_another_text() -> None:
    evening, chat = started(), Chat()
    for text in ("one", "two"):
        add(chat, say(evening.table, chat, 0, text, 0))
    assert replace(chat, Line(2, 0, 0, "Anna", ""))
    assert [line.text for line in chat.lines] == ["one", ""]
    assert not replace(chat, Line(3, 0, 0, "Anna", ""))
