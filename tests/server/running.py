"""How the tests of the server are run: `await` in them, the loop of a real house, and time that is given."""

from __future__ import annotations

import asyncio
import functools
import sys
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

P = ParamSpec("P")

NOON = 1_700_000_000_000
LIMIT = 150.0  # seconds for a test that waits for something that never comes
SECOND = 1000


def asynchronous(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Let a test use `await`. Whatever failed where nobody waited for it fails the test."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        unheard: list[dict[str, Any]] = []

        async def whole() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: unheard.append(context))
            async with asyncio.timeout(LIMIT):
                await test(*args, **kwargs)

        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(whole())
        assert not unheard, unheard

    return run


class Clock:
    """Stands still until it is moved, as time does, or set to another time."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now
        self._passed = 0

    def __call__(self) -> int:
        return self.now

    def steady(self) -> int:
        return self._passed

    def move(self, seconds: float) -> None:
        self.set(seconds)
        self._passed += round(seconds * SECOND)

    def set(self, seconds: float) -> None:
        """Somebody sets the clock of the machine, forward or back."""
        self.now += round(seconds * SECOND)


async def turns_of_the_loop(turns: int = 20) -> None:
    """Let everything go on that needs nobody outside."""
    for _ in range(turns):
        await asyncio.sleep(0)
