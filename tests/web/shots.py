"""`python3 run.py shots FOLDER` makes pictures of every screen, at every size and in both themes."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..commands.open_house import OpenHouse, opened
from . import tools
from .conftest import GENEROUS
from .masters import MastersPerson
from .people import Person
from .test_accessible import around
from .test_masters import looked_at
from .visits import SIZES, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
GAMES = [(2, False), (3, True), (4, True)]
MASTERS = [1, 2, 4]
MASTERS_STATES = 9
MOST_DECISIONS = 40
STYLE = "body{font-family:sans-serif} img{height:220px;margin:4px;border:1px solid #999}"


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


def trouble(page: Page) -> Iterator[str]:
    page.get_by_label("Code of the table").fill("XXXXXX")
    page.get_by_role("button", name="Join by code").click()
    page.wait_for_selector("[data-trouble=no_such_table]")
    yield "no-such-table"


def eriantys(page: Page, players: int, *, expert: bool) -> Iterator[str]:
    person = Person(page, random.Random(players))
    person.play_now(players=players, expert=expert)
    name = f"eriantys-{players}{'-expert' if expert else ''}"
    choices = person.wait_for_turn()
    wanted = {"assistants", "students", "lifted", "clouds"}
    turns = 0
    while wanted and not choices["over"]:
        turns += bool(choices["assistants"])
        if turns > 2:  # by then there is something on the islands
            for state in ("assistants", "students", "clouds"):
                if choices[state] and state in wanted:
                    wanted.remove(state)
                    yield f"{name}-{state}"
            if choices["students"] and "lifted" in wanted:
                wanted.remove("lifted")
                page.locator(choices["students"][0]).click()
                yield f"{name}-lifted"
                page.keyboard.press("Escape")
        person.decide(choices)
        choices = person.wait_for_turn(choices["entry"])
    if expert:
        page.locator(".cards button").first.click()
        yield f"{name}-character"
        page.keyboard.press("Escape")
    yield from around_and_over(page, name, whole=players == 2)


def masters(page: Page, players: int) -> Iterator[str]:
    person = MastersPerson(page, random.Random(players))
    person.play_now(players=players)
    name = f"masters-{players}"
    choices = person.wait_for_turn()
    seen: set[str] = set()
    for _ in range(MOST_DECISIONS):
        if choices["over"] or len(seen) >= MASTERS_STATES:
            break
        for state in looked_at(page, person, choices, seen):
            seen.add(state)
            yield f"{name}-{state}"
        person.decide(choices)
        choices = person.wait_for_turn(choices["entry"])
    if players > 1:
        page.locator(".strip").first.click()
        page.wait_for_selector("dialog[open]")
        yield f"{name}-other"
        page.keyboard.press("Escape")
    yield from around_and_over(page, name, whole=players == 2)


def around_and_over(page: Page, name: str, *, whole: bool) -> Iterator[str]:
    """What is beside the board, and the result: who resigns against one other sees it at once."""
    if not whole:
        return
    for state in around(page):
        yield f"{name}-{state.replace(' ', '-')}"
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.wait_for_selector(".result")
    yield f"{name}-result"


def screens(browser: Browser, house: OpenHouse, size: tuple[int, int], theme: Theme) -> Iterator[str]:
    """The name of each screen while it is shown; where it is shown is the last page of the browser."""
    visits: list[Callable[[Page], Iterator[str]]] = [door, lobby, trouble]
    visits += [partial(eriantys, players=players, expert=expert) for players, expert in GAMES]
    visits += [partial(masters, players=players) for players in MASTERS]
    for visit in visits:
        with visiting(browser, house, size, scheme=theme, allowed="404") as page:
            yield from visit(page)


def shoot(folder: Path) -> list[str]:
    """The names of the pictures that were made."""
    from playwright.sync_api import sync_playwright

    made: list[str] = []
    with tempfile.TemporaryDirectory() as data, opened(Path(data), *GENEROUS) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=["--no-sandbox"])
        for device, size in SIZES.items():
            for theme in THEMES:
                for screen in screens(browser, house, size, theme):
                    page = browser.contexts[-1].pages[-1]
                    page.wait_for_function("() => document.querySelector('.flight') === null")
                    made.append(f"{screen}-{device}-{theme}.png")
                    page.screenshot(path=folder / made[-1])
        browser.close()
    return made


def index(made: list[str]) -> str:
    """A page of thumbnails: a row for each screen."""
    rows: dict[str, list[str]] = {}
    for picture in made:
        rows.setdefault(picture.rsplit("-", 2)[0], []).append(picture)
    body = "".join(
        f"<h2>{screen}</h2><p>{''.join(f'<a href={each}><img src={each} alt={each}></a>' for each in pictures)}</p>"
        for screen, pictures in rows.items()
    )
    return f"<!doctype html><meta charset=utf-8><title>Ludoteca</title><style>{STYLE}</style>{body}\n"


if __name__ == "__main__":
    missing = tools.missing_for_browser()
    if missing or len(sys.argv) > 2:
        sys.exit(f"No pictures can be made: {missing}." if missing else __doc__)
    target = Path(sys.argv[1] if len(sys.argv) == 2 else "build/shots")
    target.mkdir(parents=True, exist_ok=True)
    pictures = shoot(target)
    (target / "index.html").write_text(index(pictures), encoding="utf-8")
    print(f"{len(pictures)} pictures are in {target}; index.html shows them all.")
