"""The games there are, and what can be done with any of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from . import drive, eriantys, masters
from .contract import Game, InvalidPosition, Listener
from .notation import SEEDS, shown

GAMES: dict[str, type[Game]] = {game.name: game for game in (eriantys.Game, masters.Game)}


def new(
    game: str,
    *,
    players: int,
    seed: int | str,
    first: int | str | None = None,
    recorder: Listener | None = None,
    **options: Any,
) -> Game:
    """A fresh game. The seed is a number (fast draws) or 64 hexadecimal digits (keyed draws, as at a table)."""
    return _kind(game).new(players=players, seed=seed, first=first, recorder=recorder, **options)


def load(position: Mapping[str, Any]) -> Game:
    """The game of a position in the notation, complete or partial."""
    if not isinstance(position, Mapping):
        raise InvalidPosition("", f"A position is a JSON object, not {shown(position)}.")
    return _kind(position.get("game")).load(position)


def imagine(view: Mapping[str, Any]) -> Game:
    """A game that a view could be of, for those who are shown nothing else. Equal views give equal games."""
    if not isinstance(view, Mapping):
        raise InvalidPosition("", f"A view is a JSON object, not {shown(view)}.")
    return _kind(view.get("game")).imagine(view)


def _kind(name: object) -> type[Game]:
    if not isinstance(name, str) or name not in GAMES:
        raise InvalidPosition("game", f"{shown(name)} is not one of the games here: {', '.join(GAMES)}.")
    return GAMES[name]


def playouts(game: Game, games: int = 1000, seed: int = 1, threads: int = 1) -> int:
    """Play random games from here to the end and return the number of decisions.

    Game number i depends on the seed and on i alone, so the number of threads changes the time, not the games.
    Compiled, the threads run side by side.
    """
    need_whole("games", games, 0)
    need_whole("seed", seed, 0)
    need_whole("threads", threads, 1)
    if threads == 1:
        return drive.playouts(game.core, 0, games, seed)
    # Imported here: it takes a fifth of the time that importing the rules takes.
    from concurrent.futures import ThreadPoolExecutor

    bounds = [games * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        parts = [pool.submit(drive.playouts, game.core, low, high - low, seed) for low, high in pairwise(bounds)]
        return sum(part.result() for part in parts)


def perft(game: Game, depth: int) -> int:
    """How many sequences of `depth` decisions there are from here: the usual check of a rules engine."""
    need_whole("depth", depth, 0)
    return drive.perft(game.core, depth)


def need_whole(name: str, value: object, low: int) -> None:
    """Compiled code would cut odd numbers to size."""
    if type(value) is not int or not low <= value < SEEDS:
        raise ValueError(f"{name}: {shown(value)} is not a whole number from {low} on, below 2**64.")
