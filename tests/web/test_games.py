"""Whole games of Eriantys in a real browser, from the door to the result."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..commands.open_house import OpenHouse
from .people import Person, play_to_the_end
from .visits import PHONE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_by_mouse(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = Person(page, random.Random(1))
        person.play_now()
        assert play_to_the_end(person, person.decide) > 5
        assert page.locator(".result h2").inner_text()
        former = page.url
        page.get_by_role("button", name="Play again").click()
        page.wait_for_url(lambda address: address != former)
        page.wait_for_selector(".board .hand")
        assert not person.wait_for_turn()["over"]


def test_by_keyboard(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.wait_for_selector("button.main:enabled")
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.matches('button.main')"):
                break
        page.keyboard.press("Enter")
        person = Person(page, random.Random(2))
        assert play_to_the_end(person, person.decide_by_keyboard) > 5


def test_by_touch_on_a_phone_as_an_expert(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, PHONE, touch=True) as page:
        person = Person(page, random.Random(3), touch=True)
        person.play_now(players=3, expert=True)
        assert play_to_the_end(person, person.decide) > 5


def test_in_a_team_of_experts(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = Person(page, random.Random(4))
        person.play_now(players=4, expert=True)
        assert play_to_the_end(person, person.decide) > 5
