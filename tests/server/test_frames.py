"""What holds for every stream of frames. `rfc6455` has the standard's own rules, one by one."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.server.transport import frames
from ludoteca.server.transport.frames import CLOSE, CONTINUATION, PING, PONG, TEXT, BadFrame, FrameReader

from .rfc6455.streams import Items, cut, fragments, frame, read

LARGEST = 70_000
GOES_ON = (CONTINUATION, b"")


# ---------------------------------------------------------------- the handshake


def test_the_key_of_the_standard_is_accepted() -> None:
    """RFC 6455, 1.3."""
    assert frames.accepted("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


@pytest.mark.parametrize("key", ["", "short", "dGhlIHNhbXBsZSBub25jZQ", "x" * 24, "dGhlIHNhbXBsZSBub25jZ\u00e4=="])
def test_what_is_no_key(key: str) -> None:
    assert frames.accepted(key) is None


# ---------------------------------------------------------------- writing


@pytest.mark.parametrize(
    ("length", "head"),
    [
        (0, "8100"),
        (1, "8101"),
        (125, "817d"),
        (126, "817e007e"),
        (127, "817e007f"),
        (65_535, "817effff"),
        (65_536, "817f0000000000010000"),
    ],
)
def test_texts_are_written_whole_not_masked_and_with_the_shortest_length(length: int, head: str) -> None:
    """RFC 6455, 5.1 and 5.2."""
    assert frames.text(b"x" * length) == bytes.fromhex(head) + b"x" * length


def test_last_frames() -> None:
    assert frames.close(1000) == b"\x88\x02\x03\xe8"
    assert frames.close(1000, "enough") == b"\x88\x08\x03\xe8enough"
    assert len(frames.close(1008, "long" * 100)) == 2 + 125


def test_a_reason_that_is_too_long_is_cut_between_two_characters() -> None:
    assert frames.close(1008, "è" * 100)[4:].decode() == "è" * 61
    assert frames.close(1008, "x" + "è" * 100)[4:].decode() == "x" + "è" * 61


# ---------------------------------------------------------------- reading


@given(
    st.lists(
        st.tuples(
            st.sampled_from([TEXT, PING, PONG]),
            st.text(max_size=40).map(str.encode).filter(lambda text: len(text) < 126),
            st.binary(min_size=4, max_size=4),
        )
    ),
    st.lists(st.integers(1, 200)),
)
def test_a_stream_reads_the_same_however_it_is_cut(messages: list[tuple[int, bytes, bytes]], cuts: list[int]) -> None:
    stream = b"".join(frame(payload, opcode, mask=mask) for opcode, payload, mask in messages)
    pieces, start = [], 0
    for size in cuts:
        pieces.append(stream[start : start + size])
        start += size
    pieces.append(stream[start:])
    assert read(pieces) == ([(opcode, payload) for opcode, payload, _ in messages], None)


@given(st.text(max_size=300).map(str.encode), st.integers(1, 100))
def test_fragments_are_one_message_wherever_they_end(message: bytes, size: int) -> None:
    """Control frames may come between them."""
    pieces = cut(message, max(size, len(message) // 32)) or [b""]
    expected = [GOES_ON, (PING, b"?")] * (len(pieces) - 1) + [(TEXT, message)]
    assert read([fragments(pieces, between=frame(b"?", PING))]) == (expected, None)


@given(st.binary(max_size=400))
def test_random_bytes_are_read_or_refused(stream: bytes) -> None:
    reader = FrameReader(LARGEST)
    with suppress(BadFrame):
        for opcode, payload in reader.read(stream):
            assert opcode in (CONTINUATION, TEXT, CLOSE, PING, PONG)
            assert len(payload) < len(stream)


# ---------------------------------------------------------------- stopping


STREAM = frame(b"one") + fragments([b"two", b"", b"three"], between=frame(b"?", PING)) + frame(b"four") * 3


@pytest.mark.parametrize("size", [1, 4, 30, 1 << 20])
def test_who_stops_at_a_frame_goes_on_after_it(size: int) -> None:
    reader = FrameReader(LARGEST)
    items: Items = []
    for piece in cut(STREAM, size):
        reader.keep(piece[:1])
        received = piece[1:]
        while (item := next(reader.read(received), None)) is not None:
            items.append(item)
            received = b""
    assert (items, None) == read([STREAM])


def test_what_comes_while_somebody_has_stopped_is_read_afterwards() -> None:
    reader = FrameReader(LARGEST)
    assert next(reader.read(frame(b"one") + frame(b"two"))) == (TEXT, b"one")
    reader.keep(frame(b"three") + frame(b"four")[:3])
    reader.keep(frame(b"four")[3:])
    assert [payload for _, payload in reader.read(frame(b"five"))] == [b"two", b"three", b"four", b"five"]
    reader.keep(frame(b"six")[:1])
    reader.keep(frame(b"six")[1:])
    assert list(reader.read()) == [(TEXT, b"six")]


def test_nothing_is_read_or_kept_after_the_end() -> None:
    reader = FrameReader(LARGEST)
    assert next(reader.read(frame(b"one") + frame(b"two"))) == (TEXT, b"one")
    reader.end()
    reader.keep(frame(b"three"))
    assert list(reader.read(frame(b"four"))) == []
    assert kept(reader) == 0


# ---------------------------------------------------------------- how much work, how much memory


def kept(reader: FrameReader) -> int:
    """Bytes that are in memory for one connection."""
    return len(reader._unread) + len(reader._begun or b"") + len(reader._gathered or b"")


def test_a_frame_that_comes_byte_by_byte_is_not_copied_with_each_of_them() -> None:
    """It grows where it is: 64 KB in as many pieces would be copied 2 GB otherwise."""
    message = b"x" * 65_000
    *pieces, last = cut(frame(message), 1)
    reader = FrameReader(LARGEST)
    for piece in pieces[:9]:  # until the length is known
        assert list(reader.read(piece)) == []
    begun = reader._begun
    assert begun is not None
    for piece in pieces[9:]:
        assert list(reader.read(piece)) == []
        assert reader._begun is begun
    assert len(begun) == len(pieces)
    assert list(reader.read(last)) == [(TEXT, message)]
    assert kept(reader) == 0


def test_frames_after_one_at_which_the_caller_stops_are_not_even_looked_at() -> None:
    """So a flood costs nothing once it is known as one. What follows would be an error."""
    reader = FrameReader(LARGEST)
    flood = frame(b"", last=False) + frame(b"", CONTINUATION, last=False) * 40_000
    stopped = reader.read(flood)
    assert [next(stopped) for _ in range(5)] == [GOES_ON] * 5
    assert reader._start == 5 * len(frame(b""))


@given(st.lists(st.integers(0, 2000), min_size=1, max_size=40), st.integers(1, 5000))
def test_no_more_is_kept_than_a_message_and_a_frame(sizes: list[int], size: int) -> None:
    largest = 10_000
    reader = FrameReader(largest)
    with suppress(BadFrame):
        for piece in cut(fragments([b"x" * each for each in sizes]), size):
            list(reader.read(piece))
            assert kept(reader) <= largest + 14
