"""The program of a process in which bots think: `python -m ludoteca.server.bots.program`.

It reads questions from standard input, one JSON object a line, and writes an answer to each to standard output. A
question holds what a seat sees, never a game. The process imports the rules and the bots that it is asked for, and
nothing of the server. When the pipe is closed it ends at once, even in the middle of a thought: the server has stopped
or died, and nobody waits for the answer.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import threading
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from queue import SimpleQueue
from typing import Any, BinaryIO

from ludoteca import rules

NICE = 10  # the loop of the server comes first when both want a processor
FIRST_OTHER, MOST_OPEN = 3, 65_536  # file descriptors: after standard input, output and error

Decide = Callable[[Mapping[str, Any], int, float], int]


def main() -> None:
    ignore_signals()
    if hasattr(os, "nice"):
        os.nice(NICE)
    questions, answers = pipes()
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=read, args=(questions, asked), name="questions", daemon=True).start()
    while True:
        answers.write(answer(asked.get()))
        answers.flush()


def ignore_signals() -> None:
    """Ctrl-C and a service manager signal all processes at once. The server stops first, and closes the pipe."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def pipes() -> tuple[BinaryIO, BinaryIO]:
    """Those of the server. A bot that reads or prints for itself finds nothing, and disturbs no answer.

    Whatever else is open came with the start. A pipe of another process among it would never be closed.
    """
    if hasattr(os, "sysconf"):
        os.closerange(FIRST_OTHER, min(os.sysconf("SC_OPEN_MAX"), MOST_OPEN))
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(questions, "rb"), os.fdopen(answers, "wb")


def read(questions: BinaryIO, asked: SimpleQueue[bytes]) -> None:
    """In a thread of its own, so that the end of the pipe is noticed by a process that thinks."""
    for line in questions:
        asked.put(line)
    os._exit(0)


def answer(line: bytes) -> bytes:
    """The answer to a question, a line as well. Without memory the process ends: a fresh one may have enough."""
    question: dict[str, Any] = json.loads(line)
    try:
        found: dict[str, Any] = {"choice": decided(question)}
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - the server writes it down, and decides in another way
        found = {"failed": traceback.format_exc()}
    return json.dumps(found).encode() + b"\n"


def decided(question: dict[str, Any]) -> int:
    """What the bot makes of the view. A new game with the options makes known what the view names, while it is held."""
    view, options = question["view"], question.get("options")
    held = None if options is None else rules.new(view["game"], seed=0, **options)
    decision = int(bot_at(question["bot"])(view, question["seed"], question["seconds"]))
    del held
    return decision


@cache
def bot_at(place: str) -> Decide:
    """What decides: `module:name`, or `module:name:key` in a mapping."""
    module, name, *key = place.split(":")
    found = attrgetter(name)(importlib.import_module(module))
    decide: Decide = found[key[0]] if key else found
    return decide


if __name__ == "__main__":
    main()
