"""Installing boardgame.io into build/ and starting its server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

HERE = Path(__file__).parent
INSTALLED = HERE.parents[2] / "build" / "peers" / "boardgameio"
PATIENCE = 30.0  # seconds for finishing what is being written
PACKAGES = ("package.json", "package-lock.json", ".npmrc")

Storage: TypeAlias = Literal["memory", "file"]


class PeerProblem(Exception):
    """The peer cannot be used. The text tells a person why and what to do."""


def obstacle() -> str | None:
    """None, or why boardgame.io cannot be run here."""
    if shutil.which("node") and shutil.which("npm"):
        return None
    return "boardgame.io needs Node.js 18 or newer and npm: install both, then start again"


# ---------------------------------------------------------------- installing


def install() -> Path:
    """The folder with its packages, exactly as locked. They are downloaded when they are not there yet."""
    problem = obstacle()
    if problem:
        raise PeerProblem(problem)
    if not is_installed():
        say("Installing boardgame.io into build/peers ...", end=" ")
        begun = time.monotonic()
        INSTALLED.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=INSTALLED.parent) as place:
            unfinished = Path(place, INSTALLED.name)
            unfinished.mkdir()
            for name in PACKAGES:
                shutil.copy(HERE / name, unfinished)
            install_packages(unfinished)
            if INSTALLED.exists():
                INSTALLED.rename(Path(place, "old"))
            unfinished.rename(INSTALLED)
        say(f"{time.monotonic() - begun:.0f} s")
    return INSTALLED


def is_installed() -> bool:
    """Whether what is there was installed from the very files that are here."""
    pairs = [(INSTALLED / name, HERE / name) for name in PACKAGES]
    return all(there.is_file() and there.read_bytes() == here.read_bytes() for there, here in pairs)


def install_packages(folder: Path) -> None:
    npm = shutil.which("npm")
    assert npm is not None
    command = [npm, "ci", "--ignore-scripts"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise PeerProblem(f"npm could not install boardgame.io: check the connection, then start again.\n{said}")


def say(text: str, end: str = "\n") -> None:
    print(text, end=end, file=sys.stderr, flush=True)


# ---------------------------------------------------------------- running


@dataclass(frozen=True)
class Server:
    port: int
    process: subprocess.Popen[str]

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.wait()


@contextmanager
def start_server(
    storage: Storage, folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """A server of its own on a free port, until the block ends. `folder` is where the storage `file` keeps its files.

    `variables` are added to its environment.
    """
    node = shutil.which("node")
    packages = install()
    assert node is not None
    command = [node, str(HERE / "server.js"), "--storage", storage]
    if storage == "file":
        assert folder is not None, "the storage `file` needs a folder"
        command.append(str(folder))
    environment = {**os.environ, "NODE_PATH": str(packages / "node_modules"), **(variables or {})}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                raise PeerProblem("The server of boardgame.io did not start; what it wrote stands above.")
            yield Server(json.loads(line)["port"], process)
        finally:
            stop(process)


def stop(process: subprocess.Popen[str]) -> None:
    """Let it finish what it is writing."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
