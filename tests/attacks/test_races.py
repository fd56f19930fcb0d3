"""Many who want the same at the same moment: exactly one gets it, and everybody is told so."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from tests.server.houses import Caller, House, Json, key_of, opened_house
from tests.server.running import asynchronous

MANY = 20


async def answers(callers: list[Caller], kind: str, **members: object) -> list[Json]:
    """All ask for the same before anybody is answered."""
    return list(await asyncio.gather(*(caller.ask(kind, **members) for caller in callers)))


def kinds(found: list[Json]) -> Counter[str]:
    return Counter(str(answer.get("code", answer["type"])) for answer in found)


async def plays_on(house: House, code: str, callers: list[Caller]) -> None:
    """A table elsewhere goes on."""
    deciding = next(caller for caller in callers if caller.view["legal"])
    number = house.actor(code).table.number
    await deciding.do("act", action=deciding.view["legal"][0])
    assert house.actor(code).table.number == number + 1
    for caller in callers:
        await caller.sees(lambda view: view["number"] == number + 1)


@asynchronous
async def test_the_last_seat(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        witnessed, witnesses = await house.game()
        code = await house.open_table()
        callers = [await house.call(code) for _ in range(MANY)]
        asked = (
            caller.ask("sit", name=f"Racer-{place}", key=f"the key of {place}") for place, caller in enumerate(callers)
        )
        found = kinds(list(await asyncio.gather(*asked)))
        assert found["done"] == 1, found
        assert sum(found.values()) == MANY
        assert set(found) == {"done", "table_full"}, found
        table = house.actor(code).table
        assert len(table.seats) == 2
        await plays_on(house, witnessed, witnesses)


@asynchronous
async def test_the_same_name_and_the_same_key(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=4)
        callers = [await house.call(code) for _ in range(MANY)]
        found = kinds(await answers(callers, "sit", name="Twin", key=key_of("Twin")))
        assert found["done"] == 1, found
        assert [seat.name for seat in house.actor(code).table.seats] == ["Ada", "Twin"]


@asynchronous
async def test_many_with_the_key_of_one_seat(tmp_path: Path) -> None:
    """All of them are at that seat: it has come once, and goes when the last of them goes."""
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        before = house.actor(code).table.number
        again = list(await asyncio.gather(*(house.call(code, "Ada") for _ in range(MANY))))
        assert {caller.view["you"] for caller in again} == {0}
        assert house.actor(code).table.number == before
        await asyncio.gather(*(caller.hang_up() for caller in again))
        assert await ada.ask("ping")
        assert house.actor(code).table.seats[0].connected
        await plays_on(house, code, [ada, bob])


@asynchronous
async def test_starting_many_times(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        await house.seated(code, "Ada", "Bob")
        hosts = [await house.call(code, "Ada") for _ in range(MANY)]
        found = kinds(await answers(hosts, "start"))
        assert found["done"] == 1, found
        assert found["not_open"] == MANY - 1, found


@asynchronous
async def test_the_same_action_by_two_sockets(tmp_path: Path) -> None:
    """The same id is the same action: it is done once, and both hear by which entry."""
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        twins = [ada, *[await house.call(code, "Ada") for _ in range(MANY - 1)]]
        action = ada.view["legal"][0]
        before = house.actor(code).table.number
        found = await answers(twins, "act", id="the same", action=action)
        assert {answer["type"] for answer in found} == {"done"}
        assert {answer["number"] for answer in found} == {before + 1}
        assert house.actor(code).table.number == before + 1


@asynchronous
async def test_different_actions_by_two_sockets(tmp_path: Path) -> None:
    """One of them is the seat's decision, and the others are no longer: nothing is done twice."""
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        twins = [ada, *[await house.call(code, "Ada") for _ in range(MANY - 1)]]
        action = ada.view["legal"][0]
        before = house.actor(code).table.number
        found = kinds(await answers(twins, "act", action=action))
        assert found["done"] == 1, found
        assert house.actor(code).table.number == before + 1


@asynchronous
async def test_a_rematch_wanted_by_all_at_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, callers = await house.game(people=4)
        for caller in callers[1:]:
            await caller.do("resign")
        for caller in callers:
            await caller.sees(lambda view: view["phase"] == "over")
        both = [*callers, *[await house.call(code, "Ada") for _ in range(4)]]
        found = kinds(await answers(both, "rematch"))
        assert found == {"done": 8}
        invited = house.actor(code).table.rematch
        assert invited is not None
        _, listed = await house.get("/api/tables")
        assert [table["code"] for table in listed["tables"]] == [invited]
        for caller in callers:
            await caller.sees(lambda view: view["rematch"] == invited)


@asynchronous
async def test_a_seat_claimed_by_many_devices(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        moving = await ada.ask("move")
        devices = [await house.call(code) for _ in range(MANY)]
        asked = (device.ask("claim", code=moving["code"], key=f"key {place}") for place, device in enumerate(devices))
        found = kinds(list(await asyncio.gather(*asked)))
        assert found["done"] == 1, found
        assert found["wrong_code"] + found["too_many_guesses"] == MANY - 1, found  # a code that is used up is a guess
        assert (await ada.goodbye())["code"] == "moved"


@asynchronous
async def test_tables_opened_from_one_address_at_once(tmp_path: Path) -> None:
    """The limit of tables holds for those that are being opened, too."""
    async with opened_house(tmp_path) as house:
        most = house.server.settings.limits.tables_per_address
        body = {"options": {"game": "eriantys", "players": 2}}
        found = await asyncio.gather(*(house.post("/api/tables", body) for _ in range(most + MANY)))
        statuses = Counter(status for status, _ in found)
        assert statuses == {200: most, 429: MANY}
