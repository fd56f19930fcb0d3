"""A house in a process of its own, so that its memory can be measured and its log read (Linux: /proc)."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds for the end of a server
SLACK = 60.0  # seconds in which a time-out that is due is noticed, however busy the machine is
MEGABYTE = 1 << 20
OPERATOR_KEY = "the key of the operator"
LIMITS = {"handshake": 2.0, "idle": 3.0}  # shorter than usual: tests wait for them
PLENTY = 1_000_000
FAST = {  # for clients that send as fast as they can, where a test is about something else
    **LIMITS,
    "rate": PLENTY,
    "burst": PLENTY,
    "burst_per_address": PLENTY,
    "work": PLENTY,
    "work_per_address": PLENTY,
}

EXPECTED = "a proxy on this machine is not named: start with --proxies"  # attackers claim to be one

on_linux = sys.platform == "linux"


@dataclass
class Besieged:
    pid: int
    port: int
    log: Path
    secure: bool
    dialects: dict[str, int]  # the port of each
    _addresses: Iterator[int] = field(default_factory=itertools.count)

    @property
    def url(self) -> str:
        return f"{'https' if self.secure else 'http'}://127.0.0.1:{self.port}"

    def another_address(self) -> str:
        """An address of this machine from which nobody has come yet."""
        number = next(self._addresses)
        return f"127.0.{1 + number // 250}.{2 + number % 250}"

    def memory(self) -> int:
        """Bytes in memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("the system does not tell how much memory a process has")

    def work(self) -> float:
        """Seconds of processor time that it has had: how busy the machine is otherwise makes no difference to them."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def open_files(self) -> int:
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def errors(self) -> list[dict[str, Any]]:
        """What the house has written down that it should not have to."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        read = [json.loads(line) if line.startswith("{") else {"level": "error", "event": line} for line in lines]
        return [line for line in read if line["level"] not in ("info", "debug") and line["event"] != EXPECTED]


@contextmanager
def besieged(folder: Path, **settings: Any) -> Iterator[Besieged]:
    """It must write down no warning and no error."""
    settings = {"operator_key": OPERATOR_KEY, "limits": LIMITS, "public": ["house"], **settings}
    log = folder / "log"
    command = [sys.executable, "-m", "tests.attacks.house_server", str(folder), json.dumps(settings)]
    with (
        log.open("w", encoding="utf-8") as lines,
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=lines, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            port = process.stdout.readline()
            assert port, log.read_text(encoding="utf-8")
            dialects = json.loads(process.stdout.readline())
            house = Besieged(process.pid, int(port), log, "certificate" in settings, dialects)
            yield house
            assert process.poll() is None, "the house fell"
        finally:
            process.terminate()
            process.wait(PATIENCE)
    assert process.returncode == 0, log.read_text(encoding="utf-8")
    assert not house.errors()
