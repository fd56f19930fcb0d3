"""The dialects' own ends, fuzzed: whatever a client sends, to a connection that is new and to one in a game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.contract import Close, Connection, Do, Effect, Enter, Found, Knock, Lobby, Open, Seated, Send
from ludoteca.dialects.lines import MOST_MALFORMED
from ludoteca.house import views
from ludoteca.house.commands import Command
from ludoteca.house.decide import decide
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from tests.house.tables import started

TRANSCRIPTS = Path(__file__).parents[2] / "dialects"
SAID = re.compile(r"^[A-Z]> (.*)$", re.MULTILINE)
CODE, NAME = "KDTWPQ", "Anna"  # of the table in `started`, and of who sits there first
MOST_SEEDS = 400
MOST_ROUNDS = 2 * MOST_MALFORMED  # of asking and answering after one input, before it is taken for endless

# What brings somebody to the table: the last of these lines asks to enter.
ENTERING = {
    "group31": [b'{"type": "EnterGame", "gameId": "KDTWPQ", "nickname": "Anna"}'],
    "psp24": [b'{"type": "nickname", "nickname": "Anna@KDTWPQ"}', b'{"type": "joinLobby"}'],
    "am24": [b'{"type": "Join", "nickname": "Anna", "mage": "MAGE1", "code": "KDTWPQ"}'],
    "am28": [b"Anna@KDTWPQ"],
    "psp38": [
        b'{"type": "GameModeResponse", "gameMode": "MULTIPLAYER"}',
        b'{"type": "NicknameResponse", "nickname": "Anna@KDTWPQ"}',
    ],
}


@cache
def table_of(game: str) -> Table:
    """A game in which the first seat has to decide something."""
    settings = {"expert": True} if game == "eriantys" else {}
    return started(game, settings=settings).table


class Porter:
    """Does for a connection what the server does, and checks what it wants done."""

    def __init__(self, connection: Connection, game: str, *, lets_in: bool) -> None:
        self.connection = connection
        self.game = game
        self.lets_in = lets_in
        self.seated = False
        self.closed = False
        self.perform(connection.opened(0.0))

    def send(self, data: bytes) -> None:
        self.perform(self.connection.receive(data, 0.0))

    def perform(self, effects: Iterable[Effect]) -> None:
        waiting = list(effects)
        for _ in range(MOST_ROUNDS):
            answer: object = None
            asked = False
            for effect in waiting:
                match effect:
                    case Send(lines):
                        check_lines(lines)
                    case Close():
                        self.closed = True
                    case _:
                        assert not asked, "one thing is asked at a time"
                        asked = True
                        answer = self.answer(effect)
            if not asked or self.closed:
                return
            waiting = list(self.connection.answered(answer, 0.0))  # type: ignore[arg-type]
        raise AssertionError("it asks for ever")

    def answer(self, effect: Effect) -> object:
        match effect:
            case Lobby():
                return []
            case Found():
                return CODE
            case Open() | Enter() if self.lets_in:
                self.seated = True
                return Seated(views.view(table_of(self.game), 0), back=True)
            case Open() | Enter():
                return Refused(Refusal.NAME_TAKEN, name=NAME)
            case Knock() if not self.lets_in:
                return Refused(Refusal.NAME_TAKEN, name=NAME)
            case Do(make):
                return refusal(table_of(self.game), make(0))
        return None


def refusal(table: Table, command: Command) -> Refused:
    """What the house says against it; and what it says to all at a table that pauses. So nothing changes."""
    try:
        decide(table, command, now=0)
    except Refused as refused:
        return refused
    return Refused(Refusal.PAUSED)


def check_lines(lines: bytes) -> None:
    """What is sent is whole lines of JSON."""
    assert lines.endswith(b"\n")
    for line in lines.splitlines():
        msgspec.json.decode(line)


def read_lines(name: str, body: bytes) -> None:
    """To a stranger, and to somebody in a game: nothing is raised, all answers are lines."""
    dialect = DIALECTS[name]
    for lets_in in (False, True):
        porter = Porter(dialect.connection(), dialect.game, lets_in=lets_in)
        if lets_in:
            for line in ENTERING[name]:
                porter.send(line + b"\n")
            assert porter.seated
        porter.send(body + b"\n")
        if not porter.closed:
            porter.perform(porter.connection.tick(1.0))


def some_lines(name: str) -> list[bytes]:
    """What clients say in the transcripts."""
    files = sorted((TRANSCRIPTS / name / "transcripts").glob("*.txt"))
    said = {line for file in files for line in SAID.findall(file.read_text(encoding="utf-8"))}
    lines = [line.replace("$code", CODE).replace("$table", CODE).replace("$game", CODE) for line in sorted(said)]
    return [line.encode() for line in lines][:MOST_SEEDS]
