"""What the built page weighs and holds."""

from __future__ import annotations

import re

import pytest

from ludoteca.server.api import pages
from ludoteca.server.api.pages import File

from .conftest import need

LARGEST = 90 * 1024  # bytes of script and style that the door needs, as they travel
LARGEST_BOARD = 110 * 1024  # and those that the board of a game needs besides
NAMES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/math/mathml"}
NAMES |= {"http://www.w3.org/1999/xlink", "http://www.w3.org/xml/1998/namespace"}  # names, nothing that is fetched


@pytest.fixture(scope="module")
def built() -> dict[str, File]:
    files = pages.load_built()
    need("" if files else "the page is not built")
    return files


def test_the_door_is_light(built: dict[str, File]) -> None:
    """What the first load fetches, in the language whose words weigh most; everything else comes when it is wanted."""
    assert sum(weights(built, door(built)).values()) <= LARGEST, weights(built, door(built))


def test_the_board_of_a_game_is_light(built: dict[str, File]) -> None:
    at_door = door(built)
    (table,) = (name for name in built if re.fullmatch(r"Seats-[\w-]{8}\.js", name))
    games = [name for name in built if re.fullmatch(r"game-[\w-]{8}\.js", name)]
    for game in games:
        needed = first_load(built, [table, game]) - at_door
        assert sum(weights(built, needed).values()) <= LARGEST_BOARD, weights(built, needed)


def door(built: dict[str, File]) -> set[str]:
    named = re.findall(r"/pages/([\w.-]+\.(?:js|css))", built[pages.INDEX].body.decode())
    words = max(
        (name for name in built if re.fullmatch(r"(?:en|it)-[\w-]{8}\.js", name)), key=lambda n: len(built[n].body)
    )
    assert named
    return first_load(built, [*named, words])


def weights(built: dict[str, File], names: set[str]) -> dict[str, int]:
    return {name: len(built[name].zipped or b"") for name in names}


def first_load(built: dict[str, File], named: list[str]) -> set[str]:
    """These files, what they import at once, and the styles of each."""
    found: set[str] = set()
    while named:
        name = named.pop()
        if name not in found:
            found.add(name)
            body = built[name].body.decode() if name.endswith(".js") else ""
            named += re.findall(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""", body)
            stem = re.sub(r"-[\w-]{8}\.js$", "", name)
            named += [style for style in built if re.fullmatch(rf"{re.escape(stem)}-[\w-]{{8}}\.css", style)]
    return found


def test_nothing_is_inline(built: dict[str, File]) -> None:
    index = built[pages.INDEX].body.decode()
    assert re.findall(r"<script(?![^>]* src=)[^>]*>", index) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", index) == []


def test_nothing_comes_from_elsewhere(built: dict[str, File]) -> None:
    for name, file in built.items():
        if file.media_type == "image/png":
            continue
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
