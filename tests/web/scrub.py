"""`python -m tests.web.scrub` measures how many frames a second there are while somebody scrubs through a long game.

A game of a thousand entries is gone through from end to end and back, one entry further with every frame. The slowest
whole second counts. On a machine that does much else, the time of the processor that a frame takes says more. It also
says how long it took from the address to the board.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ..commands.open_house import opened
from . import tools
from .conftest import GENEROUS
from .played import played
from .visits import WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

ENTRIES = 1000
AT_LEAST = 30  # frames in every second

# The handle goes one entry further with each frame, and turns at both ends. The lowest number of frames in a second.
SCRUB = """() => new Promise((done) => {
  const handle = document.querySelector("input[type=range]");
  const last = Number(handle.max);
  const begun = performance.now();
  const frames = [];
  let at = 1, way = 1, passed = 0;
  const next = (now) => {
    frames.push(now);
    if (passed >= 2 * last) {
      const seconds = Math.floor((now - begun) / 1000);
      const counts = Array.from({length: seconds}, (_, second) =>
        frames.filter((frame) => Math.floor((frame - begun) / 1000) === second).length);
      return done({frames: frames.length, seconds: (now - begun) / 1000, lowest: Math.min(...counts)});
    }
    if (at + way > last || at + way < 1) way = -way;
    at += way;
    passed += 1;
    handle.value = String(at);
    handle.dispatchEvent(new Event("input", {bubbles: true}));
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})"""
SHOWN = """() => {
  const film = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/film"));
  return {bytes: film.encodedBodySize, answered: film.duration};
}"""


def scrubbed(page: Page) -> tuple[int, float, float]:
    """Frames in the slowest second and on average, and milliseconds of the processor that one took the page."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(session)
    found = page.evaluate(SCRUB)
    taken = (worked(session) - before) * 1000 / found["frames"]
    return int(found["lowest"]), found["frames"] / found["seconds"], taken


def worked(session: CDPSession) -> float:
    """Seconds for which the page has had the processor so far."""
    figures = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(figures["TaskDuration"])


def measure() -> bool:
    from playwright.sync_api import sync_playwright

    well = True
    with tempfile.TemporaryDirectory() as data, opened(Path(data), *GENEROUS) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=["--no-sandbox"])
        for game, players in (("eriantys", 2), ("masters", 2)):
            code = played(house, game, players, long=ENTRIES)
            for side in ("log", "course"):
                with visiting(browser, house, WIDE, path=f"/replay/{code}") as page:
                    page.wait_for_selector(".replay .board")
                    shown = page.evaluate("() => performance.now()")
                    film = page.evaluate(SHOWN)
                    page.locator(f"#tab-{side}").click()
                    entries = int(page.locator(".replay").get_attribute("data-last") or "0")
                    lowest, average, taken = scrubbed(page)
                well = well and entries >= ENTRIES and lowest >= AT_LEAST
                print(
                    f"{game}, {entries} entries beside the {side}: {lowest} frames in the slowest second, "
                    f"{average:.0f} on average, {taken:.1f} ms of the processor each; {film['bytes']:,} bytes in "
                    f"{film['answered']:.0f} ms, board after {shown:.0f} ms",
                    flush=True,
                )
        browser.close()
    return well


if __name__ == "__main__":
    missing = tools.missing_for_browser()
    if missing:
        sys.exit(f"Nothing can be measured: {missing}.")
    sys.exit(not measure())
