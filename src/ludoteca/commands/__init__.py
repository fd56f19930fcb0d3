"""The commands of `ludoteca`, a module each: `add` teaches the parser the command, `run` does it and returns its exit
code.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Subparsers: TypeAlias = "_SubParsersAction[ArgumentParser]"
