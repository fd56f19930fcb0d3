"""Coming back in the middle of things: nobody who was welcomed is away, and nothing is said twice."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from pathlib import Path

import pytest
from yarl import URL

from ludoteca.house.table import MOST_IDS

from .houses import House, key_of, opened_house
from .rooms import Ear, room
from .running import asynchronous, turns_of_the_loop
from .test_talk import texts
from .troubled import Gate, full

pytestmark = pytest.mark.usefixtures("both_stores")

# ---------------------------------------------------------------- being there


@asynchronous
async def test_who_was_welcomed_is_not_away(tmp_path: Path) -> None:
    """Whatever is asked right after the welcome waits until it is written down that the seat is connected."""
    async with opened_house(tmp_path) as house:
        code, (ada, bob, _) = await house.game(people=3)
        action = ada.view["legal"][0]
        await ada.hang_up()
        await bob.happens("departed")
        ada, gate = await house.connect(code), Gate()
        house.store.next("append", gate)
        await bob.hang_up()  # this has to be written down first
        await gate.reached.wait()
        await house.greet(ada, "Ada")
        assert not ada.view["seats"][0]["connected"]
        await ada.send("act", action=action, id="act")
        await ada.send("say", text="I am back.", id="say")
        await turns_of_the_loop()
        gate.open()
        assert (await ada.answer("act"))["type"] == "done"
        assert (await ada.answer("say"))["type"] == "done"


@asynchronous
async def test_who_comes_back_while_his_going_is_written_down_is_not_away(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        action = ada.view["legal"][0]
        again, gate = await house.connect(code), Gate(after=True)
        house.store.next("append", gate)
        await ada.hang_up()
        await gate.reached.wait()
        await house.greet(again, "Ada")
        await again.send("act", action=action, id="act")
        await turns_of_the_loop()
        gate.open()
        assert (await again.answer("act"))["type"] == "done"
        kinds = [message["entry"]["what"]["kind"] for message in bob.heard("entry")]
        assert kinds[-3:] == ["departed", "arrived", "acted"]


@asynchronous
async def test_with_a_full_disk_one_is_welcomed_all_the_same(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        await ada.hang_up()
        await bob.happens("departed")
        house.store.next("append", full)
        ada = await house.call(code, "Ada")
        assert (await ada.ask("ping"))["type"] == "pong"
        assert not ada.view["seats"][0]["connected"]


@asynchronous
async def test_nobody_waits_for_somebody_who_has_left_again(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, ears = await inside.started()
        gate = Gate()
        inside.store.next("append", gate)
        actor.leave(ears[0])
        await gate.reached.wait()
        back = Ear(0)
        actor.join(back)
        waiting = asyncio.create_task(actor.presence.noted(back))
        await turns_of_the_loop()
        assert not waiting.done()
        actor.leave(back)
        gate.open()
        await waiting
        await actor.presence.noted(Ear())


# ---------------------------------------------------------------- lines


@asynchronous
async def test_a_line_that_is_sent_again_is_said_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        gate = Gate(after=True)
        house.store.next("say", gate)
        await ada.send("say", text="Good luck!", id="line 1")
        await gate.reached.wait()
        await ada.drop()  # before it was answered
        ada = await house.call(code, "Ada")
        await ada.send("say", text="Good luck!", id="line 1")
        await turns_of_the_loop()
        gate.open()
        assert (await ada.answer("line 1"))["type"] == "done"
        await ada.do("say", text="Good luck!", id="line 1")
        await bob.do("say", text="To you too.", id="line 1")  # ids are everybody's own
        await ada.do("say", text="Thanks.", id="line 2")
        for _ in range(2):
            house.clock.move(10)
            await ada.send("say", text="Hm.")  # which has none
            await ada.next("done")
        assert texts(bob.heard("lines")) == ["Good luck!", "To you too.", "Thanks.", "Hm.", "Hm."]


@asynchronous
async def test_a_line_that_could_not_be_kept_is_said_when_it_is_sent_again(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        house.store.next("say", full)
        assert await ada.refused("say", text="Hm.", id="1") == "read_only"
        await ada.do("say", text="Hm.", id="1")
        assert texts([await bob.next("lines")]) == ["Hm."]


@asynchronous
async def test_only_the_last_ids_of_those_who_are_there_are_remembered(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.seated("Ada", "Bob")
        for number in range(MOST_IDS + 1):
            inside.clock.move(10)
            await actor.say(ada, f"{number}", f"id {number}")
        inside.clock.move(10)
        assert (await actor.say(ada, "1", "id 1")).number == 2
        assert (await actor.say(ada, "0", "id 0")).number == MOST_IDS + 2  # said again: it was too long ago
        assert len(actor._talk.said) == 1
        await actor.say(bob, "Hello.", "id 0")
        assert [len(lines) for lines in actor._talk.said.values()] == [MOST_IDS, 1]
        actor.leave(ada)
        await actor.settle()
        inside.clock.move(3600)
        actor.look()
        await turns_of_the_loop()
        await actor.settle()
        assert [seat.name for seat in actor.table.seats] == ["Bob"]
        await actor.say(bob, "Where is she?", "id 1")
        assert [len(lines) for lines in actor._talk.said.values()] == [2]


@asynchronous
async def test_a_player_who_leaves_while_the_coming_is_written_has_left(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        await ada.drop()
        await bob.happens("departed")
        gate = Gate(after=True)
        house.store.next("append", gate)
        ada = await house.connect(code)
        await ada.send("hello", key=key_of("Ada"))
        await gate.reached.wait()
        await ada.drop()
        while house.actor(code).presence.here != {"Bob"}:
            await asyncio.sleep(0)
        gate.open()
        await bob.happens("arrived")
        await bob.happens("departed")


# ---------------------------------------------------------------- hanging up while hands are shaken

HANDSHAKE = (
    "GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


NO_LINGER = struct.pack("ii", 1, 0)  # a socket that is closed so resets its connection


async def vanish_during_the_handshake(house: House, code: str, reset: bool) -> None:
    """While the table wakes up. A server knows at once that a connection was reset; of one that was closed it only
    knows that nothing more comes, until it answers."""
    url = URL(house.server.url)
    _, writer = await asyncio.open_connection(url.host, url.port)
    gate = Gate()
    house.store.next("stored_table", gate)
    writer.write(HANDSHAKE.format(code=code, host=url.authority).encode())
    await gate.reached.wait()
    if reset:
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
    writer.transport.abort()
    if not reset:
        gate.open()
    while house.server.addresses.connections.total():
        await asyncio.sleep(0)
    gate.open()


@pytest.mark.parametrize("reset", [True, False], ids=["reset", "closed"])
@asynchronous
async def test_a_client_that_vanishes_during_the_handshake_makes_no_noise(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, reset: bool
) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game()
    caplog.set_level(logging.INFO)
    async with opened_house(tmp_path) as house:
        await vanish_during_the_handshake(house, code, reset)
        ada = await house.call(code, "Ada")
        await ada.do("say", text="Here I am.")
        assert not house.server.state.sessions - {*house.actor(code).everybody}
    assert [record.getMessage() for record in caplog.records] == []
