"""`ludoteca review`: a finished game looked back at, from its file alone."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from ludoteca.analysis.reports import Point, Review, Suggestion, Turning
from ludoteca.commands import review_chart, review_text
from ludoteca.house import replays

from .stores import Desk, Party, playing

FEW = ("--iterations", "2")


@pytest.fixture
def file(tmp_path: Path, over: Party) -> Path:
    return saved(tmp_path, over)


def saved(folder: Path, party: Party) -> Path:
    path = folder / "game.json"
    path.write_bytes(replays.write(party.replay))
    return path


REVIEW = Review(
    "eriantys",
    ["Anna", "Bea"],
    [1],
    [Point(4, [0.5, 0.5]), Point(10, [0.7, 0.3]), Point(20, [0.0, 1.0])],
    [
        Turning(
            "action",
            11,
            10,
            0,
            0.7,
            0.4,
            {"do": "move_mother_nature", "steps": 2},
            "Send mother nature 2 steps",
            Suggestion({"do": "move_mother_nature", "steps": 1}, 0.7, [], "Send mother nature 1 step", "It wins."),
        ),
        Turning("luck", 15, 14, 1, 0.5, 0.8, played_words="New students on the clouds: GGG; RRR"),
    ],
    [0.3, 0.0],
    [6, 5],
    2000,
    None,
    1,
)


def test_a_review_in_the_terminal_fits_and_names_the_players(desk: Desk, file: Path, over: Party) -> None:
    assert desk.run("review", file, *FEW) == 0
    lines = desk.out.splitlines()
    assert lines[0].startswith("Table KDTWPQ: Eriantys for 2, expert. ")
    assert "Chances to win" in lines
    assert any(line.startswith("A Anna, B Bea") for line in lines)
    assert all(len(line) <= 80 for line in lines if str(file) not in line)


def test_the_same_file_iterations_and_seed_give_the_same_review(desk: Desk, file: Path) -> None:
    assert desk.run("review", file, *FEW, "--json", "--seed", "7") == 0
    first = desk.out
    assert desk.run("review", file, *FEW, "--json", "--seed", "7") == 0
    assert desk.out == first
    found = json.loads(first)
    assert found["seed"] == 7
    assert found["iterations"] == 2
    assert found["curve"][-1]["chances"] in ([0.0, 1.0], [1.0, 0.0], [0.5, 0.5])


def test_the_chart_is_a_picture_with_a_title(desk: Desk, file: Path, tmp_path: Path) -> None:
    assert desk.run("review", file, *FEW, "--chart", tmp_path / "curve.svg") == 0
    root = ET.parse(tmp_path / "curve.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Eriantys for 2" in str(root[0].text)
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 2


def test_a_chart_that_cannot_be_written_is_said(desk: Desk, file: Path, tmp_path: Path) -> None:
    assert desk.run("review", file, *FEW, "--chart", tmp_path / "nowhere" / "curve.svg") == 2
    assert "cannot be written" in desk.err


def test_a_game_that_goes_on_is_refused(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("review", saved(tmp_path, playing("KDTWPQ")), *FEW) == 2
    assert "was not over" in desk.err


def test_a_log_that_was_changed_is_refused(desk: Desk, file: Path) -> None:
    told = json.loads(file.read_text())
    for entry in told["entries"]:
        if entry["what"]["kind"] == "acted":
            entry["what"]["decisions"] = [255]
    file.write_text(json.dumps(told))
    assert desk.run("review", file, *FEW) == 2
    assert "ludoteca verify says more" in desk.err


@pytest.mark.parametrize(
    "options",
    [("--iterations", "0"), ("--iterations", "many"), ("--seconds", "0"), ("--seconds", "nan"), ("--seed", "-1")],
)
def test_limits_that_are_none_are_refused(desk: Desk, file: Path, options: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as ended:
        desk.run("review", file, *options)
    assert ended.value.code == 2


def test_turning_points_are_said_with_what_was_done_and_what_was_better() -> None:
    said = review_text.written(REVIEW, "Table KDTWPQ: Eriantys for 2. Bea won.", "game.json")
    assert (
        """\
Entry 11, Anna: 70 % -> 40 %
  did:    Send mother nature 2 steps
  better: Send mother nature 1 step
  why:    It wins.

Entry 15, good luck for Bea: 50 % -> 80 % (this changed most)
  came:   New students on the clouds: GGG; RRR
"""
        in said
    )
    assert said.endswith("ludoteca replay game.json --at 10")
    assert "Anna 5.0 %, Bea 0.0 %" in said


def test_what_has_no_reason_is_said_to_have_none() -> None:
    turning = REVIEW.turnings[0]
    assert turning.better is not None
    unexplained = msgspec.structs.replace(turning, better=msgspec.structs.replace(turning.better, why=""))
    assert review_text.described(unexplained, "Anna", "")[-1].strip() == "difference."


def test_a_game_alone_has_one_curve() -> None:
    alone = msgspec.structs.replace(
        REVIEW,
        names=["Anna"],
        lost=[0.1],
        actions=[2],
        curve=[Point(each.entry, each.chances[:1]) for each in REVIEW.curve],
    )
    assert "A Anna." in review_text.legend(alone)


def test_the_chart_of_letters_follows_the_chances() -> None:
    rows = review_text.chart(REVIEW)
    assert rows[1].startswith("100 % |")
    assert rows[1].rstrip().endswith("B")
    assert rows[6].startswith(" 50 % |*")
    assert rows[11].rstrip().endswith("A")
    assert rows[-1].split() == ["entry", "4", "20"]


def test_every_turning_point_has_a_ring_on_the_curve_of_its_player() -> None:
    picture = ET.fromstring(review_chart.drawn(REVIEW, "title"))
    rings = picture.findall("{*}circle")
    labels = [text.text for text in picture.findall("{*}text")]
    assert len(rings) == len(REVIEW.turnings)
    for ring, turning in zip(rings, REVIEW.turnings, strict=True):
        chance = review_text.at(REVIEW.curve, turning.before)[turning.player]
        assert float(ring.attrib["cy"]) == pytest.approx(review_chart.down(chance), abs=0.1)
        assert str(turning.entry) in labels


def test_names_cannot_break_the_picture() -> None:
    strange = Review(**{**{name: getattr(REVIEW, name) for name in REVIEW.__struct_fields__}, "names": ["<b>", "&"]})
    assert ET.fromstring(review_chart.drawn(strange, "<title>")) is not None
