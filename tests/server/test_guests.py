"""Guests: what the connection of a dialect wants done is done in order, with real tables."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteca.dialects.contract import Dialect
from ludoteca.house import commands, entries, keys, views
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.server.table.announcements import Announcement
from ludoteca.server.table.seat_entries import seat_entry

from ..dialects.parrot import PARROT, ParrotClient, ParrotConnection
from ..dialects.room import Caller, Room, opened_room
from .running import asynchronous

OPTIONS = {"game": "eriantys", "players": 2}
CHOOSING = Dialect("choosy", "eriantys", 9001, "choices", True, ParrotConnection, ParrotClient, consents=True)


async def open_table(caller: Caller, name: str = "Ada", **more: Any) -> str:
    """The code of a table at which he has the first seat."""
    caller.send({"ask": "Open", "options": OPTIONS | more.pop("options", {}), "name": name, **more})
    assert (await last(caller))["type"] == "seated"
    return caller.table.code


async def enter(caller: Caller, code: str | None, name: str, **more: Any) -> Any:
    """What is answered."""
    caller.send({"ask": "Enter", "code": code, "name": name, **more})
    return await last(caller)


async def last(caller: Caller) -> Any:
    return (await caller.all())[-1]


async def kinds(caller: Caller) -> list[str]:
    """What he heard since he last looked."""
    return [line["kind"] for line in await caller.all() if line["type"] == "heard"]


async def table_of_two(room: Room, **options: Any) -> tuple[Caller, Caller]:
    ada, bob = room.connect(PARROT), room.connect(PARROT)
    code = await open_table(ada, **options)
    await enter(bob, code, "Bob", **({"secret": "bob's own"} if "secret" in options else {}))
    await room.quiet()
    return ada, bob


# ---------------------------------------------------------------- sitting down


@asynchronous
async def test_a_founder_and_another_meet_and_the_game_starts_when_it_is_full() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        assert (ada.seat, bob.seat) == (0, 1)
        assert await kinds(ada) == ["sat", "started"]
        assert await kinds(bob) == []  # the game had begun before he was told of his seat, or he has read it by now
        assert ada.table.phase is Phase.PLAYING
        assert (ada.table.dialect, ada.table.starts) == ("parrot", "full")


@asynchronous
async def test_who_sits_down_sees_himself_there_and_hears_what_follows() -> None:
    async with opened_room() as room:
        ada, bob = room.connect(PARROT), room.connect(PARROT)
        code = await open_table(ada, options={"players": 3})
        bob.send({"ask": "Enter", "code": code, "name": "Bob"})
        lines = await bob.all()
        assert [line["type"] for line in lines] == ["opened", "seated"]
        assert [seat["name"] for seat in lines[1]["view"]["seats"]] == ["Ada", "Bob"]
        assert lines[1]["back"] is False


@asynchronous
async def test_bots_are_there_from_the_beginning() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        ada.send({"ask": "Open", "options": {"game": "eriantys", "players": 3}, "name": "Ada", "bots": 1})
        seated = (await ada.all())[1]
        assert [seat["bot"] for seat in seated["view"]["seats"]] == [None, "greedy"]
        ada.send({"ask": "SeatBots", "count": 1})
        await room.quiet()
        assert ada.table.phase is Phase.PLAYING


@asynchronous
async def test_too_many_bots_are_refused_and_no_table_is_left() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        ada.send({"ask": "Open", "options": OPTIONS, "name": "Ada", "bots": 2})
        assert (await last(ada))["code"] == "table_full"
        assert room.tables.awake == {}
        assert await open_table(ada)


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ({"ask": "Open", "options": {"game": "chess", "players": 2}, "name": "Ada"}, "bad_options"),
        ({"ask": "Open", "options": OPTIONS, "name": "A da"}, "bad_name"),
        ({"ask": "Open", "options": OPTIONS, "name": "Ada", "secret": "abc"}, "bad_secret"),
        ({"ask": "Enter", "code": None, "name": "Ada"}, "no_such_table"),
        ({"ask": "Enter", "code": "ABCDEF", "name": "Ada"}, "no_such_table"),
        ({"ask": "Leave"}, "not_seated"),
        ({"ask": "SeatBots", "count": 1}, "not_seated"),
        ({"ask": "do", "command": "Rise"}, "not_seated"),
    ],
)
@asynchronous
async def test_what_cannot_be_is_refused_and_the_connection_goes_on(ask: dict[str, Any], code: str) -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        ada.send(ask)
        assert (await last(ada))["code"] == code
        ada.send({"hello": 1})
        assert (await last(ada))["type"] == "echo"


@asynchronous
async def test_somebody_with_a_seat_takes_no_other() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        code = await open_table(ada)
        assert (await enter(ada, code, "Eve"))["code"] == "already_seated"


async def knock(caller: Caller, code: str | None, name: str, **more: Any) -> Any:
    caller.send({"ask": "Knock", "code": code, "name": name, **more})
    return await last(caller)


LET_IN = {"type": "answer", "answer": None}


@asynchronous
async def test_who_knocks_does_not_sit_and_keeps_nobody_out() -> None:
    async with opened_room() as room:
        ada, bob, eve = (room.connect(PARROT) for _ in range(3))
        code = await open_table(ada)
        assert await knock(bob, None, "Bob") == LET_IN
        assert await knock(bob, code, "Bob") == LET_IN
        assert await knock(eve, code, "Bob") == LET_IN
        assert [seat.name for seat in room.actor().table.seats] == ["Ada"]
        assert bob.seat is None
        await enter(eve, code, "Bob")
        assert eve.seat == 1
        assert (await enter(bob, code, "Bob")) == {"type": "refused", "code": "name_taken"}


@asynchronous
async def test_who_knocks_hears_what_would_be_refused() -> None:
    async with opened_room() as room:
        ada, bob, eve = (room.connect(PARROT) for _ in range(3))
        assert (await knock(bob, None, "Bob"))["code"] == "no_such_table"
        assert (await knock(bob, "ABCDEF", "Bob"))["code"] == "no_such_table"
        masters = await room.open_house("masters")
        assert (await knock(bob, masters.code, "Bob"))["code"] == "no_such_table"
        code = await open_table(ada, secret="ada's own")
        assert (await knock(ada, code, "Ann"))["code"] == "already_seated"
        assert (await knock(bob, None, "Ada"))["code"] == "name_taken"
        assert (await knock(bob, code, "Ada", secret="another's"))["code"] == "name_taken"
        assert await knock(bob, None, "Ada", secret="ada's own") == LET_IN
        await enter(bob, code, "Bob")
        assert (await knock(eve, code, "Eve"))["code"] == "not_open"
        bob.hang_up()
        assert await knock(eve, None, "Bob") == LET_IN


@asynchronous
async def test_an_empty_table_is_founded_and_entered_by_its_code() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        ada.send({"ask": "Found", "options": OPTIONS})
        code = (await last(ada))["answer"]
        assert room.actor(code).table.dialect == "parrot"
        assert (await enter(ada, code, "Ada"))["type"] == "seated"


# ---------------------------------------------------------------- without a code


@asynchronous
async def test_newcomers_sit_at_the_oldest_table_of_their_dialect_that_waits() -> None:
    async with opened_room() as room:
        await room.open_house()  # of the web page
        ada, bea, carl = (room.connect(PARROT) for _ in range(3))
        first = await open_table(ada, options={"players": 3})
        await room.pass_time(1)
        await open_table(bea, "Bea", options={"players": 3})
        assert (await enter(carl, None, "Carl"))["view"]["code"] == first


@asynchronous
async def test_two_who_come_in_the_same_moment_meet() -> None:
    async with opened_room() as room:
        ada, bob = room.connect(PARROT), room.connect(PARROT)
        ada.send({"ask": "Open", "options": {"game": "eriantys", "players": 3}, "name": "Ada"})
        bob.send({"ask": "Enter", "code": None, "name": "Bob"})
        await room.quiet()
        assert ada.table is bob.table


@asynchronous
async def test_two_for_one_seat_and_the_second_goes_on_looking() -> None:
    async with opened_room() as room:
        ada, bob, carl = (room.connect(PARROT) for _ in range(3))
        await open_table(ada)
        for caller, name in ((bob, "Bob"), (carl, "Carl")):
            caller.send({"ask": "Enter", "code": None, "name": name})
        await room.quiet()
        assert bob.seat == 1
        assert (await last(carl))["code"] == "no_such_table"


@asynchronous
async def test_a_room_in_which_nothing_is_settled_is_full_when_it_is_full() -> None:
    async with opened_room() as room:
        ada, bob, carl = (room.connect(PARROT) for _ in range(3))
        await open_table(ada, unsettled=True)
        assert await room.matchmaking(PARROT).listed() == []
        assert (await enter(bob, None, "Bob"))["type"] == "seated"
        assert (await enter(carl, None, "Carl"))["code"] == "table_full"
        ada.send({"ask": "do", "command": "Arrange", "players": 2})
        await room.quiet()
        assert ada.table.phase is Phase.PLAYING
        assert (await enter(carl, None, "Carl"))["code"] == "no_such_table"


@asynchronous
async def test_who_has_no_place_any_more_is_told() -> None:
    async with opened_room() as room:
        ada, bob, carl = (room.connect(PARROT) for _ in range(3))
        await open_table(ada, unsettled=True, options={"players": 4})
        await enter(bob, None, "Bob")
        await enter(carl, None, "Carl")
        ada.send({"ask": "do", "command": "Arrange", "players": 2, "shrink": True})
        assert await carl.all() == [{"type": "unseated", "why": None}]
        assert carl.seat is None
        assert await kinds(bob) == ["sat", "arranged", "started"]


# ---------------------------------------------------------------- coming back


@asynchronous
async def test_a_secret_opens_the_seat_again() -> None:
    async with opened_room(bare_names=False) as room:
        ada, bob = await table_of_two(room, secret="ada's own")
        bob.hang_up()
        await room.quiet()
        again, eve = room.connect(PARROT), room.connect(PARROT)
        assert (await enter(eve, ada.table.code, "Bob"))["code"] == "name_taken"
        assert (await enter(eve, ada.table.code, "Bob", secret="guessed"))["code"] == "wrong_token"
        assert (await enter(eve, None, "Bob", secret="guessed"))["code"] == "no_such_table"
        seated = await enter(again, None, "Bob", secret="bob's own")
        assert seated["back"] is True
        assert seated["view"]["seats"][1]["connected"] is True
        assert again.seat == 1


@asynchronous
async def test_the_second_connection_takes_the_seat_over() -> None:
    async with opened_room(bare_names=False) as room:
        ada, bob = await table_of_two(room, secret="ada's own")
        await bob.all()
        for code in (ada.table.code, None):
            again = room.connect(PARROT)
            assert (await enter(again, code, "Bob", secret="bob's own"))["back"] is True
            assert (await last(bob)) == {"type": "unseated", "why": "moved"}
            assert bob.seat is None
            bob = again
        assert await kinds(ada) == ["sat", "started"]  # nobody was away in between


@asynchronous
async def test_of_two_who_come_back_at_once_the_second_has_the_seat() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room, secret="ada's own")
        bob.hang_up()
        await room.quiet()
        first, second = room.connect(PARROT), room.connect(PARROT)
        for caller in (first, second):
            caller.send({"ask": "Enter", "code": ada.table.code, "name": "Bob", "secret": "bob's own"})
        await room.quiet()
        assert (first.seat, second.seat) == (None, 1)
        assert (await last(first))["code"] == "not_seated"
        assert (await last(second))["back"] is True
        assert sum(listener.seat == 1 for listener in room.actor().listeners) == 1


@asynchronous
async def test_a_name_that_is_connected_is_taken() -> None:
    async with opened_room() as room:
        ada, _ = await table_of_two(room)
        eve = room.connect(PARROT)
        assert (await enter(eve, ada.table.code, "Bob"))["code"] == "name_taken"
        assert (await enter(eve, None, "Bob"))["code"] == "name_taken"


@pytest.mark.parametrize(("allowed", "answer"), [(True, "seated"), (False, "refused")])
@asynchronous
async def test_a_bare_name_opens_a_seat_without_a_key_if_that_is_allowed(allowed: bool, answer: str) -> None:
    async with opened_room(bare_names=allowed) as room:
        ada, bob = await table_of_two(room)
        bob.hang_up()
        await room.quiet()
        again = room.connect(PARROT)
        assert (await enter(again, ada.table.code, "Bob"))["type"] == answer


@asynchronous
async def test_a_bare_name_never_opens_a_seat_with_a_key() -> None:
    async with opened_room() as room:
        await room.open_house(players=3)
        web = await room.sit_house("Web")
        web.hang_up()
        await room.quiet()
        eve = room.connect(PARROT)
        assert (await enter(eve, room.actor().code, "Web"))["code"] == "name_taken"


@asynchronous
async def test_a_bare_name_does_not_lead_back_to_a_table_of_another_dialect() -> None:
    """The same name there may be somebody else's. With a code, or a secret, it does."""
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        bob.hang_up()
        await room.quiet()
        again = room.connect(CHOOSING)
        assert (await enter(again, None, "Bob"))["code"] == "no_such_table"
        assert (await enter(again, ada.table.code, "Bob"))["back"] is True


