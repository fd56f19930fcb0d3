"""The dialect `psp38`: Masters of Renaissance, asked by the server question by question."""

from __future__ import annotations

from functools import partial

from ludoteca.dialects.contract import Dialect

from .actions import Memory
from .rebuild import Client
from .session import Session

DIALECT = Dialect("psp38", "masters", 9438, "full", False, partial(Session, Memory()), Client)
