"""A game of the arena: who sits where, what a bot is shown, and that the same game is played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from ludoteca import rules
from ludoteca.arena.contest import Contest, Fixture
from ludoteca.arena.playing import play
from ludoteca.bots.contestants import Contestant, contestant

from .results import contest, without_times

VARIANTS = [
    ("eriantys", 2, False),
    ("eriantys", 3, True),
    ("eriantys", 4, False),
    ("masters", 1, False),
    ("masters", 3, False),
]


@dataclass
class Witness:
    """Notes the seats that it decides for and the games that it is shown."""

    seats: set[int] = field(default_factory=set)
    shown: list[rules.Game] = field(default_factory=list)

    def decide(self, seen: rules.Game, seed: int) -> Sequence[int]:
        self.seats.add(seen.seat)
        self.shown.append(seen)
        return [seen.legal_actions()[0]]


def witnessed(held: Contest, place: int) -> tuple[list[Witness], list[Witness]]:
    """A game of two contestants: the players that each of them sent."""
    sent: tuple[list[Witness], list[Witness]] = ([], [])

    def sits(players: list[Witness]) -> Contestant:
        def sit() -> Witness:
            players.append(Witness())
            return players[-1]

        return Contestant("witness", sit)

    play(held, [sits(players) for players in sent], Fixture(0, 0, None if held.alone else 1, place))
    return sent


@pytest.mark.parametrize(("game", "players", "expert"), VARIANTS)
def test_each_seat_has_a_player_of_its_own_and_the_first_has_its_side(game: str, players: int, expert: bool) -> None:
    held = Contest(game, players, expert, seed=3, contestants=2)
    for place, side in enumerate(held.sides):
        first, second = witnessed(held, place)
        assert len(first) == len(side)
        assert len(second) == players - len(side)
        assert set().union(*(player.seats for player in first)) == side
        assert all(len(player.seats) == 1 for player in (*first, *second))


def test_nobody_is_asked_where_there_is_nothing_to_decide() -> None:
    first, second = witnessed(contest(), 0)
    assert all(len(seen.legal_actions()) > 1 for player in (*first, *second) for seen in player.shown)


def test_what_a_seat_cannot_see_is_dealt_anew_for_it() -> None:
    held = contest("masters", 2)
    real = held.deal(0)
    (first,), (second,) = witnessed(held, 0)
    opening = (first if real.seat == 0 else second).shown[0]
    assert opening.view(real.seat) == real.view(real.seat)
    assert opening.position() != real.position()


@pytest.mark.parametrize(("game", "players", "expert"), VARIANTS)
def test_the_same_game_is_played_again(game: str, players: int, expert: bool) -> None:
    held = Contest(game, players, expert, seed=3, contestants=2)
    bots = [contestant("random"), contestant("random")]
    fixture = Fixture(7, 0, None if held.alone else 1, 0)
    one, two = play(held, bots, fixture), play(held, bots, fixture)
    assert without_times([one]) == without_times([two])
    assert one.decisions[0] > 0
    assert (one.decisions[1] > 0) == (not held.alone)


def test_the_luck_of_a_bot_is_another_one_at_another_place() -> None:
    """A bot against itself would otherwise play the same game twice, and every deal would be even."""
    held = contest()
    bots = [contestant("random"), contestant("random")]
    played = [[play(held, bots, Fixture(deal, 0, 1, place)).decisions for place in (0, 1)] for deal in range(5)]
    assert any(one != two[::-1] for one, two in played)
