"""What is answered over HTTP: one method for each route of the protocol, named like it. `http.py` does the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import resources
from typing import Any

import msgspec

from ludoteca import __version__
from ludoteca.dialects.house import http as protocol
from ludoteca.dialects.house.messages import PROTOCOL
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, keys, lessons, lobby, verification, views
from ludoteca.house.options import PLAYERS
from ludoteca.house.table import Phase
from ludoteca.rules.catalogue import GAMES
from ludoteca.server.bots.names import bot_command
from ludoteca.server.errors import read_only
from ludoteca.server.house_state import State
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.listing import TableList
from ludoteca.server.table.registry import listing_of
from ludoteca.server.transport.guesses import Guessed
from ludoteca.server.transport.limits import Addresses
from ludoteca.store.contract import Store, TableRow

from . import pictures
from .analyses import Analyses
from .health import StoreHealth
from .metrics import Metrics
from .pages import File
from .replays import ReplayCache
from .threads import LATER, ThreadQueue

MOST_PER_PAGE = 100
LONGEST_PAGE = len(str(MOST_PER_PAGE))
PER_PAGE = 20
MOST_TO_VERIFY = 8  # of all addresses together
REFUSED_ADDRESSES = "refused addresses"  # a note in the store


Drain = Callable[[protocol.Draining], None]


def page_size(most: str | None) -> int:
    if most is None:
        return PER_PAGE
    if not (most.isascii() and most.isdigit() and len(most) <= LONGEST_PAGE and 1 <= int(most) <= MOST_PER_PAGE):
        raise Trouble(Problem.BAD_REQUEST, detail=f"`most` is a number from 1 to {MOST_PER_PAGE}.")
    return int(most)


class Asked(msgspec.Struct, frozen=True):
    """A request, read and checked: where it comes from, the parts of its path, its query and its body.

    `local`: it comes from this machine itself (`addresses.py`)."""

    address: str
    parts: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    local: bool = False
    admitted: bool = True  # into a private house


class Api:
    def __init__(
        self,
        state: State,
        store: Store,
        addresses: Addresses,
        metrics: Metrics,
        name: str,
        drain: Drain,
        elsewhere: Callable[[], str | None],
        queue: ThreadQueue,
        analyses: Analyses,
        private: bool = False,
    ) -> None:
        self.state = state
        self.tables_here = state.tables
        self.store = store
        self.addresses_here = addresses
        self.metrics_here = metrics
        self.house_name = name
        self.private = private
        self._drain = drain
        self._elsewhere = elsewhere
        self._table_list = TableList(state.tables)
        self._queue = queue
        self._analyses = analyses
        self._films = ReplayCache(state.tables.context, queue)
        self._store_health = StoreHealth(store)
        metrics.watch("store_writable", "Whether the store can be written.", lambda: self._store_health.writable)
        self._to_verify = 0  # replays, with the one that is being checked

    # ------------------------------------------------------------ the lobby

    async def house(self, asked: Asked) -> protocol.House:
        games = [protocol.GameOffered(name, list(PLAYERS[name]), game.rules_version) for name, game in GAMES.items()]
        bots = [protocol.BotOffered(level, bot.words) for level, bot in self.state.bots.items()]
        elsewhere = self._elsewhere() if asked.local else None  # others came by one that works for them
        return protocol.House(
            self.house_name,
            __version__,
            PROTOCOL,
            games,
            bots,
            self.state.draining,
            elsewhere,
            self.private,
            asked.admitted,
        )

    async def tables(self, asked: Asked) -> bytes:
        return await self._table_list.encoded()

    async def open_table(self, asked: Asked) -> protocol.Opened:
        wanted: protocol.NewTable = asked.body
        actor = await self.state.open_table(asked.address, wanted.options, partial(self._seat, wanted))
        if wanted.seat is not None:
            token = keys.token_of(wanted.seat.key)
            self.state.guesses.opened(Guessed.SECRET, asked.address, actor.code, token)
        return protocol.Opened(actor.code, actor.table.commitment, 0 if wanted.seat is not None else None)

    async def _seat(self, wanted: protocol.NewTable, actor: TableActor) -> None:
        if wanted.seat is not None:
            await self._seat_host(wanted.seat, actor)
        elif wanted.bots:
            raise Trouble(Problem.BAD_REQUEST, detail="Bots are asked by a host: say who you are in `seat`.")
        for level in wanted.bots:
            await self._seat_bot(level, actor)

    async def _seat_host(self, host: protocol.Opening, actor: TableActor) -> None:
        await actor.submit(commands.Sit(host.name, keys.token_of(host.key), look=host.look, here=False))

    async def _seat_bot(self, level: str, actor: TableActor) -> None:
        await actor.submit(bot_command(actor.table, 0, level, None, tuple(self.state.bots)))

    async def table(self, asked: Asked) -> views.TableView:
        actor = await self.state.find(asked.parts["code"], asked.address)
        await self._check_watching(actor)
        return views.view(actor.seen_by(None), None)

    async def _check_watching(self, actor: TableActor) -> None:
        if not actor.table.options.watching and actor.table.phase is Phase.PLAYING:
            raise Trouble(Problem.NO_WATCHING)
        await actor.open_delayed()

    # ------------------------------------------------------------ games that were played

    async def replay(self, asked: Asked) -> File:
        actor = await self.state.find(asked.parts["code"], asked.address)
        await self._check_watching(actor)
        return await self._films.replay(actor, asked.address)

    async def film(self, asked: Asked) -> File:
        actor = await self.state.find(asked.parts["code"], asked.address)
        await self._check_watching(actor)
        return await self._films.film(actor, asked.address)

    async def picture(self, asked: Asked) -> bytes:
        actor = await self.state.find(asked.parts["code"], asked.address)
        await self._check_watching(actor)
        view = views.view(actor.seen_by(None), None)
        async with self._queue.turn(asked.address) as turn:
            return await turn.run(pictures.png, view)

    async def review(self, asked: Asked) -> File:
        actor = await self.state.find(asked.parts["code"], asked.address)
        await self._check_watching(actor)
        return await self._analyses.review(actor, asked.address)

    async def fork(self, asked: Asked) -> protocol.Opened:
        wanted: protocol.Fork = asked.body
        there = await self.state.find(asked.parts["code"], asked.address)
        await self._check_watching(there)
        options, origin = await self._films.fork(there, wanted.at, wanted.player, asked.address)
        levels = tuple(self.state.bots)
        level = (levels[-1] if levels else "") if wanted.bot is None else wanted.bot  # the strongest

        async def seating(actor: TableActor) -> None:
            await self._seat_host(wanted.seat, actor)
            for _ in range(options.players - 1):
                await self._seat_bot(level, actor)

        actor = await self.state.open_table(asked.address, options, seating, origin)
        return protocol.Opened(actor.code, actor.table.commitment, 0)

    async def history(self, asked: Asked) -> protocol.History:
        most = page_size(asked.query.get("most"))
        rows = await self.tables_here.finished(await self._row_after(asked.query.get("after")), most)
        games = [*self.tables_here.readable(rows, finished)]
        return protocol.History(games, rows[-1].code if len(rows) == most else None)

    async def _row_after(self, code: str | None) -> TableRow | None:
        if code is None:
            return None
        read = lobby.read_code(code)
        row = None if read is None else await self.store.table(read)
        if row is None or not row.summary.public or row.summary.phase is not Phase.OVER:  # a hidden one is not betrayed
            raise Trouble(Problem.BAD_REQUEST, detail="`after` is what the page before gave.")
        return row

    async def verify(self, asked: Asked) -> protocol.Verification:
        if self._to_verify >= MOST_TO_VERIFY:  # a replay is large, and those that wait are in memory
            raise Trouble(Problem.TOO_FAST, again=LATER, seconds=LATER)
        self._to_verify += 1
        try:
            async with self._queue.turn(asked.address) as turn:
                report = await turn.run(verification.verify, asked.body)
        finally:
            self._to_verify -= 1
        return protocol.Verification(report.code, report.passed, report.checks)

    async def rules(self, asked: Asked) -> bytes:
        game = asked.parts["game"]
        if game not in GAMES:
            raise Trouble(Problem.NOT_FOUND)
        return (resources.files("ludoteca.rules") / game / "rules.md").read_bytes()

    # ------------------------------------------------------------ lessons

    async def lesson(self, asked: Asked) -> protocol.LessonMoment:
        number, step = self._step(asked)
        return self._moment(asked, number, step, lessons.begin(step))

    async def try_lesson(self, asked: Asked) -> protocol.LessonMoment:
        number, step = self._step(asked)
        return self._moment(asked, number, step, lessons.go_on(step, asked.body.done, asked.body.action))

    def _step(self, asked: Asked) -> tuple[int, lessons.Step]:
        steps = lessons.steps_of(asked.parts["game"])
        by_number = {str(number): (number, step) for number, step in enumerate(steps, 1)}
        found = by_number.get(asked.parts["step"])
        if found is None:
            raise Trouble(Problem.NOT_FOUND)
        return found

    def _moment(self, asked: Asked, number: int, step: lessons.Step, now: lessons.Moment) -> protocol.LessonMoment:
        steps = len(lessons.steps_of(asked.parts["game"]))
        return protocol.LessonMoment(step.name, number, steps, now.view, now.events, now.as_asked, now.finished)

    # ------------------------------------------------------------ the protocol, described

    async def openapi(self, asked: Asked) -> bytes:
        return self.state.documents.openapi

    async def asyncapi(self, asked: Asked) -> bytes:
        return self.state.documents.asyncapi

    async def schema(self, asked: Asked) -> bytes:
        return self.state.documents.schema

    async def types(self, asked: Asked) -> bytes:
        return self.state.documents.types

    # ------------------------------------------------------------ for the operator

    async def health(self, asked: Asked) -> protocol.Health:
        """Whether this server can take newcomers."""
        if self.state.draining:
            raise Trouble(Problem.DRAINING)
        problem = await self._store_health.problem()
        if problem is not None:
            raise read_only(problem)
        return protocol.Health("well")

    async def alive(self, asked: Asked) -> protocol.Health:
        """That it answers is all."""
        return protocol.Health("alive")

    async def metrics(self, asked: Asked) -> bytes:
        await self._store_health.problem()
        if self.store.decisions is not None:
            await self.metrics_here.look_at_queue(self.store.decisions)
        return self.metrics_here.text()

    async def operator(self, asked: Asked) -> protocol.OperatorView:
        awake = [*self.tables_here.readable(self.tables_here.awake.values(), operator_table)]
        return protocol.OperatorView(self.state.draining, self.addresses_here.connections.total(), awake)

    async def close_table(self, asked: Asked) -> protocol.Health:
        actor = await self.tables_here.find(asked.parts["code"])
        await actor.submit(commands.Close(None, asked.body.why))
        return protocol.Health("closed")

    async def addresses(self, asked: Asked) -> protocol.Addresses:
        return protocol.Addresses([str(network) for network in self.addresses_here.refused])

    async def refuse_addresses(self, asked: Asked) -> protocol.Addresses:
        try:
            self.addresses_here.refuse(asked.body.refused)
        except ValueError as error:
            raise Trouble(Problem.BAD_REQUEST, detail=f"{error}.") from error
        answer = await self.addresses(asked)
        self.state.send_away_refused(self.addresses_here)
        await self.store.keep_note(REFUSED_ADDRESSES, msgspec.json.encode(answer))
        return answer

    async def drain(self, asked: Asked) -> protocol.Health:
        self._drain(asked.body)
        return protocol.Health("draining" if self.state.draining else "well")


def operator_table(actor: TableActor) -> protocol.OperatorTable:
    table = actor.table
    return protocol.OperatorTable(actor.code, table.phase, table.options.game, len(actor.everybody), table.number)


def finished(row: TableRow) -> protocol.Finished:
    return protocol.Finished(row.code, row.summary.changed, listing_of(row))
