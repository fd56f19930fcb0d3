"""Somebody at the table who plays with another program, in one of the other dialects, over a real connection."""

from __future__ import annotations

import random
import re
import socket

from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.terminal.dialogue import Dialogue

from ..commands.open_house import OpenHouse
from .visits import PATIENCE

MOST = 65536  # bytes at once


class Session:
    def __init__(self, house: OpenHouse, dialect: str) -> None:
        port = re.search(rf"{dialect} on port (\d+)", "\n".join(house.lines))
        assert port is not None
        self.client = DIALECTS[dialect].client()
        self.told: list[str] = []
        self.dialogue = Dialogue(self.client, self._say)
        self.socket = socket.create_connection(("127.0.0.1", int(port[1])), PATIENCE / 1000)
        self.socket.sendall(self.dialogue.begin())

    def _say(self, line: str, question: bool = False) -> None:
        self.told.append(line)

    def wait_for(self, words: str) -> str:
        """The question with these words, once it is asked."""
        while not (self.dialogue.asked and words in self._question()):
            self._hear()
        return self._question()

    def type(self, line: str) -> None:
        self.socket.sendall(self.dialogue.typed(line))

    def play(self, chance: random.Random) -> None:
        """Anything that is allowed, until the game is over."""
        while not self.dialogue.over:
            if self.dialogue.asked:
                question = self.client.question()
                assert question is not None
                self.type(chance.choice(question.choices).key)
            self._hear()

    def _question(self) -> str:
        question = self.client.question()
        return "" if question is None else question.words

    def _hear(self) -> None:
        came = self.socket.recv(MOST)
        assert came, "\n".join(["the house has hung up", *self.told[-5:]])
        self.socket.sendall(self.dialogue.heard(came))

    def close(self) -> None:
        self.socket.close()
