"""The key by which the operator is known over HTTP."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

FILE = "operator.key"
FOLDERS_CAN_BE_SYNCED = os.name == "posix"


def operator_key(folder: Path, given: str | None) -> str:
    """The key that was given, or the one in the data folder, which is made at the first start."""
    if given:
        return given
    path = folder / FILE
    return kept(path) or make(path)


def kept(path: Path) -> str:
    """Empty when there is none."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def make(path: Path) -> str:
    """A new key. It is there with its whole content or not at all, and it survives a power cut."""
    key = secrets.token_urlsafe(32)
    unfinished = path.with_suffix(f".{secrets.token_hex(4)}.new")  # others may make one at the same time
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(key + "\n")
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    if FOLDERS_CAN_BE_SYNCED:
        opened = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
    return key
