"""A lost connection: the client comes back by itself, says what it has seen, and sees its requests through."""

from __future__ import annotations

import asyncio
import socket

import pytest

from ludoteca.client import Entry, Gone, House, Lines, Refused, Skipped, Table, Unreachable, Welcome, conversation
from ludoteca.dialects.house import messages
from ludoteca.dialects.house.messages import Act, Goodbye, Hello, TakeBack
from ludoteca.house.chat import Line
from ludoteca.house.table import Phase

from .fake_house import (
    CODE,
    FakeHouse,
    Script,
    Session,
    Trying,
    asynchronous,
    attending,
    entry,
    happened,
    seat,
    until_disconnected,
    view,
)

PLAYING = Phase.PLAYING
SEATED = view(5, "Ada", "Bea", you=0, phase=PLAYING, legal=2)
ACTED = view(6, "Ada", "Bea", you=0, phase=PLAYING)


def dropping(seen: int = 5) -> Script:
    async def script(session: Session) -> None:
        await session.greet(view(seen, "Ada", "Bea", you=0, phase=PLAYING))
        await session.drop()

    return script


async def kinds(table: Table, count: int) -> list[str]:
    """What the next news are, in short."""
    found = []
    for _ in range(count):
        match await anext(table):
            case Entry(entry=entry):
                found.append(f"entry {entry.number}")
            case Lines(lines=lines):
                found.append(" ".join(f"{line.name}: {line.text}" for line in lines))
            case Welcome(view=seen):
                found.append(f"welcome {seen.number}")
            case Skipped(count=skipped):
                found.append(f"skipped {skipped}")
    return found


@asynchronous
async def test_it_says_what_it_has_seen_and_heard_and_is_told_the_rest() -> None:
    async def first(session: Session) -> None:
        hello = await session.greet(SEATED, lines=[Line(1, 1, 1, "Bea", "hi")])
        assert (hello.key, hello.seen, hello.heard) == ("key of Ada", None, 0)
        await session.say(entry(ACTED, "acted", seat=0, by="player"))
        await session.drop()

    async def second(session: Session) -> None:
        hello = await session.greet(
            view(8, "Ada", "Bea", you=0, phase=PLAYING),
            missed=[happened(7, "departed", seat=0), happened(8, "acted", seat=1, by="player")],
            lines=[Line(2, 2, 1, "Bea", "still there?")],
        )
        assert (hello.key, hello.seen, hello.heard) == ("key of Ada", 6, 1)
        await session.until_gone()

    async with FakeHouse(first, second) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await kinds(table, 7) == [
            "Bea: hi",
            "welcome 5",
            "entry 6",
            "entry 7",
            "entry 8",
            "Bea: still there?",
            "welcome 8",
        ]
        assert table.view.number == 8


