"""Somebody who plays Masters of Renaissance in front of a browser, by mouse, by finger or by keyboard."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .people import SETTLED, Person, choose_bot, close_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Everything on the board that can be chosen now, by the selector of what to click.
OPEN = """() => {
  const seen = (each) => each.checkVisibility();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const places = (selector) => all(selector).map((each) => `[data-place="${each.dataset.place}"]`);
  const deeds = all(".action [data-deed]").map((each) => each.dataset.deed);
  return {
    entry: Number(document.querySelector(".table")?.dataset.entry ?? 0),
    yours: document.querySelector(".asked.yours") !== null,
    over: document.querySelector(".result") !== null,
    dealt: places('[data-place^="dealt:"]'),
    resources: all("[data-resource]").map((each) => `[data-resource="${each.dataset.resource}"]`),
    waiting: document.querySelector(".tray") !== null,
    shelves: places(".shelf.open"),
    lines: places(".arrow.open"),
    cards: places('[data-place^="card:"].open'),
    powers: places('[data-place^="power:"].open'),
    leaders: places('[data-place^="leader:"].open'),
    hand: places('.leaders li:not(.played) [data-place^="leader:"]'),
    turn: all(".arrow.open, [data-deed=market].main").length > 0,
    deeds,
  };
}"""

PART_KEYS = {'"line:': "m", '"card:': "c", '"shelf:': "w", '"power:': "b", '"leader:': "l", '"dealt:': "l"}
MOST_KEYS = 120  # until something has the focus


@dataclass
class MastersPerson(Person):
    """Buys what can be bought, produces now and then, and stores what fits."""

    by_keyboard: bool = False

    def open_choices(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(OPEN)
        return found

    def play_now(self, game: str = "Masters of Renaissance", players: int = 2, **_: Any) -> None:
        page = self.page
        page.get_by_role("radio", name=game, exact=True).check()
        page.get_by_role("radio", name=str(players), exact=True).check()
        if players > 1:
            choose_bot(page, "random")
        self.press("button.main")
        page.wait_for_selector(".board")

    def use(self, selector: str) -> None:
        """Click it; or go there by keys alone and press Enter."""
        if not self.by_keyboard:
            return self.press(selector)
        keyboard = self.page.keyboard
        key = next((key for part, key in PART_KEYS.items() if part in selector), None)
        if key is not None:
            keyboard.press(key)
        for _ in range(MOST_KEYS):
            if self._focused(selector):
                return keyboard.press("Enter")
            keyboard.press("Tab" if key is None else "ArrowRight")
        raise AssertionError(f"{selector} cannot be reached by keyboard")

    def do(self, deed: str) -> None:
        self.use(f'[data-deed="{deed}"]')

    def decide(self, choices: dict[str, Any]) -> None:
        """One action, whole."""
        if choices["dealt"]:
            for leader in self.chance.sample(choices["dealt"], 2):
                self.use(leader)
            return self.do("keep")
        if choices["resources"]:
            return self.use(self.chance.choice(choices["resources"]))
        if choices["waiting"]:
            return self.store(choices)
        if choices["leaders"] and self.chance.random() < 0.7:
            return self.use_leader(self.chance.choice(choices["leaders"]))
        if "end" in choices["deeds"]:
            return self.do("end")
        return self.main_action(choices)

    def store(self, choices: dict[str, Any]) -> None:
        if choices["shelves"]:
            return self.use(self.chance.choice(choices["shelves"]))
        return self.do("discard")

    def use_leader(self, leader: str) -> None:
        self.use(leader)
        if "play" in self.open_choices()["deeds"]:
            return self.do("play")
        return self.do("produce")  # the leader's power

    def main_action(self, choices: dict[str, Any]) -> None:
        cards = choices["cards"] or self.cards_on_the_sheet(choices)
        if cards:
            self.use(self.chance.choice(cards))
            return self.do("buy")
        if choices["powers"] and self.chance.random() < 0.4:
            return self.produce(choices["powers"][-1])
        on_a_sheet = not choices["lines"]
        if on_a_sheet:
            self.do("market")
        self.use(self.chance.choice(self.open_choices()["lines"]))
        return self.use(f'{"dialog" if on_a_sheet else ".action"} [data-deed="take"]')

    def produce(self, first: str) -> None:
        """Begin with a power of the board, then everything else on the list that can be paid as well."""
        self.use(first)
        more = ".powers .possible:not(.used)"
        while self.page.locator(more).count():
            self.use(more)
        self.do("produce")

    def cards_on_the_sheet(self, choices: dict[str, Any]) -> list[str]:
        """On a phone cards and market lie on sheets."""
        if "grid" not in choices["deeds"]:
            return []
        self.do("grid")
        self.page.wait_for_selector("dialog[open]")
        cards: list[str] = self.open_choices()["cards"]
        if not cards:
            self.page.keyboard.press("Escape")
            self.page.wait_for_selector("dialog[open]", state="detached")
        return cards

    def wait_for_turn(self, after: int = 0) -> dict[str, Any]:
        self.page.wait_for_function(SETTLED, arg=after)
        return self.open_choices()


def looked_at(page: Page, person: MastersPerson, choices: dict[str, Any], seen: Container[str]) -> Iterator[str]:
    """The states of the board at this moment that were not seen yet, each while it is shown."""
    for name in ("dealt", "resources", "waiting", "cards"):
        if choices[name] and name not in seen:
            yield name
    affordable = choices["turn"] and "paying" not in seen and (choices["cards"] or person.cards_on_the_sheet(choices))
    if affordable:
        person.use(affordable[0])
        yield "paying"
        page.keyboard.press("Escape")
    if "end" in choices["deeds"] and "end" not in seen:
        yield "end"
    if choices["turn"] and choices["hand"] and not choices["leaders"] and "leader" not in seen:
        person.use(choices["hand"][0])
        yield "leader"
        page.keyboard.press("Escape")
    if "start" in choices["deeds"] and "production" not in seen:
        person.do("start")
        person.use(".powers .possible")
        yield "production"
        page.keyboard.press("Escape")
    if choices["turn"] and "line" not in seen:
        on_a_sheet = "market" in choices["deeds"]
        if on_a_sheet:
            person.do("market")
        person.use('[data-place="line:row 1"]')
        yield "line"
        if on_a_sheet:
            close_sheet(page)
        page.keyboard.press("Escape")
    if choices["turn"] and "card" not in seen:
        if "grid" in choices["deeds"]:
            person.do("grid")
            page.wait_for_selector("dialog[open]")
            yield "grid"
        person.use('[data-place^="card:"]')
        yield "card"
        page.keyboard.press("Escape")
