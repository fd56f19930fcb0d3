"""RFC 6455, 5.5: pings, pongs and what no control frame may be."""

from __future__ import annotations

import pytest

from ludoteca.server.transport.frames import CLOSE, PING, PONG, TEXT

from .streams import SIZES, cut, frame, read

PROTOCOL_ERROR = 1002
KINDS = {PING: "ping", PONG: "pong"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("length", [0, 1, 2, 124, 125])
@pytest.mark.parametrize("opcode", KINDS, ids=KINDS.values())
def test_up_to_125_bytes_of_any_kind(opcode: int, length: int, size: int) -> None:
    payload = bytes(range(131, 256))[:length]  # no text at all
    assert read(cut(frame(payload, opcode), size)) == ([(opcode, payload)], None)


@pytest.mark.parametrize("length", [126, 127, 65_535, 65_536])
@pytest.mark.parametrize("opcode", [*KINDS, CLOSE], ids=[*KINDS.values(), "close"])
def test_not_more_than_125_bytes(opcode: int, length: int) -> None:
    stream = frame(b"before") + frame(b"x" * length, opcode)
    assert read([stream]) == ([(TEXT, b"before")], PROTOCOL_ERROR)
    assert read([frame(b"x" * length, opcode)[:2]]) == ([], PROTOCOL_ERROR)


@pytest.mark.parametrize("payload", [b"", b"\x03\xe8"], ids=["empty", "full"])
@pytest.mark.parametrize("opcode", [*KINDS, CLOSE], ids=[*KINDS.values(), "close"])
def test_no_fragments(opcode: int, payload: bytes) -> None:
    stream = frame(payload, opcode, last=False) + frame(payload, 0)
    assert read([stream]) == read(cut(stream, 1)) == ([], PROTOCOL_ERROR)


@pytest.mark.parametrize("size", SIZES)
def test_many_in_a_row_keep_their_order(size: int) -> None:
    expected = [(PING if number % 3 else PONG, b"%d" % number) for number in range(10)]
    stream = b"".join(frame(payload, opcode) for opcode, payload in expected)
    assert read(cut(stream, size)) == (expected, None)
