"""What the recorder is told, and what of it others may hear."""

from typing import Any

import pytest

from ludoteca.rules import contract
from ludoteca.rules.events import Drawn
from ludoteca.rules.masters.notation import events
from ludoteca.rules.masters.notation.events import Event

from .walks import Game, Json, lively, load, new


def told(game: Game, action: Json) -> list[Event]:
    heard: list[Event] = []
    game.recorder = heard.append
    game.perform(action)
    return heard


def table(board: Json | None = None, players: int = 2, **keys: Any) -> Game:
    boards: Json = {letter: {} for letter in "ABCD"[:players]}
    boards["A"] = board or {}
    return load({"game": "masters", "players": boards, **keys})


def test_the_set_up_is_told() -> None:
    heard: list[Event] = []
    game = new(4, 3, recorder=heard.append)
    position = game.position()
    kinds = [type(event) for event in heard]
    assert kinds.count(Drawn) == position["draws"] == 12 + 36 + 16
    start = next(event for event in heard if isinstance(event, events.SetUp))
    assert start.players == 4
    assert list(start.rows) == position["market"]["rows"]
    assert start.slide == position["market"]["slide"]
    revealed = {event.pile: (event.card, event.left) for event in heard if isinstance(event, events.CardRevealed)}
    assert revealed == {pile: (cards[0], 4) for pile, cards in position["grid"].items()}
    dealt = [event for event in heard if isinstance(event, events.LeadersDealt)]
    assert [list(event.told_to(event.seat).leaders) for event in dealt] == [  # type: ignore[arg-type]
        board["dealt"] for board in position["players"].values()
    ]
    assert dealt[0].told_to(1) == dealt[0].told_to(None) == events.LeadersDealt(0, 4)
    assert events.FaithGained(2, 1, 1, "set_up") in heard


def test_kept_leaders_are_their_owners_secret() -> None:
    heard = told(table({"dealt": [49, 53, 57, 61]}), {"do": "keep_leaders", "cards": [53, 61]})
    assert heard[:2] == [events.LeaderPicked(0, 53), events.LeadersKept(0, (53, 61), (49, 57))]
    assert heard[2] == events.TurnStarted(0)
    assert [event.told_to(0) for event in heard] == heard
    assert heard[0].told_to(1) == events.LeaderPicked(0, None)
    assert heard[1].told_to(1) == heard[1].told_to(None) == events.LeadersKept(0, 2, 2)


def test_a_market_action_is_told() -> None:
    game = table({"played": [57], "faith": 4})
    store = {"warehouse": {"3": {"servant": 2}}}
    heard = told(game, {"do": "take_market", "line": "row 1", "store": store, "discard": {"stone": 1}})
    assert heard == [
        events.MarketPushed(0, "row 1", "W R W G", "B"),
        events.MarbleConverted(0, "servant"),
        events.MarbleConverted(0, "servant"),
        events.FaithGained(0, 1, 5, "market"),
        events.ResourceStored(0, "servant", 3, 1),
        events.ResourceStored(0, "servant", 3, 2),
        events.ResourceDiscarded(0, "stone"),
        events.FaithGained(1, 1, 1, "discards"),
    ]
    assert all(event.told_to(seat) == event for event in heard for seat in (None, 0, 1))


def test_a_column_and_chosen_conversions_and_a_leader_depot_are_told() -> None:
    board = {"played": [54], "warehouse": {"1": {"servant": 1}}}
    store = {"warehouse": {"2": {"coin": 1}, "3": {"servant": 1}}, "leader_depots": {"servant": 1}}
    heard = told(table(board), {"do": "take_market", "line": "column 2", "store": store})
    assert heard == [
        events.MarketPushed(0, "column 2", "P W Y", "B"),
        events.DepotRearranged(0, 1, None, 0),
        events.DepotRearranged(0, 3, "servant", 1),
        events.ResourceStored(0, "servant", None, 1),
        events.ResourceStored(0, "coin", 2, 1),
    ]
    store = {"warehouse": {"1": {"shield": 1}, "3": {"servant": 3}}}
    action = {"do": "take_market", "line": "row 0", "store": store, "white": ["servant"]}
    assert events.MarbleConverted(0, "servant") in told(table({"played": [57, 58]}), action)


def test_rearranging_into_a_leader_depot_is_told() -> None:
    board = {"played": [54], "warehouse": {"1": {"servant": 1}}}
    heard = told(table(board), {"do": "rearrange", "to": {"leader_depots": {"servant": 1}}})
    assert heard == [events.DepotRearranged(0, 1, None, 0), events.DepotRearranged(0, None, "servant", 1)]


def test_a_purchase_and_the_last_round_are_told() -> None:
    board = {
        "warehouse": {"2": {"stone": 2}},
        "leader_depots": {"stone": 1},
        "strongbox": {"stone": 4},
        "played": [53],
        "slots": [[1, 17, 33], [2, 18], [3]],
    }
    heard = told(table(board), {"do": "buy", "card": 20, "slot": 3})
    assert heard == [
        events.Paid(0, "stone", 2, 2, 1, 1),
        events.CardBought(0, 20, 3),
        events.CardRevealed("yellow2", 24, 3),
        events.LastRound(0, "seventh_card"),
    ]


