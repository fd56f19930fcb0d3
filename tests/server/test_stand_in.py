"""The bot that plays for people who are away: where it thinks, and that the house does not wait for it in vain."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from ludoteca import rules
from ludoteca.bots import STAND_IN, Bot
from ludoteca.bots.bot import Decide, View
from ludoteca.house import entries, replays, stand_ins, verification
from ludoteca.house.apply import apply_entry
from ludoteca.house.table import Table
from ludoteca.server.bots.local import seed_of_stand_in

from .houses import House, opened_house
from .running import asynchronous, turns_of_the_loop


def scripted(decide: Decide) -> Bot:
    return Bot("scripted", "Does what the test wants.", decide)


def last_legal(view: View, seed: int, seconds: float) -> int:
    return rules.imagine(view).legal_actions()[-1]


async def log_of(house: House, code: str) -> list[entries.Entry]:
    return [entries.decode(row.body) for row in await house.store.entries(code)]


async def stood_in(house: House, code: str) -> list[tuple[Table, entries.Acted]]:
    """The table before each decision of a stand-in, and the decision."""
    found = []
    table = Table(code, house.actor(code).table.secret)
    for entry in await log_of(house, code):
        if isinstance(entry.what, entries.Acted) and entry.what.by == "stand-in":
            found.append((table.copied(), entry.what))
        apply_entry(table, entry)
    return found


@pytest.mark.parametrize("game", ["eriantys", "masters"])
@asynchronous
async def test_it_decides_in_a_process_and_the_game_can_be_checked(tmp_path: Path, game: str) -> None:
    async with opened_house(tmp_path, stand_in=STAND_IN) as house:
        code, (ada, bob, cyd) = await house.game(game, people=3)
        await ada.do("resign")
        while len(found := await stood_in(house, code)) < 3:
            for caller in (bob, cyd):
                if caller.view["legal"]:
                    await caller.do("act", action=caller.view["legal"][0])
            await asyncio.sleep(0)
        assert len(house.server.minds.processes.running) == 1
        await bob.do("resign")
        table = house.actor(code).table
        replay = replays.export(code, table.secret, await log_of(house, code))
        assert verification.verify(replay).passed
        for before, acted in found:
            assert before.game is not None
            if rules.compiled:  # interpreted it may lack the time to think all that it would
                seed = seed_of_stand_in(before)
                assert acted.decisions == (STAND_IN.choose(before.game, seed),)


@asynchronous
async def test_what_it_decides_is_done(tmp_path: Path) -> None:
    async with opened_house(tmp_path, stand_in=scripted(last_legal)) as house:
        code, (ada, bob, _) = await house.game(people=3)
        await ada.do("resign")
        await bob.sees(lambda view: view["turn"] == 1)
        ((before, acted),) = await stood_in(house, code)
        assert before.game is not None
        assert acted.decisions == (before.game.legal_actions()[-1],)


@pytest.mark.parametrize("wrong", [-1, 255, "mistake"])
@asynchronous
async def test_when_it_fails_the_house_chooses(tmp_path: Path, wrong: int | str) -> None:
    def fail(view: View, seed: int, seconds: float) -> int:
        if isinstance(wrong, str):
            raise ZeroDivisionError(wrong)
        return wrong

    async with opened_house(tmp_path, stand_in=scripted(fail), errors=["a stand-in failed"]) as house:
        code, (ada, bob, _) = await house.game(people=3)
        await ada.do("resign")
        await bob.sees(lambda view: view["turn"] == 1)
        ((before, acted),) = await stood_in(house, code)
        assert before.game is not None
        assert acted.decisions == (stand_ins.choose(before.game, code, before.number),)


@asynchronous
async def test_a_player_who_comes_back_while_it_thinks_decides_himself(tmp_path: Path) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def slow(view: View, seed: int, seconds: float) -> int:
        reached.set()
        go_on.wait(10)
        return last_legal(view, seed, seconds)

    async with opened_house(tmp_path, stand_in=scripted(slow)) as house:
        code, (ada, bob, _) = await house.game(people=3)
        await ada.hang_up()
        await bob.happens("departed")
        house.wait(30)
        await asyncio.to_thread(reached.wait)
        ada = await house.call(code, "Ada")
        await ada.sees(lambda view: view["seats"][0]["connected"] and view["seats"][0]["stand_in"] is None)
        number = house.actor(code).table.number
        go_on.set()
        await turns_of_the_loop()
        assert house.actor(code).table.number == number
        await ada.do("act", action=ada.view["legal"][0])
        assert await stood_in(house, code) == []


@asynchronous
async def test_its_seed_is_known_to_every_server(tmp_path: Path) -> None:
    """So all of them decide the same; the seeds of bots are secret, as their mistakes must not be foreseen."""
    seeds: list[int] = []

    def note(view: View, seed: int, seconds: float) -> int:
        seeds.append(seed)
        return last_legal(view, seed, seconds)

    async with opened_house(tmp_path, stand_in=scripted(note)) as house:
        code, (ada, bob, _) = await house.game(people=3)
        await ada.do("resign")
        await bob.sees(lambda view: view["turn"] == 1)
        ((before, _),) = await stood_in(house, code)
        before.secret = b"of another house"
        await house.server.minds.play_for(before, 0)
        before.number += 1
        await house.server.minds.play_for(before, 0)
        assert seeds[0] == seeds[1] != seeds[2]


@asynchronous
async def test_when_bots_think_no_more_the_house_chooses(tmp_path: Path) -> None:
    async with opened_house(tmp_path, stand_in=STAND_IN) as house:
        code, (ada, bob, _) = await house.game(people=3)
        await house.server.thinking.close()
        await ada.do("resign")
        await bob.sees(lambda view: view["turn"] == 1)
        ((before, acted),) = await stood_in(house, code)
        assert before.game is not None
        assert acted.decisions == (stand_ins.choose(before.game, code, before.number),)
