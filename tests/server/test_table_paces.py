"""What anybody can do at a table over and over is paced by network, under whatever names and connections."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, log_length
from ludoteca.house.chat import BURST, PACE
from ludoteca.house.table import Phase, Table
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.paces import (
    CHANGES_AT_ONCE,
    CHANGES_EVERY,
    CHANGES_OF_ALL,
    LINES_AT_ONCE,
    LINES_EVERY,
    TablePaces,
)

from ..dialects.room import Caller as Session
from ..dialects.room import opened_room
from .houses import Caller, House, Json, key_of, opened_house
from .running import NOON, asynchronous

BEHIND_A_PROXY = {"X-Forwarded-For": "198.51.100.7"}
ENOUGH = 2 * log_length.MOST_WITH_SECOND_THOUGHTS


@asynccontextmanager
async def besieged(folder: Path) -> AsyncIterator[tuple[House, TableActor, Caller, Caller]]:
    """A table at which Ada waits for players, and a stranger from elsewhere."""
    async with opened_house(folder, proxies=["127.0.0.1"]) as house:
        code = await house.open_table(players=3)
        (ada,) = await house.seated(code, "Ada")
        yield house, house.actor(code), ada, await called(house, code)


async def called(house: House, code: str) -> Caller:
    caller = await house.connect(code, headers=BEHIND_A_PROXY)
    await house.greet(caller)
    return caller


async def starts_with_friends(house: House, actor: TableActor, ada: Caller) -> None:
    await house.seated(actor.code, "Bob", "Cyd")
    await ada.do("start")
    assert actor.table.phase is Phase.PLAYING


@asynchronous
async def test_a_stranger_who_sits_down_and_rises_does_not_fill_the_log(tmp_path: Path) -> None:
    async with besieged(tmp_path) as (house, actor, ada, stranger):
        for number in range(ENOUGH):
            answer = await stranger.ask("sit", name=f"Name{number}", key=f"key number {number}")
            if answer["type"] == "refused":
                break
            await stranger.do("rise")
        assert answer["code"] == "too_fast"
        assert actor.table.number < 3 * CHANGES_AT_ONCE
        await starts_with_friends(house, actor, ada)


@asynchronous
async def test_a_stranger_who_changes_looks_does_not_fill_the_log(tmp_path: Path) -> None:
    async with besieged(tmp_path) as (house, actor, ada, stranger):
        await stranger.do("sit", name="Eve", key=key_of("Eve"))
        for number in range(ENOUGH):
            answer = await stranger.ask("dress", look={"wizard": 1 + number % 4})
            if answer["type"] == "refused":
                break
        assert answer["code"] == "too_fast"
        await stranger.do("rise")  # that is never too fast
        await starts_with_friends(house, actor, ada)


@asynchronous
async def test_a_stranger_who_comes_and_goes_does_not_fill_the_log(tmp_path: Path) -> None:
    """Each time under another name, so that each has comings and goings of its own."""
    async with besieged(tmp_path) as (house, actor, ada, _):
        said: Json = {}
        for number in range(ENOUGH):
            if number % 5 == 0:  # a few times under each name
                eve = await called(house, actor.code)
                await eve.do("sit", name=f"Eve{number}", key=key_of(f"Eve{number}"))
            await eve.drop()
            await actor.settle()
            eve = await house.connect(actor.code, headers=BEHIND_A_PROXY)
            await eve.send("hello", key=key_of(f"Eve{number - number % 5}"), id="back")
            said = await eve.first("welcome", "refused")
            if said["type"] == "refused":
                break
            if number % 5 == 4:
                await eve.do("rise")
        assert said["code"] == "too_fast"
        assert actor.table.number < 3 * CHANGES_AT_ONCE
        await ada.do("remove", name=actor.table.seats[1].name)
        await starts_with_friends(house, actor, ada)


@asynchronous
async def test_the_same_in_a_dialect() -> None:
    async with opened_room() as room:
        actor = await room.open_house(players=3)
        await room.sit_house("Web")
        for number in range(ENOUGH):
            eve = room.connect("psp24", address="198.51.100.7")
            await joins(eve, f"Eve{number}", actor.code)
            if actor.table.seat_named(f"Eve{number}") is None:
                break
            eve.hang_up()
            await room.quiet()
        assert CHANGES_AT_ONCE < actor.table.number < 4 * CHANGES_AT_ONCE
        await joins(room.connect("psp24", address="192.0.2.77"), "Bob", actor.code)
        assert actor.table.seat_named("Bob") is not None


async def joins(caller: Session, name: str, code: str) -> None:
    caller.send({"type": "nickname", "nickname": f"{name}@{code}"})
    caller.send({"type": "joinLobby"})
    await caller.room.quiet()


# ---------------------------------------------------------------- the chat


@asynchronous
async def test_nobody_says_more_under_other_names(tmp_path: Path) -> None:
    async with besieged(tmp_path) as (house, _, ada, stranger):
        said = 0
        for number in range(10):
            await stranger.do("sit", name=f"Eve{number}", key=f"key number {number}")
            for _ in range(5):
                answer = await stranger.ask("say", text="Buy!")
                assert answer["type"] == "done" or answer["code"] == "chat_too_fast"
                said += answer["type"] == "done"
            await stranger.do("rise")
        assert said == BURST
        await ada.do("say", text="Stop that.")
        house.wait(PACE / 1000)
        await stranger.do("sit", name="Eve", key="the last key")
        await stranger.do("say", text="One more.")


@asynchronous
async def test_nor_over_other_connections(tmp_path: Path) -> None:
    async with besieged(tmp_path) as (house, actor, ada, _):
        said = 0
        for number in range(10):
            eve = await called(house, actor.code)
            await eve.do("sit", name=f"Eve{number}", key=f"key number {number}")
            for _ in range(5):
                said += (await eve.ask("say", text="Buy!"))["type"] == "done"
            await eve.do("rise")
            await eve.drop()
        assert said == LINES_AT_ONCE
        await ada.do("say", text="Stop that.")
        house.wait(LINES_EVERY)
        eve = await called(house, actor.code)
        await eve.do("sit", name="Eve", key="the last key")
        await eve.do("say", text="One more.")
        assert await eve.refused("say", text="And another.") == "chat_too_fast"


@asynchronous
async def test_a_line_that_is_sent_again_is_not_too_fast(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        (ada,) = await house.seated(code, "Ada")
        for number in range(BURST):
            await ada.do("say", text="Hello", id=f"line {number}")
        again = await house.call(code, "Ada")
        await again.do("say", text="Hello", id="line 0")
        assert len(house.actor(code).talk.lines) == BURST


# ---------------------------------------------------------------- figures


def waiting() -> Table:
    return Table("KDTWPQ", bytes(32))


def refuses(paces: TablePaces, address: str, now: int = NOON) -> bool:
    try:
        paces.need_for_change(waiting(), commands.Sit("Ada"), address, now)
    except Trouble as trouble:
        return trouble.code is Problem.TOO_FAST
    return False


def test_each_network_has_its_own_pace() -> None:
    paces = TablePaces()
    assert not any(refuses(paces, "198.51.100.7") for _ in range(CHANGES_AT_ONCE))
    assert refuses(paces, "198.51.100.7")
    assert not refuses(paces, "192.0.2.1")
    assert not refuses(paces, "198.51.100.7", NOON + int(CHANGES_EVERY * 1000))
    assert refuses(paces, "198.51.100.7", NOON + int(CHANGES_EVERY * 1000))


def test_addresses_of_one_subnet_of_ipv6_share_a_pace() -> None:
    paces = TablePaces()
    assert not any(refuses(paces, f"2001:db8::{number:x}") for number in range(CHANGES_AT_ONCE))
    assert refuses(paces, "2001:db8::ffff")


def test_many_networks_share_one_as_well() -> None:
    paces = TablePaces()
    count = sum(not refuses(paces, f"192.0.{number // 250}.{number % 250}") for number in range(1000))
    assert count == CHANGES_OF_ALL * CHANGES_AT_ONCE


@pytest.mark.parametrize("command", [commands.Start(0), commands.Rise(0), commands.Remove(0, "Eve")])
def test_what_ends_the_waiting_is_never_too_fast(command: commands.Command) -> None:
    paces = TablePaces()
    while not refuses(paces, "198.51.100.7"):
        pass
    paces.need_for_change(waiting(), command, "198.51.100.7", NOON)


def test_in_a_game_nothing_of_that_is_paced() -> None:
    paces, table = TablePaces(), waiting()
    table.phase = Phase.PLAYING
    for _ in range(2 * CHANGES_AT_ONCE):
        paces.need_for_return(table, "198.51.100.7", NOON)
