"""group31: Eriantys with acknowledged notifications, after the protocol document of "Gruppo 31"."""

from __future__ import annotations

from ludoteca.dialects.contract import Dialect

from .client import Client
from .connection import Connection

DIALECT = Dialect(
    name="group31",
    game="eriantys",
    port=9031,
    starts="choices",
    chooses=True,
    connection=Connection,
    client=Client,
)

__all__ = ["DIALECT"]
