"""`ludoteca replay`: a game played back from its file alone."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludoteca import cli
from ludoteca.commands import replay
from ludoteca.house import replays
from ludoteca.house.apply import rebuild
from ludoteca.rules.eriantys.text import drawing as eriantys
from ludoteca.rules.masters.notation import cards
from ludoteca.rules.masters.text import drawing as masters

from .running import start, without_a_reader
from .stores import Desk, Party, furnish, playing

Json = dict[str, Any]


@pytest.fixture
def file(tmp_path: Path, over: Party) -> Path:
    return saved(tmp_path, over)


def saved(folder: Path, party: Party) -> Path:
    path = folder / "game.json"
    path.write_bytes(replays.write(party.replay))
    return path


def boards(out: str) -> list[int]:
    """The numbers of the entries that were shown."""
    return [int(number) for number in re.findall(r"^(?:> )?Table KDTWPQ, entry (\d+) of", out, re.MULTILINE)]


# One moment


@pytest.mark.parametrize("number", [4, 30, -1])
def test_a_moment_is_drawn_as_watchers_saw_it(desk: Desk, file: Path, over: Party, number: int) -> None:
    number %= len(over.log) + 1
    assert desk.run("replay", file, "--at", str(number)) == 0
    head, empty, *board, cast, gap, line = desk.out.splitlines()
    game = rebuild(over.code, over.table.secret, over.log[:number]).game
    assert game is not None
    assert head == f"Table KDTWPQ, entry {number} of {len(over.log)}"
    assert "\n".join(board) == eriantys.draw(game.view(None))
    assert cast == "A is Anna, B is Bea"
    assert empty == gap == ""
    assert line.startswith(f"{number}  ")


def test_hidden_cards_are_not_in_the_drawing(desk: Desk, tmp_path: Path, masters_playing: Party) -> None:
    last = len(masters_playing.log)
    assert desk.run("replay", saved(tmp_path, masters_playing), "--at", str(last)) == 0
    assert masters_playing.table.game is not None
    assert masters.draw(masters_playing.table.game.view(None)) in desk.out
    assert desk.out.count("in hand: 2\n") == 2


def test_before_the_game_there_is_no_board(desk: Desk, file: Path) -> None:
    assert desk.run("replay", file, "--at", "2") == 0
    head, empty, line = desk.out.splitlines()
    assert (head[:30], empty) == ("Table KDTWPQ, entry 2 of 129"[:30], "")
    assert line.endswith("  Anna sits down.")


def test_cards_of_the_house_are_drawn_by_a_process_that_has_never_seen_them(tmp_path: Path) -> None:
    own = cards.shipped()
    for card in own["development_cards"]:
        card["cost"] = {"shield": 9}
    party = playing("GAMXNG", "masters", 2, decisions=6, settings={"cards": own})
    shown, problems = start("replay", str(saved(tmp_path, party)), "--at", str(len(party.log))).communicate()
    assert problems == b""
    assert shown.count(b"costs 9sh") == 12


@pytest.mark.parametrize("number", ["0", "-1", "1000"])
def test_an_entry_that_is_not_there(desk: Desk, file: Path, over: Party, number: str) -> None:
    assert desk.run("replay", file, f"--at={number}") == 2
    assert desk.err == f"There is no entry {number}: this game has entries 1 to {len(over.log)}.\n"


# The log


@pytest.mark.parametrize("name", ["over", "masters_over"])
def test_the_log_is_told_as_the_house_tells_it(
    desk: Desk, house: Path, tmp_path: Path, name: str, request: pytest.FixtureRequest
) -> None:
    party: Party = request.getfixturevalue(name)
    furnish(house, party)
    assert desk.run("show", party.code, "--log") == 0
    expected = desk.out
    assert desk.run("replay", saved(tmp_path, party), "--log") == 0
    assert desk.out == expected


def test_standard_input(desk: Desk, file: Path) -> None:
    assert desk.run("replay", "-", "--log", typed=file.read_bytes()) == 0
    assert len(desk.out.splitlines()) == 129
    assert "With - for the file there is nothing to ask from" in desk.misuse("replay", "-")


# Step by step


def test_forth_and_back(desk: Desk, file: Path) -> None:
    assert desk.run("replay", file, typed="\nn\n\np\n40\nprevious\nNEXT\nq\n") == 0
    assert boards(desk.out) == [1, 2, 3, 4, 3, 40, 39, 40]


def test_the_end_of_the_input_ends_it(desk: Desk, file: Path) -> None:
    assert desk.run("replay", file, typed="5\n") == 0
    assert boards(desk.out) == [1, 5]


def test_answers_that_lead_nowhere(desk: Desk, file: Path) -> None:
    assert desk.run("replay", file, typed="p\n130\n0\n999999999999\n²\nwhat\n") == 0
    assert boards(desk.out) == [1]
    assert desk.out.count("> There are entries 1 to 129; this is 1.\n") == 3
    assert desk.out.count(f"> {replay.HELP}\n") == 3


def test_bytes_that_are_no_text_are_a_wrong_answer(desk: Desk, file: Path) -> None:
    assert desk.run("replay", file, typed=b"\xff\n2\n") == 0
    assert boards(desk.out) == [1, 2]


def test_what_happened_so_far(desk: Desk, file: Path) -> None:
    assert desk.run("replay", file, typed="3\nl\n") == 0
    told = desk.out.rpartition(replay.HELP)[2]
    assert [line[-11:] for line in told.splitlines()[2:4]] == ["sits down."[-11:].rjust(11)] * 2


def test_plain_is_ascii(desk: Desk, file: Path) -> None:
    assert desk.run("replay", file, "--at", "30") == 0
    assert not desk.out.isascii()
    assert desk.run("replay", file, "--at", "30", "--plain") == 0
    assert desk.out.isascii()


@pytest.mark.parametrize(("options", "cleared"), [([], 2), (["--plain"], 0)])
def test_a_terminal_is_cleared_for_each_moment(
    file: Path, options: list[str], cleared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stdin", io.StringIO("n\nq\n"))
    monkeypatch.setattr("sys.stdout", terminal)
    assert cli.main(["replay", str(file), *options]) == 0
    assert terminal.getvalue().count(replay.CLEAR) == cleared


def test_ctrl_c_leaves_politely(desk: Desk, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludoteca.terminal.screen.Screen.ask", interrupted)
    assert desk.run("replay", file) == 130
    assert desk.err == "Stopped.\n"


def test_a_reader_that_goes_away_is_no_error(file: Path) -> None:
    assert without_a_reader("replay", str(file), "--log") == (1, b"")


# Files that anybody may have written


def test_no_entries_at_all(desk: Desk, file: Path) -> None:
    file.write_text('{"format":"ludoteca/replay/1","code":"A","rules_version":null,"log":[]}')
    assert desk.run("replay", file) == 2
    assert desk.err == f"{file}: there is no entry in this replay.\n"


def test_what_is_no_replay(desk: Desk, file: Path) -> None:
    file.write_text("[]")
    assert desk.run("replay", file) == 2
    assert desk.err.startswith(f"{file}: This is not a replay: ")


def alter(file: Path, change: Callable[[Json], None]) -> None:
    described = json.loads(file.read_bytes())
    change(described)
    file.write_text(json.dumps(described))


@pytest.mark.parametrize(
    "change",
    [
        {"what": {"kind": "danced"}},
        {"what": {}},
        {"what": {"kind": []}},
        {"what": {"kind": "acted", "seat": "Anna"}},
        {"events": [{"event": "Thunder"}]},
        {"events": [{}]},
        {"events": [{"event": []}]},
        {"events": [{"event": "AssistantPlayed", "seat": 0, "value": "five", "steps": 3}]},
    ],
)
def test_an_entry_that_is_none_is_named(desk: Desk, file: Path, change: Json) -> None:
    alter(file, lambda described: described["log"][4].update(change))
    assert desk.run("replay", file, "--at", "1") == 2
    assert desk.err.startswith(f"{file}: entry 5 is not one of a replay (")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": []},
        {"clouds": None},
        {"clouds": [{"red": 10**12}]},
        {"players": 9},
        {"boards": {}},
        {"bag": "x" * 5000},
        {"hands": {"A": [[[[]]]]}},
    ],
)
def test_a_board_that_is_none_is_left_out(desk: Desk, file: Path, change: Json) -> None:
    alter(file, lambda described: described["log"][4]["game"].update(change))
    assert desk.run("replay", file, "--at", "5") == 0
    assert replay.UNDRAWN in desk.out.splitlines()
    assert desk.run("replay", file, "--at", "4") == 0
    assert replay.UNDRAWN not in desk.out


def test_nothing_that_a_file_says_reaches_the_terminal_as_it_is(desk: Desk, file: Path) -> None:
    def change(described: Json) -> None:
        described["code"] = "\x1b[2J"
        described["log"][1]["what"]["name"] = "An\x07na"
        described["log"][1]["time"] = 2**53 - 1
        described["log"][4]["game"]["first_player"] = "\x1b]0;"
        described["log"][4]["events"][0]["seat"] = 77

    alter(file, change)
    assert desk.run("replay", file, typed="\n\n\n\n") == 0
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", desk.out)
    assert r"Table \x1b[2J, entry 5 of 129" in desk.out
    assert "2  9007199254740991 ms  An\\x07na sits down." in desk.out
    assert "player 78 plays assistant" in desk.out
