"""psp24: the protocol of a document of 2022 for Eriantys, as JSON lines."""

from ludoteca.dialects.contract import Dialect

from .client import Client
from .connection import Connection

DIALECT = Dialect("psp24", "eriantys", 9124, starts="full", chooses=True, connection=Connection, client=Client)
