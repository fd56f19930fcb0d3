"""Servers as processes of their own, and what the system tells of them (Linux: /proc)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PATIENCE = 30.0  # seconds for ending


@dataclass(frozen=True)
class Process:
    pid: int
    port: int

    def cpu(self) -> float:
        """Seconds of processor time so far, of all threads, in the program and in the system on its behalf."""
        return sum(self.cpu_parts())

    def cpu_parts(self) -> tuple[float, float]:
        """Those in the program and those in the system."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return int(fields[11]) / TICK, int(fields[12]) / TICK

    def cpu_exactly(self) -> float:
        """The same as `cpu`, by the scheduler's clock of nanoseconds. Threads that have ended do not count."""
        spent = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(OSError):  # it has ended meanwhile
                spent += int((thread / "schedstat").read_text(encoding="ascii").split()[0])
        return spent / 1e9

    def bytes_read(self) -> int:
        """So far, from sockets and files."""
        counted = Path(f"/proc/{self.pid}/io").read_text(encoding="ascii")
        return int(counted.partition("rchar:")[2].split()[0])

    def rss(self) -> int:
        """Bytes in memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("the system does not tell how much memory a process has")


@contextmanager
def started(module: str, arguments: Sequence[str]) -> Iterator[Process]:
    """A program of this project that prints its port as soon as it listens. It is ended with the block."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"{module} did not start; what it wrote stands above")
            yield Process(process.pid, int(line))
        finally:
            process.terminate()
            process.wait(PATIENCE)
