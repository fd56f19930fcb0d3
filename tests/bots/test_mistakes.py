"""How bots err: by not noticing and by liking the second best, never into nonsense."""

from __future__ import annotations

from collections import Counter

import pytest

from ludoteca.bots.mistakes import Attention, chosen
from ludoteca.search.searcher import Option

BEST = Option(3, visits=60, chance=0.7, prior=0.5)
GOOD = Option(5, visits=30, chance=0.6, prior=0.3)
POOR = Option(7, visits=9, chance=0.4, prior=0.15)
NONSENSE = Option(9, visits=0, chance=0.0, prior=0.05)
OPTIONS = (BEST, GOOD, POOR, NONSENSE)
TIMES = 4_000


def often(attention: Attention, options: tuple[Option, ...] = OPTIONS) -> dict[int, float]:
    found = Counter(chosen(options, attention, seed) for seed in range(TIMES))
    return {decision: count / TIMES for decision, count in found.items()}


def test_with_full_attention_the_best_is_taken() -> None:
    assert often(Attention()) == {3: 1.0}


def test_of_equals_the_better_chance_then_the_first_sight_decides() -> None:
    same = Option(1, visits=60, chance=0.6, prior=0.9)
    assert chosen((same, BEST), Attention(), 1) == 3
    assert chosen((Option(1, 0, 0.0, 0.2), Option(2, 0, 0.0, 0.7), Option(4, 0, 0.0, 0.1)), Attention(), 1) == 2


def test_softly_each_is_taken_as_often_as_it_was_thought_worth_trying() -> None:
    found = often(Attention(softness=1.0))
    assert found[3] == pytest.approx(60 / 99, abs=0.03)
    assert found[5] == pytest.approx(30 / 99, abs=0.03)
    assert found[7] == pytest.approx(9 / 99, abs=0.03)


def test_more_softness_levels_that_out() -> None:
    shares = [often(Attention(softness=softness))[3] for softness in (0.3, 1.0, 3.0)]
    assert shares == sorted(shares, reverse=True)


def test_what_goes_unnoticed_is_not_taken() -> None:
    found = often(Attention(overlooked=0.5))
    assert found[3] == pytest.approx(0.5 + 1 / 8, abs=0.03)  # or nothing was noticed: then all is looked at again
    assert found[5] == pytest.approx(1 / 4, abs=0.03)


@pytest.mark.parametrize("attention", [Attention(softness=9.0), Attention(overlooked=0.9), Attention(9.0, 0.9)])
def test_nonsense_is_never_taken(attention: Attention) -> None:
    assert 9 not in often(attention)


def test_what_everybody_would_do_is_done() -> None:
    """Nothing else is worth a thought, so however inattentive the bot is, it does not miss it."""
    clear = (Option(3, 95, 0.9, 0.9), Option(5, 4, 0.2, 0.05), Option(7, 1, 0.1, 0.05))
    assert often(Attention(softness=5.0, overlooked=0.9), clear) == {3: 1.0}


def test_it_depends_on_the_seed_alone() -> None:
    attention = Attention(softness=2.0, overlooked=0.4)
    once = [chosen(OPTIONS, attention, seed) for seed in range(100)]
    assert once == [chosen(OPTIONS, attention, seed) for seed in range(100)]
    assert len(set(once)) == 3
