"""Frames of WebSockets as a server reads them (RFC 6455)."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.server import frames
from ludoteca.server.frames import BINARY, CLOSE, CONTINUATION, FINAL, PING, PONG, TEXT, BadFrame, FrameReader

LARGEST = 70_000
MASK = b"\x37\xfa\x21\x3d"


def masked(payload: bytes, mask: bytes) -> bytes:
    return bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def sent(payload: bytes, opcode: int = TEXT, last: bool = True, mask: bytes = MASK) -> bytes:
    """A frame as a client sends it."""
    first = (FINAL if last else 0) | opcode
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", first, 0x80 | length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, length)
    return head + mask + masked(payload, mask)


def read(stream: bytes, *pieces: bytes) -> list[tuple[int, bytes]]:
    reader = FrameReader(LARGEST)
    return [found for piece in (stream, *pieces) for found in reader.read(piece)]


def test_the_examples_of_the_standard() -> None:
    """RFC 6455, 1.3 and 5.7."""
    assert frames.accepted("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert read(bytes.fromhex("818537fa213d7f9f4d5158")) == [(TEXT, b"Hello")]
    assert read(bytes.fromhex("898537fa213d7f9f4d5158")) == [(PING, b"Hello")]
    assert frames.text(b"Hello") == bytes.fromhex("810548656c6c6f")


@pytest.mark.parametrize("key", ["", "short", "dGhlIHNhbXBsZSBub25jZQ", "x" * 24, "dGhlIHNhbXBsZSBub25jZ\u00e4=="])
def test_what_is_no_key(key: str) -> None:
    assert frames.accepted(key) is None


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, LARGEST])
def test_lengths(length: int) -> None:
    message = (b"abcdefg" * (length // 7 + 1))[:length]
    assert read(sent(message)) == [(TEXT, message)]
    assert frames.text(message).endswith(message)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([TEXT, BINARY, PING, PONG]), st.binary(max_size=125), st.binary(min_size=4, max_size=4)
        )
    ),
    st.lists(st.integers(1, 200)),
)
def test_a_stream_reads_the_same_however_it_is_cut(messages: list[tuple[int, bytes, bytes]], cuts: list[int]) -> None:
    stream = b"".join(sent(payload, opcode, mask=mask) for opcode, payload, mask in messages)
    pieces, start = [], 0
    for cut in cuts:
        pieces.append(stream[start : start + cut])
        start += cut
    pieces.append(stream[start:])
    assert read(b"", *pieces) == [(opcode, payload) for opcode, payload, _ in messages]


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=8), st.sampled_from([TEXT, BINARY]))
def test_fragments_are_one_message(pieces: list[bytes], opcode: int) -> None:
    """Control frames may come between them."""
    stream = b""
    for number, piece in enumerate(pieces):
        stream += sent(piece, opcode if number == 0 else CONTINUATION, last=number == len(pieces) - 1)
        if number < len(pieces) - 1:
            stream += sent(b"?", PING)
    assert read(stream) == [(PING, b"?")] * (len(pieces) - 1) + [(opcode, b"".join(pieces))]


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        (b"\x81\x05Hello", frames.PROTOCOL_ERROR),  # not masked
        (b"\xc1\x80" + MASK, frames.PROTOCOL_ERROR),  # an extension that nobody agreed on
        (sent(b"", 0x3), frames.PROTOCOL_ERROR),
        (sent(b"", 0xB), frames.PROTOCOL_ERROR),
        (sent(b"", PING, last=False), frames.PROTOCOL_ERROR),
        (sent(b"x" * 126, PONG), frames.PROTOCOL_ERROR),
        (sent(b"x", CONTINUATION), frames.PROTOCOL_ERROR),
        (sent(b"x", TEXT, last=False) + sent(b"y"), frames.PROTOCOL_ERROR),
        (sent(b"x" * (LARGEST + 1))[:20], frames.TOO_LARGE),  # before the rest has come
        (sent(b"x" * LARGEST, last=False) + sent(b"y", CONTINUATION), frames.TOO_LARGE),
    ],
)
def test_bad_frames(stream: bytes, code: int) -> None:
    with pytest.raises(BadFrame) as wrong:
        read(stream)
    assert wrong.value.code == code


@given(st.binary(max_size=400))
def test_random_bytes_are_read_or_refused(stream: bytes) -> None:
    with suppress(BadFrame):
        for opcode, payload in read(stream):
            assert opcode in (TEXT, BINARY, CLOSE, PING, PONG)
            assert len(payload) < len(stream)


def test_last_frames() -> None:
    assert frames.close(1000) == b"\x88\x02\x03\xe8"
    assert len(frames.close(1008, "long" * 100)) == 2 + 125
