"""Things that hurt people once, each as it is now."""

from __future__ import annotations

import random
import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .masters import MastersPerson
from .people import Person
from .test_leaving import started
from .visits import PHONE, SIZES, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

BOTH = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["laptop", "phone"])


def at_students(page: Page, players: int = 2) -> Person:
    """Eriantys against bots, when students are to be moved for the first time."""
    person = Person(page, random.Random(3))
    person.play_now(players=players)
    choices = person.wait_for_turn()
    while not choices["students"]:
        person.decide(choices)
        choices = person.wait_for_turn(choices["entry"])
    return person


def box(found: Locator) -> dict[str, float]:
    there = found.bounding_box()
    assert there is not None
    return {"x": there["x"], "y": there["y"], "width": there["width"], "height": there["height"]}


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


@BOTH
def test_undo_is_where_no_other_button_ever_is(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with visiting(browser, house, size) as page:
        at_students(page)
        others = []
        for _ in range(2):
            page.locator(".entrance button.open").first.click()
            page.get_by_role("button", name="To the dining room").wait_for()
            others += [box(each) for each in page.locator(".action .deeds .button").all()]
            entry = int(page.locator(".table").get_attribute("data-entry") or 0)
            page.get_by_role("button", name="To the dining room").click()
            page.wait_for_function(
                "(entry) => Number(document.querySelector('.table').dataset.entry) > entry", arg=entry
            )
        undo = [box(page.get_by_role("button", name=name, exact=True)) for name in ("Undo", "Undo the turn")]
        assert not any(overlap(one, other) for one in undo for other in others)


def test_two_quick_clicks_do_not_take_the_turn_back(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        at_students(page)
        page.locator(".entrance button.open").first.click()
        where = box(page.get_by_role("button", name="To the dining room"))
        entry = int(page.locator(".table").get_attribute("data-entry") or 0)
        page.mouse.dblclick(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
        page.wait_for_function("(entry) => Number(document.querySelector('.table').dataset.entry) > entry", arg=entry)
        page.get_by_text("Move two more students").or_(page.get_by_text("Move 2")).first.wait_for()
        assert page.locator("aside li.gone").count() == 0


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_a_running_game_comes_first_at_the_door(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with visiting(browser, house, size) as page:
        person = Person(page, random.Random(3))
        person.play_now()
        person.wait_for_turn()
        code = page.url.rpartition("/")[2]
        page.get_by_role("link", name="To the door").click()
        running = page.get_by_role("region", name="Your running games")
        running.get_by_text("Your turn").wait_for()
        first = box(running)
        assert first["y"] + first["height"] <= box(page.get_by_label("Your name"))["y"]
        assert first["y"] + first["height"] < size[1]
        assert violations(page) == []
        running.get_by_role("link").click()
        page.wait_for_selector(".board")
        assert page.url.endswith(code)


def test_the_door_says_how_long_is_left(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, PHONE) as page:
        page.get_by_text("More options").or_(page.locator("summary")).first.click()
        page.get_by_label("Clock").select_option(index=1)
        person = Person(page, random.Random(3))
        person.play_now()
        person.wait_for_turn()
        page.get_by_role("link", name="To the door").click()
        timer = page.get_by_role("region", name="Your running games").get_by_role("timer")
        timer.wait_for()
        assert re.fullmatch(r"[01]:\d\d", timer.inner_text())


@BOTH
def test_a_refusal_says_why_and_what_is_asked_now(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with visiting(browser, house, size) as page:
        at_students(page)
        page.locator("[data-island]").first.locator(".tile").click(force=True)
        notice = page.locator(".notice")
        notice.get_by_text("Now: Move").wait_for()
        task, said = box(page.locator(".action")), box(notice)
        assert said["y"] + said["height"] >= task["y"] - 20  # beside the task, or right above it


def test_the_entrance_keeps_its_places(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        at_students(page)

        def places() -> dict[str, Any]:
            found: dict[str, Any] = page.evaluate(
                """() => Object.fromEntries([...document.querySelectorAll(".entrance button")].map((each) =>
                  [each.dataset.place, [each.offsetLeft, each.offsetTop]]))"""
            )
            return found

        before = places()
        for _ in range(2):
            entry = int(page.locator(".table").get_attribute("data-entry") or 0)
            page.locator(".entrance button.open").first.click()
            page.get_by_role("button", name="To the dining room").click()
            page.wait_for_function(
                "(entry) => Number(document.querySelector('.table').dataset.entry) > entry", arg=entry
            )
        after = places()
        assert after.keys() <= before.keys()
        assert all(before[place] == after[place] for place in after)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_order_assistants_and_professors_are_in_sight(
    browser: Browser, house: OpenHouse, size: tuple[int, int], players: int
) -> None:
    with visiting(browser, house, size) as page:
        at_students(page, players)
        assert page.get_by_role("img", name=re.compile("Order of this round")).is_visible()
        shown = page.locator(".others .remaining:visible")
        assert shown.count() == players - 1
        for each in shown.all():
            there = box(each)
            assert there["x"] >= 0
            assert there["x"] + there["width"] <= size[0]
            assert there["height"] >= 8
        assert page.locator(".others :is(.professors, .tables)").count() >= players - 1


@BOTH
def test_faith_markers_are_players(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with visiting(browser, house, size) as page:
        MastersPerson(page, random.Random(3)).play_now(players=4)
        page.wait_for_selector(".track")
        colours: list[str] = page.evaluate(
            """() => [...document.querySelectorAll(".track .marker")].map((each) =>
              getComputedStyle(each.querySelector("path")).fill)"""
        )
        assert len(set(colours)) == 4


def test_who_loses_alone_reads_that_lorenzo_wins_and_why(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = MastersPerson(page, random.Random(1))
        person.play_now(players=1)
        choices = person.wait_for_turn()
        while not choices["over"]:
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        words = page.locator(".result h2").inner_text()
        rows = page.locator(".result tbody tr").all_inner_texts()
        if words == "Lorenzo wins.":
            page.locator(".result").get_by_text("Lorenzo wins: ").wait_for()
            assert "Lorenzo" in rows[0]
            assert len(rows) == 2
        else:
            assert words == "You win!"
        assert rows[0].startswith("1.")


def test_clouds_have_keys_and_a_turn_ends_by_itself(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = at_students(page)
        choices = person.open_choices()
        while not choices["clouds"]:
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        page.keyboard.press(re.findall(r"cloud:(\d)", choices["clouds"][0])[0])
        page.wait_for_function(
            "(entry) => Number(document.querySelector('.table').dataset.entry) > entry", arg=choices["entry"]
        )
        assert page.get_by_role("button", name="End the turn").count() == 0


@BOTH
def test_a_character_says_what_it_does(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with visiting(browser, house, size) as page:
        Person(page, random.Random(3)).play_now(expert=True)
        card = page.locator("[data-place^='card:']").first
        name = card.locator(".name:visible, .small:visible").first
        assert name.is_visible()
        card.hover()
        page.locator(".tip").filter(has_text=name.inner_text()).wait_for()
        page.mouse.move(0, 0)
        page.locator(".tip").wait_for(state="detached")


def test_the_market_of_a_phone_leaves_the_shelves_in_sight(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, PHONE) as page:
        person = MastersPerson(page, random.Random(3))
        person.play_now(players=2)
        choices = person.wait_for_turn()
        while not choices["turn"]:
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        page.get_by_role("button", name="Market", exact=True).click()
        shelves = page.get_by_role("dialog").get_by_role("region", name="Warehouse")
        shelves.wait_for()
        there = box(shelves)
        assert there["y"] + there["height"] <= PHONE[1]
        assert violations(page) == []


def test_the_log_speaks_of_you(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        ada, bob = started(stack, browser, house, "Ada", "Bob")
        first, second = (ada, bob) if ada.locator(".asked.yours").count() else (bob, ada)
        first.locator(".hand button.open").first.click()
        first.locator("aside li").filter(has_text="You play assistant").wait_for()
        second.locator("aside li").filter(has_text="plays assistant").wait_for()


SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFTED = 0.05


@pytest.mark.parametrize("kind", [Person, MastersPerson])
@pytest.mark.parametrize("device", SIZES)
def test_nothing_shifts_in_a_whole_game(
    browser: Browser, house: OpenHouse, device: str, kind: type[Person | MastersPerson]
) -> None:
    with visiting(browser, house, SIZES[device]) as page:
        person = kind(page, random.Random(7))
        person.play_now()
        choices = person.wait_for_turn()
        page.evaluate(SHIFTS)
        begun = page.evaluate("() => window.shifted")  # what shifted while the page was loaded
        while not choices["over"]:
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        assert page.evaluate("() => window.shifted") - begun <= MOST_SHIFTED


@pytest.mark.parametrize("kind", [Person, MastersPerson])
@pytest.mark.parametrize("size", [(740, 360), (915, 412)], ids=["740", "915"])
def test_a_phone_on_its_side_has_everything_in_sight(
    browser: Browser, house: OpenHouse, size: tuple[int, int], kind: type[Person | MastersPerson]
) -> None:
    with visiting(browser, house, size) as page:
        person = kind(page, random.Random(8))
        person.play_now(players=3)
        choices = person.wait_for_turn()
        for _ in range(8):
            if choices["over"]:
                break
            height, width = page.evaluate(
                "() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
            )
            assert (height, width) <= (size[1], size[0])
            asked = box(page.locator(".action [data-asked]"))
            assert asked["y"] + asked["height"] <= size[1]
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        assert violations(page) == []
