"""RFC 6455, 5.2 and 5.3: lengths, masks, reserved bits, opcodes."""

from __future__ import annotations

import struct

import pytest

from ludoteca.server.transport.frames import BINARY, CLOSE, CONTINUATION, FINAL, MASKED, PING, PONG, TEXT

from .streams import LARGEST, MASK, SIZES, cut, frame, read

PROTOCOL_ERROR, UNSUPPORTED, TOO_LARGE = 1002, 1003, 1009
LENGTHS = (0, 1, 125, 126, 127, 128, 65_535, LARGEST)
OPCODES = {CONTINUATION: "continuation", TEXT: "text", BINARY: "binary", CLOSE: "close", PING: "ping", PONG: "pong"}


def text_of(length: int) -> bytes:
    return (b"Mother Nature " * (length // 14 + 1))[:length]


# ---------------------------------------------------------------- 5.2, payload length


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("length", LENGTHS)
def test_a_text_of_any_length_arrives_however_it_is_cut(length: int, size: int) -> None:
    assert read(cut(frame(text_of(length)), size)) == ([(TEXT, text_of(length))], None)


@pytest.mark.parametrize("size", SIZES)
def test_texts_follow_each_other(size: int) -> None:
    stream = b"".join(frame(text_of(length)) for length in LENGTHS)
    assert read(cut(stream, size)) == ([(TEXT, text_of(length)) for length in LENGTHS], None)


@pytest.mark.parametrize("place", range(2, 15))
def test_a_frame_is_waited_for_wherever_it_is_interrupted(place: int) -> None:
    """Within its head, its length, its mask or its text."""
    stream = frame(text_of(65_536))
    assert read([stream[:place]]) == ([], None)
    assert read([stream[:place], stream[place:]]) == ([(TEXT, text_of(65_536))], None)


@pytest.mark.parametrize(
    ("length", "length_bytes"), [(0, 2), (1, 2), (125, 2), (0, 8), (125, 8), (126, 8), (65_535, 8)]
)
def test_a_length_is_written_in_as_few_bytes_as_can_be(length: int, length_bytes: int) -> None:
    stream = frame(text_of(length), length_bytes=length_bytes)
    assert read([stream[: 2 + length_bytes]]) == ([], PROTOCOL_ERROR)
    assert read(cut(stream, 1)) == ([], PROTOCOL_ERROR)


@pytest.mark.parametrize("length", [1 << 63, (1 << 63) + 5, (1 << 64) - 1])
def test_the_highest_bit_of_a_length_is_0(length: int) -> None:
    assert read([struct.pack("!BBQ", FINAL | TEXT, MASKED | 127, length)]) == ([], PROTOCOL_ERROR)


@pytest.mark.parametrize("length", [LARGEST + 1, LARGEST + 1000, 1 << 20, 1 << 32, (1 << 63) - 1])
def test_a_message_that_would_be_too_large_is_refused_before_it_comes(length: int) -> None:
    assert read([struct.pack("!BBQ", FINAL | TEXT, MASKED | 127, length)]) == ([], TOO_LARGE)


@pytest.mark.parametrize(("length", "code"), [(999, None), (1000, None), (1001, TOO_LARGE)])
def test_the_largest_message_is_as_large_as_the_server_says(length: int, code: int | None) -> None:
    items, found = read([frame(text_of(length))], largest=1000)
    assert found == code
    assert len(items) == (code is None)


# ---------------------------------------------------------------- 5.3, masks


@pytest.mark.parametrize("mask", [b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x01\x02\x03\x04", b"\x80\0\0\0", b"\0\0\0\x80"])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 127])
def test_any_mask_is_taken_off(mask: bytes, length: int) -> None:
    assert read([frame(text_of(length), mask=mask)]) == ([(TEXT, text_of(length))], None)


@pytest.mark.parametrize("opcode", OPCODES, ids=OPCODES.values())
@pytest.mark.parametrize("payload", [b"", b"\x03\xe8 and why"], ids=["empty", "full"])
def test_frames_without_a_mask_are_refused(opcode: int, payload: bytes) -> None:
    """5.1: the server closes the connection on such a frame."""
    assert read([frame(payload, opcode, mask=None)]) == ([], PROTOCOL_ERROR)
    assert read([frame(b"before"), frame(payload, opcode, mask=None)]) == ([(TEXT, b"before")], PROTOCOL_ERROR)


# ---------------------------------------------------------------- 5.2, reserved bits


@pytest.mark.parametrize("reserved", range(1, 8))
@pytest.mark.parametrize("opcode", OPCODES, ids=OPCODES.values())
def test_reserved_bits_are_0(opcode: int, reserved: int) -> None:
    """No extension is ever agreed on. What came before is read, what comes after is not."""
    wrong = frame(b"", opcode, reserved=reserved)
    stream = frame(b"before") + wrong + frame(b"after")
    assert read([stream]) == read(cut(stream, 1)) == ([(TEXT, b"before")], PROTOCOL_ERROR)
    assert read([wrong[:2]]) == ([], PROTOCOL_ERROR)  # its first bytes are enough


# ---------------------------------------------------------------- 5.2, opcodes


@pytest.mark.parametrize("opcode", [*range(3, 8), *range(11, 16)])
@pytest.mark.parametrize("payload", [b"", b"x", text_of(126)], ids=["empty", "short", "long"])
def test_reserved_opcodes_are_refused(opcode: int, payload: bytes) -> None:
    stream = frame(b"before") + frame(payload, opcode) + frame(b"", PING)
    assert read([stream]) == read(cut(stream, 1)) == ([(TEXT, b"before")], PROTOCOL_ERROR)


@pytest.mark.parametrize("last", [True, False], ids=["whole", "in fragments"])
@pytest.mark.parametrize("length", LENGTHS)
def test_binary_messages_are_refused(length: int, last: bool) -> None:
    """7.4.1: 1003 is for a server that understands only texts. Nothing of such a message has to come."""
    stream = frame(b'{"type":"ping"}') + frame(text_of(length), BINARY, last=last)
    assert read([stream]) == ([(TEXT, b'{"type":"ping"}')], UNSUPPORTED)
    assert read([frame(text_of(length), BINARY, last=last)[:2]]) == ([], UNSUPPORTED)


def test_the_examples_of_the_standard() -> None:
    """5.7, as far as a client sends them."""
    assert read([bytes.fromhex("818537fa213d7f9f4d5158")]) == ([(TEXT, b"Hello")], None)
    assert read([bytes.fromhex("898537fa213d7f9f4d5158")]) == ([(PING, b"Hello")], None)
    assert read([bytes.fromhex("8a8537fa213d7f9f4d5158")]) == ([(PONG, b"Hello")], None)
    assert frame(b"Hello", mask=MASK) == bytes.fromhex("818537fa213d7f9f4d5158")
