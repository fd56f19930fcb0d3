"""One game of the arena, played as a house plays it: no bot is handed anything that its seat cannot see."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

from ludoteca import rules
from ludoteca.bots.contestants import Contestant

from .contest import Contest, Fixture, Played

FIRST, SECOND = 0, 1

Watch = Callable[[rules.Game, int], None]  # told of each decision, with the game as it was before


def unwatched(game: rules.Game, decision: int) -> None:
    """Nobody wants to know."""


def play(contest: Contest, contestants: Sequence[Contestant], fixture: Fixture, watch: Watch = unwatched) -> Played:
    """Depends on its arguments alone, wherever and in whatever order games are played.

    Where there is only one legal decision, it is made without asking.
    """
    game = contest.deal(fixture.deal)
    chance = Random(contest.luck("bots", fixture.deal, fixture.place))
    mine = contest.sides[fixture.place]
    who = [FIRST if seat in mine else SECOND for seat in range(game.players)]
    both = (fixture.first, fixture.second)
    players = []
    for whose in who:
        number = both[whose]
        assert number is not None  # alone, all seats are of the first
        players.append(contestants[number].sit())
    decisions, seconds = [0, 0], [0.0, 0.0]
    while not game.over:
        seat = game.seat
        legal = game.legal_actions()
        if len(legal) == 1:
            watch(game, legal[0])
            game.apply(legal[0])
            continue
        seen = game.redeal(seat, chance.getrandbits(64))
        luck = chance.getrandbits(64)
        start = time.perf_counter()
        made = players[seat].decide(seen, luck)
        seconds[who[seat]] += time.perf_counter() - start
        decisions[who[seat]] += 1
        for decision in made:
            watch(game, decision)
            game.apply(decision)
    return Played(fixture, sorted(game.winners), decisions, [round(spent, 6) for spent in seconds])
