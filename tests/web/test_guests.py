"""At one table with somebody who plays with another program: that one opens it, chooses, and plays to the end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .guests import Session
from .people import Person, play_to_the_end
from .test_door import join
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def gus(house: OpenHouse, request: pytest.FixtureRequest) -> Iterator[Session]:
    session = Session(house, request.param)
    yield session
    session.close()


def sit_down(page: Page) -> None:
    """At the table of Gus, which is in the list."""
    link = page.get_by_role("listitem").filter(has_text="Gus · 1 seat free").locator("a")
    code = (link.get_attribute("aria-label") or "").removeprefix("Join: ")
    join(page, code, "Ada")


def play(page: Page, session: Session) -> None:
    """To the end; both are told the same about it."""
    page.wait_for_selector(".board")
    person = Person(page, random.Random(6))
    with ThreadPoolExecutor(1) as elsewhere:
        playing = elsewhere.submit(session.play, random.Random(7))
        assert play_to_the_end(person, person.decide) > 5
        playing.result()
    winners = session.client.result
    assert winners is not None
    words = page.locator(".result h2").inner_text()
    assert words == {("Ada",): "You win!", ("Gus",): "Gus wins.", (): "Nobody wins."}[tuple(winners)]


@pytest.mark.parametrize("gus", ["group31"], indirect=True)
def test_who_asks_for_towers_and_wizards_in_turn(browser: Browser, house: OpenHouse, gus: Session) -> None:
    with visiting(browser, house) as page:
        gus.wait_for("Create a game")
        gus.type("2")
        gus.wait_for("Type a nickname to enter game")
        gus.type("Gus")
        gus.wait_for("1 more must come")
        sit_down(page)
        page.get_by_role("radio", name="Aurora").check()
        gus.wait_for("Everybody is there")
        gus.type("n")
        page.get_by_text("Gus is choosing a tower and a wizard.").wait_for()
        gus.wait_for("Choose a tower colour")
        gus.type("black")
        page.locator("[name=tower][value=black]:disabled").wait_for()
        gus.type("w1")
        gus.wait_for("You have black towers and wizard 1")
        gus.type("n")
        play(page, gus)


@pytest.mark.parametrize("gus", ["am28"], indirect=True)
def test_whose_table_begins_by_itself(browser: Browser, house: OpenHouse, gus: Session) -> None:
    with visiting(browser, house) as page:
        gus.wait_for("What is your name?")
        gus.type("Gus")
        gus.wait_for("For how many is the game")
        gus.type("2 simple")
        sit_down(page)
        play(page, gus)
