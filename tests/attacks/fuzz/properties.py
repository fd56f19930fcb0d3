"""Every property test with examples that nobody has tried yet, again and again until the time is up."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.examples import SEARCH

NAME = "properties"


def search(seconds: int, seed: int, arguments: list[str]) -> int:
    """Each round has a seed of its own, which is printed: with it the same examples come up again."""
    end = time.monotonic() + seconds
    rounds = 0
    while rounds == 0 or time.monotonic() < end:
        print(f"seed {seed + rounds}", flush=True)
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--timeout=0",
            "-m",
            "hypothesis",
            f"--hypothesis-seed={seed + rounds}",
        ]
        code = subprocess.call([*command, *arguments], env={**os.environ, SEARCH: "1"})
        if code:
            print(f"The same search again: python3 run.py fuzz {NAME} --seed {seed + rounds} --seconds 0")
            return code
        rounds += 1
    print(f"{rounds} rounds, seeds {seed} to {seed + rounds - 1}: nothing found")
    return 0
