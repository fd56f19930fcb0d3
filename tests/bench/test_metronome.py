"""Beats come at their times, and all of them do."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

import pytest

from bench.serving.metronome import beats


def test_no_beat_comes_before_its_time() -> None:
    async def listen() -> list[tuple[float, float]]:
        return [(due, time.perf_counter()) async for due in beats(0.002, 0.1)]

    heard = asyncio.run(listen())
    assert len(heard) == 50
    assert all(now >= due for due, now in heard)
    assert [later - due for (due, _), (later, _) in pairwise(heard)] == pytest.approx([0.002] * 49)


def test_who_is_late_hears_what_he_has_missed() -> None:
    async def listen() -> list[float]:
        heard: list[float] = []
        async for due in beats(0.001, 0.05):
            if not heard:
                time.sleep(0.1)  # until all of them are over
            heard.append(due)
        return heard

    assert len(asyncio.run(listen())) == 50
