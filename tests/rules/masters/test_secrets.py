"""§11, ruling 26: what a seat cannot see, it cannot learn from views, descriptions or events either.

A game and its redeal for a seat differ in nothing but what the seat cannot see. So everything that the seat is shown
must be the same in both, byte for byte, until something hidden is turned up. `check` compares
as many pairs as asked for.
"""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules import masters

from . import slow, tables
from .cards import LEADERS
from .positions import Game, keep, letters, put_away, turn

STEPS = 25
LEADER_NUMBER = re.compile(r"(?<![\d.])(49|5\d|6[0-4])(?![\d.])")


def check(seed: int, pairs: int) -> Counter[str]:
    """Compare so many games with their redeals. Says how often what was seen."""
    seen: Counter[str] = Counter()
    chance = Random(seed)
    for number in range(pairs):
        game = table_by_chance(chance, players=number % 4 + 1)
        seat = chance.choice([None, *range(game.players)])
        compare(chance, game, game.redeal(seat, chance.getrandbits(64)), seat, seen)
    return seen


def table_by_chance(chance: Random, players: int) -> Game:
    """A game at any moment, in the middle of an action too."""
    if chance.random() < 0.5:
        game = rules.load(tables.by_chance(chance, players))
    else:
        game = rules.new("masters", players=players, seed=chance.getrandbits(48))
    for _ in range(chance.choice([0, chance.randrange(8), chance.randrange(60)])):
        if not game.over:
            game.apply(chance.choice(game.legal_actions()))
    return game


def compare(chance: Random, game: Game, twin: Game, seat: int | None, seen: Counter[str]) -> None:
    told: tuple[list[str], list[str]] = ([], [])
    for one, log in zip((game, twin), told, strict=True):
        one.recorder = listener(log, seat)
    assert shown(game, seat) == shown(twin, seat)
    seen["pairs"] += 1
    seen["hidden differs"] += hidden(game) != hidden(twin)
    for _ in range(STEPS):
        assert (game.seat, game.over, game.winners) == (twin.seat, twin.over, twin.winners)
        if game.over:
            break
        if game.seat == seat:
            # The seat sees what it may do itself.
            assert described(game) == described(twin)
            seen["own decisions"] += 1
        common = sorted(set(game.legal_actions()) & set(twin.legal_actions()))
        if not common:
            break
        assert overheard(game, common, seat) == overheard(twin, common, seat)
        decision = chance.choice(common)
        reveals = may_reveal(game, decision, seat) or may_reveal(twin, decision, seat)
        game.apply(decision)
        twin.apply(decision)
        alike = shown(game, seat) == shown(twin, seat) and told[0] == told[1]
        if reveals and not alike:
            seen["revealed"] += 1
            break
        assert alike
        seen["decisions"] += 1
    check_told(game, seat, told[0])


def listener(log: list[str], seat: int | None) -> Any:
    def hear(event: Any) -> None:
        heard = event.told_to(seat)
        if heard is not None:
            log.append(repr(heard))

    return hear


def shown(game: Game, seat: int | None) -> str:
    return json.dumps(game.view(seat))


def described(game: Game) -> str:
    return json.dumps([game.describe(decision) for decision in game.legal_actions()])


def overheard(game: Game, decisions: list[int], seat: int | None) -> str:
    """Legal decisions of whoever has to decide, as the seat may hear of them."""
    assert isinstance(game, masters.Game)
    return json.dumps([game.describe_to(decision, seat) for decision in decisions])


def hidden(game: Game) -> str:
    position = game.position()
    return json.dumps({key: value for key, value in position.items() if key not in ("seed", "draws")})


def may_reveal(game: Game, decision: int, seat: int | None) -> bool:
    """Whether a decision may turn up something that the seat has not seen: a leader, a card of the grid or a token."""
    trial = game.clone()
    trial.apply(decision)
    before, after = game.position(), trial.position()
    if (before["grid"], before.get("lorenzo")) != (after["grid"], after.get("lorenzo")):
        return True
    return any(
        board["played"] != before["players"][letter]["played"]
        for number, (letter, board) in enumerate(after["players"].items())
        if number != seat
    )


def check_told(game: Game, seat: int | None, told: list[str]) -> None:
    """No leader is named to the seat but its own and those in play."""
    position = game.position()
    known = {card for board in position["players"].values() for card in board.get("played", [])}
    if seat is not None:
        board = position["players"]["ABCD"[seat]]
        known |= {card for key in ("hand", "gone", "dealt") for card in board.get(key, [])}
    leaders_shown = {int(number) for number in LEADER_NUMBER.findall(json.dumps(leader_lists(game, seat)))}
    assert leaders_shown <= known
    assert "seed" not in game.view(seat)
    for event in told:
        if event.startswith("Scored("):  # its numbers are points
            continue
        named = {int(number) for number in LEADER_NUMBER.findall(event)}
        # Other numbers of this size are rare: only a strongbox can count so far.
        assert named <= known or "strongbox" in event.lower(), event


