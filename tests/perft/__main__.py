"""Counts every position anew, as deep as a budget of leaves allows."""

import sys

from ludoteca import rules

from . import eriantys, masters
from .positions import HERE, Entry

LEAVES = 3_000_000
MOST_DEPTH = 10


def count(entry: Entry) -> Entry:
    game = rules.load(entry.position)
    for depth in range(1, MOST_DEPTH + 1):
        entry.counts[depth] = rules.perft(game, depth)
        before = entry.counts.get(depth - 1, 1)
        if entry.counts[depth] * entry.counts[depth] > LEAVES * before:  # the next depth would be too large
            break
    return entry


if not rules.compiled:
    sys.exit("Counting takes the compiled rules: install a C compiler and run `python3 run.py test` once.")
for game, positions in {"eriantys": eriantys.positions(), "masters": masters.positions()}.items():
    counted = [count(entry) for entry in positions]
    (HERE / f"{game}.perft").write_text("\n".join(map(str, counted)), encoding="utf-8")
    print(f"{game}.perft: {len(counted)} positions, {sum(max(entry.counts.values()) for entry in counted)} leaves")
