"""The client's end: the table rebuilt from statuses alone, as the notation writes the view of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.eriantys.client import PAUSED, EriantysClient, with_bots
from ludoteca.dialects.eriantys.rebuild import Card, Island, School, Table
from ludoteca.dialects.eriantys.spelling import SWAPS, Action, Position, unfinished
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names

from . import actions
from .errors import Status
from .machine import State
from .messages import (
    VOCABULARY,
    AddPlayerResponse,
    ArchipelagoStatus,
    CurrentStatus,
    GameParameters,
    GameState,
    PlayerStatus,
    TurnStatus,
    Unfinished,
)
from .tell import MODES, OVER

Json = dict[str, Any]

NAME_WANTED = "What is your name? name@CODE sits at the table with that code, name#secret keeps the seat."
PARAMETERS_WANTED = "You are the first. For how many is the game, and in which mode? You can change it until it starts."
PARAMETERS = [("2 simple", "2 to 4 players, simple or expert"), ("3 expert 1", "with so many bots among them")]


class Client(EriantysClient):
    def __init__(self) -> None:
        super().__init__()
        self._state = State.NAMING
        self._user = 0
        self._player = -1
        self._rebuilt = Rebuilt()
        self._game: Json | None = None

    @property
    def game(self) -> Json | None:
        return self._game

    def _lobby(self) -> Question | None:
        if self._state is State.NAMING:
            return Question(NAME_WANTED, free=lambda text: text.strip().encode() + b"\n")
        if self._state is State.WAITING and self._user == 1:
            games = (
                (players, mode, bots) for players in (2, 3, 4) for mode in MODES.values() for bots in range(players)
            )
            return Question(PARAMETERS_WANTED, [parameters(*wanted) for wanted in games], patterns=PARAMETERS)
        return None

    def _deciding(self) -> bool:
        turn = self._rebuilt.turn
        return turn is not None and turn.player == self._player and not turn.paused and turn.step != OVER

    def said(self, action: Action, position: Position) -> bytes:
        return VOCABULARY.lines(actions.commands(action, position))

    # ------------------------------------------------------------ what came

    def _hear(self, line: bytes) -> bytes:
        """Nothing is acknowledged in this dialect."""
        message = VOCABULARY.read_told(line)
        if isinstance(message, AddPlayerResponse):
            self._seated(message)
        elif message.status is not Status.OK:
            self._refused(message)
        elif isinstance(message.winner, str):
            self._state = State.OVER
            self._end(message.winner.split(", ") if message.winner else [])
        else:
            self._learn(message)
        return b""

    def _seated(self, response: AddPlayerResponse) -> None:
        self._user = response.userID if isinstance(response.userID, int) else 0
        self._state = State.WAITING
        self._winners = self._game = None
        self._forget()
        if response.code is UNSET:
            wanted = with_bots(int(response.numPlayers or 0), 0, response.gameMode == MODES[True])
            self._told.append(f"It will be {wanted}. Others have still to come.")
        else:
            self._told.append(
                f"You are number {self._user} at table {response.code}. Others come by name@{response.code}."
            )

    def _refused(self, status: CurrentStatus) -> None:
        self._told.append(f"{status.errorMessage} ({int(status.status)})")
        if status.status is Status.KICKEDOUT:
            self._state = State.NAMING
            self._game = None
            self._forget()

    def _learn(self, status: CurrentStatus) -> None:
        known = {index: dict(person) for index, person in self._rebuilt.people.items()}
        paused = self._rebuilt.turn is not None and self._rebuilt.turn.paused
        anew = isinstance(status.playerIndex, int)
        if isinstance(status.playerIndex, int):  # a full status: all that was known is old
            self._player = status.playerIndex
            self._state = State.PLAYING
            self._rebuilt, known = Rebuilt(), {}
        self._rebuilt.learn(status)
        people = self._rebuilt.people
        self.players = [people[index]["nickname"] for index in sorted(people)]
        self.nickname = self.players[self._player]
        self._game = self._rebuilt.game()
        self._narrate(anew)
        for index, old in known.items():
            person = people[index]
            if person.get("connected", True) != old.get("connected", True):
                self._presence(person["nickname"], person["connected"])
            if person.get("standIn", False) and not old.get("standIn", False):
                self._stood_in(person["nickname"])
        if self._rebuilt.turn is not None and self._rebuilt.turn.paused and not paused:
            self._told.append(PAUSED)


def parameters(players: int, mode: str, bots: int) -> Choice:
    line = VOCABULARY.line(GameParameters(numPlayers=players, gameMode=mode, bots=bots))
    key = f"{players} {mode}" + (f" {bots}" if bots else "")
    return Choice(key, with_bots(players, bots, mode == MODES[True]), line)


# ---------------------------------------------------------------- the table


class Rebuilt:
    """What a client knows since the last full status: the newest value of every member."""

    __slots__ = ("archipelagos", "cards", "clouds", "known", "people", "turn")

    def __init__(self) -> None:
        self.turn: TurnStatus | None = None
        self.archipelagos: list[ArchipelagoStatus] = []
        self.clouds: dict[int, list[int]] = {}
        self.cards: dict[int, Any] = {}
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

    def game(self) -> Json:
        """The view of the seat."""
        turn, known = self.turn, self.known
        assert turn is not None
        over = turn.step == OVER
        effect: Json | None = None
        for active in given(turn.activeCharacter):
            effect = {"number": number_of(active.fileName)}
            for colour in given(active.colour):
                effect["colour"] = colour
        return Table(
            schools=[self._school(index, turn) for index in sorted(self.people)],
            islands=[island(group) for group in self.archipelagos],
            mother_nature=known["motherNatureIndex"],
            clouds=[sparse(self.clouds[index]) for index in sorted(self.clouds)],
            phase=OVER if over else turn.phase,
            step=None if over or turn.step is UNSET else str(turn.step),
            moved=turn.moved or 0,
            first=SEAT_LETTERS[known["firstPlayer"]],
            order=[SEAT_LETTERS[index] for index in known["order"]],
            active=None if over else SEAT_LETTERS[turn.player],
            bag=known["bag"],
            draws=known["draws"],
            expert=known["gameMode"] == MODES[True],
            last_round=known["lastRound"],
            clouds_short=known["cloudsShort"],
            characters={number_of(card.fileName): character(card) for _, card in sorted(self.cards.items())},
            effect=effect,
            character_used=turn.characterUsed,
            supply=known.get("coinSupply", 0),
            unfinished=None if turn.unfinished is UNSET else self._unfinished(turn.unfinished),
        ).position()

    def _school(self, index: int, turn: TurnStatus) -> School:
        """In the planning phase those before the current player have played an assistant of this round."""
        person, players = self.people[index], len(self.people)
        first, last = self.known["firstPlayer"], person.get("lastAssistantCardPlayed")
        to_come = turn.phase == "planning" and (index - first) % players >= (turn.player - first) % players
        return School(
            entrance=sparse(person["studentsEntrance"]),
            dining=sparse(person["studentsHall"]),
            professors=[name for name, at in zip(names.COLOURS, self.known["professors"], strict=True) if at == index],
            hand=[card + 1 for card in person["assistantCardsLeft"]],
            assistant=None if to_come or last is None else last + 1,
            coins=person.get("coins", 0),
        )

    def _unfinished(self, told: Unfinished) -> Json:
        number = number_of(self.cards[told.index].fileName)
        chosen = list(given(told.pColour))
        if number in SWAPS:
            firsts, seconds = list(told.pStudentsFrom or ()), list(told.pStudentsTo or ())
            for place, colour in enumerate(firsts):
                chosen += [colour, *seconds[place : place + 1]]
        return unfinished(number, chosen)


KEPT = ("motherNatureIndex", *GameState.ADDED)


def given(value: Any) -> Sequence[Any]:
    """The value, if there is one."""
    return () if value is UNSET else (value,)


def sparse(counts: Sequence[int]) -> dict[str, int]:
    return {name: count for name, count in zip(names.COLOURS, counts, strict=True) if count}


def number_of(file_name: str) -> int:
    return int(file_name[1:3])


def island(group: ArchipelagoStatus) -> Island:
    first = group.islands[0]
    tower = None if first.towerColour is UNSET else str(first.towerColour)
    return Island([tile.islandIndex for tile in group.islands], sparse(first.students), tower, group.noEntryTiles)


def character(card: Any) -> Card:
    students = None if card.students is UNSET else sparse(card.students)
    return Card(card.coinOnIt, students, None if card.noEntryTiles is UNSET else card.noEntryTiles)
