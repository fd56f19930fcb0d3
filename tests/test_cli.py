"""The command `ludoteca`: its version, its help, its commands."""

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludoteca
from ludoteca import cli, origin, rules

ROOT = Path(__file__).parents[1]


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser of a command and those of the commands below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from commands(inner)


EVERY_COMMAND = [parser.prog for parser in commands(cli.command_line())]


def test_the_version_tells_its_commit_and_how_the_rules_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["--version"])
    assert leaving.value.code == 0
    form = "compiled" if rules.compiled else "interpreted"
    found = origin.commit()
    commit = f" (commit {found})" if found else ""
    assert capsys.readouterr().out == f"ludoteca {ludoteca.__version__}{commit}, rules {form}\n"


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_help_fits_into_80_columns_and_its_examples_can_be_typed(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as leaving:
        cli.main([*command.split()[1:], "--help"])
    assert leaving.value.code == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    examples = re.findall(r"^  (ludoteca .*?)(?:  .*)$", text, re.MULTILINE)
    assert len(examples) >= 2
    for example in examples:
        typed = shlex.split(example.partition(" > ")[0])[1:]
        if "--help" not in typed:
            assert cli.command_line().parse_args(typed).command


@pytest.mark.parametrize("arguments", [[], ["cards"]])
def test_without_a_command_help_is_shown(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 0
    shown = capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main([*arguments, "--help"])
    assert shown == capsys.readouterr().out


def test_help_says_that_this_is_unofficial(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([])
    assert "Ludoteca is unofficial." in capsys.readouterr().out


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_is_in_the_documents(command: str) -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert any(command in document.read_text(encoding="utf-8") for document in documents)
