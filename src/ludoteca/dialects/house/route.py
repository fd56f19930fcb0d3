"""What a route of the protocol over HTTP is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """`asks` and `answers` are types of JSON bodies; a text type is named by its media type instead."""

    name: str
    method: str
    path: str
    words: str
    asks: type | None = None
    answers: type | str = "application/json"
    query: tuple[tuple[str, str], ...] = ()  # name, what it is
    operator: bool = False
    cost: int = 1  # of the bucket of an address
    refusals: tuple[int, ...] = ()  # besides 400 for what is malformed, 408, 411, 413, 421, 429 and 503
    at_the_door: bool = False  # of a private house: for those who are not let in yet, too
    audited: bool = True  # of the operator's: whether the audit log tells of it
