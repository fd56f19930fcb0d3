"""Steps of a release: what is said about them, and how one that fails ends everything."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Command = list[str | Path]

SHOWN = 30  # last lines of what a failed command said


class Failed(Exception):
    """What does not hold, as a sentence."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def step(title: str) -> Iterator[None]:
    say(f"- {title}")
    begun = time.monotonic()
    yield
    say(f"  {time.monotonic() - begun:.0f} s")


def run(command: Sequence[str | Path], cwd: Path, variables: Mapping[str, str], **more: Any) -> str:
    """What a command said, once it has succeeded. Its environment is `variables` and nothing else."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=cwd,
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        **more,
    )
    if done.returncode:
        last = "\n".join(done.stdout.splitlines()[-SHOWN:])
        raise Failed(f"{' '.join(words)} ended with code {done.returncode}:\n{last}")
    return str(done.stdout)
