"""The path in docs/serving.md, from an empty machine to a house with a backup and an upgrade, typed as it stands there.

A folder stands for the machine. What changes the machine itself (packages, users, systemd) is done by small programs in
their place: `systemctl` starts what the unit says, `pip` only looks at what it is given, since `run.py release`
installs the wheel for real.
"""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ..commands.open_house import environment
from ..runnable import ROOT, blocks

SERVING = ROOT / "docs" / "serving.md"
PATIENCE = 120.0  # seconds
PROGRAMS = {
    "sudo": 'if [ "$1" = -u ]; then shift 2; fi\nexec "$@"',
    "apt": 'test "$1" = install',
    "useradd": "test $# -gt 1",
    "python3": 'test "$1 $2" = "-m venv" && test -d "$3"',
}


@dataclass
class Machine:
    folder: Path
    port: int

    def types(self, block: str) -> str:
        """What the lines of a block print; the first one that fails ends it."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.here(block)],
            cwd=ROOT,
            env=environment(
                PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}",
                MACHINE=str(self.folder),
                LUDOTECA_PORT=str(self.port),
            ),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def here(self, text: str) -> str:
        for place in ("/opt/", "/etc/", "/var/"):
            text = text.replace(place, f"{self.folder}{place}")
        return text.replace(
            "s/games.example.org/games.example.org/", f"s#https://games.example.org#http://127.0.0.1:{self.port}#"
        )


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("machine")
    for name in ("bin", "opt/ludoteca/bin", "etc/systemd/system", "etc/caddy", "var/lib"):
        (folder / name).mkdir(parents=True)
    python = shlex.quote(sys.executable)
    programs = {
        **{f"bin/{name}": text for name, text in PROGRAMS.items()},
        "bin/systemctl": f'exec {python} {shlex.quote(str(Path(__file__).with_name("systemctl.py")))} "$@"',
        "opt/ludoteca/bin/ludoteca": f'exec {python} -m ludoteca "$@"',
        "opt/ludoteca/bin/pip": "for last; do :; done; case $last in dist/ludoteca-*.whl) ;; *) exit 1 ;; esac",
    }
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/bash\n{text}\n")
        (folder / name).chmod(0o755)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    yield Machine(folder, port)
    note = folder / "ludoteca.pid"
    if note.exists():
        os.kill(int(note.read_text()), signal.SIGTERM)


@pytest.mark.skipif(sys.platform != "linux", reason="the path is one on Debian")
def test_every_command_of_the_path_does_what_it_should(machine: Machine) -> None:
    install, settings, service, proxy, look, backup, upgrade = blocks(SERVING)
    assert machine.types(install).startswith("ludoteca ")
    assert "The settings can be used." in machine.types(settings)
    machine.types(service)
    machine.types(proxy)
    said = machine.types(look)
    assert "Nothing is wrong." in said
    assert "The house is open." in said
    assert (machine.folder / "var/lib/ludoteca").stat().st_mode & 0o077 == 0
    assert "monday.sqlite" in machine.types(backup)
    assert (machine.folder / "var/lib/ludoteca-restored/house.sqlite").exists()
    assert "The house is open." in machine.types(upgrade)


def test_nothing_in_the_path_is_left_out() -> None:
    """Whoever adds a step to the path adds it to the test above."""
    assert len(blocks(SERVING)) == 7