@asynchronous
async def test_of_two_tables_one_comes_back_to_the_newer() -> None:
    async with opened_room() as room:
        codes = []
        for session in ("Bob", "Carl"):
            ada, other = room.connect(PARROT), room.connect(PARROT)
            codes.append(await open_table(ada))
            await enter(other, codes[-1], session)
            ada.hang_up()
            await room.pass_time(1)
        again = room.connect(PARROT)
        assert (await enter(again, None, "Ada"))["view"]["code"] == codes[1]


@asynchronous
async def test_one_comes_back_to_a_table_that_sleeps() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room, secret="ada's own")
        code = ada.table.code
        ada.hang_up()
        bob.hang_up()
        await room.quiet()
        await room.tables.let_sleep(everything=True)
        assert room.tables.awake == {}
        again = room.connect(PARROT)
        seated = await enter(again, None, "Ada", secret="ada's own")
        assert (seated["view"]["code"], seated["back"]) == (code, True)


@asynchronous
async def test_before_the_start_a_seat_without_a_secret_is_given_up_at_once() -> None:
    async with opened_room() as room:
        ada, bob, carl = (room.connect(PARROT) for _ in range(3))
        code = await open_table(ada, options={"players": 4})
        await enter(bob, code, "Bob")
        await enter(carl, code, "Carl", secret="12345678")
        bob.hang_up()
        carl.hang_up()
        await room.quiet()
        assert [seat.name for seat in ada.table.seats] == ["Ada", "Carl"]
        await room.pass_time(60)
        assert [seat.name for seat in ada.table.seats] == ["Ada"]


