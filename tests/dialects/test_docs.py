"""The pages about the dialects are made of the code, and say everything."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.docs import defined
from ludoteca.dialects.messages import Message, name

from . import pages
from .documents import made
from .pages import DOCS

SVG = "{http://www.w3.org/2000/svg}"
every_dialect = pytest.mark.parametrize("dialect", DIALECTS)


def kinds(dialect: str) -> list[type[Message]]:
    words = pages.vocabulary(dialect).vocabulary
    return [*words.from_client, *words.from_server, *words.parts]


@every_dialect
def test_the_page_is_up_to_date(dialect: str) -> None:
    page = pages.page(dialect)
    assert (DOCS / f"{dialect}.md").read_text(encoding="utf-8") == page, "run python -m tests.dialects.documents"


def test_the_recorded_games_can_be_played_again() -> None:
    for file, text in made().items():
        if file.endswith("-game.txt"):
            assert (DOCS / file).read_text(encoding="utf-8") == text, "run python -m tests.dialects.documents"


@every_dialect
def test_every_message_is_shown_by_a_transcript_and_has_an_example(dialect: str) -> None:
    evidence = pages.evidence(dialect)
    assert [message for message, where in evidence.shown.items() if not where] == []
    assert [message for message in evidence.shown if message not in evidence.examples] == []


@every_dialect
def test_every_member_occurs_in_a_transcript_or_in_the_recorded_game(dialect: str) -> None:
    sent, told = pages.said_members(dialect)
    words = pages.vocabulary(dialect).vocabulary
    for kind in words.from_client:
        assert name(kind) == "Username" or defined(kind) <= sent, kind
    for kind in (*words.from_server, *words.parts):
        assert defined(kind) <= told, kind


@every_dialect
def test_every_message_says_what_it_is_and_where_it_comes_from(dialect: str) -> None:
    for kind in kinds(dialect):
        assert kind.__doc__, kind
        assert kind.__doc__.rstrip().endswith((".", "`.", "?")), kind
        assert kind.SECTION, kind
        assert set(kind.ADDED) <= defined(kind), kind


@every_dialect
def test_every_link_within_the_page_leads_somewhere(dialect: str) -> None:
    page = (DOCS / f"{dialect}.md").read_text(encoding="utf-8")
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= headings


@every_dialect
def test_the_drawings_can_be_read_by_programs_and_people(dialect: str) -> None:
    for drawing in pages.vocabulary(dialect).machine.drawings():
        image = ET.fromstring(drawing)
        assert image.find(f"{SVG}title") is not None
        assert image.find(f"{SVG}desc") is not None
        assert image.findall(f"{SVG}path"), "there are arrows"


@every_dialect
def test_the_page_says_what_is_new(dialect: str) -> None:
    version = pages.vocabulary(dialect).messages.VERSION
    page = (DOCS / f"{dialect}.md").read_text(encoding="utf-8")
    assert f"This is version {version} " in page
    assert f"**New in {version}**" in page


@every_dialect
def test_every_message_may_come_somewhere_and_every_state_can_be_reached(dialect: str) -> None:
    machine = pages.vocabulary(dialect).machine.MACHINE
    words = pages.vocabulary(dialect).vocabulary
    assert {*machine.anywhere, *(kind for row in machine.rows.values() for kind in row.leads)} == set(words.from_client)
    first = next(iter(machine.rows))
    reached = {end for row in machine.rows.values() for ends in (*row.leads.values(), row.told) for end in ends}
    assert reached | {first} == set(machine.rows)
