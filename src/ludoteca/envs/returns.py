"""What a game that is over brings each seat."""

from __future__ import annotations

from ludoteca import rules


def returns_of(game: rules.Game) -> list[float]:
    """Every loser pays 1, the winners share it. Alone one wins or loses 1."""
    winners = len(game.winners)
    if game.players == 1:
        return [1.0 if winners else -1.0]
    return [(game.players - winners) / winners if seat in game.winners else -1.0 for seat in range(game.players)]
