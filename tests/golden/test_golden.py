"""Golden games: every platform, both forms and every version of the code play them alike."""

import pytest

from ..rules.variants import VARIANTS, Variant
from .playthrough import path_of, text


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_golden_game_is_played_as_ever(variant: Variant) -> None:
    assert text(variant) == path_of(variant).read_text(encoding="utf-8")
