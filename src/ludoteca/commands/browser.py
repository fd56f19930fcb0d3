"""The page of a house in the browser of whoever started it."""

from __future__ import annotations

import os
import sys
import webbrowser
from threading import Thread

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def can_be_seen() -> bool:
    """Without a display `webbrowser` would take the terminal for a browser made of text."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in DISPLAYS)


def show(url: str) -> None:
    """Some browsers let one wait until they are closed: the house goes on meanwhile."""
    if can_be_seen():
        Thread(target=webbrowser.open, args=(url,), name="browser", daemon=True).start()
