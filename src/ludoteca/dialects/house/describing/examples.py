"""Examples for the documents. What the house says in them is what it says at a real table, with a secret we know."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ludoteca.analysis.reports import Reason, Suggestion
from ludoteca.dialects.house import http, messages, operator
from ludoteca.dialects.house.messages import FromServer, Happened
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, entries, keys, replays, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.chat import Line
from ludoteca.house.commands import Command
from ludoteca.house.decide import Outcome, decide, open_table
from ludoteca.house.entries import Entry
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refused
from ludoteca.house.replays import Replay
from ludoteca.house.table import Table

CODE = "KDTWPQ"
SECRET = bytes(range(32))
BEGIN = 1_800_000_000_000  # milliseconds since 1970
KEYS = {"Anna": "pX3vQhT8mR2kYw6Z", "Bea": "c9JbN4sLf7Uz1GtE"}
NONCES = {"Anna": "5f0c9e2ab7d14836", "Bea": "a1b94c07e65d2f38"}

# At least one of each message that a client sends, the usual case first.
FROM_CLIENT: tuple[dict[str, Any], ...] = (
    {"type": "hello", "id": "1"},
    {"type": "hello", "id": "1", "protocol": 1, "key": KEYS["Bea"], "seen": 5, "heard": 1},
    {"type": "hello", "id": "1", "claiming": True},
    {"type": "sit", "id": "2", "name": "Bea", "key": KEYS["Bea"], "nonce": NONCES["Bea"], "look": {"tower": "black"}},
    {"type": "claim", "id": "2", "code": "QWZT-KMBA", "key": "V2rD8xHq5YpK0n3S"},
    {"type": "move", "id": "3"},
    {"type": "ping", "id": "4"},
    {"type": "contribute", "id": "5", "nonce": NONCES["Anna"]},
    {"type": "dress", "id": "6", "look": {"tower": "white", "wizard": 3}},
    {"type": "sit_bot", "id": "7", "level": "greedy"},
    {"type": "remove", "id": "8", "name": "greedy-1"},
    {"type": "hand_over", "id": "9", "name": "Bea"},
    {"type": "rise", "id": "10"},
    {"type": "start", "id": "11"},
    {"type": "close", "id": "12"},
    {"type": "arrange", "id": "28", "absence": "wait"},
    {"type": "act", "id": "13", "action": {"do": "play_assistant", "value": 4}},
    {"type": "take_back", "id": "14"},
    {"type": "take_back", "id": "14", "to": 5},
    {"type": "ask_end", "id": "15"},
    {"type": "answer", "id": "16", "yes": True, "to": 9},
    {"type": "resign", "id": "17"},
    {"type": "call_stand_in", "id": "26", "name": "Bea"},
    {"type": "claim_win", "id": "27"},
    {"type": "hint", "id": "25"},
    {"type": "rematch", "id": "18"},
    {"type": "say", "id": "19", "text": "Good luck!"},
    {"type": "mute", "id": "20", "name": "Bea"},
    {"type": "report", "id": "23", "line": 1, "reason": "An insult."},
    {"type": "report", "id": "24", "name": "Bea"},
)

# What the house says to a hint depends on its weights, so this one is made up.
ADVICE = messages.Advice(
    id="25",
    number=12,
    player=0,
    chances=[0.62, 0.38],
    best=[
        Suggestion(
            {"do": "move_student", "colour": "red", "to": "dining", "by": "A"},
            0.62,
            [
                Reason("professor_taken", "now", {"colour": "red", "from": "B"}),
                Reason("towers", "turn", {"count": 1, "islands": [5]}),
            ],
            "Move a red student to your dining room",
            "It takes the red professor from B and then builds a tower on island 5.",
        )
    ],
)

BODIES: dict[type, dict[str, Any]] = {
    http.NewTable: {
        "options": {"game": "eriantys", "players": 2, "settings": {"expert": True}},
        "seat": {"name": "Anna", "key": KEYS["Anna"]},
    },
    http.LessonTry: {"action": {"do": "play_assistant", "value": 3}},
    http.Fork: {"at": 40, "seat": {"name": "Anna", "key": KEYS["Anna"]}, "player": 1, "bot": "greedy"},
    http.Closing: {"why": "The house moves to another address."},
    http.Addresses: {"refused": ["192.0.2.7", "2001:db8::/32"]},
    operator.Knock: {"password": "a word that people were told"},
    operator.WantedKey: {"name": "dashboard", "scope": "metrics"},
    operator.WantedMute: {"who": "Bea", "hours": 24},
    operator.WantedInvitation: {"uses": 5, "days": 14},
    http.Draining: {"draining": True, "away": True, "leave": False},
}


class Evening:
    """A game that two people begin. Every entry is kept, with what each audience was told of it."""

    def __init__(self) -> None:
        self.table = Table(CODE, SECRET)
        self.log: list[Entry] = []
        self.now = BEGIN
        self.heard: list[dict[int | None, messages.Entry]] = []
        self._append(open_table(self.table, Options("eriantys", 2, first=0), self.now))

    def do(self, command: Command) -> None:
        self.now += 12_345
        self._append(decide(self.table, command, self.now))

    def _append(self, outcome: Outcome) -> None:
        events = apply_entry(self.table, outcome.entry, outcome.prepared)
        self.log.append(outcome.entry)
        audiences = (None, *range(len(self.table.seats)))
        self.heard.append({seat: self._told(outcome.entry, events, seat) for seat in audiences})

    def _told(self, entry: Entry, events: list[Any], seat: int | None) -> messages.Entry:
        happened = Happened(events=views.told(self.table, events, seat), **views.public_entry(entry))
        return messages.Entry(entry=happened, view=views.view(self.table, seat))

    def sit(self, name: str) -> None:
        self.do(commands.Sit(name, keys.token_of(KEYS[name]), NONCES[name]))


@cache
def from_server() -> tuple[FromServer, ...]:
    """At least one of each message that the house sends, the usual case first."""
    evening = Evening()
    evening.sit("Anna")
    lobby = messages.Welcome(view=views.view(evening.table, None))
    evening.sit("Bea")
    evening.do(commands.Start(0))
    evening.do(commands.Act(0, {"do": "play_assistant", "value": 4}, "13"))
    line = Line(1, evening.now, 0, "Anna", "Good luck!")
    code, kept = keys.device_code(evening.table, 1, b"a fixed example!", evening.now)
    sat, acted = evening.heard[2], evening.heard[-1]
    return (
        lobby,
        messages.Welcome(view=acted[1].view, missed=[acted[1].entry], lines=[line]),
        sat[0],
        acted[1],
        messages.Lines(lines=[line]),
        messages.Done(id="13", number=5),
        refused(evening.table, commands.Act(1, {"do": "play_assistant", "value": 4}), "21"),
        refused(evening.table, commands.Act(0, {"do": "play_assistant", "value": 4}), "22"),
        messages.Moving(id="3", code=code, until=kept.until),
        ADVICE,
        messages.Pong(id="4", time=evening.now),
        goodbye(Problem.RESTART, 1.0),
        goodbye(Problem.MOVED),
    )


def refused(table: Table, command: Command, client_id: str) -> messages.Refused:
    try:
        decide(table, command, table.time)
    except Refused as why:
        return messages.Refused(
            id=client_id, code=why.code, sentence=why.sentence, parameters=why.parameters, rule=why.rule
        )
    raise ValueError(f"{command} is not refused")


def goodbye(why: Problem, again: float | None = None) -> messages.Goodbye:
    return messages.Goodbye(code=why, sentence=Trouble(why).sentence, again=again)


@cache
def replay() -> Replay:
    """A game that ends soon."""
    evening = Evening()
    evening.sit("Anna")
    evening.sit("Bea")
    evening.do(commands.Start(0))
    evening.do(commands.Resign(1))
    return replays.export(CODE, SECRET, [entries.shareable(entry) for entry in evening.log])


def body(kind: type) -> Any:
    """What a route that asks for `kind` can be asked."""
    return msgspec.to_builtins(replay()) if kind is Replay else BODIES[kind]