# ---------------------------------------------------------------- leaving


@asynchronous
async def test_leaving_before_the_start_frees_the_seat_and_keeps_the_connection() -> None:
    async with opened_room() as room:
        ada, bob = room.connect(PARROT), room.connect(PARROT)
        code = await open_table(ada, options={"players": 3})
        await enter(bob, code, "Bob")
        ada.send({"ask": "Leave"})
        assert await last(ada) == {"type": "answer", "answer": None}
        assert bob.seat == 0
        assert await kinds(bob) == ["rose"]
        assert (await enter(ada, code, "Ada"))["view"]["you"] == 1


@asynchronous
async def test_leaving_a_game_makes_one_absent() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        ada.send({"ask": "Leave"})
        assert (await last(ada))["answer"] is None
        assert await kinds(bob) == ["departed"] or not bob.table.seats[0].connected
        assert (await enter(ada, None, "Ada"))["back"] is True


@asynchronous
async def test_who_is_removed_by_the_host_is_told() -> None:
    async with opened_room() as room:
        ada, bob = room.connect(PARROT), room.connect(PARROT)
        code = await open_table(ada, options={"players": 3})
        await enter(bob, code, "Bob")
        await bob.all()
        ada.send({"ask": "do", "command": "Remove", "name": "Bob"})
        assert await bob.all() == [{"type": "unseated", "why": None}]
        assert (await enter(bob, code, "Bob"))["type"] == "seated"


