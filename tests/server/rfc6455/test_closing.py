"""RFC 6455, 5.5.1 and 7: close frames, their codes and reasons."""

from __future__ import annotations

import pytest

from ludoteca.server.transport.frames import CLOSE, CONTINUATION, PING, TEXT

from .streams import SIZES, cut, frame, read

PROTOCOL_ERROR, NOT_UTF_8 = 1002, 1007
DEFINED = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011]  # 7.4.1
RANGES = [3000, 3001, 3999, 4000, 4001, 4999]  # 7.4.2
RESERVED = [1004, 1005, 1006, 1015]  # 7.4.1: never on the wire
UNDEFINED = [0, 1, 999, 1012, 1013, 1014, 1016, 1100, 2000, 2999, 5000, 10_000, 65_535]
REASONS = ["", "enough", "è tardi", "🏝️", "x" * 123, "è" * 61]


def body(code: int, reason: bytes = b"") -> bytes:
    return code.to_bytes(2, "big") + reason


@pytest.mark.parametrize("size", SIZES)
def test_a_close_frame_may_be_empty(size: int) -> None:
    assert read(cut(frame(b"", CLOSE), size)) == ([(CLOSE, b"")], None)


@pytest.mark.parametrize("code", [*DEFINED, *RANGES])
@pytest.mark.parametrize("reason", REASONS, ids=["none", "short", "accent", "emoji", "long", "long accents"])
def test_codes_that_a_client_may_give(code: int, reason: str) -> None:
    payload = body(code, reason.encode())
    assert read([frame(payload, CLOSE)]) == ([(CLOSE, payload)], None)


@pytest.mark.parametrize("reason", [b"", b"enough"], ids=["none", "short"])
@pytest.mark.parametrize("code", [*RESERVED, *UNDEFINED])
def test_codes_that_it_may_not(code: int, reason: bytes) -> None:
    assert read([frame(b"before") + frame(body(code, reason), CLOSE)]) == ([(TEXT, b"before")], PROTOCOL_ERROR)


@pytest.mark.parametrize("byte", [b"\0", b"\x03", b"\xff"])
def test_a_code_has_two_bytes(byte: bytes) -> None:
    assert read([frame(byte, CLOSE)]) == ([], PROTOCOL_ERROR)


@pytest.mark.parametrize("reason", [b"\xff", b"\xc3", b"caf\xe9", b"\xed\xa0\x80", b"x" * 122 + b"\xc3", b"\xc0\x80"])
def test_a_reason_is_utf_8(reason: bytes) -> None:
    assert read([frame(body(1000, reason), CLOSE)]) == ([], NOT_UTF_8)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "after",
    [frame(b"text"), frame(b"", PING), frame(body(1001), CLOSE), frame(b"", 0x3), b"junk", frame(b"x" * 60_000)],
    ids=["text", "ping", "close", "reserved", "junk", "long"],
)
def test_nothing_is_read_after_it(after: bytes, size: int) -> None:
    """5.5.1: whatever follows is no part of the conversation, and no error either."""
    stream = frame(b"text") + frame(body(1000), CLOSE) + after
    assert read(cut(stream, size)) == ([(TEXT, b"text"), (CLOSE, body(1000))], None)


def test_a_message_in_fragments_may_be_given_up() -> None:
    stream = frame(b"begun", last=False) + frame(body(1001), CLOSE) + frame(b"end", CONTINUATION)
    assert read([stream]) == ([(CONTINUATION, b""), (CLOSE, body(1001))], None)
