"""The client and the real server, over good lines and bad ones."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest

from ludoteca.client import Gone, House, Options, Phase, Refused, Table
from ludoteca.house import verification
from ludoteca.house.entries import Acted, Contributed, Opened, Sat
from ludoteca.house.replays import Replay
from ludoteca.server.settings import Limits

from .fake_house import QUICK, asynchronous, until_connected
from .real_house import GENEROUS, play, real_house
from .wire import Fate, Wire

TWO = Options("eriantys", 2)
FAILING = [Fate.LOST, Fate.ANSWER_LOST, Fate.UNNOTICED]


@asynchronous
async def test_what_a_house_offers(tmp_path: Path) -> None:
    async with real_house(tmp_path) as server, House(server.url) as house:
        offered = await house.info()
        assert {game.name for game in offered.games} == {"eriantys", "masters"}
        assert "greedy" in [bot.level for bot in offered.bots]
        assert (await house.rules("eriantys")).startswith("# ")
        assert await house.tables() == []
        assert (await house.history(most=5)).games == []
        with pytest.raises(Refused, match="not_found"):
            await house.rules("chess")
        with pytest.raises(Refused, match="no_such_table"):
            await house.table("ABCDEF")
        with pytest.raises(Gone, match="no_such_table"):
            await house.watch("ABCDEF")


@asynchronous
async def test_a_game_against_a_bot_from_opening_to_the_verified_replay(tmp_path: Path) -> None:
    async with real_house(tmp_path) as server, House(server.url) as house:
        table = await house.open(TWO, "Ada", bots=["greedy"])
        assert [listing.code for listing in await house.tables()] == [table.code]
        await table.start()
        entries = await play(table, 1)
        assert table.view.phase is Phase.OVER
        assert (await house.table(table.code)).result == table.view.result
        replay = await house.replay(table.code)
        assert (await house.verify(replay)).passed
        assert_fair(replay, table)
        assert acts(replay, 0) == entries
        assert [game.code for game in (await house.history()).games] == [table.code]


def assert_fair(replay: Replay, *tables: Table) -> None:
    """The commitment is the one that was shown first, and everybody's nonce went into the draws."""
    assert verification.verify(replay).passed
    opened = replay.entries[0].what
    assert isinstance(opened, Opened)
    nonces = {entry.what.nonce for entry in replay.entries if isinstance(entry.what, Sat | Contributed)}
    for table in tables:
        assert opened.commitment == table.commitment
        assert table.nonce in nonces


def acts(replay: Replay, seat: int | None) -> list[int]:
    """The entries in which a seat acted itself."""
    whats = [(entry.number, entry.what) for entry in replay.entries]
    return [number for number, what in whats if isinstance(what, Acted) and what.seat == seat and what.by == "player"]


@asynchronous
async def test_people_at_one_table(tmp_path: Path) -> None:
    async with real_house(tmp_path) as server, House(server.url) as adas, House(server.url) as beas:
        ada = await adas.open(TWO, "Ada")
        bea = await beas.sit(ada.code.lower(), "Bea")
        watcher = await beas.watch(ada.code)
        with pytest.raises(Refused, match="name_taken"):
            await beas.sit(ada.code, "Bea")
        with pytest.raises(Refused, match="not_host"):
            await bea.start()
        await ada.start()
        await ada.say("good luck")
        await asyncio.gather(play(ada, 1), play(bea, 2))
        assert ada.view.result == bea.view.result
        assert await watcher.my_turn() is None
        again = await asyncio.gather(ada.rematch(), bea.rematch())
        assert again[0].code == again[1].code != ada.code
        assert {table.you for table in again} == {0, 1}


@asynchronous
async def test_a_seat_goes_to_another_device(tmp_path: Path) -> None:
    async with real_house(tmp_path) as server, House(server.url) as house:
        table = await house.open(TWO, "Ada", bots=["greedy"])
        await table.start()
        moved = await house.claim(table.code, (await table.move()).code)
        assert moved.you == 0
        assert moved.key != table.key
        with pytest.raises(Gone, match="moved"):
            await last_of(table)
        with pytest.raises(Gone, match="wrong_token"):
            await house.resume(table.code, table.key or "")
        assert await moved.my_turn() is not None


@asynchronous
async def test_before_the_game_people_and_bots_come_and_go(tmp_path: Path) -> None:
    async with real_house(tmp_path) as server, House(server.url) as house:
        ada = await house.open(Options("eriantys", 3), "Ada")
        bea = await house.sit(ada.code, "Bea")
        await ada.sit_bot("greedy")
        await ada.remove("greedy-1")
        await ada.hand_over("Bea")
        await ada.rise()
        assert [each async for each in ada]
        await until_alone(bea)
        assert bea.you == 0
        cid = await house.sit(ada.code, "Cid")
        await bea.remove("Cid")
        with pytest.raises(Gone, match="not_seated"):
            await cid.my_turn()
        await bea.close()
        with pytest.raises(Refused, match="table_closed"):
            await bea.start()


async def last_of(table: Table) -> None:
    """Read all news."""
    async for _ in table:
        pass


async def until_alone(table: Table) -> None:
    async for _ in table:
        if len(table.view.seats) == 1:
            return


# ---------------------------------------------------------------- limits


