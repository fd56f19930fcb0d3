"""Sizes and scales of the search. `const.pxd` repeats them as C constants."""

from __future__ import annotations

NONE = -1
MOST_SEATS = 4
MOST_DECISIONS = 128  # legal at one moment
DECISIONS = 256  # numbers that a decision can have
MOST_ACTIVE = 512  # inputs that are not zero
MOST_HIDDEN = 256
MOST_SECOND = 128
MOST_ROWS = 320  # of the policy
ROWS_EACH = 12  # of the policy, for one decision
MOST_DEPTH = 512

# Fixed-point numbers of the network: weights have WEIGHT bits behind the point, activations ACTIVITY bits
WEIGHT = 10
ACTIVITY = 8
LIMIT = 2047  # of an activation: just below 8
UNIT = 262144  # 1 in what a layer adds up: 2 ** (WEIGHT + ACTIVITY)
