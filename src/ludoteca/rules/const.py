"""Numbers that all games share. `const.pxd` repeats them as C constants."""

from __future__ import annotations

NOBODY = -1  # in place of a seat
MOST_ACTIONS = 128  # room for the legal decisions of one moment; contract tests watch the real maximum
WORDS_PER_BLOCK = 8  # a SHA-256 digest is eight words
DRAWN = 0  # kind of a recorder's record: label, counter, bound, result
CAPACITY = 256  # of a recorder: one decision of a real game writes far fewer, a set-up for four players about 110
WIDTH = 8  # of a record
