"""Everybody at a table wants to be first: each seat is connected to every server, and all of them send a decision of
their own as soon as there is one. One is applied; the others come too late and are refused."""

from __future__ import annotations

from collections.abc import Iterator

from bench.serving.house_load import FIRST, SECOND, HouseTable, Seat, Told
from bench.serving.processes import Process

LATE = {"not_your_turn", "illegal_action", "stale", "not_playing"}  # refusals of those who were not first


class Racer(Seat):
    def refused(self, told: Told) -> None:
        if told.code not in LATE or self.sent is None:
            super().refused(told)
            return
        self.table.tally.late += 1
        self.go_on()


class RacingTable(HouseTable):
    kind_of_seat = Racer

    def connections(self) -> Iterator[tuple[str, Process]]:
        for key in (FIRST, SECOND):
            for process in (self.process, *self.elsewhere):
                yield key, process
