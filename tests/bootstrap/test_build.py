"""The rules are compiled all or not at all, and a wheel needs no compiler."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest


def build(clone: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("LUDOTECA_", "PYTHONPATH"))}
    return subprocess.run(
        [sys.executable, "setup.py", *(command or ("build_ext", "--inplace"))],
        cwd=clone,
        env={**settings, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def compiled(clone: Path) -> set[str]:
    rules = clone / "src/ludoteca/rules"
    stamp = {"the stamp"} if (rules / "_built_from.py").exists() else set()
    return {path.name.split(".")[0] for path in [*rules.rglob("*.so"), *rules.rglob("*.pyd")]} | stamp


def test_what_is_compiled_is_stamped_with_its_fingerprint(run: ModuleType, clone: Path) -> None:
    if obstacle := run.obstacle_to_compiling():
        result = build(clone)
        assert result.returncode == 0, result.stderr
        assert compiled(clone) == set(), f"{obstacle}, and yet"
        return
    result = build(clone, LUDOTECA_BUILD="require", CC=run.c_compiler())
    assert result.returncode == 0, result.stderr
    assert compiled(clone) == {"count", "table", "the stamp"}
    assert run.built_from() == run.fingerprint()
    program = "from ludoteca.rules import table; print(table.__file__, table.sum_of_doubles(5))"
    answer = subprocess.check_output([sys.executable, "-c", program], cwd=clone / "src", text=True)
    assert not answer.split(" 20")[0].endswith(".py")
    assert answer.endswith(" 20\n")

    # One module changes: only that one is compiled again, whatever the times of the files say.
    (clone / "src/ludoteca/rules/count.py").write_text("def double(n):\n    return n * 2 + 1\n")
    os.utime(clone / "src/ludoteca/rules/count.py", (0, 0))
    result = build(clone, LUDOTECA_BUILD="require", CC=run.c_compiler())
    assert "building 'ludoteca.rules.count'" in result.stdout
    assert "building 'ludoteca.rules.table'" not in result.stdout
    assert run.built_from() == run.fingerprint()
    answer = subprocess.check_output([sys.executable, "-c", program], cwd=clone / "src", text=True)
    assert answer.endswith(" 25\n")

    # It cannot be compiled any more: nothing of what was compiled stays in use.
    (clone / "src/ludoteca/rules/count.pxd").write_text("cdef nonsense double(int n)\n")
    assert build(clone).returncode == 0
    assert compiled(clone) == set()


@pytest.mark.parametrize("broken", [{"CC": "false"}, {"CC": "no-such-compiler"}])
def test_without_a_working_compiler_the_rules_stay_interpreted(clone: Path, broken: dict[str, str]) -> None:
    result = build(clone, **broken)
    assert result.returncode == 0, result.stderr
    assert "The rules stay interpreted" in result.stderr
    assert compiled(clone) == set()


def test_required_compiling_fails_loudly(clone: Path) -> None:
    assert build(clone, LUDOTECA_BUILD="require", CC="false").returncode != 0
    assert compiled(clone) == set()


def test_an_unknown_mode_is_refused(clone: Path) -> None:
    result = build(clone, LUDOTECA_BUILD="maybe")
    assert result.returncode != 0
    assert "must be auto, never or require" in result.stderr


def test_never_puts_away_what_was_compiled(clone: Path) -> None:
    rules = clone / "src/ludoteca/rules"
    for name in ("_built_from.py", "count.cpython-39-x86_64-linux-gnu.so", "gone.pyd"):
        (rules / name).touch()
    assert build(clone, LUDOTECA_BUILD="never").returncode == 0
    assert compiled(clone) == set()


def test_a_wheel_built_without_a_compiler_is_complete_and_interpreted(clone: Path) -> None:
    (clone / "src/ludoteca/rules/_built_from.py").write_text('SHA256 = "of an earlier build in this folder"\n')
    result = build(clone, "bdist_wheel", CC="false")
    assert result.returncode == 0, result.stderr
    (wheel,) = (clone / "dist").glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("ludoteca/rules/")}
    modules = {"__init__.py", "_fingerprint.py", "count.py", "count.pxd", "table.py", "table.pxd"}
    assert names == {f"ludoteca/rules/{name}" for name in modules}
