"""Conversations as text files, played against a real room: `tests/dialects/NAME/transcripts/*.txt`.

    # A comment. Empty lines mean nothing.
    @ {"seed": 3}
    A+
    A> {"type": "CreateNewGame", "numOfPlayers": 2, "wantExpert": false, "nickname": "Ada"}
    A< {"type": "GameEntered", "gameId": "$code", "...": "..."}
    B+
    B> {"type": "EnterGame", "gameId": "$code", "nickname": "Bob"}
    ~ 30
    A~
    A-

| line | meaning |
|---|---|
| `A+` | client A connects (in the dialect of the folder; `A+ am28`: in that one) |
| `A> text` | A sends exactly this line |
| `A< json` | the next line that A gets matches |
| `A~` | A gets nothing more until here: all that came was read |
| `A!` | the server has hung up on A, and all that came was read |
| `A-` | A hangs up, after all that came was read |
| `~ 30` | 30 seconds pass; ticks and duties of the house included |
| `W@ Web` | somebody sits down with the web page, at the table opened last; his name is Web |
| `W= {"do": ...}` | who sits there acts, in the notation; or `"take_back"`, `"start"`, `"hang_up"` |
| `@ {...}` | how the room is set up, first of all: `seed`, `bare_names`, `position` (see below), `table` |

Clients are capital letters. `position` is one in the notation, from which the next games begin; `"position": null` in a
later `@` line goes back to fresh set-ups. `table` holds options of a table that the house opens before anybody comes.
With `"close": true` the operator closes the table that was opened last.

Matching: an object has exactly the members that are expected, in any order; a list exactly the elements, in order. The
value `"*"` matches anything. A member `"...": "..."` allows further members; an element `"..."` at the end of a list
allows further elements. `"$name"` matches anything at first sight, and from then on only the same value. In a line that
is sent, `$name` stands for that value (a text without its quotes, anything else as JSON). What is no JSON is compared
as it is.

At the end of a file every client has read all that came; that the server has ended a connection was noticed by `A!`.

A whole file is a test: `check(path)`. `python -m tests.dialects.transcripts FILE...` plays files and prints what came
beside what was expected, so that a new transcript can be written step by step.
"""

from __future__ import annotations

import asyncio
import re
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.house import commands

from .room import Caller, HouseSeat, Room, opened_room

HERE = Path(__file__).parent
STEP = re.compile(r"([A-Z])([+><~!@=-])(?:\s(.*))?")
PATIENCE = 60.0  # seconds for a transcript that never ends
BOUND = re.compile(r"\$([A-Za-z_]\w*)")
LENIENT = "..."


class Mismatch(AssertionError):
    """What came is not what was expected; the file and the line say where."""


def transcripts_of(dialect: str) -> list[Path]:
    """For `pytest.mark.parametrize`."""
    return sorted((HERE / dialect / "transcripts").glob("*.txt"))


def check(path: Path) -> None:
    """Play a transcript."""
    asyncio.run(_whole(path))


async def _whole(path: Path) -> None:
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        reading = Reading(path.parent.parent.name, stack)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                await reading.step(line)
            except Exception as error:
                raise Mismatch(f"{path.name}, line {number}: {line}\n{type(error).__name__}: {error}") from error
        try:
            await reading.finish()
        except Exception as error:
            raise Mismatch(f"{path.name}, at its end\n{type(error).__name__}: {error}") from error


