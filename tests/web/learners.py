"""Somebody who goes through the lessons, by mouse, by finger or with keys alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What to choose for each decision of each step, in the order in which one does it.
ERIANTYS: dict[str, list[list[str]]] = {
    "assistants": [['[data-place="hand:3"]']],
    "islands": [['[data-place="entrance:A:red"]', '[data-island="8"]']],
    "dining": [['[data-place="entrance:A:red"]', ".action .deeds .button.main"]],
    "professors": [['[data-place="entrance:A:green"]', ".action .deeds .button.main"]],
    "mother_nature": [['[data-island="10"]']],
    "influence": [['[data-island="1"]']],
    "joining": [['[data-island="9"]']],
    "clouds": [['[data-place="cloud:1"]']],
    "characters": [
        ['[data-place="entrance:A:green"]', ".action .deeds .button.main"],
        ['[data-place="card:8"]', ".action .card .button.main"],
        ['[data-island="6"]'],
    ],
    "end": [['[data-island="4"]']],
}


def taking(line: str) -> list[str]:
    return [f'[data-place="line:{line}"]', '[data-deed="take"]']


MASTERS: dict[str, list[list[str]]] = {
    "leaders": [['[data-place="dealt:49"]', '[data-place="dealt:64"]', '[data-deed="keep"]']],
    "market": [
        taking("row 2"),
        ['[data-place="shelf:1"]'],
        ['[data-place="shelf:2"]'],
        ['[data-place="shelf:2"]'],
    ],
    "warehouse": [['[data-place="shelf:3"]', '[data-place="shelf:1"]']],
    "discarding": [taking("column 3"), ['[data-place="shelf:3"]'], ['[data-deed="discard"]']],
    "buying": [['[data-place="card:1"]', '[data-deed="buy"]']],
    "production": [['[data-place="power:dev:1"]', '[data-place="power:basic"]', '[data-deed="produce"]']],
    "playing_leaders": [['[data-place="leader:49"]', '[data-deed="play"]']],
    "faith": [taking("row 1")],
    "end": [['[data-place="card:33"]', '[data-deed="buy"]']],
    "solo": [['[data-deed="end"]']],
}
LESSONS = {"eriantys": ERIANTYS, "masters": MASTERS}

# Where the focus is: on it, in the same list as it, or elsewhere.
WHERE = """(selector) => {
  const focused = document.activeElement;
  if (focused.matches(selector)) return "here";
  const list = focused.matches("[data-stop]") ? focused.closest("[data-part], ul, ol") : null;
  return list?.querySelector(selector) ? "near" : "far";
}"""
MOST_KEYS = 150  # until something has the focus
ON_SHEETS = {'"line:': '[data-deed="market"]', '"card:': '[data-deed="grid"]'}


@dataclass
class Learner:
    page: Page
    by_keyboard: bool = False
    touch: bool = False

    def use(self, selector: str) -> None:
        if self.by_keyboard:
            return self.reach(selector)
        target = self.page.locator(f"{selector}:visible")
        island = target.locator(".tile")
        place = (island if island.count() else target).first
        if not self.touch:
            return place.click()
        moving = island.locator(".steps").count() > 0  # mother nature: the first tap shows what would happen
        place.tap()
        if moving:
            self.page.wait_for_selector("[data-island].considered")
            place.tap()
        return None

    def reach(self, selector: str) -> None:
        """By Tab and arrows, then Enter."""
        keyboard = self.page.keyboard
        for _ in range(MOST_KEYS):
            where = self.page.evaluate(WHERE, selector)
            if where == "here":
                return keyboard.press("Enter")
            keyboard.press("ArrowRight" if where == "near" else "Tab")
        raise AssertionError(f"{selector} cannot be reached by keyboard")

    def settle(self, step: str, decisions: int) -> None:
        """Until the house has answered."""
        self.page.wait_for_selector(f'.lesson[data-step="{step}"][data-entry="{decisions}"]:not([data-busy])')

    def decide(self, selectors: list[str]) -> None:
        """On a phone market and cards of Masters lie on sheets."""
        for selector in selectors:
            sheet = next((deed for part, deed in ON_SHEETS.items() if part in selector), None)
            if self.touch and sheet is not None and self.page.locator(sheet).count():
                self.use(sheet)
                self.page.wait_for_selector("dialog[open]")
                self.use(f"dialog {selector}")
            elif self.touch and self.page.locator("dialog[open]").count():
                self.use(f"dialog {selector}")
            else:
                self.use(selector)

    def do_step(self, step: str, decisions: list[list[str]]) -> None:
        self.settle(step, 0)
        for number, selectors in enumerate(decisions, 1):
            self.decide(selectors)
            self.settle(step, number)
        self.page.locator(".after").wait_for()

    def go_on(self) -> None:
        if self.by_keyboard:
            self.page.keyboard.press("Enter")  # the way on has the focus
        else:
            self.use('[data-deed="next"]')
