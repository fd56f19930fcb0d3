"""A slice of the crash rounds; `python3 run.py proofs crash` does more of them."""

from __future__ import annotations

import pytest

from tests.crash import many, powercut, server
from tests.crash.notes import Notes
from tests.crash.rounds import Mode, Plan, run

needs_the_shim = pytest.mark.skipif(powercut.available() is not None, reason=str(powercut.available()))


@pytest.mark.parametrize("mode", [Mode.KILL, pytest.param(Mode.TORN, marks=needs_the_shim)])
def test_nothing_that_people_were_told_is_lost(mode: Mode) -> None:
    seen = run(Plan(mode, seed=100, rounds=1))
    assert seen["rounds"] == 1
    assert seen["entries told"] > 20
    assert seen["acts done"] > 5


@pytest.mark.parametrize(
    "fault",
    [name if mode == "kill" else pytest.param(name, marks=needs_the_shim) for name, mode in server.FAULTS.items()],
)
def test_a_server_that_speaks_before_the_disk_does_is_noticed(fault: str) -> None:
    assert "was told" in many.catch(fault)


# ---------------------------------------------------------------- what contradicts itself while it is told


def welcome(number: int, missed: list[int] | None = None) -> dict[str, object]:
    entries = None if missed is None else [happened(entry) for entry in missed]
    return {"type": "welcome", "view": {"you": 0, "number": number}, "missed": entries}


def entry(number: int) -> dict[str, object]:
    return {"type": "entry", "entry": happened(number), "view": {"you": 0, "number": number}}


def happened(number: int) -> dict[str, object]:
    return {"number": number, "time": number, "what": {}, "events": []}


def line(text: str) -> dict[str, object]:
    return {"type": "lines", "lines": [{"number": 1, "text": text}]}


def wrong(*messages: dict[str, object]) -> list[str]:
    notes = Notes("TABLES")
    for message in messages:
        notes.told(message)
    return notes.wrong


def test_a_story_without_gaps() -> None:
    assert wrong(welcome(3), entry(4), welcome(6, [5, 6]), entry(7), welcome(7, []), line("a"), line("a")) == []


def test_who_was_refused_a_seat_comes_to_the_table_anew() -> None:
    for refused, wrongs in ((True, 0), (False, 1)):
        notes = Notes("TABLES")
        notes.told(welcome(3))
        notes.sent({"type": "sit", "id": "one"})
        notes.told({"type": "refused" if refused else "done", "id": "one", "code": "read_only"})
        notes.told(welcome(6))
        assert len(notes.wrong) == wrongs


@pytest.mark.parametrize(
    "messages",
    [
        [welcome(3), entry(5)],
        [welcome(3), entry(4), entry(4)],
        [welcome(3), entry(4), welcome(3)],
        [welcome(3), entry(4), welcome(6)],
        [welcome(3), welcome(6, [5, 6])],
        [welcome(3), welcome(6, [4, 5])],
        [line("a"), line("b")],
        [{"type": "done", "id": "1", "number": 4}, {"type": "done", "id": "1", "number": 5}],
    ],
)
def test_a_story_that_contradicts_itself(messages: list[dict[str, object]]) -> None:
    assert wrong(*messages)
