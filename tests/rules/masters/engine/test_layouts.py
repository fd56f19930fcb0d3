"""Storage: one rearrangement reaches every legal layout, and every payment is one sequence of decisions."""

import json
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from ludoteca import rules
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.notation import names

from .walks import Game, Json, load

DEPOT_LEADER = {"stone": 53, "servant": 54, "shield": 55, "coin": 56}
EXTRAS = [(), ("coin",), ("servant",), ("coin", "shield"), ("stone", "servant")]


def layouts(extra: tuple[str, ...]) -> Iterator[Json]:
    """All legal layouts, by brute force: types for the depots, numbers, and what the leader depots hold."""
    seen = set()
    for types in permutations([*names.RESOURCES, None, None, None], const.DEPOTS):
        for counts in product(*(range(1, depot + 2) if kind else [0] for depot, kind in enumerate(types))):
            for more in product(range(const.LEADER_DEPOT_SLOTS + 1), repeat=len(extra)):
                depots = {
                    str(depot + 1): {kind: count} if kind else {}
                    for depot, (kind, count) in enumerate(zip(types, counts, strict=True))
                }
                leader_depots = {name: count for name, count in sorted(zip(extra, more, strict=True)) if count}
                layout = {"warehouse": depots, "leader_depots": leader_depots}
                if (text := json.dumps(layout)) not in seen:
                    seen.add(text)
                    yield layout


def contents(layout: Json) -> tuple[int, ...]:
    places = [*layout["warehouse"].values(), layout["leader_depots"]]
    return tuple(sum(place.get(name, 0) for place in places) for name in names.RESOURCES)


def table(layout: Json, extra: tuple[str, ...], **keys: object) -> Game:
    board = {**layout, "played": [DEPOT_LEADER[name] for name in extra]}
    return load({"game": "masters", "players": {"A": board, "B": {}}, **keys})


def storage(game: Game) -> str:
    board = game.position()["players"]["A"]
    leader_depots = dict(sorted(board["leader_depots"].items()))
    return json.dumps({"warehouse": board["warehouse"], "leader_depots": leader_depots})


def reached(game: Game) -> list[str]:
    """The layouts at the ends of all ways through one rearrangement."""
    if game.core.step != const.FILLING:
        return [storage(game)]
    found = []
    for decision in game.legal_actions():
        after = game.clone()
        after.apply(decision)
        found += reached(after)
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_one_rearrangement_reaches_every_layout_in_one_way(extra: tuple[str, ...]) -> None:
    by_contents: dict[tuple[int, ...], list[Json]] = {}
    for layout in layouts(extra):
        by_contents.setdefault(contents(layout), []).append(layout)
    for same in by_contents.values():
        game = table(same[0], extra, main_action_done=True)
        if len(same) == 1:
            assert const.ARRANGE not in game.legal_actions()
            assert game.parse({"do": "rearrange", "to": same[0]}) == []
            continue
        game.apply(const.ARRANGE)
        assert sorted(reached(game)) == sorted(json.dumps(layout) for layout in same)


@pytest.mark.parametrize("extra", [(), ("servant",), ("coin", "shield")])
def test_every_layout_can_be_named(extra: tuple[str, ...]) -> None:
    by_contents: dict[tuple[int, ...], list[Json]] = {}
    for layout in layouts(extra):
        by_contents.setdefault(contents(layout), []).append(layout)
    for same in list(by_contents.values())[::3]:
        for start, to in zip(same, [*same[1:], same[0]], strict=True):
            game = table(start, extra)
            game.perform({"do": "rearrange", "to": to})
            assert storage(game) == json.dumps(to)


