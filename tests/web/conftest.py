"""A browser and a house for the tests of the page; one line at the end where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..commands.open_house import OpenHouse, opened
from . import tools

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# People who click as fast as a test does, and tables as many as it likes.
GENEROUS = (
    *("--bot-pace", "0", "--limit-rate", "100000", "--limit-burst", "100000"),
    *("--limit-tables-per-address", "1000"),
)


def need(missing: str) -> None:
    """Leave a test out for what is missing, or fail where it must not be."""
    if missing and tools.REQUIRED:
        pytest.fail(f"The page cannot be tried: {missing}.")
    if missing:
        pytest.skip(missing)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need(tools.missing_for_browser())
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    need(tools.missing_for_browser())
    with opened(tmp_path_factory.mktemp("house"), *GENEROUS) as house:
        yield house


@pytest.fixture
def house_of_its_own(tmp_path: Path) -> Iterator[OpenHouse]:
    """For tests that stop it."""
    need(tools.missing_for_browser())
    with opened(tmp_path / "house", *GENEROUS) as house:
        yield house


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for what, missing in (
        ("in a browser", tools.missing_for_browser()),
        ("by its own tests", tools.missing_for_node()),
    ):
        if missing:
            terminalreporter.write_line(f"The page was not tried {what}: {missing}.")
