"""Buckets and addresses, counted at times that are given."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dialects.house import messages
from ludoteca.dialects.house.http import ROUTES
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.session.house_session import COSTS
from ludoteca.server.settings import Limits
from ludoteca.server.transport.addresses import loopback, within
from ludoteca.server.transport.limits import Addresses, Bucket, need

USUAL = Limits()


def addresses(most_each: int = 2, most: int = 3) -> Addresses:
    return Addresses(USUAL.rate, USUAL.burst, most_each, most)


def test_what_things_cost() -> None:
    assert (USUAL.rate, USUAL.burst, USUAL.burst_per_address) == (20, 60, 600)
    dear = dict.fromkeys((messages.Hint, messages.Rematch, messages.Report), 20)
    assert {messages.Ping: 0, messages.Say: 5, messages.Move: 5} | dear == COSTS
    costs = {route.name: route.cost for route in ROUTES}
    assert costs["open_table"] == costs["film"] == costs["replay"] == 5
    assert costs["fork"] == costs["review"] == costs["verify"] == 20
    assert costs["health"] == costs["metrics"] == 0
    assert costs["house"] == costs["tables"] == 1


def test_a_bucket_is_full_at_first_and_fills_with_time() -> None:
    bucket = Bucket.full(20, 60, 1000.0)
    assert [bucket.take(1, 1000.0) for _ in range(60)] == [0.0] * 60
    assert bucket.take(1, 1000.0) == 0.05
    assert bucket.take(20, 1000.0) == 1.0
    assert bucket.take(1.25, 1000.0625) == 0.0
    assert bucket.take(20, 1001.0625) == 0.0
    assert bucket.take(0, 1001.0625) == 0.0  # what costs nothing is never too fast
    assert [bucket.take(5, 5000.0) for _ in range(13)] == [0.0] * 12 + [0.25]


def test_a_clock_that_is_put_back_gives_nothing_and_takes_nothing() -> None:
    bucket = Bucket.full(20, 60, 1000.0)
    bucket.take(60, 1000.0)
    assert bucket.take(1, 500.0) > 0
    assert bucket.take(1, 500.0625) == 0.0


@given(st.lists(st.tuples(st.floats(0, 10), st.sampled_from([0, 1, 5, 20]))))
def test_in_any_span_no_more_is_given_than_burst_and_rate_allow(steps: list[tuple[float, int]]) -> None:
    bucket, now, given_out = Bucket.full(20, 60, 0.0), 0.0, 0
    for wait, cost in steps:
        now += wait
        if bucket.take(cost, now) == 0:
            given_out += cost
        assert given_out <= 60 + 20 * now + 1e-6
        assert 0 <= bucket.tokens <= 60


def test_whoever_is_too_fast_is_told_how_long_to_wait() -> None:
    bucket = Bucket.full(20, 60, 0.0)
    need(bucket, 60, 0.0)
    with pytest.raises(Trouble) as trouble:
        need(bucket, 20, 0.0)
    assert (trouble.value.code, trouble.value.again, trouble.value.parameters) == (
        Problem.TOO_FAST,
        1.0,
        {"seconds": 1.1},
    )


def test_connections_are_counted_by_address_and_in_all() -> None:
    counted = addresses(most_each=2, most=3)
    for address in ("a", "a", "b"):
        counted.connect(address)
    for address in ("a", "b", "c"):
        with pytest.raises(Trouble) as trouble:
            counted.connect(address)
        assert trouble.value.code is Problem.CONNECTIONS
    counted.disconnect("a")
    counted.connect("b")
    counted.disconnect("b")
    counted.disconnect("b")
    assert counted.connections == {"a": 1}


def test_every_address_has_a_bucket_and_the_fullest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Addresses, "MOST_BUCKETS", 3)
    counted = addresses()
    for number, address in enumerate("abc"):
        counted.bucket(address, number).take(60, number)
    assert counted.bucket("a", 2.5) is counted.bucket("a", 2.5)
    counted.bucket("d", 3.5)  # the bucket of a is full again by then
    assert list(counted._buckets) == ["b", "c", "d"]
    for number in range(100):  # whoever comes from many addresses does not get an empty bucket filled by it
        counted.bucket(f"e{number}", 3.6).take(1, 3.6)
    assert len(counted._buckets) == 3
    assert counted.bucket("c", 3.6).take(60, 3.6) > 0


# ---------------------------------------------------------------- networks of IPv6


def test_a_64_counts_as_one_address() -> None:
    counted = addresses(most_each=2, most=100)
    counted.connect("2001:db8::1")
    counted.connect("2001:db8::2")
    with pytest.raises(Trouble):
        counted.connect("2001:db8::ffff:3")
    counted.disconnect("2001:db8::3")  # any of them is the same
    counted.connect("2001:db8::4")
    counted.connect("2001:db8:0:1::1")


@pytest.mark.parametrize(("step", "times"), [(1 << 64, 4), (1 << 72, 16)], ids=["/56", "/48"])
def test_wider_networks_have_higher_limits(step: int, times: int) -> None:
    """A client takes its addresses from a whole /56, or a /48, each in another network of the size before."""
    first = int(ipaddress.IPv6Address("2001:db8::"))
    counted = addresses(most_each=1, most=10_000)
    came = 0
    for number in range(200):
        try:
            counted.connect(str(ipaddress.IPv6Address(first + number * step)))
            came += 1
        except Trouble:
            continue
    assert came == times
    counted.connect("2001:db8:1::")  # somebody else's
    requests = [str(ipaddress.IPv6Address(first + number * step)) for number in range(200)]
    taken = sum(counted.bucket(address, 0.0).take(60, 0.0) == 0 for address in requests)
    assert taken == times


def test_addresses_of_ipv4_count_alone() -> None:
    counted = addresses(most_each=1, most=10)
    for address in ("192.0.2.1", "192.0.2.2"):
        counted.connect(address)
        with pytest.raises(Trouble):
            counted.connect(f"::ffff:{address}")


def test_refused_addresses() -> None:
    counted = addresses()
    counted.refuse(["192.0.2.0/24", "2001:db8::/32"])
    for address in ("192.0.2.7", "2001:db8::7", "::ffff:192.0.2.7"):
        with pytest.raises(Trouble) as trouble:
            counted.check(address)
        assert trouble.value.code is Problem.REFUSED_ADDRESS
    counted.check("198.51.100.7")
    counted.check("here")
    counted.refuse([])
    counted.check("192.0.2.7")


def test_networks_and_the_same_machine() -> None:
    networks = [ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("fd00::/8")]
    assert [within(a, networks) for a in ("10.1.2.3", "fd00::1", "::ffff:10.1.2.3", "11.0.0.1", "here", "")] == (
        [True] * 3 + [False] * 3
    )
    assert [loopback(a) for a in ("127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "here")] == (
        [True] * 4 + [False] * 2
    )
