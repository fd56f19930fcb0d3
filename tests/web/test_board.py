"""What a hand does at the board: drag, think better of it, ask for what cannot be had, look before it moves."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .people import Person
from .visits import PHONE, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STUDENT = ".entrance button.open"


@pytest.fixture
def moving(browser: Browser, house: OpenHouse) -> Iterator[Person]:
    """Somebody who has to move students."""
    with visiting(browser, house) as page:
        person = Person(page, random.Random(9))
        person.play_now(expert=True)
        choices = person.wait_for_turn()
        while not choices["students"]:
            person.decide(choices)
            choices = person.wait_for_turn(choices["entry"])
        yield person


def entrance(page: Page) -> int:
    """How many students are in one's entrance."""
    counts = page.locator(".entrance button .stack").all()
    return sum(count.locator(".one").count() for count in counts)


def drag(page: Page, source: str, target: str) -> None:
    start, end = page.locator(source).first.bounding_box(), page.locator(target).first.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 15, start["y"] + 15)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] - 40, steps=3)
    assert page.locator(".carried").count() == 1
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
    page.mouse.up()
    assert page.locator(".carried").count() == 0


@pytest.mark.parametrize("target", ['[data-tile="7"]', ".dining"])
def test_a_student_is_dragged(moving: Person, target: str) -> None:
    page, before = moving.page, moving.open_choices()
    there = entrance(page)
    drag(page, STUDENT, target)
    moving.wait_for_turn(before["entry"])
    assert entrance(page) == there - 1


def test_nothing_on_the_board_is_selected(moving: Person) -> None:
    """Else the browser drags what is selected, in the place of a piece."""
    page = moving.page
    page.mouse.move(40, 690)
    page.mouse.down()
    page.mouse.move(700, 300, steps=5)
    page.mouse.up()
    assert page.evaluate("() => getSelection().toString()") == ""


def test_a_student_that_is_dropped_nowhere_stays(moving: Person) -> None:
    page, before = moving.page, moving.open_choices()
    drag(page, STUDENT, "header h1")
    assert moving.open_choices() == before


def test_a_move_is_taken_back(moving: Person) -> None:
    page, before = moving.page, moving.open_choices()
    there = entrance(page)
    moving.decide({**before, "characters": []})
    after = moving.wait_for_turn(before["entry"])
    assert entrance(page) == there - 1
    assert page.locator("aside li.gone").count() == 0
    page.get_by_role("button", name="Undo", exact=True).click()
    moving.wait_for_turn(after["entry"])
    assert entrance(page) == there
    gone = page.locator("aside li.gone")
    gone.wait_for()
    assert "student" in gone.inner_text()
    assert "(taken back)" in gone.inner_text()


def test_what_cannot_be_done_says_why(moving: Person) -> None:
    page = moving.page
    page.locator('[data-tile="5"]').click(force=True)
    page.get_by_text("Pick a student of your entrance first.").wait_for()
    page.locator(".cloud").first.click(force=True)
    page.get_by_text("That is not asked for now.").wait_for()


def test_an_island_says_who_would_have_it(moving: Person) -> None:
    page = moving.page
    page.locator('[data-tile="5"]').hover()
    preview = page.locator(".preview")
    preview.wait_for()
    assert re.search(r"nobody has influence|you \d|Dado:? \d", preview.inner_text())
    name = page.locator('[data-island="5"] > .unseen').inner_text()
    assert name.startswith("Island 5: ")
    assert name.endswith(f"; {preview.inner_text()}.")


def test_who_lifts_a_student_sees_what_it_would_change(moving: Person) -> None:
    page = moving.page
    page.locator(STUDENT).first.click()
    place = page.locator(".entrance button.picked").get_attribute("data-place")
    assert place is not None
    colour = place.rpartition(":")[2]
    page.locator('[data-tile="5"]').hover()
    words = page.locator(".preview").inner_text()
    assert words.startswith(f"with the {colour} student: ")
    assert page.locator('[data-island="5"] > .unseen').inner_text().endswith(f"; {words}.")
    page.keyboard.press("Escape")
    page.locator(".preview").filter(has_not_text="student").wait_for()


