"""Frames as a client writes them, rightly or wrongly, and what a reader makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludoteca.server.transport.frames import CONTINUATION, FINAL, MASKED, TEXT, BadFrame, FrameReader

LARGEST = 64 * 1024  # bytes of a message, as a server allows them unless it is told otherwise
MASK = b"\x37\xfa\x21\x3d"
SIZES = (1, 2, 3, 7, 997, 1 << 30)  # bytes of the pieces in which a stream may arrive

Items = list[tuple[int, bytes]]


def frame(
    payload: bytes,
    opcode: int = TEXT,
    *,
    last: bool = True,
    reserved: int = 0,
    mask: bytes | None = MASK,
    length_bytes: int | None = None,
) -> bytes:
    """RFC 6455, 5.2. `length_bytes`: how many follow the head for the length, when not as few as can be."""
    length = len(payload)
    if length_bytes is None:
        length_bytes = 0 if length < 126 else 2 if length < 1 << 16 else 8
    first = (FINAL if last else 0) | reserved << 4 | opcode
    second = {0: length, 2: 126, 8: 127}[length_bytes] | (0 if mask is None else MASKED)
    head = bytes((first, second)) + (length.to_bytes(length_bytes, "big") if length_bytes else b"")
    if mask is None:
        return head + payload
    stream = mask * (length // 4 + 1)
    return head + mask + bytes(byte ^ key for byte, key in zip(payload, stream, strict=False))


def fragments(pieces: Sequence[bytes], opcode: int = TEXT, between: bytes = b"") -> bytes:
    """One message. `between`: what is sent after every fragment but the last."""
    most = len(pieces) - 1
    return between.join(
        frame(piece, CONTINUATION if place else opcode, last=place == most) for place, piece in enumerate(pieces)
    )


def cut(stream: bytes, size: int) -> list[bytes]:
    return [stream[start : start + size] for start in range(0, len(stream), size)]


def read(pieces: Iterable[bytes], largest: int = LARGEST) -> tuple[Items, int | None]:
    """What was read, and the code with which the connection has to be closed, if it has to."""
    reader = FrameReader(largest)
    items: Items = []
    code = None
    try:
        for piece in pieces:
            items += reader.read(piece)
    except BadFrame as wrong:
        code = wrong.code
    if code is not None:
        assert list(reader.read(frame(b"more"))) == []  # after a failure nothing is read (7.1.7)
    return items, code


def texts(pieces: Iterable[bytes]) -> tuple[list[bytes], int | None]:
    """The messages alone."""
    items, code = read(pieces)
    return [payload for opcode, payload in items if opcode == TEXT], code
