"""The command `ludoteca`."""

import io
import re
import subprocess
import sys

import pytest

import ludoteca
from ludoteca import cli, rules


def test_the_version_tells_how_the_rules_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["--version"])
    assert leaving.value.code == 0
    form = "compiled" if rules.compiled else "interpreted"
    assert capsys.readouterr().out == f"ludoteca {ludoteca.__version__}, rules {form}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["play", "--help"]])
def test_help_fits_into_80_columns_and_its_examples_work(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    try:
        code: object = cli.main(arguments)
    except SystemExit as leaving:
        code = leaving.code
    assert code == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    examples = re.findall(r"^  ludoteca (.*?)(?:   .*|  [a-z].*)$", text, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        if "--help" not in example:
            cli.command_line().parse_args(example.split())


def test_help_says_that_this_is_unofficial(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([])
    assert "Ludoteca is unofficial." in capsys.readouterr().out


def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\ny\n"))
    assert cli.main(["play", *arguments]) == 0
    return capsys.readouterr().out


def test_play_without_options(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = played(monkeypatch, capsys)
    assert shown.startswith("You are A and build white towers.\nB chooses at random.\n")
    assert "Eriantys for 2, round 1, planning\n" in shown
    assert shown.endswith("You leave the table. Good-bye.\n")


def test_play_with_every_option(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--players", "3", "--expert", "--seed", "18446744073709551615", "--seat", "c")
    shown = played(monkeypatch, capsys, *options)
    assert shown.startswith("You are C and build grey towers.\nA and B choose at random.\n")
    assert "Eriantys for 3, expert, round 1, planning\n" in shown
    assert shown == played(monkeypatch, capsys, *options)


def test_any_game_is_played_where_no_seed_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len({played(monkeypatch, capsys) for _ in range(4)}) > 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "5"], "argument --players: invalid choice: 5 (choose from 2, 3, 4)"),
        (["--seat", "E"], "argument --seat: invalid choice: 'E'"),
        (["--seat", "AB"], "argument --seat: invalid choice: 'AB'"),
        (["--seat", ""], "argument --seat: invalid choice: ''"),
        (["--seat", "C"], "With 2 players there is no seat C: take A or B."),
        (["--seed", "-1"], "argument --seed: '-1' is not a whole number from 0 to 18446744073709551615"),
        (["--seed", "18446744073709551616"], "is not a whole number from 0 to 18446744073709551615"),
        (["--seed", "9" * 5000], "is not a whole number from 0 to 18446744073709551615"),
        (["--seed", "²"], "argument --seed: '²' is not a whole number from 0 to 18446744073709551615"),
    ],
)
def test_wrong_options_are_explained(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["play", *arguments])
    assert leaving.value.code == 2
    assert said in capsys.readouterr().err


def start(*arguments: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-m", "ludoteca", *arguments], stdin=pipe, stdout=pipe, stderr=pipe)


def test_bytes_that_are_no_text_are_a_wrong_answer() -> None:
    shown, problems = start("play", "--seed", "7").communicate(b"\xff\xfe\n5\n")
    assert b"That is no assistant." in shown
    assert problems == b""


def test_ctrl_c_leaves_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    typed = io.StringIO()
    monkeypatch.setattr(typed, "readline", interrupted)
    monkeypatch.setattr("sys.stdin", typed)
    assert cli.main(["play", "--seed", "7"]) == 130
    assert capsys.readouterr().out.endswith("\nYou leave the table. Good-bye.\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = start("play", "--seed", "7")
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    _, problems = process.communicate(b"5\nq\ny\n")
    assert (process.returncode, problems) == (1, b"")
