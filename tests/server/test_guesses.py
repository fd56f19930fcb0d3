"""Guessing is slowed down: counted at times that are given, and seen over real sockets."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import lobby
from ludoteca.server.transport import guesses as module
from ludoteca.server.transport.guesses import LONGEST_PAUSE, MANY, Guessed, Guesses
from ludoteca.store.contract import StoredTable

from .houses import OPERATOR, Caller, House, key_of, opened_house
from .running import asynchronous

EVE, ADA = "198.51.100.1", "203.0.113.5"
SECRET, TABLE_CODE, OPERATOR_KEY = Guessed.SECRET, Guessed.TABLE_CODE, Guessed.OPERATOR_KEY


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def guess(guesses: Guesses, address: str = EVE, target: str = "QQQQQQ", what: Guessed = SECRET) -> bool:
    """A wrong one; whether it was looked at."""
    if guesses.wait(what, address, target) > 0:
        with pytest.raises(Trouble) as trouble:
            guesses.check(what, address, target)
        assert trouble.value.code is Problem.TOO_MANY_GUESSES
        assert 0 < trouble.value.parameters["seconds"] <= LONGEST_PAUSE + 0.1
        return False
    guesses.check(what, address, target)
    guesses.wrong(what, address, target)
    return True


def looked_at_within(seconds: int, guesses: Guesses, time: Time, address: str = EVE, **more: Any) -> int:
    """How many guesses are looked at when one is made ten times a second."""
    found = 0
    for _ in range(seconds * 10):
        found += guess(guesses, address, **more)
        time.now += 0.1
    return found


def test_a_few_mistakes_cost_nothing_and_then_the_pause_grows() -> None:
    time = Time()
    guesses = Guesses(time)
    assert [guess(guesses) for _ in range(8)] == [True] * 6 + [False] * 2
    pauses = []
    for _ in range(8):
        pauses.append(guesses.wait(SECRET, EVE, "QQQQQQ"))
        time.now += pauses[-1]
        assert guess(guesses)
    assert pauses == sorted(pauses)
    assert pauses[0] == 2
    assert 50 < pauses[-1] <= LONGEST_PAUSE


def test_in_a_day_a_network_has_few_guesses_at_one_target() -> None:
    time = Time()
    guesses = Guesses(time)
    hour = sum(looked_at_within(60, guesses, time) for _ in range(60))
    assert hour < 75
    time.now += 3600
    assert guess(guesses)  # who has stopped is forgiven
    assert guess(guesses)


def test_another_network_never_waits() -> None:
    """Whoever guesses at a seat cannot lock out its owner."""
    guesses = Guesses(Time())
    while guess(guesses):
        pass
    guesses.check(SECRET, ADA, "QQQQQQ")
    guesses.check(SECRET, EVE, "ZZZZZZ")  # nor do others in the network, elsewhere
    guesses.check(Guessed.DEVICE_CODE, EVE, "QQQQQQ")


def test_a_network_waits_everywhere_when_it_guesses_everywhere() -> None:
    guesses = Guesses(Time())
    tables = [f"T{number}" for number in range(100)]
    assert sum(guess(guesses, target=target) for target in tables) == 31
    with pytest.raises(Trouble):
        guesses.check(SECRET, EVE, "never guessed at")


def test_one_target_is_not_guessed_at_from_many_networks() -> None:
    """From then on each network has one guess before it waits for long; the owner, who is right, has not to wait."""
    guesses = Guesses(Time())
    networks = [f"10.0.{number // 250}.{number % 250}" for number in range(2000)]
    first = sum(guess(guesses, address) for address in networks for _ in range(3))
    assert first <= 2000 + 2 * MANY
    assert not any(guess(guesses, address) for address in networks[100:])
    assert guesses.wait(SECRET, networks[-1], "QQQQQQ") == LONGEST_PAUSE
    guesses.check(SECRET, ADA, "QQQQQQ")


def test_networks_of_ipv6_guess_together() -> None:
    guesses = Guesses(Time())
    first = int(ipaddress.IPv6Address("2001:db8::"))
    within_64 = [str(ipaddress.IPv6Address(first + number)) for number in range(100)]
    assert sum(guess(guesses, address) for address in within_64) == 6
    within_48 = [str(ipaddress.IPv6Address(first + (number << 64))) for number in range(1, 10_000)]
    assert sum(guess(guesses, address, "ZZZZZZ") for address in within_48) < 100


def test_memory_is_bounded_and_who_guesses_most_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_COUNTS", 300)
    monkeypatch.setattr(module, "FORGOTTEN_AT_ONCE", 30)
    monkeypatch.setattr(module, "MOST_KNOWN", 10)
    guesses = Guesses(Time())
    while guess(guesses):
        pass
    for number in range(1000):
        guess(guesses, f"10.0.{number // 250}.{number % 250}", f"T{number}")
        guesses.met(EVE, f"T{number}")
    assert len(guesses._counts) <= 300
    assert len(guesses._known) == 10
    assert not guess(guesses)


def test_a_clock_that_is_put_back_makes_nobody_wait_longer() -> None:
    time = Time()
    guesses = Guesses(time)
    while guess(guesses):
        pass
    time.now -= 100_000
    assert guesses.wait(SECRET, EVE, "QQQQQQ") <= LONGEST_PAUSE


# ---------------------------------------------------------------- over sockets


@asynccontextmanager
async def besieged(folder: Path, **settings: Any) -> AsyncIterator[House]:
    async with opened_house(folder, proxies=["127.0.0.1"], **settings) as house:
        yield house


def by(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def logged(house: House) -> list[tuple[str, str]]:
    """How often it is written is up to `repeated_lines.py`."""
    return [(line["guessed"], line["network"]) for line in house.logged if line["event"] == "a wrong guess"]


@asynchronous
async def test_codes_of_tables(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        hidden, public = await house.open_table(public=False), await house.open_table(public=True)

        async def asks(code: str, address: str = EVE, more: str = "") -> int:
            return (await house.get(f"/api/tables/{code}{more}", headers=by(address)))[0]

        statuses = [await asks(f"QQQQQ{letter}") for letter in lobby.CODE_LETTERS * 2]
        assert statuses == [404] * 41 + [429] * 5
        assert await asks(hidden) == 429  # a right guess is not told, whichever way
        assert await asks(hidden, more="/replay") == await asks(hidden, more="/film") == 429
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.connect(hidden, headers=by(EVE))
        assert refused.value.status == 429
        assert await asks(public) == 200  # which is in the list
        assert await asks(hidden, ADA) == 200
        assert await asks(hidden, "127.0.0.1") == 200  # from where it was opened
        assert (await house.get("/api/tables/QQQQQZ", headers=by(ADA)))[0] == 404
        assert await house.figure('ludoteca_guesses_total{kind="table_code"}') == 42
        house.clock.move(120)
        assert await asks(hidden) == 200
        assert logged(house) == [("table_code", EVE)] * 41 + [("table_code", ADA)]


@asynchronous
async def test_who_is_at_a_table_comes_back_although_his_neighbour_guesses(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        code = await house.open_table(public=False)
        ada = await house.connect(code, headers=by(EVE))
        await house.greet(ada, "Ada")
        while (await house.get("/api/tables/QQQQQQ", headers=by(EVE)))[0] == 404:
            pass
        await ada.hang_up()
        again = await house.connect(code, headers=by(EVE))
        await house.greet(again, "Ada")
        assert again.view["you"] == 0


@asynchronous
async def test_history_does_not_tell_which_codes_are_hidden_tables(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        hidden = await house.open_table(public=False)
        answers = [await house.get(f"/api/history?after={code}") for code in (hidden, "QQQQQQ", "nonsense")]
        assert answers[0] == answers[1] == answers[2]
        assert answers[0][0] == 400


async def greeted(house: House, code: str, key: str, address: str) -> str:
    caller = await house.connect(code, headers=by(address))
    await caller.send("hello", key=key, id="hello")
    await caller._wait_for(lambda: caller.unread or None)
    answer = caller.unread[0]
    await caller.hang_up()
    return str(answer.get("code", answer["type"]))


@asynchronous
async def test_keys_of_seats(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        code, _ = await house.game()
        answers = [await greeted(house, code, f"guess {number}", EVE) for number in range(8)]
        assert answers == ["wrong_token"] * 6 + ["too_many_guesses"] * 2
        assert await greeted(house, code, key_of("Ada"), EVE) == "too_many_guesses"
        assert await greeted(house, code, key_of("Ada"), ADA) == "welcome"
        house.clock.move(LONGEST_PAUSE)
        assert await greeted(house, code, key_of("Ada"), EVE) == "welcome"
        assert await house.figure('ludoteca_guesses_total{kind="secret"}') == 6


async def claimant(house: House, code: str, address: str) -> Caller:
    caller = await house.connect(code, headers=by(address))
    await caller.do("hello", claiming=True)
    return caller


@asynchronous
async def test_codes_of_devices(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        code, (ada, _) = await house.game()
        eve, phone = await claimant(house, code, EVE), await claimant(house, code, ADA)
        moving = await ada.ask("move")
        answers = [await eve.refused("claim", code="QQQQQQQQ", key="eve's key") for _ in range(8)]
        assert answers == ["wrong_code"] * 6 + ["too_many_guesses"] * 2
        assert await eve.refused("claim", code=moving["code"], key="eve's key") == "too_many_guesses"
        await phone.do("claim", code=moving["code"], key="a new key")
        assert phone.view["you"] == 0
        assert await house.figure('ludoteca_guesses_total{kind="device_code"}') == 6


@asynchronous
async def test_the_operators_key(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:

        async def asks(key: str, address: str = EVE, path: str = "/api/operator") -> int:
            return (await house.get(path, headers=by(address) | {"Authorization": f"Bearer {key}"}))[0]

        right = OPERATOR["Authorization"].removeprefix("Bearer ")
        assert [await asks(f"guess {number}") for number in range(8)] == [401] * 6 + [429] * 2
        assert await asks(right) == await asks(right, path="/metrics") == 429
        assert await asks(right, ADA) == 200
        assert (await house.get("/api/operator", headers=by(EVE)))[0] == 401  # who brings no key guesses none
        house.clock.move(LONGEST_PAUSE)
        assert await asks(right) == 200
        assert await house.figure('ludoteca_guesses_total{kind="operator_key"}') == 6


@asynchronous
async def test_a_refused_address_does_not_guess_the_operators_key_either(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        body = {"refused": [EVE]}
        assert (await house.request("PUT", "/api/operator/addresses", json=body, headers=OPERATOR))[0] == 200
        wrong = by(EVE) | {"Authorization": "Bearer wrong"}
        statuses = [(await house.get("/api/house", headers=wrong))[0] for _ in range(8)]
        assert statuses == [403] * 6 + [429] * 2
        assert (await house.get("/api/house", headers=by(EVE)))[0] == 403


@asynchronous
async def test_guesses_through_a_proxy_on_this_machine_do_not_slow_down_its_operator(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for _ in range(10):
            await house.get("/api/operator", headers={"Authorization": "Bearer wrong", "Via": "1.1 proxy"})
        assert (await house.get("/api/operator", headers=OPERATOR | {"Via": "1.1 proxy"}))[0] == 429
        assert (await house.get("/api/operator", headers=OPERATOR))[0] == 200


# ---------------------------------------------------------------- sitting down


@asynchronous
@pytest.mark.parametrize("started", [False, True])
async def test_secrets_are_not_tried_out_by_sitting_down(tmp_path: Path, started: bool) -> None:
    """A watcher who sits down with the name and a guess is slowed down as with a greeting."""
    async with besieged(tmp_path) as house:
        code = await house.open_table()
        ada, _ = await house.seated(code, "Ada", "Bob")
        if started:
            await ada.do("start")
        eve = await house.connect(code, headers=by(EVE))
        await house.greet(eve)
        answers = [await eve.refused("sit", name="Ada", key=f"Ada#guess {number}") for number in range(8)]
        assert answers == ["not_open" if started else "name_taken"] * 6 + ["too_many_guesses"] * 2
        assert await eve.refused("sit", name="Ada", key=key_of("Ada")) == "too_many_guesses"
        assert await house.figure('ludoteca_guesses_total{kind="secret"}') == 6
        assert await greeted(house, code, key_of("Ada"), EVE) == "too_many_guesses"
        watcher = await house.connect(code, headers=by(ADA))
        await house.greet(watcher)
        assert await watcher.refused("sit", name="Ada", key=key_of("Ada")) == "already_seated"


@asynchronous
async def test_sitting_down_with_the_secret_of_another_tells_nothing(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        code = await house.open_table(players=3)
        bob = await house.call(code)
        await bob.do("sit", name="Bob", key="Bob#the secret of Bob")
        eve = await house.connect(code, headers=by(EVE))
        await house.greet(eve)
        for key in ("Bob#the secret of Bob", "Bob#a wrong secret"):
            for name in ("Eve", "Ada"):
                assert await eve.refused("sit", name=name, key=key) == "bad_token"
        await eve.do("sit", name="Eve", key="Eve#the secret of Eve")
        assert await house.figure('ludoteca_guesses_total{kind="secret"}') == 0


# ---------------------------------------------------------------- neighbours


def test_what_was_right_before_never_waits_and_is_no_guess() -> None:
    guesses = Guesses(Time())
    guesses.opened(SECRET, EVE, "QQQQQQ", "Ada's")
    assert guesses.has_opened(SECRET, EVE, "QQQQQQ", "Ada's")
    assert not guesses.has_opened(SECRET, ADA, "QQQQQQ", "Ada's")
    assert not guesses.has_opened(SECRET, EVE, "ZZZZZZ", "Ada's")
    assert not guesses.has_opened(SECRET, EVE, "QQQQQQ", "Bob's")
    assert not guesses.has_opened(OPERATOR_KEY, EVE, "QQQQQQ", "Ada's")


def test_a_neighbour_does_not_get_rid_of_what_is_remembered() -> None:
    """Whoever sits down and rises with ever new keys, at the table or at others, or comes from many networks."""
    guesses = Guesses(Time())
    guesses.opened(SECRET, EVE, "QQQQQQ", "Ada's", {"Ada's"})
    for number in range(1000):
        guesses.opened(SECRET, EVE, "QQQQQQ", f"key {number}", {"Ada's", f"key {number}"})
        guesses.opened(SECRET, EVE, f"T{number}", f"key {number}", {f"key {number}"})
    for number in range(200):
        guesses.opened(SECRET, f"198.51.100.{number}", "QQQQQQ", "Eve's", {"Ada's", "Eve's"})
    assert guesses.has_opened(SECRET, EVE, "QQQQQQ", "Ada's")
    assert guesses.has_opened(SECRET, "198.51.100.199", "QQQQQQ", "Eve's")
    assert len(guesses._opened[SECRET, "QQQQQQ"]) == module.MOST_RIGHT
    guesses.opened(SECRET, ADA, "QQQQQQ", "Bob's", {"Ada's", "Eve's", "Bob's"})
    assert guesses.has_opened(SECRET, ADA, "QQQQQQ", "Bob's")


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_OPENED", 10)
    guesses = Guesses(Time())
    for number in range(100):
        guesses.opened(SECRET, EVE, f"T{number}", "Ada's", {"Ada's"})
    assert list(guesses._opened) == [(SECRET, f"T{number}") for number in range(90, 100)]


@asynchronous
async def test_a_player_comes_back_although_a_neighbour_guesses_everywhere(tmp_path: Path) -> None:
    """At the neighbour's own tables, and at the player's as well."""
    async with besieged(tmp_path) as house:
        seat = {"name": "Ada", "key": "Ada#the secret of Ada"}
        body = {"options": {"game": "eriantys", "players": 2}, "seat": seat}
        code = (await house.post("/api/tables", body, headers=by(EVE)))[1]["code"]
        bob = await house.connect(code, headers=by(EVE))
        await house.greet(bob)
        await bob.do("sit", name="Bob", key=key_of("Bob"))
        await bob.hang_up()
        own = [await house.open_table() for _ in range(9)]
        answers = [await greeted(house, each, "Ada#wrong", EVE) for each in own for _ in range(5)]
        assert answers == ["wrong_token"] * 31 + ["too_many_guesses"] * 14
        while await greeted(house, code, "Bob#wrong", EVE) == "wrong_token":
            pass
        assert await greeted(house, code, seat["key"], EVE) == "welcome"
        assert await greeted(house, code, key_of("Bob"), EVE) == "welcome"
        assert await greeted(house, code, "Ada#wrong", EVE) == "too_many_guesses"


@asynchronous
async def test_the_key_of_a_browser_does_not_wait_for_guesses_at_other_tables(tmp_path: Path) -> None:
    """Nor do old keys of browsers, thirty of a class, make others wait elsewhere."""
    async with besieged(tmp_path) as house:
        code = await house.open_table()
        others = [await house.open_table() for _ in range(8)]
        for each in others:
            answers = [await greeted(house, each, f"an old key {number}", EVE) for number in range(5)]
            assert answers == ["wrong_token"] * 5
        for each in others:
            await greeted(house, each, "Ada#wrong", EVE)
        assert await greeted(house, code, key_of("Ada"), EVE) == "welcome"


@asynchronous
async def test_a_key_that_was_replaced_is_no_guess(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        code, (ada, _) = await house.game()
        assert await greeted(house, code, key_of("Ada"), EVE) == "welcome"
        moving = await ada.ask("move")
        phone = await claimant(house, code, EVE)
        await phone.do("claim", code=moving["code"], key="a new key")
        await phone.hang_up()
        assert [await greeted(house, code, key_of("Ada"), EVE) for _ in range(8)] == ["wrong_token"] * 8
        while await greeted(house, code, "a guess", EVE) == "wrong_token":
            pass
        assert await greeted(house, code, "a new key", EVE) == "welcome"


@asynchronous
async def test_the_operator_is_not_kept_out_by_a_neighbour(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        wrong = by(EVE) | {"Authorization": "Bearer wrong"}
        assert (await house.get("/api/operator", headers=by(EVE) | OPERATOR))[0] == 200
        while (await house.get("/api/operator", headers=wrong))[0] == 401:
            pass
        assert (await house.get("/api/operator", headers=by(EVE) | OPERATOR))[0] == 200
        assert (await house.get("/api/operator", headers=wrong))[0] == 429


@asynchronous
async def test_a_program_with_a_revoked_key_keeps_nobody_out(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        _, made = await house.post("/api/operator/keys", {"name": "program", "scope": "all"}, headers=OPERATOR)
        program = by(EVE) | {"Authorization": f"Bearer {made['key']}"}
        assert (await house.get("/api/operator", headers=program))[0] == 200
        assert (await house.request("DELETE", "/api/operator/keys/program", headers=OPERATOR))[0] == 200
        assert [(await house.get("/api/operator", headers=program))[0] for _ in range(10)] == [401] * 10
        assert (await house.get("/api/operator", headers=by(EVE) | OPERATOR))[0] == 200


# ---------------------------------------------------------------- at once


def test_no_more_guesses_are_under_way_than_are_left() -> None:
    time = Time()
    guesses = Guesses(time)
    with ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(guesses.looking(SECRET, EVE, "QQQQQQ"))
        with pytest.raises(Trouble) as trouble:
            stack.enter_context(guesses.looking(SECRET, EVE, "QQQQQQ"))
        assert trouble.value.again == module.AT_ONCE_PAUSE
        stack.enter_context(guesses.looking(SECRET, EVE, "ZZZZZZ"))
        stack.enter_context(guesses.looking(SECRET, ADA, "QQQQQQ"))
    assert not guesses._under_way
    while guess(guesses):
        pass
    time.now += LONGEST_PAUSE
    with guesses.looking(SECRET, EVE, "QQQQQQ"), pytest.raises(Trouble):
        stack.enter_context(guesses.looking(SECRET, EVE, "QQQQQQ"))
    with guesses.looking(SECRET, EVE, "QQQQQQ"):  # those that were right leave nothing behind
        pass


@asynchronous
async def test_codes_of_tables_that_are_guessed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with besieged(tmp_path) as house:

        async def ask(number: int) -> int:
            first, second = divmod(number, len(lobby.CODE_LETTERS))
            code = f"QQQQ{lobby.CODE_LETTERS[first]}{lobby.CODE_LETTERS[second]}"
            return (await house.get(f"/api/tables/{code}", headers=by(EVE)))[0]

        gate, stored_table = asyncio.Event(), house.store.stored_table

        async def slow(code: str, last_lines: int) -> StoredTable | None:
            await gate.wait()
            return await stored_table(code, last_lines)

        monkeypatch.setattr(house.store, "stored_table", slow)
        asked = [asyncio.create_task(ask(number)) for number in range(60)]
        refused, _ = await asyncio.wait(asked[:], return_when=asyncio.FIRST_COMPLETED)
        gate.set()
        assert {task.result() for task in refused} == {429}
        assert sorted(await asyncio.gather(*asked)) == [404] * 41 + [429] * 19
        for _ in range(3):
            house.clock.move(house.server.state.guesses.wait(TABLE_CODE, EVE) + 0.01)
            answers = await asyncio.gather(*(ask(number) for number in range(100, 120)))
            assert sorted(answers) == [404] + [429] * 19


@asynchronous
async def test_codes_of_devices_that_are_guessed_at_once(tmp_path: Path) -> None:
    async with besieged(tmp_path) as house:
        code, _ = await house.game()
        callers = [await claimant(house, code, EVE) for _ in range(12)]
        answers = await asyncio.gather(*(each.refused("claim", code="QQQQQQQQ", key="eve's key") for each in callers))
        assert sorted(answers) == ["too_many_guesses"] * 6 + ["wrong_code"] * 6


# ---------------------------------------------------------------- the password


@asynchronous
async def test_the_password_is_not_guessed_from_many_networks(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("the word at the door")
    async with besieged(tmp_path, password_file=password) as house:

        async def knocks(address: str, word: str = "wrong") -> int:
            return (await house.post("/api/door", {"password": word}, headers=by(address)))[0]

        assert [await knocks(EVE) for _ in range(23)] == [403] * 21 + [429] * 2  # many people may be there
        for number in range(10):
            for _ in range(3):
                assert await knocks(f"10.0.0.{number}") == 403
        answers = [await knocks(f"10.0.1.{number}") for number in range(10) for _ in range(3)]
        assert answers == [403, 429, 429] * 10
        assert await knocks(ADA, "the word at the door") == 200
