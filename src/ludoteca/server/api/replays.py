"""Films, replays and moments of games, for pages that look back. What was made is kept for whoever asks next."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import msgspec

from ludoteca import __version__
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import advising, apply, entries, practice_tables, replay_frames, replays
from ludoteca.house.clock import SECOND
from ludoteca.house.decide import TableOrigin
from ludoteca.house.entries import Entry, Practice
from ludoteca.house.options import Options
from ludoteca.house.preconditions import need_playing
from ludoteca.house.table import Phase, Table
from ludoteca.server.context import TableContext
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.damaged_logs import whole_log
from ludoteca.store.contract import EntryRow

from .pages import File
from .threads import ThreadQueue, Turn

MOST_KEPT = 32 * 1024 * 1024  # bytes: some dozens of games, of about a megabyte each
MOST_TAGS = 1000
LATELY = 10 * SECOND  # for which a film of a running game may be shown again while others are being made
JSON = "application/json"


class Shown(msgspec.Struct, frozen=True):
    """What of a table is asked for: its log up to an entry, and of that what watchers know. `until` None: all of it."""

    code: str
    secret: bytes
    number: int
    digest: str
    until: int | None

    @classmethod
    def of(cls, actor: TableActor) -> Shown:
        table = actor.table
        delayed = table.phase is Phase.PLAYING and table.options.delay > 0
        until = actor.now() - table.options.delay * SECOND if delayed else None
        return cls(table.code, table.secret, table.number, table.digest, until)


class Kind(NamedTuple):
    """Something that is made of a log: which of its entries it shows, and how."""

    name: str
    select: Callable[[Iterable[Entry], int | None], list[Entry]]
    make: Callable[[str, bytes, list[Entry]], msgspec.Struct]


FILM = Kind("film", replay_frames.reel, replay_frames.film)
REPLAY = Kind("replay", replays.told, replays.export)


class ReplayCache:
    """Films and replays, made beside the event loop. What was made is kept while there is room, and all who ask for
    the same while it is made get it."""

    def __init__(self, context: TableContext, queue: ThreadQueue) -> None:
        self._around = context
        self._queue = queue
        self._kept: OrderedDict[str, File] = OrderedDict()  # the one that was asked for last is the last
        self._size = 0
        self._tags: OrderedDict[tuple[str, str, str], str] = OrderedDict()  # by kind, table and its last entry
        self._latest: OrderedDict[tuple[str, str], tuple[int, str]] = OrderedDict()  # time and tag by kind and table
        self._tables: dict[str, str] = {}  # the table of each that is kept
        self._under_way: dict[tuple[str, Shown], asyncio.Future[File]] = {}
        context.dropped.append(self._forget)

    async def film(self, actor: TableActor, address: str) -> File:
        return await self._file(FILM, actor, address)

    async def replay(self, actor: TableActor, address: str) -> File:
        return await self._file(REPLAY, actor, address)

    async def _file(self, kind: Kind, actor: TableActor, address: str) -> File:
        actor.require_kept()
        asked = Shown.of(actor)
        found = self._found(kind, asked)
        if found is None and self._queue.busy and actor.table.phase is Phase.PLAYING:
            found = self._found_lately(kind, asked)
        if found is not None:
            return found
        key = (kind.name, asked)
        if key not in self._under_way:
            self._under_way[key] = making = asyncio.ensure_future(self._make(kind, asked, actor, address))
            making.add_done_callback(partial(self._made, key))
        return await asyncio.shield(self._under_way[key])

    def _made(self, key: tuple[str, Shown], making: asyncio.Future[File]) -> None:
        del self._under_way[key]
        if not making.cancelled():
            making.exception()  # those who have asked get it, if they are still there

    def _found(self, kind: Kind, asked: Shown) -> File | None:
        """What was made of the same entries. Of a delayed table it is not known before the log was read."""
        tag = self._tags.get((kind.name, asked.code, asked.digest)) if asked.until is None else None
        return self._kept_as(tag)

    def _found_lately(self, kind: Kind, asked: Shown) -> File | None:
        """What was made of a running game some seconds ago, for those who would have to wait for a newer one."""
        made, tag = self._latest.get((kind.name, asked.code), (0, None))
        return self._kept_as(tag) if self._around.now() - made < LATELY else None

    def _kept_as(self, tag: str | None) -> File | None:
        if tag is None or tag not in self._kept:
            return None
        self._kept.move_to_end(tag)
        return self._kept[tag]

    async def _make(self, kind: Kind, asked: Shown, actor: TableActor, address: str) -> File:
        async with self._queue.turn(address) as turn:
            shown = await self._entries(kind, asked, actor, turn)
            tag = tag_of(kind, asked.code, shown)
            if tag not in self._kept:
                film = await turn.run(made, asked.code, asked.secret, shown, tag, kind)
                actor.require_kept()
                self._tables[tag] = asked.code
                self._keep(film)
        self._kept.move_to_end(tag)
        self._latest[(kind.name, asked.code)] = (self._around.now(), tag)
        self._latest.move_to_end((kind.name, asked.code))
        if asked.until is None:
            self._tags[(kind.name, asked.code, asked.digest)] = tag
        for remembered in (self._latest, self._tags):
            if len(remembered) > MOST_TAGS:
                remembered.popitem(last=False)
        return self._kept[tag]

    async def _entries(self, kind: Kind, asked: Shown, actor: TableActor, turn: Turn) -> list[Entry]:
        actor.require_kept()
        rows = await self._around.store.entries(asked.code, most=asked.number)
        if not rows or rows[-1].digest != asked.digest:  # deleted or written anew, perhaps by another node
            await turn.run(whole_log, rows)  # unless it is damaged
            raise actor.dropped or Trouble(Problem.NO_SUCH_TABLE, code=asked.code)
        shown = await turn.run(selected, rows, kind, asked.until)
        actor.require_kept()
        return shown

    def _forget(self, code: str) -> None:
        """Keep nothing of a table that was deleted or written anew."""
        for tag in [tag for tag, table in self._tables.items() if table == code]:
            self._lose(tag)
        for key in [key for key in self._tags if key[1] == code]:
            del self._tags[key]
        for kind in (FILM, REPLAY):
            self._latest.pop((kind.name, code), None)

    def _lose(self, tag: str) -> None:
        self._size -= size_of(self._kept.pop(tag))
        del self._tables[tag]

    def _keep(self, film: File) -> None:
        self._kept[film.tag] = film
        self._size += size_of(film)
        while self._size > MOST_KEPT and len(self._kept) > 1:
            self._lose(next(iter(self._kept)))

    async def fork(self, actor: TableActor, at: int, player: int | None, address: str) -> tuple[Options, TableOrigin]:
        """How a table is opened that begins from a moment of this game."""
        async with self._queue.turn(address) as turn:
            shown = await self._entries(FILM, Shown.of(actor), actor, turn)
            if not shown:
                raise Trouble(Problem.BAD_REQUEST, detail="There is no moment of that game to go on from yet.")
            if not 1 <= at <= len(shown):
                raise Trouble(Problem.BAD_REQUEST, detail=f"`at` is the number of an entry, 1 to {len(shown)}.")
            chance = None if replay_frames.ends(shown[-1]) else int.from_bytes(self._around.chance(8), "big")
            opening = await turn.run(forked, actor.code, actor.table.secret, shown[:at], player, chance)
        actor.require_kept()
        return opening


def selected(rows: list[EntryRow], kind: Kind, until: int | None) -> list[Entry]:
    return kind.select(whole_log(rows), until)


def tag_of(kind: Kind, code: str, shown: list[Entry]) -> str:
    """The last entry names all before it by their hashes, so its own hash stands for all of them."""
    last = entries.digest(shown[-1]) if shown else ""
    return hashlib.sha256(f"{__version__} {kind.name} {code} {last}".encode()).hexdigest()[:32]


def made(code: str, secret: bytes, shown: list[Entry], tag: str, kind: Kind = FILM) -> File:
    body = msgspec.json.encode(kind.make(code, secret, shown))
    return File(body, JSON, tag, gzip.compress(body, 6, mtime=0))


def size_of(film: File) -> int:
    return len(film.body) + len(film.zipped or b"")


def forked(
    code: str, secret: bytes, log: list[Entry], player: int | None, chance: int | None
) -> tuple[Options, TableOrigin]:
    table: Table = apply.rebuild(code, secret, log)
    game = need_playing(table)
    was = table.options
    helped = chance is None or not advising.with_others(table)  # else it would be advice for a game that goes on
    advice = was.advice if helped else False
    options = Options(was.game, was.players, was.settings, public=False, advice=advice)
    position = practice_tables.excerpt(game, chance)
    practice = Practice(position, game.seat if player is None else player, code, table.number)
    return options, TableOrigin(practice=practice)
