"""One's own turn fits on the screen, for every number of players and on every size of device."""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .masters import MastersPerson
from .people import Person
from .test_door import join, open_table
from .visits import PHONE, SIZES, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OUTSIDE = """() => {
  const root = document.documentElement;
  const out = [];
  if (root.scrollWidth > innerWidth) out.push(`the page is ${root.scrollWidth} wide`);
  if (root.scrollHeight > innerHeight) out.push(`the page is ${root.scrollHeight} high`);
  for (const each of document.querySelectorAll(".board button, .board .tile")) {
    const {left, top, right, bottom, width} = each.getBoundingClientRect();
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    if (width && !inside) out.push(`${each.className} ${each.getAttribute("aria-label")}`);
  }
  return out;
}"""
# What is too small for a finger. Words of a text that explain themselves are as large as the text.
SMALL = """() => [...document.querySelectorAll(
    ".hand button, .entrance button, .cloud, .cards button, .action .button, .tile, .chip")]
  .filter((each) => each.checkVisibility() && !each.matches(".term"))
  .map((each) => [each.className, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => Math.min(width, height) < 44)
  .map(([name, {width, height}]) => `${name}: ${width} by ${height}`)"""
LARGEST_FOR_FINGERS = 768
# A notice that is held in by something else, or that lies over what can be pressed.
COVERED = """() => {
  const notice = document.querySelector(".notice:not(.none)");
  const {left, top, right, bottom} = notice.getBoundingClientRect();
  const out = [];
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!notice.contains(seen)) out.push("the notice is not seen");
  for (const each of document.querySelectorAll(".action button:not(.term)")) {
    if (notice.contains(each)) continue;
    const button = each.getBoundingClientRect();
    const apart = button.right <= left || button.left >= right || button.bottom <= top || button.top >= bottom;
    if (button.width && !apart) out.push(each.textContent);
  }
  return out;
}"""
# Markers of which the outline reaches into that of another, or that something else is painted over.
HIDDEN_MARKERS = """() => {
  const markers = [...document.querySelectorAll(".marker")];
  const outlines = markers.map((each) => each.querySelector("path").getBoundingClientRect());
  return outlines.flatMap(({left, top, right, bottom, width, height}, at) => {
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const out = [];
    if (Math.min(width, height) < 6) out.push(`${at} is ${width} by ${height}`);
    if (!markers[at].contains(seen)) out.push(`${at} is covered`);
    for (const [more, other] of outlines.slice(at + 1).entries()) {
      const beside = left >= other.right - 1 || other.left >= right - 1;
      const above = top >= other.bottom - 1 || other.top >= bottom - 1;
      if (!beside && !above) out.push(`${at} and ${at + 1 + more}`);
    }
    return out;
  });
}"""
ZOOMED = (640, 360)  # 1280 by 720
ASKED_IN_SIGHT = """() => {
  const {left, top, right, bottom} = document.querySelector(".asked p").getBoundingClientRect();
  const seen = document.elementFromPoint(left + 40, (top + bottom) / 2);
  const action = document.querySelector(".action").getBoundingClientRect();
  const wide = document.documentElement.scrollWidth > innerWidth;
  return top >= 0 && bottom <= innerHeight && action.bottom <= innerHeight + 1 && !wide
    && document.querySelector(".asked").contains(seen);
}"""
GAMES = {"Eriantys": "[data-place^='entrance:']:visible", "Masters of Renaissance": "[data-deed='keep']"}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("device", SIZES)
def test_the_own_turn_needs_no_scrolling(browser: Browser, house: OpenHouse, device: str, players: int) -> None:
    with visiting(browser, house, SIZES[device]) as page:
        person = Person(page, random.Random(8))
        person.play_now(players=players, expert=True)
        choices = person.wait_for_turn()
        for _ in range(10):
            if choices["over"]:
                break
            assert page.evaluate(OUTSIDE) == [], choices
            if SIZES[device][0] <= LARGEST_FOR_FINGERS:
                assert page.evaluate(SMALL) == [], choices
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])


