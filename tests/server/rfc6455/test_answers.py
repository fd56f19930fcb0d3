"""What the server answers, over real connections: pongs, close frames with their codes, and then nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.server.transport.frames import BINARY, CLOSE, CONTINUATION, MOST_FRAGMENTS, PING, PONG

from ..houses import opened_house
from ..running import asynchronous
from .connection import connected, ping
from .streams import cut, fragments, frame

FAILURES = {
    "not masked (5.1)": (frame(b"{}", mask=None), 1002),
    "reserved bit 1 (5.2)": (frame(b"{}", reserved=4), 1002),
    "reserved bit 2 (5.2)": (frame(b"{}", reserved=2), 1002),
    "reserved bit 3 (5.2)": (frame(b"{}", reserved=1), 1002),
    "reserved opcode 3 (5.2)": (frame(b"{}", 0x3), 1002),
    "reserved opcode 11 (5.2)": (frame(b"", 0xB), 1002),
    "length of two bytes for one (5.2)": (frame(b"{}", length_bytes=2), 1002),
    "length of eight bytes for two (5.2)": (frame(b" " * 126, length_bytes=8), 1002),
    "length with the highest bit (5.2)": (b"\x81\xff" + b"\xff" * 8, 1002),
    "continuation of nothing (5.4)": (frame(b"{}", CONTINUATION), 1002),
    "message within a message (5.4)": (frame(b"{", last=False) + frame(b"{}"), 1002),
    "ping in fragments (5.5)": (frame(b"", PING, last=False), 1002),
    "ping of 126 bytes (5.5)": (frame(b"x" * 126, PING), 1002),
    "close with half a code (5.5.1)": (frame(b"\x03", CLOSE), 1002),
    "close with 0 (7.4.2)": (frame(b"\0\0", CLOSE), 1002),
    "close with 1005 (7.4.1)": (frame(b"\x03\xed", CLOSE), 1002),
    "close with 1006 (7.4.1)": (frame(b"\x03\xee", CLOSE), 1002),
    "close with 1015 (7.4.1)": (frame(b"\x03\xf7", CLOSE), 1002),
    "close with 2999 (7.4.2)": (frame(b"\x0b\xb7", CLOSE), 1002),
    "close with 5000 (7.4.2)": (frame(b"\x13\x88", CLOSE), 1002),
    "close with a reason in Latin-1 (5.5.1)": (frame(b"\x03\xe8caf\xe9", CLOSE), 1007),
    "text in Latin-1 (8.1)": (frame(b'{"type":"ping","id":"caf\xe9"}'), 1007),
    "text in Latin-1, unknown to the protocol (8.1)": (frame(b"caf\xe9"), 1007),
    "text that ends within a character (8.1)": (frame('{"type":"ping","id":"caffè'.encode()[:-1]), 1007),
    "text in fragments in Latin-1 (8.1)": (fragments([b'{"type":"pi', b'ng","id":"caf\xe9"}']), 1007),
    "text with the first fragment in Latin-1 (8.1)": (frame(b"\xe9 ", last=False), 1007),
    "binary (7.4.1)": (frame(ping("binary"), BINARY), 1003),
    "too large (7.4.1)": (b"\x81\xff" + (65_537).to_bytes(8, "big"), 1009),
    "too large in fragments (7.4.1)": (fragments([b" " * 60_000, b" " * 60_000]), 1009),
    "65 fragments (10.4)": (fragments([b""] * (MOST_FRAGMENTS + 1)), 1008),
    "empty fragments without end (10.4)": (frame(b"", last=False) + frame(b"", CONTINUATION, last=False) * 5000, 1008),
}


@asynchronous
async def test_what_fails_is_answered_with_its_code_and_nothing_after_it_is(tmp_path: Path) -> None:
    """7.1.7. What came before it is answered."""
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        found = {}
        for name, (stream, _) in FAILURES.items():
            async with connected(house, code, frame(b"before", PING) + stream + frame(b"after", PING)) as connection:
                pong, *last = await connection.until_closed()
                assert pong == (PONG, b"before"), name
                found[name] = [(opcode, int.from_bytes(payload[:2], "big")) for opcode, payload in last]
        assert found == {name: [(CLOSE, close_code)] for name, (_, close_code) in FAILURES.items()}
        assert await house.figure('ludoteca_dropped_total{code="malformed"}') == len(FAILURES)


@asynchronous
async def test_pings_are_echoed(tmp_path: Path) -> None:
    """5.5.2 and 5.5.3: with what they carried, in their order, between fragments, too; pongs are not answered."""
    payloads = [b"", b"hi", bytes(range(256))[-125:], *(b"%d" % number for number in range(10))]
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        stream = b"".join(frame(payload, PING) for payload in payloads) + frame(b"unasked", PONG)
        stream += fragments([ping("in fragments")[:5], b"", ping("in fragments")[5:]], between=frame(b"between", PING))
        for size in (1, 5, 1 << 20):
            async with connected(house, code) as connection:
                for piece in cut(stream, size):
                    connection.send(piece)
                items = await connection.answered("in fragments")
            assert [payload for opcode, payload in items if opcode == PONG] == [*payloads, b"between", b"between"]


@asynchronous
@pytest.mark.parametrize("length", [0, 125, 126, 127, 128, 65_000])
async def test_messages_of_every_length_are_understood(tmp_path: Path, length: int) -> None:
    """5.2: JSON may have as much white space as a client likes."""
    async with opened_house(tmp_path) as house, connected(house, await house.open_table()) as connection:
        connection.send(frame(ping("a").ljust(length)))
        await connection.answered("a")
        connection.send(fragments(cut(ping("b").ljust(length), 1024)))
        await connection.answered("b")
        connection.send(frame('{"type":"ping","id":"è 🏝️"}'.encode()))
        await connection.answered("è 🏝️")


@asynchronous
async def test_close_frames_are_answered_with_their_code(tmp_path: Path) -> None:
    """5.5.1, 7.1.5: and then the server ends the connection. Nothing that comes after it is answered."""
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        for given in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999):
            for reason in (b"", "è tardi".encode(), b"x" * 123):
                closing = frame(given.to_bytes(2, "big") + reason, CLOSE)
                async with connected(house, code, closing + frame(b"after", PING)) as connection:
                    assert await connection.until_closed() == [(CLOSE, given.to_bytes(2, "big"))]
        async with connected(house, code, frame(b"", CLOSE)) as connection:
            assert await connection.until_closed() == [(CLOSE, b"\x03\xe8")]
        assert await house.figure('ludoteca_dropped_total{code="malformed"}') == 0
