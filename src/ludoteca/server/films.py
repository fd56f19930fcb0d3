"""Films of games and moments of them, for pages that look back. What was filmed is kept for whoever asks next."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict

import msgspec

from ludoteca import __version__
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import entries, films, practising, unfolding
from ludoteca.house.clock import SECOND
from ludoteca.house.deciding import Manner
from ludoteca.house.entries import Entry, Practice
from ludoteca.house.needs import need_playing
from ludoteca.house.options import Options
from ludoteca.house.table import Phase, Table

from .live import LiveTable
from .pages import File
from .surroundings import Surroundings

MOST_KEPT = 32 * 1024 * 1024  # bytes: some dozens of games, of about a megabyte each
JSON = "application/json"


async def known_log(live: LiveTable, around: Surroundings) -> tuple[list[Entry], int | None]:
    """The log of a table, and up to when watchers know it; None: all of it."""
    table = live.table
    running = table.phase is Phase.PLAYING
    until = around.now() - table.options.delay * SECOND if running else None
    number = table.number
    rows = await around.store.entries(table.code)
    return [entries.decode(row.body) for row in rows[:number]], until


class Films:
    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._kept: OrderedDict[str, File] = OrderedDict()  # the one that was asked for last is the last
        self._size = 0
        self._making = asyncio.Semaphore(1)  # it takes a while, and games come first

    async def film(self, live: LiveTable) -> File:
        shown = films.reel(*await known_log(live, self._around))
        tag = tag_of(live.code, shown)
        async with self._making:
            if tag not in self._kept:
                self._keep(await asyncio.to_thread(made, live.code, live.table.secret, shown, tag))
        self._kept.move_to_end(tag)
        return self._kept[tag]

    def _keep(self, film: File) -> None:
        self._kept[film.tag] = film
        self._size += size_of(film)
        while self._size > MOST_KEPT and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._size -= size_of(oldest)

    async def fork(self, live: LiveTable, at: int, player: int | None) -> tuple[Options, Manner]:
        """How a table is opened that begins from a moment of this game."""
        shown = films.reel(*await known_log(live, self._around))
        if not 1 <= at <= len(shown):
            raise Trouble(Problem.BAD_REQUEST, detail=f"`at` is the number of an entry, 1 to {len(shown)}.")
        chance = None if films.ends(shown[-1]) else int.from_bytes(self._around.chance(8), "big")
        async with self._making:
            return await asyncio.to_thread(forked, live.code, live.table.secret, shown[:at], player, chance)


def tag_of(code: str, shown: list[Entry]) -> str:
    """The last entry names all before it by their hashes, so its own hash stands for all of them."""
    last = entries.digest(shown[-1]) if shown else ""
    return hashlib.sha256(f"{__version__} {code} {last}".encode()).hexdigest()[:32]


def made(code: str, secret: bytes, shown: list[Entry], tag: str) -> File:
    body = msgspec.json.encode(films.film(code, secret, shown))
    return File(body, JSON, tag, gzip.compress(body, 6, mtime=0))


def size_of(film: File) -> int:
    return len(film.body) + len(film.zipped or b"")


def forked(
    code: str, secret: bytes, log: list[Entry], player: int | None, chance: int | None
) -> tuple[Options, Manner]:
    table: Table = unfolding.rebuild(code, secret, log)
    game = need_playing(table)
    was = table.options
    options = Options(was.game, was.players, was.settings, public=False)
    position = practising.excerpt(game, chance)
    practice = Practice(position, game.seat if player is None else player, code, table.number)
    return options, Manner(practice=practice)
