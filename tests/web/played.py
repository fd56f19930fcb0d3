"""Games for the page to look back at: played by somebody without a browser, against bots, as fast as the house can."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import aiohttp
import msgspec

from ..commands.open_house import OpenHouse

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
    """The code of a game that was played to its end, or until it had so many entries.

    `long`: so many entries at least, by taking back again and again what can be taken back.
    """
    playing = _play(house.url, game, players, until, long, Random(seed), options)
    with ThreadPoolExecutor(1) as pool:  # a browser that is being driven has the loop of this thread
        return pool.submit(asyncio.run, playing).result()


async def _play(url: str, game: str, players: int, until: int | None, long: int, chance: Random, options: Json) -> str:
    body = {
        "options": {"game": game, "players": players, **options},
        "seat": {"name": "Ada", "key": KEY},
        "bots": ["random"] * (players - 1),
    }
    async with aiohttp.ClientSession(url) as session:
        async with session.post("/api/tables", json=body) as answer:
            code: str = (await answer.json())["code"]
        async with session.ws_connect(f"/api/tables/{code}/socket", max_msg_size=0) as socket:
            await socket.send_json({"type": "hello", "key": KEY})
            await socket.send_json({"type": "start"})
            await decide(socket, until, long, chance)
    return code


async def decide(socket: aiohttp.ClientWebSocketResponse, until: int | None, long: int, chance: Random) -> None:
    """What is asked of this seat, until the game is over or has so many entries."""
    while True:
        message = DECODE.decode((await socket.receive()).data)
        assert message["type"] != "refused", message
        if "view" not in message:
            continue
        view = message["view"]
        if view["phase"] == "over" or (until is not None and view["number"] >= until):
            return
        if view["legal"]:
            await socket.send_json(wish(view, long, chance))


def wish(view: Json, long: int, chance: Random) -> Json:
    if view["number"] < long and view["back_to"] and chance.random() < 0.95:
        return {"type": "take_back"}
    return {"type": "act", "action": chance.choice(view["legal"])}