@asynchronous
async def test_when_a_table_is_closed_everybody_is_told() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        await open_table(ada)
        await room.actor().submit(commands.Close(None, "night"))
        assert await ada.all() == [{"type": "heard", "kind": "closed"}, {"type": "unseated", "why": "ended"}]


# ---------------------------------------------------------------- order


@asynchronous
async def test_what_follows_a_question_waits_for_the_answer() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        await ada.all()
        ada.send({"ask": "Open", "options": OPTIONS, "name": "Ada"})
        ada.send({"number": 1})
        assert ada.held
        ada.send({"number": 2})
        lines = await ada.all()
        assert [line["type"] for line in lines] == ["seated", "echo", "echo"]
        assert not ada.held


@asynchronous
async def test_what_is_refused_at_once_is_answered_in_order() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        await ada.all()
        ada.send(b'{"ask": "Leave"}\n{"n": 1}\n{"ask": "Leave"}\n{"n": 2}\n')
        assert [line["type"] for line in await ada.all()] == ["refused", "echo", "refused", "echo"]


@asynchronous
async def test_ones_own_action_is_heard_before_the_answer_to_it() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        mover, other = (ada, bob) if ada.view.legal else (bob, ada)
        await mover.all()
        await other.all()
        mover.send({"ask": "do", "command": "Act", "action": mover.view.legal[0]})
        lines = await mover.all()
        assert [line["type"] for line in lines] == ["heard", "answer"]
        assert lines[1]["answer"] == mover.table.number
        assert await kinds(other) == ["acted"]


