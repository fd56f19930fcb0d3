"""What was acknowledged survives the process. Thousands of rounds are a proof of their own: `crashes.check(10_000)`."""

from __future__ import annotations

import pytest

from .crashes import Lost, check


def test_nothing_that_was_acknowledged_is_lost() -> None:
    seen = check(rounds=20)
    assert seen["rounds"] == 20
    assert seen["said"] > 1000


def test_acknowledging_before_the_commit_would_be_noticed() -> None:
    with pytest.raises(Lost):
        check(rounds=20, early=True)
