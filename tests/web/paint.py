"""`python -m tests.web.paint` measures how long a move takes from the click to the picture, on a slow machine.

A move travels to the house and back, so it is compared with a button of the same page that does next to nothing. Both
are pressed by a real mouse that is over them already, in turn, with the processor four times slower than it is.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ..commands.open_house import opened
from . import tools
from .conftest import GENEROUS
from .people import Person
from .visits import WIDE, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOVES = 60
SLOWER = 4
AT_MOST = 3.0  # times the button

# From the event of the mouse to the frame after the one in which `done` was so.
WATCH = """(done) => {
  window.painted = new Promise((told) => {
    addEventListener("pointerup", (event) => {
      const begun = event.timeStamp;
      const look = () => {
        if (!done()) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => told(performance.now() - begun)));
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}"""
# Nothing moves and nothing waits to be painted.
QUIET = """async () => {
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)));
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
BUTTON = """() => {
  const button = document.createElement("button");
  button.id = "nothing";
  button.textContent = "0";
  button.style.cssText = "position: fixed; top: 0; left: 50%; z-index: 99";
  button.onclick = () => { button.textContent = String(Number(button.textContent) + 1); };
  document.body.append(button);
}"""


def timed(page: Page, press: str, done: str) -> float:
    """Milliseconds from a click to the picture of what it did."""
    box = page.locator(press).first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(QUIET)
    page.evaluate(f"({WATCH})({done})")
    page.mouse.down()
    page.mouse.up()
    taken: float = page.evaluate("() => window.painted")
    return taken


def nothing(page: Page) -> float:
    count = page.locator("#nothing").inner_text()
    return timed(page, "#nothing", f"() => document.querySelector('#nothing').textContent !== '{count}'")


def a_move(page: Page, entry: int) -> float:
    """A student that was lifted goes to an island, and the next thing can be chosen."""
    changed = f"() => Number(document.querySelector('.table').dataset.entry) > {entry}"
    return timed(page, "[data-island].open .tile", changed)


def measure() -> tuple[list[float], list[float]]:
    from playwright.sync_api import sync_playwright

    moves: list[float] = []
    empty: list[float] = []
    with tempfile.TemporaryDirectory() as data, opened(Path(data), *GENEROUS) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=["--no-sandbox"])
        while len(moves) < MOVES:
            with visiting(browser, house, WIDE) as page:
                person = Person(page, random.Random(len(moves)))
                person.play_now()
                page.evaluate(BUTTON)
                slow = page.context.new_cdp_session(page)
                slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                choices = person.wait_for_turn()
                while not choices["over"] and len(moves) < MOVES:
                    if choices["students"]:
                        person.press(person.chance.choice(choices["students"]))
                        empty.append(nothing(page))
                        moves.append(a_move(page, choices["entry"]))
                    else:
                        person.decide(choices)
                    choices = person.wait_for_turn(choices["entry"])
        browser.close()
    return moves, empty


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    missing = tools.missing_for_browser()
    if missing:
        sys.exit(f"Nothing can be measured: {missing}.")
    moves, empty = measure()
    times = p95(moves) / p95(empty)
    for what, taken in (("a move", moves), ("an empty button", empty)):
        print(f"{what}: median {statistics.median(taken):.0f} ms, p95 {p95(taken):.0f} ms, of {len(taken)}")
    print(f"{times:.2f} times, at most {AT_MOST:.0f}")
    sys.exit(times > AT_MOST)
