"""The page about the commands has every one of them, with every option."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from ludoteca import cli

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## ([\w-]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
DOCUMENTED = (
    *("tables", "show", "export", "import", "replay", "review", "verify", "backup", "restore", "forget", "move-house"),
    *("nodes", "dialect", "arena", "bot", "bots", "train", "doctor", "completion", "manual"),
)


def options_of(command: str) -> set[str]:
    parsers = next(action for action in cli.command_line()._actions if isinstance(action, argparse._SubParsersAction))
    options = {option for action in parsers.choices[command]._actions for option in action.option_strings}
    return options - {"-h", "--help"}


@pytest.mark.parametrize("command", DOCUMENTED)
def test_every_option_is_documented_and_no_other(command: str) -> None:
    rows = re.findall(r"^\| (`-.*?) \|", SECTIONS[command], re.MULTILINE)
    assert {option for row in rows for option in re.findall(r"`(-[-\w]+)", row)} == options_of(command)


@pytest.mark.parametrize("command", DOCUMENTED)
def test_every_command_is_in_the_list_and_has_an_example(command: str) -> None:
    assert f"| [`ludoteca {command}`](#{command}) |" in PAGE
    assert re.search(rf"^    ludoteca {command} ?", SECTIONS[command], re.MULTILINE)


def test_examples_can_be_typed() -> None:
    examples = re.findall(r"^    ludoteca ([^#>|\n]+)", PAGE, re.MULTILINE)
    assert len(examples) >= 2 * len(DOCUMENTED) - 4
    for example in examples:
        assert cli.command_line().parse_args(example.split()).command in DOCUMENTED
