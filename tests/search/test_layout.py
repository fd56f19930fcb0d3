"""Every input and every row of the policy has words, and the page about them says what they are."""

from pathlib import Path

import pytest

from ludoteca.search import layout
from ludoteca.search.eriantys import const as eriantys
from ludoteca.search.eriantys import layout as eriantys_layout
from ludoteca.search.layout import Part
from ludoteca.search.masters import const as masters
from ludoteca.search.masters import layout as masters_layout

PAGE = Path(__file__).parents[2] / "docs" / "features.md"
ALL = [
    (eriantys_layout.INPUTS, eriantys.INPUTS),
    (eriantys_layout.ROWS, eriantys.ROWS),
    (masters_layout.INPUTS, masters.INPUTS),
    (masters_layout.ROWS, masters.ROWS),
]


@pytest.mark.parametrize(("parts", "count"), ALL)
def test_every_number_has_one_meaning(parts: tuple[Part, ...], count: int) -> None:
    at = 0
    for block in layout.blocks(parts):
        assert block.start == at, block
        assert block.meaning
        at = block.end
    assert at == count


@pytest.mark.parametrize(("parts", "count"), ALL)
def test_the_page_has_them_all(parts: tuple[Part, ...], count: int) -> None:
    assert layout.table(parts) in PAGE.read_text(), layout.table(parts)
