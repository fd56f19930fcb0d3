"""Where a house keeps what it has to remember, unless somebody says otherwise."""

from __future__ import annotations

import os
import sys
from argparse import _ActionsContainer
from pathlib import Path

from .output import CommandError

VARIABLE = "LUDOTECA_DATA"
FOLDER = "ludoteca"


def add_option(parser: _ActionsContainer) -> None:
    """Teach a command the option `--data`."""
    parser.add_argument(
        "--data", metavar="DIR", help="folder of the house (default: LUDOTECA_DATA or ~/.local/share/ludoteca)"
    )


def data_folder(given: str | None) -> Path:
    """The folder that was given, or that of the environment, or the usual one of this system."""
    try:
        return Path(given or os.environ.get(VARIABLE) or usual_folder()).expanduser()
    except RuntimeError:  # no home folder, as for a user that exists only as a number
        raise CommandError(f"There is no home folder here. Name a folder with --data, or in {VARIABLE}.") from None


def usual_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / FOLDER
    chosen = Path(os.environ.get("XDG_DATA_HOME", ""))
    # The XDG base directory specification: a path that is not absolute is to be ignored.
    return (chosen if chosen.is_absolute() else Path.home() / ".local" / "share") / FOLDER
