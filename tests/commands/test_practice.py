"""`ludoteca practice`: options, and that nothing a person does ends in a traceback."""

import io

import pytest

from ludoteca import cli

from .running import start, without_a_reader


def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\ny\n"))
    assert cli.main(["practice", *arguments]) == 0
    return capsys.readouterr().out


def test_practice_without_options(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = played(monkeypatch, capsys)
    assert shown.startswith("You are A and build white towers.\nB chooses at random.\n")
    assert "Eriantys for 2, round 1, planning\n" in shown
    assert shown.endswith("You leave the table. Good-bye.\n")


def test_practice_with_every_option(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
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
        (["--seat", "C"], "ludoteca practice: error: With 2 players there is no seat C: take A or B."),
        (["--seed", "-1"], "argument --seed: '-1' is not a whole number from 0 to 18446744073709551615"),
        (["--seed", "18446744073709551616"], "is not a whole number from 0 to 18446744073709551615"),
        (["--seed", "9" * 5000], "is not a whole number from 0 to 18446744073709551615"),
        (["--seed", "²"], "argument --seed: '²' is not a whole number from 0 to 18446744073709551615"),
    ],
)
def test_wrong_options_are_explained(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["practice", *arguments])
    assert leaving.value.code == 2
    assert said in capsys.readouterr().err


def test_bytes_that_are_no_text_are_a_wrong_answer() -> None:
    shown, problems = start("practice", "--seed", "7").communicate(b"\xff\xfe\n5\n")
    assert b"That is no assistant." in shown
    assert problems == b""


def test_ctrl_c_leaves_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    typed = io.StringIO()
    monkeypatch.setattr(typed, "readline", interrupted)
    monkeypatch.setattr("sys.stdin", typed)
    assert cli.main(["practice", "--seed", "7"]) == 130
    assert capsys.readouterr().out.endswith("\nYou leave the table. Good-bye.\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    assert without_a_reader("practice", "--seed", "7", typed=b"5\nq\ny\n") == (1, b"")
