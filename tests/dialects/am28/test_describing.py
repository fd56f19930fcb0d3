"""The page about this dialect is made of the code, and says everything. `documents.py` writes it."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from ludoteca.dialects.am28 import describing
from ludoteca.dialects.am28.glossary import MEMBERS
from ludoteca.dialects.am28.messages import FROM_CLIENT, FROM_SERVER, PARTS, Command, Message, Username
from tests.dialects.transcripts import transcripts_of

from . import documents

KINDS = (*FROM_CLIENT, *FROM_SERVER, *PARTS)
OF_COMMANDS = {"Command.cmd", "Command.playerId", "Command.playerIndex"}


def test_the_page_is_up_to_date() -> None:
    assert documents.PAGE.read_text(encoding="utf-8") == documents.page()


def test_the_recorded_game_can_be_played_again() -> None:
    assert documents.GAME.read_text(encoding="utf-8") == asyncio.run(documents.game())


def test_every_message_and_every_error_is_shown_by_a_transcript() -> None:
    shown = documents.transcripts_by_message()
    assert [name for name in describing.everything_to_show() if not shown.get(name)] == []


def test_every_member_that_is_told_occurs_in_a_transcript_or_in_the_recorded_game() -> None:
    texts = [documents.GAME.read_text(encoding="utf-8"), *(path.read_text("utf-8") for path in transcripts_of("am28"))]
    told: set[str] = set()
    sent: set[str] = set()
    for text in texts:
        for sign, line in documents.exchanged(text):
            if line.startswith("{") and line.endswith("}"):
                (sent if sign == ">" else told).update(members_in(msgspec.json.decode(line)))
    for kind in (*FROM_SERVER, *PARTS):
        assert set(kind.__struct_fields__) <= told, kind
    for kind in FROM_CLIENT:
        assert kind is Username or set(kind.__struct_fields__) <= sent, kind


def members_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(members_in(inner) for inner in value.values()))
    return set().union(*(members_in(inner) for inner in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_says_what_it_is_and_where_it_comes_from(kind: type[Message]) -> None:
    assert kind.__doc__
    assert kind.__doc__.endswith((".", "`."))
    assert kind.SECTION
    assert set(kind.ADDED) <= set(kind.__struct_fields__)


def test_every_member_is_explained_and_nothing_else() -> None:
    explained = {
        f"{kind.__name__}.{member}"
        for kind in KINDS
        for member in kind.__struct_fields__
        if not (issubclass(kind, Command) and member in Command.__struct_fields__)
    }
    assert explained | OF_COMMANDS == set(MEMBERS)


def test_every_link_within_the_page_leads_somewhere() -> None:
    page = documents.PAGE.read_text(encoding="utf-8")
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= headings


@pytest.mark.parametrize("drawing", [describing.connection_diagram(), describing.turn_diagram()])
def test_the_drawings_can_be_read_by_programs_and_people(drawing: str) -> None:
    image = ET.fromstring(drawing)
    assert image.find("{http://www.w3.org/2000/svg}title") is not None
    assert image.find("{http://www.w3.org/2000/svg}desc") is not None


def test_what_is_sent_to_be_refused_is_no_example() -> None:
    assert describing.shown_in("{", from_client=True) == []
    assert describing.shown_in('{"x": 1}', from_client=True) == []
    assert describing.shown_in("*", from_client=False) == []
