"""The key by which the operator is known over HTTP."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

FILE = "operator.key"


def operator_key(folder: Path, given: str | None) -> str:
    """The key that was given, or the one in the data folder, which is made at the first start."""
    if given:
        return given
    path = folder / FILE
    try:
        return path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        key = secrets.token_urlsafe(32)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(key + "\n")
        return key
