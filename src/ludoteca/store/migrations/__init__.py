"""Numbered steps of the schema, applied in order. A step that was released is never changed: add another one.

They keep to what SQLite and PostgreSQL both understand. The log is a table with a key beside it rather than one that
lies in the order of its key: what comes together is then written together, on few pages, whatever it belongs to.
"""

from __future__ import annotations

from importlib import resources


def steps() -> list[str]:
    """The SQL of every step; the first makes version 1 out of nothing."""
    files = [file for file in resources.files(__name__).iterdir() if file.name.endswith(".sql")]
    return [file.read_text(encoding="utf-8") for file in sorted(files, key=lambda file: file.name)]
