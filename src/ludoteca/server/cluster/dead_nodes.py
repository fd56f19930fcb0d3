"""What is written down of people whose server is gone. It names the entries by which they had come, so that of two
servers who say the same the second is refused, and nobody is sent away who has come back meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import structlog

from ludoteca.dialects.house.problems import Trouble
from ludoteca.house import commands
from ludoteca.house.commands import Command
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.server.table.presence import Attended
from ludoteca.store.contract import Nodes

UNFINISHED = (Phase.OPEN, Phase.PLAYING)

log = structlog.get_logger()


async def see_off_lost(actor: Attended, nodes: Nodes, seconds: float) -> None:
    """Write down who of a table left with a server. When that is everybody, the house was away for them.

    Leases are good for so many seconds.
    """
    table = actor.table
    connected = actor.presence.connected
    if table.phase is Phase.CLOSED or not connected:
        return
    somewhere = actor.presence.here | await nodes.present(table.code, seconds)
    lost = {name: came for name, came in connected.items() if name not in somewhere}
    everybody = lost == connected and table.phase in UNFINISHED
    asked = (
        [partial(interruption, actor, lost)]
        if everybody
        else [partial(departure, actor, name, came) for name, came in lost.items()]
    )
    for command in asked:
        try:
            await actor.submit(command)
        except (Refused, Trouble) as refused:  # somebody was faster, or the table is no longer kept
            log.debug("nobody was seen off", table=table.code, code=refused.code)


def departure(actor: Attended, name: str, came: int) -> Command:
    """That one of them has left."""
    seat = actor.table.seat_named(name)
    if seat is None or actor.presence.connected.get(name) != came or name in actor.presence.here:
        raise Refused(Refusal.STALE)
    return commands.Depart(seat)


def interruption(actor: Attended, lost: Mapping[str, int]) -> Command:
    """That nobody was there any more, and nobody's clock ran."""
    if actor.presence.connected != lost or actor.presence.here:
        raise Refused(Refusal.STALE)
    return commands.Interrupt()
