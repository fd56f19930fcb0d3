"""The dialect `psp38`: Masters of Renaissance, asked by the server question by question."""

from __future__ import annotations

from functools import partial

from ludoteca.dialects.contract import Dialect

from .client import Client
from .connection import Connection
from .remembering import Memory

DIALECT = Dialect("psp38", "masters", 9438, "full", False, partial(Connection, Memory()), Client)
