"""What operators have done, and who came with a wrong key: lines of JSON in a file to which lines are only added.

A line is on disk before what it tells of is acknowledged. Lines name tables, people and addresses; they have no key, no
token and nothing that was said at a table.
"""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import msgspec
import structlog

from ludoteca.dialects.house.operator import AuditLine
from ludoteca.dialects.house.problems import Trouble
from ludoteca.house.refusals import Refused
from ludoteca.store.contract import Problem, StoreBroken, StoreError, StoreFull

T = TypeVar("T")

FILE = "audit.log"
LARGEST = 16 * 1024 * 1024  # bytes; a longer file is put aside under the time at which that was done
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
BINARY = getattr(os, "O_BINARY", 0)  # Windows would write two characters at the end of a line otherwise
MINUTE = 60_000  # milliseconds
MOST_ADDRESSES = 100  # for which guesses are counted apart; those of all others are counted together
OTHERS = "others"
LONGEST_TEXT = 200
MOST_ITEMS = 20

Guess = tuple[str, str, str]  # the kind, the address, and the name of the key if there is one

log = structlog.get_logger()


class Audit:
    def __init__(self, folder: Path, node: Callable[[], str], now: Callable[[], int]) -> None:
        self.path = folder / FILE
        self._node = node
        self._now = now
        self._file = Lock()
        self._guesses: dict[Guess, int] = {}  # they are not written down yet
        self._quiet_until: dict[Guess, int] = {}  # no line about them before
        self._telling = asyncio.Lock()
        self._writing: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------ acts

    async def record(
        self, act: str, key: str, address: str, on: Mapping[str, Any], do: Callable[[], Awaitable[T]]
    ) -> T:
        """Have something done: one line says so before, so that nothing is done in secret, and one how it ended."""
        number = secrets.token_hex(4)

        def line(result: str, code: str = "") -> AuditLine:
            return AuditLine(self._time(), self._node(), act, address, key, number, shortened(on), result, code)

        await self._write(line("begun"))
        try:
            answered = await do()
        except (Trouble, Refused) as error:
            await self._write(line("refused", error.code))
            raise
        except Exception as error:
            await self._write(line("failed", type(error).__name__))
            raise
        await self._write(line("done"))
        return answered

    # ------------------------------------------------------------ wrong keys and passwords

    def wrong_key(self, address: str) -> None:
        self.guessed("wrong_key", address)

    def guessed(self, act: str, address: str, key: str = "") -> None:
        """Counted; of each kind, address and key there is one line a minute."""
        guess = (act, address, key)
        if guess not in self._quiet_until and len(self._quiet_until) >= MOST_ADDRESSES:
            guess = (act, OTHERS, key)
        self._guesses[guess] = self._guesses.get(guess, 0) + 1
        if self._now() >= self._quiet_until.get(guess, 0):
            task = asyncio.create_task(self.tell_guesses())
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def tell_guesses(self, all_of_them: bool = False) -> None:
        """Write down what was counted, of addresses that were not written about for a minute."""
        async with self._telling:
            now = self._now()
            due = [guess for guess in self._guesses if all_of_them or now >= self._quiet_until.get(guess, 0)]
            self._quiet_until = {guess: until for guess, until in self._quiet_until.items() if until > now}
            for act, address, key in due:
                count = self._guesses.pop((act, address, key))
                self._quiet_until[act, address, key] = now + MINUTE
                line = AuditLine(self._time(), self._node(), act, address, key, on={"count": count}, result="refused")
                try:
                    await self._write(line)
                except StoreError as error:
                    log.error("the audit log cannot be written", problem=error.sentence)

    async def close(self) -> None:
        await asyncio.gather(*self._writing)
        await self.tell_guesses(all_of_them=True)

    # ------------------------------------------------------------ the file

    def _time(self) -> str:
        return datetime.fromtimestamp(self._now() / 1000, UTC).isoformat(timespec="milliseconds")

    async def _write(self, line: AuditLine) -> None:
        await asyncio.to_thread(self._append, msgspec.json.encode(line) + b"\n")

    def _append(self, line: bytes) -> None:
        with self._file:
            try:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._put_aside()
                descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | BINARY, 0o600)
                try:
                    write_whole(descriptor, line if ends_with_a_line(descriptor) else b"\n" + line)
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)
            except OSError as error:
                raise self._unusable(error, "written", "Nothing is done without it.") from error

    def _unusable(self, error: OSError, how: str, then: str) -> StoreError:
        sentence = f"{self.path} cannot be {how}: {error.strerror}. {then}"
        if error.errno in NO_ROOM:
            return StoreFull(Problem.FULL, sentence)
        return StoreBroken(Problem.UNREADABLE, sentence)

    def _put_aside(self) -> None:
        """Nothing is deleted: that is left to the operator."""
        if self.path.exists() and self.path.stat().st_size >= LARGEST:
            name = f"{self.path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}{self.path.suffix}"
            self.path.rename(self.path.with_name(name))

    async def lines(self, since: str, most: int) -> list[AuditLine]:
        """The last ones since a time, the oldest first."""
        return await asyncio.to_thread(self._lines, since, most)

    def _lines(self, since: str, most: int) -> list[AuditLine]:
        aside = sorted(self.path.parent.glob(f"{self.path.stem}-*{self.path.suffix}"), reverse=True)
        found: list[AuditLine] = []
        for path in (self.path, *aside):
            if len(found) >= most or not path.exists():
                continue
            try:
                with self._file:
                    kept = path.read_bytes().splitlines()
            except OSError as error:
                raise self._unusable(error, "read", "Put it aside, and a new one is begun.") from error
            read = [line for line in map(decoded, kept) if line is not None and line.time >= since]
            found = [*read, *found]
        return found[-most:]


def ends_with_a_line(descriptor: int) -> bool:
    """False after a line of which the power, or the room on the disk, has left only a part."""
    if os.fstat(descriptor).st_size == 0:
        return True
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) == b"\n"


def write_whole(descriptor: int, line: bytes) -> None:
    """The system may take less than it is given, without an error."""
    while line:
        line = line[os.write(descriptor, line) :]


def decoded(line: bytes) -> AuditLine | None:
    """The power may have gone in the middle of a line."""
    try:
        return msgspec.json.decode(line, type=AuditLine)
    except msgspec.DecodeError:
        return None


def shortened(value: Any) -> Any:
    """What was asked for, without what would fill the log."""
    match value:
        case str():
            return value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}..."
        case list() if len(value) > MOST_ITEMS:
            return [*map(shortened, value[:MOST_ITEMS]), f"and {len(value) - MOST_ITEMS} more"]
        case list():
            return [shortened(each) for each in value]
        case Mapping():
            return {name: shortened(each) for name, each in value.items()}
    return value