@pytest.mark.parametrize("kind", [Person, MastersPerson])
def test_zoomed_to_200_percent_what_is_asked_stays_in_sight(
    browser: Browser, house: OpenHouse, kind: type[Person | MastersPerson]
) -> None:
    """A phone that lies on its side is as low."""
    with visiting(browser, house, ZOOMED) as page:
        person = kind(page, random.Random(8))
        person.play_now()
        choices = person.wait_for_turn()
        for _ in range(8):
            if choices["over"]:
                break
            for end in (0, 10_000):
                page.evaluate("(y) => scrollTo(0, y)", end)
                assert page.evaluate(ASKED_IN_SIGHT), (end, choices)
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])


def two_at(stack: ExitStack, browser: Browser, house: OpenHouse, size: tuple[int, int], game: str) -> tuple[Page, Page]:
    """A game of two people: whose turn it is, and the other one."""
    ada, bob = (stack.enter_context(visiting(browser, house, size)) for _ in range(2))
    join(bob, open_table(ada, game=game), "Bob")
    bob.get_by_role("button", name="Leave the seat").wait_for()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, bob):
        page.wait_for_selector(".board")
    return (ada, bob) if ada.locator(".asked.yours").count() else (bob, ada)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [PHONE, SIZES["tablet"], WIDE])
def test_what_is_said_and_asked_leaves_the_own_turn_free(
    browser: Browser, house: OpenHouse, size: tuple[int, int], game: str
) -> None:
    with ExitStack() as stack:
        playing, waiting = two_at(stack, browser, house, size, game)
        playing.locator(GAMES[game]).last.click(force=True)  # it is not disabled: it says why
        playing.locator(".notice p").wait_for()
        assert playing.evaluate(COVERED) == []
        playing.locator(".notice [data-way=close]").click()
        waiting.get_by_role("button", name="Table", exact=True).click()
        waiting.get_by_role("button", name="Ask to end").click()
        waiting.get_by_role("button", name="Yes").click()
        waiting.locator(".notice").get_by_text("The others are asked now.").wait_for()
        playing.get_by_role("alert").get_by_role("button", name="Do not agree").wait_for()
        assert playing.evaluate(OUTSIDE) == []
        playing.get_by_role("alert").get_by_role("button", name="Do not agree").click()
        waiting.locator(".notice").get_by_text("does not agree.").wait_for()


@pytest.mark.parametrize("kind", [Person, MastersPerson])
def test_the_result_can_be_put_aside(browser: Browser, house: OpenHouse, kind: type[Person | MastersPerson]) -> None:
    with visiting(browser, house, PHONE) as page:
        person = kind(page, random.Random(3))
        person.play_now(players=2)
        person.wait_for_turn()
        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes").click()
        details = page.get_by_role("button", name="Details", expanded=True)
        details.wait_for()
        whole = page.locator(".action").bounding_box()
        details.press("Enter")
        page.get_by_role("button", name="Details", expanded=False).wait_for()
        page.locator(".result table").wait_for(state="hidden")
        folded = page.locator(".action").bounding_box()
        assert whole is not None
        assert folded is not None
        assert folded["height"] < whole["height"]
        assert page.get_by_role("button", name="Play again").is_visible()
        assert violations(page) == []
        page.get_by_role("button", name="Details").press("Enter")
        page.locator(".result table").wait_for()
        assert violations(page) == []


@pytest.mark.parametrize("device", SIZES)
def test_no_marker_of_the_faith_track_hides_another(browser: Browser, house: OpenHouse, device: str) -> None:
    with visiting(browser, house, SIZES[device]) as page:
        person = MastersPerson(page, random.Random(5))
        person.play_now(players=4)
        person.wait_for_turn()
        assert page.locator(".marker").count() == 4
        assert page.evaluate(HIDDEN_MARKERS) == []
