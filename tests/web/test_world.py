"""What the page draws and lets happen beyond the rules: stages, faces, miniatures, moments with weight, the finale."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..commands.open_house import OpenHouse
from .people import Person, choose_bot, play_to_the_end
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Every moment that was announced, and whether the winners were shown.
WATCHING = """() => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.dataset?.weight) window.seen.push(node.dataset.weight);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_the_button_of_a_picture_plays_that_game(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.wait_for_selector("button.main:enabled")
        assert page.get_by_role("radio", name="Eriantys").is_checked()
        page.get_by_role("button", name="Play Masters of Renaissance").click()
        page.locator(".board [data-part=market]").wait_for()


def test_bots_are_chosen_by_face_and_called_by_name(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        choose_bot(page, "level-2")
        page.get_by_text("You against Nella.").wait_for()
        page.get_by_role("button", name="Play now").click()
        page.locator(".strip").get_by_text("Nella").wait_for()
        assert page.get_by_text("level-2").count() == 0


def test_the_school_of_another_player_is_enlarged(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        Person(page, random.Random(1)).play_now()
        small = page.get_by_role("button", name="Enlarge the school of Dado")
        large = small.locator(".large")
        assert not large.is_visible()
        small.click()
        large.wait_for()
        assert large.bounding_box()["width"] > 2 * small.bounding_box()["width"]  # type: ignore[index]
        page.mouse.move(600, 400)
        page.locator("h1").click()
        large.wait_for(state="hidden")


def test_the_log_folds_and_stays_folded(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        Person(page, random.Random(1)).play_now()
        beside, board = page.locator("aside"), page.locator(".board")
        before = board.bounding_box()
        page.get_by_role("button", name="Log and chat").click()
        beside.wait_for(state="hidden")
        assert board.bounding_box()["width"] > before["width"] + 200  # type: ignore[index]
        page.reload()
        board.wait_for()
        assert not beside.is_visible()
        page.get_by_role("button", name="Log and chat").click()
        beside.wait_for()


def test_moments_with_weight_are_announced_and_the_end_is_a_finale(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        person = Person(page, random.Random(3))
        person.play_now()
        page.evaluate(WATCHING)
        play_to_the_end(person, person.decide)
        page.wait_for_function("() => window.seen.includes('end')")
        seen = page.evaluate("() => window.seen")
        assert {"tower", "join"} & set(seen), seen
        figures = page.locator(".result tbody .figure").all_inner_texts()
        assert figures
        assert all(figure.isdigit() for figure in figures)  # they are written from the start
        page.locator(".fanfare").wait_for(state="detached")
