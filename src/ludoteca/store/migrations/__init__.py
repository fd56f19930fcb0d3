"""Numbered steps of the schema, applied in order. A step that was released is never changed: add another one.

They keep to what SQLite and PostgreSQL both understand, except for those that are named after one of them.
"""

from __future__ import annotations

from importlib import resources


def steps() -> list[str]:
    """The SQL of every step for SQLite; the first makes version 1 out of nothing."""
    files = [file for file in resources.files(__name__).iterdir() if file.name.endswith(ENDINGS)]
    return [file.read_text(encoding="utf-8") for file in sorted(files, key=lambda file: file.name)]


ENDINGS = (".sql", ".sqlite.sql")
