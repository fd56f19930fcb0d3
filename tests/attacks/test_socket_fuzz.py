"""Junk with a structure, to the WebSocket of a live table: each piece is answered in the words of the protocol, or the
connection is closed as RFC 6455 wants it; and the table of somebody else does not notice."""

from __future__ import annotations

import json
import os
import random
import struct
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.dialects.house import messages
from ludoteca.dialects.house.connection import read_from_server

from .besieged import FAST, Besieged, besieged, on_linux
from .wire import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Dialogue, dial, frame, open_table
from .witness import Witness

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "60"))  # of each kind
WITHOUT_LIMITS = {
    **FAST,
    "connections_per_address": 10_000,
    "idle": 20.0,
}
KINDS = [str(kind.__struct_config__.tag) for kind in get_args(messages.ClientMessage)]
DEFINED_CODES = {1000, 1001, 1002, 1003, *range(1007, 1012), *range(3000, 5000)}
fuzzed = settings(
    max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    if not on_linux:
        pytest.skip("the house is a process that is ended by a signal")
    with besieged(tmp_path_factory.mktemp("house"), limits=WITHOUT_LIMITS) as opened:
        yield opened


@pytest.fixture(scope="module")
def code(house: Besieged) -> str:
    """A game that is being played, by Eve and Mallory."""
    opened = open_table(house, "127.0.0.1")
    with dial(house, "127.0.0.1") as first, dial(house, "127.0.0.1") as second:
        eve, mallory = Dialogue(first, opened), Dialogue(second, opened)
        eve.send("hello", key="the key of Eve")
        eve.next("welcome")
        mallory.send("hello")
        mallory.next("welcome")
        mallory.send("sit", name="Mallory", key="the key of Mallory")
        mallory.next("done")
        eve.send("start")
        eve.next("done")
    return opened


def answered(house: Besieged, code: str, sent: bytes, *, greet: bool = True) -> int | None:
    """Send bytes after a greeting. None: the connection goes on, and what came was in the protocol's words; otherwise
    the code with which it was closed."""
    with dial(house, "127.0.0.1") as connection:
        dialogue = Dialogue(connection, code)
        if greet:
            dialogue.send("hello", key="the key of Eve")
            dialogue.next("welcome")
        connection.sendall(sent)
        connection.sendall(frame(b'{"type":"ping","id":"the last"}'))
        while True:
            try:
                kind, content = dialogue.read_frame()
            except ConnectionError:
                pytest.fail("cut off without a word")
            if kind == CLOSE:
                (closed,) = struct.unpack("!H", content[:2]) if content else (1005,)
                return int(closed)
            if kind == TEXT:
                message = read_from_server(content)
                if isinstance(message, messages.Pong) and message.id == "the last":
                    return None
            else:
                assert kind in (PING, PONG)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**53, 2**63, 2**64, -(2**63) - 1, 10**400, 1e308, -0.0])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40)
    | st.sampled_from(["", "x" * 129, "x" * 5000, "\u0000", "\u202e", "Eve", "eriantys", "the key of Eve"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
members = st.sampled_from(
    [
        *("id", "key", "name", "nonce", "look", "seen", "heard", "protocol", "code", "action", "to", "yes"),
        *("text", "muted", "level", "claiming", "type", "unknown"),
    ]
)
actions = st.fixed_dictionaries(
    {"do": st.sampled_from(["play_assistant", "move_student", "move_mother_nature", "choose_cloud", "play_character"])},
    optional=dict.fromkeys(("value", "steps", "colour", "to", "cloud", "by", "island", "choices"), json_values),
)


# What would end the table is left out: it has to be live for the next example.
@fuzzed
@given(
    kind=st.sampled_from([kind for kind in KINDS if kind not in ("resign", "ask_end", "answer", "claim")]),
    given_members=st.dictionaries(members, json_values, max_size=5),
    action=st.none() | actions,
    greet=st.booleans(),
)
def test_messages_with_wrong_members(
    house: Besieged,
    code: str,
    witness_of_all: Witness,
    kind: str,
    given_members: dict[str, Any],
    action: dict[str, Any] | None,
    greet: bool,
) -> None:
    message = {"type": kind, **given_members} | ({} if action is None else {"action": action})
    text = encode(message)
    answered(house, code, frame(text[:60_000]), greet=greet)
    witness_of_all.check()


def encode(message: Any) -> bytes:
    """JSON with numbers that are larger than msgspec writes."""
    return json.dumps(message, ensure_ascii=True).encode()


@fuzzed
@given(content=st.binary(max_size=300), kind=st.sampled_from([TEXT, BINARY]))
def test_messages_of_random_bytes(
    house: Besieged, code: str, witness_of_all: Witness, content: bytes, kind: int
) -> None:
    closed = answered(house, code, frame(content, kind))
    if kind == BINARY:
        assert closed == 1003
    else:
        assert closed == (None if is_utf_8(content) else 1007)
    witness_of_all.check()


def is_utf_8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


@fuzzed
@given(
    depth=st.integers(1, 60_000),
    opening=st.sampled_from([b"[", b'{"a":', b'{"type":"act","action":{"do":', b"-", b"1"]),
)
def test_messages_that_are_deep(
    house: Besieged, code: str, witness_of_all: Witness, depth: int, opening: bytes
) -> None:
    assert answered(house, code, frame((opening * depth)[:65_000])) is None
    witness_of_all.check()


@fuzzed
@given(
    content=st.binary(max_size=200),
    kind=st.integers(0, 15),
    last=st.booleans(),
    masked=st.booleans(),
    reserved=st.integers(0, 7),
)
def test_frames_that_are_wrong(
    house: Besieged,
    code: str,
    witness_of_all: Witness,
    content: bytes,
    kind: int,
    last: bool,
    masked: bool,
    reserved: int,
) -> None:
    """Reserved bits, unknown kinds, control frames that are long or in parts, frames without a mask."""
    sent = frame(content, kind, last=last, masked=masked, reserved=reserved)
    closed = answered(house, code, sent)
    wrong = (
        reserved
        or not masked
        or kind in (0, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
        or (kind >= CLOSE and (not last or len(content) > 125))
    )
    if wrong:
        assert closed == 1002
    elif kind == CLOSE:
        assert closed in close_codes(content)
    elif kind == BINARY:
        assert closed == 1003
    elif kind == TEXT and not last:
        assert closed in (1002, 1007)  # another one begins before it has ended, if it is a text at all
    else:
        assert closed == (None if kind != TEXT or is_utf_8(content) else 1007)
    witness_of_all.check()


def close_codes(content: bytes) -> set[int]:
    """A close frame is answered with the code that it has, if that is one and the reason a text."""
    code = int.from_bytes(content[:2], "big") if content else 1000
    if code not in DEFINED_CODES:
        return {1002}
    return {code} if is_utf_8(content[2:]) else {1007}


@fuzzed
@given(seed=st.integers(0, 2**32), parts=st.integers(1, 12), between=st.sampled_from([None, PING, PONG]))
def test_a_message_in_parts_is_the_same_message(
    house: Besieged, code: str, witness_of_all: Witness, seed: int, parts: int, between: int | None
) -> None:
    text = b'{"type":"mute","id":"in parts","name":"Eve"}'
    chance = random.Random(seed)
    cuts = sorted(chance.randrange(len(text) + 1) for _ in range(parts - 1))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    sent = b""
    for place, piece in enumerate(pieces):
        sent += frame(piece, TEXT if place == 0 else CONTINUATION, last=place == len(pieces) - 1)
        if between is not None and place < len(pieces) - 1:
            sent += frame(b"?", between)
    with dial(house, "127.0.0.1") as connection:
        dialogue = Dialogue(connection, code)
        dialogue.send("hello", key="the key of Eve")
        dialogue.next("welcome")
        for start in range(0, len(sent), 7):  # and the bytes in parts, too
            connection.sendall(sent[start : start + 7])
        while True:
            kind, content = dialogue.read_frame()
            if kind == TEXT and (message := msgspec.json.decode(content))["type"] in ("done", "refused"):
                assert (message["type"], message["id"]) == ("done", "in parts")
                break
    witness_of_all.check()


@fuzzed
@given(start=st.binary(min_size=1, max_size=400))
def test_streams_of_random_bytes(house: Besieged, code: str, witness_of_all: Witness, start: bytes) -> None:
    """Frames by chance. A head that announces more than comes is waited for, so the client ends it."""
    with dial(house, "127.0.0.1") as connection:
        dialogue = Dialogue(connection, code)
        dialogue.send("hello")
        dialogue.next("welcome")
        connection.sendall(start)
        connection.shutdown(1)
        heard, closed = dialogue.until_closed()
        for message in heard:
            msgspec.convert(message, messages.ServerMessage)
        assert closed is None or 1000 <= closed < 5000
    witness_of_all.check()


@pytest.fixture(scope="module")
def witness_of_all(playing: Witness) -> Iterator[Witness]:
    """It plays as long as anything of this module goes on."""
    before = playing.begin()
    yield playing
    playing.plays_on()
    print(f"\n  witness: {playing.acts - before} actions, the slowest after {playing.slowest * 1000:.0f} ms of work")
