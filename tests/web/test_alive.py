"""What moves is shown moving: for a moment, until somebody has seen enough, and gently for who wants that."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from ..commands.open_house import OpenHouse
from .masters import MastersPerson
from .paint import QUIET
from .people import Person
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Flights as they begin: how each changes over its time, and whether it was gone after a press of the pointer.
WATCH = """() => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes]))
      if (added.classList?.contains("flight")) queueMicrotask(() => {
        const [animation] = added.getAnimations();
        const steps = animation.effect.getKeyframes();
        const fades = steps.some((step) => step.opacity === "0");
        const ways = new Set(steps.map((step) => /translate\\([^)]*\\)/.exec(step.transform)[0]));
        animation.pause();
        window.seen.push({ fades, ways: ways.size });
      });
  }).observe(document.querySelector("main"), { childList: true, subtree: true });
}"""


def watch(page: Page) -> None:
    """From now on, and once what moved before has come to rest."""
    page.evaluate(QUIET)  # it is on its way
    page.evaluate(QUIET)  # it has arrived
    page.evaluate(WATCH)


def first_flight(page: Page) -> dict[str, Any]:
    page.wait_for_function("() => window.seen.length > 0")
    found: dict[str, Any] = page.evaluate("() => window.seen[0]")
    return found


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_students_travel(browser: Browser, house: OpenHouse, motion: Any) -> None:
    with visiting(browser, house) as page:
        page.emulate_media(reduced_motion=motion)
        person = Person(page, random.Random(3))
        person.play_now()
        choices = person.wait_for_turn()
        while not choices["students"]:
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        watch(page)
        person.decide(choices)
        flight = first_flight(page)
        assert flight == ({"fades": True, "ways": 1} if motion == "reduce" else {"fades": False, "ways": 4})
        assert page.locator(".flight").count() > 0
        page.mouse.click(4, 4)  # on nothing
        assert page.locator(".flight").count() == 0


def test_resources_travel_to_their_shelf(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = MastersPerson(page, random.Random(5))
        person.play_now(players=1)
        choices = person.wait_for_turn()
        while not (choices["waiting"] and choices["shelves"]):
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        watch(page)
        person.store(choices)
        assert first_flight(page)["ways"] == 4
        page.mouse.click(4, 4)
        assert page.locator(".flight").count() == 0
