"""The engine and the slow reading of the rules agree on what is legal and what comes of it.

`check` compares them on as many tables as asked for; here it runs on a few.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from ludoteca import rules

from . import outcomes, slow, tables
from .cards import LEADERS
from .positions import Game
from .slow import Json

MOST_LEGAL = 2500  # more whole actions than this are not all enumerated
MOST_REACHED = 600  # with more results than this, not all small decisions are walked
PERFORMED_OF_A_KIND = 6
IMAGINED = 25
WALKS = 6


def check(seed: int, positions: int, *, exhaustive: int = 0) -> Counter[str]:
    """Compare on so many positions, walking all small decisions on some of them. Says how often what was seen."""
    seen: Counter[str] = Counter()
    chance = Random(seed)
    for number in range(positions):
        game = game_by_chance(chance, players=number % 4 + 1)
        position = game.position()
        seen.update(features(position))
        wanted = list(islice(slow.legal(position), MOST_LEGAL))
        compare_legal(chance, game, wanted, seen)
        compare_imagined(chance, game, seen)
        seen["rearranging offered"] += compare_rearranging(game)
        if len(wanted) < MOST_LEGAL:
            results = {outcomes.normal(outcomes.after(position, action)) for action in wanted}
            results.discard(outcomes.normal(position))
            for _ in range(WALKS):
                walk(chance, game, results)
            if exhaustive and len(results) < MOST_REACHED:
                exhaustive -= 1
                reached = all_outcomes(game)
                reached.discard(outcomes.normal(position))
                assert reached == results
                seen["exhaustive"] += 1
    return seen


def game_by_chance(chance: Random, players: int) -> Game:
    """A game between two actions: made up, or played from the beginning by random decisions."""
    if chance.random() < 0.7:
        return rules.load(tables.by_chance(chance, players))
    game = rules.new("masters", players=players, seed=chance.getrandbits(32))
    for _ in range(chance.choice([0, chance.randrange(12), chance.randrange(300)])):
        if game.over:
            break
        game.apply(chance.choice(game.legal_actions()))
    while "unfinished" in game.position():
        game.apply(chance.choice(game.legal_actions()))
    return game


def features(position: Json) -> Iterator[str]:
    yield slow.setting_up(position) or ("over" if position["over"] else "turn")
    board = position["players"][slow.actor(position)]
    for number in board.get("played", []):
        yield LEADERS[number].kind


def compare_legal(chance: Random, game: Game, wanted: list[Json], seen: Counter[str]) -> None:
    """What the slow reading calls legal can be performed, and has the foreseen outcome."""
    by_kind: dict[str, list[Json]] = {}
    for action in wanted:
        by_kind.setdefault(action["do"], []).append(action)
    for kind, actions in by_kind.items():
        for action in chance.sample(actions, min(PERFORMED_OF_A_KIND, len(actions))):
            assert slow.allowed(game.position(), action)
            compare_outcome(game, action)
            seen[kind] += 1


def compare_outcome(game: Game, action: Json) -> None:
    clone = game.clone()
    clone.perform(json.loads(json.dumps(action)))
    foreseen = outcomes.after(game.position(), action)
    assert outcomes.normal(clone.position()) == outcomes.normal(foreseen), action
    assert clone.winners == outcomes.winners(foreseen)
    assert clone.over is foreseen["over"]
    assert clone.over or "ABCD"[clone.seat] == slow.actor(foreseen)


def compare_imagined(chance: Random, game: Game, seen: Counter[str]) -> None:
    """Of all that one may imagine, exactly what the slow reading allows is accepted; a refusal changes nothing."""
    position = game.position()
    for _ in range(IMAGINED):
        action = tables.imagined(chance, position)
        if slow.allowed(position, action):
            compare_outcome(game, action)
        else:
            with pytest.raises(rules.IllegalAction):
                game.perform(action)
            assert game.position() == position, action
            seen[f"refused {action['do']}"] += 1


def compare_rearranging(game: Game) -> bool:
    """Rearranging is offered in a turn if and only if what is stored could lie otherwise (ruling 6)."""
    position = game.position()
    offered = any(is_rearranging(game.describe(decision)) for decision in game.legal_actions())
    board = position["players"][slow.actor(position)]
    layouts = slow.layouts(slow.leader_resources(board, "extra_depot"))
    ways = len(layouts[slow.totals(slow.contents(slow.layout_of(board)))])
    in_turn = not position["over"] and not slow.setting_up(position)
    assert offered is (in_turn and ways > 1)
    return offered


def walk(chance: Random, game: Game, results: set[str]) -> None:
    """Random small decisions up to the end of the action lead to one of the results of whole actions, or nowhere."""
    if game.over:
        return
    start, walker = game.position(), game.clone()
    walker.apply(chance.choice(walker.legal_actions()))
    while is_under_way(start, walker.position()):
        walker.apply(chance.choice(walker.legal_actions()))
    reached = outcomes.normal(walker.position())
    assert reached in results or reached == outcomes.normal(start)


def all_outcomes(game: Game) -> set[str]:
    """Everything that small decisions lead to, with one rearrangement in an action where it is offered.

    A rearrangement may also come before a line of the market: a line that yields nothing offers none after it.
    """
    start = game.position()
    results: set[str] = set()
    known: set[str] = set()
    ahead = [(game.clone(), False)]
    while ahead:
        here, rearranged = ahead.pop()
        at_rest = not is_under_way(start, here.position())
        for decision in here.legal_actions():
            described = here.describe(decision)
            begins = is_rearranging(described)
            if rearranged and (begins or (at_rest and described.get("what") != "line")):
                continue
            there = here.clone()
            there.apply(decision)
            position = there.position()
            if not is_under_way(start, position):
                results.add(outcomes.normal(position))
                if not rearranged or position["main_action_done"]:
                    continue
            # What was decided is all that matters, not in which order.
            position.get("unfinished", {}).get("decisions", []).sort()
            key = json.dumps(position, sort_keys=True)
            if key not in known:
                known.add(key)
                ahead.append((there, rearranged or begins))
    return results


def is_under_way(start: Json, position: Json) -> bool:
    """Whether the action begun at the start goes on; free resources are chosen one by one until none is owed."""
    if "unfinished" in position:
        return True
    owed, owed_before = (table["players"][slow.actor(start)]["pending_resources"] for table in (position, start))
    return bool(0 < owed < owed_before)


def is_rearranging(described: Json) -> bool:
    return bool(described["do"] == "choose" and (described["what"], described["value"]) == ("layout", "start"))


def test_the_slow_reading_agrees_with_itself() -> None:
    chance = Random(5)
    for number in range(12):
        position = rules.load(tables.by_chance(chance, number % 4 + 1)).position()
        for action in islice(slow.legal(position), 300):
            assert slow.allowed(position, action), action


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_engine_and_slow_reading_agree(seed: int) -> None:
    seen = check(seed, positions=36, exhaustive=20)
    assert seen["exhaustive"] == 20
    assert 5 <= seen["rearranging offered"] <= 31
    for feature in ("dealt", "turn", *{leader.kind for leader in LEADERS.values()}):
        assert seen[feature] >= 1, feature
    for kind in ("take_market", "buy", "produce", "rearrange", "discard_leader", "end_turn", "keep_leaders"):
        assert seen[kind] >= 5, kind
    for kind in ("take_market", "buy", "produce", "rearrange", "play_leader", "end_turn", "keep_leaders"):
        assert seen[f"refused {kind}"] >= 5, kind
