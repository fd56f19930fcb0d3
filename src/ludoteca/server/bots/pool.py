"""Processes in which bots think, so that nobody at another table waits for them.

A process is started when a bot has to decide and none is idle, up to a number. It is asked one decision at a time;
those that wait stand in one line, first come, first served. A table has at most one decision to be made, so the line is
never longer than there are tables awake. The longer it is, the less time a bot is given.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import msgspec
import structlog

from ludoteca import rules

from . import program
from .fair_line import FairLine

LONGEST = 2.0  # seconds that a bot may take for a decision when nobody else waits
SHORTEST = 0.1  # and when many do
PATIENCE = 10.0  # seconds after which a process that has not answered is given up
TO_START = 30.0  # seconds more for the first one of a process, on a machine that is very busy
TRIES = 3  # of a decision whose process dies each time
PAUSE = 1.0  # seconds before another start when a process died before it had answered anything
IDLE = 300.0  # seconds after which a process that nobody asks anything is ended
MOST_BY_DEFAULT = 8  # a process takes some 30 MB, and up to 250 MB where the strongest bots think
THREADS = "LUDOTECA_BOT_THREADS"  # tells a process how many threads it may think with
SECRETS = ("LUDOTECA_", "PG")  # variables that begin so are for the server: they may hold keys and passwords
NEEDED = ("LUDOTECA_INTERPRETED",)

log = structlog.get_logger()


class BotFailed(Exception):
    """A bot that did not decide, and why."""


class Answer(msgspec.Struct):
    choice: int = -1
    failed: str = ""


read_answer = msgspec.json.Decoder(Answer).decode


def processors() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def usual_number() -> int:
    """One processor is left to the server."""
    return min(max(1, processors() - 1), MOST_BY_DEFAULT)


@dataclass(frozen=True, eq=False)
class Question:
    """What a bot has to decide. `game` is the real one; it never leaves the server."""

    bot: str  # where it is found, `module:name` or `module:name:key`
    game: rules.Game
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)  # of the game, as its table was opened
    seat: str = ""  # whose decision it is: a process that thought for the seat before may remember something
    urgent: bool = False  # it takes no time, and others wait
    owner: Hashable = None  # of the table: owners take turns

    def encode(self, seconds: float) -> bytes:
        """What a process is told: what the seat sees, and nothing else.

        A view names what is described in the settings, a card set for example: the process has to know it by that name.
        """
        view = msgspec.Raw(self.game.view_json(self.game.seat))
        told: dict[str, Any] = {"bot": self.bot, "seed": self.seed, "seconds": seconds, "view": view}
        if any(isinstance(value, Mapping) for value in self.settings.values()):
            told["options"] = {"players": self.game.players, **self.settings}
        return msgspec.json.encode(told) + b"\n"


@dataclass(eq=False)
class Thought:
    """A question that waits for its answer."""

    question: Question
    chosen: asyncio.Future[int]
    tries: int = 0

    def fail(self, why: Exception) -> None:
        if not self.chosen.done():
            self.chosen.set_exception(why)


class BotProcesses:
    def __init__(self, most: int, patience: float = PATIENCE) -> None:
        self.most = most
        self.patience = patience
        self.running: set[BotProcess] = set()
        self._line: FairLine[Thought] = FairLine()
        self._starting: set[asyncio.Task[None]] = set()
        self._not_before = 0.0  # when the next process may be started
        self._timer: asyncio.TimerHandle | None = None
        self.closed = False

    async def choose(self, question: Question) -> int:
        """The decision of a bot for the seat whose turn it is, or BotFailed."""
        if self.closed:
            raise BotFailed("Bots think no more here.")
        thought = Thought(question, asyncio.get_running_loop().create_future())
        if question.urgent:
            self._line.appendleft(question.owner, thought)
        else:
            self._line.append(question.owner, thought)
        self.hand_out()
        return await thought.chosen

    @property
    def seconds(self) -> float:
        """That a bot may think now. However many wait, they are not much slower to get their turn than a few."""
        return max(SHORTEST, LONGEST / (1 + len(self._line) / self.most))

    async def close(self) -> None:
        """They are killed: nothing that they know is lost."""
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
        while self._line:
            self._line.popleft().chosen.cancel()
        await asyncio.gather(*self._starting)
        running = list(self.running)
        for process in running:
            process.end()
        await asyncio.gather(*(process.gone for process in running))

    # ------------------------------------------------------------ the line

    def hand_out(self) -> None:
        """Give what waits to those who are idle, and start another process if that is not enough."""
        idle = [process for process in self.running if process.idle]
        while self._line and idle:
            thought = self._line.popleft()
            if thought.chosen.done():  # nobody waits for it any more
                continue
            process = next((one for one in idle if one.seat == thought.question.seat), idle[-1])
            try:
                process.ask(thought, self.seconds)
                idle.remove(process)
            except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
                thought.fail(error)
        if self._line and not self.closed and len(self.running) + len(self._starting) < self.most:
            self._start_soon()

    def again(self, thought: Thought) -> None:
        """Its process died: it is the next one, a few times."""
        thought.tries += 1
        if self.closed:
            thought.chosen.cancel()
        elif thought.tries < TRIES:
            self._line.appendleft(thought.question.owner, thought)
        else:
            thought.fail(BotFailed(f"{thought.tries} processes died thinking about it."))

    # ------------------------------------------------------------ processes

    def _start_soon(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < self._not_before:
            if self._timer is None:
                self._timer = loop.call_at(self._not_before, self._paused)
            return
        task = loop.create_task(self._start())
        self._starting.add(task)
        task.add_done_callback(self._started)

    def _paused(self) -> None:
        self._timer = None
        self.hand_out()

    async def _start(self) -> None:
        command = [sys.executable, "-P", "-m", program.__name__]
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: BotProcess(self), *command, stderr=None, env=environment(processors() // self.most)
            )
        except OSError as error:
            log.error("a process for bots cannot be started", exc_info=error)
            self._not_before = asyncio.get_running_loop().time() + PAUSE
            while self._line:
                self._line.popleft().fail(error)

    def _started(self, task: asyncio.Task[None]) -> None:
        self._starting.discard(task)
        self.hand_out()

    def died(self, process: BotProcess) -> None:
        if self.closed:
            return
        if not process.answered:
            self._not_before = asyncio.get_running_loop().time() + PAUSE
        if not process.ended:
            log.warning("a process for bots died", pid=process.pid, code=process.code)
        self.hand_out()


class BotProcess(asyncio.SubprocessProtocol):
    """One of them, and what it thinks about."""

    def __init__(self, processes: BotProcesses) -> None:
        self.thought: Thought | None = None
        self.seat = ""  # for which it thought last
        self.answered = False  # at least once
        self.ended = False  # by this server
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._processes = processes
        self._transport: asyncio.SubprocessTransport
        self._heard = bytearray()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        return self.thought is None and not self.ended

    @property
    def pid(self) -> int | None:
        return self._transport.get_pid()

    @property
    def code(self) -> int | None:
        return self._transport.get_returncode()

    def ask(self, thought: Thought, seconds: float) -> None:
        told = thought.question.encode(seconds)
        self._stop_timer()
        self.thought = thought
        self.seat = thought.question.seat
        patience = self._processes.patience + (0.0 if self.answered else TO_START)
        self._timer = asyncio.get_running_loop().call_later(patience, self._too_long, thought)
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        pipe.write(told)

    def end(self) -> None:
        self.ended = True
        if self.code is None:
            self._transport.kill()

    def _too_long(self, thought: Thought) -> None:
        thought.fail(BotFailed(f"It took longer than {self._processes.patience:g} seconds."))
        self.end()

    def _rest(self) -> Thought | None:
        """What it was thinking about, which is over."""
        thought, self.thought = self.thought, None
        self._stop_timer()
        return thought

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ------------------------------------------------------------ what the process does

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._processes.running.add(self)
        self._timer = asyncio.get_running_loop().call_later(IDLE, self.end)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._heard += data
        while (end := self._heard.find(b"\n")) >= 0:
            line = bytes(self._heard[:end])
            del self._heard[: end + 1]
            self._hear(line)

    def _hear(self, line: bytes) -> None:
        thought = self._rest()
        self.answered = True
        if thought is not None and not thought.chosen.done():
            try:
                thought.chosen.set_result(choice_in(line))
            except (BotFailed, msgspec.MsgspecError) as error:
                thought.fail(error)
        self._processes.hand_out()
        if self.idle:
            self._timer = asyncio.get_running_loop().call_later(IDLE, self.end)

    def process_exited(self) -> None:
        self._processes.running.discard(self)
        thought = self._rest()
        if thought is not None and not thought.chosen.done():
            self._processes.again(thought)
        self._transport.close()
        self.gone.set_result(None)
        self._processes.died(self)


def choice_in(line: bytes) -> int:
    answer = read_answer(line)
    if answer.failed:
        raise BotFailed(answer.failed)
    return answer.choice


def environment(threads: int) -> dict[str, str]:
    """Of a process: modules are found where this one finds them, and nothing is told that is for the server alone."""
    kept = {name: value for name, value in os.environ.items() if name in NEEDED or not name.startswith(SECRETS)}
    paths = os.pathsep.join(str(Path(place).absolute()) for place in sys.path)
    return {**kept, "PYTHONPATH": paths, THREADS: str(max(1, threads))}
