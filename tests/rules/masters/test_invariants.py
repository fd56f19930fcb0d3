"""§12: what holds after every decision of every game.

`check` plays as many random games as asked for; here it plays a few for each number of players.
"""

import json
from collections import Counter
from random import Random

import pytest

from ludoteca import rules

from . import outcomes, slow
from .cards import DEVELOPMENTS, LAST_SPACE, LEADERS, MARBLES, PILES, RESOURCES, SECTIONS, TOKENS
from .positions import Game, letters
from .slow import Json

PRODUCTIVE = {"take_market", "buy", "produce", "initial_resources"}
# What the first small decision of an action is called.
BEGINNINGS = {
    "line": "take_market",
    "card": "buy",
    "production": "produce",
    "layout": "rearrange",
    "keep": "keep_leaders",
    "resource": "initial_resources",
}
ROUND_TRIP_EVERY = 10


def check(seed: int, games: int, *, players: int) -> Counter[str]:
    """Play games by random decisions, looking at everything after each. Says how often what was done."""
    seen: Counter[str] = Counter()
    chance = Random(seed)
    for _ in range(games):
        _play(rules.new("masters", players=players, seed=chance.getrandbits(48)), chance, seen)
    return seen


def _play(game: Game, chance: Random, seen: Counter[str]) -> None:
    before = game.position()
    check_position(before)
    turns: Counter[str] = Counter()
    decisions = 0
    while not game.over:
        legal = game.legal_actions()
        assert legal
        assert len(set(legal)) == len(legal)
        decision = chance.choice(legal)
        described = game.describe(decision)
        kind = described["do"]
        seat = "ABCD"[game.seat]
        game.apply(decision)
        after = game.position()
        check_position(after)
        action = under_way(before, described)
        check_step(before, after, seat, action)
        seen[action] += 1
        turns[seat] += kind == "end_turn"
        decisions += 1
        if decisions % ROUND_TRIP_EVERY == 0:
            check_round_trip(game)
        before = after
    check_end(game, turns)
    seen["decisions"] += decisions
    seen["games"] += 1


def under_way(before: Json, described: Json) -> str:
    """The action that a decision belongs to."""
    if "unfinished" in before:
        return str(before["unfinished"]["action"]["do"])
    return BEGINNINGS[described["what"]] if described["do"] == "choose" else str(described["do"])


def check_position(position: Json) -> None:
    boards = position["players"].values()
    market = position["market"]
    assert Counter([*" ".join(market["rows"]).split(), market["slide"]]) == MARBLES
    check_cards(position)
    check_leaders(position)
    for section in range(len(SECTIONS)):
        states = {board["tiles"][section] for board in boards}
        assert states == {"down"} or states <= {"up", "gone"}
    for board in boards:
        assert 0 <= board["faith"] <= LAST_SPACE
        assert slow.is_layout(slow.layout_of(board), slow.leader_resources(board, "extra_depot"))
        assert all(count >= 0 for count in board.get("strongbox", {}).values())
        for state, (first, _, _) in zip(board["tiles"], SECTIONS, strict=True):
            assert state != "up" or board["faith"] >= first
    furthest = max(position.get("lorenzo", {}).get("cross", 0), *(board["faith"] for board in boards), 0)
    for section, (_, pope, _) in enumerate(SECTIONS):
        assert (furthest >= pope) == all(board["tiles"][section] != "down" for board in boards)
    if "lorenzo" in position:
        stack = position["lorenzo"]["stack"]
        assert set(stack) <= set(TOKENS)
        assert 1 <= len(stack) == len(set(stack)) or position["over"]


def check_cards(position: Json) -> None:
    in_grid = [card for name in PILES for card in position["grid"][name]]
    in_slots = [card for board in position["players"].values() for card in slow.developments(board)]
    everywhere = Counter(in_grid + in_slots)
    assert set(everywhere) <= set(DEVELOPMENTS)
    assert set(everywhere.values()) <= {1}
    if len(position["players"]) > 1:
        assert len(everywhere) == len(DEVELOPMENTS)
    for name in PILES:
        assert all(DEVELOPMENTS[card].pile == name for card in position["grid"][name])
    for board in position["players"].values():
        assert len(slow.developments(board)) <= outcomes.CARDS_THAT_END
        for slot in board["slots"]:
            assert [DEVELOPMENTS[card].level for card in slot] == list(range(1, len(slot) + 1))


def check_leaders(position: Json) -> None:
    everywhere: Counter[int] = Counter()
    for board in position["players"].values():
        own = [card for key in ("dealt", "hand", "played", "gone") for card in board.get(key, [])]
        assert len(own) == 4
        assert len(board.get("hand", [])) + len(board.get("played", [])) <= 2
        everywhere.update(own)
    assert set(everywhere) <= set(LEADERS)
    assert set(everywhere.values()) == {1}


def check_step(before: Json, after: Json, seat: str, kind: str) -> None:
    """What one decision may change."""
    for letter, board in after["players"].items():
        earlier = before["players"][letter]
        assert board["faith"] >= earlier["faith"]
        if letter != seat or kind not in PRODUCTIVE:
            assert slow.possessions(board) == slow.possessions(earlier)
        for old, new in zip(earlier["tiles"], board["tiles"], strict=True):
            assert old in ("down", new)
        for old_slot, new_slot in zip(earlier["slots"], board["slots"], strict=True):
            assert new_slot[: len(old_slot)] == old_slot
    if "lorenzo" in after:
        assert after["lorenzo"]["cross"] >= before["lorenzo"]["cross"]
    for name in PILES:
        old_pile, new_pile = before["grid"][name], after["grid"][name]
        assert old_pile[len(old_pile) - len(new_pile) :] == new_pile
    # Produced resources alone come to the strongbox.
    if kind != "produce":
        for name in RESOURCES:
            box, earlier_box = (p["players"][seat].get("strongbox", {}).get(name, 0) for p in (after, before))
            assert box <= earlier_box


def check_round_trip(game: Game) -> None:
    position = game.position()
    twin = rules.load(json.loads(json.dumps(position)))
    assert twin.position() == position
    assert twin.legal_actions() == game.legal_actions()
    assert twin.seat == game.seat


def check_end(game: Game, turns: Counter[str]) -> None:
    position = game.position()
    assert position["over"] is True
    assert game.seat == -1
    assert game.legal_actions() == []
    assert game.winners == outcomes.winners(position)
    if game.players > 1:
        # Everybody has played the same number of turns (§8).
        assert len({turns[letter] for letter in letters(game.players)}) == 1
        assert any(outcomes.has_finished(board) for board in position["players"].values())


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_12_invariants_hold_after_every_decision(players: int) -> None:
    seen = check(seed=players, games=4, players=players)
    assert seen["games"] == 4
    for kind in ("take_market", "end_turn", "keep_leaders"):
        assert seen[kind] >= 2, kind


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_12_invariants_hold_in_rich_games(players: int) -> None:
    """Random play alone buys little: here everybody begins with a full strongbox."""
    chance = Random(players)
    seen: Counter[str] = Counter()
    for _ in range(8 // players):
        game = rules.new("masters", players=players, seed=chance.getrandbits(48))
        position = game.position()
        for board in position["players"].values():
            board["strongbox"] = dict.fromkeys(RESOURCES, 12)
        _play(rules.load(position), chance, seen)
    for kind in ("take_market", "buy", "produce", "end_turn"):
        assert seen[kind] >= 2, kind