class Reading:
    """A transcript that is being played."""

    def __init__(self, dialect: str, stack: AsyncExitStack) -> None:
        self.dialect = dialect
        self.bound: dict[str, Any] = {}
        self._stack = stack
        self._room: Room | None = None
        self._callers: dict[str, Caller] = {}
        self._gone: set[Caller] = set()  # of whom the file says so
        self._seats: dict[str, HouseSeat] = {}

    async def room(self, **setting: Any) -> Room:
        if self._room is None:
            self._room = await self._stack.enter_async_context(opened_room(**setting))
        return self._room

    async def step(self, line: str) -> None:
        line = line.rstrip("\r\n")
        if not line.strip() or line.startswith("#"):
            return
        if line.startswith("@"):
            await self._set_up(msgspec.json.decode(line[1:]))
        elif line.startswith("~"):
            await (await self.room()).pass_time(float(line[1:]))
        else:
            found = STEP.fullmatch(line)
            assert found is not None, "this is no line of a transcript"
            await self._do(found[1], found[2], found[3] or "")

    async def finish(self) -> None:
        """Nobody may have got more than the file says, nor lost a connection in silence."""
        if self._room is not None:
            await self._room.quiet()
        for who, caller in self._callers.items():
            await self._all_read(who, caller)
            assert caller.closed is (caller in self._gone), f"the server has hung up on {who}"

    async def _set_up(self, settings: dict[str, Any]) -> None:
        first = {name: settings.pop(name) for name in ("seed", "bare_names") if name in settings}
        assert self._room is None or not first, "seed and bare_names come in the first line"
        room = await self.room(**first)
        if "position" in settings:
            room.position = settings.pop("position")
        if "table" in settings:
            actor = await room.open_house(**settings.pop("table"))
            self.bound["table"] = actor.code
        if settings.pop("close", False):
            await room.actor().submit(commands.Close(None, "operator"))
            await room.quiet()
        assert not settings, f"unknown settings: {settings}"

    async def _do(self, who: str, sign: str, text: str) -> None:
        room = await self.room()
        match sign:
            case "+":
                assert who not in self._callers or self._callers[who] in self._gone, f"{who} is connected"
                self._callers[who] = room.connect(text.strip() or self.dialect)
                await room.quiet()
            case "@":
                self._seats[who] = await room.sit_house(text.strip())
            case "=":
                await self._act(self._seats[who], msgspec.json.decode(self.replaced(text)))
            case ">":
                self._callers[who].send(self.replaced(text))
                await room.quiet()
            case "<":
                came = await self._next(self._callers[who])
                self.match(expected_of(text), came, who)
            case _:
                await room.quiet()
                caller = self._callers[who]
                await self._all_read(who, caller)
                assert caller.closed is (sign == "!"), f"{who}: the connection is {'over' if caller.closed else 'open'}"
                if sign != "~":
                    self._gone.add(caller)
                    caller.hang_up()
                    await room.quiet()

    async def _all_read(self, who: str, caller: Caller) -> None:
        assert not caller.unread, f"{who} got {shown(await self._next(caller))}"

    async def _act(self, seat: HouseSeat, what: Any) -> None:
        match what:
            case "take_back":
                await seat.take_back()
            case "start":
                await seat.start()
            case "hang_up":
                seat.hang_up()
                await seat.room.quiet()
            case _:
                await seat.act(what)

    async def _next(self, caller: Caller) -> Any:
        return await caller.line()

    # ------------------------------------------------------------ matching

    def replaced(self, text: str) -> str:
        """`$name` in a text that is sent stands for what was bound."""

        def value(found: re.Match[str]) -> str:
            if found[1] not in self.bound:
                return found[0]
            bound = self.bound[found[1]]
            return bound if isinstance(bound, str) else msgspec.json.encode(bound).decode()

        return BOUND.sub(value, text)

    def match(self, expected: Any, came: Any, where: str) -> None:
        """Or Mismatch, which says where they differ."""
        if isinstance(expected, str) and self._matches_text(expected, came):
            return
        if isinstance(expected, dict) and isinstance(came, dict):
            self._match_members(expected, came, where)
        elif isinstance(expected, list) and isinstance(came, list):
            self._match_elements(expected, came, where)
        elif type(expected) is not type(came) or expected != came:
            raise Mismatch(f"{where}: {shown(came)} instead of {shown(expected)}")

    def _matches_text(self, expected: str, came: Any) -> bool:
        if expected == "*":
            return True
        name = BOUND.fullmatch(expected)
        if name is None:
            return False
        return bool(self.bound.setdefault(name[1], came) == came)

    def _match_members(self, expected: dict[str, Any], came: dict[str, Any], where: str) -> None:
        wanted = {name: value for name, value in expected.items() if name != LENIENT}
        missing = wanted.keys() - came.keys()
        further = came.keys() - wanted.keys() if LENIENT not in expected else set()
        if missing or further:
            raise Mismatch(f"{where}: missing {sorted(missing)}, not expected {sorted(further)} in {shown(came)}")
        for name, value in wanted.items():
            self.match(value, came[name], f"{where}.{name}")

    def _match_elements(self, expected: list[Any], came: list[Any], where: str) -> None:
        wanted = expected[:-1] if expected and expected[-1] == LENIENT else expected
        if len(came) < len(wanted) or (len(came) > len(wanted) and wanted is expected):
            raise Mismatch(f"{where}: {len(came)} elements instead of {len(wanted)}: {shown(came)}")
        for place, value in enumerate(wanted):
            self.match(value, came[place], f"{where}[{place}]")


def expected_of(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# ---------------------------------------------------------------- by hand


async def _play(path: Path) -> bool:
    """Print each line, and under a line that does not match what came instead; then go on."""
    fine = True
    async with AsyncExitStack() as stack:
        reading = Reading(path.absolute().parent.parent.name, stack)
        for line in path.read_text(encoding="utf-8").splitlines():
            print(line)
            try:
                await reading.step(line)
            except AssertionError as error:
                fine = False
                print(f"    !!! {error}")
        for name, caller in reading._callers.items():
            for left in await caller.all():
                print(f"    ... {name}< {shown(left)}")
    return fine


if __name__ == "__main__":
    sys.exit(not all(asyncio.run(_play(Path(name))) for name in sys.argv[1:]))
