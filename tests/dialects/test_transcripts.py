"""The reader of transcripts: what matches, what does not, and what it says then."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from . import transcripts
from .parrot import PARROT
from .room import Room
from .transcripts import Mismatch, Reading, check, expected_of


def matching() -> Reading:
    return Reading("parrot", AsyncExitStack())


@pytest.mark.parametrize(
    ("expected", "came"),
    [
        ({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1}),
        ({"a": "*"}, {"a": {"b": 1}}),
        ({"a": 1, "...": "..."}, {"a": 1, "b": 2}),
        ([1, "..."], [1, 2, 3]),
        ({"a": "$x", "b": "$x"}, {"a": [1], "b": [1]}),
        ("text", "text"),
    ],
)
def test_what_matches(expected: Any, came: Any) -> None:
    matching().match(expected, came, "A")


@pytest.mark.parametrize(
    ("expected", "came", "where"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, "not expected ['b']"),
        ({"a": 1, "b": 2}, {"a": 1}, "missing ['b']"),
        ({"a": 1, "...": "..."}, {"b": 1}, "missing ['a']"),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "A.a.b[1]: 3 instead of 2"),
        ([1], [1, 2], "2 elements instead of 1"),
        ([1, 2, "..."], [1], "1 elements instead of 2"),
        (1, True, "true instead of 1"),
        (1, 1.0, "1.0 instead of 1"),
        ({"a": "$x", "b": "$x"}, {"a": 1, "b": 2}, "A.b: 2 instead of"),
        ({}, [], "[] instead of {}"),
    ],
)
def test_what_does_not(expected: Any, came: Any, where: str) -> None:
    with pytest.raises(Mismatch) as mismatch:
        matching().match(expected, came, "A")
    assert where in str(mismatch.value)


def test_what_was_bound_is_sent() -> None:
    reading = matching()
    reading.match({"code": "$code", "list": "$list"}, {"code": "KDTWPQ", "list": [1]}, "A")
    assert reading.replaced('{"code": "$code", "list": $list, "other": "$other"}') == (
        '{"code": "KDTWPQ", "list": [1], "other": "$other"}'
    )


def test_what_is_no_json_is_a_text() -> None:
    assert expected_of("plain text") == "plain text"


# ---------------------------------------------------------------- whole files

GOOD = """
# Two meet, one with the web page.
@ {"seed": 3, "table": {"players": 2, "first": 1}}
A+
A< {"type": "opened", "now": 0.0}
A~
W@ Web
A> {"ask": "Enter", "code": "$table", "name": "Ada"}
A< {"type": "seated", "back": false, "view": {"code": "$table", "you": 1, "...": "..."}}
W= "start"
A< {"type": "heard", "kind": "started"}
~ 5
A> {"ask": "do", "command": "Act", "action": {"do": "play_assistant", "value": 4}}
A< {"type": "heard", "kind": "acted"}
A< {"type": "answer", "answer": "*"}
W= {"do": "play_assistant", "value": 5}
A< {"type": "heard", "kind": "acted"}
W= "hang_up"
A< {"type": "heard", "kind": "departed"}
A> {"ask": "close"}
A!
A+
A< {"type": "opened", "now": 5.0}
A-
A+
A< {"type": "opened", "now": 5.0}
"""


def played(folder: Path, text: str) -> None:
    path = folder / "parrot" / "transcripts" / "some.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    with mock.patch.object(Room, "connect", _connect(Room.connect)):
        check(path)


def _connect(connect: Any) -> Any:
    return lambda room, dialect: connect(room, PARROT if dialect == "parrot" else dialect)


def test_a_transcript_is_played(tmp_path: Path) -> None:
    played(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A+\nA~", "line 2: A~"),
        ("A+\nA< {}", "line 2: A< {}"),
        ("A+\nA< *\nA< *", "there is no further line"),
        ("A+\nA< *\nA!", "the connection is open"),
        ("A+\nA+", "A is connected"),
        ("A+", 'at its end\nAssertionError: A got {"type":"opened"'),
        ("A+\nA< *\nA-\nA+", "at its end\nAssertionError: A got"),
        ("A+\nA-", "line 2: A-"),
        ('A+\nA< *\nA> {"ask": "close"}', "at its end\nAssertionError: the server has hung up on A"),
        ('A+\nA< *\nA> {"ask": "close"}\nA+', "A is connected"),
        ("Z> x", "KeyError"),
        ("nonsense", "this is no line of a transcript"),
        ('A+\n@ {"seed": 1}', "come in the first line"),
        ('@ {"speed": 1}', "unknown settings"),
    ],
)
def test_what_is_wrong_is_said_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(Mismatch) as mismatch:
        played(tmp_path, text)
    assert said in str(mismatch.value)


def test_by_hand_everything_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "parrot" / "transcripts" / "some.txt"
    path.parent.mkdir(parents=True)
    path.write_text('A+\nA< {}\nA> {"n": 1}\n', encoding="utf-8")
    with mock.patch.object(Room, "connect", _connect(Room.connect)):
        assert asyncio.run(transcripts._play(path)) is False
    out = capsys.readouterr().out
    assert "!!! A: missing" in out
    assert '... A< {"type":"echo","message":{"n":1}}' in out
