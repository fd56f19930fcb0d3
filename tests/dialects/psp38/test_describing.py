"""The page about this dialect is made of the code and says everything. `documents.py` writes it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from ludoteca.dialects.psp38 import describing, from_client, from_server, requests, words
from ludoteca.dialects.psp38.from_client import FromClient
from ludoteca.dialects.psp38.messages import FROM_CLIENT, FROM_SERVER
from ludoteca.dialects.psp38.requests import FromServer, Part

from ..transcripts import transcripts_of
from . import documents

KINDS: tuple[Any, ...] = (*FROM_CLIENT, *FROM_SERVER)


def test_the_page_is_up_to_date() -> None:
    assert documents.PAGE.read_text(encoding="utf-8") == documents.page()


def test_the_recorded_game_can_be_played_again() -> None:
    assert documents.GAME.read_text(encoding="utf-8") == asyncio.run(documents.game())


def test_every_message_is_shown_by_a_transcript() -> None:
    shown = documents.shown_by_message()
    assert [name for name, where in shown.items() if not any(not place.endswith(".py") for place in where)] == []


def test_what_a_client_said_in_vain_is_no_example() -> None:
    text = """
A> {"type": "SelectDevelopmentCardSlotResponse", "slot": 4}
B< {"type": "EndTurnMessage", "isForced": false}
A< {"type": "SelectDevelopmentCardSlotRequest", "availableSlots": [1], "isRetry": true, "reason": "*"}
A> {"type": "SelectDevelopmentCardSlotResponse", "slot": 2, "colour": "blue"}
A> {"type": "SelectDevelopmentCardSlotResponse", "slot": 1}
A< {"type": "EndTurnMessage", "isForced": false}
"""
    said = [line for line in documents.worth_showing(text) if "SlotResponse" in line]
    assert said == ['{"type": "SelectDevelopmentCardSlotResponse", "slot": 1}']


def test_every_message_of_the_modules_is_in_the_unions() -> None:
    assert defined_in((from_client,), FromClient) == set(FROM_CLIENT)
    assert defined_in((requests, from_server), FromServer) - {requests.Request} == set(FROM_SERVER)


def defined_in(modules: Sequence[ModuleType], base: type) -> set[type]:
    kinds = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
    return {kind for kind in kinds if issubclass(kind, base) and kind is not base}


def test_every_member_occurs_in_a_transcript_or_in_the_recorded_game() -> None:
    seen: set[str] = set()
    for path in (*transcripts_of("psp38"), documents.GAME):
        for line in documents.exchanged(path.read_text(encoding="utf-8")):
            if documents.TYPE.match(line):
                seen |= members_in(json.loads(line))
    for kind in (*KINDS, *describing.PARTS):
        assert {field.encode_name for field in msgspec.structs.fields(kind)} <= seen, kind


def members_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(members_in(inner) for inner in value.values()))
    return set().union(*(members_in(inner) for inner in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("kind", [*KINDS, *describing.PARTS, *describing.WORDS])
def test_every_message_says_in_a_sentence_what_it_is(kind: type) -> None:
    assert kind.__doc__
    assert kind.__doc__.strip().endswith(".")
    assert f"### {kind.__name__}\n" in documents.PAGE.read_text(encoding="utf-8") or kind in describing.WORDS


def test_every_part_and_every_word_is_explained() -> None:
    assert defined_in((requests, from_server), Part) == set(describing.PARTS)
    enums = {kind for kind in vars(words).values() if isinstance(kind, type) and kind.__module__ == words.__name__}
    assert enums == set(describing.WORDS)


def test_drawings_are_whole_and_can_be_read_aloud() -> None:
    for drawing in describing.drawings():
        root = ET.fromstring(drawing)
        names = [child.tag.rpartition("}")[2] for child in root]
        assert names[:2] == ["title", "desc"]
        assert root[1].text
        assert names.count("rect") > 2


def test_long_lists_in_examples_are_shortened() -> None:
    line = json.dumps({"type": "x", "numbers": list(range(1000))})
    assert describing.shortened(line) == '{"type": "x", "numbers": [0, 1, 2, 3, ...]}'
    assert describing.shortened('{"type": "x", "numbers": [1, 2]}') == '{"type": "x", "numbers": [1, 2]}'
