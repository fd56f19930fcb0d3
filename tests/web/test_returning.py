"""Two people against each other, and everything that interrupts them: a reload, an offline spell, a restart."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from ludoteca.server.settings import Dialects

from ..commands.open_house import OpenHouse, opened
from .conftest import GENEROUS
from .masters import MastersPerson
from .people import Person
from .test_door import join, open_table
from .visits import visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# At a port of one's choice the other dialects are at theirs, where somebody else may be.
SILENT = [said for name in Dialects.__struct_fields__ for said in (f"--dialect-{name}", "off")]
PAUSED = ".asked[data-paused]"
NEXT = f"""(seen) => {{
  const table = document.querySelector(".table");
  return table && table.dataset.busy === undefined && Number(table.dataset.entry) >= seen
    && document.querySelector(".asked, .result") !== null && document.querySelector("{PAUSED}") === null
    && document.querySelector(".status").textContent.trim() === "";
}}"""


class Pair:
    """Two people who decide in turn."""

    def __init__(self, *people: Person) -> None:
        self.people = people

    def entry(self) -> int:
        return max(int(person.open_choices()["entry"]) for person in self.people)

    def play(self, decisions: int) -> bool:
        """So many decisions; whether the game is over."""
        for _ in range(decisions):
            seen = self.entry()
            for person in self.people:
                person.page.wait_for_function(NEXT, arg=seen)
            choices = [person.open_choices() for person in self.people]
            if any(choice["over"] for choice in choices):
                return True
            active = next(at for at, choice in enumerate(choices) if choice["yours"])
            self.people[active].decide(choices[active])
            for person in self.people:
                person.page.wait_for_function(NEXT, arg=seen + 1)
        return False


# The board is the same through everything but a reload: nothing is made anew, so nothing flashes.
SIGN = """() => {
  document.body.dataset.same = "yes";
  window.signed = [...document.querySelectorAll(".board, .board > *, .board [data-stop]:not(.entrance *, .hand *)")];
}"""
SAME = """() => document.body.dataset.same === "yes" && window.signed.length > 10
  && window.signed.filter((each) => !each.isConnected).map((each) => each.outerHTML.slice(0, 120)).join() === ''"""
FLASHES = """() => {
  window.gone = 0;
  new MutationObserver((changes) => {
    const removed = changes.flatMap((change) => [...change.removedNodes]).filter((node) => node.nodeType === 1);
    window.gone += removed.filter((node) => node.matches(".table, main, .board")).length;
  }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize(
    ("game", "player"), [("Eriantys", Person), ("Masters of Renaissance", MastersPerson)], ids=["eriantys", "masters"]
)
def test_a_game_goes_on_through_everything(
    browser: Browser, house_of_its_own: OpenHouse, game: str, player: type[Person]
) -> None:
    house = house_of_its_own
    with visiting(browser, house, allowed="ERR_") as ada, visiting(browser, house, allowed="ERR_") as bob:
        join(bob, open_table(ada, game=game), "Bob")
        ada.get_by_role("button", name="Start the game").click()
        for page in (ada, bob):
            page.wait_for_selector(".board")
        pair = Pair(player(ada, random.Random(5)), player(bob, random.Random(6)))
        assert not pair.play(6)

        ada.reload()
        ada.wait_for_selector(".board")
        assert not pair.play(6)

        bob.context.set_offline(True)
        ada.wait_for_selector(PAUSED)
        bob.context.set_offline(False)
        assert not pair.play(6)

        for page in (ada, bob):
            page.evaluate(SIGN)
            page.evaluate(FLASHES)
        house.stop()
        ada.locator(".status").filter(has_text="The house restarts").wait_for()
        with opened(house.folder, *GENEROUS, "--port", str(house.port), *SILENT):
            for page in (ada, bob):
                page.wait_for_function("() => document.querySelector('.status').textContent.trim() === ''")
                assert page.evaluate(SAME)
            assert not pair.play(6)
            for page in (ada, bob):
                assert page.evaluate("() => window.gone") == 0