@pytest.mark.parametrize("extra", [(), ("servant",), ("coin", "servant")])
@pytest.mark.parametrize(
    "start",
    [
        {"1": {}, "2": {}, "3": {}},
        {"1": {"coin": 1}, "2": {"servant": 1}, "3": {}},
        {"1": {}, "2": {"stone": 2}, "3": {"servant": 2}},
        {"1": {"shield": 1}, "2": {"coin": 2}, "3": {"stone": 3}},
    ],
)
def test_every_final_layout_of_a_market_action_is_reachable(extra: tuple[str, ...], start: Json) -> None:
    """Row 0 gives two servants and a shield. All that fits of what was stored and taken, and what is discarded."""
    before = {"warehouse": start, "leader_depots": {}}
    stored = contents(before)
    taken = (0, 0, 2, 1)
    tried = 0
    for layout in layouts(extra):
        more = [b - a for a, b in zip(stored, contents(layout), strict=True)]
        if all(0 <= count <= most for count, most in zip(more, taken, strict=True)):
            left = [most - count for count, most in zip(more, taken, strict=True)]
            discard = {name: count for name, count in zip(names.RESOURCES, left, strict=True) if count}
            game = table(before, extra)
            game.perform({"do": "take_market", "line": "row 0", "store": layout, "discard": discard})
            assert storage(game) == json.dumps(layout)
            assert game.position()["players"]["B"]["faith"] == sum(left)
            tried += 1
    assert tried > 0


def test_a_line_that_gives_nothing_may_still_come_with_another_layout() -> None:
    market = {"rows": ["W W W W", "P B P R", "B G G Y"], "slide": "Y"}
    game = table({"warehouse": {"1": {"coin": 1}}}, (), market=market)
    to = {"warehouse": {"3": {"coin": 1}}}
    decisions = game.perform({"do": "take_market", "line": "row 0", "store": to})
    assert decisions[0] == const.ARRANGE
    assert decisions[-1] == const.TAKE_LINE
    assert game.position()["players"]["A"]["warehouse"] == {"1": {}, "2": {}, "3": {"coin": 1}}


def test_rearranging_while_placing() -> None:
    game = table({"warehouse": {"1": {"coin": 1}, "2": {"stone": 1}, "3": {"servant": 1}}}, ())
    game.apply(const.TAKE_LINE + 1)  # one stone, and faith
    assert game.core.step == const.PLACING
    before = game.position()["unfinished"]
    game.perform({"do": "rearrange", "to": {"warehouse": {"1": {"servant": 1}, "2": {"coin": 1}, "3": {"stone": 1}}}})
    assert game.position()["unfinished"] == before
    game.perform({"do": "choose", "what": "place", "value": "depot_3"})
    assert game.position()["players"]["A"]["warehouse"]["3"] == {"stone": 2}
    with pytest.raises(rules.IllegalAction) as refused:
        game.perform({"do": "choose", "what": "place", "value": "depot_3"})
    assert refused.value.code == "wrong_phase"


def test_every_payment_is_one_sequence_of_decisions() -> None:
    board = {
        "warehouse": {"2": {"shield": 2}, "3": {"servant": 2}},
        "leader_depots": {"shield": 1},
        "strongbox": {"shield": 3, "servant": 1, "coin": 2},
        "played": [55],
        "slots": [[1], [], []],
    }
    grid = {"green2": [21, 17, 25, 29]}  # two servants and three shields
    game = load({"game": "masters", "players": {"A": board, "B": {}}, "grid": grid})
    game.apply(const.BUY + 1)
    ends = []

    def walk(moment: Game) -> None:
        if moment.core.step != const.PAYING:
            ends.append(json.dumps(moment.position()))
            return
        legal = moment.legal_actions()
        assert len(legal) > 1
        for decision in legal:
            after = moment.clone()
            after.apply(decision)
            walk(after)

    walk(game)
    servants = [(depot, 2 - depot) for depot in range(3) if 2 - depot <= 1]
    shields = [(a, b, 3 - a - b) for a in range(3) for b in range(2) if 0 <= 3 - a - b <= 3]
    assert len(ends) == len(set(ends)) == len(servants) * len(shields)
