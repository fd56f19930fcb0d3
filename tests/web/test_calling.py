"""How the page calls somebody: title and icon, sound and notification. The browser's own parts are noted, not used."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from ..commands.open_house import OpenHouse
from .people import Person
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Sounds and notifications are written down; whether one looks at the page is said by the test.
NOTED = """(answer) => {
  window.noted = {contexts: 0, asked: 0, shown: [], closed: 0};
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); noted.contexts += 1; } };
  window.Notification = class {
    static permission = "default";
    static requestPermission = async () => { noted.asked += 1; return (Notification.permission = answer); };
    constructor(title, {body}) { noted.shown.push(`${title}: ${body}`); }
    close() { noted.closed += 1; }
  };
  window.elsewhere = (hidden, focused) => {
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.hasFocus = () => focused;
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event(focused ? "focus" : "blur"));
  };
}"""


def noted(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("() => window.noted")
    return found


def look(page: Page, *, hidden: bool, focused: bool) -> None:
    page.evaluate("([hidden, focused]) => elsewhere(hidden, focused)", [hidden, focused])


def sit_down(page: Page) -> Person:
    person = Person(page, random.Random(3))
    person.play_now()
    person.wait_for_turn()
    return person


def through_a_turn(person: Person) -> None:
    """Until somebody else had a turn, and it is one's own again: assistants are asked for."""
    choices = person.open_choices()
    if choices["assistants"]:
        person.decide(choices)
        choices = person.wait_for_turn(choices["entry"])
    while not choices["assistants"]:
        person.decide(choices)
        choices = person.wait_for_turn(choices["entry"])


def test_title_and_icon_call_whoever_looks_elsewhere(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.evaluate(NOTED, "granted")
        sit_down(page)
        icon = page.locator('link[rel="icon"]')
        look(page, hidden=False, focused=True)
        assert page.title() == "Eriantys for 2"
        look(page, hidden=False, focused=False)
        page.wait_for_function("() => document.title === '● Your turn · Eriantys for 2'")
        assert str(icon.get_attribute("href")).endswith("/pages/icon-turn.svg")
        look(page, hidden=False, focused=True)
        page.wait_for_function("() => document.title === 'Eriantys for 2'")
        assert str(icon.get_attribute("href")).endswith("/icon-house.svg")


def test_nothing_is_heard_or_asked_unless_it_is_wished_for(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.evaluate(NOTED, "granted")
        person = sit_down(page)
        look(page, hidden=True, focused=False)
        through_a_turn(person)
        assert noted(page) == {"contexts": 0, "asked": 0, "shown": [], "closed": 0}


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def test_sounds_are_made_once_they_are_switched_on(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.evaluate(NOTED, "granted")
        settings(page)
        assert not page.get_by_label("Sounds").is_checked()
        assert page.get_by_label("Volume").is_disabled()
        page.get_by_label("Sounds").check()
        assert noted(page)["contexts"] == 1
        page.get_by_label("Volume").fill("0.2")
        page.keyboard.press("Escape")
        sit_down(page)
        assert noted(page)["contexts"] == 1
        page.reload()
        page.evaluate(NOTED, "granted")
        page.wait_for_selector(".hand button.open")
        assert noted(page)["contexts"] == 0  # nobody has touched the page yet
        page.locator(".hand button.open").first.click()
        page.wait_for_function("() => noted.contexts === 1")
        settings(page)
        assert page.get_by_label("Volume").input_value() == "0.2"


def test_a_notification_comes_when_the_page_is_hidden(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.evaluate(NOTED, "granted")
        settings(page)
        page.get_by_label("Tell me when it is my turn").check()
        page.wait_for_function("() => noted.asked === 1")
        page.keyboard.press("Escape")
        person = sit_down(page)
        look(page, hidden=False, focused=False)
        through_a_turn(person)
        assert noted(page)["shown"] == []  # the page can be seen
        look(page, hidden=True, focused=False)
        through_a_turn(person)
        page.wait_for_function("() => noted.shown.length > 0")
        assert noted(page)["shown"][0] == "Eriantys for 2: It is your turn."
        look(page, hidden=False, focused=True)
        page.wait_for_function("() => noted.closed > 0")


@pytest.mark.parametrize("answer", ["denied", "default"])
def test_a_browser_that_does_not_allow_it_is_told_of(browser: Browser, house: OpenHouse, answer: str) -> None:
    with visiting(browser, house) as page:
        page.evaluate(NOTED, answer)
        settings(page)
        page.get_by_label("Tell me when it is my turn").click()
        page.get_by_text("This browser does not allow it.").wait_for()
        assert not page.get_by_label("Tell me when it is my turn").is_checked()
