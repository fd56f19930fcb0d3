"""What bots have to decide, where those who think may be elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Decision(msgspec.Struct, frozen=True):
    """What a bot has to decide: the entry that it answers, and how well it plays. `known` is the last entry that was
    known to whoever asked for it; who has not read so far yet cannot say whether it is wanted."""

    code: str
    number: int
    known: int
    level: str


class Claimed(msgspec.Struct, frozen=True):
    """Decisions to think about, for each of them who had it before and did not finish, and when to ask again."""

    decisions: list[Decision]
    former: list[str | None]
    next_free: float | None  # seconds until there may be another one; None when nothing waits, or there was enough


class WorkDone(msgspec.Struct):
    """What somebody who lets bots think has done so far: decisions to which he had a claim, those that were made or not
    wanted any more, and those that he has left to others."""

    taken: int = 0
    done: int = 0
    given_back: int = 0


class WorkerRow(msgspec.Struct, frozen=True):
    """Somebody who does nothing but let bots think. `started` is milliseconds since 1970, `silent` seconds since he has
    said that he is there."""

    worker: str
    version: str
    levels: list[str]
    threads: int
    work: WorkDone
    started: int
    silent: float


class Queue(msgspec.Struct, frozen=True):
    """How many decisions are free and wait for somebody, how many somebody has a claim to, and for how many seconds the
    oldest of those that are free has been so."""

    waiting: int
    claimed: int
    oldest: float


class Decisions(Protocol):
    """Decisions of bots that wait for somebody who thinks about them, wherever he is. A `thinker` has a claim to what
    he asked for in his own name, or took, until it ends. Who needs longer renews it in time.
    """

    async def ask(self, decision: Decision, wait: float, thinker: str | None = None) -> bool:
        """Put it there, if nobody has done so before: then True. Nobody else may take it before so many seconds."""

    async def claim(self, thinker: str, levels: Sequence[str] | None, most: int, seconds: float) -> Claimed:
        """Take what is free, of these levels or of any, for so many seconds."""

    async def renew(self, thinker: str, held: Sequence[Decision], seconds: float) -> set[tuple[str, int]]:
        """Keep claims for so many seconds from now; table and number of those that were still his."""

    async def give_back(self, thinker: str, held: Sequence[Decision]) -> None:
        """Let anybody else take them."""

    async def finish(self, decision: Decision, known: int) -> bool:
        """It was made, or is not wanted, according to somebody who knows the table up to that entry.

        False when it was asked for again by somebody who knew more: then it stays, and is free.
        """

    async def queue(self) -> Queue:
        """What there is to do."""

    async def at_work(self, worker: str, version: str, levels: Sequence[str], threads: int, work: WorkDone) -> None:
        """Say that somebody is there who does nothing but let bots think, and what he has done so far."""

    async def off_work(self, worker: str) -> None:
        """He is no longer there."""
