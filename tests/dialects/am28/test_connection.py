"""The server's end by itself: whatever a client sends is answered, and nothing that it sends raises."""

from __future__ import annotations

import asyncio
import functools
import tracemalloc
from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dialects.am28.errors import Status
from ludoteca.dialects.am28.machine import State
from ludoteca.dialects.am28.messages import VOCABULARY, Command, Username
from ludoteca.dialects.am28.session import Session as Connection
from ludoteca.dialects.contract import Close, Do, Effect, Enter, Leave, Open, Seated, Send
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import LONGEST_LINE
from ludoteca.house import commands
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import ResultView, TableView
from tests.dialects.house.making import JSON, nearly
from tests.dialects.room import opened_room

from .players import seated


async def _views() -> tuple[TableView, TableView]:
    """A table that waits, and one at which an expert game is played."""
    async with opened_room(1) as room:
        caller = room.connect("am28")
        caller.send("Zoe")
        await room.quiet()
        waiting = caller.view
    async with opened_room(1) as room:
        people = await seated(room, 2, expert=True)
        return waiting, people[0].caller.view


@functools.cache
def views() -> tuple[TableView, TableView]:
    return asyncio.run(_views())


REFUSED = Refused(Refusal.NOT_YOUR_TURN, name="Bea")


def connection(state: State) -> Connection:
    made = Connection()
    if state is State.NAMING:
        return made
    made.receive(b"Anna\n", 0)
    waiting, playing = views()
    made.answered(Seated(waiting if state is State.WAITING else playing), 0)
    return made


def all_deeds(made: Connection, effects: Iterable[Effect]) -> list[Effect]:
    """What it does when the house refuses everything."""
    done: list[Effect] = []
    waiting = list(effects)
    while waiting:
        effect = waiting.pop(0)
        done.append(effect)
        if not isinstance(effect, Send | Close):
            waiting += made.answered(REFUSED, 0)
    return done


def statuses(effects: Iterable[Effect]) -> list[int]:
    lines = b"".join(effect.lines for effect in effects if isinstance(effect, Send)).splitlines()
    return [msgspec.json.decode(line)["status"] for line in lines]


SEATED = st.sampled_from([State.NAMING, State.WAITING, State.PLAYING])


@given(SEATED, st.binary(max_size=200))
def test_any_bytes_are_answered_line_by_line(state: State, came: bytes) -> None:
    made = connection(state)
    done = all_deeds(made, made.receive(came, 0))
    lines = [line.removesuffix(b"\r") for line in came.split(b"\n")[:-1]]
    said = statuses(done)
    assert all(status != Status.OK for status in said)
    assert len(said) == len([line for line in lines if line]) or isinstance(done[-1], Close)


@given(SEATED, st.lists(JSON, min_size=1, max_size=9))
def test_any_json_is_answered(state: State, values: list[object]) -> None:
    made = connection(state)
    came = b"".join(msgspec.json.encode(value) + b"\n" for value in values)
    assert len(statuses(all_deeds(made, made.receive(came, 0)))) == len(values)


MESSAGES = [kind for kind in VOCABULARY.from_client if kind is not Username]


@given(state=SEATED, chosen=st.data())
def test_what_is_nearly_a_message_is_answered_once(state: State, chosen: st.DataObject) -> None:
    made = connection(state)
    value = chosen.draw(nearly(chosen.draw(st.sampled_from(MESSAGES))))
    done = all_deeds(made, made.receive(msgspec.json.encode(value) + b"\n", 0))
    assert len(statuses(done)) == 1
    assert not any(isinstance(effect, Close) for effect in done)


@pytest.mark.parametrize("kind", [kind for kind in MESSAGES if issubclass(kind, Command)])
def test_every_command_is_asked_of_the_house_in_the_name_of_the_seat(kind: type[Command]) -> None:
    made = connection(State.PLAYING)
    members = {"studentColour": "red", "index": 0, "motherNatureShifts": 1, "pIndex": 2, "pColour": "red"}
    line = {
        "cmd": kind.__struct_config__.tag,
        **members,
        "pStudentsFrom": [1, 0, 0, 0, 0],
        "pStudentsTo": [1, 0, 0, 0, 0],
    }
    (effect,) = made.receive(msgspec.json.encode(line) + b"\n", 0)
    assert isinstance(effect, Do)
    assert getattr(effect.make(7), "seat", None) == 7


def test_lines_after_a_question_wait_for_its_answer() -> None:
    made = connection(State.PLAYING)
    line = b'{"cmd":"ENDTURN"}\r\n'
    assert len(list(made.receive(line + line + b'{"cmd":', 0))) == 1
    assert list(made.receive(b'"END', 0)) == []
    answer, second = made.answered(REFUSED, 0)
    assert statuses([answer]) == [Status.WRONGTURN]
    assert isinstance(second, Do)
    made.answered(3, 0)
    assert isinstance(next(iter(made.receive(b'TURN"}\n', 0))), Do)


@pytest.mark.parametrize("state", [State.NAMING, State.WAITING, State.PLAYING])
@pytest.mark.parametrize("line", [b"\xff", b'{"cmd":"\xff"}', b"{" * 2000, b'{"a":' * 2000, b"\x00", b"Anna\xc3\xa9"])
def test_what_is_no_text_or_no_json_is_refused(state: State, line: bytes) -> None:
    assert statuses(connection(state).receive(line + b"\n", 0)) == [Status.ILLEGALARGUMENT]


