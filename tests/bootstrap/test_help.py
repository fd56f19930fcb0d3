"""run.py says what it can do, and so does the documentation."""

import ast
import re
import runpy
import sys
from pathlib import Path

import pytest

import run
import tasks

ROOT = Path(__file__).parents[2]


def test_help_has_a_line_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, command in run.COMMANDS.items():
        assert [line for line in lines if line.startswith(f"  {name} {command.arguments}") and command.summary in line]


def test_every_command_leads_somewhere() -> None:
    programs = [command.program.split() for command in run.COMMANDS.values()]
    assert {program[1] for program in programs if program[0] == "tasks.py"} == set(tasks.TASKS)
    modules = [program[1] for program in programs if program[0] == "-m"]
    for module in modules:
        folder = ROOT / ("src/ludoteca" if module == "ludoteca" else module.replace(".", "/"))
        assert (folder / "__main__.py").exists() or folder.with_suffix(".py").exists(), module
    alongside = set().union(*run.ALONGSIDE.values())
    assert {command.group for command in run.COMMANDS.values()} | alongside == set(run.GROUPS) - {"page"}


def test_the_documentation_shows_the_help_as_it_is() -> None:
    assert run.help_text() in (ROOT / "docs/development.md").read_text()


def test_without_arguments_it_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 2
    assert capsys.readouterr().out == run.help_text()


def test_a_slip_of_the_fingers_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["tset"]) == 2
    assert "Did you mean test?" in capsys.readouterr().err


def test_arguments_nobody_reads_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["check", "src"]) == 2
    assert capsys.readouterr().err == "check takes no arguments.\n"


def test_an_older_python_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    with pytest.raises(SystemExit, match=re.escape("Python 3.11 or newer is needed, this is 3.10.4.")):
        runpy.run_path(str(ROOT / "run.py"), run_name="__main__")


def test_an_older_python_can_read_as_far_as_that() -> None:
    ast.parse((ROOT / "run.py").read_text(), feature_version=(3, 7))
