"""Exact times without looking at the clock again and again, which would take a processor from what is measured."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from threading import Event, Thread


async def beats(every: float, seconds: float) -> AsyncIterator[float]:
    """When each beat was due (by `time.perf_counter`), as soon as it has come: none is left out by who is late.

    A thread waits for them, because the timers of an event loop know whole milliseconds only.
    """
    loop = asyncio.get_running_loop()
    due: asyncio.Queue[float] = asyncio.Queue()
    start = time.perf_counter()
    count, stopped = int(seconds / every), Event()

    def beat() -> None:
        for number in range(1, count + 1):
            time.sleep(max(0.0, start + number * every - time.perf_counter()))
            if stopped.is_set():
                return
            loop.call_soon_threadsafe(due.put_nowait, start + number * every)

    thread = Thread(target=beat, name="metronome", daemon=True)
    thread.start()
    try:
        for _ in range(count):
            yield await due.get()
    finally:
        stopped.set()
        thread.join()
