"""Games that were never played: results as a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludoteca.arena.contest import Contest, Fixture, Played


def contest(game: str = "eriantys", players: int = 2, contestants: int = 2, seed: int = 1) -> Contest:
    return Contest(game, players, expert=False, seed=seed, contestants=contestants)


def won(contest: Contest, fixture: Fixture) -> Played:
    return Played(fixture, sorted(contest.sides[fixture.place]), [3, 2], [0.006, 0.001])


def lost(contest: Contest, fixture: Fixture) -> Played:
    """Another side has won, or nobody in a game alone."""
    if contest.alone:
        return Played(fixture, [], [3, 0], [0.006, 0.0])
    other = (fixture.place + 1) % contest.places
    return Played(fixture, sorted(contest.sides[other]), [3, 2], [0.006, 0.001])


def drawn(contest: Contest, fixture: Fixture) -> Played:
    """The side after it has won as well."""
    other = (fixture.place + 1) % contest.places
    return Played(fixture, sorted(contest.sides[fixture.place] | contest.sides[other]), [3, 2], [0.006, 0.001])


def results(contest: Contest, games: int, wins: Callable[[Fixture], bool]) -> list[Played]:
    """So many games of each pairing; `wins` says which the first contestant has won."""
    return [(won if wins(fixture) else lost)(contest, fixture) for fixture in contest.fixtures(games)]


def without_times(games: Iterable[Played]) -> dict[Fixture, tuple[list[int], list[int]]]:
    """What has to be the same however and wherever they were played."""
    return {game.fixture: (game.winners, game.decisions) for game in games}
