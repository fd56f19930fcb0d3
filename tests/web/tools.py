"""What trying the page needs besides Python: Node, a browser, and the page itself. Where it is, and what is missing."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

from ludoteca.server.api import pages

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REQUIRED = os.environ.get("LUDOTECA_PAGE") == "require"  # then what is missing is a failure


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def missing_for_browser() -> str:
    """Why the page cannot be tried in a browser here, or nothing."""
    if not pages.load_built():
        return "the page is not built"
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed"
    if chromium() is None:
        return "there is no chromium"
    return ""


def missing_for_node() -> str:
    """Why the page's own tests cannot run here, or nothing."""
    if not (WEB / "node_modules").is_dir():
        return "its packages are not installed"
    if shutil.which("node") is None:
        return "there is no Node"
    return ""
