"""The file of results: nothing is lost, nothing doubled, nothing mixed up."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.arena.contest import Played
from ludoteca.arena.ledger import Heading, Ledger, LedgerError

from .results import results

HEADING = Heading("eriantys", 2, False, 1, ["greedy", "my_bot.py"], ["", "abc"], "1", "0.1.0")
GAMES = results(HEADING.contest, 6, lambda fixture: fixture.deal > 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """With the first three games in it."""
    path = tmp_path / "results.jsonl"
    note(path, GAMES[:3])
    return path


def note(path: Path, games: list[Played]) -> None:
    with Ledger(path, HEADING) as ledger:
        for game in games:
            ledger.note(game)


def kept(path: Path) -> list[Played]:
    with Ledger(path, HEADING) as ledger:
        return list(ledger.games.values())


def refused(path: Path, **other: Any) -> str:
    before = path.read_bytes()
    with pytest.raises(LedgerError) as why, Ledger(path, msgspec.structs.replace(HEADING, **other)):
        pass
    assert path.read_bytes() == before
    return why.value.sentence


def test_what_was_noted_is_there_again(file: Path) -> None:
    assert kept(file) == GAMES[:3]
    note(file, GAMES[3:])
    assert kept(file) == GAMES
    assert len(file.read_bytes().splitlines()) == 1 + len(GAMES)


def test_every_game_is_in_the_file_as_soon_as_it_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with Ledger(path, HEADING) as ledger:
        for number, game in enumerate(GAMES, 1):
            ledger.note(game)
            assert len(path.read_bytes().splitlines()) == 1 + number


def test_wherever_the_last_line_was_cut_off_the_lines_before_it_count(file: Path) -> None:
    content = file.read_bytes()
    for length in range(len(content)):
        file.write_bytes(content[:length])
        whole = content[:length].count(b"\n")
        assert kept(file) == GAMES[: max(0, whole - 1)]
        note(file, GAMES[max(0, whole - 1) :])
        assert kept(file) == GAMES


def test_a_line_that_is_damaged_is_named(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    lines[2] = b'{"fixture": 1}\n'
    file.write_bytes(b"".join(lines))
    assert refused(file).startswith(f"{file} is damaged in line 3: ")


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 2}, "another contest: seed 1, not 2."),
        ({"expert": True}, "another contest: expert False, not True."),
        ({"bots": ["greedy", "random"]}, "another contest: bots greedy my_bot.py, not greedy random."),
        ({"rules_version": "2"}, "another contest: rules_version 1, not 2."),
        ({"fingerprints": ["", "def"]}, "a bot whose file has changed since. Take another file."),
    ],
)
def test_games_of_another_contest_are_not_mixed_with_these(file: Path, other: dict[str, Any], words: str) -> None:
    assert words in refused(file, **other)


@pytest.mark.parametrize("content", [b"dear diary\n", b"dear diary", b"\xff\n", b"\n", b'{"game": "chess"}\n'])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    assert "has something else in it than games of an arena" in refused(path)


def test_two_arenas_do_not_write_to_one_file(file: Path) -> None:
    with Ledger(file, HEADING):
        assert refused(file) == f"Another arena is writing to {file}."
    assert kept(file) == GAMES[:3]


def test_a_file_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(LedgerError) as why, Ledger(tmp_path / "none" / "results", HEADING):
        pass
    assert why.value.sentence == f"{tmp_path / 'none' / 'results'} cannot be written: No such file or directory."


def test_a_device_is_no_file_for_results() -> None:
    with (
        pytest.raises(LedgerError, match="is no file that results could be kept in"),
        Ledger(Path(os.devnull), HEADING),
    ):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_full_disk_is_said_and_what_was_whole_stays(file: Path) -> None:
    """A limit on the size of files stands for the disk: it leaves room for half a line."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Ledger(file, HEADING) as ledger:
        resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 20, hard))
        try:
            for sentence in ("could not be written to the end of a line", "cannot be written: File too large."):
                with pytest.raises(LedgerError, match=sentence):
                    ledger.note(GAMES[3])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert kept(file) == GAMES[:3]
