"""What lies on top of the page, and what is told for a while: it is in nobody's way, and gone when it is over."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .masters import MastersPerson
from .people import Person
from .played import played
from .test_door import join, open_table
from .visits import PHONE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CUT = """() => {
  const out = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) out.push(`the page is ${root.scrollWidth} wide`);
  for (const sheet of document.querySelectorAll("dialog[open]")) {
    const {right} = sheet.getBoundingClientRect();
    if (right > innerWidth) out.push(`a sheet ends at ${right}`);
    for (const each of sheet.querySelectorAll("*"))
      if (each.getBoundingClientRect().right > right) out.push(`${each.tagName} ${each.className}`);
  }
  return out;
}"""
READ = {
    "/learn": "[data-lesson]",
    "/learn/eriantys/end": "main button.main",
    "/rules/eriantys": ".rules section",
    "/rules/masters": ".rules section",
    "/glossary": "dl",
}
NO_SUCH_TABLE = "404"
OFFLINE = "ERR_INTERNET_DISCONNECTED"


def entry(page: Page) -> str | None:
    return page.locator(".table").get_attribute("data-entry")


@pytest.mark.parametrize("deed", ["Resign", "Ask to end"])
@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_keys_are_for_the_question_on_top(browser: Browser, house: OpenHouse, game: str, deed: str) -> None:
    with visiting(browser, house) as page:
        someone = Person if game == "eriantys" else MastersPerson
        person = someone(page, random.Random(3))
        person.play_now(players=2)
        person.decide(person.wait_for_turn())
        person.wait_for_turn()
        before = entry(page)
        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_role("button", name=deed).click()
        page.get_by_role("button", name="Cancel").wait_for()
        page.evaluate("() => document.activeElement.blur()")
        for key in "1gdeupx?":
            page.keyboard.press(key)
        assert page.get_by_role("dialog").count() == 1
        assert page.get_by_role("button", name="Cancel").is_visible()
        assert page.locator(".picked").count() == 0
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert entry(page) == before


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("phase", ["playing", "over"])
def test_the_door_fits_a_phone_with_ones_own_games(
    browser: Browser, house: OpenHouse, language: str, phase: str
) -> None:
    mine = {"at": 1_700_000_000_000, "key": "a key", "name": "A-name-of-20-letters", "game": "masters", "phase": phase}
    kept = json.dumps({"games": {"QQQQQQ": mine, "ZZZZZZ": {**mine, "game": "eriantys"}}})
    with visiting(browser, house, PHONE, allowed=NO_SUCH_TABLE) as page:
        page.evaluate("(kept) => localStorage.setItem('ludoteca', kept)", kept)
        page.evaluate("(spoken) => localStorage.setItem('ludoteca-look', spoken)", json.dumps({"language": language}))
        page.reload()
        page.get_by_text("QQQQQQ").first.wait_for()
        assert page.evaluate("() => document.documentElement.lang") == language
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("path", "wanted"), READ.items())
def test_what_one_reads_fits_a_phone(browser: Browser, house: OpenHouse, path: str, wanted: str, language: str) -> None:
    with visiting(browser, house, PHONE, path=path) as page:
        page.evaluate("(spoken) => localStorage.setItem('ludoteca-look', spoken)", json.dumps({"language": language}))
        page.reload()
        page.locator(wanted).first.wait_for()
        assert page.evaluate(CUT) == []


def test_what_one_can_do_looking_back_fits_a_phone_in_italian(browser: Browser, house: OpenHouse) -> None:
    code = played(house, "masters", until=30)
    with visiting(browser, house, PHONE, path=f"/replay/{code}") as page:
        page.evaluate("() => localStorage.setItem('ludoteca-look', JSON.stringify({language: 'it'}))")
        page.reload()
        page.get_by_role("button", name="Altro").click()
        page.wait_for_selector("dialog[open]")
        assert page.evaluate(CUT) == []


def test_a_game_is_not_forgotten_before_the_house_knows(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, allowed=OFFLINE) as page:
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector(".board")
        code = str(page.url).rpartition("/")[2]
        page.get_by_role("link", name="To the door").first.click()
        page.get_by_role("button", name=f"Forget: {code}").click()
        page.context.set_offline(True)
        page.get_by_role("dialog").get_by_role("button", name="Forget").click()
        page.get_by_role("dialog").get_by_text("cannot be reached").wait_for()
        page.context.set_offline(False)
        page.get_by_role("dialog").get_by_role("button", name="Forget").click()
        page.wait_for_selector("dialog", state="detached")
        assert page.get_by_text(code).count() == 0


def test_who_starts_twice_starts_once(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        open_table(page)
        page.get_by_role("button", name="Add a bot").click()
        page.get_by_role("button", name="Start the game").dblclick()
        page.wait_for_selector(".hand button.open")
        assert page.locator("[data-trouble]").count() == 0


def test_what_is_no_longer_true_is_no_longer_said(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house, PHONE) as bob:
        code = open_table(ada, players=3)
        join(bob, code, "Ada")
        bob.get_by_text("is called Ada already").wait_for()
        bob.get_by_label("Your name").fill("Bob")
        bob.get_by_role("button", name="Sit down").click()  # which nothing covers
        bob.get_by_text("Waiting for 1 more").wait_for()
        bob.wait_for_selector("[data-trouble]", state="detached")
