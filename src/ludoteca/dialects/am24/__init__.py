"""The dialect am24, for Eriantys: lists of lobbies, requests by the server, updates of what changed."""

from ludoteca.dialects.contract import Dialect

from .rebuild import Client
from .session import Session

DIALECT = Dialect(
    name="am24",
    game="eriantys",
    port=9224,
    starts="full",
    chooses=False,
    connection=Session,
    client=Client,
    silence=15.0,  # (002 1.2): there is a ping every second
)
