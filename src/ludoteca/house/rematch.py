"""The same people once more: what a new table needs for it.

Whoever keeps the tables picks a new code and a new secret, opens the table with the same options, sends it these
commands, and then tells the old table by `commands.Rematch` where to go. The keys to the seats stay the same; nonces
have to be new (`commands.AddNonce`), because the house knows the old ones before it commits itself.
"""

from __future__ import annotations

from . import commands
from .commands import Command
from .table import Table


def seating_again(table: Table) -> list[Command]:
    """People first, so that one of them hosts. Without a key nobody could claim a seat that is kept for him."""
    kept: list[Command] = [
        commands.Sit(seat.name, seat.token, look=seat.look, here=False)
        for seat in table.seats
        if seat.person and seat.token is not None
    ]
    bots = [seat for seat in table.seats if seat.bot is not None]
    return kept + [commands.SitBot(0, seat.bot, seat.name) for seat in bots if kept and seat.bot is not None]
