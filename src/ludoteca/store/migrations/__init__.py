"""Numbered steps of the schema, applied in order. A step that was released is never changed: add another one.

They keep to what SQLite and PostgreSQL both understand.
"""

from __future__ import annotations

from importlib import resources


def steps() -> list[str]:
    """The SQL of every step; the first makes version 1 out of nothing."""
    files = sorted(
        (file for file in resources.files(__name__).iterdir() if file.name.endswith(".sql")), key=lambda file: file.name
    )
    return [file.read_text(encoding="utf-8") for file in files]
