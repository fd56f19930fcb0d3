"""Processor time that clients cost, counted like money: an `Account` for each connection, and one for each address.

Limits by number (messages, requests, bytes) say nothing of what each of them costs. What a client makes the server do
is timed, so whatever is cheap to send and dear to read is paid by its sender.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from time import perf_counter, thread_time
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.api.metrics import Count, Metrics
from ludoteca.server.settings import Limits

from .addresses import networks_of
from .unread import Unread

Result = TypeVar("Result")
Clock = Callable[[], float]

CONNECTION_BURST = 5.0  # seconds of its share that a connection may have saved
ADDRESS_BURST = 2.0  # and an address, of its own
MOST_ADDRESSES = 10_000  # that are remembered; those with the most savings are forgotten first
FORGOTTEN_AT_ONCE = 0.1  # of them
LONGEST_WAIT = 10.0  # seconds after which the debt of an address is forgotten, for the sake of others who share it
TURNED_AWAY_AT = 5.0  # seconds that an address still has to wait, from which on no connection from there is taken
FLOOD_PATIENCE = 30.0  # seconds for which a connection may stay overdrawn
SHORTEST_WAIT = 0.005  # seconds: shorter pauses cost more than they save
READING = 0.00001  # seconds that the system and the event loop spend on bytes that come, besides what is made of them
READING_A_BYTE = 3e-9
WRITING_A_BYTE = 2e-9  # seconds that the system and the event loop spend on a byte that is sent
ENCRYPTING_A_BYTE = 2e-9  # and TLS, besides
LARGE = 64 * 1024  # bytes that come at once, after which a connection waits for its turn
# How many times the share of one address a network of IPv6 has, by its prefix. Whoever has a /48 has 65,536 of /64, and
# a server has one loop: sixteen times as much, as for what is merely counted, would be no limit.
SHARES = {"64": 1.0, "56": 1.5, "48": 2.0}
TURN = 0.002  # seconds of work that has waited, of all connections together, after which new work comes first


UNBOUNDED = Unread(math.inf)  # of connections that belong to many addresses


class Account:
    """`share` seconds of work flow in each second, up to `most`. It may be overdrawn: work is known once it is done.

    `longest`: seconds after which a debt is forgotten. `wider`: of the network around, which pays for all in it."""

    __slots__ = ("balance", "least", "most", "share", "time", "wider")

    def __init__(
        self, share: float, most: float, now: float, longest: float = math.inf, wider: Account | None = None
    ) -> None:
        self.wider = wider
        self.share = share
        self.most = most
        self.least = -share * longest
        self.balance = most
        self.time = now  # up to when the share was paid in

    def charge(self, seconds: float) -> bool:
        """Take it out here and from all wider ones; whether one of them is overdrawn now, as far as is known."""
        account: Account | None = self
        overdrawn = False
        while account is not None:
            account.balance -= seconds
            overdrawn = overdrawn or account.balance < 0
            account = account.wider
        return overdrawn

    @property
    def overdrawn(self) -> bool:
        return self.balance < 0 or (self.wider is not None and self.wider.overdrawn)

    def settle(self, now: float) -> None:
        """Pay in what is due. There is no need to before the balance is below zero."""
        if now > self.time:  # clocks that tell the time of the last turn of a loop are a little late
            self.balance = min(self.most, self.balance + (now - self.time) * self.share)
            self.time = now

    def wait(self, now: float) -> float:
        """For how many seconds nothing should be done for this one."""
        wait = 0.0 if self.wider is None else self.wider.wait(now)
        if self.balance >= 0:
            return wait
        self.settle(now)
        self.balance = max(self.balance, self.least)
        return max(wait, -self.balance / self.share)


class Meter:
    """What one connection costs, on its own account and on that of its address.

    The clock on the wall is read first, which is cheap but also counts what other threads and programs do meanwhile. A
    connection that has spent all its savings by that clock gets them back, once, and its processor time is counted.
    """

    __slots__ = ("_budget", "_own", "_shared", "_since", "clock", "unread")

    def __init__(self, budget: Budget, own: Account, shared: Account, unread: Unread = UNBOUNDED) -> None:
        self._budget = budget
        self._own = own
        self._shared = shared
        self.unread = unread  # of the address
        self._since: float | None = None  # when it was overdrawn and has not recovered
        self.clock: Clock = perf_counter

    def read(self, length: int) -> bool:
        """As many bytes have come at once, which costs something whatever they are."""
        return self.charge(READING + length * READING_A_BYTE)

    def charge(self, seconds: float) -> bool:
        """Take it out of both accounts; whether one of them is overdrawn now, as far as is known without `wait`."""
        own, shared = self._own, self._shared
        own.balance -= seconds
        if shared.wider is not None:
            return shared.charge(seconds) or own.balance < 0
        shared.balance -= seconds
        return own.balance < 0 or shared.balance < 0

    @property
    def overdrawn(self) -> bool:
        return self._own.balance < 0 or self._shared.overdrawn

    def wait(self, now: float) -> float:
        """For how many seconds nothing should be read of this connection; infinity: it should be ended."""
        own = self._own
        wait = own.wait(now)
        if wait > 0 and self.clock is perf_counter:
            self.clock = thread_time
            own.balance = own.most
            wait = 0.0
        if wait > 0:
            if self._since is None:
                self._since = now
            elif now - self._since > FLOOD_PATIENCE:
                return math.inf
        elif own.balance > own.most / 2:
            self._since = None
        wait = max(wait, self._shared.wait(now))
        return max(wait, SHORTEST_WAIT) if wait > 0 else 0.0

    def check_arrival(self, now: float) -> None:
        """Trouble when its address owes so much that no more connections are taken from there: to refuse one costs less
        than to keep it waiting."""
        wait = self._shared.wait(now)
        if wait > TURNED_AWAY_AT:
            again = wait - TURNED_AWAY_AT
            raise Trouble(Problem.TOO_FAST, again=again, seconds=round(again + 0.05, 1))

    def slow(self) -> None:
        """A connection was ended because the clients of its address read too little."""
        self._budget.slow.inc()

    @property
    def turns(self) -> Turns:
        return self._budget.turns

    def paused(self) -> None:
        self._budget.pauses += 1

    def ended(self) -> None:
        self._budget.dropped.inc()


class Turns:
    """Work that can wait, in the order in which it came: in each turn of the event loop only so much of it is done.

    Connections that send without end would otherwise all be served in every turn, and who sends a line now and then
    would wait for all of them.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._running = False

    def add(self, work: Callable[[], None]) -> None:
        self._waiting.append(work)
        if not self._running:
            self._running = True
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        began = perf_counter()
        while self._waiting:
            self._waiting.popleft()()
            if perf_counter() - began > TURN:
                break
        self._running = bool(self._waiting)
        if self._running:
            asyncio.get_running_loop().call_soon(self._run)


