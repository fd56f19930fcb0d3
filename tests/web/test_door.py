"""The door, and the ways from there to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.open_house import OpenHouse
from .people import choose_bot
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

NOT_FOUND = "404"  # which a browser writes down by itself
LINK = "(wanted) => document.querySelector('#link').value === wanted"
PHASE = "(code) => fetch(`/api/tables/${code}`).then((answer) => answer.json()).then(({phase}) => phase)"


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


def test_others_get_the_address_that_the_house_knows_for_them(browser: Browser, house: OpenHouse) -> None:
    def tell(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "elsewhere": "http://192.168.7.5:8080"})

    with visiting(browser, house) as page:
        page.route("**/api/house", tell)
        page.reload()
        code = open_table(page)
        page.wait_for_function(LINK, arg=f"http://192.168.7.5:8080/t/{code}")
        assert page.get_by_text("works on this machine only").count() == 0


def test_who_forgets_a_game_against_bots_ends_it(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector(".board")
        code = str(page.url).rpartition("/")[2]
        page.get_by_role("link", name="To the door").first.click()
        page.get_by_role("button", name=f"Forget: {code}").click()
        with page.expect_event("websocket", lambda line: code in line.url) as asked:
            page.get_by_role("dialog").get_by_role("button", name="Forget").click()
        if not asked.value.is_closed():
            asked.value.wait_for_event("close")
        assert page.evaluate(PHASE, code) == "over"
        assert page.get_by_text(code).count() == 0


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


def listed(page: Page, under: str, code: str) -> Locator:
    """A table in one of the lists."""
    rows = page.get_by_role("region", name=under, exact=True).get_by_role("listitem")
    return rows.filter(has=page.locator(f'a[href^="/t/{code}"]'))


def test_a_table_is_listed_by_what_one_can_do_there(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house) as other:
        code = open_table(ada)
        listed(other, "Open tables", code).wait_for()
        assert listed(other, "Watch", code).count() == 0
        ada.get_by_role("button", name="Add a bot").click()
        row = listed(other, "Watch", code)
        row.get_by_text("full, about to start").wait_for()
        assert listed(other, "Open tables", code).count() == 0
        ada.get_by_role("button", name="Start the game").click()
        row.get_by_text("playing").wait_for()


def test_the_door_remembers_what_was_played(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("radio", name="3", exact=True).check()
        page.get_by_label("Expert game").check()
        choose_bot(page, "random")
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector(".board")
        page.goto(house.url)
        page.wait_for_selector("button.main:enabled")
        assert page.get_by_role("radio", name="3", exact=True).is_checked()
        assert page.get_by_label("Expert game").is_checked()
        assert page.get_by_role("radio", name="Dado, Random").is_checked()
        page.get_by_role("radio", name="Masters of Renaissance").check()
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector(".board")
        page.goto(house.url)
        page.wait_for_selector("button.main:enabled")
        assert page.get_by_role("radio", name="Masters of Renaissance").is_checked()


def test_who_plays_alone_is_offered_no_bots(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.get_by_role("radio", name="Masters of Renaissance").check()
        bots = page.get_by_role("group", name="Bots")
        bots.wait_for()
        page.get_by_text("You get a link and a code to share.").wait_for()
        page.get_by_role("radio", name="1", exact=True).check()
        page.get_by_text("You get a link and a code to share.").wait_for(state="detached")
        bots.wait_for(state="detached")
        page.get_by_text("You alone against Lorenzo").wait_for()


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
        watcher.get_by_role("tab", name="Chat").click()
        watcher.get_by_text("Only those who play can write here.").wait_for()


def test_that_the_link_is_copied_is_said_calmly_and_goes(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.clock.install()
        open_table(page)
        page.get_by_role("button", name="Copy the link").click()
        notice = page.locator(".notice.calm").filter(has_text="The link is copied.")
        notice.wait_for()
        page.clock.fast_forward(4000)
        notice.wait_for(state="hidden")
