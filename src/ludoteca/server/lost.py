"""What is written down of people whose server is gone. It names the entries by which they had come, so that of two
servers who say the same the second is refused, and nobody is sent away who has come back meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.house import commands
from ludoteca.house.commands import Command
from ludoteca.house.refusals import Refusal, Refused

from .presence import Attended


def departure(live: Attended, name: str, came: int) -> Command:
    """That one of them has left."""
    seat = live.table.seat_named(name)
    if seat is None or live.attendance.connected.get(name) != came or name in live.attendance.here:
        raise Refused(Refusal.STALE)
    return commands.Depart(seat)


def interruption(live: Attended, lost: Mapping[str, int]) -> Command:
    """That nobody was there any more, and nobody's clock ran."""
    if live.attendance.connected != lost or live.attendance.here:
        raise Refused(Refusal.STALE)
    return commands.Interrupt()