def test_a_line_that_is_too_long_ends_the_connection() -> None:
    made = connection(State.PLAYING)
    done = list(made.receive(b"x" * (LONGEST_LINE + 1), 0))
    assert statuses(done) == [Status.ILLEGALARGUMENT]
    assert isinstance(done[-1], Close)
    assert list(made.receive(b'{"cmd":"ENDTURN"}\n', 0)) == []


def test_without_a_table_that_waits_a_newcomer_opens_one() -> None:
    made = Connection()
    assert list(made.receive(b"Anna#hush hush\n", 0)) == [Enter(None, "Anna", "hush hush")]
    (effect,) = made.answered(Trouble(Problem.NO_SUCH_TABLE, code="here"), 0)
    assert isinstance(effect, Open)
    assert (effect.name, effect.secret, effect.unsettled, effect.options.players) == ("Anna", "hush hush", True, 4)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (Trouble(Problem.TABLES, most=5), Status.FULL_LOBBY),
        (Trouble(Problem.DRAINING), Status.FULL_LOBBY),
        (Trouble(Problem.READ_ONLY, detail="disk full"), Status.ILLEGALARGUMENT),
        (ValueError("a mistake"), Status.ILLEGALARGUMENT),
    ],
)
def test_a_newcomer_whom_the_server_cannot_take_is_told_why(answer: Exception, status: Status) -> None:
    made = Connection()
    made.receive(b"Anna\n", 0)
    assert statuses(made.answered(answer, 0)) == [status]
    assert isinstance(next(iter(made.receive(b"Anna\n", 0))), Enter)


@pytest.mark.parametrize("state", [State.WAITING, State.PLAYING])
@pytest.mark.parametrize("why", [None, Problem.ENDED, Problem.SLOW])
def test_whoever_loses_his_seat_is_told_and_may_name_himself_again(state: State, why: Problem | None) -> None:
    made = connection(state)
    assert statuses(made.unseated(why, 0)) == [Status.KICKEDOUT]
    assert isinstance(next(iter(made.receive(b"Anna\n", 0))), Enter)


def test_whoever_goes_on_at_another_connection_is_told_and_this_one_ends() -> None:
    made = connection(State.PLAYING)
    said, end = made.unseated(Problem.MOVED, 0)
    assert statuses([said]) == [Status.ALREADYLOGGED]
    assert isinstance(end, Close)


def test_nobody_is_told_of_a_seat_that_he_does_not_have() -> None:
    assert list(Connection().unseated(None, 0)) == []


def test_after_the_end_a_username_leaves_the_table_first() -> None:
    made = connection(State.PLAYING)
    made._state = State.OVER
    assert list(made.receive(b"Anna\n", 0)) == [Leave()]
    assert list(made.answered(Refused(Refusal.NOT_SEATED), 0)) == [Enter(None, "Anna", None)]


def test_whoever_comes_back_to_a_game_that_is_over_sees_how_it_ended() -> None:
    over = msgspec.structs.replace(views()[1], result=ResultView("rules", [0, 1], "00"))
    made = Connection()
    made.receive(b"Anna\n", 0)
    (effect,) = made.answered(Seated(over, back=True), 0)
    assert isinstance(effect, Send)
    answer, status, end = (msgspec.json.decode(line) for line in effect.lines.splitlines())
    assert (answer["userID"], status["playerIndex"], end["winner"]) == (1, 0, "Anna, Bea")
    assert statuses(made.receive(b'{"cmd":"ENDTURN"}\n', 0)) == [Status.WRONGPHASE]


def test_parameters_that_the_house_refuses_are_answered() -> None:
    made = connection(State.WAITING)
    (effect,) = made.receive(b'{"numPlayers":3,"gameMode":"EXPERT"}\n', 0)
    assert isinstance(effect, Do)
    assert effect.make(0) == commands.Arrange(0, 3, {"expert": True}, settled=True, shrink=True)
    assert statuses(made.answered(Refused(Refusal.NOT_HOST, host="Bea"), 0)) == [Status.WRONGTURN]


def test_a_count_of_students_has_a_limit() -> None:
    made = connection(State.PLAYING)
    counts = {"pStudentsFrom": [130] * 5, "pStudentsTo": [130] * 5}
    for index in range(3):  # whichever characters they are
        line = {"cmd": "PLAYCHARACTERCARD", "index": index, "pColour": "red", "pIndex": 1, **counts}
        assert len(statuses(all_deeds(made, made.receive(msgspec.json.encode(line) + b"\n", 0)))) == 1


def test_nothing_is_said_unasked() -> None:
    made = Connection()
    assert [*made.opened(0), *made.tick(1), *made.farewell(2)] == []


def test_an_idle_connection_is_small() -> None:
    made = [connection(State.PLAYING)]  # the first one pays for what all share
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        made += [connection(State.PLAYING) for _ in range(200)]
        each = (tracemalloc.get_traced_memory()[0] - before) / 200
    finally:
        tracemalloc.stop()
    assert each < 2048
