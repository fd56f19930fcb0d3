"""Links of the documentation lead somewhere, every page is in the navigation, and no address is lost."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca import client, rules

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# Addresses that people may have noted: they stay, whatever the navigation looks like.
KEPT = (
    *(
        "index",
        "rules/eriantys",
        "rules/masters",
        "contract",
        "notation",
        "draws",
        "cards",
        "table",
        "advice",
        "serving",
    ),
    *("settings", "commands", "cluster", "security", "bots", "own-bots", "arena", "search", "features", "protocol"),
    *("protocol/messages", "protocol/states", "protocol/http", "protocol/refusals", "client", "dialects/index"),
    *(
        "dialects/group31",
        "dialects/psp24",
        "dialects/am24",
        "dialects/am28",
        "dialects/psp38",
        "architecture",
        "house",
    ),
    *("fairness", "store", "durability", "development", "decisions/index", "speed"),
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All pages by their path, as the site is built from them."""
    folder = tmp_path_factory.mktemp("documents") / "all"
    runpy.run_path(str(ROOT / "docs/generated.py"))["write"](folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") if path.suffix == ".md" else ""
        for path in files
    }


def anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", head).strip().lower() for head in heads]
    explicit = re.findall(r'<a (?:id|name)="([^"]+)"', text)
    return {re.sub(r"[\s-]+", "-", head) for head in plain} | set(explicit)


def links(pages: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name, text in pages.items():
        for target in LINK.findall(re.sub(r"`[^`\n]*`", "", FENCED.sub("", text))):
            if "://" not in target and not target.startswith("mailto:"):
                yield name, target


def test_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    lost = []
    for name, target in links(pages):
        file, _, anchor = target.partition("#")
        place = (Path("/") / name).parent / file if file else Path("/") / name
        path = place.resolve().relative_to("/").as_posix()
        if path not in pages or (anchor and path.endswith(".md") and anchor not in anchors(pages[path])):
            lost.append(f"{name}: {target}")
    assert lost == []


def in_navigation(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        for inside in entry.values():
            if isinstance(inside, str):
                yield inside
            else:
                yield from in_navigation(inside)


def test_every_page_is_in_the_navigation_once(pages: dict[str, str]) -> None:
    navigation = list(in_navigation(tomllib.loads((ROOT / "zensical.toml").read_text())["project"]["nav"]))
    assert len(navigation) == len(set(navigation))
    assert set(navigation) == {name for name in pages if name.endswith(".md")}


def test_no_address_is_lost(pages: dict[str, str]) -> None:
    assert [name for name in KEPT if f"{name}.md" not in pages] == []


def test_what_can_be_imported_has_words(pages: dict[str, str]) -> None:
    for module, page in ((client, "reference/client.md"), (rules, "reference/rules.md")):
        for name in module.__all__:
            assert f"\n## {name}\n" in pages[page]
