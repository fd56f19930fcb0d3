"""Games for bots to play, at seats that see what they may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from ludoteca import rules
from ludoteca.bots import Bot
from ludoteca.rules import masters

MOST_DECISIONS = 3_000  # far more than a game takes
VARIANTS: dict[str, dict[str, Any]] = {
    **{f"eriantys-{n}": {"game": "eriantys", "players": n} for n in (2, 3, 4)},
    **{f"eriantys-{n}-expert": {"game": "eriantys", "players": n, "expert": True} for n in (2, 3, 4)},
    **{f"masters-{n}": {"game": "masters", "players": n} for n in (1, 2, 3, 4)},
}


def new(variant: str, seed: int) -> rules.Game:
    options = dict(VARIANTS[variant])
    return rules.new(options.pop("game"), seed=seed, **options)


def moments(game: rules.Game, bots: Mapping[int, Bot], seed: int) -> Iterator[tuple[rules.Game, int, int]]:
    """Plays the game to its end: the game each time, the seed that a bot is given, and what it decides."""
    chance = Random(seed)
    for _ in range(MOST_DECISIONS):
        if game.over:
            return
        luck = chance.getrandbits(64)
        action = bots[game.seat].choose(game, luck)
        yield game, luck, action
        game.apply(action)
    raise AssertionError(f"The game goes on for more than {MOST_DECISIONS} decisions.")


def play(game: rules.Game, bots: Mapping[int, Bot], seed: int) -> rules.Game:
    for _ in moments(game, bots, seed):
        pass
    return game


def unfinished(game: rules.Game) -> bool:
    """Whether a person's action of Masters has begun and is not complete."""
    assert isinstance(game, masters.Game)
    return game.core.made > 0
