"""Lost connections where transcripts cannot go: while others choose, and when a table is closed."""

from __future__ import annotations

from ludoteca.dialects.am28 import DIALECT
from ludoteca.house import commands, keys
from tests.dialects.room import HouseSeat, Room, opened_room
from tests.server.running import asynchronous

from .players import seated

CLOSED = {"status": 104, "errorMessage": "That table was closed. Send a username to play at another."}


async def somebody_who_chooses(room: Room, name: str) -> HouseSeat:
    """A seat whose dialect asks for tower and wizard before the game."""
    actor = room.actor()
    seat = HouseSeat(room, actor)
    actor.join(seat)
    await actor.submit(commands.Sit(name, keys.token_of(name), chooses=True), sitting=seat)
    await room.quiet()
    return seat


@asynchronous
async def test_while_another_chooses_one_waits_and_can_come_back() -> None:
    async with opened_room(1) as room:
        anna = room.connect(DIALECT)
        anna.send("Anna#hush hush")
        anna.send({"numPlayers": 2, "gameMode": "simple"})
        code = (await anna.line())["code"]
        assert (await anna.line())["numPlayers"] == 2
        eve = await somebody_who_chooses(room, "Eve")
        assert eve.view.chooser == eve.seat
        assert anna.unread == 0
        anna.hang_up()
        await room.quiet()
        anna = room.connect(DIALECT)
        anna.send("Anna#hush hush")
        assert await anna.all() == [{"status": 0, "userID": 1, "code": code}]
        anna.send({"cmd": "ENDTURN"})
        assert (await anna.line())["status"] == 208
        anna.send({"numPlayers": 3, "gameMode": "simple"})
        assert (await anna.line())["status"] == 201  # too late: the others choose already
        await eve.do(lambda seat: commands.Confirm(seat, fill=True))
        (started,) = await anna.all()
        assert started["playerIndex"] == anna.view.seats[0].player


@asynchronous
async def test_a_table_that_is_closed_in_the_game() -> None:
    async with opened_room(1) as room:
        anna, bea = await seated(room, 2, expert=False)
        anna.take()
        await room.actor().submit(commands.Close(None, "operator"))
        await room.quiet()
        assert anna.take() == [CLOSED]
        assert anna.client.question() is not None  # the name is asked again
        await anna.send(b"Anna\n")
        assert [line["userID"] for line in anna.take()] == [1]
        assert bea.take()[-1] == CLOSED


@asynchronous
async def test_a_table_that_is_closed_while_people_wait() -> None:
    async with opened_room(1) as room:
        anna = room.connect(DIALECT)
        anna.send("Anna")
        await anna.line()
        await room.actor().submit(commands.Close(None, "operator"))
        assert await anna.all() == [CLOSED]


@asynchronous
async def test_a_seat_of_another_dialect_can_go_on_in_this_one() -> None:
    """What is typed as a secret is the same key in every dialect."""
    async with opened_room(1) as room:
        await room.open_house(players=2)
        actor = room.actor()
        seat = HouseSeat(room, actor)
        actor.join(seat)
        await actor.submit(commands.Sit("Eve", keys.token_of_secret("Eve", "hush hush")), sitting=seat)
        web = await room.sit_house("Web")
        await seat.start()
        eve = room.connect(DIALECT)
        eve.send("Eve#hush hush")
        answer, status = await eve.all()
        assert answer["userID"] == 1
        assert status["playerIndex"] == 0
        assert seat.dismissed is not None
        assert web.dismissed is None
