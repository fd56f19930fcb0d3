"""How fast the clients of one network may do at a table what anybody can do over and over.

Names and connections are changed at will, so it is counted by network.

Before the game every change is an entry of the log, and a table whose log is full before it began is closed
(`house/log_length.py`): without a bound, a stranger who sits down and rises again could do that to others within two
minutes. So what comes from all networks together is counted as well. What starts or ends the waiting is never paced.
"""

from __future__ import annotations

import math

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import chat, commands
from ludoteca.house.commands import Command
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table
from ludoteca.server.transport.addresses import networks_of
from ludoteca.server.transport.limits import Bucket

MOST_NETWORKS = 200  # remembered at a table, of 150 bytes each

CHANGES_AT_ONCE = 100  # before the game, of a network: four people behind one address choose and change their minds
CHANGES_EVERY = 10.0  # seconds for each more: that fills a log in eight hours
CHANGES_OF_ALL = 5  # times as many from everywhere
LINES_AT_ONCE = 10  # of chat, of a network
LINES_EVERY = 1.0
CHANGES = (
    *(commands.Sit, commands.SitBot, commands.AddNonce, commands.Dress),
    *(commands.HandOver, commands.Arrange, commands.Confirm),
)
OF_A_RETURN = 2  # entries: somebody is away and back
EVERYBODY = ""


class NetworkPace:
    """One every so many `seconds`, and `at_once` after a pause, for each network; for wider ones as `networks_of` says.
    With `of_all`, so many times that for all of them together."""

    __slots__ = ("_at_once", "_buckets", "_of_all", "_seconds")

    def __init__(self, at_once: int, seconds: float, of_all: int = 0) -> None:
        self._at_once = at_once
        self._seconds = seconds
        self._of_all = of_all
        self._buckets: dict[str, Bucket] = {}  # the one that was used last is the last

    def lacks(self, address: str, cost: float, now: float) -> float:
        """For how many seconds it would be too fast."""
        return max(bucket.lacks(cost, now) for bucket in self._of(address, now))

    def take(self, address: str, cost: float, now: float) -> None:
        for bucket in self._of(address, now):
            bucket.lacks(cost, now)
            bucket.tokens -= cost

    def _of(self, address: str, now: float) -> list[Bucket]:
        everybody = ((EVERYBODY, self._of_all),) if self._of_all else ()
        return [self._bucket(network, times, now) for network, times in (*networks_of(address), *everybody)]

    def _bucket(self, network: str, times: int, now: float) -> Bucket:
        bucket = self._buckets.pop(network, None)
        if bucket is None:
            bucket = Bucket.full(times / self._seconds, times * self._at_once, now)
            if len(self._buckets) >= MOST_NETWORKS:
                del self._buckets[next(iter(self._buckets))]
        self._buckets[network] = bucket
        return bucket


class TablePaces:
    __slots__ = ("_changes", "_lines")

    def __init__(self) -> None:
        self._changes = NetworkPace(CHANGES_AT_ONCE, CHANGES_EVERY, CHANGES_OF_ALL)
        self._lines = NetworkPace(LINES_AT_ONCE, LINES_EVERY)

    def need_for_change(self, table: Table, command: Command, address: str, now: int) -> None:
        """Trouble when too much was changed from there before the game. Otherwise it counts, whatever becomes of it."""
        if isinstance(command, CHANGES):
            self._need(table, 1, address, now)

    def need_for_return(self, table: Table, address: str, now: int) -> None:
        """The same for somebody who comes back to a seat."""
        self._need(table, OF_A_RETURN, address, now)

    def _need(self, table: Table, cost: int, address: str, now: int) -> None:
        if table.phase is not Phase.OPEN:
            return
        wait = self._changes.lacks(address, cost, now / 1000)
        if wait > 0:
            raise Trouble(Problem.TOO_FAST, again=wait, seconds=round(wait + 0.05, 1))
        self._changes.take(address, cost, now / 1000)

    def need_for_line(self, address: str, now: int, connection: Bucket | None) -> None:
        """Refused while too much was said from there, or over that connection, under whatever names."""
        wait = self._lines.lacks(address, 1, now / 1000)
        if connection is not None:
            wait = max(wait, connection.lacks(1, now / 1000))
        if wait > 0:
            raise Refused(Refusal.CHAT_TOO_FAST, seconds=math.ceil(wait))

    def said(self, address: str, now: int, connection: Bucket | None) -> Bucket:
        """Count a line; what is kept of the connection is made with the first one, as most never say anything."""
        self._lines.take(address, 1, now / 1000)
        if connection is None:
            connection = Bucket.full(1000 / chat.PACE, chat.BURST, now / 1000)
        connection.take(1, now / 1000)
        return connection
