"""The file in which results are kept, game by game: a run that was killed goes on where it was.

The first line says which contest it is, every other line is a game. A line is written in one piece, when the game is
over. A last line without an end was being written when the machine stopped; it is cut off.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from .contest import Contest, Fixture, Played

PIECE = 1 << 20  # bytes that are read at once


class Heading(msgspec.Struct, frozen=True):
    """What has to be the same for results to belong together."""

    game: str
    players: int
    expert: bool
    seed: int
    bots: list[str]
    fingerprints: list[str]
    rules_version: str
    version: str  # of Ludoteca: its bots may play differently in another one
    format: int = 1

    @property
    def contest(self) -> Contest:
        return Contest(self.game, self.players, self.expert, self.seed, len(self.bots))


class LedgerError(Exception):
    """Why results cannot be kept in a file, as a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Ledger:
    """Use it as a context: the file is locked meanwhile, so that no game is played twice."""

    def __init__(self, file: Path, heading: Heading) -> None:
        self._file = file
        self._heading = heading
        self._opened = -1
        self.games: dict[Fixture, Played] = {}

    def __enter__(self) -> Self:
        try:
            self._opened = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise LedgerError(f"{self._file} cannot be written: {error.strerror}.") from error
        try:
            if not stat.S_ISREG(os.fstat(self._opened).st_mode):
                raise LedgerError(f"{self._file} is no file that results could be kept in.")
            if not lock(self._opened):
                raise LedgerError(f"Another arena is writing to {self._file}.")
            self._read()
        except BaseException:
            os.close(self._opened)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        os.close(self._opened)

    def note(self, played: Played) -> None:
        self._append(played)
        self.games[played.fixture] = played

    def _append(self, value: Any) -> None:
        line = msgspec.json.encode(value) + b"\n"
        try:
            written = os.write(self._opened, line)
        except OSError as error:
            raise LedgerError(f"{self._file} cannot be written: {error.strerror}.") from error
        if written < len(line):
            raise LedgerError(f"{self._file} could not be written to the end of a line: the disk is full.")

    def _read(self) -> None:
        content = self._content()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        if not lines and content and not msgspec.json.encode(self._heading).startswith(content):
            raise self._foreign()
        if whole < len(content):
            os.ftruncate(self._opened, whole)
        if not lines:
            self._append(self._heading)
            return
        self._check_heading(lines[0])
        for number, line in enumerate(lines[1:], 2):
            try:
                played = msgspec.json.decode(line, type=Played)
            except (msgspec.DecodeError, UnicodeError) as error:
                raise LedgerError(f"{self._file} is damaged in line {number}: {error}") from error
            self.games[played.fixture] = played

    def _content(self) -> bytes:
        """Read where it is locked: Windows lets nobody else read there."""
        parts = []
        while part := os.read(self._opened, PIECE):
            parts.append(part)
        return b"".join(parts)

    def _check_heading(self, line: bytes) -> None:
        try:
            found = msgspec.json.decode(line, type=Heading)
        except (msgspec.DecodeError, UnicodeError):
            raise self._foreign() from None
        if found == self._heading:
            return
        now, then = msgspec.structs.asdict(self._heading), msgspec.structs.asdict(found)
        other = next(name for name in now if now[name] != then[name])
        if other == "fingerprints":
            raise LedgerError(f"{self._file} has games of a bot whose file has changed since. Take another file.")
        what = f"{other} {told(then[other])}, not {told(now[other])}"
        raise LedgerError(f"{self._file} has games of another contest: {what}. Take another file.")

    def _foreign(self) -> LedgerError:
        return LedgerError(f"{self._file} has something else in it than games of an arena. Take another file.")


def told(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def lock(file: int) -> bool:
    """Held until the file is closed, or the process ends in whatever way. Whether it could be had."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