@asynchronous
async def test_who_is_too_fast_slows_down_and_loses_nothing(tmp_path: Path) -> None:
    limits = Limits(rate=100, burst=20)
    async with real_house(tmp_path, limits) as server, House(server.url) as house:
        table = await house.open(TWO, "Ada", bots=["random"])
        await table.start()
        await asyncio.gather(*(table.mute("Bea", number % 2 == 0) for number in range(50)))
        await play(table, 1)
        assert table.view.phase is Phase.OVER
        assert 'refusals_total{code="too_fast"}' in server.metrics.text().decode()


# ---------------------------------------------------------------- bad lines


@asynchronous
async def test_a_connection_that_fails_before_anything_is_said(tmp_path: Path) -> None:
    fates = iter(FAILING)
    async with (
        real_house(tmp_path) as server,
        Wire(server.url, lambda sent: next(fates, Fate.ARRIVES)) as wire,
        House(server.url) as here,
        House(wire.url, backoff=QUICK) as there,
    ):
        table = await here.open(TWO, "Ada")
        assert (await there.watch(table.code)).view.seats[0].name == "Ada"
        assert wire.connections == 4


@pytest.mark.parametrize("fate", FAILING)
@asynchronous
async def test_a_connection_that_fails_in_the_middle_of_an_act(tmp_path: Path, fate: Fate) -> None:
    """The act is in the log once, whether it had arrived or not."""
    fates = iter([fate])
    async with (
        real_house(tmp_path) as server,
        Wire(server.url) as wire,
        House(wire.url, backoff=QUICK) as house,
        House(server.url) as direct,
    ):
        table = await house.open(TWO, "Ada", bots=["greedy"])
        await table.start()
        view = await table.my_turn()
        assert view is not None
        before = wire.connections
        wire.fate = lambda sent: next(fates, Fate.ARRIVES)
        number = await table.act(view.legal[0])
        assert wire.connections > before
        replay = await direct.replay(table.code)
        acted = [line.number for line in replay.log if line.what["kind"] == "acted" and line.what["seat"] == 0]
        assert acted == [number]


@pytest.mark.parametrize("fate", FAILING)
@asynchronous
async def test_a_connection_that_fails_while_somebody_sits_down(tmp_path: Path, fate: Fate) -> None:
    """Three are sent: the handshake, hello and sit; the third is what the line fails with."""
    fates = iter([Fate.ARRIVES, Fate.ARRIVES, fate])
    async with (
        real_house(tmp_path) as server,
        Wire(server.url, lambda sent: next(fates, Fate.ARRIVES)) as wire,
        House(server.url) as adas,
        House(wire.url, backoff=QUICK) as beas,
    ):
        ada = await adas.open(TWO, "Ada")
        bea = await beas.sit(ada.code, "Bea")
        assert bea.you == 1
        assert wire.connections >= 2  # a third one tries the key when the first attempt was still on its way
        await ada.start()
        assert [seat.name for seat in ada.view.seats] == ["Ada", "Bea"]


@pytest.mark.parametrize("fate", FAILING)
@asynchronous
async def test_a_connection_that_fails_while_a_seat_is_claimed(tmp_path: Path, fate: Fate) -> None:
    fates = iter([Fate.ARRIVES, Fate.ARRIVES, fate])
    async with (
        real_house(tmp_path) as server,
        Wire(server.url, lambda sent: next(fates, Fate.ARRIVES)) as wire,
        House(server.url) as here,
        House(wire.url, backoff=QUICK) as there,
    ):
        table = await here.open(TWO, "Ada", bots=["greedy"])
        moved = await there.claim(table.code, (await table.move()).code)
        assert moved.you == 0
        assert wire.connections >= 2  # a third one tries the key when the claim was still on its way
        await moved.start()


@pytest.mark.parametrize("seed", range(len(FAILING)))
@asynchronous
async def test_a_whole_game_over_lines_that_fail_all_the_time(tmp_path: Path, seed: int) -> None:
    """Every act that was answered is in the log once, and there are no others."""
    fates = itertools.cycle([*[Fate.ARRIVES] * 7, FAILING[seed], *[Fate.ARRIVES] * 4, FAILING[seed - 1]])

    def fate(sent: bytes) -> Fate:
        return next(fates)

    async with (
        real_house(tmp_path) as server,
        Wire(server.url) as adas_wire,
        Wire(server.url) as beas_wire,
        House(adas_wire.url, backoff=QUICK) as adas,
        House(beas_wire.url, backoff=QUICK) as beas,
    ):
        ada = await adas.open(TWO, "Ada")
        beas_wire.fate = fate
        bea = await beas.sit(ada.code, "Bea")
        adas_wire.fate = fate
        await ada.start()
        played = await asyncio.gather(play(ada, seed), play(bea, seed + 100))
        adas_wire.fate = beas_wire.fate = lambda sent: Fate.ARRIVES
        replay = await adas.replay(ada.code)
        assert_fair(replay, ada, bea)
        assert (acts(replay, ada.you), acts(replay, bea.you)) == tuple(played)
        assert adas_wire.connections + beas_wire.connections > 5


@asynchronous
async def test_a_house_that_restarts_finds_everybody_back(tmp_path: Path) -> None:
    async with real_house(tmp_path) as server:
        port = server.port
        house = House(server.url, backoff=QUICK)
        table = await house.open(TWO, "Ada", bots=["greedy"])
        await table.start()
        view = await table.my_turn()
        assert view is not None
        await table.act(view.legal[0])
        number = table.view.number
    async with real_house(tmp_path, GENEROUS, port), house:
        await until_connected(table)
        assert table.view.number >= number
        assert await play(table, 1)
        assert table.view.phase is Phase.OVER
