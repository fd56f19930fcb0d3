"""What an address is: where a request comes from, also through proxies, and the networks that it counts for.

A client on IPv6 has at least a /64 to choose its addresses from, and often a /56 or a /48. So a /64 counts as one
address, and the wider networks count as well, with higher limits.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# The length of a prefix of IPv6, and how many times the limit of one address holds for it. Providers give a household
# a /56 or a /48 (RFC 6177): 4 and 16 times is enough for a building behind one, and far less than its 256 or 65,536
# networks of /64.
PREFIXES = ((64, 1), (56, 4), (48, 16))
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # RFC 6052: the last 32 bits are an address of IPv4
LONGEST_PORT = 5  # digits
CACHED = 4096  # addresses whose networks are remembered: about 2 MB


@dataclass(frozen=True, slots=True)
class Client:
    """Where a request comes from. `local`: from this machine itself, with no proxy in between, as far as can be seen:
    such a client is told more than others."""

    address: str
    local: bool


def client_of(peer: str, forwarded: Iterable[str], proxies: Sequence[Network], passed_on: bool = False) -> Client:
    """The client behind a connection from `peer`, by the lines of its X-Forwarded-For.

    Each proxy adds the address that it was spoken to from at the end. Of what the proxies of this house added the
    leftmost counts; what stands before it is what the client claims. A hop that is no address ends the walk: then the
    proxy counts that passed it on.

    `passed_on`: the request has headers that only proxies add. A peer on this machine that sends them is a proxy that
    nobody has named.
    """
    if not within(peer, proxies):
        return Client(normal(peer), loopback(peer) and not passed_on)
    address = normal(peer)
    hops = [hop for hop in (part.strip() for part in ",".join(forwarded).split(",")) if hop]
    for hop in reversed(hops):
        found = read_hop(hop)
        if found is None:
            break
        address = str(found)
        if not within(address, proxies):
            break
    return Client(address, False)  # whoever it is came through a proxy


def read_hop(hop: str) -> Address | None:
    """An address as proxies write it: alone or with a port, that of IPv6 in brackets when a port follows."""
    hop = hop.strip().strip('"')
    if hop.startswith("["):
        inside, bracket, after = hop[1:].partition("]")
        if not bracket or (after and not is_port(after)):
            return None
        found = read_address(inside)
        return found if ":" in inside else None
    if hop.count(":") == 1:
        hop, colon, number = hop.partition(":")
        if not is_port(colon + number):
            return None
    return read_address(hop)


def is_port(text: str) -> bool:
    number = text[1:]
    return text[:1] == ":" and number.isascii() and number.isdigit() and len(number) <= LONGEST_PORT


def read_address(address: str) -> Address | None:
    """Without a zone. An address of IPv4 that is written as one of IPv6 is that of IPv4."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a socket of the same machine has no address
        return None
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return found.ipv4_mapped
        if found in NAT64:
            return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found


def read_network(text: str) -> Network:
    """An address or a network, in the form in which addresses are compared (`read_address`); or ValueError."""
    network = ipaddress.ip_network(text, strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen >= NAT64.prefixlen:
        inside = read_address(str(network.network_address))
        if isinstance(inside, ipaddress.IPv4Address):
            return ipaddress.IPv4Network((inside, network.prefixlen - NAT64.prefixlen))
    return network


def normal(address: str) -> str:
    """The one way to write it."""
    found = read_address(address)
    return address if found is None else str(found)


@lru_cache(maxsize=CACHED)
def networks_of(address: str) -> tuple[tuple[str, int], ...]:
    """The networks that an address counts for, the smallest first, each with how many times the limits hold for it."""
    found = read_address(address)
    if not isinstance(found, ipaddress.IPv6Address):
        return ((normal(address), 1),)
    number = int(found)
    return tuple(
        (f"{ipaddress.IPv6Address(number >> (128 - length) << (128 - length))}/{length}", times)
        for length, times in PREFIXES
    )


def within(address: str, networks: Sequence[Network]) -> bool:
    if not networks:
        return False
    found = read_address(address)
    return found is not None and any(found in network for network in networks)


def loopback(address: str) -> bool:
    """Whether a client speaks from the same machine."""
    found = read_address(address)
    return found is not None and found.is_loopback
