"""The server's end by itself: nothing that a client sends raises, and each line is answered once."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from functools import cache
from string import Formatter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dialects.contract import Answer, Close, Do, Effect, Enter, Found, Leave, Lobby, Seated, Send
from ludoteca.dialects.group31 import messages
from ludoteca.dialects.group31 import session as outbox
from ludoteca.dialects.group31.machine import MACHINE, State, state_at
from ludoteca.dialects.group31.messages import VOCABULARY
from ludoteca.dialects.group31.session import Session as Connection
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import LONGEST_LINE, MOST_MALFORMED
from ludoteca.dialects.messages import name
from ludoteca.house import commands
from ludoteca.house.entries import Look
from ludoteca.house.options import Patience
from ludoteca.house.refusals import SENTENCES, Refusal, Refused
from ludoteca.house.views import TableView
from tests.dialects.pages import examples
from tests.dialects.room import opened_room
from tests.server.running import asynchronous

from .playing import Person, seated, settle, started, to_move
from .test_messages import read
from .whole_games import choose

ERROR = b'{"type":"ArgumentNotCorrectError"}\n'
IMPOSSIBLE = b'{"type":"ImpossibleActionError"}\n'


async def views_of_a_game() -> dict[State, TableView]:
    """The table of one game in every state, as its first seat sees it."""
    async with opened_room(3) as room:
        _, people = await seated(room, ["Ada", "Bob"], expert=True)
        found = {State.LOBBY: people[0].caller.view}
        people[0].take("n")
        await settle(room, *people)
        found[State.CHOICES] = people[0].caller.view
        for person, tower in zip(people, ("white", "black"), strict=True):
            person.take(tower, f"w{people.index(person) + 1}")
            await settle(room, *people)
            person.take("n")
            await settle(room, *people)
        while State.OVER not in found:
            view = people[0].caller.view
            found[state_at(view)] = view
            mover = to_move(people) if state_at(view) is not State.OVER else people[0]
            mover.send(mover.choices()[0].lines)
            await settle(room, *people)
    return found


@cache
def views() -> dict[State, TableView]:
    return asyncio.run(views_of_a_game())


def connection_in(state: State) -> Connection:
    connection = Connection()
    list(connection.opened(0))
    if state is not State.OUTSIDE:
        list(connection.receive(b'{"type":"EnterGame","gameId":"ABCDEF","nickname":"Ada"}\n', 0))
        list(connection.answered(Seated(views()[state]), 0))
        for _ in range(9):  # whatever it was told
            list(connection.receive(b'{"type":"Acknowledgment"}\n', 0))
    return connection


def lines(effects: Iterable[Effect]) -> list[Any]:
    sent = b"".join(effect.lines for effect in effects if isinstance(effect, Send))
    return [msgspec.json.decode(line) for line in sent.splitlines()]


# ---------------------------------------------------------------- anything may come


def is_no_message(line: bytes) -> bool:
    """Whether it is one line, not empty, that means nothing."""
    return b"\n" not in line and line not in (b"", b"\r") and read(line.removesuffix(b"\r")) is None


@given(st.lists(st.binary(max_size=40).filter(is_no_message), max_size=9))
def test_bytes_that_are_no_message_are_answered_one_by_one(sent: list[bytes]) -> None:
    connection = Connection()
    effects = list(connection.receive(b"".join(line + b"\n" for line in sent), 0))
    assert effects == [Send(ERROR)] * len(sent)


@given(st.binary(max_size=3000), st.data())
def test_nothing_raises_however_it_is_cut(sent: bytes, data: st.DataObject) -> None:
    connection = Connection()
    while sent:
        cut = data.draw(st.integers(1, len(sent)))
        for effect in connection.receive(sent[:cut], 0):
            assert isinstance(effect, Send | Close)
        sent = sent[cut:]


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=12)
    | st.sampled_from(["RED", "WHITE", "W1", "Ada", "ABCDEF"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
members = sorted({member for kind in VOCABULARY.from_client for member in kind.__struct_encode_fields__})
requests = st.builds(
    lambda kind, given: {"type": kind, **given},
    st.sampled_from([name(kind) for kind in VOCABULARY.from_client]) | st.text(max_size=8),
    st.dictionaries(st.sampled_from(members + [name[0].upper() + name[1:] for name in members]), values, max_size=5),
)


def refused(code: Refusal) -> Refused:
    """A refusal of the house, with something in each gap of its sentence."""
    gaps = [gap for _, gap, _, _ in Formatter().parse(SENTENCES[code]) if gap is not None]
    return Refused(code, **dict.fromkeys(gaps, "something"))


refusals = st.sampled_from(
    [*map(refused, Refusal), Trouble(Problem.NO_SUCH_TABLE, code="ABCDEF"), Trouble(Problem.DRAINING)]
)


@settings(max_examples=300)
@given(st.sampled_from(State), requests, refusals)
def test_any_request_in_any_state_is_answered_once(state: State, request: dict[str, Any], why: Exception) -> None:
    connection = connection_in(state)
    effects = list(connection.receive(msgspec.json.encode(request) + b"\n", 1))
    while effects and not isinstance(effects[-1], Send | Close):
        assert isinstance(effects[-1], Lobby | Found | Enter | Do | Leave)
        answer: Answer = [] if isinstance(effects[-1], Lobby) else why
        effects = list(connection.answered(answer, 1))
    if effects == [Close()]:
        assert request["type"] == "Exit"
    elif not lines(effects):
        assert request["type"] == "Acknowledgment"
    else:
        assert len(lines(effects)) == 1
        name = lines(effects)[0]["type"]
        assert name.endswith("Error") or name in ("Pong", "PossibleGames", *SAME_AGAIN)


SAME_AGAIN = ("TowerChanged", "WizardChanged", "NumPlayersChanged")


# ---------------------------------------------------------------- lines


def test_a_line_that_is_too_long_ends_the_connection() -> None:
    connection = Connection()
    effects = list(connection.receive(b"x" * (LONGEST_LINE + 1), 0))
    assert effects == [Send(ERROR), Close()]
    assert list(connection.receive(b'{"type":"Ping"}\n', 0)) == []


def test_the_tenth_malformed_line_within_a_minute_ends_the_connection() -> None:
    connection = Connection()
    for second in range(MOST_MALFORMED - 1):
        assert list(connection.receive(b"?\n", second)) == [Send(ERROR)]
    assert list(connection.receive(b'?\n{"type":"Ping"}\n', 59)) == [Send(ERROR), Close()]


def test_malformed_lines_with_time_between_them_do_not() -> None:
    connection = Connection()
    for second in range(0, 700, 7):
        assert list(connection.receive(b"?\n", second)) == [Send(ERROR)]


def test_carriage_returns_and_empty_lines_do_no_harm() -> None:
    connection = Connection()
    effects = list(connection.receive(b'\r\n\n{"type":"Ping"}\r\n\n{"type":"Pi', 0))
    assert lines(effects) == [{"type": "Pong"}]
    assert lines(connection.receive(b'ng"}\n', 0)) == [{"type": "Pong"}]


def test_what_follows_a_request_waits_for_its_answer() -> None:
    connection = Connection()
    asked = list(connection.receive(b'{"type":"JoinGame"}\n{"type":"Ping"}\n{"type":"JoinGame"}\n', 0))
    assert asked == [Lobby()]
    answered = list(connection.answered([], 0))
    assert lines(answered) == [{"type": "PossibleGames", "gameIDs": []}, {"type": "Pong"}]
    assert answered[-1] == Lobby()


# ---------------------------------------------------------------- states


@pytest.mark.parametrize("state", State)
def test_what_is_not_allowed_in_a_state_is_impossible(state: State) -> None:
    found = examples("group31")
    for kind in VOCABULARY.from_client:
        if not MACHINE.allows(state, kind):
            line = found[kind.__name__].encode() + b"\n"
            assert list(connection_in(state).receive(line, 1)) == [Send(IMPOSSIBLE)]


# ---------------------------------------------------------------- losing the seat


def test_whoever_goes_on_elsewhere_is_hung_up_on() -> None:
    connection = connection_in(State.ACTION)
    assert list(connection.unseated(Problem.MOVED, 1)) == [Close()]
    assert list(connection.receive(b'{"type":"Ping"}\n', 1)) == []


@pytest.mark.parametrize("why", [None, Problem.ENDED])
def test_whoever_loses_his_seat_is_outside(why: Problem | None) -> None:
    connection = connection_in(State.LOBBY)
    assert lines(connection.unseated(why, 1)) == [{"type": "ExitGameSuccess"}]
    assert list(connection.receive(b'{"type":"JoinGame"}\n', 1)) == [Lobby()]


def test_silence_ends_the_connection_at_a_tick() -> None:
    connection = Connection()
    list(connection.receive(b'{"type":"CreateNewGame","numOfPlayers":2,"wantExpert":true}\n', 0))
    assert lines(connection.answered("ABCDEF", 0)) == [{"type": "GameCreated", "gameId": "ABCDEF"}]
    assert list(connection.tick(9)) == []
    assert list(connection.tick(10)) == [Close()]


def test_there_are_no_last_words() -> None:
    assert list(Connection().farewell(0)) == []


# ---------------------------------------------------------------- with the house


@asynchronous
async def test_whoever_waits_at_a_table_that_is_closed_is_outside() -> None:
    async with opened_room(1) as room:
        _, people = await seated(room, ["Ada", "Bob"])
        await room.actor().submit(commands.Close(None, "the house is closed"))
        await settle(room, *people)
        assert [person.last() for person in people] == [{"type": "ExitGameSuccess"}] * 2


@asynchronous
async def test_a_game_that_is_closed_is_over_without_a_winner() -> None:
    async with opened_room(1) as room:
        _, people = await started(room, ["Ada", "Bob"])
        await room.actor().submit(commands.Close(None, "the house is closed"))
        await settle(room, *people)
        for person in people:
            assert person.heard[-2] == {"type": "GameEnded", "reason": "closed"}
            assert person.heard[-1] == {"type": "ExitGameSuccess"}
            assert person.client.state is State.OUTSIDE


@asynchronous
async def test_a_game_that_people_of_the_page_have_agreed_to_end_has_no_winner() -> None:
    async with opened_room(1) as room:
        actor = await room.open_house(players=3)
        web, other = await room.sit_house("Web"), await room.sit_house("Other")
        bob = Person(room, "Bob", secret="very secret")
        bob.enter(actor.code)
        await settle(room, bob)
        await web.start()
        await settle(room, bob)
        await choose(room, [bob])
        bob.caller.hang_up()  # a player who is away for long is not asked
        await room.pass_time(Patience().turn + 1)
        await web.do(commands.AskEnd)
        await other.do(lambda seat: commands.Answer(seat, True))
        bob.come_back(actor.code)
        await settle(room, bob)
        assert [message["type"] for message in bob.heard] == ["GameEntered", "GameStarted", "GameEnded"]
        assert bob.last() == {"type": "GameEnded", "reason": "agreed"}
        assert bob.agrees()
        assert bob.client.result == []


@asynchronous
async def test_whoever_is_removed_by_a_host_is_outside() -> None:
    async with opened_room(1) as room:
        actor = await room.open_house()
        web = await room.sit_house("Web")
        bob = Person(room, "Bob")
        bob.enter(actor.code)
        await settle(room, bob)
        await web.do(lambda seat: commands.Remove(seat, "Bob"))
        await settle(room, bob)
        assert bob.last() == {"type": "ExitGameSuccess"}
        assert bob.client.state is State.OUTSIDE


@asynchronous
async def test_whoever_is_too_far_behind_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 40  # fewer than the changes that a network may make at once before the game
    monkeypatch.setattr(outbox, "MOST_WAITING", most)
    async with opened_room(1) as room:
        _, (ada, bob) = await seated(room, ["Ada", "Bob"], secret="very secret")
        for number in range(most + 2):
            assert not bob.caller.closed
            ada.caller.send({"type": "ChangeNumPlayers", "newNum": 3 + number % 2})
            await settle(room, ada)
        assert bob.caller.closed
        assert bob.caller.unread == 1


@asynchronous
async def test_choices_of_people_of_the_page_are_shown() -> None:
    async with opened_room(1) as room:
        actor = await room.open_house()
        web = await room.sit_house("Web")
        bob = Person(room, "Bob")
        bob.enter(actor.code)
        await settle(room, bob)
        await web.do(lambda seat: commands.Dress(seat, Look("black", 3)))
        await settle(room, bob)
        assert bob.last()["players"][0] == {"nickname": "Web", "tower": "BLACK", "wizard": "W3"}
        await web.start()
        await settle(room, bob)
        assert bob.last()["nextPlayer"] == "Bob"
        assert [choice.key for choice in bob.choices()] == ["white", "w1", "w2", "w4"]


@asynchronous
async def test_only_the_host_starts_a_table_of_the_page() -> None:
    async with opened_room(1) as room:
        actor = await room.open_house()
        await room.sit_house("Web")
        bob = Person(room, "Bob")
        bob.enter(actor.code)
        await settle(room, bob)
        bob.take("n")
        await settle(room, bob)
        assert bob.last() == {"type": "ImpossibleActionError"}


@asynchronous
async def test_bots_that_find_no_place_are_refused() -> None:
    async with opened_room(1) as room:
        ada, bob = Person(room, "Ada"), Person(room, "Bob")
        ada.caller.send({"type": "CreateNewGame", "numOfPlayers": 2, "wantExpert": False, "bots": 1})
        await settle(room, ada, bob)
        bob.enter(ada.client.game_id)
        await settle(room, ada, bob)
        ada.enter(ada.client.game_id)
        await settle(room, ada, bob)
        assert {"type": "ImpossibleActionError"} in ada.heard
        assert [member.nickname for member in ada.client.members] == ["Bob", "Ada"]


# ---------------------------------------------------------------- small


def test_an_idle_connection_is_small() -> None:
    connection = Connection()
    parts = [connection, connection._lines, connection._outbox, connection._lines._malformed]
    assert sum(sys.getsizeof(part) for part in parts) < 1024
    assert not hasattr(connection, "__dict__")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("state", "request_", "error", "told"),
    [
        (
            State.OUTSIDE,
            messages.CreateNewGame(num_of_players=2, want_expert=True),
            Trouble(Problem.DRAINING),
            IMPOSSIBLE,
        ),
        (State.OUTSIDE, messages.JoinGame(), Trouble(Problem.READ_ONLY, detail="full"), IMPOSSIBLE),
        (State.LOBBY, messages.ExitFromGame(nickname="Ada"), Refused(Refusal.NOT_OPEN), IMPOSSIBLE),
        (State.LOBBY, messages.ChangeNumPlayers(new_num=3), refused(Refusal.NOT_HOST), IMPOSSIBLE),
        (State.LOBBY, messages.ChangeNumPlayers(new_num=3), refused(Refusal.BAD_OPTIONS), ERROR),
        (State.CHOICES, messages.SetTower(tower="BLACK"), refused(Refusal.LOOK_TAKEN), ERROR),
        (
            State.ACTION,
            messages.EndTurn(),
            Refused(Refusal.ILLEGAL_ACTION, rule="wrong_phase", sentence=""),
            IMPOSSIBLE,
        ),
        (State.ACTION, messages.EndTurn(), Refused(Refusal.PAUSED), IMPOSSIBLE),
        (State.ACTION, messages.EndTurn(), Refused(Refusal.TABLE_CLOSED), IMPOSSIBLE),
    ],
)
def test_refusals_in_the_words_of_the_dialect(
    state: State, request_: messages.FromClient, error: Exception, told: bytes
) -> None:
    connection = connection_in(state)
    (asked,) = connection.receive(VOCABULARY.line(request_), 1)
    assert isinstance(asked, Found | Lobby | Do | Leave)
    assert list(connection.answered(error, 1)) == [Send(told)]
    assert lines(connection.receive(b'{"type":"Ping"}\n', 1)) == [{"type": "Pong"}]


@asynchronous
async def test_the_list_of_games_is_that_of_the_moment() -> None:
    """Whoever creates a game finds it, and a game that is deleted is gone, however often others look."""
    async with opened_room(3) as room:
        room.matchmaking("group31").list_age = 1000.0
        ada, bob = Person(room, "Ada"), Person(room, "Bob")
        bob.take("j")
        await settle(room, ada, bob)
        assert bob.last() == {"type": "PossibleGames", "gameIDs": []}
        ada.take("2")
        await settle(room, ada, bob)
        bob.take("j")
        await settle(room, ada, bob)
        assert bob.last() == {"type": "PossibleGames", "gameIDs": [ada.client.game_id]}
        ada.enter(ada.client.game_id)
        await settle(room, ada, bob)
        ada.take("x")
        await settle(room, ada, bob)
        bob.take("j")
        await settle(room, ada, bob)
        assert bob.last() == {"type": "PossibleGames", "gameIDs": []}
