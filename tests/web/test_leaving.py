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
    stack: ExitStack, browser: Browser, house: OpenHouse, *names: str, size: tuple[int, int] = WIDE
) -> list[Page]:
    """A game of so many people, each in front of a browser."""
    pages = [stack.enter_context(visiting(browser, house, size)) for _ in names]
    code = open_table(pages[0], names[0], len(names))
    for page, name in zip(pages[1:], names[1:], strict=True):
        join(page, code, name)
        page.get_by_role("button", name="Leave the seat").wait_for()
    pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        page.wait_for_selector(".board")
    return pages


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_who_leaves_is_told_that_the_other_one_will_win(
    browser: Browser, house: OpenHouse, size: tuple[int, int]
) -> None:
    with ExitStack() as stack:
        ada, _ = started(stack, browser, house, "Ada", "Bob", size=size)
        question = ada.get_by_role("dialog", name="Leave the table?")
        ada.get_by_role("link", name="To the door").click()
        question.get_by_text("If you are not back within 50 seconds, Bob wins.").wait_for()
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
        bob.get_by_role("button", name="Table", exact=True).click()
        bob.get_by_role("button", name="Resign").click()
        bob.get_by_role("button", name="Yes").click()
        ada.get_by_role("button", name="Play again").click()
        ada.get_by_text("Bob is away. If you start now, the game begins without Bob.").wait_for()
        bob.get_by_role("status").get_by_text("Ada wants to play again.").wait_for()
        bob.get_by_role("link", name="To the next game").click()
        ada.get_by_text("All seats are taken. Start when you like.").wait_for()


def test_who_stays_sees_how_long_the_other_one_is_waited_for(browser: Browser, house: OpenHouse) -> None:
    with ExitStack() as stack:
        ada, bob = started(stack, browser, house, "Ada", "Bob")
        ada.get_by_role("link", name="To the door").click()
        ada.get_by_role("dialog").get_by_role("button", name="Leave").click()
        counting = bob.locator(".asked .counting")
        counting.get_by_text("The game is paused until Ada is back. Otherwise you win in").wait_for()
        bob.locator("[aria-live]").get_by_text("Otherwise you win in 50 s.").wait_for()
        first = counting.inner_text()
        bob.wait_for_function("(first) => document.querySelector('.counting').textContent !== first", arg=first)
