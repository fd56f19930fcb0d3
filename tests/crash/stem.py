"""A process that has loaded the server, and of which a copy runs it each time: loading takes longer than a round.

    python -m tests.crash.stem FOLDER PORT

Each line that it reads, a store and the file for what is written to stderr, starts the server once. Each copy says
`began` with its number before it does anything, and `open` when people can come in; when it is gone, however it went,
the stem says `ended`. The number of a copy is not given to another process before the next line is read.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL, SIGTERM

ROOT = Path(__file__).parents[2]


class Life:
    """One run of the server."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.began: asyncio.Future[int] = loop.create_future()  # with this number of a process
        self.opened: asyncio.Future[None] = loop.create_future()
        self.ended: asyncio.Future[int] = loop.create_future()  # with this code, or minus the signal

    def hear(self, word: str, number: str = "") -> None:
        if word == "began":
            self.began.set_result(int(number))
        elif word == "open":
            self.opened.set_result(None)
        elif word == "ended":
            self.ended.set_result(int(number))
        else:
            raise ValueError(f"nobody says {word!r}")

    def fail(self, why: Exception) -> None:
        """Nothing more is heard of it."""
        for future in (self.began, self.ended):
            if not future.done():
                future.set_exception(why)
                future.exception()  # it is no news where nobody waits for it

    async def kill(self) -> None:
        await self._send(SIGKILL)

    async def terminate(self) -> None:
        await self._send(SIGTERM)

    async def _send(self, signal: int) -> None:
        with suppress(ProcessLookupError):  # it is gone by itself
            os.kill(await self.began, signal)
        await self.ended


class Stem:
    def __init__(self, process: Process) -> None:
        self._process = process
        self._life: Life | None = None
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def planted(cls, folder: Path, port: int, variables: Mapping[str, str]) -> Stem:
        command = [sys.executable, "-m", __name__, str(folder), str(port)]
        environment = {**os.environ, **variables}
        return cls(await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment, stdin=PIPE, stdout=PIPE))

    async def start(self, store: str, log: Path) -> Life:
        assert self._process.stdin is not None
        self._life = Life()
        self._process.stdin.write(f"{store} {log}\n".encode())
        await self._life.began
        return self._life

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        why: Exception = EOFError("the process that has loaded the server is gone")
        try:
            async for line in self._process.stdout:
                assert self._life is not None
                self._life.hear(*line.decode().split())
        except ValueError as error:
            why = error
        if self._life is not None:
            self._life.fail(why)

    async def close(self) -> None:
        self._process.kill()
        await self._process.wait()
        await self._listening


# ---------------------------------------------------------------- in the process


def tell(*words: object) -> None:
    """All at once: somebody who is killed in the middle of a line must not spoil the next one."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def born() -> tuple[str, str]:
    """Returns in each copy, with what it was asked for."""
    last = 0
    while line := os.read(0, 4096).decode():  # one at a time: the next is written when this one has ended
        if last:
            os.waitpid(last, 0)
        last = os.fork()
        if not last:
            store, log = line.split()
            return store, log
        ended = os.waitid(os.P_PID, last, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        code = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        tell("ended", code)
    sys.exit()


def main(folder: str, port: str) -> None:
    from . import server

    store, log = born()
    tell("began", os.getpid())
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 2)
    server.main(folder, port, store)


if __name__ == "__main__":
    main(*sys.argv[1:])
