"""What tests of several folders share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from .postgres import NotStarted, Postgres

# How fast the machine is decides nothing.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Started once, when somebody first needs it."""
    try:
        server = Postgres()
    except NotStarted as why:
        if os.environ.get("CI"):
            pytest.fail(str(why), pytrace=False)
        pytest.skip(str(why))
    yield server
    server.remove()
