"""The first page of the house: files for a browser, played with as they are. `static.py` serves them.

The figures of both games (cards, characters) come along as the rules have them, so the page says nothing else.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from ludoteca.rules.catalogue import GAMES

INDEX = "index.html"
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True)
class File:
    """What is sent for a name. The tag changes with the body, so that browsers ask whether they have it already."""

    body: bytes
    media_type: str
    tag: str

    @classmethod
    def read(cls, path: Traversable) -> File:
        body = path.read_bytes()
        return cls(body, MEDIA_TYPES[suffix(path.name)], hashlib.sha256(body).hexdigest()[:32])


def suffix(name: str) -> str:
    return name[name.rfind(".") :]


def load() -> dict[str, File]:
    """All files by name."""
    here = resources.files(__package__)
    files = {path.name: File.read(path) for path in here.iterdir() if suffix(path.name) in MEDIA_TYPES}
    rules = resources.files("ludoteca.rules")
    figures = {f"{game}.json": File.read(rules / game / f"{game}.json") for game in GAMES}
    return files | figures
