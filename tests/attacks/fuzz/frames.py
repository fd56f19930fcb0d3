"""Frames of WebSockets, fuzzed: whatever bytes come, and however the network cuts them."""

from __future__ import annotations

import codecs
import random
from collections.abc import Callable, Iterable

from ludoteca.server.transport.frames import (
    BINARY,
    CLOSE,
    CLOSE_CODES,
    CONTINUATION,
    LONGEST_CONTROL,
    MOST_FRAGMENTS,
    PING,
    PONG,
    TEXT,
    BadFrame,
    FrameReader,
)
from tests.server.rfc6455.streams import Items, cut, fragments, frame

LARGEST = 300  # bytes of a message, so that some are larger
LONGEST_HEAD = 14  # bytes: the head of a frame, the longest length, the mask
MOST = 4096  # bytes of an input that are read: beyond that there is nothing new, only more of it
Outcome = tuple[Items, int | None]
Frame = tuple[bytes, int, bool]  # payload, opcode, whether it is the last of its message


def read_frames(body: bytes) -> None:
    """Cut in any way they are what the standard makes of them, or the same failure; and little is kept of them."""
    stream = body[:MOST]
    chance = random.Random(stream)
    outcome = as_the_standard_has_it(stream)
    assert read_all([stream]) == outcome
    assert read_all(cut(stream, 1)) == outcome
    assert read_all(cut_by_chance(stream, chance)) == outcome
    assert read_all(cut_by_chance(stream, chance), read_item_by_item) == outcome


def read_all(
    pieces: Iterable[bytes], read: Callable[[FrameReader, bytes], Iterable[tuple[int, bytes]]] | None = None
) -> Outcome:
    reader = FrameReader(LARGEST)
    items: Items = []
    read = read or FrameReader.read
    for piece in pieces:
        try:
            for item in read(reader, piece):
                items.append(item)
        except BadFrame as wrong:
            return items, wrong.code
        finally:
            kept = len(reader._unread) + len(reader._begun or b"") + len(reader._gathered or b"")
            assert kept <= LARGEST + LONGEST_HEAD
    return items, None


def read_item_by_item(reader: FrameReader, piece: bytes) -> Iterable[tuple[int, bytes]]:
    """As a caller does who stops at every item while more comes."""
    half = len(piece) // 2
    reader.keep(piece[:half])
    piece = piece[half:]
    while (item := next(iter(reader.read(piece)), None)) is not None:
        yield item
        piece = b""


def cut_by_chance(stream: bytes, chance: random.Random) -> list[bytes]:
    pieces, start = [], 0
    while start < len(stream):
        size = chance.choice((1, 2, 6, 14, 100, 2000))
        pieces.append(stream[start : start + size])
        start += size
    return pieces


def as_the_standard_has_it(stream: bytes) -> Outcome:
    """RFC 6455 without a thought of speed: the whole stream, from its first byte on."""
    items: Items = []
    parts: list[bytes] | None = None  # of a message that goes on
    while len(stream) >= 2:
        first, second = stream[:2]
        opcode, last, length = first & 0x0F, first >= 0x80, second & 0x7F
        if first & 0x70 or second < 0x80 or 2 < opcode < 8 or opcode > 10:
            return items, 1002
        if opcode >= CLOSE and (not last or length > 125):
            return items, 1002
        if opcode < CLOSE and (opcode == CONTINUATION) != (parts is not None):
            return items, 1002
        if opcode == BINARY:
            return items, 1003
        if opcode == CONTINUATION and len(parts or ()) == MOST_FRAGMENTS:
            return items, 1008
        size = {126: 2, 127: 8}.get(length, 0)
        if len(stream) < 2 + size:
            break
        if size:
            length = int.from_bytes(stream[2 : 2 + size], "big")
            if length < {2: 126, 8: 65_536}[size] or length >= 2**63:
                return items, 1002
        if opcode < CLOSE and length + sum(map(len, parts or ())) > LARGEST:
            return items, 1009
        if len(stream) < 2 + size + 4 + length:
            break
        mask, stream = stream[2 + size : 6 + size], stream[6 + size :]
        payload, stream = bytes(byte ^ mask[at % 4] for at, byte in enumerate(stream[:length])), stream[length:]
        if opcode < CLOSE:
            parts = [*(parts or ()), payload]
            message = b"".join(parts)
            if not is_utf_8(message, last):
                return items, 1007
            items.append((TEXT, message) if last else (CONTINUATION, b""))
            parts = None if last else parts
        elif opcode == CLOSE:
            if len(payload) == 1 or (payload and int.from_bytes(payload[:2], "big") not in CLOSE_CODES):
                return items, 1002
            return (items, 1007) if not is_utf_8(payload[2:], True) else ([*items, (CLOSE, payload)], None)
        else:
            items.append((opcode, payload))
    return items, None


