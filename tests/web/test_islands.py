"""The ring of islands shows what the rules count: who has which influence, and which islands are one."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from ludoteca import rules
from ludoteca.house import lessons
from ludoteca.rules.eriantys.notation import reading

from ..commands.open_house import OpenHouse
from .played import played
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Each island with its tiles, as they lie on the page.
GROUPS = """() => [...document.querySelectorAll("[data-island]")].map(
  (each) => [...each.querySelectorAll("[data-tile]")].map((tile) => Number(tile.dataset.tile)))"""
# From now on, the tiles that move from where they were to where they belong.
WATCH_DRIFTING = """() => {
  window.drifted = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, options) {
    if (this.matches("[data-tile]")) window.drifted.push({ tile: Number(this.dataset.tile), from: steps[0].transform });
    return animate.call(this, steps, options);
  };
}"""

# What bots are called on the page.
SHOWN = {"random-1": "Dado", "random-2": "Dado II", "random-3": "Dado III"}


def shown(page: Page, group: list[int]) -> dict[str, int]:
    """Influence on a group by name, as it is told."""
    words: str = page.locator(f'[data-island="{group[0]}"] > .unseen').inner_text()
    told = words.partition("; ")[2].partition(";")[0]
    return {name: int(count) for name, count in re.findall(r"([\w-]+(?: II+)?(?: and [\w-]+(?: II+)?)?): (\d+)", told)}


def counted(view: dict[str, Any], group: list[int]) -> dict[str, int]:
    """The same by the rules."""
    game = view["game"]
    if reading.island(game, group).get("no_entry"):
        return {}
    names = {"ABCD"[seat["player"]]: SHOWN.get(seat["name"], seat["name"]) for seat in view["seats"]}
    influence = reading.influence(game, group)
    return {
        " and ".join(names[letter] for letter in reading.members(game, side)): count
        for side, count in influence.items()
        if count
    }


def with_influence(house: OpenHouse, players: int) -> tuple[str, dict[str, Any]]:
    """A game in which somebody has influence. Houses deal by chance: where nobody has, another one is played."""
    while True:
        code = played(house, "eriantys", players, until=120, seed=players, settings={"expert": True})
        with urllib.request.urlopen(f"{house.url}/api/tables/{code}") as answer:
            view: dict[str, Any] = json.load(answer)
        if any(counted(view, group) for group in reading.groups(view["game"])):
            return code, view


@pytest.mark.parametrize("players", [2, 3, 4])
def test_influence_is_that_of_the_rules(browser: Browser, house: OpenHouse, players: int) -> None:
    code, view = with_influence(house, players)
    with visiting(browser, house, path=f"/t/{code}") as page:
        page.wait_for_selector("[data-island]")
        groups = reading.groups(view["game"])
        assert sorted(page.evaluate(GROUPS)) == groups
        found = [shown(page, group) for group in groups]
        assert found == [counted(view, group) for group in groups]


def test_islands_that_join_drift_together(browser: Browser, house: OpenHouse) -> None:
    number, step = next(each for each in enumerate(lessons.steps_of("eriantys"), 1) if each[1].name == "joining")
    game = rules.load(step.position)
    before = reading.groups(game.position())
    for decision in game.parse(step.asks[0][0]):
        game.apply(decision)
    after = reading.groups(game.position())
    (joined,) = [group for group in after if group not in before]
    with visiting(browser, house, path=f"/learn/eriantys/{number}") as page:
        page.wait_for_selector("[data-island]")
        assert sorted(page.evaluate(GROUPS)) == before
        page.evaluate(WATCH_DRIFTING)
        page.locator('[data-island="9"] .tile').first.click()
        page.wait_for_function(f"() => document.querySelectorAll('[data-island]').length === {len(after)}")
        assert sorted(page.evaluate(GROUPS)) == after
        drifted = page.evaluate("() => window.drifted")
        assert {joined[0], joined[-1]} <= {each["tile"] for each in drifted}  # what is in the middle may stay
        assert all("px" in each["from"] for each in drifted)