def test_a_production_and_a_report_are_told() -> None:
    board = {"strongbox": {"coin": 3, "stone": 1}, "slots": [[2], [], []], "played": [64], "faith": 6}
    action = {
        "do": "produce",
        "powers": ["basic", "dev:2", "leader:64"],
        "basic": {"in": {"coin": 2}, "out": "shield"},
        "leader_out": {64: "servant"},
    }
    assert told(table(board, players=3), action) == [
        events.PowerUsed(0, None, ("coin", "coin"), "shield"),
        events.PowerUsed(0, 2, (), None),
        events.PowerUsed(0, 64, (), "servant"),
        events.Paid(0, "coin", None, 0, 0, 3),
        events.Paid(0, "stone", None, 0, 0, 1),
        events.Gained(0, {"servant": 1, "shield": 1}),
        events.FaithGained(0, 2, 8, "production"),
        events.VaticanReport(1, ("up", "gone", "gone")),
    ]


def test_leader_actions_are_told_but_not_which_leader_was_discarded() -> None:
    board = {"hand": [49, 54], "strongbox": {"stone": 5}, "faith": 23}
    game = table(board)
    assert told(game, {"do": "play_leader", "card": 54}) == [events.LeaderPlayed(0, 54)]
    heard = told(game, {"do": "discard_leader", "card": 49})
    assert heard == [
        events.LeaderDiscarded(0, 49),
        events.FaithGained(0, 1, 24, "leader"),
        events.LastRound(0, "last_space"),
        events.VaticanReport(3, ("up", "gone")),
    ]
    assert heard[0].told_to(0) == heard[0]
    assert heard[0].told_to(1) == heard[0].told_to(None) == events.LeaderDiscarded(0, None)


def test_a_marker_that_does_not_move_is_not_told() -> None:
    boards = {"A": {}, "B": {"faith": 24}}
    game = load({"game": "masters", "players": boards, "last_round": True})
    heard = told(game, {"do": "take_market", "line": "column 0", "discard": {"servant": 1}})
    assert not any(isinstance(event, events.FaithGained) for event in heard)


def test_the_end_and_the_scores_are_told() -> None:
    boards = {"A": {"slots": [[1], [], []]}, "B": {"strongbox": {"coin": 11}, "played": [49], "faith": 3}}
    keys = {"current": "B", "main_action_done": True, "last_round": True}
    heard = told(load({"game": "masters", "players": boards, **keys}), {"do": "end_turn"})
    assert heard == [
        events.TurnEnded(1),
        events.Scored(0, 1, 0, 0, 0, 0, 0),
        events.Scored(1, 0, 1, 0, 2, 2, 11),
        events.GameEnded("last_space", frozenset({1})),
    ]
    scores = [event.total for event in heard if isinstance(event, events.Scored)]
    assert scores == [1, 5]


def test_lorenzos_tokens_are_told() -> None:
    lorenzo = {"cross": 6, "stack": [69, 66, 71]}
    game = table(players=1, main_action_done=True, lorenzo=lorenzo, grid={"green1": [1], "green2": [17, 21]})
    assert told(game, {"do": "end_turn"}) == [
        events.TurnEnded(0),
        events.TokenDrawn(69, 2),
        events.FaithGained(None, 2, 8, "token"),
        events.VaticanReport(1, ("gone",)),
        events.TurnStarted(0),
    ]
    game = load(game.position() | {"main_action_done": True})
    assert told(game, {"do": "end_turn"})[2:-1] == [
        events.CardRemoved(1),
        events.CardRevealed("green1", None, 0),
        events.CardRemoved(17),
        events.CardRevealed("green2", 21, 1),
    ]
    game = load(game.position() | {"main_action_done": True})
    heard = told(game, {"do": "end_turn"})
    drawn = [event for event in heard if isinstance(event, Drawn)]
    assert [(draw.label, draw.bound) for draw in drawn] == [("token", bound) for bound in (7, 6, 5, 4, 3, 2)]
    told_of_draws: list[contract.Event] = list(drawn)
    assert all(draw.told_to(seat) is None for draw in told_of_draws for seat in (None, 0))
    assert events.TokensShuffled() in heard


def test_a_lost_game_gives_no_score() -> None:
    game = table(players=1, main_action_done=True, lorenzo={"cross": 23, "stack": [71, 65]})
    heard = told(game, {"do": "end_turn"})
    assert heard[-1] == events.GameEnded("black_cross", frozenset())
    assert not any(isinstance(event, events.Scored) for event in heard)
    assert events.TokensShuffled() not in heard
    assert game.scores() == {}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_recorder_changes_nothing(players: int) -> None:
    heard: list[Event] = []
    for seed in range(2):
        for game, action in lively(players, seed, rich=seed == 0):
            if action >= 0:
                silent = game.clone()
                silent.apply(action)
                loud = game.clone()
                loud.recorder = heard.append
                loud.apply(action)
                assert silent == loud
    assert len({type(event) for event in heard}) > 10
