"""Lines out and in, on any terminal."""

import io

import pytest

from ludoteca import rules
from ludoteca.terminal.screen import Left, Screen


def typed(text: str) -> str:
    return Screen(io.StringIO(text), io.StringIO()).ask()


def test_answers_are_trimmed_and_in_small_letters() -> None:
    assert typed("  R   5 \n") == "r 5"
    assert typed("\n") == ""
    assert typed("last line without its end") == "last line without its end"


def test_the_end_of_the_input_is_leaving() -> None:
    with pytest.raises(Left):
        typed("")


@pytest.mark.parametrize("encoding", ["utf-8", "cp437"])
def test_frames_are_drawn_where_the_terminal_can(encoding: str) -> None:
    target = io.TextIOWrapper(io.BytesIO(), encoding, newline="")
    Screen(io.StringIO(), target).say("┌─┐ §5")
    assert target.buffer.getvalue().decode(encoding).startswith("┌─┐")


def test_a_terminal_without_frames_gets_plain_signs() -> None:
    target = io.TextIOWrapper(io.BytesIO(), "ascii", newline="")
    screen = Screen(io.StringIO(), target)
    screen.say(f"{rules.new('eriantys', players=2, seed=7)}")
    screen.say("§5.2")
    shown = target.buffer.getvalue().decode("ascii")
    assert "+--------------+" in shown
    assert "| 1            | 2            |" in shown
    assert shown.endswith("?5.2\n")
