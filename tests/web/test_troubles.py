"""What can go wrong for a person: each is brought about, says calmly what is so, and has a way on."""

from __future__ import annotations

import json
import re
import socket
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..commands.open_house import OpenHouse, completed, opened
from .conftest import GENEROUS, need
from .test_door import NOT_FOUND, join, open_table
from .test_returning import SILENT
from .tools import missing_for_browser
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

KEY = "the key of my seat"
CODE_SHOWN = r"type (\S+) before"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
REFUSED = "ERR_CONNECTION_REFUSED"


def trouble(page: Page, code: str, words: str) -> None:
    """It is said, with its own words."""
    page.locator(f"[data-trouble={code}]").filter(has_text=words).first.wait_for()


def go_on(page: Page, code: str, way: str) -> None:
    page.locator(f"[data-trouble={code}] [data-way={way}]").first.click()


def at_the_door(page: Page) -> None:
    page.get_by_role("button", name="Play now").wait_for()


def seated_by_http(page: Page, house: OpenHouse, **options: Any) -> str:
    """A table against a bot with options that the door does not offer; this browser has the key of the seat."""
    wanted = {
        "options": {"game": "eriantys", "players": 2, **options},
        "seat": {"name": "Ada", "key": KEY},
        "bots": ["random"],
    }
    request = urllib.request.Request(
        f"{house.url}/api/tables", json.dumps(wanted).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        code: str = json.load(answer)["code"]
    mine = {"at": 1, "key": KEY, "name": "Ada", "game": "eriantys", "phase": "open", "start": True}
    page.evaluate("(memory) => localStorage.setItem('ludoteca', memory)", json.dumps({"games": {code: mine}}))
    page.goto(f"{house.url}/t/{code}")
    return code


def operate(house: OpenHouse, *arguments: str) -> None:
    done = completed("admin", *arguments, "--data", house.folder)
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------- coming in


def test_a_table_that_is_full(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house) as bob, visiting(browser, house) as cyd:
        code = open_table(ada)
        join(bob, code, "Bob")
        bob.get_by_text("All seats are taken.").wait_for()
        join(cyd, code, "Cyd")
        trouble(cyd, "table_full", "That table is full. Watch it, or open your own.")
        go_on(cyd, "table_full", "own")
        at_the_door(cyd)
        ada.get_by_role("button", name="Start the game").click()
        join(cyd, code, "Cyd")
        trouble(cyd, "table_full", "That table is full. Watch it, or open your own.")
        go_on(cyd, "table_full", "close")  # and watch
        cyd.locator(".notice").wait_for(state="hidden")
        assert cyd.locator(".board .tile").count() == 12


def test_a_code_that_is_unknown(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, allowed=NOT_FOUND) as page:
        join(page, "XXXXXX", "Ada")
        trouble(page, "no_such_table", "There is no table XXXXXX. Check the code.")
        assert page.url == f"{house.url}/"
        page.keyboard.type("YYYYYY")  # the field has the focus, and all of it is chosen
        page.locator("[data-trouble=no_such_table]").wait_for(state="hidden")
        page.keyboard.press("Enter")
        trouble(page, "no_such_table", "There is no table YYYYYY. Check the code.")


@pytest.mark.parametrize("code", ["XXXXXX", "%", "%E0%A4%A"])
def test_an_address_that_leads_to_no_table(browser: Browser, house: OpenHouse, code: str) -> None:
    with visiting(browser, house, path=f"/t/{code}", allowed=NOT_FOUND) as page:
        trouble(page, "no_such_table", f"There is no table {code}. Check the code.")
        assert page.get_by_role("tab").count() == 0  # no log and no chat of nothing
        go_on(page, "no_such_table", "door")
        at_the_door(page)


def test_a_name_that_is_taken(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house) as other:
        join(other, open_table(ada), "Ada")
        trouble(other, "name_taken", "Somebody at this table is called Ada already. Take another name.")
        go_on(other, "name_taken", "name")
        other.keyboard.type("Other")  # the field has the focus, and all of it is chosen
        other.keyboard.press("Enter")
        other.get_by_role("button", name="Leave the seat").wait_for()


def test_a_browser_that_keeps_nothing(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        page.add_init_script(FULL)
        page.reload()
        page.get_by_role("button", name="Play now").click()
        trouble(page, "not_kept", "This browser keeps nothing for this page")
        go_on(page, "not_kept", "anyway")
        page.locator(".hand button.open").first.click()  # the seat is one's own as long as the page is there
        page.wait_for_function("() => Number(document.querySelector('.table').dataset.entry) > 5")


@pytest.mark.parametrize("path", ["/", "/plain"])
@pytest.mark.parametrize("kept", ["null", '{"games": {"ABCDEF": null}}', '{"games": "abc"}'])
def test_a_browser_that_keeps_nonsense(browser: Browser, house: OpenHouse, path: str, kept: str) -> None:
    with visiting(browser, house, path=path) as page:
        page.evaluate("(memory) => localStorage.setItem('ludoteca', memory)", kept)
        page.reload()
        page.locator("select, input[type=radio]").first.wait_for(state="attached")  # what the house offers


# ---------------------------------------------------------------- the house


def test_a_house_that_is_away(browser: Browser, house_of_its_own: OpenHouse) -> None:
    house = house_of_its_own
    with visiting(browser, house, allowed=REFUSED) as page:
        page.wait_for_selector("button.main:enabled")
        house.stop()
        page.get_by_role("button", name="Play now").click()
        trouble(page, "unreachable", "The house cannot be reached. Check your connection and try again.")
        with opened(house.folder, *GENEROUS, "--port", str(house.port), *SILENT):
            go_on(page, "unreachable", "again")
            page.wait_for_selector(".board")


def test_a_house_that_goes_away_during_a_game(browser: Browser, house_of_its_own: OpenHouse) -> None:
    house = house_of_its_own
    with visiting(browser, house, allowed="ERR_") as page:
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector(".board")
        house.process.kill()  # without a farewell
        house.process.wait()
        trouble(page, "away", "The connection is lost. Trying again.")
        with opened(house.folder, *GENEROUS, "--port", str(house.port), *SILENT):
            page.locator(".status [data-way=again]").click()
            page.locator(".status [data-trouble]").wait_for(state="detached")
            page.locator(".hand button.open").first.click()


def test_a_house_that_opens_no_more_tables(browser: Browser, house_of_its_own: OpenHouse) -> None:
    house = house_of_its_own
    with visiting(browser, house, allowed="503") as page:
        code = seated_by_http(page, house)
        page.wait_for_selector(".board")
        page.goto(house.url)
        page.wait_for_selector("button.main:enabled")
        operate(house, "drain")
        page.get_by_role("button", name="Play now").click()
        trouble(page, "draining", "This house is about to close and opens no new tables.")
        go_on(page, "draining", "games")
        page.get_by_role("link", name=f"Continue: {code}").click()  # what was begun goes on
        page.wait_for_selector(".board .hand")


def test_a_table_that_the_operator_closes(browser: Browser, house_of_its_own: OpenHouse) -> None:
    house = house_of_its_own
    with visiting(browser, house) as page:
        code = seated_by_http(page, house)
        page.wait_for_selector(".board")
        operate(house, "close", code, "--why", "The lights go out.")
        page.locator(".result").get_by_text("The lights go out.").wait_for()
        page.locator(".result").get_by_role("link", name="To the door").click()
        at_the_door(page)


def test_too_many_connections(browser: Browser, tmp_path: Path) -> None:
    need(missing_for_browser())
    most = 12
    limit = ("--limit-connections-per-address", str(most))
    with ExitStack() as others, opened(tmp_path, *GENEROUS, *limit) as house:
        page = others.enter_context(visiting(browser, house, allowed="429"))
        page.wait_for_selector("button.main:enabled")
        crowd = [others.enter_context(socket.create_connection(("127.0.0.1", house.port))) for _ in range(most)]
        page.get_by_role("button", name="Play now").click()
        trouble(page, "no_line", "The house answers, but the connection to the table does not open")
        for somebody in crowd:
            somebody.close()
        page.locator(".status [data-way=again]").click()
        page.wait_for_selector(".board")


def test_too_many_messages(browser: Browser, tmp_path: Path) -> None:
    need(missing_for_browser())
    slow = ("--bot-pace", "0", "--limit-rate", "1", "--limit-burst", "60")
    with opened(tmp_path, *slow) as house, visiting(browser, house) as page:
        code = open_table(page)
        chat = page.get_by_label("Say something")
        page.get_by_role("tab", name="Chat").click()
        for line in range(70):
            chat.fill(f"line {line}")
            chat.press("Enter")
        told = page.locator("[data-trouble$=too_fast]")
        told.filter(has_text=re.compile("That was too fast. Wait [0-9.]+ s.")).wait_for()
        told.locator("[data-way=close]").click()
        page.get_by_role("heading", name="Before the game").wait_for()
        assert page.url.endswith(code)


# ---------------------------------------------------------------- at the table


def test_what_is_not_ones_turn(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house) as bob:
        join(bob, open_table(ada), "Bob")
        ada.get_by_role("button", name="Start the game").click()
        for page in (ada, bob):
            page.wait_for_selector(".board")
        waiting = bob if ada.locator(".asked.yours").count() else ada
        name = "Ada" if waiting is bob else "Bob"
        waiting.locator(".hand button").first.click(force=True)  # it is not disabled: it says why
        waiting.locator(".notice").filter(has_text=f"It is {name}'s decision. Wait for your turn.").wait_for()
        waiting.locator(".notice [data-way=close]").click()
        waiting.locator(".notice").wait_for(state="hidden")


def test_a_clock_that_has_run_out(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as page:
        seated_by_http(page, house, clock={"per": "move", "seconds": 5})
        page.wait_for_selector(".board")
        trouble(page, "time_up", "Your time is up. A stand-in plays the rest of this turn")
        go_on(page, "time_up", "close")
        page.get_by_text("A stand-in plays for Ada, whose time is up.").first.wait_for()
        page.wait_for_selector(".asked.yours")  # the turn after that is one's own again


def test_a_clock_for_the_whole_game_that_has_run_out(browser: Browser, house: OpenHouse) -> None:
    """Then a stand-in plays every turn: one sees it, and may end that."""
    with visiting(browser, house) as ada, visiting(browser, house) as bob:
        code = open_table_with(ada, {"per": "game", "seconds": 5})
        join(bob, code, "Bob")
        ada.get_by_role("button", name="Start the game").click()
        for page in (ada, bob):
            page.wait_for_selector(".board")
        page, other = (ada, bob) if ada.locator(".asked.yours").count() else (bob, ada)
        trouble(page, "time_up", "Your time is up. A stand-in plays the rest of this turn")
        go_on(page, "time_up", "end")
        other.get_by_role("alert").filter(has_text="asks to end the game").wait_for()


def open_table_with(page: Page, clock: dict[str, Any]) -> str:
    """The door offers no clock that is over before the test is: what it asks for is changed on its way."""

    def shorten(route: Any) -> None:
        asked = route.request.post_data_json
        asked["options"]["clock"] = clock
        route.continue_(post_data=json.dumps(asked))

    page.route("**/api/tables", lambda route: shorten(route) if route.request.method == "POST" else route.continue_())
    return open_table(page)


def test_removed_by_the_host(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as ada, visiting(browser, house) as bob:
        join(bob, open_table(ada), "Bob")
        bob.get_by_text("All seats are taken.").wait_for()
        ada.get_by_role("button", name="Remove Bob").click()
        trouble(bob, "removed", "The host has given your seat away. Sit down again, or open your own table.")
        bob.get_by_role("button", name="Sit down").wait_for()
        go_on(bob, "removed", "own")
        at_the_door(bob)


def move_seat(here: Page, there: Page) -> None:
    """A game is begun here, and claimed there."""
    here.get_by_role("button", name="Play now").click()
    here.wait_for_selector(".board")
    here.get_by_role("button", name="Table", exact=True).click()
    here.get_by_role("button", name="Go on at another device").click()
    said = here.locator("dialog [role=status]").inner_text()
    (secret,) = re.findall(CODE_SHOWN, said)
    there.goto(here.url)
    there.wait_for_selector(".board")
    there.get_by_role("button", name="Table", exact=True).click()
    there.locator("dialog form input").fill(secret)
    there.locator("dialog form button").click()
    trouble(here, "moved", "Your seat has moved to another device.")


def test_a_seat_that_moved_to_another_device(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house) as here, visiting(browser, house) as there:
        move_seat(here, there)
        there.locator(".hand button.open").first.click()
        go_on(here, "moved", "watch")
        here.wait_for_selector(".board")
        here.locator(".status").filter(has_text="You are watching.").wait_for()


@pytest.mark.parametrize("loaded_anew", [False, True])
def test_a_seat_that_moved_though_the_answer_was_lost(browser: Browser, house: OpenHouse, loaded_anew: bool) -> None:
    claimed: list[WebSocketRoute] = []

    def lose_the_answer(line: WebSocketRoute) -> None:
        to_house = line.connect_to_server()

        def ask(message: str | bytes) -> None:
            if json.loads(message)["type"] == "claim":
                claimed.append(line)
            to_house.send(message)

        line.on_message(ask)
        to_house.on_message(lambda message: None if line in claimed else line.send(message))

    with visiting(browser, house) as here, visiting(browser, house) as there:
        there.route_web_socket("**/socket", lose_the_answer)
        move_seat(here, there)
        if loaded_anew:
            there.reload()
        else:
            claimed[0].close()
        there.locator(".hand button.open").first.click()
        there.wait_for_selector(".table:not([data-busy])")
        there.reload()
        there.wait_for_selector(".board")
        there.get_by_role("button", name="Table", exact=True).click()
        there.get_by_role("button", name="Go on at another device").wait_for()


@pytest.mark.parametrize(
    ("code", "words"), [("no_such_table", "Non c'è nessun tavolo XXXXXX."), ("table_full", "Quel tavolo è pieno.")]
)
def test_in_italian(browser: Browser, house: OpenHouse, code: str, words: str) -> None:
    with visiting(browser, house) as ada, visiting(browser, house, allowed=NOT_FOUND) as page:
        table = "XXXXXX"
        if code == "table_full":
            table = open_table(ada)
            ada.get_by_role("button", name="Add a bot").click()
            ada.get_by_role("button", name="Start the game").wait_for()
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Italiano").check()
        page.keyboard.press("Escape")
        page.locator(".join input").fill(table)
        page.locator(".join button").click()
        trouble(page, code, words)
        page.goto(f"{house.url}/t/{table}#sit")
        trouble(page, code, words)
        page.locator(f"[data-trouble={code}] a[data-way]").click()
        page.get_by_role("button", name="Gioca subito").wait_for()
