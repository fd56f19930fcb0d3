"""The page as a browser shows it: the real one, in which a game can be begun."""

from __future__ import annotations

import shutil

from .steps import Failed, say

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def look(url: str) -> None:
    """Begins a game on the page that is there."""
    from playwright.sync_api import Error, sync_playwright

    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise Failed("There is no chromium, so nobody can say what the page looks like.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            page = browser.new_page()
            page.goto(url)
            page.get_by_role("button", name="Play now").click()
            page.locator(".board").wait_for()
            page.locator(".hand button.open").first.click()
            page.locator("[data-entry]").wait_for()
            say(f"  the page shows a board at {page.url}")
        except Error as error:
            raise Failed(f"The page at {url} is not the real one: {error}") from error
        finally:
            browser.close()
