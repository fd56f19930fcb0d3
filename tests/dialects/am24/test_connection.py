"""What the conversations do not show: bots, lists, silence, closing."""

from __future__ import annotations

import tracemalloc

from ludoteca.dialects.am24.session import MOST_SHOWN, Lobbies
from ludoteca.dialects.am24.session import Session as Connection
from ludoteca.dialects.contract import Close, Lobby, SeatEntry, Send
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import LONGEST_LINE
from ludoteca.house import commands
from ludoteca.house.lobby import Listing, Place
from ludoteca.house.table import Phase
from tests.dialects.room import opened_room
from tests.server.running import asynchronous

from .playing import TURN, answer, heard, say, two, wait
from .whole_games import Player


def listing(code: str, phase: Phase = Phase.OPEN) -> Listing:
    places = [Place("A" * 20, None, True)] * 4
    return Listing(code, "eriantys", {"expert": True}, 4, places, "A" * 20, phase, 0, None, True, 0)


def test_a_table_keeps_its_number_while_the_list_changes() -> None:
    lobbies = Lobbies()
    first = lobbies.news([listing("AAAAAA"), listing("BBBBBB")])
    assert first
    assert lobbies.news([listing("AAAAAA"), listing("BBBBBB")]) == b""
    assert lobbies.news([listing("BBBBBB"), listing("CCCCCC")])
    assert [lobbies.code(index) for index in range(4)] == [None, "BBBBBB", "CCCCCC", None]


def test_the_list_fits_into_a_line() -> None:
    tables = [listing(f"P{number:05}", Phase.PLAYING) for number in range(MOST_SHOWN)]
    lobbies = Lobbies()
    news = lobbies.news([*tables, listing("WAITED")])
    assert len(news) < LONGEST_LINE
    assert lobbies.code(0) == "WAITED"
    assert lobbies.code(MOST_SHOWN) is None


def test_a_line_that_is_too_long_ends_the_connection() -> None:
    connection = Connection()
    connection.opened(0)
    connection.answered([], 0)
    error, close = connection.receive(b"x" * (LONGEST_LINE + 1), 0)
    assert isinstance(error, Send)
    assert b'"malformed"' in error.lines
    assert close == Close()
    assert connection.receive(b"{}\n", 0) == []
    assert connection.tick(1) == []


def test_lines_wait_for_the_answer_before_them() -> None:
    connection = Connection()
    assert connection.opened(0) == [Lobby()]
    assert connection.receive(b'{"type":"Login"}\r\n\r\n{"type":"Pong"}\n', 0) == []
    welcome, error = connection.answered([], 0)
    assert isinstance(welcome, Send)
    assert isinstance(error, Send)
    assert b"Welcome" in welcome.lines
    assert b"Error" in error.lines


def test_silence_means_nothing_while_nothing_is_read() -> None:
    connection = Connection()
    connection.opened(0)
    for second in range(20):
        (ping,) = connection.tick(second)
        assert isinstance(ping, Send)
    connection.answered([], 20)
    for second in range(5):
        ping, look = connection.tick(20 + second)
        assert look == Lobby(lately=True)
        connection.answered([], 20 + second)
    assert connection.tick(30) == [Close()]


def test_a_list_that_cannot_be_read_is_asked_for_again() -> None:
    connection = Connection()
    connection.opened(0)
    assert connection.answered(Trouble(Problem.READ_ONLY, detail="no disk"), 0) == []
    assert Lobby(lately=True) in connection.tick(1)


def test_the_last_words_of_a_server_say_that_it_restarts() -> None:
    (words,) = Connection().farewell(0)
    assert isinstance(words, Send)
    assert b'"restart"' in words.lines


@asynchronous
async def test_news_that_come_when_the_seat_is_gone_are_not_told() -> None:
    async with opened_room() as room:
        ada, _ = await two(room, TURN)
        seat_entry = SeatEntry(ada.caller.view, {"number": 9, "time": 0, "what": {"kind": "acted"}}, [])
        assert Connection().heard(seat_entry, 0) == []


