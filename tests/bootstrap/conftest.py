"""A copy of the project's own machinery in an empty folder, with two tiny modules in place of the rules."""

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]

COUNT = """\
def double(n):
    return n + n
"""
COUNT_TYPES = "cdef int double(int n) noexcept nogil\n"
TABLE = """\
from . import count


def sum_of_doubles(n):
    total = 0
    for i in range(n):
        total += count.double(i)
    return total
"""
TABLE_TYPES = "from . cimport count\ncpdef int sum_of_doubles(int n)\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder like a fresh clone, its name with a space in it."""
    clone = tmp_path / "fresh clone"
    rules = clone / "src" / "ludoteca" / "rules"
    rules.mkdir(parents=True)
    for name in ("run.py", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    for name in ("requirements", "release"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "src/ludoteca/__init__.py", clone / "src/ludoteca")
    shutil.copy(ROOT / "src/ludoteca/rules/_fingerprint.py", rules)
    (rules / "__init__.py").touch()
    (rules / "count.py").write_text(COUNT)
    (rules / "count.pxd").write_text(COUNT_TYPES)
    (rules / "table.py").write_text(TABLE)
    (rules / "table.pxd").write_text(TABLE_TYPES)
    return clone


@pytest.fixture
def run(clone: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The run.py of that clone, as a module."""
    for variable in ("CC", "LUDOTECA_BUILD", "LUDOTECA_SANITIZE"):
        monkeypatch.delenv(variable, raising=False)
    spec = importlib.util.spec_from_file_location("run_of_clone", clone / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "run_of_clone", module)
    spec.loader.exec_module(module)
    return module
