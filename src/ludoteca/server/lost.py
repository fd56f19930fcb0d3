"""What is written down of people whose server is gone. It names the entries by which they had come, so that of two
servers who say the same the second is refused, and nobody is sent away who has come back meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import structlog

from ludoteca.house import commands
from ludoteca.house.commands import Command
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.store.contract import Nodes

from .presence import Attended

UNFINISHED = (Phase.OPEN, Phase.PLAYING)

log = structlog.get_logger()


async def see_off_lost(live: Attended, nodes: Nodes, seconds: float) -> None:
    """Write down who of a table left with a server. When that is everybody, the house was away for them.

    Leases are good for so many seconds.
    """
    table = live.table
    connected = live.attendance.connected
    if table.phase is Phase.CLOSED or not connected:
        return
    somewhere = live.attendance.here | await nodes.present(table.code, seconds)
    lost = {name: came for name, came in connected.items() if name not in somewhere}
    everybody = lost == connected and table.phase in UNFINISHED
    asked = (
        [partial(interruption, live, lost)]
        if everybody
        else [partial(departure, live, name, came) for name, came in lost.items()]
    )
    for command in asked:
        try:
            await live.submit(command)
        except Refused as refused:  # somebody was faster
            log.debug("nobody was seen off", table=table.code, code=refused.code)


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
