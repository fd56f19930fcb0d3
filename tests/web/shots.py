"""`python3 run.py shots FOLDER` makes pictures of every screen, at every size and in both themes."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..commands.open_house import OpenHouse, opened
from . import tools
from .conftest import GENEROUS
from .people import Person
from .visits import SIZES, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
GAMES = [(2, False), (3, True), (4, True)]


def door(page: Page) -> Iterator[str]:
    page.wait_for_selector("button.main:enabled")
    yield "door"
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    yield "settings"


def lobby(page: Page) -> Iterator[str]:
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name="Open a table").click()
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_text("Waiting for 1 more").wait_for()
    yield "lobby"


def eriantys(page: Page, players: int, *, expert: bool) -> Iterator[str]:
    person = Person(page, random.Random(players))
    person.play_now(players=players, expert=expert)
    name = f"eriantys-{players}{'-expert' if expert else ''}"
    choices = person.wait_for_turn()
    seen: set[str] = set()
    turns = 0
    while not choices["over"]:
        turns += bool(choices["assistants"])
        if turns > 2:  # by then there is something on the islands
            for state in ("assistants", "students", "clouds"):
                if choices[state] and state not in seen:
                    seen.add(state)
                    yield f"{name}-{state}"
        if turns > 2 and choices["students"] and "lifted" not in seen:
            seen.add("lifted")
            page.locator(choices["students"][0]).click()
            yield f"{name}-lifted"
            page.keyboard.press("Escape")
        person.decide(choices)
        choices = person.wait_for_turn(choices["entry"])
    yield f"{name}-result"


def screens(browser: Browser, house: OpenHouse, size: tuple[int, int], theme: Theme) -> Iterator[str]:
    """The name of each screen while it is shown; where it is shown is the last page of the browser."""
    with visiting(browser, house, size, scheme=theme) as page:
        yield from door(page)
    with visiting(browser, house, size, scheme=theme) as page:
        yield from lobby(page)
    for players, expert in GAMES:
        with visiting(browser, house, size, scheme=theme) as page:
            yield from eriantys(page, players, expert=expert)


def shoot(folder: Path) -> int:
    """How many pictures were made."""
    from playwright.sync_api import sync_playwright

    count = 0
    with tempfile.TemporaryDirectory() as data, opened(Path(data), *GENEROUS) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=["--no-sandbox"])
        for device, size in SIZES.items():
            for theme in THEMES:
                for screen in screens(browser, house, size, theme):
                    page = browser.contexts[-1].pages[-1]
                    page.wait_for_function("() => document.querySelector('.flight') === null")
                    page.screenshot(path=folder / f"{screen}-{device}-{theme}.png")
                    count += 1
        browser.close()
    return count


if __name__ == "__main__":
    missing = tools.missing_for_browser()
    if missing or len(sys.argv) > 2:
        sys.exit(f"No pictures can be made: {missing}." if missing else __doc__)
    target = Path(sys.argv[1] if len(sys.argv) == 2 else "build/shots")
    target.mkdir(parents=True, exist_ok=True)
    print(f"{shoot(target)} pictures are in {target}.")
