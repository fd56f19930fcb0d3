"""Losing a connection and coming back: in the lobby, in the choices, in a turn, in the middle of an effect."""

from __future__ import annotations

from typing import Any

from ludoteca.dialects.psp24.messages import VOCABULARY, JoinLobby, Nickname
from ludoteca.dialects.psp24.rebuild import Client
from ludoteca.house import commands
from ludoteca.rules.eriantys.engine import const
from tests.dialects.room import Caller, Room, opened_room
from tests.server.running import asynchronous

JESTER = {
    "game": "eriantys",
    "players": 3,
    "expert": True,
    "phase": "action",
    "assistants": {"A": 1, "B": 2, "C": 3},
    "boards": {"A": {"entrance": {"red": 5, "blue": 4}, "coins": 3}},
    "characters": {"7": {"students": {"green": 6}}, "2": {}, "4": {}},
}


async def sit(room: Room, name: str, players: int = 0, expert: bool = True) -> Caller:
    """Somebody in the lobby; the first says how many play."""
    caller = room.connect("psp24")
    caller.send({"type": "nickname", "nickname": name})
    caller.send({"type": "joinLobby"})
    if players:
        caller.send({"type": "setNumPlayer", "numPlayers": players})
        caller.send({"type": "setExpertsVariant", "expertsVariant": expert})
    await room.quiet()
    return caller


async def in_play(room: Room, *names: str, expert: bool = True) -> list[Caller]:
    callers = [await sit(room, name, len(names) * (name == names[0]), expert) for name in names]
    for number, caller in enumerate(callers):
        caller.send({"type": "setAssistantSeed", "seed": f"SEED{number + 1}"})
        await room.quiet()
    for caller in callers:
        await caller.all()
    return callers


async def back(room: Room, name: str) -> list[Any]:
    """What somebody hears who comes back."""
    caller = await sit(room, name)
    came = await caller.all()
    assert came[0] == {"type": "ack"}
    assert caller.seat is not None
    rebuilt = Client()
    rebuilt.receive(b"".join(heard + b"\n" for heard in caller.lines))
    assert rebuilt.game == caller.view.game
    return came[1:]


@asynchronous
async def test_in_the_middle_of_an_effect_the_choice_is_asked_again() -> None:
    async with opened_room() as room:
        room.position = JESTER
        ada, *_ = await in_play(room, "Ada#my secret", "Bob", "Eve")
        ada.send({"type": "chooseCharacterCard", "characterCard": 7, "ask": True})
        ada.send({"type": "chooseStudent", "student": "GREEN"})
        asked = (await ada.all())[-1]
        ada.hang_up()
        ack, view, question = await back(room, "Ada#my secret")
        assert ack["nickname"] == "Ada"
        assert view["newView"]["unfinished"]["studentsFrom"] == ["GREEN"]
        assert question == asked


@asynchronous
async def test_what_a_stand_in_has_begun_is_finished_by_whoever_comes_back() -> None:
    """The stand-in of the house makes one small decision after the other; somebody may come back between two."""
    async with opened_room() as room:
        begun = {"decisions": [const.PLAY_CHARACTER + const.JESTER - 1]}
        characters = {"7": {"students": {"green": 6}, "used": True}, "2": {}, "4": {}}
        room.position = {**JESTER, "characters": characters, "character_used": True, "unfinished": begun}
        ada, *_ = await in_play(room, "Ada#my secret", "Bob", "Eve")
        ada.hang_up()
        _, _, question = await back(room, "Ada#my secret")
        assert question["type"] == "askCharacterChoice"


@asynchronous
async def test_a_stand_in_plays_until_somebody_is_back() -> None:
    async with opened_room() as room:
        ada, bob, _ = await in_play(room, "Ada#my secret", "Bob", "Eve")
        ada.hang_up()
        await room.pass_time(31)
        views = [message for message in await bob.all() if message["type"] == "renderView"]
        assert views[-1]["newView"]["players"][0]["standIn"] == "absent"
        assert views[-1]["newView"]["players"][0]["lastAssistant"] is not None
        _, view, *_ = await back(room, "Ada#my secret")
        assert view["newView"]["players"][0]["standIn"] is None


@asynchronous
async def test_a_seat_without_a_secret_is_given_up_in_the_lobby() -> None:
    async with opened_room() as room:
        ada = await sit(room, "Ada", 3)
        bob = await sit(room, "Bob")
        ada.hang_up()
        await room.quiet()
        assert [seat.name for seat in bob.table.seats] == ["Bob"]


@asynchronous
async def test_whoever_is_removed_says_his_nickname_again() -> None:
    async with opened_room() as room:
        actor = await room.open_house(players=3)
        web = await room.sit_house("Web")
        ada = await sit(room, f"Ada@{actor.code}")
        await ada.all()
        await web.do(lambda seat: commands.Remove(seat, "Ada"))
        assert [message["type"] for message in await ada.all()] == ["removedFromLobby"]
        ada.send(VOCABULARY.line(Nickname("Ada")))
        assert await ada.line() == {"type": "ack"}
        ada.send(VOCABULARY.line(JoinLobby()))
        assert (await ada.line())["nickname"] == "Ada"
        assert ada.table.code != actor.code


@asynchronous
async def test_a_lobby_that_is_closed_is_left() -> None:
    async with opened_room() as room:
        actor = await room.open_house(players=3)
        web = await room.sit_house("Web")
        ada = await sit(room, f"Ada@{actor.code}")
        await ada.all()
        await web.do(lambda seat: commands.Close(seat, "host"))
        assert [message["reason"]["code"] for message in await ada.all()] == ["ended"]
        assert ada.seat is None


@asynchronous
async def test_a_game_that_the_operator_closes_has_no_winner() -> None:
    async with opened_room() as room:
        ada, bob = await in_play(room, "Ada", "Bob")
        await room.actor().submit(commands.Close(None, "operator"))
        for caller in (ada, bob):
            announced, view, removed = await caller.all()
            assert announced == {"type": "announceResult", "result": "Loser", "winners": [], "why": "closed"}
            assert view["ID"] is None
            assert removed["type"] == "removedFromLobby"


@asynchronous
async def test_two_who_come_at_the_same_moment_meet() -> None:
    async with opened_room() as room:
        ada, bob = room.connect("psp24"), room.connect("psp24")
        for caller, name in ((ada, "Ada"), (bob, "Bob")):
            caller.send({"type": "nickname", "nickname": name})
            caller.send({"type": "joinLobby"})
        await room.quiet()
        assert ada.table is bob.table


@asynchronous
async def test_a_fifth_does_not_wait_for_the_first_to_decide() -> None:
    async with opened_room() as room:
        callers = [await sit(room, name) for name in ("Ada", "Bob", "Eve", "Kim", "Lou")]
        assert callers[4].table is not callers[0].table
        assert (await callers[4].all())[-1] == {"type": "askNumPlayer"}


@asynchronous
async def test_whoever_comes_between_two_questions_changes_neither() -> None:
    async with opened_room() as room:
        ada = await sit(room, "Ada")
        ada.send({"type": "setNumPlayer", "numPlayers": 3})
        assert (await ada.all())[-1] == {"type": "askExpertsVariant"}
        await sit(room, "Bob")
        assert await ada.all() == []
        ada.send({"type": "setExpertsVariant", "expertsVariant": True})
        assert await ada.all() == [{"type": "ack"}]


@asynchronous
async def test_the_house_closes_without_last_words() -> None:
    async with opened_room() as room:
        ada = await sit(room, "Ada")
        await ada.all()
        ada.session.farewell()
        assert ada.closed
        assert ada.unread == 0
