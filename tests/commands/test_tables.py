"""`ludoteca tables`: which tables there are, newest first, page by page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from ludoteca.house import commands
from ludoteca.house.lobby import listing
from ludoteca.store import files

from .stores import NOON, Desk, Party, finished, furnish, playing, serving


@pytest.fixture
def full_house(house: Path, over: Party) -> Path:
    waiting = Party("WAXTXG", "masters", 3, opened=NOON + 2000)
    waiting.sit(1)
    waiting.do(commands.SitBot(0, "greedy", "Rob"))
    going = playing("GAMXNG", opened=NOON + 1000)
    going.do(commands.Depart(1))
    closed = Party("CXXSED", opened=NOON - 1000)
    closed.do(commands.Close(None, "a mistake"))
    return furnish(house, over, waiting, going, closed)


def codes(desk: Desk) -> list[str]:
    return re.findall(r"^([A-Z]{6})  ", desk.out, re.MULTILINE)


def test_tables_that_wait_or_play_are_listed_newest_first(desk: Desk, full_house: Path) -> None:
    assert desk.run("tables") == 0
    head, waiting, going = desk.out.splitlines()
    assert head.split() == ["code", "game", "seats", "phase", "opened", "last", "change", "who"]
    time = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
    assert re.fullmatch(rf"WAXTXG  masters   2/3    open     {time}  {time}  Anna, Rob \(bot\)", waiting)
    assert re.fullmatch(rf"GAMXNG  eriantys  2/2    playing  {time}  {time}  Anna, Bea \(away\)", going)


def test_phases_are_chosen(desk: Desk, full_house: Path) -> None:
    assert desk.run("tables", "--phase", "over", "closed") == 0
    assert codes(desk) == ["KDTWPQ", "CXXSED"]
    assert desk.run("tables", "--all") == 0
    assert codes(desk) == ["WAXTXG", "GAMXNG", "KDTWPQ", "CXXSED"]


def test_the_list_comes_in_pages(desk: Desk, full_house: Path) -> None:
    assert desk.run("tables", "--all", "--most", "3") == 0
    assert codes(desk) == ["WAXTXG", "GAMXNG", "KDTWPQ"]
    assert desk.out.endswith("There are more. The next ones: --after KDTWPQ\n")
    assert desk.run("tables", "--all", "--most", "3", "--after", "kdt-wpq") == 0
    assert codes(desk) == ["CXXSED"]
    assert "There are more" not in desk.out
    assert desk.run("tables", "--after", "NXBXDY") == 2
    assert desk.err == "There is no table NXBXDY here. What there is: ludoteca tables --all\n"


def test_the_list_for_programs(desk: Desk, full_house: Path, over: Party) -> None:
    assert desk.run("tables", "--phase", "over", "--json") == 0
    (line,) = json.loads(desk.out)
    assert line == {
        "code": "KDTWPQ",
        "game": "eriantys",
        "public": True,
        "rules_version": "1",
        "phase": "over",
        "opened": NOON,
        "changed": over.table.time,
        "shown": msgspec.to_builtins(listing(over.table)),
    }


def test_a_server_may_be_running(desk: Desk, full_house: Path) -> None:
    with serving(full_house):
        assert desk.run("tables") == 0
    assert codes(desk) == ["WAXTXG", "GAMXNG"]


def test_a_summary_of_another_kind_is_no_obstacle(desk: Desk, house: Path) -> None:
    party = Party("ZDDXNE")
    party.summaries = [msgspec.structs.replace(party.summaries[0], shown=b"{}")]
    furnish(house, party)
    assert desk.run("tables") == 0
    cells = desk.out.splitlines()[1].split()
    assert (cells[0], cells[2], cells[-1]) == ("ZDDXNE", "?", "?")
    assert desk.run("tables", "--json") == 0
    assert json.loads(desk.out)[0]["shown"] is None


def test_no_table_at_all(desk: Desk, house: Path, tmp_path: Path) -> None:
    furnish(house, finished("KDTWPQ"))
    assert desk.run("tables") == 0
    assert desk.out == "No table is open or playing. All of them: ludoteca tables --all\n"
    furnish(tmp_path / "empty")
    assert desk.run("tables", "--all", "--data", tmp_path / "empty") == 0
    assert desk.out == "There is no table.\n"


def test_no_house_at_all(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("tables", "--data", tmp_path) == 2
    assert (desk.out, desk.err) == ("", f"There is no store at {files.database(tmp_path)}.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--most", "0"], "argument --most: '0' is not a whole number from 1 on"),
        (["--phase", "broken"], "argument --phase: invalid choice: 'broken'"),
        (["--all", "--phase", "open"], "argument --phase: not allowed with argument --all"),
    ],
)
def test_wrong_options_are_explained(arguments: list[str], said: str, desk: Desk) -> None:
    assert said in desk.misuse("tables", *arguments)


def test_moves_change_a_table_too(desk: Desk, house: Path) -> None:
    """A server writes what lists show with those entries that change it, and moves do not."""
    going = playing("GAMXNG")
    going.summaries = [going.summaries[0]] * len(going.summaries)
    furnish(house, going)
    assert desk.run("tables", "--json") == 0
    (line,) = json.loads(desk.out)
    assert line["changed"] == going.table.time > NOON