@asynchronous
async def test_the_command_of_somebody_who_hung_up_is_still_his() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        mover = ada if ada.view.legal else bob
        table, seat = mover.table, mover.seat
        mover.send({"ask": "do", "command": "Act", "action": mover.view.legal[0]})
        mover.hang_up()
        await room.quiet()
        log = [entries.decode(row.body).what for row in await room.store.entries(table.code)]
        assert [what.seat for what in log if isinstance(what, entries.Acted)] == [seat]


@asynchronous
async def test_who_hangs_up_while_he_sits_down_is_absent() -> None:
    async with opened_room() as room:
        ada, bob = room.connect(PARROT), room.connect(PARROT)
        code = await open_table(ada, options={"players": 3})
        bob.send({"ask": "Enter", "code": code, "name": "Bob", "secret": "12345678"})
        bob.hang_up()
        await room.quiet()
        assert not any(seat.name == "Bob" and seat.connected for seat in ada.table.seats)
        await room.pass_time(60)
        assert [seat.name for seat in ada.table.seats] == ["Ada"]


@asynchronous
async def test_after_hanging_up_nothing_is_heard() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        await ada.all()
        ada.send({"ask": "close"})
        await room.quiet()
        assert ada.closed
        assert ada.unread == 0
        assert not bob.table.seats[0].connected


@asynchronous
async def test_a_mistake_in_a_dialect_ends_one_connection() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        ada.send({"ask": "raise"})
        assert ada.closed
        (error,) = room.failures
        assert isinstance(error, ZeroDivisionError)
        room.failures.clear()
        await room.quiet()
        assert not bob.table.seats[0].connected
        assert not bob.closed


@asynchronous
async def test_last_words() -> None:
    async with opened_room() as room:
        ada, _ = await table_of_two(room)
        ada.session.farewell()
        assert (await last(ada))["type"] == "farewell"
        assert ada.closed


# ---------------------------------------------------------------- choices and consent


@asynchronous
async def test_people_of_a_dialect_that_asks_choose_in_turn() -> None:
    async with opened_room() as room:
        ada, bob = room.connect(CHOOSING), room.connect(CHOOSING)
        code = await open_table(ada)
        await enter(bob, code, "Bob")
        bob.send({"ask": "do", "command": "Choose"})
        await room.quiet()
        assert ada.view.chooser == 0
        bob.send({"ask": "do", "command": "Confirm"})
        assert (await last(bob))["code"] == "not_your_turn"
        ada.send({"ask": "do", "command": "Dress", "look": {"tower": "black", "wizard": 2}})
        ada.send({"ask": "do", "command": "Confirm"})
        await room.quiet()
        bob.send({"ask": "do", "command": "Confirm", "fill": True})
        await room.quiet()
        assert ada.table.phase is Phase.PLAYING
        assert ada.view.seats[0].look.tower == "black"


@asynchronous
async def test_a_seat_whose_dialect_cannot_be_asked_does_not_agree() -> None:
    async with opened_room() as room:
        ada, bob = await table_of_two(room)
        ada.send({"ask": "do", "command": "AskEnd"})
        assert (await last(ada))["code"] == "cannot_be_asked"
        assert bob.table.request is None


@asynchronous
async def test_a_seat_of_the_page_and_one_of_a_dialect_play_together() -> None:
    async with opened_room() as room:
        await room.open_house(first=1)
        web = await room.sit_house("Web")
        ada = room.connect(PARROT)
        await enter(ada, room.actor().code, "Ada")
        await web.start()
        action = ada.view.legal[0]
        ada.send({"ask": "do", "command": "Act", "action": action})
        await room.quiet()
        with pytest.raises(Refused) as refused:
            await web.act(action)
        assert refused.value.code is Refusal.ILLEGAL_ACTION
        await web.act(web.view.legal[0])
        assert await kinds(ada) == ["started", "acted", "acted"]


# ---------------------------------------------------------------- lists


