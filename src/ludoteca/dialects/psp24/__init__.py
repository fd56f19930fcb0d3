"""psp24: the protocol of a document of 2022 for Eriantys, as JSON lines."""

from ludoteca.dialects.contract import Dialect

from .rebuild import Client
from .session import Session

DIALECT = Dialect("psp24", "eriantys", 9124, starts="full", chooses=True, connection=Session, client=Client)
