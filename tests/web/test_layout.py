"""One's own turn fits on the screen, for every number of players and on every size of device."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .people import Person
from .visits import SIZES, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
