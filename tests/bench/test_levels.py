"""The bench of the levels: contests that go on where they were, and tables that go into the documents."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from bench import levels
from bench.__main__ import main
from bench.levels import PARTS, Meeting, Part, held, marks, shortfalls, table, written
from ludoteca.arena.scores import Tally
from ludoteca.bots.levels import TABLE

CHANCE = Meeting("random", "random", "eriantys", 2, least=0.9, games=4)
ALONE = Meeting("random", None, "masters", 1, games=1)
SMALL = (Part("chance", "By chance", [CHANCE]), Part("alone", "Alone", [ALONE]))


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document with a place for each of the small tables."""
    file = tmp_path / "page.md"
    file.write_text("\n".join("\n".join(["before", *marks(part), "after"]) for part in SMALL))
    monkeypatch.setattr(levels, "PAGE", file)
    monkeypatch.setattr(levels, "PARTS", SMALL)
    return file


def test_every_level_meets_the_one_below_at_every_table() -> None:
    names = {level.name for level in TABLE}
    for part in PARTS[:2]:
        kinds = {(each.game, each.players, each.expert) for each in part.meetings}
        for kind in kinds:
            met = [each for each in part.meetings if (each.game, each.players, each.expert) == kind]
            assert {each.first.partition(":")[0] for each in met} == names - {"level-1"}
            assert {each.second for each in met} == names - {"level-8"}
    everything = [meeting.file for part in PARTS for meeting in part.meetings]
    assert len(set(everything)) == len(everything)


def test_a_contest_goes_on_where_it_was(tmp_path: Path) -> None:
    assert held(CHANCE, tmp_path, 2, inf, 1).games == 2
    kept = (tmp_path / CHANCE.file).read_text()
    assert held(CHANCE, tmp_path, 4, inf, 1).games == 4
    assert (tmp_path / CHANCE.file).read_text().startswith(kept)
    assert held(CHANCE, tmp_path, 8, -inf, 1).games == 4  # the time is over


def test_what_was_found_goes_into_the_documents(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", str(tmp_path / "kept"), "--write"]) == 0
    assert "`random` against `random`" in capsys.readouterr().out
    text = page.read_text()
    assert "| Eriantys, 2 players | `random` against `random` | 4 | " in text
    assert "| Masters, alone | `random` against Lorenzo | 1 | 0.0 % | " in text
    main(["levels", str(tmp_path / "kept"), "--write"])
    assert page.read_text() == text
    assert text.count("before") == text.count("after") == 2


def test_less_than_there_should_be_is_told(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", str(tmp_path / "kept"), "--check", "--part", "chance"]) == 1
    assert "Eriantys, 2 players, `random` against `random`: " in capsys.readouterr().out
    assert main(["levels", str(tmp_path / "kept"), "--check", "--part", "alone"]) == 0
    assert shortfalls([(CHANCE, Tally(0, 1, 4, 4, 0, 1.0, (0.6, 1.0)))]) == []


def test_a_page_without_a_place_for_a_table() -> None:
    with pytest.raises(ValueError, match="The page has no place for the table chance"):
        written("nothing", SMALL[0], "")


def test_contests_without_games_are_left_out() -> None:
    assert table([(CHANCE, Tally(0, 1, 0, 0, 0, None, None))]).count("\n") == 1


def test_the_documents_have_a_place_for_every_table() -> None:
    text = levels.PAGE.read_text(encoding="utf-8")
    for part in PARTS:
        assert all(mark in text for mark in marks(part)), part.name
