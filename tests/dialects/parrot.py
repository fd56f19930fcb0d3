"""A dialect for trying out what all dialects have in common: it says what it hears, and asks what it is told to ask.

Each line is a JSON object with a member `ask`: the name of an ask of the contract, and its members beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ludoteca.dialects import contract
from ludoteca.dialects.contract import Answer, Close, Dialect, Effect, SeatEntry, Send
from ludoteca.dialects.house.problems import Problem
from ludoteca.dialects.lines import Lines, LineTooLong
from ludoteca.house import commands
from ludoteca.house.entries import Look
from ludoteca.house.options import Options


def said(kind: str, **members: Any) -> Send:
    return Send(msgspec.json.encode({"type": kind, **members}) + b"\n")


class ParrotConnection:
    def __init__(self) -> None:
        self.lines = Lines()
        self.asking = False
        self.ticks = 0

    def opened(self, now: float) -> Iterable[Effect]:
        return [said("opened", now=now)]

    def receive(self, data: bytes, now: float) -> Iterable[Effect]:
        self.lines.add(data)
        return self._go_on(now)

    def _go_on(self, now: float) -> Iterator[Effect]:
        try:
            while not self.asking and (line := self.lines.take()) is not None:
                yield from self._read(line, now)
        except LineTooLong as error:
            yield said("error", why=error.sentence)
            yield Close()

    def _read(self, line: bytes, now: float) -> Iterator[Effect]:
        try:
            message = msgspec.json.decode(line)
            asked = ask(message)
        except (msgspec.DecodeError, LookupError, TypeError, UnicodeError) as error:
            yield said("error", why=f"{type(error).__name__}: {error}")
            if self.lines.malformed(now):
                yield Close()
            return
        if asked is None:
            yield said("echo", message=message)
            return
        self.asking = not isinstance(asked, Close)
        yield asked

    def answered(self, answer: Answer, now: float) -> Iterable[Effect]:
        self.asking = False
        match answer:
            case contract.Seated():
                yield said("seated", back=answer.back, view=answer.view)
            case Exception():
                yield said("refused", code=str(getattr(answer, "code", "")))
            case _:
                yield said("answer", answer=answer)
        yield from self._go_on(now)

    def heard(self, seat_entry: SeatEntry, now: float) -> Iterable[Effect]:
        kind = seat_entry.entry["what"]["kind"]
        shared = seat_entry.once("kind", lambda: msgspec.json.encode({"type": "heard", "kind": kind}) + b"\n")
        assert seat_entry.view.you is not None
        return [Send(shared)]

    def unseated(self, why: Problem | None, now: float) -> Iterable[Effect]:
        return [said("unseated", why=why)]

    def tick(self, now: float) -> Iterable[Effect]:
        self.ticks += 1
        return []

    def turned_away(self, now: float) -> Iterable[Effect]:
        return [said("turned_away")]

    def farewell(self, now: float) -> Iterable[Effect]:
        return [said("farewell")]


def ask(message: dict[str, Any]) -> Effect | None:
    """What a line asks for."""
    members = dict(message)
    match members.pop("ask", None):
        case None:
            return None
        case "raise":
            raise ZeroDivisionError("a mistake of the dialect")
        case "close":
            return Close()
        case "do":
            kind = getattr(commands, members.pop("command"))
            if "look" in members:
                members["look"] = Look(**members["look"])
            return contract.Do(lambda seat: kind(seat, **members))
        case "Open" | "Found":
            members["options"] = msgspec.convert(members["options"], Options)
        case "Knock":
            return contract.Knock(contract.Enter(**members))
    if "look" in members:
        members["look"] = Look(**members["look"])
    asked: Effect = getattr(contract, message["ask"])(**members)
    return asked


class ParrotClient:
    """Nobody plays in this dialect."""

    game = None
    result = None

    def receive(self, data: bytes) -> bytes:
        return b""

    def told(self) -> list[str]:
        return []

    def question(self) -> None:
        return None

    def table(self) -> list[str]:
        return []

    def explained(self, word: str) -> list[str]:
        return []


PARROT = Dialect("parrot", "eriantys", 9000, "full", False, ParrotConnection, ParrotClient)
