"""What happened is told to one player, a line for each event."""

from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.eriantys.notation import events
from ludoteca.rules.events import Drawn
from ludoteca.terminal.story import tell

YOU = 0
POSITION = rules.load({"game": "eriantys", "groups": [[12, 1]], "islands": {"12": {"tower": "white"}}}).position()


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.RoundStarted(3, 0), "Round 3. You open it."),
        (events.RoundStarted(4, 1), "Round 4. B opens it."),
        (events.AssistantPlayed(1, 7, 4), "B plays assistant 7."),
        (events.StudentToDining(1, "red", "entrance", 1), "B moves a red student to the dining room."),
        (events.StudentToDining(1, "red", "card", 1), "B seats the red student in the dining room."),
        (events.StudentToIsland(1, "red", 5, "entrance"), "B moves a red student to island 5."),
        (events.StudentToIsland(1, "red", 12, "card"), "B moves the red student to islands 12 to 1."),
        (events.ProfessorMoved("red", 0, None), "You take the red professor."),
        (events.ProfessorMoved("red", 0, 1), "You take the red professor from B."),
        (events.ProfessorMoved("red", 1, None), "B takes the red professor."),
        (events.ProfessorMoved("red", 1, 0), "B takes the red professor from you."),
        (events.CoinsChanged(0, 3, 15), "You earn a coin and have 3."),
        (events.CoinsChanged(1, 3, 15), "B earns a coin and has 3."),
        (events.MotherNatureMoved(1, 1, 5), "B sends mother nature 1 step, to island 5."),
        (events.InfluenceComputed(5, (3, 2, 0), "white", None), "Influence there: you 3, black 2."),
        (events.InfluenceComputed(5, (2, 2, 0), None, None), "Influence there: you 2, black 2. Nothing changes."),
        (events.InfluenceComputed(5, (0, 2, 0), "black", "black"), "Influence there: black 2. Nothing changes."),
        (events.InfluenceComputed(5, (0, 0, 0), None, None), "Nobody has influence there."),
        (events.TowersChanged(5, 1, "white", None, 7, 0), "A white tower rises on island 5."),
        (events.TowersChanged(11, 3, "grey", None, 3, 0), "3 grey towers rise on islands 11 to 1."),
        (events.TowersChanged(5, 1, "white", "black", 7, 1), "The black tower on island 5 becomes white."),
        (events.TowersChanged(5, 2, "white", "black", 7, 1), "The 2 black towers on islands 5 to 6 become white."),
        (events.IslandsJoined(11, 12, 3), "Islands 11 to 1 belong together now."),
        (events.NoEntryPlaced(5, 1, 3), "A no-entry tile lies on island 5 now."),
        (events.NoEntryUsed(5, 0, 4), "A no-entry tile on island 5 goes back to its card; nothing else happens."),
        (events.CloudTaken(1, 2, {"red": 2, "green": 1}), "B takes cloud 2 (G RR)."),
        (events.CharacterPlayed(1, 8, 2, 3), "B uses the knight (2 coins): 2 more influence."),
        (events.CharacterPlayed(1, 1, 1, 2), "B uses the monk (1 coin)."),
        (
            events.StudentsSwapped(1, "red", "blue", "card"),
            "B swaps a red student of the entrance for a blue one of the card.",
        ),
        (
            events.StudentsSwapped(1, "red", "blue", "dining"),
            "B swaps a red student of the entrance for a blue one of the dining room.",
        ),
        (events.StudentsReturned(0, "red", 3), "You return 3 red to the bag."),
        (events.StudentsReturned(1, "red", 1), "B returns 1 red to the bag."),
        (events.ColourIgnored(1, "red"), "Red students count nothing this turn."),
        (events.LastRound("bag_empty"), "This is the last round: the bag is empty."),
    ],
)
def test_events_are_told(event: Any, line: str) -> None:
    assert tell([event], POSITION, YOU) == [line]


@pytest.mark.parametrize(
    "event",
    [
        Drawn("cloud_student", 1, 2, 1),
        events.SetUp(1, 0),
        events.CloudFilled(1, {"red": 3}),
        events.TurnStarted(1, "action"),
        events.TurnEnded(1),
        events.CharacterChanged(1, {"red": 4}),
        events.StudentsReturned(1, "red", 0),
        events.GameEnded("last_tower", frozenset({1})),
        # What you do yourself, you know
        events.AssistantPlayed(0, 7, 4),
        events.StudentToDining(0, "red", "entrance", 1),
        events.StudentToIsland(0, "red", 5, "entrance"),
        events.MotherNatureMoved(0, 1, 5),
        events.CloudTaken(0, 2, {"red": 3}),
        events.CharacterPlayed(0, 8, 2, 3),
        events.StudentsSwapped(0, "red", "blue", "card"),
    ],
)
def test_some_events_need_no_telling(event: Any) -> None:
    assert tell([event], POSITION, YOU) == []


def test_paying_for_a_character_is_not_told_as_earning() -> None:
    told = tell([events.CharacterPlayed(1, 8, 2, 3), events.CoinsChanged(1, 1, 17)], POSITION, YOU)
    assert told == ["B uses the knight (2 coins): 2 more influence."]


def test_students_seated_by_a_swap_are_told_once() -> None:
    happened: list[events.Event] = [
        events.StudentsSwapped(1, "red", "blue", "dining"),
        events.StudentToDining(1, "red", "entrance", 1),
        events.ProfessorMoved("red", 1, None),
    ]
    told = tell(happened, POSITION, YOU)
    assert told == [
        "B swaps a red student of the entrance for a blue one of the dining room.",
        "B takes the red professor.",
    ]
