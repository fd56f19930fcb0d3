"""The client's end: everything it knows comes from the messages, and a person can play by typing what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.lines import Lines
from ludoteca.house.before_play import NAME
from ludoteca.house.options import PLAYERS

from . import choosing, messages, shaping, speaking
from .messages import FromServer
from .rebuilding import Picture
from .shapes import LobbyShape
from .wire import line, read_from_server

ASKED = {
    "SelectAssistant": "Play an assistant.",
    "MoveStudentRequest": "Move a student.",
    "MoveMNRequest": "Move mother nature.",
    "SelectCloud": "Take a cloud.",
    "EndTurnRequest": "End your turn.",
    "CharacterRequest": "Your character waits for its choice.",
}


WITH_BOTS = re.compile(r"open ([2-4]) (basic|expert) mage([1-4]) ([1-3])")


class Client:
    """`contract.ClientSide`."""

    def __init__(self) -> None:
        self.nickname = ""  # as it was typed; once there is a seat, as the server knows it
        self.picture: Picture | None = None
        self._lines = Lines()
        self._lobbies: Sequence[LobbyShape] | None = None  # until the first list of them has come
        self._seated = False
        self._asked = ""
        self._result: Sequence[str] | None = None
        self._told: list[str] = []

    # ------------------------------------------------------------ messages

    def receive(self, data: bytes) -> bytes:
        self._lines.add(data)
        answers = b""
        while (taken := self._lines.take()) is not None:
            message = read_from_server(taken)
            if isinstance(message, messages.Ping):
                answers += line(messages.Pong())
            else:
                self._take(message)
        return answers

    def _take(self, message: FromServer) -> None:
        match message:
            case messages.Welcome():
                self._lobbies = message.lobbies
                self._seated = False
                if self._result is None:  # otherwise the last table may be looked at
                    self.picture = None
            case messages.InformationConnection():
                self._seated = True
                self.nickname = message.nickname
                if self._result is not None:
                    self.picture = self._result = None
            case messages.GameStart():
                self.picture = Picture(message.virtual_view)
            case messages.GameEnded():
                self._result = message.winners
            case _:
                self._asked = messages.name_of(type(message)) if is_request(message) else self._asked
                if self.picture is not None:
                    self.picture.update(message)
        self._told += speaking.sentences(message, self.picture)

    # ------------------------------------------------------------ what is known

    @property
    def game(self) -> dict[str, Any] | None:
        return None if self.picture is None else self.picture.position()

    @property
    def result(self) -> Sequence[str] | None:
        return self._result

    def table(self) -> list[str]:
        return []

    def explained(self, word: str) -> list[str]:
        return []

    def told(self) -> list[str]:
        told, self._told = self._told, []
        return told

    # ------------------------------------------------------------ what is asked

    def question(self) -> Question | None:
        if not self._seated:
            return self._which_table()
        if self.picture is None or self._result is not None or self.picture.turn.current != self.nickname:
            return None
        found = choosing.choices(self.picture.position())
        return Question(ASKED.get(self._asked, "It is your turn."), found)

    def _which_table(self) -> Question | None:
        if self._lobbies is None:
            return None
        if not self.nickname:
            return Question("What is your name? 1 to 20 of the characters A-Z a-z 0-9 . _ -", free=self._take_name)
        words = (
            f"Open a table or join one, {self.nickname}. Or type another name. "
            "With bots: type open 3 expert mage1 1 for three, one of them a bot."
        )
        return Question(words, [*self._tables_to_open(), *self._tables_to_join(self._lobbies)], self._take_name)

    def _take_name(self, text: str) -> bytes:
        """A secret may follow the name, after #: then only who knows it can come back to the seat."""
        with_bots = WITH_BOTS.fullmatch(text.lower())
        if with_bots is not None and self.nickname:
            players, mode, mage, bots = with_bots.groups()
            return line(
                messages.GameParams(
                    num_players=int(players),
                    expert=mode == "expert",
                    nickname=self.nickname,
                    mage=shaping.MAGES[int(mage)],
                    bots=int(bots),
                )
            )
        if NAME.fullmatch(text.partition("#")[0]):
            self.nickname = text
        else:
            self._told.append("That cannot be a name. Take 1 to 20 of the characters A-Z a-z 0-9 . _ -")
        return b""

    def _tables_to_open(self) -> Iterator[Choice]:
        for players in PLAYERS["eriantys"]:
            for expert in (False, True):
                for mage in shaping.MAGES[1:]:
                    mode = "expert" if expert else "basic"
                    message = messages.GameParams(num_players=players, expert=expert, nickname=self.nickname, mage=mage)
                    words = f"Open a table for {players}, {mode} game, as {mage}"
                    yield Choice(f"open {players} {mode} {mage.lower()}", words, line(message))

    def _tables_to_join(self, lobbies: Sequence[LobbyShape]) -> Iterator[Choice]:
        name = self.nickname.partition("#")[0]
        for lobby in lobbies:
            back = name in lobby.nicknames
            if not back and (lobby.game_status != "SETUP" or len(lobby.nicknames) >= lobby.num_players):
                continue
            mages = shaping.MAGES[1:2] if back else [mage for mage in shaping.MAGES[1:] if mage not in lobby.mages]
            for mage in mages:
                message = messages.Join(nickname=self.nickname, mage=mage, index=lobby.lobby_index)
                key = f"join {lobby.lobby_index}" if back else f"join {lobby.lobby_index} {mage.lower()}"
                words = (
                    f"Come back to lobby {lobby.lobby_index}" if back else f"Join lobby {lobby.lobby_index} as {mage}"
                )
                yield Choice(key, words, line(message))


def is_request(message: FromServer) -> bool:
    return messages.name_of(type(message)) in ASKED
