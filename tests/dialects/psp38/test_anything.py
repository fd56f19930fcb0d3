"""Whatever a client sends: nothing raises, every line is answered, and only what must ends the connection."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dialects.contract import Do, Enter, Open, Seated
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import MOST_MALFORMED
from ludoteca.dialects.messages import Malformed
from ludoteca.dialects.psp38.messages import VOCABULARY
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView

from .tables import SOLO, End, alone, named, view_of

MEMBERS = sorted({field.encode_name for kind in VOCABULARY.from_client for field in msgspec.structs.fields(kind)})
WORDS = st.sampled_from(
    (
        *("SOLO", "MULTIPLAYER", "COIN", "SHIELD", "BLUE", "WHITE", "STRONGBOX", "LEADER_COIN", "WAREHOUSE_FIRST_ROW"),
        *(
            "END_TURN",
            "PLAY_LEADER",
            "BUY_DEVELOPMENT_CARD",
            "ACTIVATE_PRODUCTION",
            "Ada",
            "Ada@ABCDEF",
            "Ada#wonderland",
        ),
    )
)
PLAIN = st.none() | st.booleans() | st.integers(-3, 80) | st.integers() | st.floats() | st.text(max_size=8) | WORDS
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4) | WORDS, inner, max_size=3),
    max_leaves=6,
)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from([kind.__name__ for kind in VOCABULARY.from_client]) | st.text(max_size=6)},
    optional=dict.fromkeys(MEMBERS, VALUES),
)
LINES = MESSAGES.map(lambda message: json.dumps(message).encode()) | st.binary(max_size=40).map(
    lambda line: line.replace(b"\n", b"")
)

POSITIONS: tuple[dict[str, Any] | None, ...] = (
    None,  # nobody is seated yet
    alone(hand=[53, 57], strongbox={"coin": 5, "shield": 3}, warehouse={"2": {"shield": 1}}),
    alone(played=[57, 60], warehouse={"1": {"coin": 1}}),
)


@cache
def seen(place: int) -> TableView:
    position = POSITIONS[place]
    assert position is not None
    return asyncio.run(view_of(position))


def somewhere(place: int) -> End:
    end = End()
    if POSITIONS[place] is not None:
        end.say(SOLO)
        end.say(named("Ada"))
        end.answer(Seated(seen(place), back=True))
    end.took()
    return end


def refuse(end: End, now: float) -> None:
    """A house that has no table and allows nothing."""
    while end.asked:
        match end.asked[0]:
            case Enter():
                end.answer(Trouble(Problem.NO_SUCH_TABLE, code="here"), now)
            case Open():
                end.answer(Refused(Refusal.NAME_TAKEN, name="Ada"), now)
            case Do():
                end.answer(Refused(Refusal.PAUSED), now)
            case _:
                raise AssertionError("that was not to be asked")


def is_message(line: bytes) -> bool:
    try:
        VOCABULARY.read(line)
    except Malformed:
        return False
    return True


@settings(max_examples=60)
@given(place=st.integers(0, len(POSITIONS) - 1), lines=st.lists(LINES, max_size=11))
def test_every_line_is_answered_and_only_the_tenth_malformed_one_hangs_up(place: int, lines: list[bytes]) -> None:
    end = somewhere(place)
    malformed = 0
    for line in lines:
        if not line.removesuffix(b"\r"):
            continue
        malformed += not is_message(line.removesuffix(b"\r"))
        end.receive(line + b"\n", 1.0)
        refuse(end, 1.0)
        assert end.took(), line
        assert end.hung_up() == (malformed >= MOST_MALFORMED)
        if end.hung_up():
            break


@settings(max_examples=60)
@given(place=st.integers(0, len(POSITIONS) - 1), pieces=st.lists(st.binary(max_size=200), max_size=8))
def test_bytes_of_any_kind_raise_nothing(place: int, pieces: list[bytes]) -> None:
    end = somewhere(place)
    for piece in pieces:
        end.receive(piece, 1.0)
        refuse(end, 1.0)


def test_numbers_texts_and_nesting_beyond_all_measure_are_only_malformed() -> None:
    enormous = b'{"type": "MarbleInsertionPositionResponse", "position": ' + b"9" * 5000 + b"}\n"
    nested = b'{"type": ' + b"[" * 20000 + b"\n"
    listed = b'{"type": "ChooseLeaderCardsResponse", "discardedLeaderCards": [' + b"1," * 999 + b"1]}\n"
    long_name = b'{"type": "NicknameResponse", "nickname": "' + b"a" * 3000 + b'"}\n'
    for line in (enormous, nested, listed, long_name):
        end = somewhere(1)
        end.receive(line)
        (again,) = end.took()
        assert (again["type"], again["isRetry"]) == ("DoActionRequest", True)
        assert len(again["reason"]) < 300
