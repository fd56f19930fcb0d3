"""The weights that come with the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from . import weights
from .network import Network

HERE = Path(__file__).parent


def path(game: str) -> Path:
    return HERE / game / f"{game}.weights"


@cache
def network(game: str) -> Network:
    """Shared by all who ask in this process: whoever computes with it takes a twin."""
    try:
        content = path(game).read_bytes()
    except FileNotFoundError:
        raise weights.UnfitWeights(f"There are no weights for {game!r} here.") from None
    return weights.read(content)[1]
