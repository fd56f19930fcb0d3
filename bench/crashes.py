"""What a crash costs: moves that players were told and that are not there afterwards, here and with boardgame.io.

Both servers go through the same kind of rounds: people play at several tables, the process is killed at a random
moment, and started again on the same folder. With a power cut only what was synced survives; torn, any part of the
rest survives too. Our rounds (tests/crash) check much more, and end at the first thing that is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from random import Random

import aiohttp
import msgspec

from tests.crash import powercut, rounds
from tests.crash.rounds import Mode, Plan
from tests.store.crashes import Lost

from .peers import boardgameio
from .peers.boardgameio import Match, PeerProblem, Seat

ROUNDS = 10
ROUNDS_OF_A_HOUSE = 5
MATCHES = 4
MOST_TOLD = 100  # moves in a round
ANSWER = 5.0  # seconds for an answer of the peer; it leaves some questions without one
WITHOUT_IO_URING = {"UV_USE_IO_URING": "0"}  # or the shim would not see what Node.js writes
UNREADABLE = (TimeoutError, ConnectionError, aiohttp.ClientError, msgspec.DecodeError, TypeError)
MODES = {Mode.KILL: "kill -9", Mode.POWER: "power cut", Mode.TORN: "power cut, torn"}


@dataclass
class Found:
    """`told` are moves that players were told, `lost` those of them that are not there, `unreadable` whole games."""

    rounds: int = 0
    told: int = 0
    lost: int = 0
    unreadable: int = 0
    remark: str = ""


# ---------------------------------------------------------------- this server


def ours(mode: Mode, amount: int, seed: int) -> Found:
    found = Found()
    while found.rounds < amount:
        plan = Plan(mode, seed, min(ROUNDS_OF_A_HOUSE, amount - found.rounds))
        seed += 1
        found.rounds += plan.rounds
        try:
            found.told += rounds.run(plan)["actions told"]
        except Lost as lost:
            found.lost += 1
            found.remark = f"{lost}: {plan.command}"
    return found


# ---------------------------------------------------------------- boardgame.io


@dataclass
class Game:
    """A match of which the players remember what they were told."""

    match: str
    credentials: list[str]
    number: int  # after the last move that anybody was told


class Peer:
    """A folder of boardgame.io's file storage and the games in it, through several lives of the server."""

    def __init__(self, mode: Mode, seed: int, place: Path) -> None:
        self.mode = mode
        self.chance = Random(f"boardgame.io {mode} {seed}")
        self.folder = place / "matches"
        self.folder.mkdir()
        self.watched = place / "powercut.log"
        self.games: list[Game] = []
        self.found = Found()

    async def one_round(self) -> None:
        with boardgameio.start_server("file", self.folder, self.variables()) as server:
            await self.play_and_kill(server)
        if self.mode is not Mode.KILL:
            torn = self.chance.randrange(2**32) if self.mode is Mode.TORN else None
            powercut.disk_after_cut(self.folder, self.watched, torn)
        self.found.rounds += 1
        await self.look_at_games()

    def variables(self) -> Mapping[str, str]:
        if self.mode is Mode.KILL:
            return {}
        return WITHOUT_IO_URING | powercut.environment(self.folder, self.watched)

    async def play_and_kill(self, server: boardgameio.Server) -> None:
        enough = asyncio.Semaphore(0)
        told = self.chance.randrange(1, MOST_TOLD)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            while len(self.games) < MATCHES:
                async with Match.create(session, server.url) as match:
                    self.games.append(Game(match.id, match.credentials, (await match.connect(0)).number))
            playing = [asyncio.create_task(self.play(session, server.url, game, enough)) for game in self.games]
            with suppress(TimeoutError):  # it may have ended by itself, over a game that it cannot read
                for _ in range(told):
                    async with asyncio.timeout(ANSWER):
                        await enough.acquire()
            await asyncio.sleep(self.chance.random() * 0.01)
            server.kill()
            await asyncio.wait(playing)
            for task in playing:
                task.result()

    async def play(self, session: aiohttp.ClientSession, url: str, game: Game, told: asyncio.Semaphore) -> None:
        """By turns, until the server is gone."""
        async with Match(session, url, game.match, game.credentials) as match:
            seats: list[Seat] = []
            try:
                for player in range(len(game.credentials)):
                    seats += [await match.connect(player)]
                first = first_to_move(seats[0])
                for seat in cycle([*seats[first:], *seats[:first]]):
                    await seat.move()
                    told.release()
            except (ConnectionError, aiohttp.ClientError, TypeError):  # TypeError: a closed socket has no text
                numbers = [seat.number for seat in seats if seat.state is not None]
                newest = max([game.number, *numbers])
                self.found.told += newest - game.number
                game.number = newest

    async def look_at_games(self) -> None:
        """Start it again and ask for every game. One that it cannot read may end the whole server, so none is given up
        before it was the first to be asked for after a start."""
        waiting, self.games = self.games, []
        while waiting:
            asked = 0
            try:
                with boardgameio.start_server("file", self.folder) as server:
                    while waiting:
                        asked += 1
                        await self.look_at(waiting[-1], server)
                        waiting.pop()
            except UNREADABLE:
                if asked == 1:
                    waiting.pop()
                    self.found.unreadable += 1

    async def look_at(self, game: Game, server: boardgameio.Server) -> None:
        async with (
            asyncio.timeout(ANSWER),
            aiohttp.ClientSession() as session,
            Match(session, server.url, game.match, game.credentials) as match,
        ):
            number = (await match.connect(0)).number
        self.found.lost += max(0, game.number - number)
        self.games.append(Game(game.match, game.credentials, number))


