"""What people who develop Ludoteca do. `run.py` starts it, with the Python of .venv: run.py test, check, docs, ..."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import run
from run import BUILD, ROOT

INTERPRETED = {"LUDOTECA_INTERPRETED": "1"}
COMPILED = {"LUDOTECA_INTERPRETED": ""}
OF_THE_PAGE = "tests/web"  # in either form: it is the browser that is slow
TESTED_IN_SUBPROCESSES = ("*/_cython.py", "*/_forms.py", "*/_fingerprint.py", "*/_built_from.py")


class Part(NamedTuple):
    name: str
    command: tuple[str, ...]
    variables: Mapping[str, str]

    def run_aside(self, place: Path) -> bool:
        """What it prints goes into a file."""
        environment = {**os.environ, **self.variables}
        with place.open("wb") as printed:
            command = [str(run.PYTHON), *self.command]
            return subprocess.call(command, cwd=ROOT, env=environment, stdout=printed, stderr=subprocess.STDOUT) == 0


class Aside:
    """Parts that run one after another beside the others: there is a second processor, and pytest uses one."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._folder = BUILD / "aside"
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        self._pool = ThreadPoolExecutor(1)
        self._running = [self._start(part) for part in parts]
        self._pool.shutdown(wait=False)

    def _start(self, part: Part) -> tuple[Part, Path, Future[bool]]:
        place = self._folder / f"{part.name.replace(' ', '-')}.txt"
        return part, place, self._pool.submit(part.run_aside, place)

    def report(self, report: "Report") -> None:
        """Show what each printed, as soon as it has ended."""
        for part, place, running in self._running:
            run.say(f"\n=== {part.name}" + ("" if running.done() else " (still running)"))
            succeeded = running.result()
            sys.stdout.flush()
            sys.stdout.buffer.write(place.read_bytes())
            sys.stdout.flush()
            report.note(part.name, succeeded)


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
    """Both forms of the rules, the interpreted one with coverage, and the page. Or pytest with what it is given."""
    if arguments:
        return run.python("-m", "pytest", *arguments)
    report = Report()
    aside = Aside([*compiled_form(report), Part("the page", ("-m", "pytest", OF_THE_PAGE), {})])
    interpreted = ["-m", "coverage", "run", "-m", "pytest", f"--ignore={OF_THE_PAGE}"]
    if report.part("interpreted form", *interpreted, variables=INTERPRETED):
        measured = [
            "--include=src/ludoteca/rules/*,src/ludoteca/house/*",
            "--omit=" + ",".join(TESTED_IN_SUBPROCESSES),
            "--fail-under=100",
        ]
        report.part("coverage of the rules", "-m", "coverage", "report", *measured)
    aside.report(report)
    return report.close()


def compiled_form(report: Report) -> list[Part]:
    obstacle = run.Stamp.read().obstacle
    if obstacle == run.COMPILING_FAILED:
        report.note("compiling the rules", succeeded=False)
        return []
    if obstacle:
        report.leave_out("compiled form", obstacle)
        return []
    compiled = "import sys; from ludoteca import rules; sys.exit(not rules.compiled)"
    if not report.part("the rules are compiled", "-c", compiled, variables=COMPILED):
        return []
    without = ("--ignore=tests/bootstrap", f"--ignore={OF_THE_PAGE}")
    return [Part("compiled form", ("-m", "pytest", *without), COMPILED)]


def check(arguments: list[str]) -> int:
    report = Report()
    report.part("lint", "-m", "ruff", "check")
    report.part("format", "-m", "ruff", "format", "--check")
    report.part("types", "-m", "mypy", "src", "tests", "bench", "run.py", "tasks.py", "setup.py")
    report.part("imports", "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache")
    return report.close()


def docs(arguments: list[str]) -> int:
    quiet = {"NO_MKDOCS_2_WARNING": "1"}  # an advertisement, not a warning about these pages
    if arguments == ["--serve"]:
        return run.python("-m", "mkdocs", "serve", "--strict", variables=quiet)
    if arguments:
        run.say("docs takes no argument but --serve.")
        return 2
    return run.python("-m", "mkdocs", "build", "--strict", "--site-dir", str(BUILD / "docs"), variables=quiet)


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
        report.part("tests of the rules", "-m", "pytest", "--capture=sys", "tests/rules", variables=there)
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
