"""How the commands speak: results to standard output, obstacles and progress to standard error, codes at the end."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from types import TracebackType
from typing import Any, Self

import msgspec

from ludoteca.store.contract import StoreError

from .cards import complain, legible

GOOD = 0
FOUND_WRONG = 1  # the command did its work, and what it looked at is not in order
NOT_POSSIBLE = 2  # wrong use, or something is in the way
INTERRUPTED = 130  # what a shell reports of a program that Ctrl-C ended

UNITS = ("bytes", "KB", "MB", "GB", "TB")
STEP = 1000

Run = Callable[[argparse.Namespace], int]


class CommandError(Exception):
    """Why a command cannot go on, as a sentence that says what to do."""

    def __init__(self, sentence: str, code: int = NOT_POSSIBLE) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


def explained(run: Run) -> Run:
    """A command whose obstacles are told in a sentence each."""

    @wraps(run)
    def told(arguments: argparse.Namespace) -> int:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a name may have letters that this terminal cannot write
                stream.reconfigure(errors="backslashreplace")
        try:
            return run(arguments)
        except CommandError as obstacle:
            complain(obstacle.sentence)
            return obstacle.code
        except StoreError as error:
            complain(error.sentence)
            return NOT_POSSIBLE
        except KeyboardInterrupt:
            complain("Stopped.")
            return INTERRUPTED

    return told


def say(text: str) -> None:
    """Lines that may quote what others wrote, made harmless for a terminal."""
    print("\n".join(legible(line) for line in text.split("\n")))


def complain_of(fault: str) -> None:
    """Several lines, made harmless like those that are said."""
    for line in fault.split("\n"):
        complain(line)


def say_json(value: Any) -> None:
    """In ASCII, which every terminal and every pipe can carry."""
    print(json.dumps(msgspec.to_builtins(value, str_keys=True), indent=1))


def moment(milliseconds: int) -> str:
    """A time of the house, on the clock of whoever reads it."""
    try:
        return f"{datetime.fromtimestamp(milliseconds // 1000):%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError, OSError):  # a file may name any number
        return f"{milliseconds} ms"


def sized(count: int) -> str:
    """A number of bytes as people say it."""
    size, unit = float(count), 0
    while size >= STEP and unit < len(UNITS) - 1:
        size, unit = size / STEP, unit + 1
    return f"{size:.0f} {UNITS[unit]}" if size >= 10 or not unit else f"{size:.1f} {UNITS[unit]}"


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


class Progress:
    """One line on standard error that is written over again, if a person may be looking at it."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.say("")

    def say(self, text: str) -> None:
        if self._shown:
            sys.stderr.write(f"\r{text.ljust(self._width)}\r{text}")
            sys.stderr.flush()
            self._width = len(text)
