"""Bots do not cheat: what is hidden from their seat makes no difference to what they decide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from math import inf
from random import Random

import pytest

from ludoteca import rules
from ludoteca.bots import BOTS, STAND_IN
from ludoteca.bots.bot import Decide, View
from ludoteca.bots.levels import TABLE

from .games import VARIANTS, new

POSITIONS = 300 if rules.compiled else 100
ITERATIONS = 200 if rules.compiled else 6
LOOKED_AT = 0.1  # of the decisions of a game
BY_CHANCE = 0.5
BOTS_TO_CHECK: list[Decide] = [
    BOTS["random"].decide,
    BOTS["greedy"].decide,
    STAND_IN.decide,
    TABLE[0],
    *(level.limited(ITERATIONS, None) for level in TABLE[4:]),
]


def check(game: str, seed: int, positions: int) -> int:
    """So many positions at any moment, each shown to a bot in turn; how many there were with something hidden."""
    chance = Random(f"{game} {seed}")
    hidden = 0
    for number, real in enumerate(islice(at_any_moment(chance, game), positions)):
        other = real.redeal(real.seat, chance.getrandbits(60))
        hidden += real != other
        decide, luck = BOTS_TO_CHECK[(seed + number) % len(BOTS_TO_CHECK)], chance.getrandbits(60)
        decided = [decide(json.loads(each.view_json(each.seat)), luck, inf) for each in (real, other)]
        assert decided[0] == decided[1], f"{game}, position {number} of seed {seed}"
        assert decided[0] in real.legal_actions()
    return hidden


def at_any_moment(chance: Random, game: str) -> Iterator[rules.Game]:
    """Games in which a seat has a choice, played by somebody who knows how to and by chance."""
    variants = [variant for variant in VARIANTS if variant.startswith(game)]
    while True:
        played = new(chance.choice(variants), chance.getrandbits(48))
        while not played.over:
            legal = played.legal_actions()
            if len(legal) > 1 and chance.random() < LOOKED_AT:
                yield played
            luck = chance.getrandbits(60)
            by_chance = len(legal) == 1 or chance.random() < BY_CHANCE
            played.apply(legal[luck % len(legal)] if by_chance else BOTS["level-3"].choose(played, luck))


@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_what_is_hidden_makes_no_difference(game: str) -> None:
    assert check(game, 1, POSITIONS) > POSITIONS // 2


def test_a_bot_that_saw_more_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself: of views that tell everything a bot could make use."""

    def cheat(view: View, seed: int, seconds: float) -> int:
        legal = rules.load(view).legal_actions()
        return legal[int(view["seed"]) % len(legal)]

    monkeypatch.setattr("ludoteca.rules.masters.Game.view_json", lambda game, seat: json.dumps(game.position()))
    monkeypatch.setattr(f"{__name__}.BOTS_TO_CHECK", [cheat])
    with pytest.raises(AssertionError, match="masters, position"):
        check("masters", 1, 50)
