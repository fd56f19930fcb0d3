"""Who plays whom: every deal from every side, the same games for the same seed."""

from __future__ import annotations

import pytest

from ludoteca.arena.contest import Contest, Fixture

from .results import contest, drawn, lost, won


def test_two_play_every_deal_from_both_sides() -> None:
    assert list(contest().fixtures(4)) == [
        Fixture(0, 0, 1, 0),
        Fixture(0, 0, 1, 1),
        Fixture(1, 0, 1, 0),
        Fixture(1, 0, 1, 1),
    ]


def test_a_deal_is_always_played_whole() -> None:
    assert len(list(contest("masters", 4).fixtures(9))) == 12


def test_more_games_begin_with_those_of_fewer() -> None:
    three = contest(contestants=3)
    fewer, more = list(three.fixtures(4)), list(three.fixtures(10))
    assert more[: len(fewer)] == fewer


@pytest.mark.parametrize(
    ("game", "players", "sides"),
    [
        ("eriantys", 2, [{0}, {1}]),
        ("eriantys", 3, [{0}, {1}, {2}]),
        ("eriantys", 4, [{0, 2}, {1, 3}]),
        ("masters", 4, [{0}, {1}, {2}, {3}]),
        ("masters", 1, [{0}]),
    ],
)
def test_who_wins_together(game: str, players: int, sides: list[set[int]]) -> None:
    assert [set(side) for side in contest(game, players).sides] == sides


@pytest.mark.parametrize(
    ("game", "players", "pairings"),
    [
        ("eriantys", 2, [(0, 1), (0, 2), (1, 2)]),
        ("eriantys", 4, [(0, 1), (0, 2), (1, 2)]),
        ("masters", 3, [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]),
        ("masters", 1, [(0, None), (1, None), (2, None)]),
    ],
)
def test_three_contestants_all_play_each_other(game: str, players: int, pairings: list[tuple[int, int | None]]) -> None:
    assert contest(game, players, contestants=3).pairings == pairings


def test_of_two_the_first_sits_among_the_others() -> None:
    assert contest("masters", 4).pairings == [(0, 1)]


@pytest.mark.parametrize(
    ("game", "players", "share"), [("eriantys", 2, 1 / 2), ("masters", 4, 1 / 4), ("masters", 1, None)]
)
def test_the_fair_share(game: str, players: int, share: float | None) -> None:
    assert contest(game, players).fair_share == share


def test_a_deal_depends_on_the_seed_and_its_number() -> None:
    one = contest(seed=5)
    assert one.deal(3) == contest(seed=5).deal(3)
    assert one.deal(3) != one.deal(4)
    assert one.deal(3) != contest(seed=6).deal(3)


def test_expert_games_are_expert() -> None:
    assert Contest("eriantys", 2, expert=True, seed=1, contestants=2).deal(0).view(None)["expert"]


@pytest.mark.parametrize(("game", "players"), [("eriantys", 2), ("eriantys", 4), ("masters", 3)])
def test_a_shared_victory_is_a_part_of_one(game: str, players: int) -> None:
    held = contest(game, players)
    fixture = Fixture(0, 0, 1, 1)
    assert held.score(won(held, fixture)) == 1
    assert held.score(lost(held, fixture)) == 0
    assert held.score(drawn(held, fixture)) == 1 / 2
    assert [held.shared(result(held, fixture)) for result in (won, lost, drawn)] == [False, False, True]


def test_others_who_win_together_have_beaten_the_first() -> None:
    held = contest("masters", 3)
    game = drawn(held, Fixture(0, 0, 1, 1))  # seats 1 and 2
    beaten = game.__class__(Fixture(0, 0, 1, 0), game.winners, game.decisions, game.seconds)
    assert held.score(beaten) == 0
    assert not held.shared(beaten)
