"""The list of tables: short, however many tables there are, and made once for each change."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludoteca.house.lobby import Listing
from ludoteca.rules.masters.notation import cards
from ludoteca.server.table import registry

from .houses import House, opened_house
from .running import asynchronous
from .troubled import Gate

pytestmark = pytest.mark.usefixtures("both_stores")

SHIPPED = cards.shipped()


@asynchronous
async def test_no_more_tables_are_listed_than_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST_LISTED", 3)
    async with opened_house(tmp_path) as house:
        for _ in range(3):
            await house.open_table()
        code = await house.open_table()
        await house.seated(code, "Ada")
        for _ in range(3):
            await house.open_table()
        _, listed = await house.get("/api/tables")
        assert len(listed["tables"]) == 3
        assert code in [listing["code"] for listing in listed["tables"]]  # somebody is there


@asynchronous
async def test_a_card_set_is_listed_by_its_name_and_shown_at_the_table(tmp_path: Path) -> None:
    first, *others = SHIPPED["development_cards"]
    own = {**SHIPPED, "development_cards": [{**first, "victory_points": 42}, *others]}
    async with opened_house(tmp_path) as house:
        code, (ada,) = await house.game("masters", people=1, settings={"cards": own})
        name = ada.view["game"]["cards"]
        _, listed = await house.get("/api/tables")
        assert [listing["settings"] for listing in listed["tables"]] == [{"cards": name}]
        assert (await house.get(f"/api/tables/{code}"))[1]["options"]["settings"] == {"cards": own}
        await ada.do("resign")
        _, history = await house.get("/api/history")
        assert [game["listing"]["settings"] for game in history["games"]] == [{"cards": name}]


class Lists:
    """How often a list was made of all tables; each time is waited for if there is a gate."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        self.gate: Gate | None = None
        self._real = house.server.tables.listed
        monkeypatch.setattr(house.server.tables, "listed", self._listed)

    async def _listed(self) -> list[Listing]:
        self.made += 1
        if self.gate is None:
            return await self._real()
        listed: list[Listing] = await self.gate(self._real)
        return listed


@asynchronous
async def test_it_is_made_once_for_each_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house:
        await house.open_table()
        lists = Lists(house, monkeypatch)
        answers = [await house.get("/api/tables") for _ in range(5)]
        assert all(answer == answers[0] for answer in answers)
        assert lists.made == 1
        other = await house.open_table()
        _, listed = await house.get("/api/tables")
        assert other in [listing["code"] for listing in listed["tables"]]
        assert lists.made == 2


@asynchronous
async def test_those_who_ask_at_once_share_it_and_a_change_meanwhile_is_in_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path) as house:
        await house.open_table()
        lists = Lists(house, monkeypatch)
        lists.gate = gate = Gate()
        early = [asyncio.create_task(house.get("/api/tables")) for _ in range(3)]
        await gate.reached.wait()
        lists.gate = None
        code = await house.open_table()
        late = asyncio.create_task(house.get("/api/tables"))
        gate.open()
        assert [(await answer)[0] for answer in early] == [200] * 3
        assert code in [listing["code"] for listing in (await late)[1]["tables"]]
        assert lists.made <= 2
