"""A client that was made for a server in Java sends objects, not lines: it is told so, and the connection ends."""

from __future__ import annotations

import pytest

from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.contract import Close, Effect, Send

BEGINNING = b"\xac\xed\x00\x05sr\x00\x1bit.polimi.ingsw.Handshake\x00\x00"


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("pieces", [[BEGINNING], [BEGINNING[:3], BEGINNING[3:]], [BEGINNING + b"\n"]])
def test_a_stream_of_java_objects_is_answered_and_closed(dialect: str, pieces: list[bytes]) -> None:
    connection = DIALECTS[dialect].connection()
    effects: list[Effect] = []
    for piece in pieces:
        effects += connection.receive(piece, 1.0)
    said, end = effects
    assert isinstance(said, Send)
    assert said.lines.count(b"\n") == 1
    assert end == Close()
    assert list(connection.receive(b"more\n", 2.0)) == []
