"""Pictures of every screen of the page, at every size and in both themes, and a page that shows them all."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..commands.open_house import opened
from . import tools
from .conftest import GENEROUS
from .judging import violations
from .played import played
from .screens import PLAYED, Theme, screens, visits
from .visits import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

THEMES: tuple[Theme, ...] = ("light", "dark")
STYLE = "body{font-family:sans-serif} img{height:220px;margin:4px;border:1px solid #999}"


def shoot(
    folder: Path, only: Collection[str], devices: Collection[str], judge: Callable[[Page], list[str]]
) -> dict[str, list[str]]:
    """The names of the pictures that were made, and what is wrong with what they show."""
    from playwright.sync_api import sync_playwright

    made: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as kept, opened(Path(kept), *GENEROUS) as house, sync_playwright() as playwright:
        codes = {(game, players): played(house, game, players) for game, players in PLAYED}
        wanted = [visit for visit in visits(codes) if not only or visit.name in only]
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=["--no-sandbox"])
        for device in devices:
            for theme in THEMES:
                for screen, page in screens(browser, house, SIZES[device], theme, wanted):
                    picture = f"{screen}-{device}-{theme}.png"
                    page.screenshot(path=folder / picture, animations="disabled")
                    made[picture] = judge(page)
        browser.close()
    return made


def index(made: Iterable[str]) -> str:
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
    parser.add_argument("--judge", action="store_true", help="let axe look at each, too, for what shuts people out")
    asked = parser.parse_args()
    missing = tools.missing_for_browser()
    if missing:
        sys.exit(f"No pictures can be made: {missing}.")
    asked.folder.mkdir(parents=True, exist_ok=True)
    judge = violations if asked.judge else lambda page: []
    pictures = shoot(asked.folder, asked.only, asked.device or list(SIZES), judge)
    (asked.folder / "index.html").write_text(index(pictures), encoding="utf-8")
    print(f"{len(pictures)} pictures are in {asked.folder}; index.html shows them all.")
    wrong = {picture: found for picture, found in pictures.items() if found}
    for picture, found in wrong.items():
        print(f"{picture}: {'; '.join(found)}")
    if asked.judge:
        print(f"axe has found something on {len(wrong)} of them.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