def first_to_move(seat: Seat) -> int:
    assert seat.state is not None
    return int(seat.state.ctx.currentPlayer)


def peers(mode: Mode, amount: int, seed: int) -> Found:
    found = Found()
    while found.rounds < amount and not found.remark:
        with tempfile.TemporaryDirectory(prefix="crash-") as place:
            house = Peer(mode, seed, Path(place))
            seed += 1
            try:
                for _ in range(min(ROUNDS_OF_A_HOUSE, amount - found.rounds)):
                    asyncio.run(house.one_round())
            except (PeerProblem, powercut.Unfollowed) as problem:
                found.remark = str(problem)
        found.rounds += house.found.rounds
        found.told += house.found.told
        found.lost += house.found.lost
        found.unreadable += house.found.unreadable
    return found


# ---------------------------------------------------------------- both

SERVERS: dict[str, Callable[[Mode, int, int], Found]] = {"ludoteca": ours, "boardgame.io": peers}


def table(results: Mapping[tuple[str, str], Found]) -> str:
    width = max(len(server) + len(mode) for server, mode in results) + 2
    lines = [f"{'':<{width}}  {'rounds':>7}  {'told':>8}  {'lost':>8}  {'unreadable games':>16}"]
    for (server, mode), found in results.items():
        name = f"{server}, {mode}"
        lines.append(
            f"{name:<{width}}  {found.rounds:>7,}  {found.told:>8,}  {found.lost:>8,}  {found.unreadable:>16,}"
        )
        lines += [f"  {found.remark}"] if found.remark else []
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench crashes", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each server and kind of crash ({ROUNDS})")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="for programs")
    chosen = parser.parse_args(arguments)
    obstacle, without = boardgameio.obstacle(), powercut.available()
    print("Of games that it cannot read, the peer says so here.", file=sys.stderr)
    for problem in filter(None, (obstacle, without)):
        print(f"left out: {problem}", file=sys.stderr)
    modes = [Mode.KILL] if without else list(MODES)
    servers = ["ludoteca"] if obstacle else list(SERVERS)
    results = {}
    for mode in modes:
        for server in servers:
            print(f"{server}, {MODES[mode]} ...", file=sys.stderr, flush=True)
            results[server, MODES[mode]] = SERVERS[server](mode, chosen.rounds, chosen.seed)
    if chosen.json:
        print(json.dumps([{"server": server, "crash": mode, **asdict(r)} for (server, mode), r in results.items()]))
    else:
        print(table(results))
    return int(any(found.lost or found.unreadable for (server, _), found in results.items() if server == "ludoteca"))
