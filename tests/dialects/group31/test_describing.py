"""The page of the dialect says what the code does, and every message of the document is there and shown."""

from __future__ import annotations

import asyncio
import re
from xml.etree import ElementTree as ET

import msgspec
import pytest

from ludoteca.dialects.group31 import describing, messages
from ludoteca.dialects.group31.describing import SHAPES, showing
from ludoteca.dialects.group31.examples import EXAMPLES
from ludoteca.dialects.group31.messages import FROM_CLIENT, FROM_SERVER, Message, name
from ludoteca.dialects.group31.spelling import Shape
from ludoteca.dialects.group31.states import State

from . import pages

# The titles under "Messages" in the document.
TITLES = [
    "Acknowledgment",
    "ArgumentNotCorrectError",
    "ImpossibleActionError",
    "CreateNewGame",
    "GameCreated",
    "JoinGame",
    "PossibleGames",
    "EnterGame",
    "GameEntered",
    "GameDontExistError",
    "GameFullError",
    "NicknameAlreadyTakenError",
    "ExitFromGame",
    "ExitGameSuccess",
    "PlayersChanged",
    "ChangeNumPlayers",
    "NumPlayersChanged",
    "SetTower",
    "TowerChanged",
    "SetWizard",
    "WizardChanged",
    "NextPhase",
    "GameStarted",
    "UseAssistant",
    "AssistantUsed",
    "AssistantNotExistsError",
    "AssistantCanNotBeUsedError",
    "MoveStudentsToIsland",
    "StudentToIslandMoved",
    "ErrorStudentInEntranceNotExists",
    "IslandNotexistsError",
    "MoveStudentsToDiningRoom",
    "StudentToDiningRoomMoved",
    "ChangeProfessor",
    "TableInDiningRoomFullError",
    "MoveMotherNature",
    "MotherNatureMoved",
    "TowerOnIslandChanged",
    "IslandsUnified",
    "TakeStudentsFromCloud",
    "StudentsTakenFromCloud",
    "CloudFilled",
    "CloudEmptyError",
    "CloudNotPresentError",
    "Winner",
    "Exit",
    "CurrentPlayerChanged",
    "LastRound",
]

# What is added to it, with the members that are not optional.
ADDED = {
    "UseCharacterCard": ["character"],
    "EndTurn": [],
    "Ping": [],
    "Pong": [],
    "CharacterCardUsed": ["nickname", "character"],
    "CharacterCardNotExistsError": [],
    "NotEnoughCoinsError": [],
    "CoinsChanged": ["nickname", "coins", "supply"],
    "CharacterCardChanged": ["character", "cost", "used", "students", "noEntryTiles", "bag", "draws"],
    "NoEntryTilesChanged": ["islandID", "noEntryTiles"],
    "EntranceChanged": ["nickname", "students"],
    "DiningRoomChanged": ["nickname", "diningRoom"],
    "StudentsOnIslandChanged": ["islandID", "students"],
    "TowersLeftChanged": ["tower", "towersLeft"],
    "GameEnded": ["reason"],
}

ALL: tuple[type[Message], ...] = (*FROM_CLIENT, *FROM_SERVER)


def test_every_title_of_the_document_is_a_message() -> None:
    assert sorted(TITLES) == sorted(kind.heading or name(kind) for kind in ALL if kind.heading is not None)


def test_what_is_added_is_known() -> None:
    added = {
        name(kind): [field.encode_name for field in msgspec.structs.fields(kind) if field.required]
        for kind in ALL
        if kind.heading is None
    }
    assert added == ADDED


def test_every_documented_message_has_a_scenario_and_every_message_an_example() -> None:
    assert [name(kind) for kind in ALL if kind.heading is not None and not kind.scenario] == []
    assert sorted(type(example).__name__ for example in EXAMPLES) == sorted(name(kind) for kind in ALL)


def test_every_shape_is_described() -> None:
    assert set(SHAPES) == set(Shape.__subclasses__())


def test_members_that_are_marked_as_added_exist() -> None:
    for kind in ALL:
        assert set(kind.added) <= {field.encode_name for field in msgspec.structs.fields(kind)}


@pytest.mark.parametrize("kind", ALL, ids=name)
def test_every_message_is_shown_in_a_transcript_or_a_test(kind: type[Message]) -> None:
    assert showing(pages.transcripts())[name(kind)]


def test_the_page_is_up_to_date() -> None:
    """Otherwise: python -m tests.dialects.group31.pages"""
    assert pages.page() == pages.PAGE.read_text(encoding="utf-8")


def test_the_page_describes_every_message() -> None:
    page = pages.PAGE.read_text(encoding="utf-8")
    errors = {name(kind) for kind in messages.kinds(messages.Refusal)}
    described = set(re.findall(r"^#### (\w+)$", page, re.MULTILINE))
    assert {name(kind) for kind in ALL} - errors == described - {shape.__name__ for shape in SHAPES}
    assert all(f"| `{error}` | " in page for error in errors)


def test_links_within_the_page_lead_somewhere() -> None:
    page = pages.PAGE.read_text(encoding="utf-8")
    titles = {title.lower().replace(" ", "-") for title in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", page)) <= titles


def test_the_drawing_shows_every_state_and_is_well_formed() -> None:
    drawn = "".join(ET.fromstring(describing.diagram()).itertext())
    assert all(state in drawn for state in State)
    assert {name(kind) for kind in FROM_CLIENT} - {"Acknowledgment", "Ping"} <= set(re.findall(r"[A-Z]\w+", drawn))


def test_the_recorded_game_is_played_again_in_the_same_way() -> None:
    """Otherwise: python -m tests.dialects.group31.pages"""
    assert asyncio.run(pages.game()) == pages.GAME.read_text(encoding="utf-8")
