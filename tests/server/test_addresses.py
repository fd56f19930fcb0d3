"""Where a request comes from, by a table of cases, and what follows from it for real requests."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.server.transport.addresses import Client, client_of, networks_of, read_hop

from .houses import GENEROUS, OPERATOR, House, opened_house
from .running import asynchronous

PROXIES = [ipaddress.ip_network(text) for text in ("127.0.0.0/8", "10.0.0.0/8", "fd00::/8")]
NEW = {"options": {"game": "eriantys", "players": 2}}

# The peer, the lines of X-Forwarded-For, the client's address.
CASES: list[tuple[str, list[str], str]] = [
    # without a proxy the header says nothing
    ("198.51.100.1", [], "198.51.100.1"),
    ("198.51.100.1", ["203.0.113.5"], "198.51.100.1"),
    ("::ffff:198.51.100.1", ["203.0.113.5"], "198.51.100.1"),
    ("2001:db8::1", ["203.0.113.5"], "2001:db8::1"),
    ("here", ["203.0.113.5"], "here"),
    # a proxy that says nothing counts itself
    ("10.0.0.1", [], "10.0.0.1"),
    ("10.0.0.1", [""], "10.0.0.1"),
    ("10.0.0.1", [" , ,"], "10.0.0.1"),
    ("::ffff:10.0.0.1", [], "10.0.0.1"),
    # one hop, as proxies write it
    ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["  198.51.100.1  "], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1:5678"], "198.51.100.1"),
    ("10.0.0.1", ['"198.51.100.1"'], "198.51.100.1"),
    ("10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
    ("10.0.0.1", ["2001:DB8:0:0::1"], "2001:db8::1"),
    ("10.0.0.1", ["[2001:db8::1]"], "2001:db8::1"),
    ("10.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
    ("10.0.0.1", ['"[2001:db8::1]:443"'], "2001:db8::1"),
    ("10.0.0.1", ["fe80::1%eth0"], "fe80::1"),
    ("10.0.0.1", ["[fe80::1%25eth0]:80"], "fe80::1"),
    ("10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["[::ffff:198.51.100.1]:80"], "198.51.100.1"),
    ("10.0.0.1", ["64:ff9b::198.51.100.1"], "198.51.100.1"),
    ("fd00::1", ["198.51.100.1"], "198.51.100.1"),
    # several hops: the last one that is no proxy of ours; what stands before is what the client claims
    ("10.0.0.1", ["203.0.113.5, 198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["127.0.0.1, 198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1, 10.0.0.2:80, [fd00::2]:443"], "198.51.100.1"),
    ("10.0.0.1", ["203.0.113.5, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
    ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
    ("10.0.0.1", [",,198.51.100.1,,"], "198.51.100.1"),
    ("10.0.0.1", [", ".join(["203.0.113.5"] * 500 + ["198.51.100.1"])], "198.51.100.1"),
    ("10.0.0.1", [", ".join(["198.51.100.1"] + ["10.0.0.2"] * 500)], "198.51.100.1"),
    # several lines are one
    ("10.0.0.1", ["203.0.113.5", "198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
    # rubbish ends the walk: the proxy that passed it on counts
    ("10.0.0.1", ["unknown"], "10.0.0.1"),
    ("10.0.0.1", ["_hidden"], "10.0.0.1"),
    ("10.0.0.1", ["nonsense, 10.0.0.2"], "10.0.0.2"),
    ("10.0.0.1", ["198.51.100.1, unknown"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1, unknown, 10.0.0.2"], "10.0.0.2"),
    ("10.0.0.1", ["unknown, 198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1:"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1:http"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1:123456"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1:٣"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.256"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.01"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100"], "10.0.0.1"),
    ("10.0.0.1", ["3325256705"], "10.0.0.1"),
    ("10.0.0.1", ["١.2.3.4"], "10.0.0.1"),
    ("10.0.0.1", ["[198.51.100.1]:80"], "10.0.0.1"),
    ("10.0.0.1", ["[2001:db8::1"], "10.0.0.1"),
    ("10.0.0.1", ["[2001:db8::1]443"], "10.0.0.1"),
    ("10.0.0.1", ["[2001:db8::1]:443:1"], "10.0.0.1"),
    ("10.0.0.1", ["for=198.51.100.1"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1/32"], "10.0.0.1"),
    ("10.0.0.1", ["\udcff\udcfe"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1 203.0.113.5"], "10.0.0.1"),
    ("10.0.0.1", ["[]"], "10.0.0.1"),
    ("10.0.0.1", [":"], "10.0.0.1"),
    ("10.0.0.1", ['"'], "10.0.0.1"),
]


@pytest.mark.parametrize(("peer", "lines", "address"), CASES)
def test_where_a_request_comes_from(peer: str, lines: list[str], address: str) -> None:
    assert client_of(peer, lines, PROXIES).address == address


@pytest.mark.parametrize(
    ("peer", "lines", "proxies", "passed_on", "local"),
    [
        ("127.0.0.1", [], [], False, True),
        ("::1", [], [], False, True),
        ("::ffff:127.0.0.1", [], [], False, True),
        ("127.0.0.1", [], PROXIES[1:], False, True),  # other proxies are named: this is none of them
        ("198.51.100.1", [], [], False, False),
        ("127.0.0.1", ["127.0.0.1"], [], True, False),  # a proxy that nobody has named
        ("127.0.0.1", [], [], True, False),
        ("127.0.0.1", [], PROXIES, False, False),  # a proxy that does not say for whom it speaks
        ("127.0.0.1", ["127.0.0.1"], PROXIES, True, False),
        ("127.0.0.1", ["::1"], PROXIES, True, False),
        ("127.0.0.1", ["unknown"], PROXIES, True, False),
        ("10.0.0.1", ["127.0.0.1"], PROXIES[1:], True, False),
    ],
)
def test_who_is_on_this_machine(
    peer: str, lines: list[str], proxies: Sequence[ipaddress.IPv4Network], passed_on: bool, local: bool
) -> None:
    assert client_of(peer, lines, proxies, passed_on).local is local


@given(st.lists(st.text()), st.sampled_from(["127.0.0.1", "10.0.0.1", "198.51.100.1"]))
def test_whatever_a_header_says_there_is_an_address_and_no_privilege(lines: list[str], peer: str) -> None:
    found = client_of(peer, lines, PROXIES, passed_on=True)
    assert str(ipaddress.ip_address(found.address)) == found.address
    assert not found.local


@given(st.ip_addresses(), st.integers(0, 65535))
def test_an_address_with_a_port_is_the_address(address: ipaddress.IPv4Address, port: int) -> None:
    text = f"[{address}]" if ":" in str(address) else str(address)
    assert read_hop(f"{text}:{port}") == read_hop(text) == read_hop(str(address))


@pytest.mark.parametrize(
    ("address", "networks"),
    [
        ("198.51.100.1", [("198.51.100.1", 1)]),
        ("::ffff:198.51.100.1", [("198.51.100.1", 1)]),
        ("64:ff9b::198.51.100.1", [("198.51.100.1", 1)]),
        ("here", [("here", 1)]),
        ("2001:db8:1:2ff::7", [("2001:db8:1:2ff::/64", 1), ("2001:db8:1:200::/56", 4), ("2001:db8:1::/48", 16)]),
        (
            "2001:db8:1:2ff:ffff::%eth0",
            [("2001:db8:1:2ff::/64", 1), ("2001:db8:1:200::/56", 4), ("2001:db8:1::/48", 16)],
        ),
    ],
)
def test_the_networks_for_which_an_address_counts(address: str, networks: list[tuple[str, int]]) -> None:
    assert list(networks_of(address)) == networks


def test_a_client_is_plain() -> None:
    assert client_of("127.0.0.1", [], []) == Client("127.0.0.1", True)


# ---------------------------------------------------------------- privileges, over real sockets


@asynchronous
@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
async def test_a_proxy_that_nobody_has_named_opens_no_figures_and_is_told_of_once(tmp_path: Path, header: str) -> None:
    async with opened_house(tmp_path) as house:
        assert (await house.get("/metrics"))[0] == 200
        for _ in range(3):
            assert (await house.get("/metrics", headers={header: "127.0.0.1"}))[0] == 401
        assert (await house.get("/metrics", headers={header: "127.0.0.1"} | OPERATOR))[0] == 200
        warnings = [line for line in house.logged if line["log_level"] == "warning"]
        assert [line["event"] for line in warnings] == ["a proxy on this machine is not named: start with --proxies"]


@asynchronous
@pytest.mark.parametrize("headers", [{}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "unknown"}])
async def test_a_named_proxy_opens_no_figures(tmp_path: Path, headers: dict[str, str]) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        status, wrong = await house.get("/metrics", headers=headers)
        assert (status, wrong["code"]) == (401, "no_key")
        assert not [line for line in house.logged if line["log_level"] == "warning"]


def through(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


@asynchronous
async def test_limits_hold_for_a_whole_64_through_a_proxy(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address=1, connections_per_address=1)
    async with opened_house(tmp_path, limits=limits, proxies=["127.0.0.1"]) as house:

        async def opens(address: str) -> int:
            return (await house.post("/api/tables", NEW, headers=through(address)))[0]

        assert [await opens(f"2001:db8::{number}") for number in range(1, 4)] == [200, 429, 429]
        assert [await opens(f"[2001:db8:0:{number}::1]:443") for number in range(1, 8)] == [200] * 3 + [429] * 4
        found = house.server.state.opened
        assert {len(found[network]) for network in ("2001:db8::/56", "2001:db8::/48")} == {4}


# ---------------------------------------------------------------- refused addresses


async def refuse(house: House, *addresses: str) -> None:
    body = {"refused": list(addresses)}
    assert (await house.request("PUT", "/api/operator/addresses", json=body, headers=OPERATOR))[0] == 200


@asynchronous
async def test_who_is_connected_when_an_address_is_refused_has_to_go(tmp_path: Path) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        code = await house.open_table()
        bad = await house.connect(code, headers=through("2001:db8::7"))
        good = await house.connect(code, headers=through("198.51.100.8"))
        for caller in (bad, good):
            await house.greet(caller)
        await refuse(house, "2001:db8::/64")
        assert (await bad.goodbye())["code"] == "refused_address"
        assert (await good.ask("ping"))["type"] == "pong"
        assert len(house.actor(code).everybody) == 1