@asynchronous
async def test_the_list_has_public_tables_of_the_game_and_is_made_anew_when_something_changed() -> None:
    async with opened_room() as room:
        ada = room.connect(PARROT)
        ada.send({"ask": "Lobby"})
        assert (await last(ada))["answer"] == []
        for game, public in (("eriantys", True), ("masters", True), ("eriantys", False)):
            await room.open_house(game, public=public)
        ada.send({"ask": "Lobby"})
        assert [listing["game"] for listing in (await last(ada))["answer"]] == ["eriantys"]
        matchmaking = room.matchmaking(PARROT)
        assert await matchmaking.listed() is await matchmaking.listed()


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize(("game", "players"), [("eriantys", 2), ("eriantys", 4), ("masters", 3)])
@asynchronous
async def test_tidings_are_what_the_house_shows(game: str, players: int) -> None:
    """Made in another way, and shared where all see the same."""
    chance = Random(players)
    async with opened_room() as room:
        actor = await room.open_house(game, players, settings={"expert": True} if game == "eriantys" else {})
        told: list[Announcement] = []
        seats = [await room.sit_house(name) for name in ("Ada", "Bob", "Cyd", "Dan")[:players]]

        def hear(news: Announcement) -> None:
            for seat in range(players):
                found = seat_entry(news, "parrot", seat)
                assert found.view == views.view(news.table, seat)
                assert found.events == news.audience_events.of(seat)
                assert found.entry == views.public_entry(news.entry)
                assert seat_entry(news, "parrot", seat) is found
                assert seat_entry(news, "other", seat).view is found.view
                assert seat_entry(news, "other", seat).kept is not found.kept
            told.append(news)

        seats[0].hear = hear  # type: ignore[method-assign]
        await seats[0].start()
        for _ in range(60):
            table = actor.table
            if table.to_decide is None:
                break
            view = seats[table.to_decide].view
            if view.back_to and chance.random() < 0.1:
                await seats[table.to_decide].take_back()
            else:
                await seats[table.to_decide].act(chance.choice(view.legal))
        assert len(told) > 30


# ---------------------------------------------------------------- guessing, and short secrets


@asynchronous
async def test_secrets_are_not_guessed_for_long_and_the_owner_comes_back_all_the_same() -> None:
    async with opened_room(bare_names=False) as room:
        ada, bob = await table_of_two(room, secret="ada's own")
        code = ada.table.code
        bob.hang_up()
        await room.quiet()
        eve = room.connect(PARROT, "198.51.100.7")
        answers = [(await enter(eve, code, "Bob", secret=f"guess {number}"))["code"] for number in range(8)]
        assert answers == ["wrong_token"] * 6 + ["too_many_guesses"] * 2
        assert (await enter(eve, code, "Bob", secret="bob's own"))["code"] == "too_many_guesses"
        assert (await knock(eve, code, "Bob", secret="bob's own"))["code"] == "too_many_guesses"
        assert (await enter(eve, None, "Bob", secret="bob's own"))["code"] == "no_such_table"  # that one is passed by
        again = room.connect(PARROT, "203.0.113.5")
        assert (await enter(again, code, "Bob", secret="bob's own"))["back"] is True


@asynchronous
async def test_without_a_code_secrets_are_not_guessed_for_long_either() -> None:
    async with opened_room(bare_names=False) as room:
        _, bob = await table_of_two(room, secret="ada's own")
        bob.hang_up()
        await room.quiet()
        eve = room.connect(PARROT, "198.51.100.7")
        for number in range(8):
            assert (await enter(eve, None, "Bob", secret=f"guess {number}"))["code"] == "no_such_table"
        assert (await enter(eve, None, "Bob", secret="bob's own"))["code"] == "no_such_table"
        again = room.connect(PARROT, "203.0.113.5")
        assert (await enter(again, None, "Bob", secret="bob's own"))["back"] is True


@asynchronous
async def test_a_seat_is_not_taken_with_a_short_secret() -> None:
    async with opened_room() as room:
        ada, bob = room.connect(PARROT), room.connect(PARROT)
        ada.send({"ask": "Open", "options": OPTIONS, "name": "Ada", "secret": "1234567"})
        assert (await last(ada))["code"] == "bad_secret"
        assert keys.bad_secret().sentence == "A secret has 8 to 64 characters, all of them printable."
        assert not room.tables.awake
        code = await open_table(ada, secret="12345678")
        assert (await enter(bob, code, "Bob", secret="1234567"))["code"] == "bad_secret"
        assert (await knock(bob, code, "Bob", secret="1234567"))["code"] == "bad_secret"
        assert [seat.name for seat in ada.table.seats] == ["Ada"]


@asynchronous
async def test_who_has_a_short_secret_from_before_comes_back() -> None:
    async with opened_room(bare_names=False) as room:
        actor = await room.open_house()
        await actor.submit(commands.Sit("Old", keys.token_of_secret("Old", "1234"), here=False))
        again = room.connect(PARROT)
        assert (await enter(again, actor.code, "Old", secret="1234"))["back"] is True
