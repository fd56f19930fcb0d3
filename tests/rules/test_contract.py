"""The contract, game by game and variant by variant, without a special case for any of them."""

import copy
import doctest
import json
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules import const, contract

from .variants import VARIANTS, Variant, random_game

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
SEEDS = range(3)
SECRET = "00112233445566778899aabbccddeeff" * 2


def test_the_examples_in_it_are_true() -> None:
    results = doctest.testmod(contract)
    assert results.attempted > 0
    assert results.failed == 0


def finished(variant: Variant, seed: int) -> rules.Game:
    game = variant.new(seed)
    for moment, _ in random_game(variant, seed):
        game = moment
    return game


@every_variant
def test_random_games_end_with_winners(variant: Variant) -> None:
    for seed in SEEDS:
        game = finished(variant, seed)
        assert game.over
        assert game.seat == -1
        assert game.legal_actions() == []
        assert game.winners <= set(range(variant.players))
        assert game.winners or variant.players == 1  # a player alone can lose to the game itself


@every_variant
def test_nobody_has_won_while_the_game_runs(variant: Variant) -> None:
    for game, action in random_game(variant, 4):
        if action >= 0:
            assert game.winners == frozenset()
            assert 0 <= game.seat < variant.players


@every_variant
def test_every_moment_has_a_few_legal_decisions_that_are_small_integers(variant: Variant) -> None:
    for game, action in random_game(variant, 5):
        legal = game.legal_actions()
        assert len(legal) == len(set(legal)) <= const.MOST_ACTIONS
        assert all(0 <= decision < 256 for decision in legal)
        assert (legal == []) == (action < 0)


@every_variant
def test_the_same_seed_and_decisions_give_the_same_game(variant: Variant) -> None:
    for (one, _), (two, _) in zip(random_game(variant, 6), random_game(variant, 6), strict=True):
        assert one.position() == two.position()
        assert one == two


@every_variant
def test_another_seed_gives_another_game(variant: Variant) -> None:
    one, two = variant.new(1).position(), variant.new(2).position()
    assert {**one, "seed": 0} != {**two, "seed": 0}


@every_variant
def test_a_keyed_game_is_played_like_any_other(variant: Variant) -> None:
    chance = Random(3)
    game = variant.new(SECRET)
    while not game.over:
        twin = rules.load(game.position())
        action = chance.choice(game.legal_actions())
        game.apply(action)
        twin.apply(action)
        assert twin.position() == game.position()
    assert game.position()["seed"] == SECRET


@every_variant
def test_a_clone_continues_identically_and_independently(variant: Variant) -> None:
    for game, action in random_game(variant, 7):
        before = game.position()
        twin = game.clone()
        assert twin.position() == before
        if action >= 0:
            twin.apply(action)
            assert game.position() == before
            assert twin.position() != before


@every_variant
def test_a_position_loads_back_to_the_same_game(variant: Variant) -> None:
    for game, action in random_game(variant, 8):
        twin = rules.load(json.loads(json.dumps(game.position())))
        assert twin.position() == game.position()
        assert twin.legal_actions() == game.legal_actions()
        assert (twin.seat, twin.over, twin.winners) == (game.seat, game.over, game.winners)
        if action >= 0:
            after = game.clone()
            after.apply(action)
            twin.apply(action)
            assert twin.position() == after.position()


@every_variant
def test_positions_are_canonical_json(variant: Variant) -> None:
    for game, _ in random_game(variant, 9):
        text = json.dumps(game.position())
        assert json.dumps(rules.load(json.loads(text)).position()) == text


@every_variant
def test_every_legal_decision_is_described_and_parsed_back(variant: Variant) -> None:
    for game, action in random_game(variant, 10):
        if action < 0:
            continue
        for decision in game.legal_actions():
            described = game.describe(decision)
            assert described["by"] == contract.SEAT_LETTERS[game.seat]
            assert game.parse(json.loads(json.dumps(described))) == [decision]
            del described["by"]
            assert game.parse(described) == [decision]


@every_variant
def test_who_decides_hears_all_of_it_and_others_at_least_who_it_was(variant: Variant) -> None:
    for game, action in random_game(variant, 24):
        if action >= 0:
            described = game.describe(action)
            assert game.describe_to(action, game.seat) == described
            for seat in {None, *range(variant.players)} - {game.seat}:
                assert game.describe_to(action, seat).items() <= described.items()
                assert game.describe_to(action, seat)["by"] == described["by"]


@every_variant
def test_descriptions_tell_legal_decisions_apart(variant: Variant) -> None:
    for game, _ in random_game(variant, 11):
        described = [json.dumps(game.describe(decision)) for decision in game.legal_actions()]
        assert len(set(described)) == len(described)


@every_variant
def test_performing_a_description_equals_applying_the_decision(variant: Variant) -> None:
    for game, action in random_game(variant, 12):
        if action >= 0:
            one, two = game.clone(), game.clone()
            one.apply(action)
            assert two.perform(game.describe(action)) == [action]
            assert one.position() == two.position()


