"""What the page is made from, as one hash: `run.py`, `setup.py` and `web/build.py` ask whether a page is still that of
these sources. Each of them loads this file by its path, so it imports the standard library only.
"""

import hashlib
import os
from pathlib import Path

NOT_SOURCES = {"node_modules", "__pycache__", ".svelte-kit"}
NOTE = "made_from"  # beside the files of the page: the hash of the sources that it was made from


def fingerprint(web: Path) -> str:
    """SHA-256, in hex, over the names and contents of everything in `web/`."""
    found = hashlib.sha256()
    for folder, inside, files in os.walk(web):
        inside[:] = sorted(set(inside) - NOT_SOURCES)
        for path in sorted(Path(folder, name) for name in files):
            found.update(f"{path.relative_to(web).as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()


def noted(page: Path) -> str:
    """The hash of the sources that a page was made from; empty where there is no page."""
    try:
        return (page / NOTE).read_text() if (page / "index.html").is_file() else ""
    except OSError:
        return ""
