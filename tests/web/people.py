"""Somebody in front of a browser: sees what can be chosen, and chooses it by mouse, by finger or by keyboard."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Everything on the board that can be chosen now, by the selector of what to click.
OPEN = """() => {
  const all = (selector, name) => [...document.querySelectorAll(selector)].map(name);
  const place = (each) => `[data-place="${each.dataset.place}"]`;
  return {
    entry: Number(document.querySelector(".table")?.dataset.entry ?? 0),
    yours: document.querySelector(".asked.yours") !== null,
    over: document.querySelector(".result") !== null,
    assistants: all(".hand button.open", place),
    students: all(".entrance button.open", place),
    picked: document.querySelector(".entrance button.picked") !== null,
    dining: document.querySelector(".dining.open") !== null,
    tables: all(".dining button.open", place),
    islands: all("[data-island].open", (each) => `[data-island="${each.dataset.island}"] .tile`),
    clouds: all(".cloud.open", place),
    characters: all(".card.open", place),
    colours: document.querySelectorAll(".action .colours button").length,
    finish: document.querySelector(".action .deeds .button.main") !== null,
  };
}"""
SETTLED = """(seen) => {
  const table = document.querySelector(".table");
  if (!table || table.dataset.busy !== undefined) return false;
  const turn = document.querySelector(".asked.yours, .result") !== null;
  return turn && Number(table.dataset.entry) > seen;
}"""
COLOUR_KEYS = {"green": "g", "red": "r", "yellow": "y", "pink": "p", "blue": "b"}


def choose_bot(page: Page, level: str) -> None:
    """By its face, at the door."""
    page.get_by_role("group", name="Bots").locator(f"[value={level}]").check()


@dataclass
class Person:
    page: Page
    chance: random.Random
    touch: bool = False

    def open_choices(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(OPEN)
        return found

    def wait_for_turn(self, after: int = 0) -> dict[str, Any]:
        """What can be chosen once it is one's turn (again), or the game is over."""
        self.page.wait_for_function(SETTLED, arg=after)
        return self.open_choices()

    def press(self, selector: str) -> None:
        target = self.page.locator(selector).first
        if not self.touch:
            return target.click()
        # Mother nature: the first tap shows what would happen.
        moving = selector.endswith(".tile") and target.locator(".steps").count() > 0
        target.tap()
        if moving:
            self.page.wait_for_selector("[data-island].considered")
            target.tap()
        return None

    def play_now(
        self, game: str = "Eriantys", players: int = 2, *, expert: bool = False, level: str = "random"
    ) -> None:
        """From the door to the first decision."""
        page = self.page
        page.get_by_role("radio", name=game, exact=True).check()
        page.get_by_role("radio", name=str(players), exact=True).check()
        if players > 1:
            choose_bot(page, level)
        if expert:
            page.get_by_label("Expert game").check()
        self.press("button.main")
        page.wait_for_selector(".board")

    def decide(self, choices: dict[str, Any]) -> None:
        """One decision, by mouse or finger. Of a student: what to lift, and where it goes."""
        if choices["colours"] and not choices["students"]:
            return self.press(f".action .colours button >> nth={self.chance.randrange(choices['colours'])}")
        if choices["finish"]:
            return self.press(".action .deeds .button.main")
        if choices["characters"] and self.chance.random() < 0.5:
            self.press(self.chance.choice(choices["characters"]))
            return self.press(".action .card .button.main")
        if choices["students"] and not choices["picked"]:
            self.press(self.chance.choice(choices["students"]))
            lifted = self.open_choices()
            if not lifted["picked"]:  # a character asked for it
                return None
            if lifted["dining"] and self.chance.random() < 0.6:
                return self.press(".action .deeds .button.main")
            return self.press(self.chance.choice(lifted["islands"]))
        for kind in ("assistants", "islands", "clouds", "tables"):
            if choices[kind]:
                return self.press(self.chance.choice(choices[kind]))
        raise AssertionError(f"nothing can be chosen: {choices}")

    def decide_by_keyboard(self, choices: dict[str, Any]) -> None:
        """The same with keys alone."""
        keyboard = self.page.keyboard
        if choices["assistants"]:
            value = self.chance.choice(choices["assistants"]).split(":")[1].split('"')[0]
            return keyboard.press("0" if value == "10" else value)
        if choices["students"]:
            colour = self.chance.choice(choices["students"]).split(":")[2].split('"')[0]
            keyboard.press(COLOUR_KEYS[colour])
            lifted = self.open_choices()
            if not lifted["picked"]:
                return None
            if lifted["dining"] and self.chance.random() < 0.6:
                return keyboard.press("d")
        elif choices["clouds"]:
            return self._tab_to(".cloud")
        if choices["colours"] or choices["finish"]:
            return self._tab_to(".action")
        keyboard.press("i")
        for _ in range(self.chance.randrange(3)):
            keyboard.press("ArrowRight")
        for _ in range(12):
            if self._focused("[data-island].open"):
                return keyboard.press("Enter")
            keyboard.press("ArrowRight")
        raise AssertionError("no island can be reached by keyboard")

    def _focused(self, selector: str) -> bool:
        return bool(self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector))

    def _tab_to(self, part: str) -> None:
        """Tab into a part of the board, arrows to what is open there, Enter."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self._focused(f"{part}, {part} button:not(.term)"):
                break
        else:
            raise AssertionError(f"{part} cannot be reached by keyboard")
        for _ in range(12):
            if self._focused(".open, .action .button"):
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"nothing open in {part}")


def play_to_the_end(person: Person, deciding: Callable[[dict[str, Any]], None]) -> int:
    """Until the result is shown; how many decisions it took."""
    choices = person.wait_for_turn()
    decisions = 0
    while not choices["over"]:
        deciding(choices)
        choices = person.wait_for_turn(choices["entry"])
        decisions += 1
    return decisions


def close_sheet(page: Page) -> None:
    """Until it is gone, and not only closed: as long as it is there, keys are for it."""
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
