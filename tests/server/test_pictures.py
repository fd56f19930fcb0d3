"""Previews of links: a picture of the table, and what the page says of it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ludoteca.house import commands, views
from ludoteca.server.api import pictures

from ..house.tables import Evening, started
from .houses import opened_house
from .running import asynchronous

PNG = b"\x89PNG\r\n\x1a\n"
SIZE = pictures.WIDTH.to_bytes(4) + pictures.HEIGHT.to_bytes(4)


@pytest.mark.parametrize(("game", "people"), [("eriantys", 4), ("masters", 1), ("masters", 3)])
def test_a_picture_is_of_the_size_that_is_asked_for(game: str, people: int) -> None:
    drawn = pictures.png(views.view(started(game, people).table, None))
    assert drawn.startswith(PNG)
    assert drawn[16:24] == SIZE


def test_it_shows_the_board_and_who_plays() -> None:
    evening = started("eriantys")
    drawn = pictures.svg(views.view(evening.table, None))
    ET.fromstring(drawn)
    assert "Anna" in drawn
    assert "Bea" in drawn
    assert drawn.count(pictures.SAND) == pictures.ISLANDS
    assert drawn.count("#7a4a24") == 1  # mother nature


def test_a_table_that_waits_has_a_picture_too() -> None:
    evening = Evening()
    evening.sit("Anna")
    ET.fromstring(pictures.svg(views.view(evening.table, None)))


def test_players_have_the_colours_that_they_have_on_the_page() -> None:
    evening = Evening(players=3)
    evening.sit("Anna", "Bea", "Carl")
    evening.do(commands.Dress(1, evening.table.seats[1].look.__class__(wizard=1)))
    assert pictures.colours(views.view(evening.table, None).seats) == [pictures.WIZARDS[at] for at in (1, 0, 2)]


@asynchronous
async def test_the_picture_of_a_table_comes_over_http(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game("eriantys")
        answer = await house.session.get(f"/api/tables/{code}/picture.png")
        assert answer.headers["Content-Type"] == "image/png"
        assert (await answer.read()).startswith(PNG)
        missing = await house.session.get("/api/tables/QQQQQQ/picture.png")
        assert missing.status == 404


@asynchronous
async def test_a_link_to_a_table_says_what_it_shows(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        origin = str(house.server.url).rstrip("/")
        for address in ("t/ABCDEF", "replay/ABCDEF"):
            page = await (await house.session.get(f"/{address}")).text()
            if 'id="page"' not in page:
                pytest.skip("the page is not built")
            assert f'content="{origin}/api/tables/ABCDEF/picture.png"' in page
            assert f'property="og:url" content="{origin}/{address}"' in page
        assert "og:image" not in await (await house.session.get("/")).text()