def test_a_connection_without_a_seat_is_small() -> None:
    count = 200
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        connections = [Connection() for _ in range(count)]
        for connection in connections:
            connection.opened(0)
            connection.answered([listing(f"TABLE{number}") for number in range(5)], 0)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (after - before) / count < 2048


@asynchronous
async def test_bots_fill_seats_and_play() -> None:
    async with opened_room() as room:
        ada = Player(room, "Ada")
        await room.quiet()
        say(ada, "GameParams", numPlayers=3, expert=True, nickname="Ada", mage="MAGE1", bots=2)
        await room.quiet()
        ada.listen()
        table = room.actor().table
        assert table.phase is Phase.PLAYING
        for _ in range(12):
            question = ada.client.question()
            assert question is not None
            ada.caller.send(question.choices[0].lines)
            await room.quiet()
            ada.listen()
            assert ada.client.game == ada.caller.view.game


@asynchronous
async def test_a_table_that_is_closed_leads_back_to_the_list() -> None:
    async with opened_room() as room:
        ada = Player(room, "Ada")
        await room.quiet()
        say(ada, "GameParams", numPlayers=3, expert=True, nickname="Ada", mage="MAGE1")
        await room.quiet()
        heard(ada)
        await room.actor().submit(commands.Close(None, "operator"))
        await room.quiet()
        await wait(room, 1, ada)
        assert ada.client.question() is not None
        came = await answer(room, ada, "GameParams", numPlayers=2, expert=False, nickname="Ada", mage="MAGE1")
        assert came[0]["type"] == "InformationConnection"


@asynchronous
async def test_somebody_removed_by_the_host_may_enter_again() -> None:
    async with opened_room() as room:
        await room.open_house(players=3)
        await room.sit_house("Web")
        ada = Player(room, "Ada")
        await room.quiet()
        say(ada, "Join", nickname="Ada", mage="MAGE1", index=0)
        await room.quiet()
        heard(ada)
        await room.actor().submit(commands.Remove(0, "Ada"))
        await room.quiet()
        error, welcome = heard(ada)
        assert (error["type"], error["code"]) == ("Error", "unseated")
        assert [lobby["nicknames"] for lobby in welcome["lobbies"]] == [["Web"]]


@asynchronous
async def test_what_others_choose_at_the_table_is_shown() -> None:
    async with opened_room() as room:
        await room.open_house(players=2)
        web = await room.sit_house("Web")
        ada = Player(room, "Ada")
        await room.quiet()
        say(ada, "Join", nickname="Ada", mage="MAGE1", index=0)
        await room.quiet()
        heard(ada)
        look = type(web.view.seats[0].look)("black", 4)
        await web.do(lambda seat: commands.Dress(seat, look))
        (update,) = heard(ada)
        assert update["index"] == 0
        assert update["player"]["colorT"] == "BLACK"
        assert update["player"]["virtualHand"]["mage"] == "MAGE4"


@asynchronous
async def test_a_game_ends_when_the_other_one_resigns() -> None:
    async with opened_room() as room:
        ada, bob = await two(room, TURN)
        await room.actor().submit(commands.Resign(1))
        await room.quiet()
        assert heard(ada) == heard(bob) == [{"type": "GameEnded", "winners": ["Ada"], "reason": "resigned"}]


@asynchronous
async def test_a_rematch_elsewhere_is_told() -> None:
    async with opened_room() as room:
        ada, _ = await two(room, TURN)
        await room.actor().submit(commands.Resign(1))
        await room.quiet()
        heard(ada)
        await room.actor().submit(commands.Rematch(0, "ABCDEF"))
        await room.quiet()
        (information,) = heard(ada)
        assert information == {"type": "InformationGame", "string": "The same players meet again at table ABCDEF."}
