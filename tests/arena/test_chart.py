"""The chart: complete, well-formed, fetching nothing, and readable on light and on dark."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from ludoteca.arena.chart import STYLE, chart
from ludoteca.arena.contest import Contest
from ludoteca.arena.report import Report, report

from .results import contest, results

SVG = "{http://www.w3.org/2000/svg}"
ENOUGH = 4.5  # contrast of text, WCAG 2.2 AA


def three(games: int = 40) -> Report:
    held = contest(contestants=3)
    return report(held, ["my <b>ot", "greedy", "random"], results(held, games, lambda fixture: fixture.deal % 4 > 0))


def words(drawn: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(drawn).iter(f"{SVG}text")]


def test_every_pairing_and_every_rating_has_a_row() -> None:
    drawn = chart(three())
    said = words(drawn)
    assert said[0] == "Eriantys, 2 players, seed 1"
    assert {"my <b>ot against greedy", "my <b>ot against random", "greedy against random"} <= set(said)
    assert {"my <b>ot", "greedy", "random", "Elo"} <= set(said)
    assert len(list(ET.fromstring(drawn).iter(f"{SVG}circle"))) == 6


def test_marks_stand_where_the_figures_say() -> None:
    held = contest()
    for games, share in ((8, 0.75), (4, 0.5)):
        root = ET.fromstring(chart(report(held, ["a", "b"], results(held, games, lambda f: f.deal > 0))))
        (mark,) = root.iter(f"{SVG}circle")
        ticks = {text.text: float(text.get("x", "")) for text in root.iter(f"{SVG}text") if "%" in (text.text or "")}
        left, right = ticks["0 %"], ticks["100 %"]
        assert (float(mark.get("cx", "")) - left) / (right - left) == pytest.approx(share, abs=0.01)


def test_what_it_shows_is_also_said() -> None:
    described = ET.fromstring(chart(three())).find(f"{SVG}desc")
    assert described is not None
    assert "my <b>ot against greedy: 75.0 % (" in (described.text or "")


@pytest.mark.parametrize(
    ("held", "said"),
    [(contest("masters", 4), "a among 3 x b"), (contest("masters", 1), "a against Lorenzo")],
)
def test_other_tables(held: Contest, said: str) -> None:
    drawn = chart(report(held, ["a", "b"], results(held, 8, lambda fixture: fixture.place == 0)))
    assert said in words(drawn)
    assert ('class="fair"' in drawn) == (not held.alone)


def test_before_the_first_game_there_is_a_chart_without_rows() -> None:
    drawn = chart(report(contest(contestants=3), ["a", "b", "c"], []))
    assert not list(ET.fromstring(drawn).iter(f"{SVG}circle"))


def test_nothing_is_fetched() -> None:
    drawn = chart(three()).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|url\(|@import|href|<script", drawn)


def test_light_and_dark_can_be_read() -> None:
    light, dark = (dict(re.findall(r"--(\w+):(#\w+)", part)) for part in STYLE.split("@media"))
    for colours in (light, dark):
        for name in ("ink", "weak", "mark"):
            assert contrast(colours[name], colours["ground"]) >= ENOUGH


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
