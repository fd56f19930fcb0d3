"""A table rebuilt from statuses alone, as the notation writes the view of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names
from ludoteca.rules.eriantys.notation.describing import colour_choice

from .messages import (
    ArchipelagoStatus,
    CharacterCardsStatus,
    CurrentStatus,
    GameState,
    PlayerStatus,
    TurnStatus,
    Unfinished,
)
from .shapes import OVER, SWAPPED

Json = dict[str, Any]


class Rebuilt:
    """What a client knows since the last full status: the newest value of every member."""

    __slots__ = ("archipelagos", "cards", "clouds", "known", "people", "turn")

    def __init__(self) -> None:
        self.turn: TurnStatus | None = None
        self.archipelagos: list[ArchipelagoStatus] = []
        self.clouds: dict[int, list[int]] = {}
        self.cards: dict[int, CharacterCardsStatus] = {}
        self.people: dict[int, Json] = {}
        self.known: Json = {}  # the other members of GameState

    def learn(self, status: CurrentStatus) -> None:
        if isinstance(status.turn, TurnStatus):
            self.turn = status.turn
        if isinstance(status.game, GameState):
            self._learn(status.game)

    def _learn(self, state: GameState) -> None:
        for archipelagos in given(state.archipelagos):
            self._learn_archipelagos(archipelagos)
        for clouds in given(state.clouds):
            self.clouds |= {cloud.index: cloud.students for cloud in clouds}
        for cards in given(state.characterCards):
            self.cards |= {card.index: card for card in cards}
        for players in given(state.players):
            for player in players:
                self._learn_player(player)
        for member in KEPT:
            for value in given(getattr(state, member)):
                self.known[member] = value

    def _learn_archipelagos(self, told: list[ArchipelagoStatus]) -> None:
        """A list that has all islands replaces the one before; otherwise places stay what they were."""
        if sum(len(archipelago.islands) for archipelago in told) == const.ISLANDS:
            self.archipelagos = told
            return
        for archipelago in told:
            self.archipelagos[archipelago.index - 1] = archipelago

    def _learn_player(self, told: PlayerStatus) -> None:
        person = self.people.setdefault(told.index, {})
        for member in PlayerStatus.__struct_fields__:
            for value in given(getattr(told, member)):
                person[member] = value

    # ------------------------------------------------------------ in the notation

    @property
    def players(self) -> int:
        return len(self.people)

    @property
    def order(self) -> list[int]:
        found: list[int] = self.known["order"]
        return found

    def game(self) -> Json:
        """The view of the seat."""
        turn = self.turn
        assert turn is not None
        written: Json = {
            "game": "eriantys",
            "players": self.players,
            "expert": self.known["gameMode"] == "expert",
            "draws": self.known["draws"],
            **self._course(turn),
            "islands": {str(group.islands[0].islandIndex): island(group) for group in self.archipelagos},
            "groups": [
                [tile.islandIndex for tile in group.islands] for group in self.archipelagos if len(group.islands) > 1
            ],
            "mother_nature": self.known["motherNatureIndex"],
            "boards": {SEAT_LETTERS[index]: self._board(index) for index in sorted(self.people)},
            "clouds": [sparse(self.clouds[index]) for index in sorted(self.clouds)],
            "bag": self.known["bag"],
        }
        if written["expert"]:
            written |= self._expert(turn)
        written["last_round"] = self.known["lastRound"]
        written["clouds_short"] = self.known["cloudsShort"]
        for unfinished in given(turn.unfinished):
            written["unfinished"] = self._unfinished(unfinished)
        return written

    def _course(self, turn: TurnStatus) -> Json:
        first = self.known["firstPlayer"]
        hands = {
            SEAT_LETTERS[index]: [card + 1 for card in self.people[index]["assistantCardsLeft"]]
            for index in sorted(self.people)
        }
        opening = {"first_player": SEAT_LETTERS[first], "hands": hands}
        if turn.phase == "planning":
            before = [(first + i) % self.players for i in range((turn.player - first) % self.players)]
            played = [[SEAT_LETTERS[index], self._assistant(index)] for index in before]
            return {"phase": "planning", **opening, "played": played, "active": SEAT_LETTERS[turn.player]}
        shown: Json = {"played": []}
        if self.order:
            shown["assistants"] = {SEAT_LETTERS[index]: self._assistant(index) for index in sorted(self.people)}
            shown["order"] = [SEAT_LETTERS[index] for index in self.order]
        if turn.step == OVER:
            return {"phase": "over", **opening, **shown}
        step: Json = {"step": turn.step}
        for moved in given(turn.moved):
            step["moved"] = moved
        return {"phase": "action", **step, **opening, **shown, "active": SEAT_LETTERS[turn.player]}

    def _assistant(self, index: int) -> int:
        card: int = self.people[index]["lastAssistantCardPlayed"]
        return card + 1

    def _board(self, index: int) -> Json:
        person = self.people[index]
        holders = self.known["professors"]
        board: Json = {
            "entrance": sparse(person["studentsEntrance"]),
            "dining": sparse(person["studentsHall"]),
            "professors": [name for name, holder in zip(names.COLOURS, holders, strict=True) if holder == index],
        }
        if "coins" in person:
            board["coins"] = person["coins"]
        return board

    def _expert(self, turn: TurnStatus) -> Json:
        effect: Json | None = None
        for active in given(turn.activeCharacter):
            effect = {"number": number_of(active.fileName)}
            for colour in given(active.colour):
                effect["colour"] = colour
        return {
            "characters": {str(self.number(index)): character(self.cards[index]) for index in sorted(self.cards)},
            "active_character": effect,
            "character_used": turn.characterUsed,
            "supply": self.known["coinSupply"],
        }

    def number(self, index: int) -> int:
        """Of the character in a place."""
        return number_of(self.cards[index].fileName)

    def _unfinished(self, told: Unfinished) -> Json:
        number = self.number(told.index)
        action: Json = {"do": "play_character", "number": number}
        decisions = [const.PLAY_CHARACTER + number - 1]
        for colour in given(told.pColour):
            action["colour"] = colour
            decisions.append(colour_choice(colour))
        if number in SWAPPED:
            firsts, seconds = list(told.pStudentsFrom or ()), list(told.pStudentsTo or ())
            first, second = SWAPPED[number]
            action |= {first: firsts, second: seconds}
            for place, name in enumerate(firsts):
                decisions += [colour_choice(chosen) for chosen in (name, *seconds[place : place + 1])]
        return {"action": action, "decisions": decisions}


KEPT = ("motherNatureIndex", *GameState.ADDED)


def given(value: Any) -> Sequence[Any]:
    """The value, if there is one."""
    return () if value is UNSET else (value,)


def sparse(counts: Sequence[int]) -> dict[str, int]:
    return {name: count for name, count in zip(names.COLOURS, counts, strict=True) if count}


def number_of(file_name: str) -> int:
    return int(file_name[1:3])


def island(group: ArchipelagoStatus) -> Json:
    first = group.islands[0]
    entry: Json = {"students": sparse(first.students)}
    for tower in given(first.towerColour):
        entry["tower"] = tower
    if group.noEntryTiles:
        entry["no_entry"] = group.noEntryTiles
    return entry


def character(card: CharacterCardsStatus) -> Json:
    written: Json = {"used": card.coinOnIt}
    for students in given(card.students):
        written["students"] = sparse(students)
    for tiles in given(card.noEntryTiles):
        written["no_entry"] = tiles
    return written
