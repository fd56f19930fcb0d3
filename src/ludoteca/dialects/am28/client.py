"""The client's end: what it knows comes from the server's lines alone. It is also the game in text, without a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.dialects.contract import Question
from ludoteca.dialects.lines import Lines

from . import questions, wire
from .messages import AddPlayerResponse, CurrentStatus
from .rebuilding import Rebuilt
from .shapes import OVER
from .states import State
from .statuses import Status
from .story import Story


class Client:
    def __init__(self) -> None:
        self._lines = Lines()
        self._state = State.NAMING
        self._user = 0
        self._player = -1
        self._rebuilt = Rebuilt()
        self._game: dict[str, Any] | None = None
        self._winners: list[str] | None = None
        self._told: list[str] = []

    # ------------------------------------------------------------ the contract

    def receive(self, data: bytes) -> bytes:
        """Nothing is acknowledged in this dialect."""
        self._lines.add(data)
        while (line := self._lines.take()) is not None:
            message = wire.read_from_server(line)
            if isinstance(message, AddPlayerResponse):
                self._seated(message)
            elif message.status is not Status.OK:
                self._refused(message)
            else:
                self._learn(message)
        return b""

    @property
    def game(self) -> dict[str, Any] | None:
        return self._game

    @property
    def result(self) -> Sequence[str] | None:
        return self._winners

    def told(self) -> list[str]:
        told, self._told = self._told, []
        return told

    def question(self) -> Question | None:
        if self._state is State.NAMING:
            return questions.naming()
        if self._state is State.WAITING:
            return questions.parameters() if self._user == 1 else None
        turn = self._rebuilt.turn
        if self._state is State.OVER or turn is None or self._game is None:
            return None
        if turn.player != self._player or turn.paused or turn.step == OVER:
            return None
        return questions.moment(self._game, self._told.append)

    # ------------------------------------------------------------ what came

    def _seated(self, response: AddPlayerResponse) -> None:
        self._user = response.userID if isinstance(response.userID, int) else 0
        self._state = State.WAITING
        self._winners = None
        self._told.append(f"You are number {self._user} at table {response.code}. Others come by name@{response.code}.")

    def _refused(self, status: CurrentStatus) -> None:
        self._told.append(f"{status.errorMessage} ({int(status.status)})")
        if status.status is Status.KICKEDOUT:
            self._state = State.NAMING
            self._game = None

    def _learn(self, status: CurrentStatus) -> None:
        if isinstance(status.winner, str):
            self._state = State.OVER
            self._winners = status.winner.split(", ") if status.winner else []
            self._told.append(f"{status.winner} won." if status.winner else "The game ended without a winner.")
            return
        before = self._game
        known = {index: dict(person) for index, person in self._rebuilt.people.items()}
        paused = self._rebuilt.turn is not None and self._rebuilt.turn.paused
        if isinstance(status.playerIndex, int):  # a full status: all that was known is old
            self._player = status.playerIndex
            self._state = State.PLAYING
            self._rebuilt = Rebuilt()
            before = None
        self._rebuilt.learn(status)
        after = self._game = self._rebuilt.game()
        story = Story([self._rebuilt.people[index]["nickname"] for index in sorted(self._rebuilt.people)], self._player)
        if before is None:
            self._told += story.table(after)
        else:
            self._told += story.changes(before, after)
            self._told += self._comings(known)
        if self._rebuilt.turn is not None and self._rebuilt.turn.paused and not paused:
            self._told.append("The game is paused until somebody else is back.")

    def _comings(self, known: dict[int, dict[str, Any]]) -> list[str]:
        """Who came and went, and for whom a stand-in plays."""
        found = []
        for index, person in self._rebuilt.people.items():
            old = known[index]
            if person.get("connected", True) != old.get("connected", True):
                found.append(f"{person['nickname']} {'is back' if person['connected'] else 'is gone'}.")
            if person.get("standIn", False) and not old.get("standIn", False):
                found.append(f"The house plays for {person['nickname']}.")
        return found
