"""The lessons of both games, from the door to the first game; the rules beside the board; the glossary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .learners import LESSONS, Learner
from .visits import PHONE, WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = {"eriantys": "Eriantys", "masters": "Masters of Renaissance"}
AT_SECTION = "(number) => document.activeElement?.dataset.section?.split(' ').includes(number) ?? false"
SHOWN = "(selector) => document.querySelector(selector)?.matches(':popover-open') ?? false"


def begin(page: Page, game: str) -> None:
    page.get_by_role("link", name="Learn", exact=True).click()
    page.locator(f'[data-lesson="{game}"]').click()


# ---------------------------------------------------------------- the whole lesson


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("by_keyboard", [False, True], ids=["mouse", "keyboard"])
def test_a_lesson_from_the_door_to_the_first_game(
    browser: Browser, house: OpenHouse, game: str, by_keyboard: bool
) -> None:
    with visiting(browser, house) as page:
        begin(page, game)
        learner = Learner(page, by_keyboard)
        for number, (step, decisions) in enumerate(LESSONS[game].items(), 1):
            page.get_by_text(f"Step {number} of 10").wait_for()
            learner.do_step(step, decisions)
            learner.go_on()
        page.get_by_role("heading", name="Now you know how it goes").wait_for()
        learner.use("main button.main")
        page.wait_for_selector(".table .board")
        assert page.locator("h1").inner_text().startswith(NAMES[game])
        page.goto(house.url + "/learn")
        page.get_by_text("10 of 10 steps done").wait_for()


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_by_finger_on_a_phone(browser: Browser, house: OpenHouse, game: str) -> None:
    with visiting(browser, house, PHONE, touch=True, path=f"/learn/{game}") as page:
        learner = Learner(page, touch=True)
        for step, decisions in LESSONS[game].items():
            learner.do_step(step, decisions)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            learner.go_on()
        page.get_by_role("heading", name="Now you know how it goes").wait_for()


# ---------------------------------------------------------------- one step


def test_a_finger_sees_the_influence_before_mother_nature_moves(browser: Browser, house: OpenHouse) -> None:
    number = list(LESSONS["eriantys"]).index("influence") + 1
    with visiting(browser, house, PHONE, touch=True, path=f"/learn/eriantys/{number}") as page:
        Learner(page).settle("influence", 0)
        page.locator('[data-island="1"] .tile').tap()
        page.locator("[data-asked]", has_text="Island 1: tap again to move").wait_for()
        assert "your tower" in page.locator(".preview").inner_text()
        Learner(page).settle("influence", 0)
        page.locator('[data-island="1"] .tile').tap()
        Learner(page).settle("influence", 1)


def test_something_else_is_allowed_but_not_done(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/eriantys/1") as page:
        learner = Learner(page)
        learner.settle("assistants", 0)
        learner.use('[data-place="hand:9"]')
        page.get_by_text(
            "That is allowed, but here try this: Bea has played the 6. Play the 3, to be first."
        ).first.wait_for()
        learner.settle("assistants", 0)
        learner.do_step("assistants", LESSONS["eriantys"]["assistants"])


def test_a_step_can_be_begun_again_skipped_and_gone_back_from(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/masters/2") as page:
        learner = Learner(page)
        learner.settle("market", 0)
        learner.decide(LESSONS["masters"]["market"][0])
        learner.settle("market", 1)
        page.get_by_role("button", name="Begin this step again").click()
        learner.settle("market", 0)
        page.get_by_role("link", name="Skip").click()
        learner.settle("warehouse", 0)
        page.get_by_role("link", name="Back", exact=True).click()
        learner.settle("market", 0)
        page.go_back()
        learner.settle("warehouse", 0)


def test_what_was_done_is_remembered(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/eriantys/1") as page:
        learner = Learner(page)
        learner.do_step("assistants", LESSONS["eriantys"]["assistants"])
        learner.go_on()
        learner.settle("islands", 0)
        page.get_by_role("link", name="To the lessons").click()
        page.get_by_text("1 of 10 steps done").wait_for()
        page.reload()
        page.get_by_role("link", name="Go on with step 2").click()
        learner.settle("islands", 0)


def test_the_lesson_speaks_italian(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/eriantys/8") as page:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Italiano").check()
        page.keyboard.press("Escape")
        page.get_by_role("heading", name="Le nuvole").wait_for()
        Learner(page).do_step("clouds", LESSONS["eriantys"]["clouds"])
        page.get_by_text("Il tuo ingresso è di nuovo pieno").first.wait_for()


def test_what_is_not_there_says_so(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/eriantys/77") as page:
        page.get_by_text("There is nothing at this address.").wait_for()
        page.get_by_role("link", name="To the door").click()
        page.get_by_role("button", name="Play now").wait_for()


# ---------------------------------------------------------------- rules


def test_the_rules_beside_the_board(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector(".hand button.open")
        page.get_by_role("button", name="Rules").click()
        page.get_by_role("heading", name="Influence and towers").wait_for()
        page.get_by_label("Search the rules").fill("no-entry")
        page.get_by_text("1 section", exact=True).wait_for()
        assert page.locator(".rules mark").count() == 1
        assert page.get_by_role("heading", name="What it is about").count() == 0
        page.get_by_label("Search the rules").fill("zebra")
        page.get_by_text("Nothing was found. Try another word.").wait_for()
        page.get_by_label("Search the rules").fill("")
        before = page.locator(".table").get_attribute("data-entry")
        page.locator(".hand button.open").first.click()  # the board is still there to be played on
        page.wait_for_function("(before) => document.querySelector('.table').dataset.entry !== before", arg=before)
        page.get_by_role("dialog").press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


def test_every_detail_of_the_rules(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/rules/eriantys") as page:
        page.get_by_role("heading", name="What it is about").wait_for()
        page.get_by_role("button", name="All details").click()
        page.get_by_role("heading", name="6.3 Resolve a group").wait_for()
        page.get_by_role("heading", name="12 Rulings").wait_for()
        page.get_by_role("button", name="In short").click()
        page.get_by_role("heading", name="The twelve characters").wait_for()


def test_a_reason_leads_to_the_rules(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/eriantys/1") as page:
        Learner(page).settle("assistants", 0)
        page.keyboard.press("6")
        page.get_by_role("button", name="See the rules").click()
        page.wait_for_function(AT_SECTION, arg="5.2")
        assert page.evaluate("() => document.activeElement.textContent") == "Assistants"


def test_the_guide_is_in_italian_and_the_details_say_that_they_are_not(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/rules/masters") as page:
        page.get_by_role("heading", name="Faith and the pope").wait_for()
        page.evaluate("localStorage.setItem('ludoteca-look', JSON.stringify({language: 'it'}))")
        page.reload()
        page.get_by_role("heading", name="La fede e il papa").wait_for()
        page.get_by_role("button", name="Tutti i dettagli").click()
        page.get_by_text("I dettagli sono in inglese.").wait_for()
        page.get_by_text("Sezioni").click()
        page.get_by_role("link", name="10 Solo (against Lorenzo)").click()
        page.wait_for_function(AT_SECTION, arg="10")


# ---------------------------------------------------------------- the glossary


def test_a_term_explains_itself_by_keyboard(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/eriantys/5") as page:
        Learner(page).settle("mother_nature", 0)
        term = page.locator('.card [data-term="eriantys.influence"]')
        term.wait_for()
        for _ in range(60):
            if page.evaluate("() => document.activeElement.dataset.term") == "eriantys.influence":
                break
            page.keyboard.press("Tab")
        bubble = page.locator(f"#{term.get_attribute('aria-describedby')}")
        bubble.get_by_text("one for each student whose professor you hold").wait_for()
        assert bubble.get_attribute("role") == "tooltip"
        page.keyboard.press("Escape")
        bubble.wait_for(state="hidden")
        assert page.locator("h2", has_text="Mother nature").is_visible()
        page.keyboard.press("Enter")
        bubble.wait_for()
        page.keyboard.press("Tab")
        bubble.wait_for(state="hidden")


def test_a_term_explains_itself_by_mouse_and_by_finger(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, path="/learn/eriantys/5") as page:
        term = page.locator('.card [data-term="eriantys.influence"]')
        term.hover()
        bubble = page.locator(f"#{term.get_attribute('aria-describedby')}")
        bubble.wait_for()
        bubble.hover()  # one may go over to it
        assert bubble.is_visible()
        page.mouse.move(5, 5)
        bubble.wait_for(state="hidden")
    with visiting(browser, house, PHONE, touch=True, path="/learn/masters/2") as page:
        term = page.locator('.card [data-term="masters.market"]')
        term.tap()
        bubble = page.locator(f"#{term.get_attribute('aria-describedby')}")
        bubble.wait_for()
        box = bubble.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        page.locator("h2").first.tap()
        bubble.wait_for(state="hidden")


def test_terms_are_marked_at_the_table_and_at_the_door(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.locator('[data-term="eriantys.character"]').wait_for()
        page.get_by_role("button", name="Play now").click()
        page.locator('.asked [data-term="eriantys.assistant"]').wait_for()
        page.locator('h2 [data-term="eriantys.dining_room"]').wait_for()


def test_the_glossary_has_a_page(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("link", name="Glossary").click()
        page.get_by_role("term").get_by_text("Vatican report").wait_for()
        assert page.get_by_role("term").count() > 35


# ---------------------------------------------------------------- everybody


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")])
def test_nobody_is_shut_out_of_learning(
    browser: Browser, house: OpenHouse, size: tuple[int, int], scheme: Literal["light", "dark"]
) -> None:
    found: dict[str, list[str]] = {}
    with visiting(browser, house, size, scheme=scheme, path="/learn") as page:
        page.locator("[data-lesson]").first.wait_for()
        found["lessons"] = violations(page)
        for game, step in (("eriantys", "characters"), ("masters", "market")):
            number = list(LESSONS[game]).index(step) + 1
            page.goto(f"{house.url}/learn/{game}/{number}")
            learner = Learner(page, touch=False)
            learner.settle(step, 0)
            page.locator(".card .term").first.focus()
            found[f"{game}, a term"] = violations(page)
        page.goto(f"{house.url}/learn/eriantys/1")
        Learner(page).do_step("assistants", LESSONS["eriantys"]["assistants"])
        found["a step that is done"] = violations(page)
        page.get_by_role("button", name="Rules").click()
        page.get_by_role("heading", name="Influence and towers").wait_for()
        found["rules beside the board"] = violations(page)
        page.get_by_role("button", name="All details").click()
        page.get_by_role("heading", name="6.3 Resolve a group").wait_for()
        found["all details"] = violations(page)
        for path, wanted in (
            ("/learn/eriantys/end", "main button"),
            ("/rules/masters", ".rules section"),
            ("/glossary", "dl"),
        ):
            page.goto(house.url + path)
            page.locator(wanted).first.wait_for()
            found[path] = violations(page)
    assert {state: said for state, said in found.items() if said} == {}
