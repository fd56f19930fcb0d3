"""`ludoteca cards`: sets are shown and checked, a file of one's own changes a game, a broken one is explained."""

import errno
import json
import os
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ludoteca import cli, rules
from ludoteca.rules.masters import Game, InvalidCards
from ludoteca.rules.masters.notation import cards

from .running import start, without_a_reader

Json = dict[str, Any]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "own.json"


@pytest.fixture
def own(capsys: pytest.CaptureFixture[str]) -> Json:
    """The standard set as a person gets it to change it."""
    assert cli.main(["cards", "show", "--json"]) == 0
    described: Json = json.loads(capsys.readouterr().out)
    return described


def refused(file: Path, capsys: pytest.CaptureFixture[str], *, action: str = "check") -> list[str]:
    """The lines that say what is wrong, the name of the file left out; nothing else is said."""
    assert cli.main(["cards", action, str(file)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    return [line.replace(str(file), "FILE") for line in said.err.splitlines()]


# Showing


def test_the_standard_set_is_shown_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cards", "show"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (cards.table(cards.standard()) + "\n", "")
    assert max(map(len, said.out.splitlines())) <= 100


def test_the_set_of_a_file_is_shown(own: Json, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own["development_cards"][16] |= {"victory_points": 77, "cost": {"coin": 8}}
    file.write_text(json.dumps(own))
    assert cli.main(["cards", "show", str(file)]) == 0
    (row,) = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("17 ")]
    assert " ".join(row) == "17 green2 77 8 coin 1 stone -> 2 faith"


def test_the_dearest_cards_fit_into_100_columns_too(own: Json, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dearest = dict.fromkeys(("coin", "stone", "servant", "shield"), 9)
    own["development_cards"][47] |= {"cost": dearest, "production": {"in": dearest, "out": dearest | {"faith": 9}}}
    own["faith_track"] |= {"vp_spaces": {"0": 99}, "vp_by_position": [99] * 25}
    file.write_text(json.dumps(own))
    assert cli.main(["cards", "show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 100
    assert shown.split() == cards.table(cards.given(own)).split()


def test_the_json_of_a_file_is_shown_as_it_is(own: Json, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(own, indent=3)
    file.write_text(text)
    assert cli.main(["cards", "show", "--json", str(file)]) == 0
    assert capsys.readouterr().out == text + "\n"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_broken_file_is_not_shown(options: list[str], file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("[]")
    assert cli.main(["cards", "show", str(file), *options]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"{file}: [] is not a JSON object.\n")


def test_a_table_in_a_pipe() -> None:
    process = start("cards", "show")
    shown, problems = process.communicate()
    assert (process.returncode, problems) == (0, b"")
    assert shown.decode("ascii").split() == cards.table(cards.standard()).split()


def test_a_reader_that_goes_away_is_no_error() -> None:
    assert without_a_reader("cards", "show") == (1, b"")


# Checking


def test_a_set_that_can_be_played(own: Json, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own["development_cards"][0]["cost"] = {"coin": 1}
    file.write_text(json.dumps(own))
    assert cli.main(["cards", "check", str(file)]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (f"{file} is a card set that can be played.\n", "")


def test_a_file_with_a_byte_order_mark_can_be_played(own: Json, file: Path) -> None:
    file.write_text(json.dumps(own), encoding="utf-8-sig")
    assert cli.main(["cards", "check", str(file)]) == 0


def test_a_problem_names_card_and_field_and_what_may_stand_there(
    own: Json, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own["development_cards"][16]["cost"]["coin"] = 12
    file.write_text(json.dumps(own))
    problem, hint = refused(file, capsys)
    assert problem == "FILE: development_cards.17.cost.coin: 12 is not between 0 and 9."
    assert hint.endswith("ludoteca cards show --json")
    assert refused(file, capsys, action="show") == [problem, hint]


def test_what_is_not_json_is_named_by_line_and_column(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('{"schema": "masters-data/1",\n "leader_cards": [,]}')
    assert refused(file, capsys)[0] == "FILE: This is not JSON: Expecting value: line 2 column 19 (char 47)."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "FILE: This is not JSON: Expecting value: line 1 column 1 (char 0)."),
        ("[" * 400_000, "FILE: This is nested far deeper than a card set is."),
        ('{"schema":' * 90_000, "FILE: This is nested far deeper than a card set is."),
        ('{"hats": ' + "[" * 500 + "]" * 500 + "}", "FILE: schema: is missing."),
        ('{"schema": ' + "9" * 600_000 + "}", "FILE: This is not a card set: there is an enormous number"),
        ('{"schema": 1' + " " * 1_000_000 + "}", "FILE is too large to be a card file: the limit is 1,000,000 bytes."),
        ('{"schema": NaN}', "FILE: schema: nan is not one of masters-data/1."),
        ('{"schema": "\\u001b[2J\\ud800"}', r"FILE: schema: '\x1b[2J\ud800' is not one of masters-data/1."),
    ],
)
def test_odd_files_are_refused_in_a_sentence(
    text: str, said: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    assert refused(file, capsys)[0].startswith(said)


def test_nothing_that_a_file_says_reaches_the_terminal_as_it_is(
    own: Json, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(json.dumps({**own, "\x1b[2J\ud800": 1}))
    assert refused(file, capsys)[0] == r"FILE: '\x1b[2J\ud800': there is no such key here."


def test_a_file_that_is_not_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(file, capsys) == ["There is no file FILE."]
    assert refused(file, capsys, action="show") == ["There is no file FILE."]


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(tmp_path, capsys) == ["FILE is a folder: name a card file."]


def test_a_file_that_cannot_be_read(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.symlink_to(file)
    assert refused(file, capsys) == [f"FILE cannot be read: {os.strerror(errno.ELOOP)}."]


def test_a_file_that_is_not_utf_8(own: Json, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(own), encoding="utf-16")
    assert refused(file, capsys) == ["FILE is not a text in UTF-8 (byte 1 is none): save it as UTF-8."]


def test_a_name_that_the_terminal_cannot_write(own: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    file = tmp_path / "söt\n.json"
    file.write_text(json.dumps(own))
    shown, problems = start("cards", "check", str(file)).communicate()
    assert shown.endswith(b"s\\xf6t\\n.json is a card set that can be played." + os.linesep.encode())
    assert problems == b""


# A game with one's own cards


def test_a_custom_file_changes_a_game(own: Json, file: Path) -> None:
    """Card 1 for a coin instead of two shields, worth 40 points."""
    own["development_cards"][0] |= {"cost": {"coin": 1}, "victory_points": 40}
    file.write_text(json.dumps(own))
    assert cli.main(["cards", "check", str(file)]) == 0
    described = json.loads(file.read_text())
    known = rules.new("masters", players=2, seed=7, cards=described)
    name = known.position()["cards"]
    position = {"game": "masters", "players": {"A": {"strongbox": {"coin": 1}}, "B": {}}}
    game = Game.load({**position, "cards": name})
    game.perform({"do": "buy", "card": 1, "slot": 1})
    assert game.position()["players"]["A"]["strongbox"] == {}
    assert game.position()["players"]["A"]["slots"] == [[1], [], []]
    assert game.scores()[0]["cards"] == 40
    with pytest.raises(rules.IllegalAction, match="2 shield are needed, you have 0"):
        Game.load(position).perform({"do": "buy", "card": 1, "slot": 1})


def test_a_custom_file_is_played_to_the_end(own: Json) -> None:
    for card in own["development_cards"]:
        card["cost"] = {"coin": 1}
    printed = rules.new("masters", players=2, seed=7)
    cheap = rules.new("masters", players=2, seed=7, cards=own)
    assert rules.playouts(cheap, games=5) != rules.playouts(printed, games=5)


def test_a_broken_file_is_refused_by_a_game_as_by_the_command(
    own: Json, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = deepcopy(own)
    broken["leader_cards"][2]["resource"] = "gold"
    file.write_text(json.dumps(broken))
    with pytest.raises(InvalidCards) as refusal:
        rules.new("masters", players=2, seed=7, cards=json.loads(file.read_text()))
    assert refusal.value.field == "leader_cards.51.resource"
    assert refusal.value.sentence == "'gold' is not one of coin, stone, servant, shield."
    assert refused(file, capsys)[0] == f"FILE: {refusal.value}"
