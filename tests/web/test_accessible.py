"""Screens and states are judged by axe, in both themes and on a phone. `run.py shots --judge` judges all there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse
from .judging import violations
from .played import played
from .screens import Theme, Visit, door, eriantys, italian, lobby, screens, troubles
from .visits import PHONE, WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVERYWHERE: list[tuple[tuple[int, int], Theme]] = [
    (WIDE, "light"),
    (WIDE, "dark"),
    (PHONE, "light"),
    (PHONE, "dark"),
]


@pytest.fixture(scope="module")
def finished(house: OpenHouse) -> str:
    return played(house, "eriantys", 3, settings={"expert": True})


def found(
    browser: Browser, house: OpenHouse, size: tuple[int, int], theme: Theme, visit: Visit
) -> dict[str, list[str]]:
    return {name: violations(page) for name, page in screens(browser, house, size, theme, [visit])}


@pytest.mark.parametrize("show", [door, lobby, troubles, partial(eriantys, players=2, expert=True)])
@pytest.mark.parametrize(("size", "theme"), EVERYWHERE)
def test_nobody_is_shut_out(
    browser: Browser,
    house: OpenHouse,
    show: Callable[[Page], Iterator[str]],
    size: tuple[int, int],
    theme: Theme,
) -> None:
    judged = found(browser, house, size, theme, Visit("", show))
    assert len(judged) > 2
    assert {state: said for state, said in judged.items() if said} == {}


@pytest.mark.parametrize(("size", "theme"), EVERYWHERE)
def test_nobody_is_shut_out_in_italian(
    browser: Browser, house: OpenHouse, finished: str, size: tuple[int, int], theme: Theme
) -> None:
    look_back = Visit("", partial(italian, name="game"), f"/replay/{finished}?at=60")
    judged = found(browser, house, size, theme, look_back)
    assert len(judged) > 2
    assert {state: said for state, said in judged.items() if said} == {}
