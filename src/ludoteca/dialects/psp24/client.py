"""The client's end: it knows what the messages say and nothing else. A person plays with it by typing keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.lines import Lines

from . import choosing, messages, rebuilding, wording
from .messages import FromServer
from .shapes import SEEDS
from .states import State

HELP = "Type t to hear how the table stands."


class Client:
    def __init__(self) -> None:
        self._lines = Lines()
        self._state = State.NAMELESS  # as far as a client can tell: nameless, named, in the lobby, listening, over
        self._nickname = ""
        self._asked: FromServer | None = None  # before the game
        self._shown: dict[str, Any] | None = None
        self._game: dict[str, Any] | None = None
        self._winners: Sequence[str] | None = None
        self._told: list[str] = []
        self._question: Question | None = None
        self._answered = True  # whether the question has to be thought of anew

    # ------------------------------------------------------------ what came

    def receive(self, data: bytes) -> bytes:
        self._lines.add(data)
        replies = []
        while (line := self._lines.take()) is not None:
            message = messages.read_from_server(line)
            if message is not None:
                replies.append(self._hear(message))
        return b"".join(replies)

    def _hear(self, message: messages.ServerMessage) -> bytes:
        match message:
            case messages.Ack():
                return self._accepted(message)
            case messages.Nack():
                self._told.append(message.reason.sentence)
                if self._state is State.NAMED:  # somebody else was faster: the nickname is asked for again
                    self._state = State.NAMELESS
            case messages.RenderView():
                self._see(message.new_view)
            case messages.NotifyInfluenceResult():
                self._told.append(influence(message))
            case messages.AnnounceResult():
                self._end(message)
            case messages.MovedToLobby():
                self._told += [message.reason.sentence, f"The code of that table is {message.code}."]
                self._asked = None
            case messages.RemovedFromLobby():
                self._told.append(message.reason.sentence)
                self._state, self._asked = State.NAMELESS, None
            case _:
                self._asked = message
        self._answered = True
        return b""

    def _accepted(self, ack: messages.Ack) -> bytes:
        if self._state is State.NAMELESS:
            self._state = State.NAMED
            self._answered = True
            return messages.line(messages.JoinLobby())
        if self._state is State.NAMED:
            self._state = State.LOBBY
            self._nickname = ack.nickname or ""
            self._told.append(f"You sit at the table {ack.code} as {ack.nickname}. Others come by name@{ack.code}.")
        elif self._state is State.LOBBY:  # to what was asked before the game
            self._asked = None
            self._answered = True
        return b""

    def _see(self, shown: dict[str, Any]) -> None:
        if self._shown is None:
            self._state = State.LISTENING
            self._told += wording.table(shown)
        else:
            self._told += wording.differences(self._shown, shown)
        self._shown = shown
        self._game = rebuilding.game(shown)

    def _end(self, result: messages.AnnounceResult) -> None:
        self._state = State.OVER
        self._winners = tuple(result.winners)
        named = " and ".join(result.winners)
        ended = (
            f"{named} {'wins' if len(result.winners) == 1 else 'win'} the game." if named else "Nobody wins the game."
        )
        self._told.append(f"You win. {ended}" if result.result == "Winner" else ended)

    # ------------------------------------------------------------ what is known

    @property
    def game(self) -> dict[str, Any] | None:
        return self._game

    @property
    def result(self) -> Sequence[str] | None:
        return self._winners

    def table(self) -> list[str]:
        return []

    def explained(self, word: str) -> list[str]:
        return []

    def told(self) -> list[str]:
        told, self._told = self._told, []
        return told

    # ------------------------------------------------------------ what is asked

    def question(self) -> Question | None:
        """The same object until something new came."""
        if self._answered:
            self._question = self._ask()
            self._answered = False
        return self._question

    def _ask(self) -> Question | None:
        match self._state:
            case State.NAMELESS:
                words = "What is your nickname? name, name@CODE for a certain table, each also with #secret."
                return Question(words, free=said_nickname)
            case State.LOBBY if self._asked is not None:
                return before_the_game(self._asked)
            case State.LISTENING if (
                self._shown is not None and self._game is not None and self._is_my_turn(self._shown)
            ):
                words, choices = choosing.choices(self._game)
                return Question(f"{words} {HELP}", choices, self._hear_table)
            case State.OVER:
                return Question("The game is over.", [Choice("q", "Leave", messages.line(messages.CloseSocket()))])
        return None

    def _is_my_turn(self, shown: dict[str, Any]) -> bool:
        if shown["currentPlayer"] != self._nickname or shown["paused"]:
            return False
        return all(player["standIn"] is None for player in shown["players"] if player["nickname"] == self._nickname)

    def _hear_table(self, typed: str) -> bytes:
        assert self._shown is not None
        self._told += wording.table(self._shown) if typed.strip() == "t" else ["That is not on the list."]
        return b""


def influence(result: messages.NotifyInfluenceResult) -> str:
    where = f"island {result.island_index + 1}"
    if not result.influence:
        return f"A no-entry tile on {where} is used up. Nothing else happens."
    shares = ", ".join(f"{name} {count}" for name, count in result.influence.items())
    return f"Influence on {where}: {shares}. {result.winner or 'Nobody'} has most."


# ---------------------------------------------------------------- before the game


def said_nickname(typed: str) -> bytes:
    return messages.line(messages.Nickname(typed.strip()))


def before_the_game(asked: FromServer) -> Question | None:
    match asked:
        case messages.AskNumPlayer():
            choices = [Choice(str(n), f"{n} players", messages.line(messages.SetNumPlayer(n))) for n in (2, 3, 4)]
            return Question("How many play? Type 3 1 for three players of whom one is a bot.", choices, said_players)
        case messages.AskExpertsVariant():
            answers = (("y", "Yes", True), ("n", "No", False))
            choices = [
                Choice(key, words, messages.line(messages.SetExpertsVariant(yes))) for key, words, yes in answers
            ]
            return Question("With characters and coins, the expert game?", choices)
        case messages.AskAssistantSeed():
            choices = [
                Choice(seed[-1], f"Deck {seed[-1]}", messages.line(messages.SetAssistantSeed(seed)))
                for seed in SEEDS
                if seed in asked.seeds
            ]
            return Question("Which deck of assistants?", choices)
    return None


def said_players(typed: str) -> bytes:
    """`players bots`; what is no number is sent as 0, which the server refuses with the reason."""
    numbers = [int(part) if part.isdecimal() else 0 for part in typed.split()[:2]]
    players, bots = (*numbers, 0, 0)[:2]
    return messages.line(messages.SetNumPlayer(players, bots))
