"""What clients cost: accounts by connection and address, when they are overdrawn, and turns."""

from __future__ import annotations

import asyncio
import math
from time import perf_counter, thread_time
from typing import Any

import pytest

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.settings import Limits
from ludoteca.server.transport import budget
from ludoteca.server.transport.budget import Account, Budget, Meter, Timed, Turns

from .running import asynchronous

LIMITS = Limits(work=0.1, work_per_address=0.2)  # savings of 0.5 and of 0.4 seconds


def new_budget() -> Budget:
    return Budget(LIMITS, Metrics())


def exact(meter: Meter) -> Meter:
    """One whose processor time is counted already."""
    meter.clock = thread_time
    return meter


def test_an_account_may_be_overdrawn_and_is_paid_back_by_its_share() -> None:
    account = Account(0.1, 0.5, now=10.0)
    account.balance -= 0.7
    assert account.wait(10.0) == pytest.approx(2.0)
    assert account.wait(11.0) == pytest.approx(1.0)
    assert account.wait(12.0) == pytest.approx(0.0)
    account.settle(1000.0)
    assert account.balance == 0.5


def test_a_debt_is_forgotten_after_a_while() -> None:
    """The account of an address has more than one debtor."""
    account = Account(0.1, 0.5, now=10.0, longest=3.0)
    account.balance -= 100.0
    assert account.wait(10.0) == pytest.approx(3.0)
    assert new_budget().of_address("192.0.2.1", 0.0).least == -LIMITS.work_per_address * budget.LONGEST_WAIT


def test_time_that_was_paid_for_is_not_paid_for_again() -> None:
    account = Account(0.1, 0.5, now=10.0)
    account.balance = 0.0
    for now in (12.0, 11.0, 12.0):
        account.settle(now)
    assert account.balance == pytest.approx(0.2)


def test_no_connection_is_taken_from_an_address_that_owes_too_much() -> None:
    here = new_budget()
    meter = here.meter("192.0.2.1", 0.0)
    meter.charge(LIMITS.work_per_address * (budget.ADDRESS_BURST + budget.TURNED_AWAY_AT))
    meter.check_arrival(0.0)
    meter.charge(LIMITS.work_per_address)
    with pytest.raises(Trouble) as refused:
        here.meter("192.0.2.1", 0.0).check_arrival(0.0)
    assert refused.value.code is Problem.TOO_FAST
    assert refused.value.again == pytest.approx(1.0)
    here.meter("192.0.2.1", 0.0).check_arrival(1.5)
    here.meter("192.0.2.2", 0.0).check_arrival(0.0)


def test_a_connection_waits_when_its_own_account_is_overdrawn() -> None:
    meter = exact(new_budget().meter(None, 0.0))
    assert not meter.charge(0.3)
    assert meter.wait(0.0) == 0.0
    assert meter.charge(0.21)
    assert meter.overdrawn
    assert meter.wait(0.0) == pytest.approx(0.1)
    assert meter.wait(0.2) == 0.0


def test_connections_of_one_address_wait_for_each_other_and_for_nobody_else() -> None:
    here = new_budget()
    first, second = exact(here.meter("192.0.2.1", 0.0)), exact(here.meter("192.0.2.1", 0.0))
    other = exact(here.meter("192.0.2.2", 0.0))
    first.charge(0.3)
    assert second.charge(0.3)
    assert second.wait(0.0) == first.wait(0.0) == pytest.approx(1.0)
    assert not other.charge(0.3)
    assert other.wait(0.0) == 0.0


def test_a_connection_that_stays_overdrawn_is_to_be_ended() -> None:
    meter, now = exact(new_budget().meter(None, 0.0)), 0.0
    meter.charge(0.5)
    while now <= budget.FLOOD_PATIENCE:
        meter.charge(0.2)
        now += (wait := meter.wait(now))
        assert 0 < wait < math.inf
    meter.charge(0.2)
    assert meter.wait(now) == math.inf


def test_but_not_one_that_recovers_in_between() -> None:
    meter = exact(new_budget().meter(None, 0.0))
    for now in range(0, 200, 10):
        meter.charge(0.6)
        assert meter.wait(float(now)) < math.inf


def test_nor_one_whose_neighbours_cost_too_much() -> None:
    """Everybody behind an address waits, and only who floods is let go."""
    here = new_budget()
    innocent, flooding = exact(here.meter("192.0.2.1", 0.0)), exact(here.meter("192.0.2.1", 0.0))
    for now in range(60):
        flooding.charge(0.5)
        innocent.charge(0.01)
        assert 0 <= innocent.wait(float(now)) < math.inf


def test_time_on_the_wall_is_not_held_against_a_connection() -> None:
    """Other threads and programs may have run meanwhile. From then on its processor time is counted."""
    meter = new_budget().meter(None, 0.0)
    assert meter.clock is perf_counter
    meter.charge(5.0)
    assert meter.wait(0.0) == 0.0
    assert meter.clock is thread_time
    assert not meter.charge(0.4)
    assert meter.charge(0.2)
    assert meter.wait(0.0) > 0


