"""The bench of hostile clients: what they send, what is counted, and a real run of one abuse."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench import hostile
from bench.hostile import Case, Found, abuses
from bench.hostile.abuses import ABUSES, Tactic, Target
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.server.transport.frames import CONTINUATION, FrameReader

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are measured through /proc")


def case(late: float, connections: int = 1, work: float = 0.001) -> Case:
    return Case("rubbish", connections, 2.0, 0.5, 1000, 10, [late] * 100, [work] * 100)


def target(folder: Path) -> Target:
    replay = folder / "replay.json"
    replay.write_text("{}", encoding="utf-8")
    return Target({"http": 1, **dict.fromkeys(DIALECTS, 2)}, "ABCDEF", "GHIJKL", replay)


def test_on_a_busy_machine_the_work_of_the_server_is_judged() -> None:
    cases = [case(0.3, work=0.001), case(0.3, work=0.06), case(0.04, work=0.01)]
    assert len(Found(cases, quiet=[0.001] * 100).shortfalls()) == 2
    assert len(Found(cases, quiet=[0.2] * 100).shortfalls()) == 1


def test_costs_and_shortfalls() -> None:
    found = Found([case(0.04), case(0.06), case(0.2, 20), case(0.3, 20)], quiet=[0.001] * 100, per_move=0.0005)
    assert found.cases[0].per_byte == pytest.approx(0.0005)
    assert found.cases[0].per_message == pytest.approx(0.05)
    assert [shortfall.split(", wanted")[0] for shortfall in found.shortfalls()] == [
        "rubbish, 1 connections: a person's p95 is 60 ms, 1 ms of them work of the server",
        "rubbish, 20 connections: a person's p95 is 300 ms, 1 ms of them work of the server",
    ]
    assert "rubbish" in hostile.table(found)
    assert hostile.table(found).count("!") == 2


def test_of_several_measurements_the_one_in_the_middle_counts() -> None:
    once, thrice = case(0.04), replace(hostile.middle([case(0.06), case(0.3), case(0.04)]), measured=3)
    assert thrice.late == pytest.approx(0.06)
    assert not thrice.kept
    assert hostile.middle([case(0.06), case(0.01), case(0.04)]).kept
    told = hostile.table(Found([once, thrice], quiet=[0.001] * 100, per_move=0.0005))
    assert told.count("the middle of 3") == 1


def test_a_witness_who_hears_nothing_is_late() -> None:
    assert hostile.late([]) == float("inf")


def test_there_are_abuses_of_every_port_at_both_scales(tmp_path: Path) -> None:
    names = [abuse.name for abuse in ABUSES]
    assert len(set(names)) == len(names)
    assert {abuse.port for abuse in ABUSES} == {"http", *DIALECTS}
    small = [abuse for abuse in ABUSES if abuse.small]
    assert {abuse.name.split(":")[0] for abuse in small} > {"WebSocket", "HTTP"}
    assert {abuse.tactic for abuse in ABUSES} == {*Tactic}
    for abuse in ABUSES:
        assert abuse.piece(target(tmp_path))
        assert abuse.opening(target(tmp_path)) or not abuse.start


def test_frames_are_those_of_a_client() -> None:
    reader = FrameReader(1 << 20)
    assert list(reader.read(abuses.frame(b"x" * 70_000))) == [(abuses.TEXT, b"x" * 70_000)]
    whole = abuses.frame(b"a", final=False) + abuses.frame(b"b", CONTINUATION)
    assert list(reader.read(whole)) == [(CONTINUATION, b""), (abuses.TEXT, b"ab")]


@on_linux
def test_a_real_server_is_measured() -> None:
    """The handshake of a WebSocket is accepted, or there is an error."""
    names = ("WebSocket: pings", "HTTP: connections")
    chosen = [abuse for abuse in ABUSES if abuse.name in names]
    found = asyncio.run(hostile.measure(chosen, (1,), seconds=0.5))
    assert [case.abuse for case in found.cases] == [*names]
    for measured in found.cases:
        assert measured.bytes > 0
        assert measured.messages > 0
        assert len(measured.times) == len(measured.work) == 25
    assert found.per_move > 0
    assert len(found.quiet) >= 25
