"""RFC 6455, 8.1: texts are UTF-8 (RFC 3629), or the connection is closed with 1007 as soon as one is not."""

from __future__ import annotations

import pytest

from ludoteca.server.transport.frames import CONTINUATION, TEXT

from .streams import cut, fragments, frame, read, texts

NOT_UTF_8 = 1007

# First and last of each length and on both sides of what is left out; those that are no characters are no error.
POINTS = [
    *(0x0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD),
    *(0xFDD0, 0xFDEF, 0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000),
    *(plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF)),
]
WORDS = ["città", "Ελλάδα", "Schlüsselgröße", "исландия", "島と雲", "🧙🏽‍♀️🏝️", "e\u0301\u0302", "\u202eright to left"]

# What is no UTF-8, and the place of the byte with which that is certain (RFC 3629, 4); None: only at the end.
WRONG: dict[str, int | None] = {
    # bytes that never are
    **{f"{byte:02x}": 0 for byte in (0xC0, 0xC1, *range(0xF5, 0x100))},
    # what continues, but nothing has begun
    **dict.fromkeys(("80", "bf", "8080", "80bf", "80bf80", "80bf80bf80bf80"), 0),
    "c3a980": 2,
    "e282ac80": 3,
    "f09f8eb280": 4,
    # what begins, and does not go on
    **{f"{byte:02x}20": 1 for byte in (0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEF, 0xF0, 0xF1, 0xF4)},
    **{f"{begun}20": len(begun) // 2 for begun in ("e0a0", "e282", "efbf", "f090", "f09f8e", "f48fbf")},
    **{f"{begun}c3a9": len(begun) // 2 for begun in ("c3", "e282", "f09f8e")},
    # what ends too early
    **dict.fromkeys(("c2", "df", "e0", "e0a0", "e282", "ed", "ed9f", "ef", "efbf")),
    **dict.fromkeys(("f0", "f090", "f09080", "f1", "f4", "f48f", "f48fbf")),
    # more bytes than it takes
    **dict.fromkeys(("c080", "c0af", "c1bf"), 0),
    **dict.fromkeys(("e08080", "e080af", "e09fbf", "f0808080", "f08080af", "f08fbfbf"), 1),
    **dict.fromkeys(("f8808080af", "fc80808080af", "f888808080", "fc8480808080", "fbbfbfbfbf", "fdbfbfbfbfbf"), 0),
    # surrogates, alone and in pairs: certain with the second byte, seen with the third, as Python's decoder has it
    **dict.fromkeys(("eda080", "edadbf", "edae80", "edafbf", "edb080", "edbe80", "edbfbf"), 2),
    **{f"{first}{second}": 2 for first in ("eda080", "edafbf") for second in ("edb080", "edbfbf")},
    # beyond the last one
    **dict.fromkeys(("f4908080", "f490bfbf", "f4bfbfbf"), 1),
    **dict.fromkeys(("f5808080", "f7bfbfbf", "fe", "ff", "fefeffff"), 0),
    # the examples of the Unicode Standard, 3.9
    "c0afe080bff0818241": 0,
    "eda080edbfbfedaf41": 2,
    "f4919293ff4180bf42": 1,
    "e180e2f09192f1bf41": 2,
}


@pytest.mark.parametrize("point", POINTS, ids=[f"U+{point:04X}" for point in POINTS])
def test_every_kind_of_character(point: int) -> None:
    """Whole, in one fragment a byte, and between others."""
    character = chr(point).encode()
    assert texts([frame(character)]) == ([character], None)
    for message in (character, b"before " + character + b" after"):
        assert texts([fragments(cut(message, 1))]) == ([message], None)


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_characters_may_be_divided_between_fragments(word: str, size: int) -> None:
    message = word.encode()
    for bytes_at_once in (1, 4, 1000):
        assert texts(cut(fragments(cut(message, size)), bytes_at_once)) == ([message], None)


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_utf_8(wrong: str) -> None:
    """In a whole message, before, after and between what is, and with any byte in another fragment."""
    sequence = bytes.fromhex(wrong)
    for text in (sequence, b"plain " + sequence, "città ".encode() + sequence, sequence * 3):
        assert read([frame(text) + frame(b"after")]) == ([], NOT_UTF_8)
        assert texts([fragments(cut(text, 1))]) == ([], NOT_UTF_8)
    if WRONG[wrong] is not None:
        assert read([frame(b"before"), frame(sequence + b" after")]) == ([(TEXT, b"before")], NOT_UTF_8)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_message_ends_with_the_first_fragment_that_is_wrong(wrong: str) -> None:
    """Not only with the last one, which may never come."""
    sequence = bytes.fromhex(wrong)
    place = WRONG[wrong]
    certain = len(sequence) if place is None else place
    stream = frame("città".encode(), last=False)
    stream += b"".join(frame(sequence[at : at + 1], CONTINUATION, last=False) for at in range(certain))
    items, code = read([stream])
    assert code is None
    assert items == [(CONTINUATION, b"")] * (certain + 1)
    next_byte = sequence[certain : certain + 1]  # none when it just ends
    assert read([stream, frame(next_byte, CONTINUATION, last=place is None)]) == (items, NOT_UTF_8)


def test_each_message_is_judged_by_itself() -> None:
    stream = fragments([b"\xc3", b"\xa9"]) + fragments([b"\xe2\x82", b"\xac"]) + frame(b"plain")
    assert texts([stream]) == (["é".encode(), "€".encode(), b"plain"], None)
    assert texts([fragments([b"\xc3", b"\xa9"]) + frame(b"\xa9")]) == (["é".encode()], NOT_UTF_8)
