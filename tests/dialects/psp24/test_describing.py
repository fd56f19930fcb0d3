"""The page says what the code does: every message, every member of the view, and nothing that is out of date."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec

from ludoteca.dialects.psp24 import describing, messages
from ludoteca.dialects.psp24.messages import ADDED
from ludoteca.dialects.psp24.states import TABLE, State, tag

from . import page
from .party import seated
from .recording import RECORDED, recorded

DOCUMENT = re.compile(r"§(1\.([1-9]|1[0-9]|2[01])|2\.[1-6])")


def test_the_page_is_up_to_date() -> None:
    assert page.page() == page.PAGE.read_text(encoding="utf-8"), "run python -m tests.dialects.psp24.page"


def test_the_recorded_game_is_the_same_in_every_run() -> None:
    assert recorded() == RECORDED.read_text(encoding="utf-8"), "run python -m tests.dialects.psp24.page"


def test_every_message_is_shown_by_a_transcript() -> None:
    names = {tag(kind) for kind in (*describing.FROM_CLIENT, *describing.FROM_SERVER)}
    assert names - page.shown().keys() == set()


def test_every_message_has_an_example_and_a_place_in_the_document() -> None:
    for kind in (*describing.FROM_CLIENT, *describing.FROM_SERVER):
        assert describing.EXAMPLES[kind] == msgspec.json.decode(messages.line(describing.EXAMPLES[kind]), type=kind)
        assert kind.section == ADDED or DOCUMENT.fullmatch(kind.section)
        assert kind.__doc__


def test_every_section_of_the_document_has_its_message() -> None:
    """1.1 to 1.21: the names as the document spells them."""
    named = "nickname registerNickname ack nack renderView addToLobby askNumPlayer askExpertsVariant askAssistantSeed "
    named += "askAssistantCard askDiningRoomMovement playerAnswer chooseStudent chooseIsland askMotherNatureMovement "
    named += "chooseStepsNumber notifyInfluenceResult askCloudTile pickCloudTile announceResult closeSocket"
    found = {(kind.section, tag(kind)) for kind in (*describing.FROM_CLIENT, *describing.FROM_SERVER)}
    assert {(f"§1.{number}", name) for number, name in enumerate(named.split(), 1)} <= found


def test_every_member_of_the_view_is_explained() -> None:
    shown = asyncio.run(a_view())
    assert shown.keys() == describing.VIEW.keys()
    assert shown["islands"][0].keys() == describing.ISLAND.keys()
    assert shown["clouds"][0].keys() == describing.CLOUD.keys()
    assert shown["characters"][0].keys() == describing.CHARACTER.keys()
    assert shown["players"][0].keys() == describing.PLAYER.keys()


async def a_view() -> dict[str, Any]:
    async with seated(2, True) as party:
        view = [line for line in party.players[0].caller.lines if b'"renderView"' in line][-1]
        shown: dict[str, Any] = msgspec.json.decode(view)["newView"]
        return shown


def test_the_session_by_hand_is_a_transcript() -> None:
    """What is typed in it is what `by-hand.txt` sends, which is played with the other transcripts."""
    sent = [line[3:] for line in page.BY_HAND.read_text(encoding="utf-8").splitlines() if line.startswith("A> ")]
    typed = [line[2:] for line in page.PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("> {")]
    assert sent
    assert typed == sent


def test_every_state_is_reached_by_some_way_and_explained() -> None:
    reached = {end for row in TABLE.values() for ends in (*row.leads.values(), row.told) for end in ends}
    assert reached == set(State)
    assert all(row.words for row in TABLE.values())
