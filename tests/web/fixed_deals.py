"""Games with a deal that never changes, and moments of them to go on from in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import aiohttp

from ludoteca.bots import BOTS
from ludoteca.house import commands, replays

from ..commands.open_house import OpenHouse, completed, opened
from ..house.tables import SECRET, started
from .played import KEY, begin, elsewhere

CHOICES = {"card", "line", "production"}  # what there is to choose in the turn that is looked for


def rich_turn() -> tuple[bytes, int]:
    """The replay of a game in which the first player can buy, produce and go to the market, and the entry after which
    that is so. Secret, nonces and bots are the same each time, so the game is."""
    evening = started("masters", 2)
    while True:
        game = evening.table.game
        assert game is not None
        legal = game.legal_actions()
        offered = {game.describe(action).get("what") for action in legal}
        if evening.table.to_decide == 0 and offered >= CHOICES:
            break
        evening.act(legal.index(BOTS["greedy"].choose(game.redeal(game.seat, 1), 1)))
    moment = evening.table.number
    evening.do(commands.Resign(0))
    return replays.write(replays.export(evening.table.code, SECRET, evening.log)), moment


def weighty_turns() -> tuple[bytes, dict[str, tuple[int, int]]]:
    """The replay of a game of Eriantys that the first player ends with the last tower, having joined islands before.

    By the name of what the game tells: the entry after which mother nature brings that, and the tile to move her to.
    """
    for seed in count(1):
        evening = started("eriantys", 2)
        moments: dict[str, tuple[int, int]] = {}
        while evening.table.to_decide is not None:
            game, number, seat = evening.table.game, evening.table.number, evening.table.to_decide
            assert game is not None
            told = evening.act(game.legal_actions().index(BOTS["greedy"].choose(game.redeal(game.seat, 1), seed)))
            names = {type(event).__name__ for event in told}
            tile = next((event.tile for event in told if type(event).__name__ == "MotherNatureMoved"), None)
            if seat == 0 and tile is not None:
                joined = "IslandsJoined" in moments
                moments |= dict.fromkeys(names, (number, tile))
                if joined and {"TowersChanged", "GameEnded"} <= names and "IslandsJoined" not in names:
                    evening.wait(0)  # the house says how it ended
                    return replays.write(replays.export(evening.table.code, SECRET, evening.log)), moments
    raise AssertionError("unreachable")


@contextmanager
def house_with(folder: Path, replay: bytes, *arguments: str) -> Iterator[OpenHouse]:
    """A house that has the game of a replay."""
    file = folder / "game.json"
    file.write_bytes(replay)
    done = completed("import", file, "--data", folder / "house")
    assert done.returncode == 0, done.stderr
    with opened(folder / "house", *arguments) as house:
        yield house


def go_on(house: OpenHouse, moment: int) -> str:
    """The code of a table at which somebody with `played.KEY` plays on from there, as the first player."""
    return elsewhere(_go_on(house.url, moment))


@contextmanager
def rich_house(folder: Path, *arguments: str) -> Iterator[tuple[OpenHouse, str]]:
    """A house, and the code of a table at which somebody with `played.KEY` has such a turn."""
    replay, moment = rich_turn()
    with house_with(folder, replay, *arguments) as house:
        yield house, go_on(house, moment)


async def _go_on(url: str, moment: int) -> str:
    async with aiohttp.ClientSession(url) as session:
        body = {"at": moment, "player": 0, "seat": {"name": "Ada", "key": KEY}}
        async with session.post("/api/tables/KDTWPQ/fork", json=body) as answer:
            assert answer.status == 200, await answer.text()
            code: str = (await answer.json())["code"]
        async with session.ws_connect(f"/api/tables/{code}/socket", max_msg_size=0) as socket:
            await begin(socket)
            while '"playing"' not in (await socket.receive()).data:
                pass
    return code
