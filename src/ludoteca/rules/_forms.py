"""Which form of the rules and of the search runs: compiled where it was built from the very source beside it, otherwise
interpreted.

Both forms play identical games. The choice is made once, before any of their modules is imported, and holds for
all of them: compiled and interpreted modules never mix.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from ._fingerprint import PACKAGES, compiled_modules, fingerprint

PACKAGE = "ludoteca.rules"
ROOT = Path(__file__).parent.parent
TOP = PACKAGE.partition(".")[0]
PREFIXES = tuple(f"{TOP}.{package}." for package in PACKAGES)
SWITCH = "LUDOTECA_INTERPRETED"


class SourceOnly:
    """Finds their modules as source files, although compiled ones may lie beside them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith(PREFIXES):
            return None
        source = ROOT.joinpath(*name.removeprefix(TOP + ".").split(".")).with_suffix(".py")
        return importlib.util.spec_from_file_location(name, source) if source.is_file() else None


def built_from() -> str | None:
    """The fingerprint of the source that the compiled modules were built from, if there are any."""
    try:
        return str(importlib.import_module(f"{PACKAGE}._built_from").SHA256)
    except ModuleNotFoundError:
        return None


def is_there(module: Path) -> bool:
    """Whether a module lies there compiled for this very Python."""
    return any(module.with_suffix(suffix).is_file() for suffix in importlib.machinery.EXTENSION_SUFFIXES)


def choose() -> bool:
    """Arrange for one form; whether it is the compiled one."""
    built = built_from()
    if built is not None and all(map(is_there, compiled_modules(ROOT))) and not os.environ.get(SWITCH):
        if built == fingerprint(ROOT):
            return True
        warnings.warn(
            "the compiled rules are older than their source: running interpreted (python3 run.py builds them again)",
            RuntimeWarning,
            stacklevel=2,
        )
    sys.meta_path.insert(0, SourceOnly)
    return False
