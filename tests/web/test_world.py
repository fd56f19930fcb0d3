"""What the page draws and lets happen beyond the rules: stages, faces, miniatures, moments with weight, the finale."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from ..commands.open_house import OpenHouse
from . import tools
from .conftest import GENEROUS, need
from .fixed_deals import go_on, house_with, weighty_turns
from .people import Person, choose_bot
from .played import take_seat
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Every moment that was announced, and whether the winners were shown.
WATCHING = """() => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const within = [node, ...(node.querySelectorAll?.("[data-weight]") ?? [])];
      window.seen.push(...within.flatMap((each) => each.dataset?.weight ?? []));
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


def test_moments_with_weight_are_announced_and_the_end_is_a_finale(browser: Browser, tmp_path: Path) -> None:
    need(tools.missing_for_browser())
    replay, moments = weighty_turns()
    with house_with(tmp_path, replay, *GENEROUS) as house:
        for told, weights in (("IslandsJoined", ["join"]), ("GameEnded", ["tower", "end"])):
            number, tile = moments[told]
            with visiting(browser, house) as page:
                take_seat(page, house, go_on(house, number))
                Person(page, random.Random(3)).wait_for_turn()
                page.evaluate(WATCHING)
                page.locator(f"[data-tile='{tile}']").click()
                page.wait_for_function("(last) => window.seen.includes(last)", arg=weights[-1])
                assert page.evaluate("() => window.seen") == weights
                if told == "GameEnded":
                    assert page.locator(".result h2").inner_text() == "You win!"
                    figures = page.locator(".result tbody .figure").all_inner_texts()
                    assert figures
                    assert all(figure.isdigit() for figure in figures)  # they are written from the start
                    page.locator(".fanfare").wait_for(state="detached")
