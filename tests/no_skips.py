"""With LUDOTECA_NO_SKIPS=1, as in `.ci/run`, a test that is skipped because something is missing here has failed.

What is missing is a program, a compiler, a browser or a database, and all of them can be had. A few tests are about
what not every machine can do; they are named here, with the reason that they give.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

VARIABLE = "LUDOTECA_NO_SKIPS"
ALLOWED = (
    "a small disk cannot be made here",  # it takes the right to mount something
    "torch is not installed",  # several gigabytes, for training and one example alone: in no lock file
    "the extra `train` is not installed",
)
OF_THE_INTERPRETED_FORM = "the compiled form is not running"  # the same tests run compiled as well


def allowed(reason: str) -> bool:
    interpreted = bool(os.environ.get("LUDOTECA_INTERPRETED"))
    return any(words in reason for words in ALLOWED) or (interpreted and OF_THE_INTERPRETED_FORM in reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if os.environ.get(VARIABLE) == "1" and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not allowed(reason):
            report.outcome = "failed"
            report.longrepr = f"{report.nodeid} was left out, and {VARIABLE} is set: {reason}"
    return report
