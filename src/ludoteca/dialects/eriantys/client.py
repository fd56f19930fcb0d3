"""The client's end of a dialect of Eriantys, as far as all of them are alike: it tells, asks, and reads what is typed.

A dialect says how its lines are read, and how an action of the notation is said in it. What a person hears and types is
the same in all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.lines import Lines
from ludoteca.dialects.messages import Server, Vocabulary
from ludoteca.rules import InvalidPosition
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.text import words

from . import moves
from .narrator import Narrator
from .spelling import Action, Position, loaded

PAUSED = "The game is paused: nobody else is there."


class EriantysClient(ABC):
    """`players` are the nicknames of those who play, A first; `nickname` is one's own."""

    def __init__(self) -> None:
        self.nickname = ""
        self.players: Sequence[str] = ()
        self._lines = Lines()
        self._spoken = False  # whether a message of this dialect has come
        self._told: list[str] = []
        self._winners: list[str] | None = None
        self._narrated: Position | None = None  # the table as it was told last
        self._question: Question | None = None
        self._thought = False  # whether the question is that of this moment
        self._news = True  # whether the line that came last can change what is asked

    # ------------------------------------------------------------ what a dialect says

    @abstractmethod
    def _hear(self, line: bytes) -> bytes:
        """Take a line in; gives back what a client answers by itself."""

    @property
    @abstractmethod
    def game(self) -> dict[str, Any] | None:
        """The position rebuilt from messages; None before the start."""

    @abstractmethod
    def _lobby(self) -> Question | None:
        """What is asked outside of a game."""

    @abstractmethod
    def _deciding(self) -> bool:
        """Whether this seat has to decide, and nothing more of the last move is on its way."""

    @abstractmethod
    def said(self, action: Action, position: Position) -> bytes:
        """An action of the notation as lines. Of a character that is half used, what is left of it."""

    # ------------------------------------------------------------ what came

    def receive(self, data: bytes) -> bytes:
        self._lines.add(data)
        answers = b""
        while (line := self._lines.take()) is not None:
            self._news = True
            answers += self._hear(line)
            self._thought = self._thought and not self._news
        return answers

    def _understood(self, vocabulary: Vocabulary[Any, Server], line: bytes) -> Server | None:
        """The message of a line. One that is not known was added later, unless none was ever known: then ValueError."""
        message = vocabulary.read_told(line)
        if message is None and not self._spoken:
            raise ValueError("that is another dialect")
        self._spoken = True
        return message

    @property
    def result(self) -> Sequence[str] | None:
        return self._winners

    def told(self) -> list[str]:
        told, self._told = self._told, []
        return told

    @property
    def narrator(self) -> Narrator:
        own = self.players.index(self.nickname) if self.nickname in self.players else None
        return Narrator(self.players, "" if own is None else SEAT_LETTERS[own])

    def _narrate(self, anew: bool = False) -> None:
        """Tell what has changed since the last time; or everything."""
        game = self.game
        assert game is not None
        if self._narrated is None or anew:
            self._told += self.narrator.table(game)
        else:
            self._told += self.narrator.changes(self._narrated, game)
        self._narrated = game

    def _forget(self) -> None:
        """There is no game any more."""
        self._narrated = None
        self.players = ()

    def _end(self, winners: Sequence[str], why: str = "") -> None:
        self._winners = list(winners)
        named = ["You" if winner == self.nickname else winner for winner in winners]
        reason = f": {why}" if why else ""
        if not named:
            self._told.append(f"The game ended without a winner{reason}.")
        else:
            verb = "wins" if len(named) == 1 and named != ["You"] else "win"
            self._told.append(f"{words.listed(named)} {verb}{reason}.")

    def _presence(self, name: str, connected: bool) -> None:
        self._told.append(f"{name} is {'back' if connected else 'away'}.")

    def _stood_in(self, name: str) -> None:
        self._told.append(f"A stand-in plays for {'you' if name == self.nickname else name}.")

    # ------------------------------------------------------------ what is asked

    def question(self) -> Question | None:
        """The same object until something new came."""
        if not self._thought:
            self._question = self._asked()
            self._thought = True
        return self._question

    def _asked(self) -> Question | None:
        game = self.game
        if game is None or self._winners is not None:
            return self._lobby()
        if not self._deciding() or game["phase"] == "over":
            return None
        try:
            position = loaded(game)
        except InvalidPosition:  # the rest of what a move has changed is on its way
            return None
        actions = list(moves.whole_actions(position))
        choices = [Choice(moves.key(each), words.sentence(each, game), self.said(each, game)) for each in actions]

        def typed(text: str) -> bytes:
            try:
                return self.said(moves.read(text, position), game)
            except moves.Unclear as unclear:
                self._told.append(str(unclear))
                return b""

        return Question(moves.asked(game), choices, typed, patterns=moves.patterns(actions, game))

    def table(self) -> list[str]:
        game = self.game
        return [] if game is None else list(self.narrator.table(game))

    def explained(self, word: str) -> list[str]:
        return moves.explained(word, self.game)


def with_bots(players: int, bots: int, expert: bool) -> str:
    """A new table in words."""
    kind = "an expert game" if expert else "a basic game"
    others = f", {bots} of them {'a bot' if bots == 1 else 'bots'}" if bots else ""
    return f"{kind} for {players}{others}"
