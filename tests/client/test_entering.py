"""Ways to a table: open, sit, resume, claim, watch. A seat is never taken twice and never lost with a connection."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from aiohttp import web

from ludoteca.client import Gone, Look, Options, Phase, Refused
from ludoteca.dialects.house import http
from ludoteca.dialects.house.messages import Claim, Contribute, Hello, Rematch, Sit, Welcome

from .fake_house import CODE, FakeHouse, Session, Trying, asynchronous, attending, entry, happened, view

EMPTY = view(3, "Bea")
SEATED = view(4, "Bea", "Ada", you=1)


def sat(name: str = "Ada") -> dict[str, object]:
    return {"seat": 1, "name": name, "bot": None}


# ---------------------------------------------------------------- sitting down


@asynchronous
async def test_who_sits_down_sees_the_commitment_before_he_chooses_his_nonce() -> None:
    async def script(session: Session) -> None:
        hello = await session.greet(view(3, "Bea", commitment="bound"))
        assert hello.key is None
        sit = await session.expect(Sit)
        assert (sit.name, sit.look) == ("Ada", Look(wizard=2))
        assert len(sit.nonce) == 32
        assert len(sit.key) == 32
        kept.extend([sit.key, sit.nonce])
        await session.say(entry(SEATED, "sat", **sat()))
        await session.done(sit, 4)
        await session.until_gone()

    kept: list[str] = []
    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.sit("ab cd-ef", "Ada", look=Look(wizard=2))
        assert (table.you, table.code, table.commitment) == (1, CODE, "bound")
        assert [table.key, table.nonce] == kept


@asynchronous
async def test_every_seat_gets_a_key_and_a_nonce_of_its_own() -> None:
    seen: list[tuple[str, str]] = []

    async def script(session: Session) -> None:
        await session.greet(EMPTY)
        sit = await session.expect(Sit)
        seen.append((sit.key, sit.nonce))
        await session.say(entry(SEATED, "sat", **sat()))
        await session.done(sit, 4)
        await session.until_gone()

    async with FakeHouse(script, script) as fake, fake.house() as house:
        await house.sit(CODE, "Ada")
        await house.sit(CODE, "Ada")
    assert len({word for pair in seen for word in pair}) == 4


@asynchronous
async def test_who_cannot_sit_is_refused_and_leaves() -> None:
    async def script(session: Session) -> None:
        await session.greet(EMPTY)
        await session.refuse(await session.expect(Sit), "name_taken", name="Ada")
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        with pytest.raises(Refused, match="name_taken"):
            await house.sit(CODE, "Ada")
        assert not house._tables


async def sits_and_loses(session: Session) -> None:
    await session.greet(EMPTY)
    await session.expect(Sit)
    await session.drop()


@asynchronous
async def test_sitting_whose_answer_was_lost_is_known_by_the_key() -> None:
    async def back(session: Session) -> None:
        hello = await session.greet(SEATED, missed=[happened(4, "sat", **sat())])
        assert hello.key is not None
        keys.append(hello.key)
        await session.until_gone()

    keys: list[str | None] = []
    async with FakeHouse(sits_and_loses, back) as fake, fake.house() as house:
        table = await house.sit(CODE, "Ada")
        assert table.you == 1
        assert [table.key] == keys


@asynchronous
async def test_a_seat_that_was_not_taken_is_asked_for_again() -> None:
    """The house does not know the key, so the client watches and sits down with the same one."""

    async def back(session: Session) -> None:
        hello = await session.expect(Hello)
        await session.refuse(hello, "wrong_token")
        again = await session.greet(EMPTY, missed=[])
        assert again.key is None
        sit = await session.expect(Sit)
        assert sit.key == hello.key
        await session.say(entry(SEATED, "sat", **sat()))
        await session.done(sit, 4)
        await session.until_gone()

    async with FakeHouse(sits_and_loses, back) as fake, fake.house() as house:
        table = await house.sit(CODE, "Ada")
        assert table.you == 1


@pytest.mark.parametrize("code", ["already_seated", "name_taken", "not_open"])
@asynchronous
async def test_a_second_attempt_that_is_refused_is_believed_once_the_key_was_tried(code: str) -> None:
    """The first attempt was on its way when the second came: the seat is there, whatever the second one is told."""

    async def back(session: Session) -> None:
        await session.refuse(await session.expect(Hello), "wrong_token")
        await session.greet(EMPTY, missed=[])
        await session.refuse(await session.expect(Sit), code)
        await session.until_gone()

    async def with_key(session: Session) -> None:
        hello = await session.greet(SEATED, missed=[happened(4, "sat", **sat())])
        assert hello.key is not None
        await session.until_gone()

    async with FakeHouse(sits_and_loses, back, with_key) as fake, fake.house() as house:
        table = await house.sit(CODE, "Ada")
        assert table.you == 1


@asynchronous
async def test_a_second_attempt_that_is_refused_for_a_reason() -> None:
    async def back(session: Session) -> None:
        await session.refuse(await session.expect(Hello), "wrong_token")
        await session.greet(EMPTY, missed=[])
        await session.refuse(await session.expect(Sit), "table_full")
        await session.until_gone()

    async def without_seat(session: Session) -> None:
        await session.refuse(await session.expect(Hello), "wrong_token")
        await session.greet(EMPTY, missed=[])
        await session.until_gone()

    async with FakeHouse(sits_and_loses, back, without_seat) as fake, fake.house() as house:
        with pytest.raises(Refused, match="table_full"):
            await house.sit(CODE, "Ada")


# ---------------------------------------------------------------- another device


@asynchronous
async def test_claiming_a_seat_gives_it_a_new_key() -> None:
    async def script(session: Session) -> None:
        await session.greet(view(9, "Bea", "Ada", phase=Phase.PLAYING))
        claim = await session.expect(Claim)
        assert claim.code == "KLMNPQRS"
        await session.say(Welcome(view=view(10, "Bea", "Ada", you=1, phase=Phase.PLAYING)))
        await session.done(claim, 10)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.claim(CODE, "KLMNPQRS")
        assert table.you == 1
        assert table.key is not None


@asynchronous
async def test_a_seat_is_claimed_without_watching_and_again_when_the_claim_was_lost() -> None:
    async def greet_and_claim(session: Session) -> Claim:
        hello = await session.expect(Hello)
        assert (hello.key, hello.claiming) == (None, True)
        await session.done(hello)
        return await session.expect(Claim)

    async def loses(session: Session) -> None:
        await greet_and_claim(session)
        await session.drop()

    async def back(session: Session) -> None:
        hello = await session.expect(Hello)
        assert not hello.claiming
        await session.refuse(hello, "wrong_token")
        claim = await greet_and_claim(session)
        assert claim.key == hello.key
        await session.say(Welcome(view=view(10, "Bea", "Ada", you=1, phase=Phase.PLAYING)))
        await session.done(claim, 10)
        await session.until_gone()

    async with FakeHouse(loses, back) as fake, fake.house() as house:
        table = await house.claim(CODE, "KLMNPQRS")
        assert (table.you, table.code) == (1, CODE)


@asynchronous
async def test_a_claim_whose_answer_was_lost_is_known_by_the_key() -> None:
    async def first(session: Session) -> None:
        await session.greet(view(9, "Bea", "Ada", phase=Phase.PLAYING))
        await session.expect(Claim)
        await session.drop()

    back = attending(seen=view(11, "Bea", "Ada", you=1, phase=Phase.PLAYING), missed=[])
    async with FakeHouse(first, back) as fake, fake.house() as house:
        table = await house.claim(CODE, "KLMNPQRS")
        assert table.you == 1


# ---------------------------------------------------------------- opening and coming back


async def open_table(request: web.Request) -> web.Response:
    """Checks what a client asks for like the house does."""
    wanted = msgspec.json.decode(await request.read(), type=http.NewTable)
    assert wanted.seat is not None
    return web.Response(body=msgspec.json.encode(http.Opened(CODE, f"for {wanted.seat.key}", 0)))


async def host(session: Session) -> None:
    hello = await session.expect(Hello)
    assert hello.key is not None
    await session.say(Welcome(view=view(2, "Ada", you=0)))
    contribute = await session.expect(Contribute)
    assert len(contribute.nonce) == 32
    await session.say(entry(view(3, "Ada", you=0), "contributed", seat=0))
    await session.done(contribute, 3)
    await session.until_gone()


@asynchronous
async def test_who_opens_a_table_brings_his_nonce_after_he_has_seen_the_commitment() -> None:
    async with FakeHouse(host, answers={"/api/tables": open_table}) as fake, fake.house() as house:
        table = await house.open(Options("eriantys", 2), "Ada", bots=["greedy"])
        assert (table.code, table.you, len(table.nonce)) == (CODE, 0, 32)


@asynchronous
async def test_a_table_that_was_opened_is_not_given_up_when_the_network_fails() -> None:
    async def lost(session: Session) -> None:
        await session.drop()

    async with FakeHouse(503, lost, host, answers={"/api/tables": open_table}) as fake, fake.house() as house:
        table = await house.open(Options("eriantys", 2), "Ada")
        assert table.you == 0


@asynchronous
async def test_a_table_that_was_opened_is_not_given_up_when_nobody_answers_for_a_while() -> None:
    """Otherwise nobody would have the key."""

    async def open_and_vanish(request: web.Request) -> web.Response:
        await fake.stop_listening()
        answer = await open_table(request)
        answer.force_close()
        return answer

    trying = Trying(first=0.001, longest=60.0)
    async with FakeHouse(host, answers={"/api/tables": open_and_vanish}) as fake, fake.house(backoff=trying) as house:
        opening = asyncio.create_task(house.open(Options("eriantys", 2), "Ada"))
        await trying.tried.wait()
        await fake.listen_again()
        assert (await opening).you == 0


@pytest.mark.parametrize("code", ["already_so", "not_open"])
@asynchronous
async def test_who_comes_back_before_the_start_has_brought_his_nonce_perhaps(code: str) -> None:
    async def script(session: Session) -> None:
        await session.greet(view(3, "Ada", you=0))
        await session.refuse(await session.expect(Contribute), code)
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        assert (table.you, table.nonce) == (0, "")


@asynchronous
async def test_coming_back_fails_when_the_nonce_cannot_be_brought() -> None:
    async def script(session: Session) -> None:
        await session.greet(view(3, "Ada", you=0))
        await session.refuse(await session.expect(Contribute), "read_only")
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        with pytest.raises(Refused, match="read_only"):
            await house.resume(CODE, "key of Ada")


@asynchronous
async def test_watching_needs_no_key_and_asks_for_nothing() -> None:
    async with FakeHouse(attending(seen=EMPTY)) as fake, fake.house() as house:
        table = await house.watch(CODE)
        assert (table.you, table.key) == (None, None)


@asynchronous
async def test_where_nobody_may_watch() -> None:
    async def script(session: Session) -> None:
        await session.refuse(await session.expect(Hello), "no_watching")
        await session.until_gone()

    async with FakeHouse(script) as fake, fake.house() as house:
        with pytest.raises(Gone, match="no_watching"):
            await house.watch(CODE)


# ---------------------------------------------------------------- once more

OVER = view(90, "Ada", "Bea", you=0, phase=Phase.OVER)
ARRANGED = view(91, "Ada", "Bea", you=0, phase=Phase.OVER, rematch="GHJKMN")


@asynchronous
async def test_a_rematch_is_another_table_with_the_same_key_and_a_new_nonce() -> None:
    async def old(session: Session) -> None:
        await session.greet(OVER)
        rematch = await session.expect(Rematch)
        await session.say(entry(ARRANGED, "rematched", code="GHJKMN"))
        await session.done(rematch)
        await session.until_gone()

    async def new(session: Session) -> None:
        hello = await session.greet(view(3, "Ada", "Bea", you=0))
        assert hello.key == "key of Ada"
        await session.done(await session.expect(Contribute), 4)
        await session.until_gone()

    async with FakeHouse(old, new) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        again = await table.rematch()
        assert again is not table
        assert again.nonce


@asynchronous
async def test_who_was_asked_to_a_rematch_follows_without_asking() -> None:
    async def new(session: Session) -> None:
        await session.greet(view(3, "Ada", "Bea", you=0))
        await session.done(await session.expect(Contribute), 4)
        await session.until_gone()

    async with FakeHouse(attending(seen=ARRANGED), new) as fake, fake.house() as house:
        table = await house.resume(CODE, "key of Ada")
        await table.rematch()


@asynchronous
async def test_a_watcher_has_no_rematch() -> None:
    watched = view(91, "Ada", "Bea", phase=Phase.OVER, rematch="GHJKMN")
    async with FakeHouse(attending(seen=watched)) as fake, fake.house() as house:
        table = await house.watch(CODE)
        with pytest.raises(Refused, match="not_seated"):
            await table.rematch()
