"""What all dialects have in common on the wire: lines, how long they are, and how many of them may be nonsense."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dialects.lines import LONGEST_LINE, MALFORMED_WITHIN, MOST_MALFORMED, Lines, LineTooLong

LINES = st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line and not line.endswith(b"\r")), max_size=8)


def taken(lines: Lines) -> list[bytes]:
    found = []
    while (line := lines.take()) is not None:
        found.append(line)
    return found


def fed(*pieces: bytes) -> list[bytes]:
    """The lines in some pieces."""
    lines, found = Lines(), []
    for piece in pieces:
        lines.add(piece)
        found += taken(lines)
    return found


def test_lines_end_with_lf_or_cr_lf_and_empty_ones_mean_nothing() -> None:
    assert fed(b"a\nb\r\n\n\r\nc\n") == [b"a", b"b", b"c"]


def test_a_cr_elsewhere_is_part_of_the_line() -> None:
    assert fed(b"a\rb\r\r\n") == [b"a\rb\r"]


def test_what_was_not_taken_stays() -> None:
    lines = Lines()
    lines.add(b"one\ntwo\nthr")
    assert lines.take() == b"one"
    assert lines.waiting
    lines.add(b"ee\n")
    assert taken(lines) == [b"two", b"three"]
    assert not lines.waiting


@given(LINES, st.lists(st.integers(0, 200), max_size=12), st.sampled_from([b"\n", b"\r\n"]))
def test_it_does_not_matter_in_which_pieces_they_come(said: list[bytes], cuts: list[int], end: bytes) -> None:
    whole = b"".join(line + end for line in said)
    places = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    pieces = [whole[start:stop] for start, stop in pairwise(places)]
    assert fed(*pieces) == [line for line in said if line]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_longest_line(end: bytes) -> None:
    assert [len(line) for line in fed(b"x" * LONGEST_LINE, end)] == [LONGEST_LINE]


@pytest.mark.parametrize("last", [b"", b"\n", b"y\n"])
def test_one_more_byte_is_too_much_and_said_once(last: bytes) -> None:
    lines = Lines()
    lines.add(b"first\n" + b"x" * (LONGEST_LINE + 1) + last)
    assert lines.take() == b"first"
    with pytest.raises(LineTooLong, match="at most 65536 bytes"):
        lines.take()
    lines.add(b"more\n")
    assert lines.take() is None
    assert not lines.waiting


def test_the_tenth_malformed_line_within_a_minute_is_the_last() -> None:
    lines = Lines()
    assert [lines.malformed(now) for now in range(MOST_MALFORMED)] == [False] * (MOST_MALFORMED - 1) + [True]


def test_older_ones_are_forgotten() -> None:
    lines = Lines()
    every = MALFORMED_WITHIN / (MOST_MALFORMED - 1)
    assert not any(lines.malformed(number * every) for number in range(1000))
