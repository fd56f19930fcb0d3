"""The log in words: everything that can happen is told, in sentences about people by name."""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca import rules
from ludoteca.commands import eriantys_words, log_words, masters_words
from ludoteca.commands.log_words import Chronicle, Untellable
from ludoteca.commands.phrasing import NOTHING, sentences
from ludoteca.house import entries, replays
from ludoteca.house.entries import Happening, Look
from ludoteca.house.options import ClockSettings, Options
from ludoteca.rules.eriantys.notation import events as eriantys
from ludoteca.rules.masters.notation import events as masters

from ..house.tables import Evening
from ..house.test_replays import eventful

# What a look at the board tells as well, or other events tell already.
SILENT = {
    "eriantys": {"Drawn", "CloudFilled", "TurnStarted", "CharacterChanged", "TurnEnded"},
    "masters": {"Drawn", "SetUp", "CardRevealed", "TurnStarted"},
}
TOLD = {"eriantys": eriantys_words.told, "masters": masters_words.told}


# Random players hardly ever get there.
RARE: dict[str, list[Any]] = {
    "eriantys": [eriantys.ColourIgnored(0, "red"), eriantys.StudentsReturned(1, "red", 3)],
    "masters": [
        masters.LeaderPlayed(0, 57),
        masters.MarbleConverted(1, "coin"),
        masters.ResourceStored(1, "coin", None, 2),
    ],
}


def seated() -> Chronicle:
    chronicle = Chronicle()
    chronicle.tell(entries.Opened(Options("eriantys", 2), ""))
    chronicle.tell(entries.Sat(0, "Anna"))
    chronicle.tell(entries.Sat(1, "Bea"))
    return chronicle


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (
            entries.Opened(Options("eriantys", 3, {"expert": True}, clock=ClockSettings("game", 600)), ""),
            "The table is opened: Eriantys for 3, expert, 600 s a game.",
        ),
        (
            entries.Opened(Options("masters", 1, {"cards": {}}, public=False), ""),
            "The table is opened: Masters of Renaissance alone, cards of the house, private.",
        ),
        (entries.Sat(2, "Carl"), "Carl sits down."),
        (entries.Sat(2, "Carl", here=False), "A seat is kept for Carl."),
        (entries.Sat(2, "Rob", bot="greedy"), "Rob sits down, a bot (greedy)."),
        (entries.Contributed(1, "7"), "Bea brings a nonce for the draws."),
        (entries.Dressed(1, Look("white", 4)), "Bea chooses white towers and wizard 4."),
        (entries.Dressed(1, Look()), "Bea chooses nothing."),
        (entries.Arranged(3, {"expert": True}, True), "It will be played by 3, expert."),
        (entries.Arranged(4, {}, False), "It will be played by 4, unless that changes."),
        (entries.Choosing(), "It is time to choose towers and wizards."),
        (entries.Confirmed(1, Look("black", 2)), "Bea chooses black towers and wizard 2, for good."),
        (entries.Confirmed(1, Look(None, 2), "house"), "The house chooses wizard 2 for Bea."),
        (entries.HandedOver(1), "Bea hosts the table from here on."),
        (entries.Rose(0, "left"), "Anna gives up the seat."),
        (entries.Rose(0, "removed"), "Anna is removed from the table."),
        (entries.Rose(0, "expired"), "Anna did not come back: the seat is free again."),
        (entries.Rose(0, "other"), "The seat of Anna is free again."),
        (entries.Started((1, 0), (Look(), Look()), "1"), "The game starts: A is Bea, B is Anna."),
        (entries.Acted(1, (3,)), "Bea decides."),
        (entries.Acted(1, (3,), "stand-in"), "(a stand-in for Bea) Bea decides."),
        (entries.TookBack(1, 12), "Bea takes back: the game is as after entry 12."),
        (entries.Asked(1, "take_back", 12), "Bea asks to take back, to entry 12."),
        (entries.Asked(1, "end"), "Bea asks to end the game."),
        (entries.Answered(0, True), "Anna agrees."),
        (entries.Answered(0, False), "Anna does not agree."),
        (entries.Arrived(0), "Anna is here."),
        (entries.Departed(0), "Anna has gone."),
        (entries.Interrupted(), "The house was away. Everybody has to come back."),
        (entries.StoodIn(0, "absent"), "A stand-in plays for Anna, who is away."),
        (entries.StoodIn(0, "clock"), "A stand-in plays for Anna, whose time is up."),
        (entries.StoodIn(0, "resigned"), "Anna resigns. A stand-in goes on."),
        (entries.Rekeyed(0, None), "Anna has a new key to the seat."),
        (entries.Ended("rules", (0, 1), ""), "The game is over. Anna and Bea won."),
        (entries.Ended("alone", (0,), ""), "The game is over. Anna won: nobody else is left."),
        (entries.Ended("resigned", (), ""), "The game is over. Nobody won, by resignation."),
        (entries.Ended("agreed", (), ""), "The game is over. The game is ended by agreement. Nobody won."),
        (entries.Rematched("ABCDEF"), "The rematch is at table ABCDEF."),
        (entries.Closed("late"), "The table is closed: late."),
        (entries.Departed(7), "seat 8 has gone."),
    ],
)
def test_every_entry_has_a_sentence(what: Happening, said: str) -> None:
    assert seated().tell(what) == said


