"""A slice of the rounds of faults; `python3 run.py proofs nodes` does more of them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest

from ludoteca.house import entries
from ludoteca.house.entries import Entry
from tests.crash.checking import compare_acts
from tests.crash.notes import Notes
from tests.faults import many, server
from tests.faults.rounds import Fault, Plan, run
from tests.faults.wire import SOCKET, Wire
from tests.postgres import Postgres
from tests.store.crashes import Lost


@pytest.mark.parametrize("fault", [Fault.KILL_NODE, Fault.CUT])
def test_nothing_that_people_were_told_by_several_servers_is_lost(postgres: Postgres, fault: Fault) -> None:
    found = run(Plan(seed=2, rounds=1, only=fault))
    assert found.seen["rounds"] == 1
    assert found.seen["entries told"] > 20
    assert found.seen["acts done"] > 5


def test_servers_that_apply_something_twice_are_noticed(postgres: Postgres) -> None:
    assert "was applied twice" in many.catch("forget-ids")


def test_every_fault_of_a_server_is_looked_for() -> None:
    assert many.SHOWN_BY.keys() == server.FAULTS.keys()


def test_the_kinds_of_faults_take_turns() -> None:
    assert [plan.rounds for plan in many.plans(12)] == [5, 5, 2]
    assert len({plan.seed for plan in many.plans(12)}) == 3


def test_figures() -> None:
    assert "median 2.00 s, p99 9.00 s" in many.after_a_kill([9.0, 1.0, 2.0])
    assert many.after_a_kill([]) == "nobody was at a server that was killed"


# ---------------------------------------------------------------- what is no contradiction


APPLIED = Entry(7, 0, entries.Acted(0, (1,), id="mine"))


def refused(code: str, copied: Collection[str] = (), undecided: tuple[str, ...] = ()) -> dict[str, Notes]:
    notes = Notes("TABLES", copied=set(copied), undecided=undecided)
    notes.sent({"type": "act", "id": "mine"})
    notes.told({"type": "refused", "id": "mine", "code": code})
    return {"Ada": notes}


def test_what_was_refused_must_not_be_there() -> None:
    with pytest.raises(Lost, match="was refused"):
        compare_acts(refused("not_your_turn"), [APPLIED])


def test_unless_nobody_could_know_or_it_was_sent_twice() -> None:
    compare_acts(refused("read_only", undecided=("read_only",)), [APPLIED])
    compare_acts(refused("away", copied={"mine"}), [APPLIED])
    with pytest.raises(Lost):
        compare_acts(refused("away", undecided=("read_only",)), [APPLIED])


def test_notes_of_a_moment_do_not_go_on() -> None:
    notes = Notes("TABLES")
    notes.told({"type": "done", "id": "1", "number": 4})
    before = notes.until_now()
    notes.told({"type": "done", "id": "2", "number": 5})
    assert before.done == {"1": 4}


# ---------------------------------------------------------------- the wire


def test_a_wire_passes_falls_silent_and_is_cut(tmp_path: Path) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while some := await reader.read(100):
            writer.write(some)
        writer.close()

    async def whole() -> None:
        (tmp_path / "there").mkdir()
        async with (
            await asyncio.start_unix_server(echo, tmp_path / "there" / SOCKET),
            Wire(tmp_path / "here", tmp_path / "there") as wire,
        ):
            reader, writer = await asyncio.open_unix_connection(tmp_path / "here" / SOCKET)
            writer.write(b"one")
            assert await reader.read(3) == b"one"
            wire.silence()
            writer.write(b"two")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(reader.read(3), 0.05)
            wire.mend()
            assert await reader.read(3) == b"two"
            wire.cut()
            assert await reader.read() == b""
            again, writing = await asyncio.open_unix_connection(tmp_path / "here" / SOCKET)
            assert await again.read() == b""
            writer.close()
            writing.close()

    asyncio.run(whole())
