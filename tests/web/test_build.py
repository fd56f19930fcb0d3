"""What the built page weighs and holds."""

from __future__ import annotations

import re

import pytest

from ludoteca.server.api import pages
from ludoteca.server.api.pages import File

from .conftest import need

LARGEST = 200 * 1024  # bytes of script and style, as they travel
NAMES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/math/mathml"}
NAMES |= {"http://www.w3.org/1999/xlink", "http://www.w3.org/xml/1998/namespace"}  # names, nothing that is fetched


@pytest.fixture(scope="module")
def built() -> dict[str, File]:
    files = pages.load_built()
    need("" if files else "the page is not built")
    return files


def test_the_page_is_light(built: dict[str, File]) -> None:
    """What the first load fetches; lessons and rules come when they are wanted."""
    named = re.findall(r"/pages/([\w.-]+\.(?:js|css))", built[pages.INDEX].body.decode())
    assert named
    weights = {name: len(built[name].zipped or b"") for name in first_load(built, named)}
    assert sum(weights.values()) <= LARGEST, weights
    assert len(weights) < len([name for name in built if name.endswith((".js", ".css"))])


def first_load(built: dict[str, File], named: list[str]) -> set[str]:
    """These files, and what they import at once."""
    found: set[str] = set()
    while named:
        name = named.pop()
        if name not in found:
            found.add(name)
            body = built[name].body.decode() if name.endswith(".js") else ""
            named += re.findall(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""", body)
    return found


def test_nothing_is_inline(built: dict[str, File]) -> None:
    index = built[pages.INDEX].body.decode()
    assert re.findall(r"<script(?![^>]* src=)[^>]*>", index) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", index) == []


def test_nothing_comes_from_elsewhere(built: dict[str, File]) -> None:
    for name, file in built.items():
        addresses = set(re.findall(r"https?://[\w./-]+", file.body.decode().lower()))
        allowed = {
            address for address in addresses if address.startswith("https://svelte.dev/e/")
        }  # what an error says
        assert addresses - allowed - NAMES == set(), name


def test_names_of_scripts_and_styles_belong_to_their_bodies(built: dict[str, File]) -> None:
    lasting = [name for name, file in built.items() if file.lasting]
    assert lasting
    for name in lasting:
        assert re.fullmatch(r"[\w.-]+-[\w-]{8}\.(js|css)", name), name