def is_utf_8(text: bytes, whole: bool) -> bool:
    """Whether it is, or begins one."""
    try:
        codecs.utf_8_decode(text, "strict", whole)
    except UnicodeDecodeError:
        return False
    return True


def some_frames() -> list[bytes]:
    text = '{"type":"say","text":"città 🏝️"}'.encode()
    between = frame(b"?", PING)
    return [
        frame(b'{"type":"hello"}') + frame(b"", PING) + frame(text) + frame(b"\x03\xe8enough", CLOSE),
        fragments(cut(text, 1), between=frame(b"", PONG)) + frame(b"{}"),
        fragments([text[:10], b"", text[10:]], between=between) * 2 + frame(b"", CLOSE),
        frame(b" " * 126) + frame(b" " * LARGEST) + fragments([b" " * 120] * 3),
        fragments([b""] * MOST_FRAGMENTS) + fragments([b"x"] * (MOST_FRAGMENTS + 1)),
        frame(b"x" * LONGEST_CONTROL, PING) + frame(b"\x0f\xa0", CLOSE) + frame(b"after"),
    ]


# ---------------------------------------------------------------- streams with something wrong in them

PAYLOADS = [
    *(b"", b"{}", b"x" * 125, b"x" * 126, b"x" * (LARGEST - 1), b"x" * LARGEST, b"x" * (LARGEST + 1)),
    *(b"\xff", b"\xc3", b"\xa9", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "è🏝️".encode(), b"\xf0\x9f\x8f", b"\x9d"),
    *(code.to_bytes(2, "big") for code in (0, 999, 1000, 1004, 1005, 1011, 1012, 1015, 2999, 3000, 4999, 5000)),
    *(b"\x03", b"\x03\xe8why", b"\x03\xe8\xff"),
]
LENGTHS = (0, 125, 126, LARGEST, 65_535, 65_536, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
OPCODES = (*range(16), *(CONTINUATION, TEXT, PING, PONG, CLOSE) * 4)


def mutated_frames(body: bytes, seed: int) -> bytes:
    """One to four changes of the frames, as far as there are any, and of how they are written."""
    chance = random.Random(seed)
    found = frames_in(body)
    for _ in range(chance.randint(1, 4)):
        change(found, chance)
    wrong = chance.randrange(4 * len(found) + 1) if chance.random() < 0.2 else -1  # that would end most streams
    written = b""
    for place, (payload, opcode, last) in enumerate(found):
        mask = chance.randbytes(4)
        match wrong - 4 * place:
            case 0:
                written += frame(payload, opcode, last=last, reserved=chance.randrange(1, 8), mask=mask)
            case 1:
                written += frame(payload, opcode, last=last, mask=None)
            case 2:
                written += frame(payload, opcode, last=last, mask=mask, length_bytes=8)
            case 3:
                written += (
                    b"\x81\xff" + chance.choice(LENGTHS).to_bytes(8, "big") + chance.randbytes(chance.randrange(20))
                )
            case _:
                written += frame(payload, opcode, last=last, mask=mask)
    whole = chance.random() < 0.9
    return written[: MOST if whole else max(0, len(written) - chance.randrange(20))]


def frames_in(body: bytes) -> list[Frame]:
    """What looks like frames, however wrong they are."""
    found: list[Frame] = []
    start = 0
    while start + 2 <= len(body):
        first, length = body[start], body[start + 1] & 0x7F
        masked = 4 if body[start + 1] & 0x80 else 0
        size = {126: 2, 127: 8}.get(length, 0)
        if size:
            length = int.from_bytes(body[start + 2 : start + 2 + size], "big")
        text = start + 2 + size + masked
        mask = body[text - masked : text] or bytes(4)
        payload = body[text : text + length]
        found.append((bytes(byte ^ mask[at % len(mask)] for at, byte in enumerate(payload)), first & 15, first > 127))
        start = text + length
    return found


def change(found: list[Frame], chance: random.Random) -> None:
    place = chance.randrange(len(found) + 1)
    if place == len(found):
        found.append((chance.choice(PAYLOADS), chance.choice(OPCODES), chance.random() < 0.5))
        return
    payload, opcode, last = found[place]
    match chance.randrange(9):
        case 0:
            del found[place]
        case 1:
            found[place:place] = [found[place]] * chance.choice((1, 2, 64))
        case 2:
            found[place] = payload, chance.choice(OPCODES), last
        case 3:
            found[place] = payload, opcode, not last
        case 4:
            found[place] = chance.choice(PAYLOADS), opcode, last
        case 5:
            found[place] = payload + chance.choice(PAYLOADS), opcode, last
        case 6 | 7:  # in two
            half = chance.randrange(len(payload) + 1)
            found[place : place + 1] = [(payload[:half], opcode, False), (payload[half:], CONTINUATION, last)]
        case _:
            other = chance.randrange(len(found))
            found[place], found[other] = found[other], found[place]
