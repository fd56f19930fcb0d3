"""Whole games: they end, they can be stopped and gone on with at every moment, and both forms play the same ones."""

import json
from collections import Counter
from random import Random

import pytest

from ludoteca import rules
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.notation import reading

from .walks import Game, choose, enriched, lively, new

PLAYERS = (1, 2, 3, 4)
LETTERS = "ABCD"


def check_position(game: Game) -> None:
    """§12, and what the engine keeps twice."""
    position = game.position()
    core = game.core
    marbles = Counter(" ".join([*position["market"]["rows"], position["market"]["slide"]]).split())
    assert marbles == Counter("WWWWBBGGYYPPR")
    in_grid = [card for pile in position["grid"].values() for card in pile]
    in_slots = [card for board in position["players"].values() for slot in board["slots"] for card in slot]
    assert len(set(in_grid + in_slots)) == len(in_grid + in_slots) <= 48
    assert game.players == 1 or len(in_grid + in_slots) == 48
    for seat in range(game.players):
        board = position["players"][LETTERS[seat]]
        depots = [*board["warehouse"].values(), board["leader_depots"]]
        stored = Counter(dict.fromkeys(("coin", "stone", "servant", "shield"), 0))
        for depot in depots:
            stored.update(depot)
        assert list(stored.values()) == core.stored[seat]
        stored.update(board["strongbox"])
        assert list(stored.values()) == core.total[seat]
        assert [len(slot) for slot in board["slots"]] == core.slot_size[seat]
        assert sum(core.owned[seat]) == core.card_count[seat] <= const.MOST_CARDS


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rich", [False, True])
def test_a_game_can_be_stopped_and_gone_on_with_at_every_moment(players: int, rich: bool) -> None:
    for seed in range(2):
        for game, action in lively(players, seed, rich):
            check_position(game)
            text = json.dumps(game.position())
            twin = rules.load(json.loads(text))
            assert json.dumps(twin.position()) == text
            assert twin.legal_actions() == game.legal_actions()
            copy = game.clone()
            assert json.dumps(copy.position()) == text
            if action >= 0:
                twin.apply(action)
                copy.apply(action)
                assert twin.position() == copy.position()


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_decision_is_described_and_parsed_back(players: int) -> None:
    for game, action in lively(players, 5, rich=True):
        said = [game.describe(decision) for decision in game.legal_actions()]
        assert [game.parse(each) for each in said] == [[decision] for decision in game.legal_actions()]
        assert (said == []) == (action < 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_lively_games_see_every_kind_of_decision(players: int) -> None:
    steps: Counter[int] = Counter()
    for seed in range(12):
        for game, _ in lively(players, seed, rich=seed % 2 == 0):
            steps[game.core.step] += 1
    expected = set(range(const.KEEPING, const.OVER + 1))
    if players == 1:  # there are no free resources for the first seat
        expected -= {const.FREE_RESOURCE, const.FREE_PLACE}
    assert set(steps) == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end(players: int) -> None:
    """No rearranging back and forth keeps a random player from finishing."""
    longest = 0
    for seed in range(40):
        chance = Random(seed)
        game = new(players, seed)
        decisions = 0
        while not game.over:
            game.apply(chance.choice(game.legal_actions()))
            decisions += 1
        longest = max(longest, decisions)
    assert 60 < longest < 2000


@pytest.mark.parametrize(
    ("players", "decisions", "rich_decisions"),
    [(1, 2348, 2242), (2, 5109, 5980), (3, 4920, 5217), (4, 4844, 5489)],
)
def test_both_forms_play_the_same_games(players: int, decisions: int, rich_decisions: int) -> None:
    """The number of decisions of twenty games, in whichever form this runs."""
    game = new(players, 7)
    assert rules.playouts(game, games=20, seed=11) == decisions
    assert rules.playouts(enriched(game, Random(players)), games=20, seed=12) == rich_decisions


def test_rearranging_leads_back_in_at_most_three_decisions() -> None:
    for seed in range(8):
        filling = 0
        for game, _ in lively(2, seed, rich=True):
            filling = filling + 1 if game.core.step == const.FILLING else 0
            assert filling <= const.DEPOTS


def test_the_score_of_the_engine_is_that_of_the_position() -> None:
    for players in PLAYERS:
        for seed in range(6):
            for game, action in lively(players, seed, rich=True):
                if action < 0:
                    position = game.position()
                    assert [LETTERS[seat] for seat in sorted(game.winners)] == reading.winners(position)
                    for seat, parts in game.scores().items():
                        assert parts == reading.points(position, LETTERS[seat])
                        assert parts["total"] == sum(points for part, points in parts.items() if part != "total")
                    assert bool(game.scores()) == bool(game.winners)


def test_a_decision_more_or_less_does_not_change_what_chance_brings() -> None:
    one, two = new(1, 3), new(1, 3)
    chance = Random(3)
    for _ in range(40):
        if not one.over:
            action = choose(one, chance)
            one.apply(action)
            two.apply(action)
    assert one == two