@every_variant
def test_what_is_not_legal_is_refused_and_changes_nothing(variant: Variant) -> None:
    for game, _ in random_game(variant, 13):
        before = game.position()
        legal = set(game.legal_actions())
        for decision in set(range(256)) - legal:
            assert refused(game.apply, decision) == "illegal_decision"
        for odd in (-1, 256, 2**70, True, "0", None, 0.0):
            assert refused(game.apply, odd) == "illegal_decision"
            assert refused(game.describe, odd) == "illegal_decision"
        assert game.position() == before


def refused(call: Callable[[Any], object], argument: Any) -> str:
    with pytest.raises(rules.IllegalAction) as caught:
        call(argument)
    assert caught.value.sentence
    assert caught.value.code in str(caught.value)
    return caught.value.code


@every_variant
def test_several_decisions_are_applied_all_or_none(variant: Variant) -> None:
    game = variant.new(14)
    heard: list[object] = []
    game.recorder = heard.append
    legal = game.legal_actions()[0]
    before = game.position()
    with pytest.raises(rules.IllegalAction):
        game.apply_all([legal, 255])
    assert game.position() == before
    assert heard == []
    game.apply_all([legal])
    assert game.position() != before
    assert heard


@every_variant
def test_nobody_acts_for_another_seat(variant: Variant) -> None:
    for game, action in random_game(variant, 15):
        if action >= 0:
            described = game.describe(action)
            for letter in contract.SEAT_LETTERS:
                if letter != described["by"]:
                    assert refused(game.parse, {**described, "by": letter}) == "not_your_turn"


@every_variant
def test_a_finished_game_takes_no_action(variant: Variant) -> None:
    start = variant.new(16)
    action = start.describe(start.legal_actions()[0])
    assert refused(finished(variant, 16).perform, action) == "game_over"


@every_variant
def test_malformed_actions_are_refused(variant: Variant) -> None:
    game = variant.new(17)
    action = game.describe(game.legal_actions()[0])
    odd_ones: list[Any] = [
        None,
        [],
        "end_turn",
        7,
        {},
        {"do": None},
        {"do": "dance"},
        {**action, "extra": 1},
        {**action, "by": "Z"},
    ]
    for odd in odd_ones:
        assert refused(game.perform, odd) == "malformed"
    for key in set(action) - {"by"}:
        assert refused(game.perform, {name: value for name, value in action.items() if name != key}) == "malformed"


@every_variant
def test_a_view_has_no_seed_and_does_not_change_by_redealing(variant: Variant) -> None:
    for game, _ in random_game(variant, 18):
        for seat in [None, *range(variant.players)]:
            view = game.view(seat)
            assert "seed" not in view
            again = game.redeal(seat, seed=99)
            assert json.dumps(again.view(seat)) == json.dumps(view)
            assert again.seat == game.seat
            if seat == game.seat:
                assert again.legal_actions() == game.legal_actions()


@every_variant
def test_redealing_changes_what_is_to_come_and_not_the_game_itself(variant: Variant) -> None:
    game = variant.new(19)
    before = game.position()
    redealt = [game.redeal(0, seed).position() for seed in range(4)]
    assert game.position() == before
    assert len({json.dumps(position) for position in redealt}) == 4
    for position in redealt:
        assert rules.load(position).position() == position


@every_variant
def test_the_recorder_hears_of_every_decision_and_changes_nothing(variant: Variant) -> None:
    silent = variant.new(20)
    heard: list[contract.Event] = []
    told = variant.new(20, recorder=heard.append)
    assert heard  # the set-up
    chance = Random(20)
    while not silent.over:
        action = chance.choice(silent.legal_actions())
        silent.apply(action)
        told.apply(action)
        assert told.position() == silent.position()
    for event in heard:
        for seat in [None, *range(variant.players)]:
            version = event.told_to(seat)
            assert version is None or type(version) is type(event)
    told.recorder = None
    assert told.recorder is None


@every_variant
def test_a_clone_tells_nobody(variant: Variant) -> None:
    heard: list[object] = []
    game = variant.new(21, recorder=heard.append)
    heard.clear()
    twin = game.clone()
    twin.apply(twin.legal_actions()[0])
    assert heard == []
    assert twin.recorder is None


@every_variant
def test_every_draw_is_recorded_with_its_counter(variant: Variant) -> None:
    heard: list[Any] = []
    game = variant.new(22, recorder=heard.append)
    chance = Random(22)
    while not game.over:
        game.apply(chance.choice(game.legal_actions()))
    draws = [event for event in heard if type(event).__name__ == "Drawn"]
    assert [draw.counter for draw in draws] == list(range(game.position()["draws"]))  # no word was passed over here
    assert all(0 <= draw.result < draw.bound for draw in draws)
    assert all(draw.told_to(seat) is None for draw in draws for seat in (None, 0))


@every_variant
def test_games_are_drawn_in_text(variant: Variant) -> None:
    for game, action in random_game(variant, 23):
        text = str(game)
        assert variant.game in text.lower()
        assert max(map(len, text.splitlines())) <= 100
        if action < 0:
            assert "wins" in text or "win" in text or "lost" in text


