"""In the place of systemctl, in a folder that stands for a machine: it starts, stops and restarts what a unit says."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

MACHINE = Path(os.environ["MACHINE"])
NOTE = MACHINE / "ludoteca.pid"


def start() -> None:
    unit = (MACHINE / "etc/systemd/system/ludoteca.service").read_text().replace("=/", f"={MACHINE}/")
    said = re.findall(r"(\w+)=(\S+)", "\n".join(re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)))
    variables = {**os.environ, **dict(said)}
    for command in re.findall(r"^ExecStartPre=(.*)$", unit, re.MULTILINE):
        subprocess.run(command.split(), env=variables, check=True, stdout=subprocess.DEVNULL)
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    log = (MACHINE / "journal").open("ab")
    process = subprocess.Popen(
        command.split(), env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True
    )
    assert process.stdout is not None
    # Up to the last line: a server whose words nobody reads any more would end.
    assert any(line.startswith("Ctrl-C closes it") for line in process.stdout), (MACHINE / "journal").read_text()
    NOTE.write_text(str(process.pid))


def stop() -> None:
    number = int(NOTE.read_text())
    os.kill(number, signal.SIGTERM)
    while Path("/proc", str(number)).exists():  # it is nobody's child any more
        time.sleep(0.05)
    NOTE.unlink()


if __name__ == "__main__":
    action, *units = [word for word in sys.argv[1:] if not word.startswith("--")]
    if "ludoteca" in units and action in ("restart", "stop"):
        stop()
    if "ludoteca" in units and action in ("restart", "enable", "start"):
        start()
