"""Messages as they are written and read. That the document has them all is checked in test_describing.py."""

from __future__ import annotations

import msgspec
import pytest

from ludoteca.dialects.group31 import messages
from ludoteca.dialects.group31.examples import EXAMPLES
from ludoteca.dialects.group31.messages import FromClient, Message
from ludoteca.dialects.group31.spelling import Colour, counted, listed, on_the_wire
from ludoteca.dialects.group31.wire import read, read_told, write


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: type(example).__name__)
def test_what_is_written_can_be_read(example: Message) -> None:
    line = write(example)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    again = read(line) if isinstance(example, FromClient) else read_told(line)
    assert again == example
    assert msgspec.json.decode(line)["type"] == type(example).__name__


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
    assert read(line) == messages.UseCharacterCard(character=7, students_from=[Colour.RED], students_to=[Colour.BLUE])


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
    assert listed({"red": 2, "green": 1}) == [Colour.GREEN, Colour.RED, Colour.RED]
    assert counted([Colour.RED, Colour.GREEN, Colour.RED]) == {"green": 1, "red": 2}
