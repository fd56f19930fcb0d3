"""Numbered steps of the schema, applied in order. A step that was released is never changed: add another one.

They keep to what SQLite and PostgreSQL both understand, except for those that are named after one of them: the other
one counts such a step and does nothing. The log is a table with a key beside it rather than one that lies in the order
of its key: what comes together is then written together, on few pages, whatever it belongs to.
"""

from __future__ import annotations

from enum import StrEnum
from importlib import resources

WIDTH = 4  # digits of a number
# Where both mean the same and call it differently. Texts are compared byte by byte, as SQLite does.
IN_POSTGRES = {" BLOB ": " BYTEA ", " TEXT ": ' TEXT COLLATE "C" '}


class Kind(StrEnum):
    SQLITE = "sqlite"
    POSTGRES = "postgres"


def steps(kind: Kind = Kind.SQLITE) -> list[str]:
    """The SQL of every step; the first makes version 1 out of nothing."""
    files = {file.name: file for file in resources.files(__name__).iterdir() if file.name.endswith(".sql")}
    last = max(int(name[:WIDTH]) for name in files)
    named = ([f"{number:0{WIDTH}}.sql", f"{number:0{WIDTH}}.{kind}.sql"] for number in range(1, last + 1))
    texts = ["".join(files[name].read_text(encoding="utf-8") for name in names if name in files) for names in named]
    return texts if kind is Kind.SQLITE else [in_postgres(text) for text in texts]


def in_postgres(step: str) -> str:
    for in_sqlite, there in IN_POSTGRES.items():
        step = step.replace(in_sqlite, there)
    return step
