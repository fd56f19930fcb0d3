"""Work that takes too long for the event loop: films, replays, forks, replays that are checked.

It is done in a thread, one piece at a time, since games come first. Addresses take turns: each may have one piece that
waits, and pays for its own with its processor time (`work.py`).
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import thread_time
from typing import ParamSpec, TypeVar

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.transport.addresses import networks_of
from ludoteca.server.transport.budget import Account, Budget
from ludoteca.server.transport.limits import drop_one

P = ParamSpec("P")
Result = TypeVar("Result")

MOST_WAITING = 64  # of all addresses together
LATER = 2.0  # seconds after which to ask again
REOPENED = 1.0  # the same when the server is about to end: another one may be there by then


class Turn:
    """While it lasts nobody else's work is done."""

    def __init__(self, queue: ThreadQueue, account: Account) -> None:
        self._queue = queue
        self._account = account

    async def run(self, work: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
        """What the work returns. Its processor time is charged to the address, also when it fails."""
        self._queue.check_open()
        seconds = 0.0

        def timed() -> Result:
            nonlocal seconds
            began = thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                seconds = thread_time() - began

        try:
            return await asyncio.to_thread(timed)
        finally:
            self._account.charge(seconds)


class ThreadQueue:
    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._by_network: Counter[str] = Counter()  # how many of them wait
        self._closed = False
        self.busy = False

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Turn]:
        """Wait for the address's turn; Trouble when another piece of its work waits already."""
        self.check_open()
        if self.busy:
            await self._wait(address)
        else:
            self.busy = True
        try:
            yield Turn(self, self._budget.of_address(address, asyncio.get_running_loop().time()))
        finally:
            self._pass_on()

    async def _wait(self, address: str) -> None:
        networks = networks_of(address)
        full = len(self._waiting) >= MOST_WAITING
        if full or any(self._by_network[network] >= times for network, times in networks):
            raise Trouble(Problem.TOO_FAST, again=LATER, seconds=LATER)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._by_network.update(network for network, _ in networks)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_on()  # it was this one's turn already
            raise
        finally:
            for network, _ in networks:
                drop_one(self._by_network, network)

    def _pass_on(self) -> None:
        """Let the next one begin. As an address has one that waits at most, those of all addresses take turns."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.busy = False

    def check_open(self) -> None:
        if self._closed:
            raise Trouble(Problem.DRAINING, again=REOPENED)

    def close(self) -> None:
        """The server is about to end: what waits is given up, and what is being done is not gone on with."""
        self._closed = True
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(Trouble(Problem.DRAINING, again=REOPENED))
