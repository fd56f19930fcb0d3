"""What one address, and one connection, may ask for. Everything here is counted in memory, given the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from ludoteca.dialects.house.problems import Problem, Trouble

from .addresses import Network, networks_of, read_network, within


class Taking(Protocol):
    def take(self, cost: float, now: float) -> float: ...


@dataclass(slots=True)
class Bucket:
    """`rate` tokens a second flow in, up to `burst`; whatever is asked for takes its cost out."""

    rate: float
    burst: float
    tokens: float
    time: float

    @classmethod
    def full(cls, rate: float, burst: float, now: float) -> Bucket:
        return cls(rate, burst, burst, now)

    def take(self, cost: float, now: float) -> float:
        """Take the cost out and return 0, or say for how many seconds there is too little."""
        wait = self.lacks(cost, now)
        if wait == 0:
            self.tokens -= cost
        return wait

    def lacks(self, cost: float, now: float) -> float:
        """For how many seconds there is less in it than the cost."""
        self.tokens = self.at(now)
        self.time = now
        return (cost - self.tokens) / self.rate if cost > self.tokens else 0.0

    def at(self, now: float) -> float:
        """How much is in it by then."""
        return min(self.burst, self.tokens + max(0.0, now - self.time) * self.rate)


@dataclass(frozen=True, slots=True)
class Buckets:
    """Those of one address and of the wider networks that it is in: each has to have enough."""

    each: tuple[Bucket, ...]

    def take(self, cost: float, now: float) -> float:
        wait = max(bucket.lacks(cost, now) for bucket in self.each)
        if wait == 0:
            for bucket in self.each:
                bucket.tokens -= cost
        return wait


def need(bucket: Taking, cost: float, now: float) -> None:
    wait = bucket.take(cost, now)
    if wait > 0:
        raise Trouble(Problem.TOO_FAST, again=wait, seconds=round(wait + 0.05, 1))


class Addresses:
    """Connections and buckets by address, and the addresses that the operator refuses.

    What is counted for an address is counted for the networks of IPv6 around it as well (`addresses.py`).
    """

    MOST_BUCKETS = 10_000  # remembered at once, of 150 bytes each
    FORGOTTEN_AT_ONCE = 0.1  # of them, when there are more: looking through all of them is rare enough then

    def __init__(self, rate: float, burst: float, most_each: int, most: int) -> None:
        self.rate = rate
        self.burst = burst
        self.most_each = most_each
        self.most = most
        self.connections: Counter[str] = Counter()  # by address, of IPv6 by /64
        self.refused: tuple[Network, ...] = ()
        self._wider: Counter[str] = Counter()  # connections by wider network
        self._total = 0
        self._buckets: dict[str, Bucket] = {}

    def refuse(self, networks: Iterable[str]) -> None:
        """Refuse these from now on and no others; ValueError says which is none."""
        self.refused = tuple(map(read_network, networks))

    def refuses(self, address: str) -> bool:
        return bool(self.refused) and within(address, self.refused)

    def check(self, address: str) -> None:
        """Whether somebody from there may speak at all."""
        if self.refuses(address):
            raise Trouble(Problem.REFUSED_ADDRESS)

    def connect(self, address: str) -> None:
        """Count a connection, or refuse it. Whether one may speak from there is asked when it is known who speaks."""
        (nearest, _), *wider = networks_of(address)
        full = self._total >= self.most or self.connections[nearest] >= self.most_each
        if full or any(self._wider[network] >= self.most_each * times for network, times in wider):
            raise Trouble(Problem.CONNECTIONS)
        self._total += 1
        self.connections[nearest] += 1
        for network, _ in wider:
            self._wider[network] += 1

    def disconnect(self, address: str) -> None:
        (nearest, _), *wider = networks_of(address)
        self._total -= 1
        drop_one(self.connections, nearest)
        for network, _ in wider:
            drop_one(self._wider, network)

    def bucket(self, address: str, now: float) -> Bucket | Buckets:
        networks = reversed(networks_of(address))  # a new one must not be forgotten for the sake of the next
        found = [self._bucket_of(network, times, now) for network, times in networks]
        return found[0] if len(found) == 1 else Buckets(tuple(found))

    def _bucket_of(self, network: str, times: int, now: float) -> Bucket:
        bucket = self._buckets.get(network)
        if bucket is None:
            if len(self._buckets) >= self.MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[network] = Bucket.full(self.rate * times, self.burst * times, now)
        return bucket

    def _forget(self, now: float) -> None:
        """A bucket that is forgotten is full again. So the fullest are forgotten first: an address that comes from
        many networks does not get its empty one back by it."""

        def missing(network: str) -> float:
            bucket = self._buckets[network]
            return bucket.burst - bucket.at(now)

        for network in sorted(self._buckets, key=missing)[: 1 + int(self.MOST_BUCKETS * self.FORGOTTEN_AT_ONCE)]:
            del self._buckets[network]


def drop_one(counted: Counter[str], key: str) -> None:
    counted[key] -= 1
    if counted[key] <= 0:
        del counted[key]
