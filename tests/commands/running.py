"""The command as a process of its own, for what a process only shows: pipes, bytes, exit codes."""

import subprocess
import sys


def start(*arguments: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-m", "ludoteca", *arguments], stdin=pipe, stdout=pipe, stderr=pipe)


def without_a_reader(*arguments: str, typed: bytes = b"") -> tuple[int, bytes]:
    """Exit code and standard error where nobody reads the output."""
    process = start(*arguments)
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    _, problems = process.communicate(typed)
    return process.returncode, problems
