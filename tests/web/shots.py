"""Pictures of every screen of the page, at every size and in both themes, and a page that shows them all."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

from ..commands.open_house import opened
from . import tools
from .conftest import GENEROUS
from .played import played
from .screens import PLAYED, Theme, screens, visits
from .visits import SIZES

THEMES: tuple[Theme, ...] = ("light", "dark")
STYLE = "body{font-family:sans-serif} img{height:220px;margin:4px;border:1px solid #999}"


def shoot(folder: Path, only: Collection[str], devices: Collection[str]) -> list[str]:
    """The names of the pictures that were made."""
    from playwright.sync_api import sync_playwright

    made: list[str] = []
    with tempfile.TemporaryDirectory() as kept, opened(Path(kept), *GENEROUS) as house, sync_playwright() as playwright:
        codes = {(game, players): played(house, game, players) for game, players in PLAYED}
        wanted = [visit for visit in visits(codes) if not only or visit.name in only]
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=["--no-sandbox"])
        for device in devices:
            for theme in THEMES:
                for screen, page in screens(browser, house, SIZES[device], theme, wanted):
                    made.append(f"{screen}-{device}-{theme}.png")
                    page.screenshot(path=folder / made[-1], animations="disabled")
        browser.close()
    return made


def index(made: list[str]) -> str:
    """A page of thumbnails: a row for each screen."""
    rows: dict[str, list[str]] = {}
    for picture in made:
        rows.setdefault(picture.rsplit("-", 2)[0], []).append(picture)
    body = "".join(
        f"<h2>{screen}</h2><p>{''.join(f'<a href={each}><img src={each} alt={each}></a>' for each in pictures)}</p>"
        for screen, pictures in rows.items()
    )
    return f"<!doctype html><meta charset=utf-8><title>Ludoteca</title><style>{STYLE}</style>{body}\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="run.py shots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/shots"), help="build/shots unless named")
    names = sorted({visit.name for visit in visits(dict.fromkeys(PLAYED, ""))})
    parser.add_argument("--only", action="append", choices=names, default=[], help="these screens; may be repeated")
    parser.add_argument("--device", action="append", choices=SIZES, help="this size; may be repeated")
    asked = parser.parse_args()
    missing = tools.missing_for_browser()
    if missing:
        sys.exit(f"No pictures can be made: {missing}.")
    asked.folder.mkdir(parents=True, exist_ok=True)
    pictures = shoot(asked.folder, asked.only, asked.device or list(SIZES))
    (asked.folder / "index.html").write_text(index(pictures), encoding="utf-8")
    print(f"{len(pictures)} pictures are in {asked.folder}; index.html shows them all.")


if __name__ == "__main__":
    main()