def test_a_character_is_explained_before_it_is_used(moving: Person) -> None:
    page = moving.page
    page.locator(".cards button").first.click()
    assert page.locator(".action .card p").inner_text().count(".") >= 2
    page.keyboard.press("Escape")
    assert page.locator(".action .card").count() == 0


def test_letting_go_by_keyboard(moving: Person) -> None:
    page = moving.page
    page.locator(STUDENT).first.click()
    assert moving.open_choices()["picked"]
    page.keyboard.press("Escape")
    assert not moving.open_choices()["picked"]


def test_a_line_of_the_log_points_at_its_island(moving: Person) -> None:
    page, before = moving.page, moving.open_choices()
    page.locator(STUDENT).first.click()
    page.locator('[data-tile="8"]').click()
    moving.wait_for_turn(before["entry"])
    page.get_by_role("button", name="student on island 8").last.hover()
    page.locator('[data-island="8"].pointed').wait_for()


def test_it_is_spoken_what_happened(moving: Person) -> None:
    page, before = moving.page, moving.open_choices()
    page.locator(STUDENT).first.click()
    page.locator('[data-tile="8"]').click()
    moving.wait_for_turn(before["entry"])
    spoken = page.locator("[aria-live=polite]")
    spoken.filter(has_text="student on island 8.").wait_for(state="attached")  # words follow the board


def test_the_focus_returns_from_a_card_that_was_closed(moving: Person) -> None:
    page = moving.page
    button = page.get_by_role("button", name="Settings")
    for closing in ("Escape", "button"):
        button.click()
        if closing == "button":
            page.get_by_role("button", name="Close").click()
        else:
            page.keyboard.press(closing)
        page.locator("dialog").wait_for(state="detached")
        assert button.evaluate("(each) => each === document.activeElement"), closing


def test_one_s_own_name_is_on_one_s_own_board(moving: Person) -> None:
    page = moving.page
    page.get_by_role("button", name="Table", exact=True).click()
    own = page.locator("dialog .seat strong").first.inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".school h2 .name").inner_text() == own
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator(".school .whose").inner_text() == own


def test_one_s_own_name_is_on_one_s_own_board_of_masters(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("radio", name="Masters of Renaissance").check()
        page.get_by_role("button", name="Play now").click()
        heading = page.locator(".warehouse h2")
        for size in (WIDE, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert heading.inner_text().endswith("Ada")


def test_what_is_left_is_named(moving: Person) -> None:
    facts = moving.page.locator("p.facts.right").inner_text()
    assert re.search(r"Students in the bag: \d+\nCoins in the supply: \d+", facts)


def test_a_bot_is_called_the_same_everywhere(moving: Person) -> None:
    """Also where its name begins a sentence."""
    page = moving.page
    page.evaluate("""() => {
      window.asked = [];
      const look = () => window.asked.push(document.querySelector("[data-asked]")?.innerText ?? "");
      const all = { subtree: true, childList: true, characterData: true };
      new MutationObserver(look).observe(document.querySelector(".action"), all);
    }""")
    choices = moving.wait_for_turn()
    while not page.evaluate("() => window.asked.some((words) => /Dado/i.test(words))"):
        moving.decide({**choices, "characters": []})
        choices = moving.wait_for_turn(choices["entry"])
    assert page.evaluate("() => window.asked.filter((words) => words.includes('Random-1'))") == []


def test_who_is_quick_opens_a_card_while_another_one_closes(moving: Person) -> None:
    """The browser tells that a card is closed a moment after it is: what was opened meanwhile stays."""
    page = moving.page
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    page.evaluate("""() => {
      document.querySelector("dialog").close();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
      return new Promise((done) => setTimeout(() => requestAnimationFrame(done)));
    }""")
    assert page.get_by_role("heading", name="Playing by keyboard").is_visible()
