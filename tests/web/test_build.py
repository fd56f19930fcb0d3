"""What the built page weighs and holds."""

from __future__ import annotations

import re

import pytest

from ludoteca.server import pages
from ludoteca.server.pages import File

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
    weights = {name: len(file.zipped or b"") for name, file in built.items() if name.endswith((".js", ".css"))}
    assert weights
    assert sum(weights.values()) <= LARGEST, weights


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
        assert re.fullmatch(r"[\w.]+-[\w-]{8}\.(js|css)", name), name
