"""Views written quickly say what positions say, in odd positions too."""

from __future__ import annotations

import json

import pytest

from ludoteca import rules
from ludoteca.rules.contract import Json

PLAIN: Json = {"game": "eriantys", "phase": "action", "assistants": {"A": 3, "B": 5}}


@pytest.mark.parametrize(
    "position",
    [
        {
            **PLAIN,
            "islands": {3: {"students": {"red": 2}, "tower": "black"}, 4: {"tower": "black"}},
            "groups": [[3, 4]],
        },
        {"game": "eriantys", "phase": "over"},
        {
            **PLAIN,
            "expert": True,
            "characters": {5: {"used": True, "no_entry": 3}, 9: {}, 2: {}},
            "islands": {7: {"no_entry": 1}},
        },
    ],
)
def test_an_odd_position_is_written_like_any_other(position: Json) -> None:
    game = rules.load(position)
    assert json.loads(game.view_json(None)) == json.loads(json.dumps(game.view(None)))
