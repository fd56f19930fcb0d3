"""The wire of the program behind the document: its own clients sit at the same tables."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca.dialects.am28.original import PING_EVERY
from tests.dialects.room import Room, opened_room

from .original_client import OriginalClient
from .players import Player

MOST = 4000  # commands, most of them refused, until a game has to be over


async def seated(room: Room, players: int, *, expert: bool) -> list[OriginalClient]:
    people = []
    for name in ("Anna", "Bea", "Carl", "Dora")[:players]:
        people.append(OriginalClient(room, name))
        await room.quiet()
    await people[0].send({"numPlayers": players, "gameMode": "expert" if expert else "simple"})
    for person in people:
        person.hear()
    return people


async def play(seed: int, players: int, *, expert: bool) -> int:
    """A whole game; how many commands were accepted."""
    chance, accepted = Random(seed), 0
    async with opened_room(seed) as room:
        people = await seated(room, players, expert=expert)
        for _ in range(MOST):
            for person in people:
                person.check()
            if people[0].winner is not None:
                break
            if chance.random() < 0.01:
                await lose_connection(room, chance.choice(people))
            sender = next(person for person in people if person.own == person.turn["player"])
            number = sender.caller.view.number
            await sender.send(sender.command(chance))
            if sender.errors:
                sender.errors.clear()
                await room.pass_time(1)
            accepted += sender.caller.view.number > number
        assert all(person.winner is not None for person in people)
    return accepted


async def lose_connection(room: Room, person: OriginalClient) -> None:
    person.caller.hang_up()
    await room.quiet()
    person.come()
    await room.quiet()
    person.check()


@pytest.mark.parametrize(("players", "expert"), [(2, False), (2, True), (3, True), (4, False), (4, True)])
def test_whole_games_are_told_in_full_after_every_command(players: int, expert: bool) -> None:
    assert asyncio.run(play(players, players, expert=expert)) > 50


def first_lines(*lines: str | dict[str, Any]) -> list[Any]:
    async def run() -> list[Any]:
        async with opened_room() as room:
            person = room.connect("am28", original=True)
            for line in lines:
                person.send(line)
                await room.quiet()
            return [msgspec.json.decode(line) for line in person.lines]

    return asyncio.run(run())


def test_the_waiting_room_tells_whether_a_user_is_the_first() -> None:
    assert first_lines("Anna#a good secret") == [{"statusCode": 0, "first": True}]


def test_the_first_user_is_told_that_others_are_awaited() -> None:
    told = first_lines("Anna#a good secret", {"numPlayers": 3, "gameMode": "simple"})
    assert [line["statusCode"] for line in told] == [0, 105]


def test_errors_have_the_numbers_of_the_program() -> None:
    told = first_lines("Anna#a good secret", {"numPlayers": 9, "gameMode": "simple"})
    assert told[1]["statusCode"] == 301
    assert told[1]["errorMessage"]


def test_whoever_loses_the_seat_is_told_so_with_the_number_of_the_program() -> None:
    async def run() -> None:
        async with opened_room() as room:
            people = [OriginalClient(room, name) for name in ("Anna", "Bea", "Carl")]
            await room.quiet()
            await people[0].send({"numPlayers": 2, "gameMode": "simple"})
            people[2].hear()
            assert [code for code, _ in people[2].errors] == [209]

    asyncio.run(run())


def test_only_a_user_who_becomes_the_first_is_told_of_a_new_number() -> None:
    async def run() -> None:
        async with opened_room() as room:
            people = []
            for name in ("Anna", "Bea", "Carl"):
                people.append(OriginalClient(room, name))
                await room.quiet()
            people[0].caller.hang_up()
            await room.pass_time(120)
            for person in people[1:]:
                person.hear()
            assert [person.first for person in people[1:]] == [True, False]
            told = [line for line in people[2].caller.lines if line != b"ping"]
            assert len(told) == 1

    asyncio.run(run())


def test_the_program_pings_and_its_answer_means_nothing() -> None:
    async def run() -> None:
        async with opened_room() as room:
            person = OriginalClient(room, "Anna")
            await room.quiet()
            await room.pass_time(4 * PING_EVERY)
            assert person.caller.lines.count(b"ping") >= 3
            person.hear()
            await room.quiet()
            assert not person.errors

    asyncio.run(run())


def test_people_of_both_wires_and_the_page_play_at_one_table() -> None:
    async def run() -> None:
        async with opened_room(5) as room:
            original = OriginalClient(room, "Anna")
            await room.quiet()
            documented = Player(room, "Bea")
            await room.quiet()
            await original.send({"numPlayers": 3, "gameMode": "expert"})
            page = await room.sit_house("Web")
            await room.quiet()
            chance = Random(5)
            for _ in range(MOST):
                original.check()
                documented.check()
                if original.winner is not None:
                    break
                question = documented.client.question()
                if question is not None:
                    await documented.send(chance.choice(question.choices).lines)
                elif page.view.legal:
                    await page.act(chance.choice(page.view.legal))
                else:
                    await original.send(original.command(chance))
                    await room.pass_time(1)
            assert original.winner is not None
            assert documented.client.result == original.winner.split(", ")

    asyncio.run(run())
