"""Which form of the rules runs. The choice is made at import, so each case is a Python of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca import rules
from ludoteca.rules._fingerprint import compiled_modules, fingerprint

PACKAGE = Path(ludoteca.__file__).parent
ASK = (
    "from ludoteca import rules; from ludoteca.rules import core; from ludoteca.search import tree; "
    "assert core.__file__.endswith('.py') == tree.__file__.endswith('.py'); "
    "print(rules.compiled, core.__file__.endswith('.py'))"
)
COMPILED, INTERPRETED = "True False", "False True"

needs_compiled = pytest.mark.skipif(not rules.compiled, reason="the compiled form is not running")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package as it is installed here, to be spoilt."""
    shutil.copytree(PACKAGE, tmp_path / "ludoteca", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "ludoteca" / "rules"


def ask(source: Path, *, interpreted: str = "") -> tuple[str, str]:
    """What a fresh Python says about the rules below `source`, and its warnings."""
    environment = {**os.environ, "PYTHONPATH": str(source), "LUDOTECA_INTERPRETED": interpreted}
    ran = subprocess.run(
        [sys.executable, "-W", "default", "-c", ASK], env=environment, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip(), ran.stderr


def test_the_switch_runs_the_source(copy: Path) -> None:
    assert ask(copy.parents[1], interpreted="1") == (INTERPRETED, "")


@needs_compiled
def test_compiled_modules_run_when_they_are_of_this_source(copy: Path) -> None:
    assert ask(copy.parents[1]) == (COMPILED, "")


@needs_compiled
def test_edited_source_runs_instead_of_older_compiled_modules_and_says_so(copy: Path) -> None:
    source = copy / "eriantys" / "engine" / "students.py"
    source.write_text(source.read_text() + "\n# edited\n")
    answer, warning = ask(copy.parents[1])
    assert answer == INTERPRETED
    assert "the compiled rules are older than their source" in warning


@needs_compiled
def test_edited_search_is_not_mixed_with_compiled_rules(copy: Path) -> None:
    source = copy.parent / "search" / "tree.py"
    source.write_text(source.read_text() + "\n# edited\n")
    answer, warning = ask(copy.parents[1])
    assert answer == INTERPRETED
    assert "the compiled rules are older than their source" in warning


@needs_compiled
def test_forms_do_not_mix_when_a_compiled_module_is_missing(copy: Path) -> None:
    missing = [path for path in (copy / "eriantys" / "engine").glob("dining.*") if path.suffix not in (".py", ".pxd")]
    assert len(missing) == 1
    missing[0].unlink()
    assert ask(copy.parents[1]) == (INTERPRETED, "")


def test_without_compiled_modules_the_source_runs_quietly(copy: Path) -> None:
    for path in [*copy.parent.rglob("*.so"), *copy.parent.rglob("*.pyd")]:
        path.unlink()
    (copy / "_built_from.py").write_text(f'SHA256 = "{fingerprint(copy.parent)}"\n')
    assert ask(copy.parents[1]) == (INTERPRETED, "")
    (copy / "_built_from.py").unlink()
    assert ask(copy.parents[1]) == (INTERPRETED, "")


def test_the_source_runs_without_cython(copy: Path) -> None:
    """The driver falls back to its own stand-in."""
    (copy.parents[1] / "cython.py").write_text("raise ModuleNotFoundError('cython')\n")
    play = "from ludoteca import rules; print(rules.playouts(rules.new('eriantys', players=2, seed=1), games=2))"
    environment = {**os.environ, "PYTHONPATH": str(copy.parents[1]), "LUDOTECA_INTERPRETED": "1"}
    ran = subprocess.run([sys.executable, "-c", play], env=environment, capture_output=True, text=True, check=True)
    assert int(ran.stdout) == rules.playouts(rules.new("eriantys", players=2, seed=1), games=2)


def test_all_rules_of_a_game_are_compiled() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in compiled_modules(PACKAGE)}
    assert {
        "rules/core.py",
        "rules/drive.py",
        "rules/eriantys/engine/engine.py",
        "rules/eriantys/engine/influence.py",
    } <= names
    assert {"search/tree.py", "search/network.py", "search/masters/features.py"} <= names
    assert "rules/eriantys/engine/const.py" not in names
