"""Whatever a client sends: no exception, one nack for each line that is none, closing only where that is said."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ludoteca.dialects.contract import Close, Effect, Send
from ludoteca.dialects.lines import LONGEST_LINE, MOST_MALFORMED
from ludoteca.dialects.messages import LONGEST_DETAIL, Malformed
from ludoteca.dialects.psp24.machine import MACHINE, State
from ludoteca.dialects.psp24.messages import VOCABULARY, Nack
from ludoteca.dialects.psp24.session import Session as Connection

from .party import SPEAKING, read, seated

NAMES = sorted(SPEAKING)
MEMBERS = ["nickname", "numPlayers", "bots", "expertsVariant", "seed", "assistantCard", "answer", "student", "index"]
MEMBERS += ["characterCard", "islandIndex", "studentsFrom", "studentsTo", "ask", "IDConnection"]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-2, 13),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.sampled_from(["RED", "GREEN", "Yes", "No", "SEED1", "Ada"]),
    st.lists(st.sampled_from(["RED", "BLUE", 1]), max_size=4),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
SOMETHING = st.fixed_dictionaries({"type": st.sampled_from(NAMES)}, optional=dict.fromkeys(MEMBERS, VALUES))


def sent(effects: list[Effect]) -> list[Any]:
    lines = b"".join(effect.lines for effect in effects if isinstance(effect, Send))
    return [read(line) for line in lines.splitlines()]


def is_message(line: bytes) -> bool:
    try:
        VOCABULARY.read(line)
    except Malformed:
        return False
    return True


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_bytes_that_are_no_messages(chunks: list[bytes]) -> None:
    lines = [line.removesuffix(b"\r") for line in b"".join(chunks).split(b"\n")[:-1]]
    assume(not any(is_message(line) for line in lines))
    connection = Connection()
    effects: list[Effect] = []
    for chunk in chunks:
        if Close() not in effects:
            effects += connection.receive(chunk, 0.0)
    said = [line for line in lines if line][:MOST_MALFORMED]
    assert [type(answer) for answer in sent(effects)] == [Nack] * len(said)
    assert (Close() in effects) is (len(said) == MOST_MALFORMED)


def test_what_follows_the_last_message_is_not_read() -> None:
    effects = list(Connection().receive(b'{"type":"closeSocket"}\n{"type":"nickname","nickname":"Ada"}\n', 0.0))
    assert [type(effect) for effect in effects] == [Send, Close]


def test_the_tenth_malformed_line_within_a_minute_closes() -> None:
    connection = Connection()
    effects = [list(connection.receive(b"?\n", now * 6.6)) for now in range(10)]
    assert [Close() in effect for effect in effects] == [False] * 9 + [True]


def test_malformed_lines_may_come_now_and_then() -> None:
    connection = Connection()
    assert not any(Close() in list(connection.receive(b"?\n", now * 7.0)) for now in range(50))


def test_refused_messages_never_close() -> None:
    connection = Connection()
    effects = [effect for _ in range(100) for effect in connection.receive(b'{"type":"endTurn"}\n', 0.0)]
    assert [answer.reason.code for answer in sent(effects)] == ["wrong_phase"] * 100
    assert Close() not in effects


def test_a_line_that_is_too_long_closes() -> None:
    effects = list(Connection().receive(b"x" * (LONGEST_LINE + 1), 0.0))
    assert [answer.reason.code for answer in sent(effects)] == ["too_large"]
    assert effects[-1] == Close()


def test_numbers_without_end_are_malformed() -> None:
    for number in (b"9" * 60000, b"-" + b"9" * 5000, b"1e999", b"-0.0"):
        effects = list(Connection().receive(b'{"type":"chooseIsland","index":%b}\n' % number, 0.0))
        assert [answer.reason.code for answer in sent(effects)] == ["malformed"]


def test_lines_may_end_with_carriage_return_and_empty_ones_are_nothing() -> None:
    connection = Connection()
    assert list(connection.receive(b"\r\n\n\r\n", 0.0)) == []
    assert len(sent(list(connection.receive(b'{"type":"endTurn"}\r\n', 0.0)))) == 1


def test_every_message_out_of_place_is_refused_before_anything_else() -> None:
    for name, kind in SPEAKING.items():
        if not MACHINE.allows(State.NAMELESS, kind):
            message = EXAMPLES.get(name, {})
            effects = list(Connection().receive(msgspec.json.encode({"type": name, **message}) + b"\n", 0.0))
            assert [answer.reason.code for answer in sent(effects)] == ["wrong_phase"], name


EXAMPLES: dict[str, dict[str, Any]] = {
    "setNumPlayer": {"numPlayers": 2},
    "setExpertsVariant": {"expertsVariant": True},
    "setAssistantSeed": {"seed": "SEED1"},
    "chooseAssistantCard": {"assistantCard": 1},
    "playerAnswer": {"answer": "Yes"},
    "chooseStudent": {"student": "RED"},
    "chooseIsland": {"index": 1},
    "chooseStepsNumber": {"index": 1},
    "pickCloudTile": {"index": 1},
    "chooseCharacterCard": {"characterCard": 2},
}


TURN = {
    "game": "eriantys",
    "expert": True,
    "phase": "action",
    "assistants": {"A": 9, "B": 10},
    "boards": {"A": {"entrance": {"red": 3, "blue": 2, "green": 2}, "dining": {"red": 3, "pink": 2}, "coins": 12}},
    "characters": {"1": {"students": {"red": 4}}, "7": {"students": {"green": 3, "blue": 3}}, "10": {}},
}
POSITIONS = [None, TURN, TURN | {"step": "mother_nature"}]


@settings(max_examples=25)
@given(st.lists(SOMETHING, min_size=1, max_size=25), st.integers(0, 2))
def test_messages_with_anything_in_them(said: list[dict[str, Any]], seed: int) -> None:
    asyncio.run(in_a_game(said, seed))


async def in_a_game(said: list[dict[str, Any]], seed: int) -> None:
    """Each line is answered by exactly one ack or nack, in whatever phase, until the speaker goes."""
    async with seated(2, True, seed, POSITIONS[seed]) as party:
        speaker = party.players[0].caller
        await speaker.all()
        for message in said:
            if speaker.closed:
                break
            speaker.send(message)
            answers = [answer["type"] for answer in await speaker.all()]
            assert answers.count("ack") + answers.count("nack") == 1, (message, answers)
            if not speaker.closed:
                client = party.players[0].client
                party.players[0].listen()
                assert client.game == speaker.view.game


def test_reasons_are_short_whatever_was_sent() -> None:
    effects = list(Connection().receive(b'{"type":"%b"}\n' % (b"x" * 60000), 0.0))
    assert len(sent(effects)[0].reason.sentence) < LONGEST_DETAIL + 50
