"""Stands in for the `cython` module where it is not installed: the interpreted driver needs only this much."""

from __future__ import annotations

from contextlib import nullcontext

nogil: nullcontext[None] = nullcontext()
