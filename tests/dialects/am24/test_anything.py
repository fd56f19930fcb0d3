"""Whatever a client sends: nothing raises, a line that is refused gets one Error, and what is legal is asked for."""

from __future__ import annotations

import asyncio
import functools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dialects.am24 import messages
from ludoteca.dialects.am24.machine import CHARACTERS as OF_CHARACTERS
from ludoteca.dialects.am24.machine import IN_TURN, MACHINE, State
from ludoteca.dialects.am24.messages import VOCABULARY, FromClient
from ludoteca.dialects.am24.session import Session as Connection
from ludoteca.dialects.contract import Close, Leave, Seated, Send
from ludoteca.dialects.messages import Malformed, name
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView
from tests.dialects.pages import examples
from tests.dialects.room import opened_room

from .playing import TURN, answer, begun_elsewhere, two
from .whole_games import Player

MOST = 9  # lines: the tenth that is no message would close
OPEN = b'{"type":"GameParams","numPlayers":2,"expert":true,"nickname":"Ada","mage":"MAGE1"}\n'
NAMES = [name(kind) for kind in VOCABULARY.from_client]
MEMBERS = sorted({field for kind in VOCABULARY.from_client for field in kind.__struct_encode_fields__})
WORDS = ["RED", "BLUE", "WHITE", "MAGE1", "CHAR1", "CHAR7", "CHAR3", "Ada", "Bob@ABCDEF", "Ada#my secret", ""]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=30)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3), max_leaves=4)
likely = st.integers(-1, 13) | st.sampled_from(WORDS) | values
objects = st.fixed_dictionaries({"type": st.sampled_from(NAMES) | values}, optional=dict.fromkeys(MEMBERS, likely)).map(
    lambda members: json.dumps(members).encode()
)


async def views() -> dict[State, TableView]:
    """How tables look to a seat in several states."""
    found = {}
    async with opened_room() as room:
        player = Player(room, "Ada")
        await room.quiet()
        await answer(room, player, "GameParams", numPlayers=2, expert=True, nickname="Ada", mage="MAGE1")
        found[State.WAITING] = player.caller.view
    for character, state in ((None, State.STUDENTS), (7, State.OWES_PAIR), (1, State.OWES_MOVE)):
        async with opened_room() as room:
            ada, bob = await two(room, TURN)
            if character is not None:
                await begun_elsewhere(room, character)
            found[state] = ada.caller.view
            found[State.LISTENING] = bob.caller.view
    return found


@functools.cache
def known() -> dict[State, TableView]:
    return asyncio.run(views())


def connected(state: State) -> Connection:
    connection = Connection()
    connection.opened(0)
    connection.answered([], 0)
    if state is not State.LOBBY:
        connection.receive(OPEN, 0)
        connection.answered(Seated(known()[state]), 0)
    assert connection.state is state
    return connection


def sent(connection: Connection, data: bytes) -> tuple[int, bool]:
    """How many errors came, and whether the connection was closed. The house refuses whatever it is asked."""
    errors, closed = 0, False
    effects = connection.receive(data, 0)
    while effects:
        asked = None
        for effect in effects:
            assert asked is None, "what is asked comes last"
            if isinstance(effect, Send):
                types = [json.loads(line)["type"] for line in effect.lines.splitlines()]
                assert set(types) <= {"Error", "CharacterRequest"}  # a character may be active now
                errors += len(types)
            elif isinstance(effect, Close):
                closed = True
            else:
                asked = effect
        if asked is None:
            break
        effects = connection.answered(None if isinstance(asked, Leave) else Refused(Refusal.NOT_PLAYING), 0)
    return errors, closed


def is_no_message(line: bytes) -> bool:
    """Whether it is one line that means nothing: by chance, `{"type":"Pong"}` comes up, too."""
    try:
        VOCABULARY.read(line.removesuffix(b"\r"))
    except Malformed:
        return b"\n" not in line
    return False


STATES = [State.LOBBY, State.WAITING, State.LISTENING, State.STUDENTS, State.OWES_PAIR, State.OWES_MOVE]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
@settings(max_examples=25)
@given(lines=st.lists(st.binary(max_size=40).filter(is_no_message), max_size=MOST))
def test_bytes_that_mean_nothing_get_one_error_each(state: State, lines: list[bytes]) -> None:
    said = [line for line in lines if line.removesuffix(b"\r")]
    assert sent(connected(state), b"".join(line + b"\n" for line in lines)) == (len(said), False)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
@settings(max_examples=40)
@given(line=objects)
def test_messages_with_any_members_get_one_error_or_are_asked_for(state: State, line: bytes) -> None:
    errors, closed = sent(connected(state), line + b"\n")
    try:
        message = VOCABULARY.read(line)
    except Malformed:
        assert (errors, closed) == (1, False)
    else:
        match message:
            case messages.Pong():
                assert (errors, closed) == (0, False)
            case messages.Disconnect():
                assert (errors, closed) == (0, True)
            case _:
                assert (errors, closed) == (1, False)


def test_the_tenth_line_within_a_minute_that_is_no_message_closes() -> None:
    assert sent(connected(State.LISTENING), b"x\n" * 12) == (10, True)


def test_refused_moves_never_close() -> None:
    assert sent(connected(State.LISTENING), b'{"type":"MoveMN","steps":1}\n' * 50) == (50, False)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
@pytest.mark.parametrize("kind", VOCABULARY.from_client, ids=lambda kind: kind.__name__)
def test_what_may_not_come_now_is_refused_before_anything_is_asked(state: State, kind: type[FromClient]) -> None:
    connection = connected(state)
    effects = connection.receive(examples("am24")[name(kind)].encode() + b"\n", 0)
    if kind in OF_CHARACTERS and state in IN_TURN:  # no character is active
        return
    if MACHINE.allows(state, kind):
        assert not any(isinstance(effect, Send) and b'"wrong_phase"' in effect.lines for effect in effects)
        return
    (refusal,) = effects
    assert isinstance(refusal, Send)
    listening = state is State.LISTENING and issubclass(kind, messages.OfPlaying)
    assert json.loads(refusal.lines)["code"] == ("not_your_turn" if listening else "wrong_phase")
