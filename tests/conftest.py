"""What tests of several folders share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from . import examples
from .no_skips import pytest_runtest_makereport
from .postgres import NotStarted, Postgres

__all__ = ["pytest_runtest_makereport"]

# Folders in the order in which their tests begin: first those whose files take longest, so that at the end of a run
# all processes have something to do.
SLOWEST = ("web", "server", "attacks", "store", "bench", "commands", "house", "faults", "crash")

examples.choose_profile()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=turn)


def turn(item: pytest.Item) -> int:
    folders = item.path.relative_to(item.config.rootpath).parts[1:]
    return SLOWEST.index(folders[0]) if folders and folders[0] in SLOWEST else len(SLOWEST)


def pytest_collection_finish() -> None:
    """What was loaded so far stays until the end: cycles are not looked for in it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Started once, when somebody first needs it."""
    try:
        server = Postgres()
    except NotStarted as why:
        pytest.skip(str(why))
    yield server
    server.remove()
