"""A clock that jumps never deletes games: forgetting waits for a clock that has been steady."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca.server.table.forgetting import DAY, HOUR, MINUTE, NOTE, WEEK, Forgetting
from ludoteca.store.sqlite import SqliteStore

from ..store.stores import OVER, Log
from .houses import opened_house
from .running import NOON, Clock, asynchronous

YEAR = 365 * DAY


class Machine:
    """A machine with a clock that can be set and one that cannot, and a house that forgets after ten days."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.wall = NOON
        self.up = 0
        self.start()

    def start(self) -> None:
        self.forgetting = Forgetting(self.store, 10, lambda: self.wall, monotonic=lambda: self.up / 1000)

    async def run(self, milliseconds: int, every: int = HOUR // 2) -> list[str]:
        """Let time pass; what was forgotten meanwhile."""
        forgotten = await self.forgetting.forget()
        for _ in range(milliseconds // every):
            self.wall += every
            self.up += every
            forgotten += await self.forgetting.forget()
        return forgotten

    def off(self, milliseconds: int, wrong_by: int = 0) -> None:
        """Switched off for a while; then the clock may be wrong."""
        self.wall += milliseconds + wrong_by
        self.up = 5
        self.start()


@asynccontextmanager
async def machine(folder: Path, codes: str = "ABC") -> AsyncIterator[Machine]:
    """With games that ended at noon."""
    async with SqliteStore(folder) as store:
        for code in codes:
            assert await Log(f"TABLE{code}").create(store, OVER)
        yield Machine(store)


@asynchronous
async def test_games_are_forgotten_when_their_time_has_come(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        assert await here.run(10 * DAY) == []
        assert len(await here.run(HOUR)) == 3


@pytest.mark.parametrize("jump", [YEAR, 11 * DAY, 50 * YEAR])
@asynchronous
async def test_a_clock_that_jumps_ahead_deletes_nothing(tmp_path: Path, jump: int) -> None:
    async with machine(tmp_path) as here:
        assert await here.run(2 * HOUR) == []
        here.wall += jump
        assert await here.run(6 * DAY) == []
        here.wall -= jump  # somebody has noticed
        assert await here.run(3 * DAY) == []
        assert len(await here.run(WEEK)) == 3


@asynchronous
async def test_a_machine_that_starts_with_a_wrong_clock_deletes_nothing(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        await here.run(2 * HOUR)
        here.off(HOUR, wrong_by=YEAR)
        assert await here.run(DAY) == []
        here.off(MINUTE)  # another start is no way around the waiting
        assert await here.run(5 * DAY) == []
        here.off(MINUTE, wrong_by=-YEAR)
        assert await here.run(3 * DAY) == []


@asynchronous
async def test_a_machine_that_shows_1970_until_it_knows_the_time_deletes_nothing(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        await here.run(2 * HOUR)
        now = here.wall
        here.off(0)
        here.wall = 0
        assert await here.run(10 * MINUTE, every=MINUTE) == []
        here.wall = now + YEAR
        assert await here.run(6 * DAY) == []


@asynchronous
async def test_a_house_that_was_closed_for_long_forgets_a_week_after_it_opened(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        await here.run(2 * HOUR)
        here.off(YEAR)
        assert await here.run(WEEK - HOUR) == []
        assert len(await here.run(HOUR)) == 3


@asynchronous
async def test_a_restart_costs_an_hour_of_waiting(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        await here.run(10 * DAY - HOUR)
        here.off(2 * HOUR)
        assert await here.run(30 * MINUTE) == []
        assert len(await here.run(30 * MINUTE)) == 3


@asynchronous
async def test_a_clock_that_is_put_right_by_a_little_is_steady(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        await here.run(10 * DAY)
        here.wall += 2 * MINUTE
        assert len(await here.forgetting.forget()) == 3


@asynchronous
async def test_a_clock_that_runs_too_fast_is_not_steady(tmp_path: Path) -> None:
    """Each look finds it a little further, none by much."""
    async with machine(tmp_path) as here:
        await here.run(2 * HOUR)
        for _ in range(12 * 24 * 6):
            here.wall += 10 * MINUTE
            here.up += 6 * MINUTE
            assert await here.forgetting.forget() == []


@asynchronous
async def test_a_clock_that_differs_from_the_databases_deletes_nothing(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        here.forgetting.ahead = lambda: 301.0
        assert await here.run(20 * DAY) == []
        here.forgetting.ahead = lambda: -301.0
        assert await here.run(HOUR) == []
        here.forgetting.ahead = lambda: 2.0
        assert len(await here.run(HOUR)) == 3


@asynchronous
async def test_looking_at_the_clock_is_written_down_once_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with machine(tmp_path) as here:
        kept: list[str] = []
        real = here.store.keep_note

        async def keep_note(name: str, body: bytes) -> None:
            kept.append(name)
            await real(name, body)

        monkeypatch.setattr(here.store, "keep_note", keep_note)
        await here.run(10 * HOUR, every=MINUTE)
        assert kept == [NOTE] * 11


@asynchronous
async def test_a_server_whose_clock_jumps_by_a_year_keeps_its_games(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock, forget_after_days=2) as house:
        code, (ada, _) = await house.game()
        await ada.do("resign")
        await house.server.tidy()
        clock.move(YEAR / 1000)
        await house.server.tidy()
        assert len(await house.store.entries(code)) > 0


@asynchronous
async def test_a_house_that_begins_to_forget_with_a_wrong_clock_deletes_nothing_for_a_week(tmp_path: Path) -> None:
    """The setting is new, or was made before clocks were looked at: nothing says what time it was."""
    async with machine(tmp_path) as here:
        here.off(HOUR, wrong_by=YEAR)
        assert await here.run(6 * DAY) == []
        here.wall -= YEAR
        assert await here.run(3 * DAY) == []