def test_games_are_equal_by_their_positions_and_not_hashable() -> None:
    one, two = VARIANTS[0].new(1), VARIANTS[0].new(1)
    assert one == two
    assert one != VARIANTS[0].new(2)
    assert one != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@pytest.mark.parametrize("game", ["chess", "", None, 3, ["eriantys"]])
def test_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        rules.new(game, players=2, seed=1)
    assert caught.value.field == "game"
    with pytest.raises(rules.InvalidPosition):
        rules.load({"game": game})


@pytest.mark.parametrize("position", [None, [], "eriantys", 3])
def test_a_position_is_an_object(position: Any) -> None:
    with pytest.raises(rules.InvalidPosition):
        rules.load(position)


@every_variant
@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, None, "12", "g" * 64])
def test_an_odd_seed_is_refused(variant: Variant, seed: Any) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        variant.new(seed)
    assert caught.value.field == "seed"


@every_variant
@pytest.mark.parametrize("players", [0, 5, True, "2", None])
def test_an_odd_number_of_players_is_refused(variant: Variant, players: Any) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        rules.new(variant.game, players=players, seed=1)
    assert caught.value.field == "players"


@every_variant
def test_an_unknown_option_is_refused(variant: Variant) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        variant.new(1, hats=3)
    assert caught.value.field == "hats"


@every_variant
def test_games_are_copied_and_pickled(variant: Variant) -> None:
    for game, action in random_game(variant, 25):
        twins = [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
        for twin in twins:
            assert twin == game
            if action >= 0:
                twin.apply(action)
                assert twin != game


@every_variant
def test_a_whole_game_is_applied_at_once_with_all_its_events(variant: Variant) -> None:
    """However many there are: what a recorder has room for is one decision."""
    decisions = [action for _, action in random_game(variant, 26) if action >= 0]
    one_by_one: list[object] = []
    game = variant.new(26, recorder=one_by_one.append)
    for decision in decisions:
        game.apply(decision)
    at_once: list[object] = []
    twin = variant.new(26, recorder=at_once.append)
    with pytest.raises(rules.IllegalAction):
        twin.apply_all([*decisions, 0])
    assert twin == variant.new(26)
    twin.apply_all(decisions)
    assert twin == game
    assert at_once == one_by_one


def test_a_listener_may_leave_while_it_listens() -> None:
    game = VARIANTS[0].new(1)
    heard: list[object] = []

    def once(event: object) -> None:
        heard.append(event)
        game.recorder = None

    game.recorder = once
    game.apply(game.legal_actions()[0])
    assert heard
    assert game.recorder is None


@every_variant
def test_views_and_legal_decisions_are_written_as_json(variant: Variant) -> None:
    for seed in SEEDS:
        for game, _ in random_game(variant, seed):
            described = [game.describe(action) for action in game.legal_actions()]
            assert json.loads(game.legal_json()) == json.loads(json.dumps(described))
            assert json.loads(contract.Game.legal_json(game)) == json.loads(game.legal_json())
            for seat in (None, *range(variant.players)):
                assert json.loads(game.view_json(seat)) == json.loads(json.dumps(game.view(seat)))
                assert json.loads(contract.Game.view_json(game, seat)) == json.loads(game.view_json(seat))
                if game.hides_nothing_from_seats:
                    assert game.view_json(seat) == game.view_json(None)


@every_variant
def test_decisions_are_made_on_a_copy_with_what_they_tell(variant: Variant) -> None:
    for game, action in random_game(variant, 1):
        if game.over:
            break
        before = game.position()
        told: list[contract.Event] = []
        after, events = game.after([action])
        assert game.position() == before
        expected = game.clone()
        expected.recorder = told.append
        expected.apply(action)
        assert events == told
        assert after.position() == expected.position()
        assert after.recorder is None
        with pytest.raises(rules.IllegalAction):
            game.after([action, 255])
    assert game.over


def some_moments(variant: Variant, seed: int) -> list[tuple[rules.Game, int]]:
    """Of a game: those at its beginning, and a few later on."""
    found = [(game.clone(), action) for game, action in random_game(variant, seed)]
    return found[:8] + found[8::23] + found[-1:]


@every_variant
def test_a_game_imagined_from_a_view_looks_the_same(variant: Variant) -> None:
    """Except to a seat that sees another one keep a leader: it does not see which."""
    for game, action in some_moments(variant, 8):
        for seat in (None, *range(variant.players)):
            view = game.view(seat)
            imagined = rules.imagine(view)
            again = imagined.view(seat)
            if view.get("unfinished", {}).get("decisions") != 1 or "unfinished" in again:
                assert again == view
            if seat == game.seat and action >= 0:
                assert imagined.legal_actions() == game.legal_actions()


@every_variant
def test_equal_views_make_equal_games(variant: Variant) -> None:
    for game, _ in some_moments(variant, 9):
        for seat in range(variant.players):
            assert rules.imagine(game.view(seat)) == rules.imagine(game.redeal(seat, 77).view(seat))


@pytest.mark.parametrize("view", [None, [], {}, {"game": "go"}])
def test_what_is_no_view_is_refused(view: Any) -> None:
    with pytest.raises(rules.InvalidPosition):
        rules.imagine(view)