class Budget:
    """The accounts of one server, and how often they were overdrawn."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self._share = limits.work
        self._share_of_address = limits.work_per_address
        self._most_unread = limits.unread_per_address
        self._addresses: dict[str, Account] = {}
        self._unread: WeakValueDictionary[str, Unread] = WeakValueDictionary()  # of addresses that are connected
        self.turns = Turns()
        self.pauses = 0
        self.slow = metrics.dropped.labels(Problem.SLOW)
        self.dropped = metrics.dropped.labels(Problem.TOO_FAST_FOR_TOO_LONG)
        words = "Times that a connection was not read for a while, because it had cost too much processor time."
        metrics.registry.register(Count("ludoteca_pauses", words, lambda: self.pauses))

    def meter(self, address: str | None, now: float) -> Meter:
        """For a connection from there; None: from many addresses, as those of several people through a proxy."""
        own = Account(self._share, self._share * CONNECTION_BURST, now)
        if address is None:
            return Meter(self, own, UNLIMITED)
        return Meter(self, own, self.of_address(address, now), self.unread_of(address))

    def unlimited(self) -> Meter:
        """For the connection of a proxy that asks for several people: each request is charged to its own address."""
        return Meter(self, UNLIMITED, UNLIMITED)

    def unread_of(self, address: str) -> Unread:
        unread: Unread | None = None
        for network, times in reversed(networks_of(address)):
            found = self._unread.get(network)
            if found is None:
                found = self._unread[network] = Unread(self._most_unread * times, unread)
            unread = found
        assert unread is not None  # an address counts at least for itself
        return unread

    def of_address(self, address: str, now: float) -> Account:
        """Of IPv6 by /64, with the accounts of its wider networks behind it."""
        networks = networks_of(address)
        account = self._addresses.get(networks[0][0])
        if account is not None:
            return account
        if len(self._addresses) >= MOST_ADDRESSES:
            self._forget(now)
        for network, _ in reversed(networks):
            found = self._addresses.get(network)
            if found is None:
                share = self._share_of_address * SHARES.get(network.partition("/")[2], 1.0)
                found = self._addresses[network] = Account(share, share * ADDRESS_BURST, now, LONGEST_WAIT, account)
            account = found
        assert account is not None  # an address counts at least for itself
        return account

    def _forget(self, now: float) -> None:
        """Those that have the most: a client with many addresses does not get rid of its debts by using others."""
        for account in self._addresses.values():
            account.settle(now)
        richest = sorted(self._addresses, key=lambda network: self._addresses[network].balance, reverse=True)
        for network in richest[: 1 + int(len(richest) * FORGOTTEN_AT_ONCE)]:
            del self._addresses[network]


UNLIMITED = Account(1.0, math.inf, 0.0)  # never overdrawn, whatever is taken out


class Timed(Generic[Result]):
    """Awaits a coroutine and tells what each of its steps took: what others do while it waits is not counted."""

    __slots__ = ("_charge", "_clock", "_coroutine")

    def __init__(
        self, coroutine: Coroutine[Any, Any, Result], charge: Callable[[float], object], clock: Clock = thread_time
    ) -> None:
        self._coroutine = coroutine
        self._charge = charge
        self._clock = clock

    def __await__(self) -> Generator[Any, Any, Result]:
        coroutine = self._coroutine
        thrown: BaseException | None = None
        while True:
            began = self._clock()
            try:
                awaited = coroutine.send(None) if thrown is None else coroutine.throw(thrown)
            except StopIteration as done:
                result: Result = done.value
                return result
            finally:
                self._charge(self._clock() - began)
                thrown = None  # it knows this frame: each would keep the other in memory
            try:
                yield awaited
            except GeneratorExit:
                coroutine.close()
                raise
            except BaseException as error:  # noqa: BLE001 - a cancellation, too, is for the coroutine
                thrown = error
