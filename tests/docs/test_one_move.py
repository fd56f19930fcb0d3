"""The page "One move, station by station" names functions that are there, in the order in which a move meets them."""

from __future__ import annotations

import importlib
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import ludoteca

from ..server.houses import opened_house
from ..server.running import asynchronous

PAGE = (Path(__file__).parents[2] / "docs" / "one-move.md").read_text(encoding="utf-8")
SOURCE = Path(ludoteca.__file__).parent
FUNCTION = r"`((?:server|house|rules|store|dialects)\.[\w.]+)`"
NAMED = sorted(set(re.findall(FUNCTION, PAGE)))
STATIONS = re.findall(rf"^\d+\. {FUNCTION}", PAGE, re.MULTILINE)


def found(name: str) -> object:
    """The function, class or module of that name in `ludoteca`."""
    parts = f"ludoteca.{name}".split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            thing = getattr(thing, part)
        return thing
    raise AssertionError(name)


HOUSE = (Path(__file__).parents[2] / "docs" / "house.md").read_text(encoding="utf-8")
OF_THE_HOUSE = sorted(
    set(re.findall(r"\b((?:apply|decide|entries|keys|lobby|rematch|snapshots|views)\.[a-z_]+)\b", HOUSE))
)


@pytest.mark.parametrize("name", OF_THE_HOUSE)
def test_every_function_on_the_page_of_the_house_is_there(name: str) -> None:
    assert found(f"house.{name}")


@pytest.mark.parametrize("name", NAMED)
def test_every_function_is_there(name: str) -> None:
    assert found(name)


class Watch:
    """Which functions of Ludoteca were called, in this thread and in those begun since."""

    def __init__(self) -> None:
        self.on = False
        self.called: list[str] = []

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if self.on and event == "call":
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(SOURCE):
                module = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
                self.called.append(f"{module}.{frame.f_code.co_qualname}")


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    watch.on = True
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(None)
        watch.on = False


@asynchronous
async def test_a_move_passes_the_stations_in_their_order(tmp_path: Path) -> None:
    watch = Watch()
    threading.setprofile(watch)  # of the writing thread, which begins with the house
    try:
        async with opened_house(tmp_path) as house:
            _, (ada, bob) = await house.game()
            view = await ada.sees(lambda seen: bool(seen["legal"]))
            with watched(watch):
                await ada.do("act", action=view["legal"][0])
                await bob.sees(lambda seen: seen["number"] > view["number"])
    finally:
        threading.setprofile(None)
    left = iter(watch.called)
    missed = [station for station in STATIONS if station not in left]  # what comes before the one found is passed over
    assert not missed, watch.called
    assert len(STATIONS) <= 30
