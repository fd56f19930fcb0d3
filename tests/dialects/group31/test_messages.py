"""Messages as they are written and read. That the document has them all is checked in test_describing.py."""

from __future__ import annotations

import msgspec
import pytest

from ludoteca.dialects.eriantys.spelling import counted, listed
from ludoteca.dialects.group31 import messages
from ludoteca.dialects.group31.messages import VOCABULARY, FromClient, on_the_wire
from ludoteca.dialects.messages import Malformed
from tests.dialects.pages import examples


def read(line: bytes) -> FromClient | None:
    try:
        return VOCABULARY.read(line)
    except Malformed:
        return None


@pytest.mark.parametrize("name", examples("group31"))
def test_what_is_read_is_written_again_with_the_same_members(name: str) -> None:
    line = examples("group31")[name].encode()
    message = read(line) or VOCABULARY.read_told(line)
    assert message is not None
    again = msgspec.json.decode(VOCABULARY.line(message))
    assert again["type"] == type(message).__name__
    assert msgspec.json.decode(line).items() <= again.items()


def test_members_are_spelled_as_in_the_document() -> None:
    assert [on_the_wire(name) for name in ("num_of_players", "game_id", "game_ids", "island_id1", "cloud_id")] == [
        "numOfPlayers",
        "gameId",
        "gameIDs",
        "islandID1",
        "cloudID",
    ]


@pytest.mark.parametrize("name", ["Acknowledgment", "Acknowledgement"])
def test_both_spellings_of_an_acknowledgment(name: str) -> None:
    assert read(b'{"type": "%b"}' % name.encode()) == messages.Acknowledgment()


def test_optional_members_with_capitals_count_too() -> None:
    line = b'{"type":"UseCharacterCard","Character":7,"StudentsFrom":["RED"],"StudentsTo":["BLUE"]}'
    assert read(line) == messages.UseCharacterCard(character=7, students_from=["RED"], students_to=["BLUE"])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"null",
        b"[]",
        b'"Ping"',
        b'{"type": 3}',
        b'{"Type": 3}',
        b'{"type": "ping"}',
        b'{"Type": ["Ping"]}',
        b'["Acknowledgement", "A"]',
        b'{"type": "UseAssistant"}',
        b'{"type": "UseAssistant", "assistant": true}',
        b'{"type": "UseAssistant", "assistant": 1.5}',
        b'{"type": "UseAssistant", "assistant": null}',
        b'{"type": "SetTower", "tower": "white"}',
        b'{"type": "EnterGame", "gameId": 3, "nickname": "Ada"}',
        b'{"type": "EnterGame", "gameId": "ABCDEF", "nickname": "\xff"}',
        b'{"type": "UseCharacterCard", "character": 7, "studentsFrom": "RED"}',
        b'{"A": ' * 5000,
    ],
)
def test_what_is_no_message_is_none(line: bytes) -> None:
    assert read(line) is None


def test_students_are_listed_one_by_one() -> None:
    assert listed({"red": 2, "green": 1}) == ["GREEN", "RED", "RED"]
    assert counted(["RED", "GREEN", "RED"]) == {"green": 1, "red": 2}
