"""Which commit this Ludoteca was made from."""

from __future__ import annotations

import importlib
import subprocess
from functools import cache
from pathlib import Path

CLONE = Path(__file__).parents[2]
DESCRIBE = ("describe", "--always", "--dirty", "--abbrev=10", "--exclude=*")


@cache
def commit() -> str:
    """Ten digits, with `-dirty` where files were changed since; empty where nobody knows."""
    try:
        return str(importlib.import_module("ludoteca._commit").COMMIT)  # written when a package is built
    except ModuleNotFoundError:
        return commit_of(CLONE)


def commit_of(clone: Path) -> str:
    if not (clone / ".git").exists():
        return ""
    try:
        asked = subprocess.run(["git", "-C", str(clone), *DESCRIBE], capture_output=True, text=True, check=False)
    except OSError:  # there is no git
        return ""
    return asked.stdout.strip()
