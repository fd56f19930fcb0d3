"""A table for who sits there: turns, news, talk, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from ludoteca.client import Entry, Gone, Lines, Look, Phase, Refused, Skipped, Table, Welcome
from ludoteca.dialects.house import messages
from ludoteca.dialects.house.messages import Act, ClientMessage, Goodbye, Move, Moving, Mute, Rise, SitBot
from ludoteca.house.chat import Line

from .fake_house import CODE, FakeHouse, Session, asynchronous, attending, entry, seat, until_disconnected, view

PLAYING = Phase.PLAYING
WAITING = view(5, "Ada", "Bea", you=0, phase=PLAYING)
TURN = view(6, "Ada", "Bea", you=0, phase=PLAYING, legal=3)
OVER = view(7, "Ada", "Bea", you=0, phase=Phase.OVER)

VERBS: list[tuple[Callable[[Table], Awaitable[object]], ClientMessage]] = [
    (lambda table: table.contribute("abc"), messages.Contribute(nonce="abc")),
    (lambda table: table.dress(Look("grey", 4)), messages.Dress(look=Look("grey", 4))),
    (lambda table: table.sit_bot("greedy", "Gina"), messages.SitBot(level="greedy", name="Gina")),
    (lambda table: table.remove("Bea"), messages.Remove(name="Bea")),
    (lambda table: table.hand_over("Bea"), messages.HandOver(name="Bea")),
    (lambda table: table.rise(), messages.Rise()),
    (lambda table: table.start(), messages.Start()),
    (lambda table: table.close(), messages.Close()),
    (lambda table: table.act({"do": "end_turn"}), messages.Act(action={"do": "end_turn"})),
    (lambda table: table.take_back(3), messages.TakeBack(to=3)),
    (lambda table: table.ask_end(), messages.AskEnd()),
    (lambda table: table.answer(False), messages.Answer(yes=False)),
    (lambda table: table.resign(), messages.Resign()),
    (lambda table: table.say("hello"), messages.Say(text="hello")),
    (lambda table: table.mute("Bea", False), messages.Mute(name="Bea", muted=False)),
]


@pytest.mark.parametrize(("verb", "message"), VERBS, ids=[type(message).__name__ for verb, message in VERBS])
@asynchronous
async def test_every_verb_sends_its_message(verb: Callable[[Table], Awaitable[object]], message: ClientMessage) -> None:
    async def script(session: Session) -> None:
        await session.greet(WAITING)
        got = await session.expect(type(message))
        assert [getattr(got, name) for name in got.__struct_fields__ if name != "id"] == [
            getattr(message, name) for name in message.__struct_fields__ if name != "id"
        ]
        await session.done(got, 6)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        await verb(await house.resume(CODE, "key of Ada"))


# ---------------------------------------------------------------- turns


@asynchronous
async def test_my_turn_comes_with_the_legal_actions() -> None:
    moved = entry(TURN, "acted", seat=1, by="player")
    async with FakeHouse(attending(moved, seen=WAITING)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        turn = await table.my_turn()
        assert turn == TURN == table.view


@asynchronous
async def test_after_an_act_my_turn_is_a_later_one() -> None:
    async def script(session: Session) -> None:
        await session.greet(TURN)
        act = await session.expect(Act)
        await session.say(entry(view(7, "Ada", "Bea", you=0, phase=PLAYING), "acted", seat=0, by="player"))
        await session.done(act, 7)
        await session.say(entry(view(8, "Ada", "Bea", you=0, phase=PLAYING, legal=1), "acted", seat=1, by="player"))
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        turn = await table.my_turn()
        assert turn is not None
        assert await table.act(turn.legal[0]) == 7
        later = await table.my_turn()
        assert later is not None
        assert later.number == 8


@asynchronous
async def test_a_turn_that_was_seen_before_the_connection_failed_is_not_trusted() -> None:
    async def first(session: Session) -> None:
        await session.greet(TURN)
        await session.drop()

    async def second(session: Session) -> None:
        await asked.wait()
        await session.greet(view(9, "Ada", "Bea", you=0, phase=PLAYING, legal=1), missed=None)
        await session.until_gone()

    asked = asyncio.Event()
    async with FakeHouse(first, second) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        await until_disconnected(table)
        turn = asyncio.create_task(table.my_turn())
        asked.set()
        found = await turn
        assert found is not None
        assert found.number == 9


@pytest.mark.parametrize("phase", [Phase.OVER, Phase.CLOSED])
@asynchronous
async def test_there_is_no_turn_any_more(phase: Phase) -> None:
    end = entry(view(7, "Ada", "Bea", you=0, phase=phase), "ended", why="rules", winners=[1], secret="")
    async with FakeHouse(attending(end, seen=WAITING)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await table.my_turn() is None


# ---------------------------------------------------------------- news


@asynchronous
async def test_news_begin_with_the_welcome_and_end_with_the_table() -> None:
    said = Lines(lines=[Line(1, 1, 1, "Bea", "bye")])
    moved = entry(TURN, "acted", seat=1, by="player")
    closed = entry(view(7, "Ada", "Bea", you=0, phase=Phase.CLOSED), "closed", why="operator")
    async with FakeHouse(attending(moved, said, closed, seen=WAITING)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        news = [each async for each in table]
        assert news == [Welcome(view=WAITING), moved, said, closed]
        with pytest.raises(Refused, match="table_closed"):
            await table.say("anybody?")


@asynchronous
async def test_a_table_that_closes_with_a_request_unanswered() -> None:
    async def script(session: Session) -> None:
        await session.greet(WAITING)
        await session.expect(Act)
        await session.say(entry(view(6, "Ada", "Bea", you=0, phase=Phase.CLOSED), "closed", why="operator"))
        await session.drop()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        with pytest.raises(Refused, match="table_closed"):
            await table.act({"do": "x"})


@asynchronous
async def test_an_answer_that_comes_after_the_table_was_closed_counts() -> None:
    async def script(session: Session) -> None:
        await session.greet(WAITING)
        act = await session.expect(Act)
        await session.say(entry(view(7, "Ada", "Bea", you=0, phase=Phase.CLOSED), "closed", why="operator"))
        await session.done(act, 6)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await table.act({"do": "x"}) == 6


@asynchronous
async def test_news_end_when_one_leaves() -> None:
    async with FakeHouse(attending(seen=WAITING)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        async for _ in table:
            await table.leave()
        with pytest.raises(Gone, match="left"):
            await table.act({"do": "x"})


@asynchronous
async def test_news_end_for_who_loses_his_seat() -> None:
    removed = entry(view(6, "Bea"), "rose", seat=0, why="removed")
    async with FakeHouse(attending(removed, seen=view(5, "Ada", "Bea", you=0))) as fake, fake.house() as house:
        table = await house._attend(CODE, "key of Ada")
        assert [each async for each in table][-1] == removed
        with pytest.raises(Gone, match="not_seated"):
            await table.start()
        with pytest.raises(Gone, match="not_seated"):
            await table.my_turn()


@asynchronous
async def test_news_end_for_who_rises() -> None:
    async def script(session: Session) -> None:
        await session.greet(view(5, "Ada", "Bea", you=0))
        rise = await session.expect(Rise)
        await session.say(entry(view(6, "Bea"), "rose", seat=0, why="left"))
        await session.done(rise, 6)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house._attend(CODE, "key of Ada")
        await table.rise()
        assert len([each async for each in table]) == 2


@asynchronous
async def test_a_slow_reader_acts_all_the_same_and_is_told_how_much_he_skipped() -> None:
    """Hundreds of entries arrive while nobody reads any. No request waits for the reader."""

    async def script(session: Session) -> None:
        await session.greet(view(5, "Ada", "Bea", you=0, phase=PLAYING, legal=1))
        act = await session.expect(Act)
        for number in range(6, 506):
            await session.say(entry(view(number, "Ada", "Bea", you=0, phase=PLAYING), "acted", seat=1, by="bot"))
        await session.done(act, 6)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house(news=10) as house:
        table = await house.resume(CODE, "key of Ada")
        assert await table.act({"do": "x"}) == 6
        assert table.view.number == 505
        assert await anext(table) == Skipped(491)
        first = await anext(table)
        assert isinstance(first, Entry)
        assert first.entry.number == 496


# ---------------------------------------------------------------- talk


@asynchronous
async def test_whom_one_has_muted_is_not_heard_after_a_lost_connection_either() -> None:
    async def first(session: Session) -> None:
        await session.greet(WAITING)
        await session.done(await session.expect(Mute))
        await session.drop()

    async def second(session: Session) -> None:
        hello = await session.greet(WAITING, missed=[], lines=[Line(1, 1, 1, "Bea", "noise")])
        assert hello.heard == 0
        await session.say(Lines(lines=[Line(2, 2, 1, "Bea", "more noise"), Line(3, 3, 2, "Cid", "signal")]))
        await session.until_gone()

    async with FakeHouse(first, second) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        await table.mute("Bea")
        news = [await anext(table) for _ in range(3)]
        assert [type(each) for each in news] == [Welcome, Welcome, Lines]
        assert news[2] == Lines(lines=[Line(3, 3, 2, "Cid", "signal")])


@asynchronous
async def test_a_line_is_heard_once() -> None:
    """One that is told while somebody comes back may be in the welcome too."""
    line = Line(1, 1, 1, "Bea", "hi")
    more = Line(2, 2, 1, "Bea", "again")
    said = (Lines(lines=[line]), Lines(lines=[line, more]))
    async with FakeHouse(attending(*said, seen=WAITING, lines=[line])) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        news = [await anext(table) for _ in range(3)]
        assert [each for each in news if isinstance(each, Lines)] == [Lines(lines=[line]), Lines(lines=[more])]


# ---------------------------------------------------------------- bots, other devices


@asynchronous
async def test_a_bot_without_a_name_gets_the_first_that_is_free() -> None:
    table_now = view(5, "Ada", seat("greedy-1", bot="greedy"), you=0, phase=PLAYING)

    async def script(session: Session) -> None:
        await session.greet(table_now)
        asked = await session.expect(SitBot)
        assert asked.name == "greedy-2"
        await session.say(entry(view(6, "Ada", "greedy-1", "greedy-2", you=0, phase=PLAYING), "sat", name="greedy-2"))
        await session.refuse(asked, "name_taken")  # somebody was faster
        asked = await session.expect(SitBot)
        assert asked.name == "greedy-3"
        await session.done(asked, 7)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        await table.sit_bot("greedy")


@asynchronous
async def test_a_seat_is_moved_by_a_code_and_then_gone_from_here() -> None:
    async def script(session: Session) -> None:
        await session.greet(WAITING)
        move = await session.expect(Move)
        await session.say(Moving(id=move.id, code="KLMNPQRS", until=99))
        await session.say(Goodbye(code="moved", sentence="Your seat has moved to another device."))
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        moving = await table.move()
        assert (moving.code, moving.until) == ("KLMNPQRS", 99)
        with pytest.raises(Gone, match="moved"):
            await table.my_turn()


# ---------------------------------------------------------------- the end of a house


@asynchronous
async def test_leaving_the_house_leaves_its_tables() -> None:
    async with FakeHouse(attending(seen=WAITING), attending(seen=WAITING)) as fake:
        async with fake.house() as house:
            tables = [await house.resume(CODE, "key of Ada"), await house.watch(CODE)]
        assert not any(table.connected for table in tables)
        assert not house._tables


@asynchronous
async def test_a_table_is_left_at_the_end_of_its_block() -> None:
    async with FakeHouse(attending(seen=WAITING)) as fake, fake.house() as house:
        async with await house.resume(CODE, "key of Ada") as table:
            assert table.connected
        assert not table.connected


@asynchronous
async def test_who_is_cancelled_while_he_waits_leaves_no_request_behind() -> None:
    async def script(session: Session) -> None:
        await session.greet(WAITING)
        late = await session.expect(Act)
        heard.set()
        await asked.wait()
        await session.done(late, 6)  # nobody waits for it any more
        await session.done(await session.expect(Act), 7)
        await session.until_gone()

    heard, asked = asyncio.Event(), asyncio.Event()
    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        acting = asyncio.create_task(table.act({"do": "x"}))
        await heard.wait()
        acting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await acting
        asked.set()
        assert await table.act({"do": "y"}) == 7
