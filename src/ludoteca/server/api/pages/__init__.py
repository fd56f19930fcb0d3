"""What the house serves to browsers. `static.py` serves it.

There are two pages. The one with the drawn boards is made from `web/` and lies in `built` once the set-up has made
it. The plain one needs no making: files for a browser, played with as they are. It is what people see where the other
could not be made, and it stays at an address of its own for whatever the other has no board for.

The figures of both games (cards, characters) come along as the rules have them, so a page says nothing else.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass, replace
from importlib import resources
from importlib.resources.abc import Traversable

from ludoteca.rules.catalogue import GAMES

INDEX = "index.html"
BUILT = "built"
WORKER = "worker.js"  # keeps the page for when there is no connection
BROTLI = ".br"
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class File:
    """What is sent for a name. The tag changes with the body, so that browsers ask whether they have it already.

    `zipped` and `brotli` are the same for those who take it. `lasting` files never change: their name has a hash in it.
    """

    body: bytes
    media_type: str
    tag: str
    zipped: bytes | None = None
    lasting: bool = False
    brotli: bytes | None = None  # as the build has made it

    @classmethod
    def read(cls, path: Traversable) -> File:
        body = path.read_bytes()
        return cls(body, MEDIA_TYPES[suffix(path.name)], hashlib.sha256(body).hexdigest()[:32])

    @classmethod
    def read_built(cls, path: Traversable) -> File:
        plain = cls.read(path)
        if plain.media_type == MEDIA_TYPES[".png"]:  # no smaller form
            return plain
        zipped = gzip.compress(plain.body, mtime=0)
        lasting = suffix(path.name) in (".css", ".js") and path.name != WORKER
        return cls(plain.body, plain.media_type, plain.tag, zipped, lasting)


def suffix(name: str) -> str:
    return name[name.rfind(".") :]


def load() -> dict[str, File]:
    """All files of the plain page by name, and the figures."""
    here = resources.files(__package__)
    files = {path.name: File.read(path) for path in here.iterdir() if suffix(path.name) in MEDIA_TYPES}
    rules = resources.files("ludoteca.rules")
    figures = {f"{game}.json": File.read(rules / game / f"{game}.json") for game in GAMES}
    return files | figures


def is_built() -> bool:
    """Whether the page with the boards is there."""
    return (resources.files(__package__) / BUILT / INDEX).is_file()


def load_built() -> dict[str, File]:
    """All files of the page with the boards by name; none where it was not made."""
    if not is_built():
        return {}
    built = resources.files(__package__) / BUILT
    files = {path.name: File.read_built(path) for path in built.iterdir() if suffix(path.name) in MEDIA_TYPES}
    smaller = {path.name.removesuffix(BROTLI): path for path in built.iterdir() if suffix(path.name) == BROTLI}
    return {
        name: replace(file, brotli=smaller[name].read_bytes()) if name in smaller else file
        for name, file in files.items()
    }
