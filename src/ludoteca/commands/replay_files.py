"""Replays as files that come from anywhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from ludoteca.house import replays
from ludoteca.house.replays import InvalidReplay, Replay

from .output import CommandError

STANDARD_INPUT = "-"
MOST_BYTES = 50_000_000  # games have 100,000 to 1,000,000: whatever is larger was not meant, and is not read


def read(source: str) -> Replay:
    """The replay in a file, or in standard input for `-`; or an obstacle that names the file."""
    try:
        return replays.read(content(source))
    except InvalidReplay as error:
        raise CommandError(f"{source}: {error}") from None


def content(source: str) -> bytes:
    try:
        if source == STANDARD_INPUT:
            return limited(sys.stdin.buffer, source)
        with Path(source).open("rb") as stream:
            return limited(stream, source)
    except FileNotFoundError:
        raise CommandError(f"There is no file {source}.") from None
    except IsADirectoryError:
        raise CommandError(f"{source} is a folder: name a file with a replay.") from None
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        raise CommandError(f"{source} cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def limited(stream: BinaryIO, source: str) -> bytes:
    found = stream.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise CommandError(f"{source} is too large to be a replay: the limit is {MOST_BYTES:,} bytes.")
    return found