def test_the_connection_of_a_proxy_is_never_overdrawn() -> None:
    meter = new_budget().unlimited()
    assert not meter.charge(1e9)
    assert meter.wait(0.0) == 0.0


def test_addresses_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_ADDRESSES", 3)
    here = new_budget()
    owing = here.of_address("192.0.2.1", 0.0)
    owing.balance = -1.0
    for number in range(2, 20):
        here.of_address(f"192.0.2.{number}", 0.0)
        assert len(here._addresses) <= 3
    assert here.of_address("192.0.2.1", 0.0) is owing
    for number in range(20, 23):
        here.of_address(f"192.0.2.{number}", 0.0).balance = -1.0
        assert len(here._addresses) <= 3


@pytest.mark.parametrize(
    ("subnets", "others"),
    [("2001:db8:0:{:x}::1", "2001:db8:0:100::1"), ("2001:db8:0:{:x}00::1", "2001:db8:1::1")],
    ids=["56", "48"],
)
def test_networks_of_ipv6_have_a_limit_for_all_that_is_in_them(subnets: str, others: str) -> None:
    """Who moves on to the next /64 does not get rid of what the last one cost."""
    here = new_budget()
    meters = [exact(here.meter(subnets.format(number), 0.0)) for number in range(10)]
    spent = 0.0
    for meter in meters:
        if meter.wait(0.0) > 0:
            break
        meter.charge(0.25)  # less than what an address has saved
        spent += 0.25
    assert LIMITS.work_per_address * budget.ADDRESS_BURST < spent < 1.5
    assert all(meter.overdrawn and meter.wait(0.0) > 0 for meter in meters)
    other = exact(here.meter(others, 0.0))
    assert not other.overdrawn
    assert other.wait(0.0) == 0.0
    arriving = here.meter(subnets.format(11), 0.0)
    arriving.charge(LIMITS.work_per_address * 2 * budget.TURNED_AWAY_AT)
    with pytest.raises(Trouble):
        here.meter(subnets.format(12), 0.0).check_arrival(0.0)


def test_an_address_of_ipv4_is_in_no_wider_network() -> None:
    here = new_budget()
    here.of_address("192.0.2.1", 0.0).charge(100.0)
    assert here.of_address("192.0.2.1", 0.0).overdrawn
    assert not here.of_address("192.0.2.2", 0.0).overdrawn


@asynchronous
async def test_what_the_addresses_of_a_network_do_not_read_is_bounded_together() -> None:
    here = Budget(Limits(unread_per_address=1000), Metrics())
    unread = [here.unread_of(f"2001:db8:0:{number:x}::1") for number in range(6)]
    for each in unread[:5]:
        each.change(900)
        assert each.total == 900
    assert unread[5].total == 0
    assert all(each.full for each in unread)
    waiting = asyncio.create_task(unread[5].room())
    await asyncio.sleep(0)
    assert not waiting.done()
    for each in unread[:5]:
        each.change(-900)
    await waiting
    assert not any(each.full for each in unread)
    assert not here.unread_of("2001:db8:1::1").full


def test_pauses_are_counted() -> None:
    metrics = Metrics()
    meter = Budget(LIMITS, metrics).meter(None, 0.0)
    meter.paused()
    meter.ended()
    assert b"ludoteca_pauses_total 1.0" in metrics.text()
    assert b'ludoteca_dropped_total{code="too_fast_for_too_long"} 1.0' in metrics.text()


# ---------------------------------------------------------------- turns


class Hands:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@asynchronous
async def test_in_one_turn_of_the_loop_only_so_much_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    hands, turns, done = Hands(), Turns(), list[str]()
    monkeypatch.setattr(budget, "perf_counter", hands)

    def dear(name: str) -> None:
        done.append(name)
        hands.now += budget.TURN * 2

    for name in "abc":
        turns.add(lambda name=name: dear(name))  # type: ignore[misc]
    seen = []
    for _ in range(4):
        await asyncio.sleep(0)
        seen.append("".join(done))
    assert seen == ["a", "ab", "abc", "abc"]
    turns.add(lambda: dear("d"))
    await asyncio.sleep(0)
    assert done[-1] == "d"


# ---------------------------------------------------------------- coroutines


@asynchronous
async def test_only_the_steps_of_a_coroutine_are_timed() -> None:
    hands, charged = Hands(), list[float]()
    turn = asyncio.get_running_loop().create_future()

    async def works() -> str:
        hands.now += 1
        told: str = await turn
        hands.now += 2
        return told

    async def others() -> None:
        hands.now += 100
        turn.set_result("done")

    timed: Any = Timed(works(), charged.append, hands)

    async def run() -> str:
        answer: str = await timed
        return answer

    assert (await asyncio.gather(run(), others()))[0] == "done"
    assert charged == [1, 2]


@asynchronous
async def test_errors_and_cancellations_reach_the_coroutine() -> None:
    charged = list[float]()

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await Timed(fails(), charged.append)
    assert len(charged) == 2

    async def patient() -> str:
        try:
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        except TimeoutError:
            return "late"
        return "in time"

    assert await Timed(patient(), charged.append) == "late"