def test_no_kind_of_entry_is_forgotten() -> None:
    told = {type(parameters[0]) for parameters in test_every_entry_has_a_sentence.pytestmark[0].args[1]}  # type: ignore[attr-defined]
    assert told == set(Happening.__args__)


def test_names_move_up_when_somebody_leaves() -> None:
    chronicle = seated()
    chronicle.tell(entries.Rose(0, "left"))
    assert chronicle.tell(entries.Departed(0)) == "Bea has gone."


def test_one_subject_is_named_once() -> None:
    parts = [("Anna", "buys card 5"), ("Anna", "pays 2 coin"), NOTHING, ("", "It rains"), ("Anna", "goes")]
    assert sentences(parts) == "Anna buys card 5, pays 2 coin. It rains. Anna goes."


@pytest.fixture(scope="module", params=["eriantys", "masters"])
def happened(request: pytest.FixtureRequest) -> tuple[str, list[Any]]:
    """Events of every kind that a game has, as everybody and as the players hear them."""
    game: str = request.param
    kinds: Counter[type] = Counter()
    heard: list[Any] = []
    chance = Random(5)

    def hear(event: Any) -> None:
        if kinds[type(event)] < 40:
            kinds[type(event)] += 1
            heard.extend([event, event.told_to(None) or event])

    for seed in range(40):
        options: dict[str, Any] = {"expert": True} if game == "eriantys" else {}
        players = 2 + seed % 3 if game == "eriantys" else 1 + seed % 4
        played = rules.new(game, players=players, seed=seed, recorder=hear, **options)
        while not played.over:
            played.apply(chance.choice(played.legal_actions()))
    for event in RARE[game]:
        hear(event)
    assert {kind.__name__ for kind in kinds} == set(log_words.EVENTS[game])
    return game, heard


def test_every_event_is_told_or_meant_to_be_silent(happened: tuple[str, list[Any]]) -> None:
    game, heard = happened
    silent = set(log_words.EVENTS[game])
    for event in heard:
        subject, deed = TOLD[game](event, lambda player: f"player {player}")
        if deed:
            silent.discard(type(event).__name__)
            assert "None" not in deed
            assert not deed.endswith(".")
            assert subject in {"", "Lorenzo"} or subject.startswith("player ")
    assert silent == SILENT[game]


def test_every_event_can_be_read_again_from_a_replay(happened: tuple[str, list[Any]]) -> None:
    game, heard = happened
    for event in heard:
        told = {"event": type(event).__name__, **dataclasses.asdict(event)}
        assert log_words.event(entries.as_json(told), game) == event


def test_every_entry_can_be_read_again_from_a_replay() -> None:
    evening: Evening = eventful()
    replay = replays.export(evening.table.code, evening.table.secret, evening.log)
    for line, entry in zip(replay.log, evening.log, strict=True):
        again = log_words.happening(line.what)
        assert type(again) is type(entry.what)
        assert seated().entry(again) == seated().entry(entry.what)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (eriantys.CharacterPlayed(0, 99, 1, 2), "uses the character 99 for 1 coin"),
        (eriantys.TowersChanged(3, 2, "white", "black", 5, 6), "2 white towers on island 3 instead of black"),
        (eriantys.StudentsReturned(0, "red", 0), ""),
        (eriantys.GameEnded("bag_empty", frozenset()), "The game ends: the bag is empty. Nobody won"),
        (masters.LeadersKept(0, (), ()), "keeps no leaders"),
        (
            masters.GameEnded("black_cross", frozenset()),
            "The game ends: Lorenzo's cross is at the end of the track. Lorenzo won",
        ),
    ],
)
def test_rare_events(event: Any, said: str) -> None:
    told = TOLD["eriantys" if type(event).__module__.startswith("ludoteca.rules.eriantys.") else "masters"]
    assert told(event, lambda player: "Anna")[1] == said


@pytest.mark.parametrize("what", [{"kind": "sat"}, {"kind": "rose", "seat": -1, "why": ""}, {"kind": None}, {}])
def test_what_is_no_entry(what: dict[str, Any]) -> None:
    with pytest.raises(Untellable):
        log_words.happening(what)


def test_what_is_no_event() -> None:
    for told, game in (
        ({"event": "TurnEnded"}, "eriantys"),
        ({}, "masters"),
        ({"event": "TurnEnded", "seat": 0}, "go"),
    ):
        with pytest.raises(Untellable):
            log_words.event(told, game)


def test_a_game_that_is_not_known_is_named_all_the_same() -> None:
    chronicle = Chronicle()
    opened = msgspec.convert({"game": "go", "players": 2}, Options)
    assert chronicle.tell(entries.Opened(opened, ""), [object()]) == "The table is opened: go for 2."
