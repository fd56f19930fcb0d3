"""Every screen and state is judged by axe, in both themes and on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import pytest

from ..commands.open_house import OpenHouse
from . import tools
from .people import Person
from .visits import PHONE, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""


def violations(page: Page) -> list[str]:
    page.evaluate(tools.AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


def door(page: Page) -> Iterator[str]:
    page.wait_for_selector("button.main:enabled")
    yield "door"
    page.get_by_text("Options", exact=True).click()
    yield "door with options"
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    yield "settings"
    page.keyboard.press("Escape")
    page.get_by_label("Code of the table").fill("XXXXXX")
    page.get_by_role("button", name="Join by code").click()
    page.get_by_text("There is no table XXXXXX").wait_for()
    yield "no such table"
    page.goto(f"{page.url}t/XXXXXX")
    page.get_by_text("There is no table XXXXXX").wait_for()
    yield "the address of no table"
    page.goto(page.url.rpartition("/t/")[0])
    page.wait_for_selector("button.main:enabled")
    page.context.set_offline(True)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector("[data-trouble=unreachable]")
    yield "no house"
    page.context.set_offline(False)


def lobby(page: Page) -> Iterator[str]:
    page.get_by_role("button", name="Open a table").click()
    page.get_by_role("heading", name="Before the game").wait_for()
    yield "lobby"
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Start the game").wait_for()
    yield "lobby, full"
    page.get_by_label("Your wizard").select_option("2")
    page.get_by_text("Wizard 2").first.wait_for()
    page.get_by_role("button", name="Close the table").click()
    yield "lobby, closing"


def table(page: Page) -> Iterator[str]:
    person = Person(page, random.Random(7))
    person.play_now(players=3, expert=True)
    choices = person.wait_for_turn()
    seen: set[str] = set()
    while not choices["over"]:
        for state in ("assistants", "students", "clouds"):
            if choices[state] and state not in seen:
                seen.add(state)
                yield state
        if choices["students"] and "lifted" not in seen:
            seen.add("lifted")
            page.locator(choices["students"][0]).click()
            yield "a student is lifted"
            page.keyboard.press("Escape")
        person.decide(choices)
        choices = person.wait_for_turn(choices["entry"])
    yield "result"
    page.locator(".cards button").first.click()
    yield "a character is looked at"
    if page.locator(".chip").first.is_visible():
        page.locator(".chip").first.click()
        page.wait_for_selector("dialog[open]")
        yield "another school"
        page.keyboard.press("Escape")
    yield from around(page)


def close_sheet(page: Page) -> None:
    """Until it is gone, and not only closed: as long as it is there, keys are for it."""
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def around(page: Page) -> Iterator[str]:
    """What is at every table beside the board."""
    page.get_by_role("button", name="Table", exact=True).click()
    page.wait_for_selector("dialog[open]")
    yield "menu"
    close_sheet(page)
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    yield "settings at the table"
    close_sheet(page)
    page.keyboard.press("?")
    page.get_by_role("heading", name="Playing by keyboard").wait_for()
    yield "keys"
    close_sheet(page)
    narrow = not page.locator("aside").is_visible()
    if narrow:
        page.get_by_role("button", name="Log and chat").click()
        yield "log"
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("hello")
    page.get_by_role("button", name="Say", exact=True).click()
    page.get_by_text("hello").last.wait_for()
    yield "chat"
    if narrow:
        page.get_by_role("button", name="Log and chat").click()


@pytest.mark.parametrize("screen", [door, lobby, table])
@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")])
def test_nobody_is_shut_out(
    browser: Browser,
    house: OpenHouse,
    screen: Callable[[Page], Iterator[str]],
    size: tuple[int, int],
    scheme: Literal["light", "dark"],
) -> None:
    found: dict[str, Any] = {}
    with visiting(browser, house, size, scheme=scheme, allowed=("404", "ERR_INTERNET_DISCONNECTED")) as page:
        for state in screen(page):
            found[state] = violations(page)
    assert len(found) > 2
    assert {state: said for state, said in found.items() if said} == {}
