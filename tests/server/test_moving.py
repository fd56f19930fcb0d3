"""Going on at another device: a short code there, a new key, and the old device is let go."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ludoteca.server.operator.notes import OF_DEVICES
from ludoteca.store.contract import Problem, StoreFull

from .houses import House, key_of, opened_house
from .operators import operate
from .running import asynchronous
from .troubled import Gate, full

pytestmark = pytest.mark.usefixtures("both_stores")


@asynchronous
async def test_a_seat_moves_to_another_device(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        tablet_too = await house.call(code, "Ada")
        moving = await ada.ask("move")
        assert moving["until"] > house.clock()
        phone = await house.call(code)
        answer = await phone.ask("claim", code=moving["code"].lower(), key="the new key of Ada")
        assert answer["type"] == "done"
        assert phone.view["you"] == 0
        for old in (ada, tablet_too):
            goodbye = await old.goodbye()
            assert (goodbye["code"], goodbye.get("again")) == ("moved", None)
            assert old.socket.close_code == 1008
        await phone.do("act", action=phone.view["legal"][0])
        await bob.sees(lambda view: view["turn"] == 1)
        kinds = [message["entry"]["what"]["kind"] for message in bob.heard("entry")]
        after = kinds[kinds.index("rekeyed") + 1 :]
        assert after[-1] == "acted"
        assert "departed" not in after  # nobody was away in between
        stale = await house.connect(code)
        assert await stale.refused("hello", key=key_of("Ada")) == "wrong_token"
        await stale.send("hello", key="the new key of Ada")
        assert (await stale.next("welcome"))["view"]["you"] == 0


@asynchronous
async def test_a_code_is_good_once_and_for_two_minutes(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        phone = await house.call(code)
        assert await phone.refused("claim", code="QQQQQQQQ", key="a new key") == "wrong_code"
        assert await phone.refused("claim", code="", key="a new key") == "wrong_code"
        moving = await ada.ask("move")
        assert moving["until"] == house.clock() + 120_000
        assert await phone.refused("claim", code=moving["code"], key=key_of("Bob")) == "bad_token"
        house.clock.now = moving["until"]
        assert await phone.refused("claim", code=moving["code"], key="a new key") == "wrong_code"
        moving = await ada.ask("move")
        house.clock.now = moving["until"] - 1
        await phone.do("claim", code=moving["code"], key="a new key")
        assert await phone.refused("claim", code=moving["code"], key="a newer key") == "seated"
        other = await house.call(code)
        assert await other.refused("claim", code=moving["code"], key="a newer key") == "wrong_code"


@asynchronous
async def test_only_the_code_that_was_asked_for_last_is_good(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        first, other, last = await ada.ask("move"), await bob.ask("move"), await ada.ask("move")
        assert len({moving["code"] for moving in (first, other, last)}) == 3
        phone = await house.call(code)
        assert await phone.refused("claim", code=first["code"], key="a new key") == "wrong_code"
        await phone.do("claim", code=other["code"], key="a new key")
        assert phone.view["you"] == 1
        tablet = await house.call(code)
        await tablet.do("claim", code=last["code"], key="a key of a tablet")
        assert tablet.view["you"] == 0


@asynchronous
async def test_a_code_is_good_after_a_restart(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        moving = await ada.ask("move")
    async with opened_house(tmp_path, clock=house.clock) as house:
        phone = await house.call(code)
        await phone.do("claim", code=moving["code"], key="a new key")
        assert phone.view["you"] == 0


@asynchronous
async def test_a_code_that_cannot_be_noted_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()

        async def no_room(name: str, before: bytes | None, after: bytes | None) -> bool:
            raise StoreFull(Problem.FULL, "There is no room left.")

        monkeypatch.setattr(house.store, "change_note", no_room)
        assert await ada.refused("move") == "read_only"


@asynchronous
async def test_of_two_who_claim_at_once_the_first_has_the_seat(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        moving = await ada.ask("move")
        callers = [await house.call(code) for _ in range(2)]
        gate = Gate()
        house.store.next("append", gate)
        for number, caller in enumerate(callers):
            await caller.send("claim", code=moving["code"], key=f"key {number}", id="claim")
        await gate.reached.wait()
        while len(house.actor(code)._waiting) < 1:
            await bob.ask("ping")
        gate.open()
        answers = [await caller.answer("claim") for caller in callers]
        assert sorted(answer.get("code", "done") for answer in answers) == ["done", "wrong_code"]
        await ada.goodbye()


@asynchronous
async def test_a_seat_moves_before_the_game_too_and_with_it_when_others_rise(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        ada, bob = await house.seated(code, "Ada", "Bob")
        moving = await bob.ask("move")
        phone = await house.call(code)
        gate = Gate()
        house.store.next("append", gate)
        await ada.send("rise", id="rise")
        await gate.reached.wait()
        await phone.send("claim", code=moving["code"], key="the new key of Bob", id="claim")
        while not house.actor(code)._waiting:
            await bob.ask("ping")
        gate.open()
        assert (await phone.answer("claim"))["type"] == "done"
        assert phone.view["you"] == 0
        assert [seat["name"] for seat in phone.view["seats"]] == ["Bob"]
        await bob.goodbye()


@asynchronous
async def test_a_claim_that_could_not_be_written_down_changes_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        moving = await ada.ask("move")
        phone = await house.call(code)
        house.store.next("append", full)
        assert await phone.refused("claim", code=moving["code"], key="a new key") == "read_only"
        assert phone.view["you"] is None
        await ada.do("act", action=ada.view["legal"][0])


@asynchronous
async def test_whoever_hangs_up_while_he_claims_is_away_afterwards(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        moving = await ada.ask("move")
        phone = await house.call(code)
        gate = Gate()
        house.store.next("append", gate)
        await phone.send("claim", code=moving["code"], key="a new key")
        await gate.reached.wait()
        await phone.drop()
        gate.open()
        assert (await bob.happens("departed"))["entry"]["what"]["seat"] == 0
        assert len(house.actor(code).listeners) == 1


# ---------------------------------------------------------------- what is kept of a code


async def device_notes(house: House) -> list[str]:
    return [name for name in await house.store.notes() if name.startswith(OF_DEVICES)]


@asynchronous
async def test_a_table_has_one_note_with_the_codes_of_those_who_sit_there(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        for name in ("Bob", "Cyd", "Dan"):
            (caller,) = await house.seated(code, name)
            await caller.ask("move")
            await caller.do("rise")
        (ada,) = await house.seated(code, "Ada")
        await ada.ask("move")
        (note,) = await device_notes(house)
        body = await house.store.note(note)
        assert body is not None
        assert list(msgspec.json.decode(body)) == ["Ada"]


@asynchronous
async def test_a_code_that_was_used_or_is_too_old_is_not_kept(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        moving = await ada.ask("move")
        phone = await house.call(code)
        await phone.do("claim", code=moving["code"], key="a new key")
        await phone.ask("ping")  # what comes after a claim is done after all of it
        assert await device_notes(house) == []
        await bob.ask("move")
        await house.store.keep_note(f"{OF_DEVICES}{code} Bob", b'{"digest":"","until":0}')  # of an earlier version
        await house.server.tidy()
        assert await device_notes(house) == [f"{OF_DEVICES}{code}"]
        house.clock.move(120)
        await house.server.tidy()
        assert await device_notes(house) == []


@asynchronous
async def test_codes_go_with_the_table_and_with_the_name(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        for caller in (ada, bob):
            await caller.ask("move")
        await ada.do("resign")
        await operate(house, "DELETE", "/people/Ada")
        body = await house.store.note(f"{OF_DEVICES}{code}")
        assert body is not None
        assert list(msgspec.json.decode(body)) == ["Bob"]
        await operate(house, "DELETE", f"/tables/{code}")
        assert await device_notes(house) == []


@asynchronous
async def test_codes_of_devices_are_no_notes_of_the_operator(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()
        await ada.ask("move")
        notes = house.server.notes
        await notes.load()
        assert notes.under("") == {}
        for name in ("b 2", "a 1", "b 1", "c 1"):
            await notes.change(name, None, name.encode())
        assert notes.under("b ") == {"1": b"b 1", "2": b"b 2"}
        await notes.drop("b 1")
        assert list(notes.under("")) == ["a 1", "b 2", "c 1"]
