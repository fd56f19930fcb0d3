"""How commands speak: sizes, times, progress, and letters that a terminal lacks."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from ludoteca.commands.output import Progress, counted, moment, sized

from .running import start


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 KB"),
        (12_345, "12 KB"),
        (2_400_000, "2.4 MB"),
        (3_000_000_000, "3.0 GB"),
        (5 * 10**15, "5000 TB"),
    ],
)
def test_sizes(count: int, said: str) -> None:
    assert sized(count) == said


def test_numbers_of_things() -> None:
    assert [counted(number, "table") for number in (0, 1, 2, 1234)] == [
        "0 tables",
        "1 table",
        "2 tables",
        "1,234 tables",
    ]


def test_times_that_no_calendar_has() -> None:
    assert moment(2**53 - 1) == "9007199254740991 ms"
    assert moment(0).startswith(("1970-01-01 ", "1969-12-31 "))


def test_progress_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    with Progress() as progress:
        progress.say("10 of 20")
        progress.say("end")
    assert terminal.getvalue() == "\r10 of 20\r10 of 20\rend     \rend\r   \r"


def test_no_progress_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress() as progress:
        progress.say("10 of 20")
    assert capsys.readouterr().err == ""


def test_a_name_that_the_terminal_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    process = start("tables", "--data", str(tmp_path / "söt\n"))
    shown, problems = process.communicate()
    assert (process.returncode, shown) == (2, b"")
    assert problems.endswith(b"s\\xf6t\\n" + os.sep.encode() + b"house.sqlite." + os.linesep.encode())
