"""How long a client waits."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.client.backoff import Backoff, in_time

from .fake_house import asynchronous


@given(st.integers(0, 10_000), st.floats(0, 1))
def test_an_attempt_waits_between_the_first_and_the_longest_delay(attempt: int, chance: float) -> None:
    assert 0.1 <= Backoff().delay(attempt, chance) <= 5.0


def test_delays_double_until_the_longest() -> None:
    delays = [Backoff().delay(attempt, 1.0) for attempt in range(8)]
    assert delays == pytest.approx([0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0])


def test_clients_that_lost_their_connection_together_come_back_apart() -> None:
    backoff = Backoff()
    assert backoff.delay(3, 0.0) == pytest.approx(backoff.delay(3, 1.0) / 2)


@asynchronous
async def test_a_time_limit_says_what_it_waited_for() -> None:
    with pytest.raises(TimeoutError, match=r"not answered within 0\.01 s"):
        async with in_time(0.01):
            await asyncio.Event().wait()
