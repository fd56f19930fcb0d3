"""The keys by which operators are known: the first one in a file of the data folder, others in the store by their hash.

A key is 256 random bits, so its SHA-256 gives nothing away, and nobody can try them all.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec

from ludoteca.dialects.house.operator import OperatorKey, Scope
from ludoteca.dialects.house.problems import Problem, Trouble

from . import key_file
from .notes import Notes

FIRST = key_file.FILE  # what the first key is called, in lists and in the audit log
PREFIX = "operator key "
FIRST_KEY = OperatorKey(FIRST, Scope.ALL, None)
MOST_KEYS = 100


class KeptKey(msgspec.Struct, frozen=True):
    hash: str
    scope: Scope
    made: int  # milliseconds since 1970


class OperatorKeys:
    """`given` is the key of the settings, if there is one: then there is none in the folder."""

    def __init__(self, notes: Notes, folder: Path, given: str | None, now: Callable[[], int]) -> None:
        self._notes = notes
        self._folder = folder
        self._given = bool(given)
        self._first_digest = digest(key_file.operator_key(folder, given))
        self._now = now
        self._by_hash: dict[str, OperatorKey] = {}
        self._version = -1
        self._replacing = asyncio.Lock()  # what is in the file has to be what is known here

    def find(self, key: str) -> OperatorKey | None:
        """Whose key that is; None for a wrong one. All are compared, as digests and in constant time, so that an answer
        tells nothing about how near a guess was, nor how long a key is."""
        given, found = digest(key), None
        for kept, whose in ((self._first_digest, FIRST_KEY), *self._kept().items()):
            if hmac.compare_digest(given, kept):
                found = whose
        return found

    def _kept(self) -> dict[str, OperatorKey]:
        if self._version != self._notes.version:
            self._version = self._notes.version
            self._by_hash = {}
            for name, body in self._notes.under(PREFIX).items():
                kept = msgspec.json.decode(body, type=KeptKey)
                self._by_hash[kept.hash] = OperatorKey(name, kept.scope, kept.made)
        return self._by_hash

    def listed(self) -> list[OperatorKey]:
        return [FIRST_KEY, *sorted(self._kept().values(), key=lambda key: key.name)]

    async def add(self, name: str, scope: Scope) -> str:
        """The new key, which is not kept here: nobody can ask for it again."""
        if len(self._kept()) >= MOST_KEYS:
            raise Trouble(Problem.TOO_MANY, what="keys", most=MOST_KEYS)
        key = secrets.token_urlsafe(32)
        kept = KeptKey(digest(key), scope, self._now())
        if name == FIRST or not await self._notes.change(PREFIX + name, None, msgspec.json.encode(kept)):
            raise Trouble(Problem.KEY_NAME_TAKEN, name=name)
        return key

    async def revoke(self, name: str) -> None:
        """From now on it opens nothing. In place of the first key another one is written to the folder."""
        if name == FIRST:
            if self._given:
                raise Trouble(Problem.KEY_IN_SETTINGS)
            async with self._replacing:
                self._first_digest = digest(await asyncio.to_thread(key_file.make, self._folder / FIRST))
        elif not await self._notes.drop(PREFIX + name):
            raise Trouble(Problem.NOT_FOUND)


def digest(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
