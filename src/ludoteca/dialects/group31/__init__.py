"""group31: Eriantys with acknowledged notifications, after the protocol document of "Gruppo 31"."""

from __future__ import annotations

from ludoteca.dialects.contract import Dialect

from .rebuild import Client
from .session import Session

DIALECT = Dialect("group31", "eriantys", 9031, starts="choices", chooses=True, connection=Session, client=Client)

__all__ = ["DIALECT"]
