"""One house for all attacks of a module, and a witness who plays there all the time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .besieged import Besieged, besieged, on_linux
from .witness import Witness


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    if not on_linux:
        pytest.skip("the memory of another process is read from /proc, and attackers have addresses of their own")
    with besieged(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(scope="module")
def playing(house: Besieged) -> Iterator[Witness]:
    with Witness(house) as witness:
        yield witness


@pytest.fixture
def witness(playing: Witness) -> Iterator[Witness]:
    """It plays before, during and after."""
    playing.plays_on()
    before = playing.begin()
    yield playing
    playing.plays_on()
    print(f"\n  witness: {playing.acts - before} actions, the slowest after {playing.slowest * 1000:.0f} ms of work")
