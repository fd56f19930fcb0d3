"""What people who develop Ludoteca do. `run.py` starts it, with the Python of .venv: run.py test, check, docs, ..."""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import run
from run import BUILD, ROOT

INTERPRETED = {"LUDOTECA_INTERPRETED": "1"}
COMPILED = {"LUDOTECA_INTERPRETED": ""}
OF_THE_RULES = ("tests/rules", "tests/house", "tests/golden", "tests/perft", "tests/bots", "tests/envs/test_batch.py")
# The tests of a file share servers and browsers. Some wait most of the time: there are more processes than cores.
SIDE_BY_SIDE = (f"--numprocesses={(os.cpu_count() or 1) + 1}", "--dist=loadfile", "--no-loadscope-reorder")
TESTED_IN_SUBPROCESSES = ("*/_cython.py", "*/_forms.py", "*/_fingerprint.py", "*/_built_from.py")


class Report:
    """Runs the parts of a task one after another and says at the end what became of each."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []
        self.failed = False

    def part(self, name: str, *command: str, cwd: Path = ROOT, variables: Mapping[str, str] | None = None) -> bool:
        run.say(f"\n=== {name}")
        return self.note(name, run.python(*command, cwd=cwd, variables=variables) == 0)

    def note(self, name: str, succeeded: bool) -> bool:
        self.outcomes.append(f"{name} {'ok' if succeeded else 'FAILED'}")
        self.failed = self.failed or not succeeded
        return succeeded

    def leave_out(self, name: str, reason: str) -> None:
        self.outcomes.append(f"{name} not tested: {reason}")

    def close(self) -> int:
        run.say("\n" + "; ".join(self.outcomes))
        return int(self.failed)


def test(arguments: list[str]) -> int:
    """Every test once, and those of the rules in both forms. Or pytest with what it is given."""
    if arguments:
        return run.python("-m", "pytest", *arguments)
    report = Report()
    obstacle = run.Stamp.read().obstacle
    if obstacle == run.COMPILING_FAILED:
        report.note("compiling the rules", succeeded=False)
    elif obstacle:
        report.leave_out("compiled form", obstacle)
    else:
        compiled = "import sys; from ludoteca import rules; sys.exit(not rules.compiled)"
        report.part("the rules are compiled", "-c", compiled, variables=COMPILED)
    interpreted_rules(report)
    report.part("everything", "-m", "pytest", *SIDE_BY_SIDE, variables=COMPILED)
    return report.close()


def interpreted_rules(report: Report) -> None:
    """Coverage is measured here: compiled modules cannot be watched."""
    (BUILD / "coverage").unlink(missing_ok=True)
    watched = ["-m", "coverage", "run", "-m", "pytest", *SIDE_BY_SIDE, *OF_THE_RULES]
    if not report.part("interpreted form of the rules", *watched, variables=INTERPRETED):
        return
    report.part("what each process covered", "-m", "coverage", "combine", "--quiet")
    measured = [
        "--include=src/ludoteca/rules/*,src/ludoteca/house/*",
        "--omit=" + ",".join(TESTED_IN_SUBPROCESSES),
        "--fail-under=100",
    ]
    report.part("coverage of rules and house", "-m", "coverage", "report", *measured)


def check(arguments: list[str]) -> int:
    report = Report()
    report.part("lint", "-m", "ruff", "check")
    report.part("format", "-m", "ruff", "format", "--check")
    report.part("types", "-m", "mypy", "src", "tests", "bench", "release", "run.py", "tasks.py", "setup.py")
    report.part("imports", "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache")
    return report.close()


def docs(arguments: list[str]) -> int:
    """The pages of docs/ and those that are taken from the package, made into a site. With --serve it is shown; it is
    put together once, so start it again after editing. With --write the examples in docs/ are written anew."""
    if arguments == ["--write"]:
        run.set_up("test")  # games of the dialects are played with what the tests have
        return run.python("-m", "tests.docs.written")
    if arguments not in ([], ["--serve"]):
        run.say("docs takes no argument but --serve or --write.")
        return 2
    together = run.python("docs/generated.py", str(BUILD / "documents"), variables=INTERPRETED)
    if together:
        return together
    return run.python("-m", "zensical", *(["serve"] if arguments else ["build", "--strict", "--clean"]))


def sanitize(arguments: list[str]) -> int:
    """Builds a copy of the rules with the compiler's checks for overruns, and plays and tests there."""
    obstacle = run.obstacle_to_compiling() or ("these checks are of gcc and clang" if os.name == "nt" else "")
    if obstacle:
        run.say(f"skipped: {obstacle}")
        return 0
    copy = BUILD / "sanitize"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("*.so", "_built_from.py", "__pycache__"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    report = Report()
    build = ["setup.py", "--quiet", "build_ext", "--inplace"]
    checked = {"LUDOTECA_BUILD": "require", "LUDOTECA_SANITIZE": "1", "CC": run.c_compiler()}
    if report.part("build with checks", *build, cwd=copy, variables=checked):
        # PYTHONPATH comes before the editable install. What the sanitizer has to say goes to the real standard error,
        # right before it ends the process, so pytest must not catch that.
        there = {**COMPILED, "PYTHONPATH": str(copy / "src")}
        report.part("random games", "-m", "tests.bootstrap.sanitized", str(copy), variables=there)
        tests = ["tests/rules", "tests/envs/test_batch.py"]
        report.part("tests of the rules and of batches", "-m", "pytest", "--capture=sys", *tests, variables=there)
    return report.close()


def lock(arguments: list[str]) -> int:
    report = Report()
    options = ["--universal", "--python-version=3.11", "--generate-hashes", "--no-emit-index-url", "--no-header"]
    for group in run.GROUPS:
        target = f"requirements/{group}.txt"
        sources = [*(["pyproject.toml"] if group == "play" else []), f"requirements/{group}.in"]
        resolve = ["-m", "uv", "pip", "compile", "--quiet", *options, f"--output-file={target}", *sources]
        report.part(target, *resolve, *arguments)
    return report.close()


TASKS = {"test": test, "check": check, "docs": docs, "sanitize": sanitize, "lock": lock}

if __name__ == "__main__":
    try:
        sys.exit(TASKS[sys.argv[1]](sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
