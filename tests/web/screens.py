"""Every screen of the page, each while it is shown: for pictures of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from ..commands.open_house import OpenHouse
from .learners import LESSONS, Learner
from .masters import MastersPerson, looked_at
from .people import Person, close_sheet
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Theme = Literal["light", "dark"]
Codes = dict[tuple[str, int], str]
PLAYED = [("eriantys", 2), ("eriantys", 3), ("masters", 3), ("masters", 1)]  # games to look back at
ERIANTYS = [(2, False), (3, True), (4, True)]
MASTERS = [1, 2, 3, 4]
MASTERS_STATES = 9
MOST_DECISIONS = 40
# Nothing flies, and nothing is about to: what happened is shown from the next frame on.
STILL = """() => new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(
  () => tell(document.querySelector('.flight') === null))))"""
COMPLAINTS = ("404", "ERR_INTERNET_DISCONNECTED")  # what is shown on purpose


@dataclass(frozen=True)
class Visit:
    """Somebody who comes to the page at an address and shows one screen after the other."""

    name: str
    show: Callable[[Page], Iterator[str]]
    path: str = "/"


def door(page: Page) -> Iterator[str]:
    page.wait_for_selector("button.main:enabled")
    yield "door"
    page.get_by_text("Options", exact=True).click()
    yield "door-options"
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    yield "settings"


def lobby(page: Page) -> Iterator[str]:
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name="Open a table").click()
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_text("Waiting for 1 more").wait_for()
    yield "lobby"
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Start the game").wait_for()
    page.get_by_role("radio", name="Selene").check()
    page.locator(".seats").get_by_text("Selene").wait_for()
    yield "lobby-full"
    page.get_by_role("button", name="Close the table").click()
    yield "lobby-closing"


def troubles(page: Page) -> Iterator[str]:
    """A code that nobody has, typed and in an address, and a house that is away: at the door and at a table."""
    page.get_by_label("Code of the table").fill("XXXXXX")
    page.get_by_role("button", name="Join by code").click()
    page.wait_for_selector("[data-trouble=no_such_table]")
    yield "trouble-no-such-table"
    door = page.url
    page.goto(f"{door}t/XXXXXX")
    page.wait_for_selector("[data-trouble=no_such_table] [data-way=door]")
    yield "trouble-no-table-there"
    page.locator("[data-trouble=no_such_table] [data-way=door]").first.click()
    page.wait_for_selector("button.main:enabled")
    page.context.set_offline(True)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector("[data-trouble=unreachable]")
    yield "trouble-no-house"
    page.context.set_offline(False)
    page.reload()
    person = Person(page, random.Random(2))
    person.play_now(players=2)
    person.wait_for_turn()
    page.context.set_offline(True)
    page.wait_for_selector(".status [data-trouble]")
    yield "trouble-table-alone"


def lesson(page: Page, game: str, step: int) -> Iterator[str]:
    name = list(LESSONS[game])[step - 1]
    learner = Learner(page)
    learner.settle(name, 0)
    yield f"learn-{game}-{step}"
    if step == 1:
        learner.do_step(name, LESSONS[game][name])
        yield f"learn-{game}-{step}-done"


def lessons(page: Page) -> Iterator[str]:
    page.locator("[data-lesson]").first.wait_for()
    yield "learn"


def end_of_lesson(page: Page) -> Iterator[str]:
    page.locator("main button.main").wait_for()
    yield "learn-end"


def rules(page: Page, game: str) -> Iterator[str]:
    page.locator(".rules section").first.wait_for()
    yield f"rules-{game}"
    page.get_by_role("button", name="All details").click()
    page.locator(".rules [data-section='6.1']").wait_for()
    yield f"rules-{game}-details"


def glossary(page: Page) -> Iterator[str]:
    page.locator("dl").first.wait_for()
    yield "glossary"


def replay(page: Page, name: str) -> Iterator[str]:
    """The middle, the course, what else one can do, and the end with its result."""
    page.wait_for_selector(".replay .board")
    yield f"replay-{name}"
    narrow = page.get_by_role("button", name="Log and course")
    beside = not narrow.is_visible()
    if not beside:
        narrow.click()
    page.get_by_role("tab", name="Course").click()
    yield f"replay-{name}-course"
    if not beside:
        narrow.click()
    page.locator("input[type=range]").fill(page.locator(".replay").get_attribute("data-last") or "")
    page.wait_for_selector(".result h2")
    yield f"replay-{name}-end"


def italian(page: Page, name: str) -> Iterator[str]:
    """The same in the longer language, with letters on the pieces."""
    page.wait_for_selector(".replay .board")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Italiano").check()
    page.get_by_label("Lettere sui pezzi").check()
    yield f"italian-{name}-settings"
    page.keyboard.press("Escape")
    yield f"italian-{name}"
    page.locator("input[type=range]").fill(page.locator(".replay").get_attribute("data-last") or "")
    page.wait_for_selector(".result h2")
    yield f"italian-{name}-end"


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
    if page.locator(".chip").first.is_visible():
        page.locator(".chip").first.click()
        page.wait_for_selector("dialog[open]")
        yield f"{name}-other"
        close_sheet(page)
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
        close_sheet(page)
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


def visits(codes: Codes) -> Iterator[Visit]:
    """Everybody who comes; `codes` are those of the games of PLAYED."""
    yield Visit("door", door)
    yield Visit("lobby", lobby)
    yield Visit("troubles", troubles)
    yield Visit("learn", lessons, "/learn")
    yield Visit("learn", end_of_lesson, "/learn/eriantys/end")
    for game, steps in LESSONS.items():
        for step in range(1, len(steps) + 1):
            yield Visit("learn", partial(lesson, game=game, step=step), f"/learn/{game}/{step}")
        yield Visit("rules", partial(rules, game=game), f"/rules/{game}")
    yield Visit("glossary", glossary, "/glossary")
    for (game, players), code in codes.items():
        look_back = f"/replay/{code}?at=60"
        yield Visit("replay", partial(replay, name=f"{game}-{players}"), look_back)
        yield Visit("italian", partial(italian, name=f"{game}-{players}"), look_back)
    for players, expert in ERIANTYS:
        yield Visit("eriantys", partial(eriantys, players=players, expert=expert))
    for players in MASTERS:
        yield Visit("masters", partial(masters, players=players))


def screens(
    browser: Browser, house: OpenHouse, size: tuple[int, int], theme: Theme, wanted: list[Visit]
) -> Iterator[tuple[str, Page]]:
    """The name of each screen while it is shown, and where it is."""
    for visit in wanted:
        with visiting(browser, house, size, path=visit.path, scheme=theme, allowed=COMPLAINTS) as page:
            for name in visit.show(page):
                page.wait_for_function(STILL)
                yield name, page
