"""Games side by side, in processes. Which one plays which game changes nothing in any of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from ludoteca.bots.contestants import contestant
from ludoteca.bots.python_file import BotFault

from .contest import Contest, Fixture, Played
from .playing import play

AHEAD = 2  # games that a process knows of: the next one is there when it has finished one
LONGEST_END = 5.0  # seconds for a process to end by itself


class ProcessDied(Exception):
    """A process ended without being asked to, with some game unfinished; `code` is its exit code."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"a process of the arena ended with the code {code}")
        self.code = code


def played(
    contest: Contest, bots: Sequence[str], fixtures: Iterable[Fixture], processes: int
) -> Generator[Played, None, None]:
    """All of these games, in the order in which they end. `bots` are the contestants as they were typed."""
    if processes == 1:
        contestants = [contestant(typed) for typed in bots]
        for fixture in fixtures:
            yield play(contest, contestants, fixture)
        return
    yield from side_by_side(contest, bots, deque(fixtures), processes)


def side_by_side(
    contest: Contest, bots: Sequence[str], left: deque[Fixture], most: int
) -> Generator[Played, None, None]:
    context = multiprocessing.get_context("spawn")
    working: dict[Connection, Any] = {}
    owed: dict[Connection, int] = {}
    try:
        for _ in range(min(most, len(left))):
            mine, its = context.Pipe()
            process = context.Process(target=work, args=(its, contest, tuple(bots)), daemon=True)
            with interrupts_held_back():
                process.start()
            its.close()
            working[mine] = process
            owed[mine] = 0
        for pipe in working:
            hand_out(pipe, left, owed)
        while any(owed.values()):
            for pipe in cast(list[Connection], wait([pipe for pipe in working if owed[pipe]])):
                yield heard(pipe, working[pipe])
                owed[pipe] -= 1
                hand_out(pipe, left, owed)
    finally:
        for pipe, process in working.items():
            pipe.close()  # which it takes for the end
            process.join(0 if owed[pipe] else LONGEST_END)
            process.kill()
            process.join()


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Ctrl-C waits, here until the end and for ever in processes that are started meanwhile: one that has not come as
    far as `work` would be ended by it with a traceback. Windows has no such thing.

    The mask is what those processes inherit. It holds for one thread, and another may take the signal for this process:
    so it is noted as well.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []
    former = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, former)
    if noted:
        raise KeyboardInterrupt


def hand_out(pipe: Connection, left: deque[Fixture], owed: dict[Connection, int]) -> None:
    while left and owed[pipe] < AHEAD:
        with suppress(BrokenPipeError):  # it has died, which is noticed where its answer is waited for
            pipe.send(left.popleft())
        owed[pipe] += 1


def heard(pipe: Connection, process: Any) -> Played:
    try:
        answer = pipe.recv()
    except (EOFError, ConnectionResetError):
        process.join()
        raise ProcessDied(process.exitcode) from None
    if isinstance(answer, BotFault):
        raise answer
    assert isinstance(answer, Played)
    return answer


# ---------------------------------------------------------------- in a process


def work(pipe: Connection, contest: Contest, bots: Sequence[str]) -> None:
    """Until the pipe is closed. Ctrl-C reaches all processes of a terminal; the first one of them decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        try:
            contestants = [contestant(typed) for typed in bots]
            while True:
                pipe.send(play(contest, contestants, pipe.recv()))
        except BotFault as fault:
            pipe.send(fault)


def end_with_parent() -> None:
    """At once, in the middle of a game, too: there is nobody left to play it for."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
