"""Requests that the house does not recognise by their id: what becomes of them when the answer is lost.

Each of them is sent, the connection fails, and the client finds one of three tables when it is back: what it asked for
is done, or not, or something else is so that makes asking again wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from ludoteca.client import Gone, House, Look, Phase, Refused, Table, TableView
from ludoteca.client.lost_answers import did
from ludoteca.client.table_state import Roster
from ludoteca.dialects.house import messages
from ludoteca.dialects.house.messages import ClientMessage, Happened
from ludoteca.house.chat import Line
from ludoteca.house.views import RequestView

from .fake_house import (
    CODE,
    FakeHouse,
    Script,
    Session,
    asynchronous,
    attending,
    entry,
    happened,
    seat,
    until_connected,
    view,
)

PLAYING = Phase.PLAYING
LOBBY = view(5, "Ada", "Bea", you=0)
GAME = view(5, "Ada", "Bea", you=0, phase=PLAYING)
TAKING_BACK = RequestView(seat=1, what="take_back", to=3, agreed=[])
ENDING = RequestView(seat=1, what="end", to=0, agreed=[])
QUESTION = view(5, "Ada", "Bea", you=0, phase=PLAYING, request=TAKING_BACK)
OVER = view(6, "Ada", "Bea", you=0, phase=Phase.OVER)


@dataclass
class Case:
    """`ask` sends `message` at the table `at`; `doing` is the entry that it makes, after which the table is `after`."""

    name: str
    message: type[ClientMessage]
    ask: Callable[[Table], Awaitable[Any]]
    at: TableView
    doing: Happened | None
    after: TableView
    refusal: str = ""  # that says, to who asks again, that it is so
    foreign: list[Happened] = field(default_factory=list)  # entries that look similar and are somebody else's


CASES = [
    Case(
        "contribute",
        messages.Contribute,
        lambda table: table.contribute("abc"),
        LOBBY,
        happened(6, "contributed", seat=0),
        view(6, "Ada", "Bea", you=0),
        "already_so",
        [happened(6, "contributed", seat=1)],
    ),
    Case(
        "dress",
        messages.Dress,
        lambda table: table.dress(Look("white", 2)),
        LOBBY,
        happened(6, "dressed", seat=0, look={"tower": "white", "wizard": 2}),
        view(6, "Ada", "Bea", you=0),
        "",
        [
            happened(6, "dressed", seat=1, look={"tower": "white", "wizard": 2}),
            happened(6, "dressed", seat=0, look={"tower": "black", "wizard": 2}),
        ],
    ),
    Case(
        "sit_bot",
        messages.SitBot,
        lambda table: table.sit_bot("greedy"),
        view(5, "Ada", you=0),
        happened(6, "sat", seat=1, name="greedy-1", bot="greedy"),
        view(6, "Ada", seat("greedy-1", bot="greedy"), you=0),
        "name_taken",
        [happened(6, "sat", seat=1, name="Bea", bot=None), happened(6, "sat", seat=1, name="greedy-1", bot="other")],
    ),
    Case(
        "remove",
        messages.Remove,
        lambda table: table.remove("Bea"),
        LOBBY,
        happened(6, "rose", seat=1, why="removed"),
        view(6, "Ada", you=0),
        "no_such_name",
        [happened(6, "rose", seat=2, why="removed")],
    ),
    Case(
        "hand_over",
        messages.HandOver,
        lambda table: table.hand_over("Bea"),
        LOBBY,
        happened(6, "handed_over", seat=1),
        view(6, "Ada", "Bea", you=0, host=1),
        "not_host",
        [happened(6, "handed_over", seat=2)],
    ),
    Case(
        "start",
        messages.Start,
        lambda table: table.start(),
        LOBBY,
        happened(6, "started", order=[0, 1]),
        view(6, "Ada", "Bea", you=0, phase=PLAYING),
        "not_open",
        [happened(6, "contributed", seat=0)],
    ),
    Case(
        "ask_end",
        messages.AskEnd,
        lambda table: table.ask_end(),
        GAME,
        happened(6, "asked", seat=0, what="end", to=0),
        view(6, "Ada", "Bea", you=0, phase=PLAYING, request=RequestView(seat=0, what="end", to=0, agreed=[])),
        "already_so",
        [happened(6, "asked", seat=1, what="end", to=0), happened(6, "asked", seat=0, what="take_back", to=2)],
    ),
    Case(
        "ask_end when nobody has to be asked",
        messages.AskEnd,
        lambda table: table.ask_end(),
        GAME,
        happened(6, "ended", why="agreed", winners=[], secret=""),
        OVER,
        "",
        [happened(6, "ended", why="rules", winners=[0], secret="")],
    ),
    Case(
        "answer",
        messages.Answer,
        lambda table: table.answer(True),
        QUESTION,
        happened(6, "answered", seat=0, yes=True),
        view(6, "Ada", "Bea", you=0, phase=PLAYING, request=RequestView(seat=1, what="take_back", to=3, agreed=[0])),
        "",
        [happened(6, "answered", seat=1, yes=True), happened(6, "answered", seat=0, yes=False)],
    ),
    Case(
        "the last yes",
        messages.Answer,
        lambda table: table.answer(True),
        QUESTION,
        happened(6, "took_back", seat=1, to=3),
        GAME,
        "",
        [happened(6, "took_back", seat=0, to=3)],
    ),
    Case(
        "the last yes to the end",
        messages.Answer,
        lambda table: table.answer(True),
        view(5, "Ada", "Bea", you=0, phase=PLAYING, request=ENDING),
        happened(6, "ended", why="agreed", winners=[], secret=""),
        OVER,
        "",
        [happened(6, "ended", why="rules", winners=[0], secret="")],
    ),
    Case(
        "resign, and nobody is left",
        messages.Resign,
        lambda table: table.resign(),
        GAME,
        happened(6, "ended", why="resigned", winners=[1], secret=""),
        OVER,
        "",
        [happened(6, "ended", why="alone", winners=[0], secret="")],
    ),
    Case(
        "resign",
        messages.Resign,
        lambda table: table.resign(),
        GAME,
        happened(6, "stood_in", seat=0, why="resigned"),
        view(6, seat("Ada", stand_in="resigned"), "Bea", you=0, phase=PLAYING),
        "stood_in",
        [happened(6, "stood_in", seat=1, why="resigned"), happened(6, "stood_in", seat=0, why="clock")],
    ),
    Case(
        "say",
        messages.Say,
        lambda table: table.say("hello"),
        GAME,
        None,
        GAME,
    ),
]
MESSAGES: dict[str, ClientMessage] = {
    "contribute": messages.Contribute(nonce="abc"),
    "dress": messages.Dress(look=Look("white", 2)),
    "sit_bot": messages.SitBot(level="greedy", name="greedy-1"),
    "remove": messages.Remove(name="Bea"),
    "hand_over": messages.HandOver(name="Bea"),
    "start": messages.Start(),
    "ask_end": messages.AskEnd(),
    "ask_end when nobody has to be asked": messages.AskEnd(),
    "the last yes to the end": messages.Answer(yes=True),
    "resign, and nobody is left": messages.Resign(),
    "answer": messages.Answer(yes=True),
    "the last yes": messages.Answer(yes=True),
    "resign": messages.Resign(),
    "say": messages.Say(text="hello"),
}
EACH = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
REFUSED_AGAIN = pytest.mark.parametrize("case", [case for case in CASES if case.refusal], ids=lambda case: case.name)


def asked_and_lost(case: Case) -> Callable[[Session], Awaitable[None]]:
    async def script(session: Session) -> None:
        await session.greet(case.at)
        await session.expect(case.message)
        await session.drop()

    return script


async def at_table(house: House) -> Table:
    """Without bringing a nonce, which `resume` would do first."""
    return await house._attend(CODE, "key of Ada")


@EACH
@asynchronous
async def test_what_was_done_is_not_asked_for_again(case: Case) -> None:
    missed = [] if case.doing is None else [case.doing]
    lines = [] if case.doing is not None else [Line(1, 1, 0, "Ada", "hello")]
    back = attending(seen=case.after, missed=missed, lines=lines)  # and not a word from the client
    async with FakeHouse(asked_and_lost(case), back) as fake, fake.house() as house:
        table = await at_table(house)
        await case.ask(table)


@EACH
@asynchronous
async def test_what_was_not_done_is_asked_for_again(case: Case) -> None:
    async def back(session: Session) -> None:
        await session.greet(case.at, missed=[])
        await session.done(await session.expect(case.message), 6)
        await session.until_gone()

    async with FakeHouse(asked_and_lost(case), back) as fake, fake.house() as house:
        table = await at_table(house)
        await case.ask(table)


@REFUSED_AGAIN
@asynchronous
async def test_a_refusal_that_says_it_is_so_is_none(case: Case) -> None:
    """So much has happened that the house does not tell each entry, so it is asked for again."""

    async def back(session: Session) -> None:
        await session.greet(case.after, missed=None)
        await session.refuse(await session.expect(case.message), case.refusal)
        await session.until_gone()

    async with FakeHouse(asked_and_lost(case), back) as fake, fake.house() as house:
        table = await at_table(house)
        await case.ask(table)


@REFUSED_AGAIN
@asynchronous
async def test_the_same_refusal_of_the_first_attempt_is_one(case: Case) -> None:
    async def script(session: Session) -> None:
        await session.greet(case.at)
        await session.refuse(await session.expect(case.message), case.refusal)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await at_table(house)
        with pytest.raises(Refused, match=case.refusal):
            await case.ask(table)


@EACH
@asynchronous
async def test_another_refusal_of_the_second_attempt_is_one(case: Case) -> None:
    async def back(session: Session) -> None:
        await session.greet(case.at, missed=[])
        await session.refuse(await session.expect(case.message), "paused")
        await session.until_gone()

    async with FakeHouse(asked_and_lost(case), back) as fake, fake.house() as house:
        table = await at_table(house)
        with pytest.raises(Refused, match="paused"):
            await case.ask(table)


@EACH
def test_what_others_do_is_not_taken_for_ones_own(case: Case) -> None:
    message = MESSAGES[case.name]
    roster = Roster(("Ada", "Bea", "Cid"), 0)
    assert case.doing is None or did(message, case.doing, roster)
    for similar in case.foreign:
        assert not did(message, similar, roster)


# ---------------------------------------------------------------- an answer is given to one question only


@pytest.mark.parametrize(
    ("question", "missed"),
    [
        (ENDING, [happened(6, "took_back", seat=0, to=2), happened(7, "asked", seat=1, what="end", to=0)]),
        (
            TAKING_BACK,
            [happened(6, "answered", seat=1, yes=False), happened(7, "asked", seat=1, what="take_back", to=3)],
        ),
        (None, [happened(6, "acted", seat=1, by="player")]),
        (TAKING_BACK, None),
    ],
    ids=["another question", "the same once more", "no question", "too much has happened"],
)
@asynchronous
async def test_an_answer_is_never_given_to_another_question(
    question: RequestView | None, missed: list[Happened] | None
) -> None:
    """The first yes did not get through. To say yes again might end the game."""
    later = view(9, "Ada", "Bea", you=0, phase=PLAYING, request=question)
    case = next(case for case in CASES if case.name == "answer")
    back = attending(seen=later, missed=missed)
    async with FakeHouse(asked_and_lost(case), back) as fake, fake.house() as house:
        table = await at_table(house)
        with pytest.raises(Refused, match="stale"):
            await table.answer(True)


# ---------------------------------------------------------------- seats move while nobody looks


@asynchronous
async def test_ones_own_entry_is_recognised_after_seats_moved_up() -> None:
    async def first(session: Session) -> None:
        await session.greet(view(5, "Bea", "Cid", "Ada", you=2))
        await session.expect(messages.Dress)
        await session.drop()

    rose = happened(6, "rose", seat=0, why="left")
    dressed = happened(7, "dressed", seat=1, look={"tower": None, "wizard": 3})
    back = attending(seen=view(7, "Cid", "Ada", you=1), missed=[rose, dressed])
    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await at_table(house)
        await table.dress(Look(wizard=3))


@asynchronous
async def test_an_entry_told_just_before_the_connection_failed_counts_too() -> None:
    async def first(session: Session) -> None:
        await session.greet(view(5, "Ada", you=0))
        await session.expect(messages.SitBot)
        await session.say(
            entry(view(6, "Ada", seat("greedy-1", bot="greedy"), you=0), "sat", name="greedy-1", bot="greedy")
        )
        await session.drop()

    back = attending(seen=view(6, "Ada", seat("greedy-1", bot="greedy"), you=0), missed=[])
    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await at_table(house)
        await table.sit_bot("greedy")
        await until_connected(table)


@asynchronous
async def test_the_first_one_that_was_on_its_way_when_the_second_came() -> None:
    """The house worked on what the old connection had sent when the client was back already."""

    async def back(session: Session) -> None:
        await session.greet(LOBBY, missed=[])
        start = await session.expect(messages.Start)
        await session.say(entry(view(6, "Ada", "Bea", you=0, phase=PLAYING), "started", order=[0, 1]))
        await session.refuse(start, "not_full")
        await session.until_gone()

    case = next(case for case in CASES if case.name == "start")
    async with FakeHouse(asked_and_lost(case), back) as fake, fake.house() as house:
        table = await at_table(house)
        await table.start()


@asynchronous
async def test_one_line_is_not_taken_for_two() -> None:
    async def first(session: Session) -> None:
        await session.greet(GAME)
        await session.expect(messages.Say)
        await session.expect(messages.Say)
        await session.drop()

    async def back(session: Session) -> None:
        await session.greet(GAME, missed=[], lines=[Line(1, 1, 0, "Ada", "ha")])
        await session.done(await session.expect(messages.Say))
        await session.until_gone()

    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await at_table(house)
        await asyncio.gather(table.say("ha"), table.say("ha"))


@asynchronous
async def test_one_entry_is_not_taken_for_two() -> None:
    async def first(session: Session) -> None:
        await session.greet(GAME)
        await session.expect(messages.AskEnd)
        await session.expect(messages.AskEnd)
        await session.drop()

    async def back(session: Session) -> None:
        await session.greet(GAME, missed=[happened(6, "asked", seat=0, what="end", to=0)])
        await session.done(await session.expect(messages.AskEnd))
        await session.until_gone()

    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await at_table(house)
        await asyncio.gather(table.ask_end(), table.ask_end())


# ---------------------------------------------------------------- requests after which one is gone


@asynchronous
async def test_rising_whose_answer_was_lost_is_known_by_the_key_that_opens_nothing() -> None:
    async def first(session: Session) -> None:
        await session.greet(LOBBY)
        await session.expect(messages.Rise)
        await session.drop()

    async def back(session: Session) -> None:
        await session.refuse(await session.expect(messages.Hello), "wrong_token")
        await session.until_gone()

    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await at_table(house)
        await table.rise()


@asynchronous
async def test_somebody_elses_key_that_opens_nothing_is_gone() -> None:
    async def first(session: Session) -> None:
        await session.greet(LOBBY)
        await session.expect(messages.Start)
        await session.drop()

    async def back(session: Session) -> None:
        await session.refuse(await session.expect(messages.Hello), "wrong_token")
        await session.until_gone()

    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await at_table(house)
        with pytest.raises(Gone, match="wrong_token"):
            await table.start()


CLOSED = attending(seen=view(6, "Ada", you=0, phase=Phase.CLOSED), missed=[happened(6, "closed", why="host")])


@pytest.mark.parametrize("back", [CLOSED, 404], ids=["closed", "no longer kept"])
@asynchronous
async def test_closing_whose_answer_was_lost(back: Script | int) -> None:
    async def first(session: Session) -> None:
        await session.greet(LOBBY)
        await session.expect(messages.Close)
        await session.drop()

    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await at_table(house)
        await table.close()
