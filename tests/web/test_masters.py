"""Whole games of Masters of Renaissance in a real browser, from the door to the result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import pytest

from ..commands.open_house import OpenHouse
from . import tools
from .conftest import GENEROUS, need
from .fixed_deals import rich_house
from .judging import violations
from .masters import MastersPerson, looked_at
from .people import play_to_the_end
from .played import take_seat
from .screens import around
from .test_layout import LARGEST_FOR_FINGERS, OUTSIDE
from .visits import PHONE, SIZES, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# What is too small for a finger. Words of a text that explain themselves are as large as the text.
SMALL = """() => [...document.querySelectorAll(".board button, dialog button, .board select")]
  .filter((each) => each.checkVisibility() && !each.matches(".term"))
  .map((each) => [each.className, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => Math.min(width, height) < 44)
  .map(([name, {width, height}]) => `${name}: ${width} by ${height}`)"""


@pytest.fixture(scope="module")
def rich_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[OpenHouse, str]]:
    need(tools.missing_for_browser())
    with rich_house(tmp_path_factory.mktemp("rich"), *GENEROUS) as found:
        yield found


def test_alone_against_lorenzo(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = MastersPerson(page, random.Random(1))
        person.play_now(players=1)
        assert play_to_the_end(person, person.decide) > 10
        assert page.locator(".result h2").inner_text() in ("You win!", "Lorenzo wins.")
        assert "Lorenzo" in page.locator(".result, .lorenzo").first.inner_text()
        assert "Lorenzo:" in page.locator("aside ol").inner_text()


def test_against_a_bot(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = MastersPerson(page, random.Random(2))
        person.play_now(players=2)
        assert play_to_the_end(person, person.decide) > 5
        total = "[data-figure='masters.result.total']"
        points = [int(each) for each in page.locator(f".result {total}").all_inner_texts()]
        assert len(points) == 2
        winner = page.locator(f".result .won {total}")
        assert int(winner.inner_text()) == max(points)


def test_by_keyboard(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = MastersPerson(page, random.Random(3), by_keyboard=True)
        person.play_now(players=2)
        assert play_to_the_end(person, person.decide) > 5


def test_by_touch_on_a_phone(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, PHONE, touch=True) as page:
        person = MastersPerson(page, random.Random(4), touch=True)
        person.play_now(players=3)
        assert play_to_the_end(person, person.decide) > 5


def begun(page: Page, seed: int) -> tuple[MastersPerson, dict[str, Any]]:
    """A solo game after its leaders were chosen."""
    person = MastersPerson(page, random.Random(seed))
    person.play_now(players=1)
    choices = person.wait_for_turn()
    person.decide(choices)
    return person, person.wait_for_turn(choices["entry"])


def take_resources(page: Page, person: MastersPerson, choices: dict[str, Any]) -> dict[str, Any]:
    """Take a line that gives at least two resources."""
    for line in choices["lines"]:
        gives = page.locator(line).get_attribute("aria-label") or ""
        if " and " in gives and "faith" not in gives:
            person.use(line)
            person.do("take")
            return person.wait_for_turn(choices["entry"])
    raise AssertionError("no line of the market gives two kinds of resources")


def shelf(page: Page, number: int) -> str:
    return str(page.locator(f'[data-place="shelf:{number}"] .unseen').text_content())


def test_what_is_taken_is_dragged_to_a_shelf_and_taken_back(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person, choices = begun(page, 5)
        choices = take_resources(page, person, choices)
        page.locator(".tray .piece").first.drag_to(page.locator('[data-place="shelf:3"]'))
        choices = person.wait_for_turn(choices["entry"])
        stored = shelf(page, 3)
        assert stored not in ("", "Shelf 3: nothing")
        page.locator(".tray .piece").first.drag_to(page.locator(choices["shelves"][0]))
        choices = person.wait_for_turn(choices["entry"])
        page.get_by_role("button", name="Undo", exact=True).click()
        choices = person.wait_for_turn(choices["entry"])
        assert shelf(page, 3) == stored
        assert choices["waiting"]
        page.get_by_role("button", name="Undo the turn").click()
        choices = person.wait_for_turn(choices["entry"])
        assert shelf(page, 3) == "Shelf 3: nothing"
        assert choices["lines"]


def test_shelves_are_rearranged_by_clicks_and_by_dragging(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person, choices = begun(page, 6)
        choices = take_resources(page, person, choices)
        person.use('[data-place="shelf:3"]')
        choices = person.wait_for_turn(choices["entry"])
        stored = shelf(page, 3).removeprefix("Shelf 3: ")
        page.get_by_role("button", name="Rearrange first").click()
        person.use('[data-place="shelf:3"]')
        assert page.locator('[data-place="shelf:2"].open').count() == 1
        person.use('[data-place="shelf:2"]')
        choices = person.wait_for_turn(choices["entry"])
        assert shelf(page, 2) == f"Shelf 2: {stored}"
        page.locator('[data-place="shelf:2"]').drag_to(page.locator('[data-place="shelf:3"]'))
        person.wait_for_turn(choices["entry"])
        assert shelf(page, 3) == f"Shelf 3: {stored}"


def test_what_cannot_be_done_says_why(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person, choices = begun(page, 7)
        person.use('[data-place^="card:"] >> nth=0')
        page.get_by_text("A card of level 3 fits on none of your slots now.").wait_for()
        page.keyboard.press("Escape")
        person.use(choices["hand"][0])
        page.get_by_text("For that you still need").wait_for()
        take_resources(page, person, choices)
        page.locator(choices["lines"][0]).click(force=True)
        page.get_by_text("Store or discard what you took first.").wait_for()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("device", SIZES)
def test_the_own_turn_needs_no_scrolling(browser: Browser, house: OpenHouse, device: str, players: int) -> None:
    with visiting(browser, house, SIZES[device]) as page:
        person = MastersPerson(page, random.Random(8))
        person.play_now(players=players)
        choices = person.wait_for_turn()
        for _ in range(8):
            if choices["over"]:
                break
            assert page.evaluate(OUTSIDE) == [], choices
            if SIZES[device][0] <= LARGEST_FOR_FINGERS:
                assert page.evaluate(SMALL) == [], choices
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")])
def test_nobody_is_shut_out(
    browser: Browser, rich_table: tuple[OpenHouse, str], size: tuple[int, int], scheme: Literal["light", "dark"]
) -> None:
    """What a whole game shows, and a turn of a fixed deal in which a card can be paid: in one game that may not be."""
    found: dict[str, list[str]] = {}
    wanted = {"dealt", "end", "line", "card", "paying", "production"}
    house, rich = rich_table
    with visiting(browser, house, size, scheme=scheme) as page:
        person = MastersPerson(page, random.Random(9))
        take_seat(page, house, rich)
        for state in looked_at(page, person, person.wait_for_turn(), found):
            found[state] = violations(page)
        assert {"paying", "production", "line", "card"} <= found.keys()
        page.goto(house.url)
        person.play_now(players=2)
        choices = person.wait_for_turn()
        while not choices["over"]:
            for state in looked_at(page, person, choices, found):
                found[state] = violations(page)
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        found["result"] = violations(page)
        page.locator(".strip").click()
        found["the other board"] = violations(page)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        for state in around(page):
            found[state] = violations(page)
    assert wanted | {"result", "chat"} < found.keys()
    assert {state: said for state, said in found.items() if said} == {}
