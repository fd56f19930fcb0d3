"""What can be wrong with a store."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Problem(StrEnum):
    CLOSED = "closed"
    DAMAGED = "damaged"
    EXISTS = "exists"
    FULL = "full"
    IN_USE = "in_use"
    NEWER = "newer"
    NO_STORE = "no_store"
    NOT_HERE = "not_here"
    OLDER = "older"
    UNREACHABLE = "unreachable"
    UNREADABLE = "unreadable"


class StoreError(Exception):
    """Something is wrong with the store itself, whatever it was asked. A code for programs, a sentence for people."""

    def __init__(self, code: Problem, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(f"[{code}] {sentence}")


class StoreFull(StoreError):
    """There is no room. Nothing was written; as soon as there is room it works again."""


class StoreBroken(StoreError):
    """It cannot be opened, read or written. What was written before is not touched."""


class Unstorable(ValueError):
    """Something that fits no column: a mistake of whoever asked. Nobody else's request suffers from it."""


class LastWrite(msgspec.Struct, frozen=True):
    """How the last write ended: what was wrong with the store, or nothing. `time` is that of `time.monotonic`."""

    problem: StoreError | None
    time: float
