"""A bot in a Python file of somebody: one function, or a class of which each game gets an instance of its own.

    def choose(view):                class Bot:
        return view.legal[0]             def choose(self, view):
                                             return view.legal[0]

Whatever goes wrong in the file is told with its line.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import linecache
import random
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ludoteca import rules
from ludoteca.rules.contract import SEAT_LETTERS

FUNCTION = "choose"
CLASS = "Bot"
LONGEST_VALUE = 120  # characters shown of what a bot chose


@dataclass(frozen=True)
class View:
    """What a bot is shown when it has to decide, in the notation: the same at a table and in the arena."""

    game: dict[str, Any]  # what this player sees of the game
    legal: list[dict[str, Any]]  # the small decisions of this moment
    me: str  # which player this is, "A" to "D"


Choose = Callable[[View], Any]


class BotFault(Exception):
    """What is wrong with a bot's file, and in which line."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class Program:
    """A bot's file that was read. `fingerprint` is the hash of its text."""

    file: Path
    new: Callable[[], Choose]  # what chooses in one game
    fingerprint: str

    def sit(self) -> FilePlayer:
        return FilePlayer(self.file, chooser(self))


def load(file: Path) -> Program:
    """Run the file once. What it imports is looked for beside it, too."""
    try:
        text = file.read_bytes()
    except OSError as error:
        raise BotFault(f"{file} cannot be read: {error.strerror}.") from error
    with faults_told(file):
        module = run(file)
    return Program(file, offered(file, module), hashlib.sha256(text).hexdigest())


def run(file: Path) -> ModuleType:
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    folder = str(file.parent.absolute())
    if folder not in sys.path:
        sys.path.append(folder)
    linecache.checkcache(str(file))
    spec.loader.exec_module(module)
    return module


def offered(file: Path, module: ModuleType) -> Callable[[], Choose]:
    found = getattr(module, CLASS, None)
    if inspect.isclass(found):
        if not callable(getattr(found, FUNCTION, None)):
            raise BotFault(f"The class {CLASS} in {file} has no method {FUNCTION}(self, view).")
        return lambda: getattr(found(), FUNCTION)
    function: Choose | None = getattr(module, FUNCTION, None)
    if not callable(function):
        raise BotFault(f"{file} has neither a function {FUNCTION}(view) nor a class {CLASS} with such a method.")
    return lambda: function


def chooser(program: Program) -> Choose:
    with faults_told(program.file):
        return program.new()


def chosen(file: Path, choose: Choose, view: View) -> dict[str, Any]:
    """The action of a bot for a view, or a BotFault."""
    with faults_told(file):
        action = choose(view)
    if not isinstance(action, dict) or not is_json(action):
        raise BotFault(f"{file}: {FUNCTION}(view) gave {shown(action)}, which is no action. Give one of view.legal.")
    return action


def is_json(value: object) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


@dataclass(frozen=True)
class FilePlayer:
    """A bot's file that plays one seat of a game in the arena."""

    file: Path
    choose: Choose

    def decide(self, seen: rules.Game, seed: int) -> Sequence[int]:
        """The module `random` is seeded before, so that the same game is played again for the same seed."""
        seat = seen.seat
        view = View(json.loads(seen.view_json(seat)), json.loads(seen.legal_json()), SEAT_LETTERS[seat])
        random.seed(seed)
        action = chosen(self.file, self.choose, view)
        try:
            return seen.parse(action)
        except rules.IllegalAction as refused:
            raise BotFault(f"{self.file} chose {shown(action)}: {refused.sentence}") from refused


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


@contextmanager
def faults_told(file: Path) -> Iterator[None]:
    """Errors of whatever kind, raised by a file that anybody may have written, with the line that they come from."""
    try:
        yield
    except SyntaxError as error:
        raise BotFault(
            f"{error.filename}, line {error.lineno}: {error.msg}\n    {(error.text or '').strip()}"
        ) from error
    except Exception as error:
        raise BotFault(told(file, error)) from error


def told(file: Path, error: Exception) -> str:
    """The innermost line of the file itself; what it called may be deep inside some library."""
    said = "".join(traceback.format_exception_only(error)).strip()
    mine = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == file.absolute()]
    if not mine:
        return f"{file}: {said}"
    return f"{file}, line {mine[-1].lineno}: {said}\n    {mine[-1].line}"
