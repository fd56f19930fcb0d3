"""Games for the page to look back at: played by somebody without a browser, against bots, as fast as the house can."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import aiohttp
import msgspec

from ..commands.open_house import OpenHouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

Json = dict[str, Any]
KEY = "a key that nobody guesses"
DECODE = msgspec.json.Decoder(dict[str, Any])


def played(
    house: OpenHouse,
    game: str,
    players: int = 2,
    *,
    until: int | None = None,
    long: int = 0,
    seed: int = 1,
    **options: Any,
) -> str:
    """The code of a game that was played to its end, or until it had so many entries and it is Ada's turn.

    `long`: so many entries at least, by taking back again and again what can be taken back.
    """
    return elsewhere(_play(house.url, game, players, until, long, Random(seed), options))


def dealt(house: OpenHouse, wanted: Callable[[Json], bool], game: str = "eriantys", **options: Any) -> str:
    """The code of a game against a bot that begins as it is wanted: such games are begun until one does."""
    return elsewhere(_deal(house.url, wanted, game, options))


def take_seat(page: Page, house: OpenHouse, code: str) -> None:
    """The one who played goes on in front of this browser."""
    mine = {"at": 1, "key": KEY, "name": "Ada", "game": "", "phase": "playing", "nonce": "brought"}
    page.evaluate("(memory) => localStorage.setItem('ludoteca', memory)", json.dumps({"games": {code: mine}}))
    page.goto(f"{house.url}/t/{code}")
    page.wait_for_selector(".board")


def elsewhere(playing: Coroutine[Any, Any, str]) -> str:
    with ThreadPoolExecutor(1) as pool:  # a browser that is being driven has the loop of this thread
        return pool.submit(asyncio.run, playing).result()


async def _play(url: str, game: str, players: int, until: int | None, long: int, chance: Random, options: Json) -> str:
    async with aiohttp.ClientSession(url) as session:
        code = await _open(session, game, players, options)
        async with session.ws_connect(f"/api/tables/{code}/socket", max_msg_size=0) as socket:
            await begin(socket)
            await decide(socket, until, long, chance)
    return code


async def _deal(url: str, wanted: Callable[[Json], bool], game: str, options: Json) -> str:
    async with aiohttp.ClientSession(url) as session:
        while True:
            code = await _open(session, game, 2, options)
            async with session.ws_connect(f"/api/tables/{code}/socket", max_msg_size=0) as socket:
                await begin(socket)
                if wanted(await dealt_game(socket)):
                    return code


async def _open(session: aiohttp.ClientSession, game: str, players: int, options: Json) -> str:
    body = {
        "options": {"game": game, "players": players, **options},
        "seat": {"name": "Ada", "key": KEY},
        "bots": ["random"] * (players - 1),
    }
    async with session.post("/api/tables", json=body) as answer:
        code: str = (await answer.json())["code"]
    return code


async def begin(socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"type": "hello", "key": KEY})
    await socket.send_json({"type": "start"})


async def dealt_game(socket: aiohttp.ClientWebSocketResponse) -> Json:
    """The game as it is at its beginning."""
    while True:
        message = DECODE.decode((await socket.receive()).data)
        if "view" in message and message["view"]["game"] is not None:
            game: Json = message["view"]["game"]
            return game


async def decide(socket: aiohttp.ClientWebSocketResponse, until: int | None, long: int, chance: Random) -> None:
    """What is asked of this seat, until the game is over, or has so many entries and waits for it."""
    while True:
        message = DECODE.decode((await socket.receive()).data)
        assert message["type"] != "refused", message
        if "view" not in message:
            continue
        view = message["view"]
        if view["phase"] == "over" or (until is not None and view["number"] >= until and view["legal"]):
            return  # now nobody else goes on
        if view["legal"]:
            await socket.send_json(wish(view, long, chance))


def wish(view: Json, long: int, chance: Random) -> Json:
    if view["number"] < long and view["back_to"] and chance.random() < 0.95:
        return {"type": "take_back"}
    return {"type": "act", "action": chance.choice(view["legal"])}
