"""What is answered over HTTP: one method for each route of the protocol, named like it. `http.py` does the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from importlib import resources
from typing import Any

import msgspec

from ludoteca import __version__
from ludoteca.dialects.house import http as protocol
from ludoteca.dialects.house.messages import PROTOCOL
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, keys, lessons, lobby, replays, verifying, views
from ludoteca.house.options import PLAYERS
from ludoteca.house.replays import Replay
from ludoteca.house.table import Phase
from ludoteca.rules.catalogue import GAMES
from ludoteca.store.contract import Store, TableRow

from .bot_names import bot_command
from .films import Films, known_log
from .limits import Addresses, loopback
from .live import LiveTable
from .metrics import Metrics
from .pages import File
from .state import State

MOST_PER_PAGE = 100
LONGEST_PAGE = len(str(MOST_PER_PAGE))
PER_PAGE = 20
MOST_TO_VERIFY = 4
VERIFY_LATER = 5  # seconds
REFUSED_ADDRESSES = "refused addresses"  # a note in the store


Drain = Callable[[protocol.Draining], None]


class Asked(msgspec.Struct, frozen=True):
    """A request, read and checked: where it comes from, the parts of its path, its query and its body."""

    address: str
    parts: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None


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
    ) -> None:
        self.state = state
        self.tables_here = state.tables
        self.store = store
        self.addresses_here = addresses
        self.metrics_here = metrics
        self.house_name = name
        self._drain = drain
        self._elsewhere = elsewhere
        self._films = Films(state.tables.around)
        self._verifying = asyncio.Semaphore(1)
        self._to_verify = 0  # replays, with the one that is being checked

    # ------------------------------------------------------------ the lobby

    async def house(self, asked: Asked) -> protocol.House:
        games = [protocol.GameOffered(name, list(PLAYERS[name]), game.rules_version) for name, game in GAMES.items()]
        bots = [protocol.BotOffered(level, bot.words) for level, bot in self.state.bots.items()]
        elsewhere = self._elsewhere() if loopback(asked.address) else None  # others came by one that works for them
        return protocol.House(self.house_name, __version__, PROTOCOL, games, bots, self.state.draining, elsewhere)

    async def tables(self, asked: Asked) -> protocol.TableList:
        return protocol.TableList(await self.tables_here.listed())

    async def open_table(self, asked: Asked) -> protocol.Opened:
        wanted: protocol.NewTable = asked.body
        live = await self.state.open_table(asked.address, wanted.options, partial(self._seat, wanted))
        return protocol.Opened(live.code, live.table.commitment, 0 if wanted.seat is not None else None)

    async def _seat(self, wanted: protocol.NewTable, live: LiveTable) -> None:
        if wanted.seat is not None:
            await self._seat_host(wanted.seat, live)
        elif wanted.bots:
            raise Trouble(Problem.BAD_REQUEST, detail="Bots are asked by a host: say who you are in `seat`.")
        for level in wanted.bots:
            await self._seat_bot(level, live)

    async def _seat_host(self, host: protocol.Opening, live: LiveTable) -> None:
        await live.submit(commands.Sit(host.name, keys.token_of(host.key), look=host.look, here=False))

    async def _seat_bot(self, level: str, live: LiveTable) -> None:
        await live.submit(bot_command(live.table, 0, level, None, tuple(self.state.bots)))

    async def table(self, asked: Asked) -> views.TableView:
        live = await self.tables_here.find(asked.parts["code"])
        await self._check_watching(live)
        return views.view(live.seen_by(None), None)

    async def _check_watching(self, live: LiveTable) -> None:
        if not live.table.options.watching and live.table.phase is Phase.PLAYING:
            raise Trouble(Problem.NO_WATCHING)
        await live.open_gallery()

    # ------------------------------------------------------------ games that were played

    async def replay(self, asked: Asked) -> Replay:
        live = await self.tables_here.find(asked.parts["code"])
        await self._check_watching(live)
        log, until = await known_log(live, self.tables_here.around)
        return await asyncio.to_thread(replays.export, live.code, live.table.secret, log, until)

    async def film(self, asked: Asked) -> File:
        live = await self.tables_here.find(asked.parts["code"])
        await self._check_watching(live)
        return await self._films.film(live)

    async def fork(self, asked: Asked) -> protocol.Opened:
        wanted: protocol.Fork = asked.body
        there = await self.tables_here.find(asked.parts["code"])
        await self._check_watching(there)
        options, manner = await self._films.fork(there, wanted.at, wanted.player)
        levels = tuple(self.state.bots)
        level = (levels[-1] if levels else "") if wanted.bot is None else wanted.bot  # the strongest

        async def seating(live: LiveTable) -> None:
            await self._seat_host(wanted.seat, live)
            for _ in range(options.players - 1):
                await self._seat_bot(level, live)

        live = await self.state.open_table(asked.address, options, seating, manner)
        return protocol.Opened(live.code, live.table.commitment, 0)

    async def history(self, asked: Asked) -> protocol.History:
        most = self._page(asked.query.get("most"))
        rows = await self.tables_here.finished(await self._row_after(asked.query.get("after")), most)
        games = [
            protocol.Finished(row.code, row.summary.changed, msgspec.json.decode(row.summary.shown, type=lobby.Listing))
            for row in rows
        ]
        return protocol.History(games, rows[-1].code if len(rows) == most else None)

    def _page(self, most: str | None) -> int:
        if most is None:
            return PER_PAGE
        if not (most.isascii() and most.isdigit() and len(most) <= LONGEST_PAGE and 1 <= int(most) <= MOST_PER_PAGE):
            raise Trouble(Problem.BAD_REQUEST, detail=f"`most` is a number from 1 to {MOST_PER_PAGE}.")
        return int(most)

    async def _row_after(self, code: str | None) -> TableRow | None:
        if code is None:
            return None
        read = lobby.read_code(code)
        row = None if read is None else await self.store.table(read)
        if row is None:
            raise Trouble(Problem.BAD_REQUEST, detail="`after` is what the page before gave.")
        return row

    async def verify(self, asked: Asked) -> protocol.Verification:
        if self._to_verify >= MOST_TO_VERIFY:  # a replay is large, and those that wait are in memory
            raise Trouble(Problem.TOO_FAST, again=VERIFY_LATER, seconds=VERIFY_LATER)
        self._to_verify += 1
        try:
            async with self._verifying:  # it takes a while, and games come first
                report = await asyncio.to_thread(verifying.verify, asked.body)
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
        if self.state.draining:
            raise Trouble(Problem.DRAINING)
        return protocol.Health("well")

    async def metrics(self, asked: Asked) -> bytes:
        if self.store.decisions is not None:
            await self.metrics_here.look_at_queue(self.store.decisions)
        return self.metrics_here.text()

    async def operator(self, asked: Asked) -> protocol.OperatorView:
        awake = [
            protocol.OperatorTable(
                live.code, live.table.phase, live.table.options.game, len(live.everybody), live.table.number
            )
            for live in self.tables_here.awake.values()
        ]
        return protocol.OperatorView(self.state.draining, self.addresses_here.connections.total(), awake)

    async def close_table(self, asked: Asked) -> protocol.Health:
        live = await self.tables_here.find(asked.parts["code"])
        await live.submit(commands.Close(None, asked.body.why))
        return protocol.Health("closed")

    async def addresses(self, asked: Asked) -> protocol.Addresses:
        return protocol.Addresses([str(network) for network in self.addresses_here.refused])

    async def refuse_addresses(self, asked: Asked) -> protocol.Addresses:
        try:
            self.addresses_here.refuse(asked.body.refused)
        except ValueError as error:
            raise Trouble(Problem.BAD_REQUEST, detail=f"{error}.") from error
        answer = await self.addresses(asked)
        await self.store.keep_note(REFUSED_ADDRESSES, msgspec.json.encode(answer))
        return answer

    async def drain(self, asked: Asked) -> protocol.Health:
        self._drain(asked.body)
        return protocol.Health("draining" if self.state.draining else "well")
