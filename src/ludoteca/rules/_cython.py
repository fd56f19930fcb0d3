"""Stands in for the `cython` module where it is not installed: the interpreted form needs only this much."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TypeVar

T = TypeVar("T")

nogil: nullcontext[None] = nullcontext()


def cast(kind: object, value: T) -> T:
    return value
