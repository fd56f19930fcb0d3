"""What one address, and one connection, may ask for. Everything here is counted in memory, given the time."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludoteca.dialects.house.problems import Problem, Trouble

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


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
        self.tokens = min(self.burst, self.tokens + max(0.0, now - self.time) * self.rate)
        self.time = now
        if cost > self.tokens:
            return (cost - self.tokens) / self.rate
        self.tokens -= cost
        return 0.0


def need(bucket: Bucket, cost: float, now: float) -> None:
    wait = bucket.take(cost, now)
    if wait > 0:
        raise Trouble(Problem.TOO_FAST, again=wait, seconds=round(wait + 0.05, 1))


class Addresses:
    """Connections and buckets by address, and the addresses that the operator refuses."""

    MOST_BUCKETS = 10_000  # addresses remembered; those whose bucket is full again are forgotten first

    def __init__(self, rate: float, burst: float, most_each: int, most: int) -> None:
        self.rate = rate
        self.burst = burst
        self.most_each = most_each
        self.most = most
        self.connections: Counter[str] = Counter()
        self.refused: tuple[Network, ...] = ()
        self._buckets: dict[str, Bucket] = {}

    def refuse(self, networks: Iterable[str]) -> None:
        """Refuse these from now on and no others; ValueError says which is none."""
        self.refused = tuple(ipaddress.ip_network(network, strict=False) for network in networks)

    def check(self, address: str) -> None:
        """Whether somebody from there may speak at all."""
        if self.refused and within(address, self.refused):
            raise Trouble(Problem.REFUSED_ADDRESS)

    def connect(self, address: str) -> None:
        """Count a connection, or refuse it. Whether one may speak from there is asked when it is known who speaks."""
        if self.connections[address] >= self.most_each or self.connections.total() >= self.most:
            raise Trouble(Problem.CONNECTIONS)
        self.connections[address] += 1

    def disconnect(self, address: str) -> None:
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]

    def bucket(self, address: str, now: float) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[address] = Bucket.full(self.rate, self.burst, now)
        return bucket

    def _forget(self, now: float) -> None:
        full_again = self.burst / self.rate
        kept = {address: bucket for address, bucket in self._buckets.items() if now - bucket.time < full_again}
        self._buckets = kept if len(kept) < self.MOST_BUCKETS else {}


def within(address: str, networks: Sequence[Network]) -> bool:
    found = read_address(address)
    return found is not None and any(found in network for network in networks)


def loopback(address: str) -> bool:
    """Whether somebody speaks from the same machine."""
    found = read_address(address)
    return found is not None and found.is_loopback


def read_address(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a socket of the same machine has no address
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found
