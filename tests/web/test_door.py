"""The door, and the ways from there to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.open_house import OpenHouse
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NOT_FOUND = "404"  # which a browser writes down by itself


def open_table(page: Page, name: str = "Ada", players: int = 2, game: str = "Eriantys") -> str:
    """The code of a new table."""
    page.get_by_role("radio", name=game, exact=True).check()
    page.get_by_role("radio", name=str(players), exact=True).check()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open a table").click()
    page.get_by_role("heading", name="Before the game").wait_for()
    return str(page.url).rpartition("/")[2]


def join(page: Page, code: str, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Code of the table").fill(f"{code[:3].lower()}-{code[3:]}")
    page.get_by_role("button", name="Join by code").click()


def test_two_clicks_to_the_first_move(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("button", name="Play now").click()
        page.locator(".hand button.open").first.click()
        page.locator("[data-entry]").wait_for()


def test_a_friend_joins_by_code_and_both_play(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house) as bob:
        code = open_table(ada)
        assert ada.get_by_role("img", name="QR").is_visible()
        assert ada.locator("#link").input_value() == f"{house.url}/t/{code}"
        join(bob, code, "Bob")
        bob.get_by_text("All seats are taken. Ada can start").wait_for()
        ada.get_by_role("button", name="Start the game").click()
        for page in (ada, bob):
            page.wait_for_selector(".board")
        ada.get_by_role("tab", name="Chat").click()
        ada.get_by_label("Say something").fill("hello Bob")
        ada.get_by_role("button", name="Say", exact=True).click()
        bob.get_by_role("tab", name="Chat 1").click()
        bob.get_by_text("hello Bob").last.wait_for()


def test_a_name_that_is_none_is_not_sent(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_label("Your name").fill("no blanks")
        page.get_by_role("button", name="Play now").click()
        assert page.evaluate("() => document.querySelector('input:invalid') !== null")
        assert page.url == f"{house.url}/"


def test_italian_is_spoken_too(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Italiano").check()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Gioca subito").click()
        page.get_by_text("Gioca un assistente.").first.wait_for()
        page.reload()
        page.get_by_text("Gioca un assistente.").first.wait_for()
        assert page.evaluate("() => document.documentElement.lang") == "it"


def test_the_plain_page_plays_too(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/plain") as page:
        page.get_by_role("button", name="Play now against bots").click()
        page.wait_for_url("**/plain/t/*")
        page.locator("#choices button").first.click()
        page.locator("#log li").filter(has_text="plays assistant").first.wait_for()


def test_a_seat_is_found_again_at_the_door(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector(".board")
        code = page.url.rpartition("/")[2]
        page.get_by_role("link", name="To the door").click()
        page.get_by_role("link", name=f"Continue: {code}").click()
        page.wait_for_selector(".board .hand")
        page.go_back()
        page.get_by_role("button", name="Play now").wait_for()


def test_others_find_the_table_in_the_list_and_watch(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house) as watcher:
        code = open_table(ada)
        ada.get_by_role("button", name="Add a bot").click()
        ada.get_by_role("button", name="Start the game").click()
        ada.wait_for_selector(".board")
        watcher.get_by_role("link", name=f"Watch: {code}").click()
        watcher.wait_for_selector(".board")
        watcher.locator('[data-tile="3"]').click(force=True)
        watcher.locator(".notice").filter(has_text="You are watching.").wait_for()
