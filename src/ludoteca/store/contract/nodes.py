"""The servers that keep a house open together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

import msgspec


class Figures(msgspec.Struct, frozen=True):
    """What a server says of itself with every beat."""

    name: str
    address: str
    draining: bool = False
    people: int = 0
    awake: int = 0  # tables in memory


class NodeRow(msgspec.Struct, frozen=True):
    """A server of the house. `started` is milliseconds since 1970, `silent` seconds since its last beat."""

    node: str
    figures: Figures
    version: str
    rules: dict[str, int]
    started: int
    silent: float


class Beat(msgspec.Struct, frozen=True):
    """What a server learns when it says that it is there: not `held`, when others have taken it for dead."""

    held: bool
    outdated: bool  # newer rules are played by now: whoever has older ones leaves
    time: float | None = None  # of the database when it was written, seconds since 1970


class TakenOver(msgspec.Struct, frozen=True):
    """Names of servers that are gone, and, by table, the people of whom it has to be written down that they left."""

    servers: list[str]
    people: dict[str, list[str]]


class Nodes(Protocol):
    """The servers of a house that several of them keep open, and who is at which of them.

    Each holds a lease that it has to renew; the clock is that of the database. Of a server whose lease has expired the
    one that notices it first takes over the people, and answers for them until it has written down that they left.
    """

    def on_echo(self, heard: Callable[[int], None]) -> None:
        """Call somebody with the number of each own beat as soon as the note that it sends to all has come round."""

    async def join(self, node: str, version: str, figures: Figures) -> None:
        """Take a lease. StoreBroken when the house is played by newer rules; if by older ones, that ends now."""

    async def outdated(self, seconds: float) -> list[str]:
        """Names of servers that play by older rules and have renewed their lease in the last so many seconds."""

    async def cut_off_outdated(self) -> None:
        """End the connections of all that write and have older rules."""

    async def beat(self, node: str, number: int, figures: Figures) -> Beat:
        """Renew the lease, and send a note round."""

    async def take_over(self, node: str, seconds: float) -> TakenOver:
        """End leases that were not renewed for so long: for the people of those servers this one answers from now on,
        as having left."""

    async def leave(self, node: str, successor: str = "") -> None:
        """Give the lease back. If that server answered for somebody, and its successor does not, others see to it at
        once."""

    def answer_for(self, node: str, code: str, came: Collection[str], went: Collection[str]) -> Awaitable[bool]:
        """Be the one, or no longer the one, who answers for people of a table. Without a lease nobody can answer for
        those who came: then False.

        What is appended to the table afterwards is appended after this.
        """

    def elsewhere(self, node: str, code: str, name: str, seconds: float) -> Awaitable[bool]:
        """Whether somebody who has left this server is at another one whose lease is good."""

    async def present(self, code: str, seconds: float) -> set[str]:
        """The people of a table who are at some server whose lease is good."""
