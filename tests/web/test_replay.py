"""Looking back at games in a real browser: every moment, links to it, the course, the draws, playing on from there."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Literal

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .masters import MastersPerson
from .people import Person
from .played import played
from .visits import PHONE, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AT = "(number) => Number(document.querySelector('.replay').dataset.entry) === number"
GAMES = [("eriantys", 2), ("masters", 2), ("masters", 1)]


@pytest.fixture(scope="module")
def games(house: OpenHouse) -> dict[tuple[str, int], str]:
    """Codes of finished games."""
    return {(game, players): played(house, game, players) for game, players in GAMES}


def at(page: Page) -> int:
    return int(page.locator(".replay").get_attribute("data-entry") or "0")


def last(page: Page) -> int:
    return int(page.locator(".replay").get_attribute("data-last") or "0")


def scrub(page: Page, number: int) -> None:
    page.locator("input[type=range]").fill(str(number))
    page.wait_for_function(AT, arg=number)


def looked_at(page: Page) -> Page:
    page.wait_for_selector(".replay .board")
    return page


def test_it_is_said_what_one_chooses_with_the_names(
    browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]
) -> None:
    with visiting(browser, house, path=f"/replay/{games['eriantys', 2]}") as page:
        looked_at(page)
        label = page.get_by_text("Seen from", exact=True).first.bounding_box()
        assert label is not None
        assert label["width"] > 40
        page.get_by_label("Seen from").first.select_option("Dado")
        page.locator(".school h2").filter(has_text="Dado").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_a_game_can_be_looked_at(
    browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str], game: tuple[str, int]
) -> None:
    with visiting(browser, house, path=f"/replay/{games[game]}") as page:
        looked_at(page)
        first, end = at(page), last(page)
        assert 1 < first < end
        for number in range(first, end + 1, max(1, end // 40)):
            scrub(page, number)
            assert page.locator("[aria-current=step]").count() == 1
        scrub(page, end)
        page.wait_for_selector(".result h2")
        page.get_by_role("button", name="One step back").click()
        page.wait_for_function(AT, arg=end - 1)
        page.get_by_role("button", name="One turn back").click()
        turn = at(page)
        assert turn < end - 1
        page.get_by_role("button", name="One turn on").click()
        assert at(page) > turn
        page.get_by_role("button", name="To the beginning").click()
        page.get_by_text("Before the game").wait_for()
        page.get_by_role("button", name="To the end").click()
        page.wait_for_function(AT, arg=end)


def test_it_plays_by_itself(browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]) -> None:
    with visiting(browser, house, path=f"/replay/{games['eriantys', 2]}") as page:
        first = at(looked_at(page))
        page.get_by_label("Speed").select_option("4")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_function(f"() => Number(document.querySelector('.replay').dataset.entry) > {first + 3}")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Play", exact=True).wait_for()


def test_by_keyboard(browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]) -> None:
    with visiting(browser, house, path=f"/replay/{games['eriantys', 2]}") as page:
        first, end = at(looked_at(page)), last(page)
        for key, number in (("ArrowRight", first + 1), ("ArrowLeft", first), ("End", end), ("Home", 1)):
            page.keyboard.press(key)
            page.wait_for_function(AT, arg=number)
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_function(AT, arg=first)
        page.keyboard.press("Space")
        page.get_by_role("button", name="Pause").wait_for()
        page.keyboard.press("Space")
        page.get_by_role("button", name="Play", exact=True).wait_for()
        page.keyboard.press("?")
        page.get_by_role("heading", name="Looking back by keyboard").wait_for()
        before = at(page)
        page.keyboard.press("ArrowRight")  # the sheet is read now
        assert at(page) == before
        page.keyboard.press("Escape")
        page.locator("input[type=range]").focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function(AT, arg=before + 1)


def test_a_link_leads_to_its_moment(browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]) -> None:
    code = games["masters", 2]
    with visiting(browser, house, path=f"/replay/{code}?at=40") as page:
        assert at(looked_at(page)) == 40
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        scrub(page, 51)
        page.wait_for_url(re.compile(r"\?at=51$"))
        page.get_by_role("button", name="Copy the link").click()
        page.get_by_text("The link is copied").wait_for()
        link = page.evaluate("() => navigator.clipboard.readText()")
        assert link == f"{house.url}/replay/{code}?at=51"
        page.goto(link)
        assert at(looked_at(page)) == 51
        page.goto(f"{house.url}/replay/{code.lower()}?at=99999")
        assert at(looked_at(page)) == last(page)


def test_the_log_and_the_course_lead_to_their_moments(
    browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]
) -> None:
    with visiting(browser, house, path=f"/replay/{games['eriantys', 2]}") as page:
        looked_at(page)
        page.locator("[data-line]").last.click()
        page.wait_for_function(AT, arg=last(page))
        page.get_by_role("tab", name="Course").click()
        page.locator("[data-chart]").click(position={"x": 120, "y": 60})
        middle = at(page)
        assert 1 < middle < last(page)
        page.get_by_text("As a table").click()
        row = page.locator(".course tbody button").first
        row.click()
        page.wait_for_function(AT, arg=int(row.inner_text()))
        for measure in ("Professors", "Influence"):
            page.get_by_label("Show").select_option(measure)
            assert page.locator(".course g.line").count() == 2


def test_lorenzo_is_on_the_course_of_a_solo_game(
    browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]
) -> None:
    with visiting(browser, house, path=f"/replay/{games['masters', 1]}") as page:
        looked_at(page).get_by_role("tab", name="Course").click()
        page.get_by_label("Show").select_option("Space on the faith track")
        page.locator(".course li").get_by_text("Lorenzo").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_the_draws_are_made_again(
    browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str], game: tuple[str, int]
) -> None:
    with visiting(browser, house, path=f"/replay/{games[game]}") as page:
        looked_at(page).get_by_role("button", name="Check that it was fair").click()
        page.wait_for_selector("[data-verdict=passed]")
        assert page.locator("dialog li").count() == 7
        page.get_by_text("Every draw", exact=True).click()
        assert page.locator("dialog tbody tr").count() > 20
        assert page.locator("dialog .fails").count() == 0


def test_it_can_be_downloaded(browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]) -> None:
    code = games["eriantys", 2]
    with visiting(browser, house, path=f"/replay/{code}") as page:
        with page.expect_download() as waiting:
            looked_at(page).get_by_role("link", name="Save the replay").click()
        assert waiting.value.suggested_filename == f"ludoteca-{code}.json"


@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_one_plays_on_from_a_moment(
    browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str], game: str
) -> None:
    code = games[game, 2]
    with visiting(browser, house, path=f"/replay/{code}?at=40") as page:
        looked_at(page).get_by_role("button", name="One turn on").click()
        moment = at(page)
        page.get_by_role("button", name="Play on from here").click()
        page.get_by_label("You play as").select_option("Ada")
        page.get_by_label("Bots").select_option("random")
        page.get_by_role("button", name="Play on", exact=True).click()
        page.wait_for_url(re.compile("/t/"))
        page.wait_for_selector(".board")
        page.get_by_role("link", name="Practice").wait_for()
        entry = int(page.locator(".table").get_attribute("data-entry") or "0")
        person = (Person if game == "eriantys" else MastersPerson)(page, random.Random(1))
        choices = person.wait_for_turn()
        person.decide(choices)
        person.wait_for_turn(choices["entry"])
        assert int(page.locator(".table").get_attribute("data-entry") or "0") > entry
        page.get_by_role("link", name="Practice").click()
        page.wait_for_url(re.compile(rf"/replay/{code}\?at={moment}$"))
        assert at(looked_at(page)) == moment


def test_a_running_game_is_looked_back_at_from_the_table(browser: Browser, house: OpenHouse) -> None:
    code = played(house, "masters", 2, until=30)
    with visiting(browser, house, path=f"/t/{code}") as page:
        page.wait_for_selector(".board")
        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_role("link", name="Look back").click()
        assert at(looked_at(page)) == last(page) >= 30
        page.get_by_role("button", name="Check that it was fair").click()
        page.get_by_text("A game can be checked once it is over").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Show what came since").click()
        page.get_by_role("link", name="To the table").click()
        page.wait_for_url(re.compile(rf"/t/{code}$"))


def test_from_the_door(browser: Browser, house: OpenHouse, games: dict[tuple[str, int], str]) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("link", name=f"Look back: {games['masters', 1]}").click()
        looked_at(page)
        page.go_back()
        page.wait_for_selector(".door")


def test_what_is_not_there_is_said(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/replay/QQQQQQ", allowed="404") as page:
        page.get_by_text("There is no table QQQQQQ").wait_for()
    waiting = played(house, "eriantys", 2, until=1)
    with visiting(browser, house, path=f"/replay/{waiting}?at=2") as page:
        page.wait_for_selector(".replay[data-last]")


def test_who_is_too_early_is_told_so(browser: Browser, house: OpenHouse) -> None:
    delayed = played(house, "eriantys", until=5, delay=3600)
    with visiting(browser, house, path=f"/replay/{delayed}") as page:
        page.get_by_text("Nothing can be shown yet").wait_for()
        assert violations(page) == []
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("link", name="To the table").click()
        page.wait_for_url(f"**/t/{delayed}")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")])
def test_nobody_is_shut_out(
    browser: Browser,
    house: OpenHouse,
    games: dict[tuple[str, int], str],
    game: tuple[str, int],
    size: tuple[int, int],
    scheme: Literal["light", "dark"],
) -> None:
    small = size == PHONE
    with visiting(browser, house, size, path=f"/replay/{games[game]}?at=60", scheme=scheme, touch=small) as page:
        looked_at(page)
        found = {"middle": violations(page)}
        if small:
            page.get_by_role("button", name="Log and course").click()
        page.get_by_role("tab", name="Course").click()
        page.get_by_text("As a table").click()
        found["course"] = violations(page)
        if small:
            page.get_by_role("button", name="Log and course").click()
            page.get_by_role("button", name="More").click()
            found["more"] = violations(page)
        else:
            page.get_by_role("button", name="Play on from here").click()
            found["playing on"] = violations(page)
            page.keyboard.press("Escape")
        page.get_by_role("button", name="Check that it was fair").last.click()
        page.wait_for_selector("[data-verdict=passed]")
        page.get_by_text("Every draw", exact=True).click()
        found["fairness"] = violations(page)
        page.keyboard.press("Escape")
        scrub(page, 1)
        found["before the game"] = violations(page)
        scrub(page, last(page))
        found["end"] = violations(page)
        width = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]
    assert {state: said for state, said in found.items() if said} == {}
