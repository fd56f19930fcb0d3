"""The dialect am28: Eriantys over lines of JSON, after a bare username."""

from __future__ import annotations

from ludoteca.dialects.contract import Dialect

from .original import OriginalSession
from .rebuild import Client
from .session import Session

DIALECT = Dialect(
    "am28",
    "eriantys",
    9328,
    starts="full",
    chooses=False,
    connection=Session,
    client=Client,
    original=OriginalSession,
)

__all__ = ["DIALECT"]