def leader_lists(game: Game, seat: int | None) -> list[Any]:
    keys = ("hand", "gone", "dealt", "played")
    view = game.view(seat)
    return [[board.get(key) for key in keys] for board in view["players"].values()] + [
        view.get("unfinished", {}).get("action")
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ruling_26_a_redeal_looks_the_same_to_the_seat(seed: int) -> None:
    seen = check(seed, pairs=80)
    assert seen["pairs"] == 80
    assert seen["hidden differs"] >= 70
    assert seen["decisions"] >= 500
    assert seen["own decisions"] >= 100


def test_ruling_26_a_redeal_is_determined_by_its_seed() -> None:
    game = rules.new("masters", players=3, seed=4)
    positions = {json.dumps(game.redeal(0, seed).position()) for seed in (1, 1, 2, 3)}
    assert len(positions) == 3


def test_ruling_26_a_redeal_changes_nothing_in_the_game_itself() -> None:
    game = rules.new("masters", players=4, seed=4)
    before = game.position()
    game.redeal(2, 5)
    assert game.position() == before


def test_ruling_26_a_redeal_keeps_what_the_seat_knows() -> None:
    game = rules.new("masters", players=2, seed=4)
    cards = game.position()["players"]["A"]["dealt"]
    game.perform(keep(*cards[:2]))
    for seed in range(10):
        position = game.redeal(0, seed).position()
        assert sorted(position["players"]["A"]["hand"]) == sorted(cards[:2])
        assert sorted(position["players"]["A"]["gone"]) == sorted(cards[2:])
        assert not set(position["players"]["B"]["dealt"]) & set(cards)


def test_ruling_26_a_redeal_deals_all_that_the_seat_does_not_know() -> None:
    game = rules.new("masters", players=2, seed=4)
    others = {card for seed in range(60) for card in game.redeal(0, seed).position()["players"]["B"]["dealt"]}
    assert others == set(LEADERS) - set(game.position()["players"]["A"]["dealt"])
    piles = {tuple(game.redeal(0, seed).position()["grid"]["green1"]) for seed in range(60)}
    top = game.position()["grid"]["green1"][0]
    assert {order[0] for order in piles} == {top}
    assert len(piles) == 6  # every order of the three cards below


def test_ruling_26_tokens_left_stay_the_same_set_for_a_redeal() -> None:
    game = turn(players=1, lorenzo={"cross": 0, "stack": [65, 70, 71]})
    orders = {tuple(game.redeal(0, seed).position()["lorenzo"]["stack"]) for seed in range(60)}
    assert {tuple(sorted(order)) for order in orders} == {(65, 70, 71)}
    assert len(orders) == 6


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_ruling_26_views_of_a_new_game_name_only_ones_own_leaders(players: int) -> None:
    game = rules.new("masters", players=players, seed=9)
    for seat in (None, *range(players)):
        for number, letter in enumerate(letters(players)):
            dealt = game.view(seat)["players"][letter]["dealt"]
            if number == seat:
                assert sorted(dealt) == sorted(game.position()["players"][letter]["dealt"])
            else:
                assert dealt == 4


def test_ruling_26_events_name_a_discarded_leader_to_its_owner_alone() -> None:
    told: dict[int | None, list[str]] = {0: [], 1: [], None: []}
    game = turn(boards={"A": {"hand": [49, 62]}})

    def hear(event: Any) -> None:
        for seat, log in told.items():
            heard = event.told_to(seat)
            if heard is not None:
                log.append(repr(heard))

    game.recorder = hear
    game.perform(put_away(62))
    assert "62" in " ".join(told[0])
    assert told[1]
    assert "62" not in " ".join(told[1] + told[None])


def test_ruling_26_what_others_may_do_with_their_leaders_is_told_without_naming_them() -> None:
    game = turn(boards={"A": {"hand": [49, 62]}})
    for seat, named in ((0, True), (1, False), (None, False)):
        text = overheard(game, game.legal_actions(), seat)
        assert ("62" in text) is named
        assert ("49" in text) is named


def test_ruling_26_kept_leaders_are_told_to_others_as_a_number() -> None:
    told: list[str] = []
    game = rules.new("masters", players=2, seed=2)
    game.recorder = listener(told, 1)
    cards = game.position()["players"]["A"]["dealt"]
    game.perform(keep(*cards[:2]))
    assert not LEADER_NUMBER.findall(" ".join(told))


def test_ruling_26_the_slow_reading_plays_the_redeal_as_well() -> None:
    # A redeal is a game like any other: its position is legal and its actions are those of the rules.
    chance = Random(8)
    for players in (1, 2, 3, 4):
        game = rules.load(tables.by_chance(chance, players)).redeal(0, players)
        position = game.position()
        assert rules.load(position).position() == position
        action = next(slow.legal(position))
        assert slow.allowed(position, action)
        game.perform(action)
