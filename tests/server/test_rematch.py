"""Once more with the same people: one new table, whoever asks for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from ludoteca.house.options import Options, Patience

from .houses import GENEROUS, Caller, House, opened_house, over
from .running import asynchronous
from .troubled import Gate, full

pytestmark = pytest.mark.usefixtures("both_stores")


async def finished(house: House, people: int = 2, bots: tuple[str, ...] = ()) -> tuple[str, list[Caller]]:
    code, callers = await house.game(people=people, bots=bots)
    for caller in callers[1:]:
        await caller.do("resign")
    await callers[0].do("resign") if people == 1 else None
    await asyncio.gather(*(caller.sees(over) for caller in callers))
    return code, callers


@asynchronous
async def test_a_rematch_has_the_same_people_with_the_same_keys(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await finished(house)
        assert await ada.do("rematch") is None
        again = (await bob.sees(lambda view: view["rematch"] is not None))["rematch"]
        assert again != code
        bob = await house.call(again, "Bob")
        assert [(seat["name"], seat["connected"]) for seat in bob.view["seats"]] == [("Ada", False), ("Bob", False)]
        ada = await house.call(again, "Ada")
        for caller in (ada, bob):
            await caller.do("contribute", nonce="a new one")
        await ada.do("start")
        assert ada.view["commitment"] != house.actor(code).table.commitment


@asynchronous
async def test_bots_come_too(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada,) = await finished(house, 1, ("greedy", "random"))
        await ada.do("rematch")
        again = await house.call(ada.view["rematch"], "Ada")
        assert [seat["bot"] for seat in again.view["seats"]] == [None, "greedy", "random"]
        await again.do("start")


@asynchronous
@pytest.mark.parametrize("people", [2, 4])
async def test_when_all_ask_at_once_there_is_one_rematch(tmp_path: Path, people: int) -> None:
    async with opened_house(tmp_path) as house:
        code, callers = await finished(house, people)
        gate = Gate()
        house.store.next("create", gate)
        for caller in callers:
            await caller.send("rematch", id="again")
        await gate.reached.wait()
        gate.open()
        answers = await asyncio.gather(*(caller.answer("again") for caller in callers))
        assert {answer["type"] for answer in answers} == {"done"}
        views = [await caller.sees(lambda view: view["rematch"] is not None) for caller in callers]
        assert len({view["rematch"] for view in views}) == 1
        phases = {row.code: row.summary.phase for row in await house.store.tables()}
        assert phases.pop(code) == "over"
        assert phases.pop(views[0]["rematch"]) == "open"
        assert set(phases.values()) <= {"closed"}
        await callers[0].do("rematch")
        assert len(await house.store.tables()) == len(phases) + 2


@asynchronous
async def test_there_is_no_rematch_of_a_game_that_is_not_over(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()
        assert await ada.refused("rematch") == "not_over"
        assert len(await house.store.tables()) == 1


@asynchronous
async def test_a_rematch_that_could_not_be_written_down_can_be_asked_for_again(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await finished(house)
        for write in ("create", "append"):
            house.store.next(write, full)
            assert await ada.refused("rematch") == "read_only"
        await ada.do("rematch")
        await house.call(ada.view["rematch"], "Ada")


@asynchronous
async def test_a_rematch_of_a_table_that_was_closed_meanwhile(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await finished(house)
        gate = Gate()
        house.store.next("create", gate)
        await ada.send("rematch", id="again")
        await gate.reached.wait()
        from .houses import OPERATOR

        assert (await house.post(f"/api/operator/tables/{code}/close", {"why": "enough"}, headers=OPERATOR))[0] == 200
        gate.open()
        assert (await ada.answer("again"))["code"] == "table_closed"
        assert {row.summary.phase for row in await house.store.tables()} == {"closed"}


@asynchronous
async def test_a_house_that_is_about_to_close_opens_no_rematch(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await finished(house)
        house.server.state.draining = True
        assert await ada.refused("rematch") == "draining"
        house.server.state.draining = False
        await ada.do("rematch")
        house.server.state.draining = True
        await ada.do("rematch")  # it is there already


@asynchronous
async def test_a_rematch_counts_for_the_address_that_asks_for_it(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address=2)
    async with opened_house(tmp_path, limits=limits) as house:
        _, (ada, _) = await finished(house)
        for _ in range(2):
            await house.open_table()
        answer = await ada.ask("rematch")
        assert (answer["code"], answer["parameters"]) == ("tables", {"most": 2})
        assert answer["sentence"] == "2 tables have been opened from your address. Finish or close some first."
        assert {len(codes) for codes in house.server.state.opened.values()} == {2}


@asynchronous
async def test_a_rematch_takes_the_place_of_the_game_that_is_over(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address=1)
    async with opened_house(tmp_path, limits=limits) as house:
        _, (ada, bob) = await finished(house)
        await ada.do("rematch")
        again = ada.view["rematch"]
        await bob.do("rematch")  # which opens none
        assert list(house.server.state.opened.values()) == [{again}]
        assert (await house.post("/api/tables", {"options": {"game": "eriantys", "players": 2}}))[0] == 429


@asynchronous
async def test_a_table_that_was_opened_without_patience_has_a_rematch_with_some(tmp_path: Path) -> None:
    """Older houses let public tables be opened that wait for nobody."""
    async with opened_house(tmp_path) as house:
        options = Options("eriantys", 2, patience=Patience(turn=0, alone=0, clock=0, lobby=60))
        code = (await house.server.tables.open(options)).code
        ada, bob = await house.seated(code, "Ada", "Bob")
        await ada.do("start")
        await bob.do("resign")
        await ada.sees(over)
        await ada.do("rematch")
        again = house.actor((await ada.sees(lambda view: view["rematch"] is not None))["rematch"])
        assert again.table.options.patience == Patience(turn=15, alone=30, clock=15, lobby=60)
