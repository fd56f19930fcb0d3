"""Compiling and running eriantys_base.c."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from .timing import Sample

SOURCE = Path(__file__).with_name("eriantys_base.c")


def compiler() -> list[str] | None:
    """The command of the C compiler that the rules are compiled with too, or None where there is none."""
    candidates = (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc")
    commands = (shlex.split(candidate) for candidate in candidates if candidate)
    return next((command for command in commands if shutil.which(command[0])), None)


@dataclass(frozen=True)
class CheckedGames:
    """Random games by number and by content."""

    moves: int
    checksum: int


class CProgram:
    """The compiled eriantys_base.c."""

    def __init__(self, program: Path) -> None:
        self._program = program

    @classmethod
    def build(cls, compiler: list[str], folder: Path) -> CProgram:
        program = folder / "eriantys_base"
        subprocess.run([*compiler, "-O3", "-o", str(program), str(SOURCE)], check=True)
        return cls(program)

    def playouts(self, deal: int, games: int, seed: int) -> Sample:
        answer = self._run(deal, 0, games, seed)
        return Sample(int(answer["moves"]), int(answer["nanoseconds"]) / 1e9)

    def checked(self, deal: int, first: int, games: int, seed: int) -> CheckedGames:
        answer = self._run(deal, first, games, seed, "check")
        return CheckedGames(int(answer["moves"]), int(answer["checksum"], 16))

    def _run(self, *arguments: object) -> dict[str, str]:
        command = [str(self._program), *map(str, arguments)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return dict(line.split() for line in answer.splitlines())
