"""The client's end: what it knows comes from messages alone."""

from __future__ import annotations

from typing import Any

from ludoteca.dialects.contract import Question
from ludoteca.dialects.lines import Lines

from . import choosing, sentences
from . import from_server as told
from . import requests as asks
from .messages import read_from_server
from .picture import Picture
from .requests import FromServer

# What may come while a question stays open.
BESIDE = (told.NotifyPlayerStatus, told.ErrorMessage)


class Client:
    def __init__(self) -> None:
        self.picture = Picture()
        self.asked: asks.Request | None = None
        self._lines = Lines()
        self._told: list[str] = []
        self._winners: list[str] | None = None

    def receive(self, data: bytes) -> bytes:
        """Read what the server sent. In this dialect a client answers nothing by itself."""
        self._lines.add(data)
        while (line := self._lines.take()) is not None:
            self._read(read_from_server(line))
        return b""

    def _read(self, message: FromServer) -> None:
        self.picture.add(message)
        self._told += sentences.about(message)
        if isinstance(message, asks.Request):
            self.asked = message
        elif not isinstance(message, BESIDE):
            self.asked = None  # a question that is still open is asked again
        elif isinstance(message, told.NotifyPlayerStatus) and message.paused:
            self.asked = None
        if isinstance(message, told.GameOverMessage):
            self._winners = message.winners
        elif isinstance(message, told.PlayersReadyToStartMessage):
            self._winners = None

    @property
    def game(self) -> dict[str, Any] | None:
        return self.picture.game if self.picture.whole else None

    @property
    def result(self) -> list[str] | None:
        return self._winners

    def table(self) -> list[str]:
        return []

    def explained(self, word: str) -> list[str]:
        return []

    def told(self) -> list[str]:
        news, self._told = self._told, []
        return news

    def question(self) -> Question | None:
        return None if self.asked is None else choosing.question(self.asked, self.picture)
