"""`ludoteca verify`: finished games pass, altered ones do not, and what is no replay is called so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca.commands import replay_files
from ludoteca.house import replays
from ludoteca.house.verification import verify

from .running import without_a_reader
from .stores import Desk, Party, playing


@pytest.fixture
def file(tmp_path: Path, over: Party) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(replays.write(over.replay))
    return path


def altered(file: Path, change: dict[str, Any]) -> Path:
    """A copy in which the first action has other members than it had."""
    replay = json.loads(file.read_bytes())
    acted = next(entry["what"] for entry in replay["entries"] if entry["what"]["kind"] == "acted")
    acted |= change
    other = file.with_name("altered.json")
    other.write_text(json.dumps(replay))
    return other


def test_a_finished_game_passes(desk: Desk, file: Path, over: Party) -> None:
    assert desk.run("verify", file) == 0
    head, *checks, last = desk.out.splitlines()
    assert head == f"{file}: table {over.code}"
    assert checks == [f"  {line}" for line in str(verify(over.replay)).splitlines()]
    assert last == "  All is as it should be."
    assert desk.err == ""


def test_a_game_of_masters_passes(desk: Desk, tmp_path: Path, masters_over: Party) -> None:
    (tmp_path / "game.json").write_bytes(replays.write(masters_over.replay))
    assert desk.run("verify", tmp_path / "game.json") == 0


def test_an_altered_game_does_not_pass(desk: Desk, file: Path) -> None:
    assert desk.run("verify", altered(file, {"decisions": [9]})) == 1
    assert "  FAILED chain: entry 6 does not name the hash of the entry before it." in desk.out.splitlines()
    assert desk.out.endswith("  This is not a game as a house deals and plays it.\n")


def test_a_game_that_goes_on_cannot_be_checked_yet(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(replays.write(playing("HANDSX").replay))
    assert desk.run("verify", tmp_path / "game.json") == 1
    assert desk.out.splitlines()[1].strip().startswith("The game was not over when this replay was made.")


def test_standard_input(desk: Desk, file: Path) -> None:
    assert desk.run("verify", "-", typed=file.read_bytes()) == 0
    assert desk.out.startswith("-: table KDTWPQ\n")


def test_the_worst_of_several_files_counts(desk: Desk, file: Path, tmp_path: Path) -> None:
    wrong = altered(file, {"seat": 1})
    assert desk.run("verify", file, file) == 0
    assert desk.run("verify", wrong, file) == 1
    assert desk.run("verify", tmp_path / "nothing.json", wrong, file) == 2
    assert desk.out.count("All is as it should be.") == 1
    assert desk.err == f"There is no file {tmp_path / 'nothing.json'}.\n"


def test_reports_for_programs(desk: Desk, file: Path, tmp_path: Path) -> None:
    assert desk.run("verify", "--json", file, altered(file, {"seat": 1}), tmp_path / "nothing.json") == 2
    passed, failed, missing = json.loads(desk.out)
    assert passed["passed"] is True
    assert [check["name"] for check in passed["checks"]] == ["commitment", "chain", "draws", "entries", "log"]
    assert failed["passed"] is False
    assert not all(check["passed"] for check in failed["checks"])
    assert missing == {
        "file": str(tmp_path / "nothing.json"),
        "passed": False,
        "problem": f"There is no file {tmp_path / 'nothing.json'}.",
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "FILE: This is not a replay: "),
        (b"[" * 100_000, "FILE: This is not a replay: "),
        (b"\xff\xfe{}", "FILE: This is not a replay: "),
        (
            b'{"format":"ludoteca/replay/9","code":"A","rules_version":null,"log":[]}',
            "FILE: This replay is in the format",
        ),
        (b'{"format":"\\u001b[2J","code":"A","rules_version":null,"log":[]}', "FILE: This replay is in the format"),
    ],
)
def test_what_is_no_replay_is_called_so(content: bytes, said: str, desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    assert desk.run("verify", file) == 2
    assert desk.out == ""
    assert desk.err.replace(str(file), "FILE").startswith(said)
    assert "\x1b" not in desk.err


def test_files_that_cannot_be_read(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert desk.run("verify", tmp_path, tmp_path / "loop", "zero\0byte") == 2
    folder, loop, zero = desk.err.splitlines()
    assert folder == f"{tmp_path} is a folder: name a file with a replay."
    assert loop.startswith(f"{tmp_path / 'loop'} cannot be read: ")
    assert zero == "zero\\x00byte cannot be read: embedded null byte."


def test_enormous_files_are_not_read(desk: Desk, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_files, "MOST_BYTES", 1000)
    assert desk.run("verify", file) == 2
    assert desk.err == f"{file} is too large to be a replay: the limit is 1,000 bytes.\n"


def test_a_reader_that_goes_away_is_no_error(file: Path) -> None:
    assert without_a_reader("verify", str(file)) == (1, b"")
