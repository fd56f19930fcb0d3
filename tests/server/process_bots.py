"""Bots that another process can import, for tests of the processes in which bots think. `TEST_FOLDER` in the
environment is where they meet the test."""

from __future__ import annotations

import gc
import os
import sys
import time
from pathlib import Path

from ludoteca import rules
from ludoteca.bots import Bot
from ludoteca.bots.bot import View

FOLDER = "TEST_FOLDER"


def folder() -> Path:
    return Path(os.environ[FOLDER])


def first_of(view: View) -> int:
    return rules.imagine(view).legal_actions()[0]


def note_pid() -> None:
    """Say who thinks, in one step: a name appears when it is whole."""
    (folder() / f"{os.getpid()}.thinking").touch()


def wait(view: View, seed: int, seconds: float) -> int:
    """Thinks until there is a file `go_on`."""
    note_pid()
    while not (folder() / "go_on").exists():
        time.sleep(0.005)
    return first_of(view)


def think_for_ever(view: View, seed: int, seconds: float) -> int:
    note_pid()
    while True:
        pass


def die(view: View, seed: int, seconds: float) -> int:
    note_pid()
    os._exit(3)


def lack_memory_once(view: View, seed: int, seconds: float) -> int:
    note_pid()
    if len(list(folder().glob("*.thinking"))) == 1:
        raise MemoryError
    return first_of(view)


def fail(view: View, seed: int, seconds: float) -> int:
    raise ZeroDivisionError("of the bot")


def print_and_read(view: View, seed: int, seconds: float) -> int:
    print("{}")
    assert sys.stdin.read() == ""
    return first_of(view)


def in_order(view: View, seed: int, seconds: float) -> int:
    """Writes down its seed."""
    with (folder() / "order").open("a", encoding="ascii") as order:
        order.write(f"{seed} ")
    return first_of(view)


def note_seconds(view: View, seed: int, seconds: float) -> int:
    """Writes down how long it may think."""
    with (folder() / "seconds").open("a", encoding="ascii") as given:
        given.write(f"{seconds} ")
    return first_of(view)


def note_seat(view: View, seed: int, seconds: float) -> int:
    """Writes down its seed and where it thinks."""
    with (folder() / "seats").open("a", encoding="ascii") as seats:
        seats.write(f"{seed} {os.getpid()} ")
    return first_of(view)


def look_for_games(view: View, seed: int, seconds: float) -> int:
    """Counts the games in the memory of the process."""
    without = games_in_memory()
    imagined = rules.imagine(view)
    found = f"{without} without, {games_in_memory()} with an imagined one"
    (folder() / "games").write_text(found, encoding="ascii")
    return imagined.legal_actions()[0]


def games_in_memory() -> int:
    return sum(isinstance(each, rules.Game) for each in gc.get_objects())


def tell_surroundings(view: View, seed: int, seconds: float) -> int:
    """Writes down the modules that are loaded, the environment and the priority."""
    (folder() / "modules").write_text("\n".join(sys.modules), encoding="utf-8")
    (folder() / "environment").write_text("\n".join(os.environ), encoding="utf-8")
    (folder() / "priority").write_text(str(os.nice(0)), encoding="utf-8")
    return first_of(view)


WAITING = Bot("waiting", "Waits for the test.", wait)
FOR_EVER = Bot("endless", "Never decides.", think_for_ever)
FAILING = Bot("failing", "Makes a mistake.", fail)
