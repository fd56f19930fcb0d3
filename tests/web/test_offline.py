"""The page as something installed: it opens without a connection, says so, and shows the replays that were kept."""

from __future__ import annotations

import json
import random
import urllib.request
from typing import TYPE_CHECKING

from ..commands.open_house import OpenHouse
from .judging import violations
from .people import Person
from .visits import PHONE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

READY = "() => navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length > 0)"
LOST = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")


def test_the_page_can_be_installed(house: OpenHouse) -> None:
    with urllib.request.urlopen(f"{house.url}/pages/manifest.webmanifest") as answer:
        manifest = json.load(answer)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        with urllib.request.urlopen(house.url + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"]


def test_the_page_opens_offline_and_shows_what_was_kept(browser: Browser, house: OpenHouse) -> None:
    with visiting(browser, house, PHONE, workers=True, allowed=LOST) as page:
        page.wait_for_function(READY)
        page.reload()  # from here on the worker answers
        person = Person(page, random.Random(3))
        person.play_now()
        person.decide(person.wait_for_turn())
        code = page.url.rpartition("/")[2]
        page.goto(f"{house.url}/replay/{code}")
        page.wait_for_selector(".bar")
        page.context.set_offline(True)
        page.goto(f"{house.url}/")
        page.get_by_role("alert").filter(has_text="cannot be reached").or_(
            page.locator("[data-trouble=unreachable]")
        ).first.wait_for()
        assert violations(page) == []
        page.get_by_role("region", name="Replays kept on this device").get_by_role("link", name=code).click()
        page.wait_for_selector(".replay .board")
        page.context.set_offline(False)
