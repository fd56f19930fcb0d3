"""Leaving a game that is being played: what that means is said before, to those who have something to lose."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .test_door import join, open_table
from .visits import PHONE, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def started(
    stack: ExitStack,
    browser: Browser,
    house: OpenHouse,
    *names: str,
    size: tuple[int, int] = WIDE,
    game: str = "Eriantys",
) -> list[Page]:
    """A game of so many people, each in front of a browser."""
    pages = [stack.enter_context(visiting(browser, house, size)) for _ in names]
    code = open_table(pages[0], names[0], len(names), game=game)
    for page, name in zip(pages[1:], names[1:], strict=True):
        join(page, code, name)
        page.get_by_role("button", name="Leave the seat").wait_for()
    pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        page.wait_for_selector(".board")
    return pages


def resign(page: Page) -> None:
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_who_leaves_is_told_that_the_other_one_waits(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with ExitStack() as stack:
        ada, _ = started(stack, browser, house, "Ada", "Bob", size=size)
        question = ada.get_by_role("dialog", name="Leave the table?")
        ada.get_by_role("link", name="To the door").click()
        question.get_by_text("The others wait; after a minute they can let a bot play for you").wait_for()
        assert violations(ada) == []
        question.get_by_role("button", name="Stay").click()
        question.wait_for(state="detached")
        assert ada.locator(".board").is_visible()
        ada.get_by_role("link", name="To the door").click()
        question.get_by_role("button", name="Leave").click()
        ada.get_by_role("button", name="Play now").wait_for()
        assert ada.url == f"{house.url}/"


def test_the_browser_s_own_way_back_asks_too(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        ada, _ = started(stack, browser, house, "Ada", "Bob")
        table = ada.url
        question = ada.get_by_role("dialog", name="Leave the table?")
        ada.go_back()
        question.get_by_role("button", name="Stay").click()
        question.wait_for(state="detached")
        assert ada.url == table
        ada.go_back()
        question.get_by_role("button", name="Leave").click()
        ada.get_by_role("button", name="Play now").wait_for()
        assert ada.url == f"{house.url}/"


def test_the_way_back_closes_what_lies_over_the_table(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        (ada, _) = started(stack, browser, house, "Ada", "Bob", size=PHONE)
        table, board = ada.url, ada.locator(".board")
        ada.get_by_role("button", name="Table", exact=True).click()
        ada.get_by_role("button", name="Rules").click()
        ada.wait_for_selector("dialog", state="detached")
        reading = ada.get_by_role("button", name="All details")
        reading.wait_for()
        ada.go_back()
        reading.wait_for(state="detached")
        ada.get_by_role("button", name="Settings").click()
        ada.get_by_role("dialog", name="Settings").wait_for()
        ada.go_back()
        ada.wait_for_selector("dialog", state="detached")
        assert ada.url == table
        assert board.is_visible()
        ada.go_back()
        question = ada.get_by_role("dialog", name="Leave the table?")
        question.wait_for()
        ada.go_back()
        question.wait_for(state="detached")
        assert board.is_visible()


def test_of_three_who_play_a_stand_in_takes_the_place_of_one(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        ada, bob, _ = started(stack, browser, house, "Ada", "Bob", "Cyd")
        ada.get_by_role("link", name="To the door").click()
        ada.get_by_role("dialog").get_by_text("a stand-in plays your turns").wait_for()
        bob.get_by_role("button", name="Table", exact=True).click()
        bob.get_by_role("button", name="Resign").click()
        bob.get_by_text("Resign? A stand-in goes on for you.").wait_for()


def test_who_has_nothing_to_lose_just_leaves(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        ada, bob = started(stack, browser, house, "Ada", "Bob")
        watcher = stack.enter_context(visiting(browser, house, path=ada.url.removeprefix(house.url)))
        watcher.wait_for_selector(".board")
        watcher.get_by_role("link", name="To the door").click()
        watcher.get_by_role("button", name="Play now").wait_for()
        ada.get_by_role("button", name="Table", exact=True).click()
        ada.get_by_role("button", name="Resign").click()
        ada.get_by_text("Resign? Then Bob wins.").wait_for()
        ada.get_by_role("button", name="Yes").click()
        bob.get_by_role("heading", name="You win!").wait_for()
        bob.locator("header").get_by_role("link", name="To the door").click()
        bob.get_by_role("button", name="Play now").wait_for()


def test_a_game_that_ended_meanwhile_is_not_offered_to_go_on(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        ada, bob = started(stack, browser, house, "Ada", "Bob")
        code = ada.url.rpartition("/")[2]
        ada.get_by_role("link", name="To the door").click()
        ada.get_by_role("dialog").get_by_role("button", name="Leave").click()
        ada.get_by_role("link", name=f"Continue: {code}").wait_for()
        bob.get_by_role("button", name="Table", exact=True).click()
        bob.get_by_role("button", name="Resign").click()
        bob.get_by_role("button", name="Yes").click()
        bob.get_by_role("heading", name="Ada wins.").wait_for()
        ada.reload()
        ada.get_by_role("link", name=f"To the result: {code}").wait_for()


def test_who_wants_to_play_again_is_told_who_is_missing_and_the_other_one_who_waits(
    browser: Browser, house: OpenHouse
) -> None:
    with ExitStack() as stack:
        ada, bob = started(stack, browser, house, "Ada", "Bob")
        resign(bob)
        ada.get_by_role("button", name="Play again").click()
        ada.get_by_text("Bob is away. If you start now, the game begins without Bob.").wait_for()
        bob.get_by_role("status").get_by_text("Ada wants to play again.").wait_for()
        bob.get_by_role("link", name="To the next game").click()
        ada.get_by_text("All seats are taken. Start when you like.").wait_for()


def away_for_a_minute(stack: ExitStack, browser: Browser, house: OpenHouse) -> Page:
    """Bob, a minute after Ada has closed her tab in a game of two."""
    ada, bob = started(stack, browser, house, "Ada", "Bob")
    ada.close()
    bob.locator(".asked").get_by_text("The game waits for Ada.").wait_for()
    assert bob.get_by_role("button", name="Claim the win").count() == 0
    bob.wait_for_timeout(50_000)  # so long that the game was lost by it once
    assert bob.get_by_role("heading", name="You win!").count() == 0
    bob.get_by_role("button", name="Claim the win").wait_for()
    return bob


def test_a_game_of_two_waits_for_a_closed_tab_until_the_other_one_decides(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        bob = away_for_a_minute(stack, browser, house)
        assert violations(bob) == []
        bob.get_by_role("button", name="Let a bot play for Ada").click()
        bob.locator(".asked").get_by_text("The game waits for Ada.").wait_for(state="detached")
        bob.get_by_text("A stand-in plays for Ada").first.wait_for()


def test_who_is_left_for_a_minute_goes_on_waiting_or_claims_the_win(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        bob = away_for_a_minute(stack, browser, house)
        bob.get_by_role("button", name="Go on waiting").click()
        bob.get_by_role("button", name="Claim the win").wait_for(state="detached")
        bob.get_by_role("button", name="Claim the win").wait_for(timeout=90_000)
        bob.get_by_role("button", name="Claim the win").click()
        bob.get_by_role("heading", name="You win!").wait_for()


def test_the_end_comes_before_a_student_that_was_lifted(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        people = started(stack, browser, house, "Ada", "Bob")
        for _ in people:
            planning = next(page for page in people if page.locator(".asked.yours").count())
            planning.locator(".hand button.open").first.click()
            planning.wait_for_selector(".asked:not(.yours), .entrance button.open")
            people[people[0] is planning].wait_for_selector(".asked.yours, .entrance:not(:has(button.open))")
        moving = next(page for page in people if page.locator(".entrance button.open").count())
        moving.locator(".entrance button.open").first.click()
        moving.get_by_role("button", name="Let go").wait_for()
        resign(people[people[0] is moving])
        moving.get_by_role("heading", name="You win!").wait_for()
        assert moving.get_by_role("button", name="Let go").count() == 0
        assert moving.locator(".picked").count() == 0


def test_the_end_comes_before_a_market_that_is_looked_at(browser: Browser, house: OpenHouse) -> None:
    """On a phone it lies on a sheet, while leaders are chosen too."""
    with ExitStack() as stack:
        ada, bob = started(stack, browser, house, "Ada", "Bob", size=PHONE, game="Masters of Renaissance")
        for name in ("Cards", "Market"):
            ada.get_by_role("button", name=name, exact=True).click()
            ada.get_by_role("dialog", name=name).wait_for()
            if name == "Cards":
                ada.keyboard.press("Escape")
        resign(bob)
        ada.get_by_role("heading", name="You win!").wait_for()
        ada.wait_for_selector("dialog", state="detached")


CUT = """() => [...document.querySelectorAll(".result h2, .lobby li, .lobby .panel, .action, .result tr, aside")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_longest_name_has_room(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with ExitStack() as stack:
        ada, bob = (stack.enter_context(visiting(browser, house, size)) for _ in range(2))
        join(bob, open_table(ada, "W" * 20), "Bob")
        ada.get_by_role("button", name="Start the game").wait_for()
        assert ada.evaluate(CUT) == []
        ada.get_by_role("button", name="Start the game").click()
        for page in (ada, bob):
            page.wait_for_selector(".board")
        resign(bob)
        ada.get_by_role("heading", name="You win!").wait_for()
        bob.get_by_role("heading", name="wins").wait_for()
        for page in (ada, bob):
            assert page.evaluate(CUT) == []
