"""The positions of masters.perft: set-ups, middle games, the parts of a turn, leaders, ends of the game."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ludoteca import rules

from ..rules.variants import VARIANTS
from .positions import Entry

RICH: dict[str, Any] = {
    "faith": 6,
    "warehouse": {1: {"coin": 1}, 2: {"stone": 2}, 3: {"shield": 2}},
    "strongbox": {"coin": 3, "stone": 1, "servant": 2, "shield": 2},
    "slots": [[1, 17], [2], []],
}
LEADERS = {
    "discount": [51],
    "extra depot": [53],
    "white marble": [57],
    "two white marbles": [57, 60],
    "production": [61],
    "two extra depots": [53, 56],
}


def table(board: dict[str, Any], players: int = 2, **keys: Any) -> dict[str, Any]:
    boards = {"A": board} | {letter: {} for letter in "BCD"[: players - 1]}
    return rules.load({"game": "masters", "seed": 5, "players": boards, **keys}).position()


def start_positions() -> Iterator[Entry]:
    for variant in VARIANTS:
        if variant.game == "masters":
            yield Entry(f"set-up, {variant}", variant.new(1).position())


def middle_positions() -> Iterator[Entry]:
    for variant in VARIANTS:
        if variant.game == "masters":
            chance, game = Random(11), variant.new(11)
            for _ in range(70):
                legal = game.legal_actions()
                game.apply(legal[int(chance.random() * len(legal))])
            yield Entry(f"after 70 random decisions, {variant}", game.position())


def part_positions() -> Iterator[Entry]:
    yield Entry("a rich board: everything can be done", table(RICH))
    yield Entry("leaders in hand", table({**RICH, "hand": [49, 64]}))
    yield Entry("the main action is done", table({**RICH, "hand": [49]}, main_action_done=True))
    for kind, played in LEADERS.items():
        yield Entry(f"leaders in play: {kind}", table({**RICH, "played": played}))
    yield Entry("a full warehouse", table({"warehouse": {1: {"coin": 1}, 2: {"stone": 2}, 3: {"shield": 3}}}))


def ends() -> Iterator[Entry]:
    slots = [[1, 17, 33], [2, 18, 34], []]
    yield Entry("the seventh card can be bought", table({**RICH, "slots": slots}))
    yield Entry("one space before the end of the track", table({**RICH, "faith": 23}))
    yield Entry("reports are due", table({**RICH, "faith": 7}, 3))
    yield Entry("the last round", table(RICH, 2, last_round=True, current="B"))
    yield Entry("alone, the cross is near the end", table(RICH, 1, lorenzo={"cross": 22}, main_action_done=True))
    yield Entry("alone, a colour is nearly gone", table({}, 1, grid={"green1": [], "green2": [], "green3": [33, 37]}))


def positions() -> list[Entry]:
    return [*start_positions(), *middle_positions(), *part_positions(), *ends()]
