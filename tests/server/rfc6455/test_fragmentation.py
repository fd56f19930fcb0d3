"""RFC 6455, 5.4: messages in several frames."""

from __future__ import annotations

import pytest

from ludoteca.server.transport.frames import BINARY, CONTINUATION, MOST_FRAGMENTS, PING, PONG, TEXT

from .streams import LARGEST, SIZES, cut, fragments, frame, read, texts

PROTOCOL_ERROR, UNSUPPORTED, POLICY, TOO_LARGE = 1002, 1003, 1008, 1009
GOES_ON = (CONTINUATION, b"")
MESSAGE = b"a message in several frames"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 3, len(MESSAGE)])
def test_fragments_are_one_message(count: int, size: int) -> None:
    pieces = cut(MESSAGE, -(-len(MESSAGE) // count))
    expected = [GOES_ON] * (len(pieces) - 1) + [(TEXT, MESSAGE)]
    assert read(cut(fragments(pieces), size)) == (expected, None)


@pytest.mark.parametrize(
    "pieces",
    [[b"", b""], [b"", b"", b""], [b"", MESSAGE], [MESSAGE, b""], [b"", MESSAGE, b""], [b"a", b"", b"b"], [b""] * 64],
    ids=["two", "three", "first", "last", "both", "middle", "all"],
)
def test_fragments_may_be_empty(pieces: list[bytes]) -> None:
    assert texts([fragments(pieces)]) == ([b"".join(pieces)], None)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opcode", [PING, PONG], ids=["ping", "pong"])
@pytest.mark.parametrize("payload", [b"", b"in between", b"x" * 125], ids=["empty", "short", "long"])
def test_control_frames_come_between_fragments(opcode: int, payload: bytes, size: int) -> None:
    """They are told at once, and the message is none the worse."""
    stream = fragments([b"one ", b"two ", b"three"], between=frame(payload, opcode))
    expected = [GOES_ON, (opcode, payload), GOES_ON, (opcode, payload), (TEXT, b"one two three")]
    assert read(cut(stream, size)) == (expected, None)


def test_a_message_may_follow_one_in_fragments() -> None:
    stream = fragments([b"one ", b"two"]) + frame(b"three") + fragments([b"fo", b"ur"])
    assert texts([stream]) == ([b"one two", b"three", b"four"], None)


@pytest.mark.parametrize("last", [True, False], ids=["last", "not the last"])
@pytest.mark.parametrize("payload", [b"", MESSAGE], ids=["empty", "full"])
@pytest.mark.parametrize(
    "before",
    [b"", frame(b"whole"), fragments([b"who", b"le"]), frame(b"", PING)],
    ids=["nothing", "text", "two", "ping"],
)
def test_nothing_goes_on_that_did_not_begin(before: bytes, payload: bytes, last: bool) -> None:
    stream = before + frame(payload, CONTINUATION, last=last) + frame(b"after")
    assert texts([stream]) == ([b"whole"] if b"whole" in texts([before])[0] else [], PROTOCOL_ERROR)
    assert texts(cut(stream, 1))[1] == PROTOCOL_ERROR


@pytest.mark.parametrize("last", [True, False], ids=["whole", "in fragments"])
@pytest.mark.parametrize("opcode", [TEXT, BINARY], ids=["text", "binary"])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_no_message_begins_within_another(count: int, opcode: int, last: bool) -> None:
    unfinished = fragments([b"x"] * count + [b"last"])[: -len(frame(b"last"))]
    stream = unfinished + frame(b"another", opcode, last=last)
    assert read([stream]) == read(cut(stream, 1)) == ([GOES_ON] * count, PROTOCOL_ERROR)


# ---------------------------------------------------------------- 10.4, limits


@pytest.mark.parametrize("count", [LARGEST // 1024, 63, 10, 2])
def test_the_largest_message_in_fragments(count: int) -> None:
    message = b"x" * LARGEST
    pieces = cut(message, -(-LARGEST // count))
    assert len(pieces) <= MOST_FRAGMENTS
    assert texts(cut(fragments(pieces), 4096)) == ([message], None)


@pytest.mark.parametrize("sizes", [(LARGEST, 1), (1, LARGEST), (LARGEST // 2, LARGEST // 2, 1), (60_000, 0, 60_000)])
def test_fragments_are_too_large_together(sizes: tuple[int, ...]) -> None:
    """The one that is too much is refused by its head."""
    stream = fragments([b"x" * size for size in sizes])
    items, code = read([stream[: -sizes[-1]]])
    assert (items, code) == ([GOES_ON] * (len(sizes) - 1), TOO_LARGE)


def test_the_next_message_has_all_the_room_again() -> None:
    message = b"x" * LARGEST
    assert texts([fragments([message[:10], message[10:]]), frame(message)]) == ([message, message], None)
    assert texts([frame(b"", last=False), frame(b"y" * 125, PING), frame(message, CONTINUATION)]) == ([message], None)


def test_control_frames_need_no_room_in_a_message_that_is_full() -> None:
    stream = frame(b"x" * LARGEST, last=False) + frame(b"y" * 125, PING) + frame(b"", CONTINUATION)
    assert read([stream])[0][1] == (PING, b"y" * 125)
    assert texts([stream])[1] is None


@pytest.mark.parametrize("piece", [b"", b"x", b"x" * 100], ids=["empty", "tiny", "small"])
@pytest.mark.parametrize(("count", "code"), [(63, None), (64, None), (65, POLICY), (1000, POLICY)])
def test_a_message_has_at_most_64_fragments(piece: bytes, count: int, code: int | None) -> None:
    items, found = read([fragments([piece] * count)])
    assert found == code
    assert len(items) == min(count, MOST_FRAGMENTS)
    assert (items[-1] == (TEXT, piece * count)) == (code is None)


def test_fragments_are_counted_anew_for_every_message() -> None:
    stream = fragments([b"x"] * 64) * 3 + fragments([b"x"] * 64, between=frame(b"", PING))
    assert texts([stream]) == ([b"x" * 64] * 4, None)
