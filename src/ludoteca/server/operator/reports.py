"""What players report to the operator: a line of the chat, or a person at a table, and why."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from ludoteca.dialects.house.operator import Reported
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.transport.addresses import networks_of

from .notes import Notes

PREFIX = "report "
MOST_REPORTS = 500  # in the house: the operator has to look at them first
MOST_OF_TABLE = 40
# So that nobody uses up what others need: at a table, of one player, of one network, and of all who watch; and of one
# network in the house. A watcher has no name, and a player may take another one as long as the game has not begun.
MOST_OF_PLAYER = 5
MOST_OF_NETWORK = 10
MOST_OF_WATCHERS = 20
MOST_OF_NETWORK_IN_HOUSE = 50


class Reports:
    def __init__(self, notes: Notes, now: Callable[[], int]) -> None:
        self._notes = notes
        self._now = now

    def listed(self) -> list[Reported]:
        """The oldest first."""
        kept = [msgspec.json.decode(body, type=Reported) for body in self._notes.under(PREFIX).values()]
        return sorted(kept, key=lambda report: (report.time, report.id))

    async def add(self, code: str, by: str, name: str, line: int | None, reason: str, address: str) -> None:
        open_ones = self.listed()
        here = [report for report in open_ones if report.code == code]
        if any((report.by, report.name, report.line) == (by, name, line) for report in here):
            return  # the operator knows
        network = networks_of(address)[0][0]
        same = [report for report in here if report.by == by]
        if (
            len(here) >= MOST_OF_TABLE
            or len(open_ones) >= MOST_REPORTS
            or len(same) >= (MOST_OF_PLAYER if by else MOST_OF_WATCHERS)
            or sum(report.network == network for report in here) >= MOST_OF_NETWORK
            or sum(report.network == network for report in open_ones) >= MOST_OF_NETWORK_IN_HOUSE
        ):
            raise Trouble(Problem.REPORTS_FULL)
        report = Reported(secrets.token_hex(4), self._now(), code, by, name, line, reason, network)
        await self._notes.change(PREFIX + report.id, None, msgspec.json.encode(report))

    async def close(self, identity: str) -> None:
        if not await self._notes.drop(PREFIX + identity):
            raise Trouble(Problem.NOT_FOUND)

    async def forget_table(self, code: str) -> None:
        for report in self.listed():
            if report.code == code:
                await self._notes.drop(PREFIX + report.id)

    async def forget_person(self, name: str) -> int:
        """Delete what that person has reported, and reports about him."""
        about = [report for report in self.listed() if name in (report.by, report.name)]
        for report in about:
            await self._notes.drop(PREFIX + report.id)
        return len(about)
