"""The page about the dialect says what the code does, and every message is shown somewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from ludoteca.dialects.am24 import messages, wire
from ludoteca.dialects.am24.describing import PARTS, WHEN, page, shown_in
from ludoteca.dialects.am24.diagrams import DRAWINGS, Drawing, edges, svg
from ludoteca.dialects.am24.examples import EXAMPLE, EXAMPLES
from ludoteca.dialects.am24.messages import FROM_CLIENT, FROM_SERVER, Message, name_of
from ludoteca.dialects.am24.mistakes import Wrong
from ludoteca.dialects.am24.shapes import ADDED, SHAPES, Shape
from ludoteca.dialects.am24.states import ALLOWED, LEADS_TO, State

from . import recording

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "dialects" / "am24.md"
GAME = ROOT / "docs" / "dialects" / "am24-game.txt"
TRANSCRIPTS = Path(__file__).parent / "transcripts"


def test_the_page_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text, TRANSCRIPTS) == text, "run python -m ludoteca.dialects.am24.describing (see its first lines)"


def test_the_page_has_every_part() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for part in PARTS:
        assert text.count(f"<!-- {part} -->") == text.count(f"<!-- end of {part} -->") == 1


def test_the_recorded_game_is_played_again_line_by_line() -> None:
    assert asyncio.run(recording.game()) == GAME.read_text(encoding="utf-8"), "run tests.dialects.am24.recording"


@pytest.mark.parametrize("kind", FROM_CLIENT, ids=name_of)
def test_what_a_client_says_is_in_a_transcript(kind: type[Message]) -> None:
    assert shown_in(TRANSCRIPTS)[">", name_of(kind)]


@pytest.mark.parametrize("kind", FROM_SERVER, ids=name_of)
def test_what_the_server_says_is_in_a_transcript(kind: type[Message]) -> None:
    assert shown_in(TRANSCRIPTS)["<", name_of(kind)]


def test_every_code_of_the_dialect_is_in_a_transcript_or_another_test() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in TRANSCRIPTS.glob("*.txt"))
    elsewhere = {Wrong.HALF_CHOSEN}  # test_coming_back.py
    assert {code for code in Wrong if f'"code": "{code}"' not in shown} == elsewhere
    assert set(WHEN) == set(Wrong)


def test_all_messages_are_listed() -> None:
    def below(kind: type[Message]) -> set[type[Message]]:
        return {kind}.union(*(below(each) for each in kind.__subclasses__()))

    assert below(messages.FromClient) - {messages.FromClient} == set(FROM_CLIENT)
    assert below(messages.FromServer) - {messages.FromServer} == set(FROM_SERVER)
    assert set(SHAPES) == set(Shape.__subclasses__())


@pytest.mark.parametrize("kind", [*FROM_CLIENT, *FROM_SERVER], ids=lambda kind: kind.__name__)
def test_every_message_has_an_example_that_can_be_read_back(kind: type[Message]) -> None:
    assert len(EXAMPLES) == len(EXAMPLE)
    text = wire.line(EXAMPLE[kind])
    read = wire.read_from_client if issubclass(kind, messages.FromClient) else wire.read_from_server
    assert read(text) == EXAMPLE[kind]
    assert msgspec.json.decode(text)["type"] == name_of(kind)


def test_members_marked_as_added_exist() -> None:
    for kind, members in [*messages.ADDED_MEMBERS.items(), *ADDED.items()]:
        assert set(members) <= set(kind.__struct_encode_fields__)


def test_every_message_of_a_client_has_a_state() -> None:
    assert {kind for kinds in ALLOWED.values() for kind in kinds} == set(FROM_CLIENT)
    assert all(kind in ALLOWED[state] for state, kind in LEADS_TO)
    assert set(ALLOWED) == set(State)


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.title)
def test_a_drawing_has_its_boxes_and_arrows(drawing: Drawing) -> None:
    drawn = ET.fromstring(svg(drawing))
    name = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{name}rect")) == len(set(drawing.boxes.values()))
    assert len(drawn.findall(f"{name}path")) == len(edges(drawing))


def test_every_state_is_drawn() -> None:
    assert {state for drawing in DRAWINGS for state in drawing.boxes} == set(State)
