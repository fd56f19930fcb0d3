"""The page's own tests and checks, which Node runs."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from . import tools
from .conftest import need

LONGEST = 300.0  # seconds, on a machine that does much else


@pytest.mark.parametrize("script", ["test", "check"])
def test_the_page_passes(script: str) -> None:
    need(tools.missing_for_node())
    npm = shutil.which("npm")
    assert npm is not None
    done = subprocess.run(
        [npm, "run", "--silent", script], cwd=tools.WEB, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
