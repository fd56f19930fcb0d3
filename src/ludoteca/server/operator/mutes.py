"""Who may say nothing in the house: names and networks, for some hours or until the operator takes it back."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ludoteca.dialects.house.operator import Muted
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.transport.addresses import Network, read_network, within

from .notes import Notes

PREFIX = "mute "
MOST_MUTES = 1000
HOUR = 3_600_000  # milliseconds


class Mutes:
    def __init__(self, notes: Notes, now: Callable[[], int]) -> None:
        self._notes = notes
        self._now = now

    def check(self, name: str, address: str) -> None:
        """Trouble when that person may not speak."""
        for mute in self.listed():
            network = network_of(mute.who)
            if mute.who == name or (network is not None and within(address, [network])):
                raise Trouble(Problem.MUTED)

    def listed(self) -> list[Muted]:
        """Those that still hold."""
        kept = (msgspec.json.decode(body, type=Muted) for body in self._notes.under(PREFIX).values())
        return [mute for mute in kept if mute.until is None or mute.until > self._now()]

    async def mute(self, who: str, hours: int | None) -> None:
        if len(self._notes.under(PREFIX)) >= MOST_MUTES:
            raise Trouble(Problem.TOO_MANY, what="mutes", most=MOST_MUTES)
        until = None if hours is None else self._now() + hours * HOUR
        body = msgspec.json.encode(Muted(written(who), until))
        while not await self._notes.change(PREFIX + written(who), self._notes.get(PREFIX + written(who)), body):
            pass  # another server was faster, and what it wrote is known now

    async def unmute(self, who: str) -> None:
        """Also one that was kept as it was typed, as earlier versions did."""
        dropped = [await self._notes.drop(PREFIX + each) for each in {who, written(who)}]
        if not any(dropped):
            raise Trouble(Problem.NOT_FOUND)

    async def tidy(self) -> None:
        for who, body in self._notes.under(PREFIX).items():
            until = msgspec.json.decode(body, type=Muted).until
            if until is not None and until <= self._now():
                await self._notes.drop(PREFIX + who)


def network_of(who: str) -> Network | None:
    try:
        return read_network(who)
    except ValueError:
        return None


def written(who: str) -> str:
    """An address or a network in the one way to write it, however it was typed; a name as it is."""
    network = network_of(who)
    if network is None:
        return who
    return str(network.network_address if network.num_addresses == 1 else network)