@asynchronous
async def test_what_is_too_old_to_be_told_is_counted() -> None:
    async with FakeHouse(dropping(5), attending(seen=view(500, you=0), missed=None)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await kinds(table, 2) == ["welcome 5", "skipped 495"]
        assert await kinds(table, 1) == ["welcome 500"]


@asynchronous
async def test_an_act_is_sent_again_with_the_same_id() -> None:
    ids = []

    async def first(session: Session) -> None:
        await session.greet(SEATED)
        ids.append((await session.expect(Act)).id)
        await session.drop()

    async def second(session: Session) -> None:
        """The house recognises it: the entry was made, its answer was lost."""
        await session.greet(ACTED, missed=[happened(6, "acted", seat=0, by="player")])
        act = await session.expect(Act)
        ids.append(act.id)
        await session.done(act, 6)
        await session.until_gone()

    async with FakeHouse(first, second) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await table.act(table.view.legal[0]) == 6
        assert table.view.number == 6
    assert ids[0] == ids[1] != ""


@asynchronous
async def test_requests_survive_any_number_of_connections_and_keep_their_order() -> None:
    async def losing(session: Session) -> None:
        await session.greet(SEATED)
        await session.expect(Act)
        await session.expect(TakeBack)
        await session.drop()

    async def last(session: Session) -> None:
        await session.greet(SEATED)
        await session.done(await session.expect(Act), 6)
        await session.done(await session.expect(TakeBack), 7)
        await session.until_gone()

    async with FakeHouse(losing, losing, losing, last) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        acted, taken_back = await asyncio.gather(table.act({"do": "x"}), table.take_back())
        assert (acted, taken_back) == (6, 7)


@asynchronous
async def test_what_is_asked_while_there_is_no_connection_is_sent_with_the_next_one() -> None:
    lost = asyncio.Event()

    async def second(session: Session) -> None:
        await lost.wait()
        await session.greet(SEATED)
        await session.done(await session.expect(Act), 6)
        await session.until_gone()

    async with FakeHouse(dropping(), second) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        await until_disconnected(table)
        acting = asyncio.create_task(table.act({"do": "x"}))
        await asyncio.sleep(0)
        lost.set()
        assert await acting == 6


@asynchronous
async def test_two_tables_of_one_key_never_choose_the_same_id() -> None:
    ids = []

    async def script(session: Session) -> None:
        await session.greet(SEATED)
        act = await session.expect(Act)
        ids.append(act.id)
        await session.done(act, 6)
        await session.until_gone()

    async with FakeHouse(script, script) as fake, fake.house() as house:
        for _ in range(2):
            table = await house.resume(CODE, "key of Ada")
            await table.act({"do": "x"})
    assert len(set(ids)) == 2


# ---------------------------------------------------------------- goodbyes


@asynchronous
async def test_a_goodbye_says_how_long_to_stay_away() -> None:
    times = []

    async def first(session: Session) -> None:
        await session.greet(SEATED)
        times.append(asyncio.get_running_loop().time())
        await session.say(Goodbye(code="restart", sentence="The house restarts.", again=0.3))

    async def second(session: Session) -> None:
        times.append(asyncio.get_running_loop().time())
        await session.greet(SEATED)
        await session.until_gone()

    async with FakeHouse(first, second) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await kinds(table, 2) == ["welcome 5", "welcome 5"]
    assert times[1] - times[0] >= 0.3


@asynchronous
async def test_after_a_goodbye_without_return_everything_is_gone() -> None:
    async def script(session: Session) -> None:
        await session.greet(view(5, "Ada", "Bea", you=0, phase=PLAYING))
        await session.expect(Act)
        await session.say(Goodbye(code="moved", sentence="Your seat has moved to another device."))

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        with pytest.raises(Gone) as gone:
            await table.act({"do": "x"})
        assert (gone.value.code, gone.value.sentence) == ("moved", "Your seat has moved to another device.")
        with pytest.raises(Gone):
            await table.my_turn()
        with pytest.raises(Gone):
            await table.say("hello")
        assert await kinds(table, 1) == ["welcome 5"]  # what was told before can still be read
        with pytest.raises(Gone):
            await anext(table)


@pytest.mark.parametrize(("status", "code"), [(403, "refused_address"), (404, "no_such_table"), (400, "not_found")])
@asynchronous
async def test_a_handshake_that_is_refused_for_good(status: int, code: str) -> None:
    async with FakeHouse(status) as fake, fake.house() as house:
        with pytest.raises(Gone) as gone:
            await house.watch(CODE)
        assert gone.value.code == code


@pytest.mark.parametrize("status", [404, 403])
@asynchronous
async def test_a_table_that_is_gone_after_a_lost_connection(status: int) -> None:
    async with FakeHouse(dropping(), status) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        with pytest.raises(Gone):
            await table.my_turn()


@asynchronous
async def test_a_busy_house_is_tried_again() -> None:
    async with FakeHouse(503, 429, 502, attending(seen=SEATED)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert table.view == SEATED


@asynchronous
async def test_a_greeting_refused_for_a_passing_reason_is_tried_again() -> None:
    async def script(session: Session) -> None:
        await session.refuse(await session.expect(Hello), "read_only", detail="the disk is full")
        await session.until_gone()

    async with FakeHouse(script, attending(seen=SEATED)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert table.view == SEATED


@asynchronous
async def test_a_key_that_opens_no_seat_is_gone() -> None:
    async def script(session: Session) -> None:
        await session.refuse(await session.expect(Hello), "wrong_token")
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        with pytest.raises(Gone, match="wrong_token"):
            await house.resume(CODE, "key of nobody")


@asynchronous
async def test_what_is_not_of_this_protocol_is_gone() -> None:
    async def script(session: Session) -> None:
        await session.expect(Hello)
        await session.say_text('{"type": "poem"}')
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        with pytest.raises(Gone, match="malformed"):
            await house.watch(CODE)


# ---------------------------------------------------------------- nobody there


def unused_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@asynchronous
async def test_where_nobody_answers_the_first_attempt_says_so_at_once() -> None:
    async with House(f"http://127.0.0.1:{unused_port()}", timeout=None) as house:
        with pytest.raises(Unreachable, match=r"No house answers at http://127\.0\.0\.1"):
            await house.watch(CODE)


@asynchronous
async def test_where_somebody_answers_the_first_attempt_is_not_the_last() -> None:
    async def hanging_up(session: Session) -> None:
        await session.drop()

    async with FakeHouse(hanging_up, attending(seen=SEATED)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert table.connected


@asynchronous
async def test_a_request_has_a_time_limit_over_all_connections() -> None:
    async def losing(session: Session) -> None:
        await session.greet(SEATED)
        await session.expect(Act)
        await session.drop()

    async def silent(session: Session) -> None:
        await session.greet(SEATED)
        await session.expect(Act)
        await session.until_gone()

    async with FakeHouse(losing, silent) as fake, fake.house(timeout=2.0) as house:
        table = await house.resume(CODE, "key of Ada")
        with pytest.raises(TimeoutError, match=r"within 2\.0 s"):
            await table.act({"do": "x"})


@asynchronous
async def test_a_house_that_comes_back_after_a_while_is_found_again() -> None:
    """An address that was right once is tried again and again."""
    later = view(9, "Ada", "Bea", you=0, phase=PLAYING, legal=1)

    async def first(session: Session) -> None:
        await session.greet(SEATED)
        await fake.stop_listening()
        await session.drop()

    trying = Trying(first=0.001, longest=60.0)
    async with FakeHouse(first, attending(seen=later, missed=None)) as fake, fake.house(backoff=trying) as house:
        table = await house.resume(CODE, "key of Ada")
        await trying.tried.wait()
        await fake.listen_again()
        while table.view.number < later.number:
            await anext(table)


@asynchronous
async def test_a_house_that_never_welcomes_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(session: Session) -> None:
        await session.expect(Hello)
        await session.until_gone()

    monkeypatch.setattr(conversation, "GREETING", 2.0)  # long enough for the house to hear the greeting
    async with FakeHouse(script) as fake, fake.house() as house:
        with pytest.raises(Unreachable, match="has not answered a greeting"):
            await house.watch(CODE)


# ---------------------------------------------------------------- answers that are no answers


@asynchronous
async def test_too_fast_is_waited_for() -> None:
    async def script(session: Session) -> None:
        await session.greet(SEATED)
        await session.refuse(await session.expect(Act), "too_fast", seconds=0.01)
        await session.done(await session.expect(Act), 6)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await table.act({"do": "x"}) == 6


@asynchronous
async def test_who_is_back_before_the_house_has_noted_it_waits_for_that() -> None:
    away = view(5, seat("Ada", connected=False), "Bea", you=0, phase=PLAYING)

    async def script(session: Session) -> None:
        await session.greet(away)
        await session.refuse(await session.expect(Act), "away")
        await session.say(entry(view(6, "Ada", "Bea", you=0, phase=PLAYING, legal=1), "arrived", seat=0))
        await session.done(await session.expect(Act), 7)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert await table.act({"do": "x"}) == 7


@asynchronous
async def test_a_refusal_is_raised_with_all_that_it_says() -> None:
    async def script(session: Session) -> None:
        await session.greet(SEATED)
        act = await session.expect(Act)
        await session.say(
            messages.Refused(
                id=act.id, code="illegal_action", sentence="The cloud is empty.", parameters={"a": 1}, rule="x"
            )
        )
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        with pytest.raises(Refused, match="The cloud is empty") as refused:
            await table.act({"do": "x"})
        error = refused.value
        assert (error.code, error.sentence, error.parameters, error.rule) == (
            "illegal_action",
            "The cloud is empty.",
            {"a": 1},
            "x",
        )


@asynchronous
async def test_what_is_too_large_is_refused_here_and_not_sent() -> None:
    async with FakeHouse(attending(seen=SEATED)) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        with pytest.raises(Refused, match="too_large"):
            await table.act({"do": "x" * 70_000})
