"""Processes that do what they are told, a line of JSON at a time, and answer with another."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvloop

from bench.serving.processes import PATIENCE, ROOT

Json = dict[str, Any]
PORTS = "ports.json"  # in the folder of the server: where HTTP and each dialect are spoken


class Helper:
    """A process of ours, from outside."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def tell(self, order: Json) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def hear(self) -> Json:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a helper has ended; what it wrote stands above")
        answer: Json = json.loads(line)
        return answer

    async def ask(self, order: Json) -> Json:
        self.tell(order)
        return await asyncio.to_thread(self.hear)


@contextmanager
def helper(module: str, arguments: Sequence[str]) -> Iterator[Helper]:
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Helper(process)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def obey(follow: Callable[[Json], Awaitable[Json]]) -> None:
    """Inside such a process: follow orders until there are no more."""

    async def work() -> None:
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await follow(json.loads(line))), flush=True)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work())
