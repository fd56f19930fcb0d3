"""Pages in a browser that fail a test when they complain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from ..commands.open_house import OpenHouse

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 60_000  # milliseconds for anything to happen, on a machine that does much else
WIDE = (1280, 720)
PHONE = (360, 640)
SIZES = {"phone": PHONE, "tablet": (768, 1024), "laptop": WIDE, "desktop": (1920, 1080)}


# Bots are followed as fast as they play, unless something else was chosen on the page.
INSTANT = """
  if (localStorage.getItem("ludoteca-preferences") === null) {
    localStorage.setItem("ludoteca-preferences", JSON.stringify({ pace: "instant" }));
  }
"""


# A test taps faster than any finger, wherever the next thing is: none of that is a double tap.
SINGLE_TAPS = """
  const single = (event) => Object.defineProperty(event, "detail", { value: Math.min(event.detail, 1) });
  addEventListener("click", single, true);
"""


@contextmanager
def visiting(
    browser: Browser,
    house: OpenHouse,
    size: tuple[int, int] = WIDE,
    *,
    path: str = "/",
    touch: bool = False,
    scheme: Literal["light", "dark"] = "light",
    workers: bool = False,
    allowed: str | tuple[str, ...] = (),
) -> Iterator[Page]:
    """A page at the door, or elsewhere. Whatever it complains about fails the test, unless that was `allowed`."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        color_scheme=scheme,
        locale="en-GB",
        service_workers="allow" if workers else "block",  # what a worker answers, a test could not hold up
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(INSTANT)
    if touch:
        context.add_init_script(SINGLE_TAPS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(house.url + path)
    try:
        yield page
        fine = (allowed,) if isinstance(allowed, str) else allowed
        unexpected = [said for said in complaints if not any(part in said for part in fine)]
        assert unexpected == [], unexpected
    finally:
        context.close()
