"""Several people at one device: each has a seat, and a curtain lies between their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .test_door import open_table
from .visits import PHONE, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def seated_together(page: Page, game: str) -> None:
    open_table(page, "Ada", game=game)
    page.get_by_label("Somebody else at this device").fill("Bob")
    page.get_by_role("button", name="Sit down here, too").click()
    page.get_by_text("All seats are taken. Start when you like.").wait_for()
    assert violations(page) == []
    page.get_by_role("button", name="Start the game").click()


def take_the_device(page: Page) -> str:
    """The name of whoever takes it, if the curtain lies over the table."""
    curtain = page.locator("dialog.curtain")
    if not curtain.count():
        return ""
    assert violations(page) == []
    button = curtain.get_by_role("button")
    name = button.inner_text().removeprefix("I am ")
    button.click()
    curtain.wait_for(state="detached")
    return name


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_two_people_plan_at_one_device(browser: Browser, house: OpenHouse, size: tuple[int, int]) -> None:
    with visiting(browser, house, size) as page:
        seated_together(page, "Eriantys")
        took = []
        for _ in range(2):
            page.wait_for_selector("dialog.curtain, .hand button.open")
            took.append(take_the_device(page))
            page.locator(".hand button.open").first.click()
            page.wait_for_selector("dialog.curtain, .entrance button.open")
        assert "Bob" in took or page.get_by_role("button", name="I am Bob").count()


def test_nobody_sees_the_leaders_of_the_other_one(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        seated_together(page, "Masters of Renaissance")
        page.wait_for_selector("dialog.curtain, [data-deed='keep']")
        take_the_device(page)
        cards = page.locator("[data-place^='dealt:']")
        for at in range(2):
            cards.nth(at).click()
        page.locator("[data-deed='keep']").click()
        page.get_by_role("heading", name="Pass the device").wait_for()
        curtain = page.locator("dialog.curtain").bounding_box()
        assert curtain is not None
        assert [curtain["width"], curtain["height"]] == list(WIDE)
        page.reload()  # both seats are remembered
        page.wait_for_selector("dialog.curtain, [data-deed='keep']")


def test_a_name_that_is_taken_is_said(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        open_table(page, "Ada")
        page.get_by_label("Somebody else at this device").fill("Ada")
        page.get_by_role("button", name="Sit down here, too").click()
        page.locator("[data-trouble=name_taken]").wait_for()
