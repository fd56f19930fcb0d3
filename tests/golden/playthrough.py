"""One random game as text: every decision with its events, a digest of each position, the last one whole."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from ludoteca import rules

from ..rules.variants import VARIANTS, Variant

HERE = Path(__file__).parent
SEED = 2026


def path_of(variant: Variant) -> Path:
    return HERE / f"{variant}.txt"


def digest(game: rules.Game) -> str:
    return hashlib.sha256(json.dumps(game.position(), sort_keys=True).encode()).hexdigest()[:12]


def compact(value: Any) -> str:
    return json.dumps(value, separators=(", ", ": "))


def lines(variant: Variant) -> Iterator[str]:
    """`choice` is made with whole numbers only, so that the text is the same with every version of Python."""
    events: list[Any] = []
    game = variant.new(SEED, recorder=events.append)
    yield f"{variant}, seed {SEED}"
    yield ""
    chance = Random(SEED)
    number = 0
    while True:
        yield from (f"      {event}" for event in events if event.told_to(None) is not None)
        events.clear()
        if game.over:
            break
        legal = game.legal_actions()
        action = legal[int(chance.random() * len(legal))]
        number += 1
        described = compact(game.describe(action))
        game.apply(action)
        yield f"{number:4}  {described}  decision {action}, {len(legal)} legal, {digest(game)}"
    yield ""
    yield compact(game.position())
    yield f"winners: {sorted(game.winners)}"


def text(variant: Variant) -> str:
    return "\n".join(lines(variant)) + "\n"


def write_all() -> None:
    for variant in VARIANTS:
        path_of(variant).write_text(text(variant), encoding="utf-8")
        print(path_of(variant).name)
