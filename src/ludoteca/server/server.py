"""A server from its start to its end."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import TracebackType
from typing import Self

import msgspec
import structlog
from aiohttp import web

from ludoteca.dialects.contract import Dialect
from ludoteca.dialects.house import http as protocol
from ludoteca.dialects.house.problems import Problem
from ludoteca.store.contract import Figures, Store, StoreError

from . import logs
from .api.analyses import Analyses
from .api.metrics import Metrics
from .api.operator_routes import OperatorApi
from .api.routes import REFUSED_ADDRESSES, Api
from .api.threads import ThreadQueue
from .api.urls import url_elsewhere, url_of
from .bots.claims import CLAIM, BotWork
from .bots.local import Bot, LocalBots, Minds
from .bots.queue import BotQueue
from .cluster.lease import Lease, Membership
from .context import Clock, TableContext
from .house_state import Documents, State
from .listen_errors import CannotListen
from .operator.admission import Admission
from .operator.audit import Audit
from .operator.keys import OperatorKeys
from .operator.notes import Notes
from .operator.password import password_in
from .session import device_codes
from .session.matchmaking import BareNames, Matchmaking
from .settings import Settings
from .table.forgetting import Forgetting
from .table.registry import TableRegistry
from .transport.addresses import loopback
from .transport.budget import Budget
from .transport.guard import ConnectionGuard
from .transport.guesses import Guesses
from .transport.http import Http
from .transport.http_protocol import HttpProtocol
from .transport.limits import Addresses
from .transport.tcp import Port
from .transport.tls import Handshakes
from .wall_clock import wall_clock

TIDY_EVERY = 60.0  # seconds
HAND_OVER = 3.0  # seconds over which people are sent to other servers
GRACE = 5.0  # seconds in which requests that are being answered can be finished
BACKLOG = 1024
LIST_AGE = 0.5  # seconds for which a list of tables may be shown again after something has changed

log = structlog.get_logger()


class Server:
    """`async with Server(settings, store, bots) as server`: it listens inside. The store stays the caller's.

    The dialects are those beside the house's own. One that cannot be spoken at its port keeps the house from opening;
    a `lenient` house opens without it and says so in `unheard`. `claim` is for how many seconds others wait for a bot
    that thinks here when this server has died. `stand_in` is the bot that plays for people who are away.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bots: Mapping[str, Bot],
        now: Clock = wall_clock,
        dialects: Iterable[Dialect] = (),
        lenient: bool = False,
        lease: Lease = Lease(),  # noqa: B008 - it is never changed
        claim: float = CLAIM,
        stand_in: Bot | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.now = now
        self.metrics = Metrics()
        self.minds = Minds(bots, settings.bot_processes, stand_in)
        self.thinking = self._thinking(claim)
        limits = settings.limits
        self.addresses = Addresses(
            limits.rate, limits.burst_per_address, limits.connections_per_address, limits.connections
        )
        self.budget = Budget(limits, self.metrics)
        self.threads = ThreadQueue(self.budget)
        commits = self.metrics.commits.wrote
        context = TableContext(
            store, now, self.thinking.look, commits, self.metrics.conflicted, asked=self.thinking.asked
        )
        if stand_in is not None:
            context.play_for = self.minds.play_for
        self.analyses = Analyses(context, self.budget)
        context.advise = self.analyses.advise
        self.tables = TableRegistry(context)
        guesses = Guesses(lambda: now.steady() / 1000, self.metrics.guesses.count)
        self.state = State(self.tables, bots, limits.tables_per_address, Documents.made(), guesses=guesses)
        self.membership: Membership | None = None  # where several servers keep the house open
        if store.nodes is not None:
            self.membership = joining = Membership(
                store.nodes, lease, self._figures, self.tables.find, self.retire, now
            )
            context.roster = joining
            self.metrics.watch_servers(joining.echoes, lambda: joining.age, lambda: joining.ahead)
        self.forgetting: Forgetting | None = None
        if settings.forget_after_days is not None:
            membership = self.membership
            ahead = (lambda: 0.0) if membership is None else (lambda: membership.ahead)
            self.forgetting = Forgetting(store, settings.forget_after_days, now, ahead)
        if isinstance(self.thinking, BotQueue):
            self.metrics.watch_bots(None if self.thinking.work is None else self.thinking.work.done_so_far)
        self.left = asyncio.Event()  # everybody was handed over, and this server has nothing more to do
        self._handing_over: asyncio.Task[None] | None = None
        self.notes = Notes(store)
        self.audit = Audit(settings.data, lambda: self.name, now)
        self.admission = Admission(self.notes, password_in(settings.password_file), settings.by_invitation, now)
        api = Api(
            self.state,
            store,
            self.addresses,
            self.metrics,
            settings.name,
            self.drain,
            lambda: self.elsewhere,
            self.threads,
            self.analyses,
            self.admission.private,
        )
        self.api = api
        self._proxies = tuple(ipaddress.ip_network(proxy, strict=False) for proxy in settings.proxies)
        keys = OperatorKeys(self.notes, settings.data, settings.operator_key, now)
        self.operator = operator = OperatorApi(
            self.tables, self.notes, keys, self.audit, self.admission, self.state.guesses
        )
        context.noted = self.notes.noted
        context.check_speaker = operator.mutes_here.check
        context.report = operator.reports_here.add
        self.http = Http(settings, api, self.state, self.metrics, operator, self._proxies, self.budget)
        self._runner = web.AppRunner(self.http.application(), shutdown_timeout=GRACE)
        self.ports = {port.name: port for dialect in dialects for port in self._ports_of(dialect)}
        self.unheard: list[CannotListen] = []
        self._lenient = lenient
        self._listening: asyncio.Server | None = None
        self._handshakes: Handshakes | None = None  # with TLS
        self._tidying: asyncio.Task[None] | None = None
        self.port = settings.port
        self.metrics.watch("tables_awake", "Tables in memory.", lambda: len(self.tables.awake))
        self.metrics.watch("connections", "TCP connections.", self.addresses.connections.total)

    @property
    def url(self) -> str:
        return url_of(self.settings, self.settings.host, self.port)

    @property
    def elsewhere(self) -> str | None:
        """Where people on other machines open the house, as far as this one knows."""
        return url_elsewhere(self.settings, self.port)

    @property
    def name(self) -> str:
        """What it is called among the servers of the house."""
        return self.settings.node or f"{socket.gethostname()}:{self.port}"

    def _figures(self) -> Figures:
        return Figures(self.name, self.url, self.state.draining, len(self.state.sessions), len(self.tables.awake))

    # ------------------------------------------------------------ start and end

    async def __aenter__(self) -> Self:
        try:
            await self._open()
        except BaseException:  # the port may be taken: whatever has begun is ended
            await self._close()
            raise
        log.info("the house is open", url=self.url)
        return self

    async def _open(self) -> None:
        if self.membership is not None:
            await self.membership.join()
        await self.store.watch(self.tables)  # first listen, then read: nothing is missed
        self.notes.on_change(REFUSED_ADDRESSES, self._refuse_addresses)
        await self.notes.load()
        await self.admission.open()
        self.thinking.begin(self.tables)
        await self.tables.wake_waiting()
        await self._runner.setup()
        inside = self._runner.server
        assert inside is not None
        inside.request_factory = self.http.before(inside.request_factory)
        loop = asyncio.get_running_loop()
        context = tls(self.settings)
        if context is not None:
            self._handshakes = Handshakes(context, self.settings.limits.handshake)
        accept = self._guard if self._handshakes is None else self._handshakes.before(self._guard)
        self._listening = await loop.create_server(accept, self.settings.host, self.settings.port, backlog=BACKLOG)
        self.port = self._listening.sockets[0].getsockname()[1]
        for port in tuple(self.ports.values()):
            await self._open_port(port)
        if self.membership is not None:
            await self.membership.beat()  # the address is known now
        self._tidying = asyncio.create_task(self._tidy())

    def _refuse_addresses(self, note: bytes | None) -> None:
        """Those that the operator has named, at this server or another."""
        listed = [] if note is None else msgspec.json.decode(note, type=protocol.Addresses).refused
        self.addresses.refuse(listed)
        self.state.send_away_refused(self.addresses)

    def _thinking(self, claim: float) -> LocalBots | BotQueue:
        """Where several servers may have a table awake, what its bots have to decide is shared out among them."""
        decisions = self.store.decisions
        if decisions is None:
            return LocalBots(self.minds, self.settings.bot_pace)
        work = BotWork(decisions, self.minds, claim=claim) if self.settings.bots == "here" else None
        return BotQueue(decisions, self.settings.bot_pace, work)

    def _ports_of(self, dialect: Dialect) -> Iterator[Port]:
        """Its own, and that for clients of the program behind its document: both lead to the same tables."""
        settings = self.settings
        if settings.bare_names is None:  # through a proxy everybody seems to be on this machine
            alone = (settings.host == "localhost" or loopback(settings.host)) and not settings.proxies
            bare_names = BareNames.LOCAL if alone else BareNames.NEVER
        else:
            bare_names = BareNames.ALWAYS if settings.bare_names else BareNames.NEVER
        matchmaking = Matchmaking(dialect, self.state, self.metrics, time.monotonic, bare_names, LIST_AGE)
        for original in (False, True):
            if self._number_of(dialect, original=original) != "off":
                yield Port(matchmaking, settings.limits, self.addresses, self.budget, self._proxies, original=original)

    def _number_of(self, dialect: Dialect, *, original: bool) -> int | str:
        """The port that was chosen for a dialect. With a free one for the house, its own are free ones, too.

        No dialect has words for a password: in a private house they are spoken only where a port was chosen.
        """
        if original:
            number: int | str = getattr(self.settings.originals, dialect.name, "off")
            return number if dialect.original is not None else "off"
        chosen: int | str | None = getattr(self.settings.dialects, dialect.name, None)
        if chosen is not None:
            return chosen
        if self.admission.private:
            return "off"
        return 0 if self.settings.port == 0 else dialect.port

    async def _open_port(self, port: Port) -> None:
        number = int(self._number_of(port.matchmaking.dialect, original=port.original))
        try:
            await port.open(self.settings.host, number, self._handshakes)
        except OSError as error:
            cannot = CannotListen(port.name, number, error)
            if not self._lenient:
                raise cannot from error
            self.unheard.append(cannot)
            del self.ports[port.name]

    def _guard(self) -> ConnectionGuard:
        inside = self._runner.server
        assert inside is not None
        limits = self.settings.limits
        speaker = partial(HttpProtocol, inside, limits.idle)
        addresses, budget, proxies = self.addresses, self.budget, self._proxies
        return ConnectionGuard(speaker, addresses, budget, proxies, limits.handshake, limits.idle, self._count_refusal)

    def _count_refusal(self, why: Problem) -> None:
        self.metrics.refusals.labels(why).inc()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        log.info("the house closes")
        await self._close()

    async def _close(self) -> None:
        """Finish what is on its way to the disk, tell everybody to come back, and keep every table as it is."""
        self.state.draining = True
        self.threads.close()
        self.analyses.close()
        if self._listening is not None:
            self._listening.close()
        for port in self.ports.values():
            port.close()
        if self._handshakes is not None:
            self._handshakes.close()
        for task in (self._tidying, self._handing_over):
            if task is not None:
                task.cancel()
        await self.thinking.close()
        await self._stop_tables()
        await self.minds.close()
        await self.state.empty()
        await self._runner.cleanup()
        await self.notes.close()
        await self.audit.close()
        await self.tables.let_sleep(everything=True)
        if self.membership is not None:
            await self.membership.leave()

    async def _stop_tables(self) -> None:
        awake = tuple(self.tables.awake.values())  # somebody may wake another one meanwhile
        for actor in awake:
            actor.stop()
        for actor in awake:
            await actor.settle()

    def read_certificate(self, settings: Settings) -> None:
        """Read certificate and key again, for connections that begin from now on; whoever is connected stays."""
        context = tls(settings)
        if self._handshakes is not None and context is not None:
            self._handshakes.context = context

    # ------------------------------------------------------------ making way for other servers

    def drain(self, asked: protocol.Draining) -> None:
        """Open no new tables, or do so again. `away`: people are sent away, too, and `leave`: then this server ends.

        Alone it lets them come back at once. Otherwise they go to the other servers, one after the other.
        """
        if self.tables.retiring:  # there is no way back
            return
        if self._handing_over is not None:
            self._handing_over.cancel()
            self._handing_over = None
        self.state.draining = asked.draining
        self.state.handing_over = False
        if asked.draining and self.membership is not None and (asked.away or asked.leave):
            self._handing_over = asyncio.create_task(self._hand_over(asked.leave))
        elif asked.draining and asked.leave:
            self.left.set()
        elif asked.draining and asked.away:
            self.state.send_everybody_away()

    async def _hand_over(self, leave: bool) -> None:
        await self.state.hand_over(HAND_OVER)
        for actor in tuple(self.tables.awake.values()):
            await actor.settle()
        log.info("everybody was sent away")
        if leave:
            self.left.set()

    def retire(self) -> None:
        """Others play by newer rules. This server keeps what it has, hands everybody over and touches nothing more."""
        if not self.tables.retiring:
            log.warning("other servers play by newer rules: this one makes way. Upgrade Ludoteca on this machine, too.")
            self.drain(protocol.Draining(draining=False))
            self.state.draining = self.tables.retiring = True
            self._handing_over = asyncio.create_task(self._retire())

    async def _retire(self) -> None:
        assert self.membership is not None
        await self.thinking.close()
        await self.state.hand_over(HAND_OVER)
        self.tables.retired = True
        await self._stop_tables()
        await self.tables.let_sleep(everything=True)
        leaving = asyncio.create_task(self.membership.leave())
        await asyncio.shield(leaving)

    # ------------------------------------------------------------ now and then

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_EVERY)
            await self.tidy()

    async def tidy(self) -> None:
        """Let tables sleep that nobody is at, and forget games that are old enough."""
        logs.write_repeated()
        try:
            await self.tables.let_sleep()
            await self.tables.end_abandoned()
            self.state.look_through_opened()
            await self._forget()
            await self.audit.tell_guesses()
            await self.admission.tidy()
            await self.operator.mutes_here.tidy()
            await device_codes.tidy(self.store, self.tables.context.now())
        except StoreError as error:
            log.warning("tidying up has to wait", problem=error.sentence)

    async def _forget(self) -> None:
        if self.forgetting is not None:
            forgotten = await self.forgetting.forget()
            if forgotten:
                self.tables.forget(forgotten)
                log.info("finished games were forgotten", games=len(forgotten))


def tls(settings: Settings) -> ssl.SSLContext | None:
    if settings.certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.certificate, settings.key)
    return context
