"""Characters of the expert game: which can be used now, why the others cannot, and what was picked for one so far."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .people import Person
from .played import dealt, take_seat
from .test_layout import OUTSIDE
from .visits import PHONE, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

JESTER = '[data-place="card:7"]'
ITS_STUDENTS = ".action .colours button"
PICKED = """(count) => {
  const there = document.querySelectorAll(".picks li .unseen").length;
  return there === count || (count === 6 && there === 0); // the last one makes it complete
}"""


def words(page: Page, card: str) -> str:
    return page.locator(f"{card} > .unseen").inner_text()


def with_the_jester(game: dict[str, Any]) -> bool:
    """With students of four colours on it: there is much to choose from."""
    return len(game["characters"].get("7", {}).get("students", {})) >= 4


@pytest.fixture(params=[WIDE, PHONE], ids=["laptop", "phone"])
def beside_the_jester(browser: Browser, house: OpenHouse, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody who opens a game with the jester, who costs the one coin that everybody begins with."""
    with visiting(browser, house, request.param) as page:
        take_seat(page, house, dealt(house, with_the_jester, first=0, settings={"expert": True}))
        yield Person(page, random.Random(5))


def until_students_move(person: Person) -> None:
    """With the lowest assistant one acts first: nobody has used a character yet."""
    choices = person.wait_for_turn()
    person.press('[data-place="hand:1"]')
    assert person.wait_for_turn(choices["entry"])["students"]


def test_what_can_be_used_is_marked_and_what_cannot_says_why(beside_the_jester: Person) -> None:
    person, page = beside_the_jester, beside_the_jester.page
    person.wait_for_turn()
    assert "after the assistants" in words(page, JESTER)
    assert page.locator(".usable").count() == 0
    until_students_move(person)
    assert page.locator(f"{JESTER} .usable").is_visible()
    assert words(page, JESTER).endswith("You can use it now.")
    for card in page.locator(".cards button:not(.open)").all():
        place = card.get_attribute("data-place")
        assert any(why in words(page, f'[data-place="{place}"]') for why in ("It costs", "It can do nothing now.")), (
            place
        )


def test_what_was_picked_is_shown_and_can_be_taken_back(beside_the_jester: Person) -> None:
    person, page = beside_the_jester, beside_the_jester.page
    until_students_move(person)
    picks = page.locator(".picks li .unseen")
    page.locator(JESTER).click()
    page.get_by_role("button", name="Use it", exact=True).click()
    page.get_by_text("Jester: choose a student of the card.").first.wait_for()
    assert picks.count() == 0
    for at, source in enumerate(("card", "entrance")):
        page.locator(ITS_STUDENTS).first.click()
        picks.nth(at).wait_for(state="attached")
        assert picks.nth(at).inner_text().endswith(f"of the {source}")
    assert violations(page) == []
    page.get_by_role("button", name="Undo the last pick").click()
    picks.nth(1).wait_for(state="detached")
    assert picks.count() == 1
    page.locator(ITS_STUDENTS).first.click()
    page.get_by_role("button", name="Finish the swap").click()
    page.locator(".picks").wait_for(state="detached")
    assert words(page, JESTER).endswith("one is the limit.")


def test_whatever_was_picked_needs_no_scrolling(beside_the_jester: Person) -> None:
    """Three swaps are the most: with each of them there is more to show, and more to choose from."""
    person, page = beside_the_jester, beside_the_jester.page
    until_students_move(person)
    page.locator(JESTER).click()
    page.get_by_role("button", name="Use it", exact=True).click()
    page.get_by_text("Jester: choose a student of the card.").first.wait_for()
    for picked in range(6):
        assert page.evaluate(OUTSIDE) == [], picked
        page.locator(ITS_STUDENTS).last.click()
        page.wait_for_function(PICKED, arg=picked + 1)
