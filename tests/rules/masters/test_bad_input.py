"""What is not in the notation or against the rules is refused in so many words, and nothing else ever happens."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import rules

from . import slow, tables
from .positions import Game, Json, layout, take, turn

Change: TypeAlias = Callable[[Json], Any]

ODD_NUMBERS: list[Any] = [None, True, False, -1, 1.5, 10**30, float("nan")]
ODD_VALUES = [*ODD_NUMBERS, "", "x", "coin", "🂡", [], {}, [[]], {"": 1}, {"x": None}, [None], [1, 2, 3]]


def complete(players: int = 2, seed: int = 1) -> Json:
    """A complete position in the middle of a game."""
    return rules.load(tables.by_chance(Random(seed), players)).position()


def fresh(players: int = 2) -> Json:
    return rules.new("masters", players=players, seed=3).position()


def load_changed(position: Json, path: str, value: Any) -> str:
    """The field for which the position is refused once the value at the path is replaced."""
    changed = deepcopy(position)
    *way, last = path.split(".")
    place = changed
    for key in way:
        place = place[key]
    place[last] = value
    with pytest.raises(rules.InvalidPosition) as refusal:
        rules.load(changed)
    assert refusal.value.sentence
    assert refusal.value.field in str(refusal.value)
    return refusal.value.field


def quiet() -> Json:
    """A complete position of two players with empty boards, A to move."""
    return turn().position()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("colour", "red"),
        ("Players", {}),
        ("players.E", {}),
        ("players", {}),
        ("players", {"B": {}}),
        ("players", {"A": {}, "C": {}}),
        ("players", []),
        ("players", 2),
        ("players.A", None),
        ("players.A.coins", 3),
        ("players.A.faith", True),
        ("players.A.faith", -1),
        ("players.A.faith", 25),
        ("players.A.faith", "3"),
        ("players.A.faith", 1.0),
        ("players.A.faith", None),
        ("players.A.tiles", ["down", "down"]),
        ("players.A.tiles", ["down"] * 4),
        ("players.A.tiles", ["down", "down", "lost"]),
        ("players.A.tiles", "down"),
        ("players.A.warehouse", {"4": {"coin": 1}}),
        ("players.A.warehouse", {"0": {"coin": 1}}),
        ("players.A.warehouse", {"one": {"coin": 1}}),
        ("players.A.warehouse", {"1": {"coin": 2}}),
        ("players.A.warehouse", {"2": {"coin": 3}}),
        ("players.A.warehouse", {"3": {"coin": 4}}),
        ("players.A.warehouse", {"3": {"coin": 1, "stone": 1}}),
        ("players.A.warehouse", {"1": {"coin": 1}, "2": {"coin": 1}}),
        ("players.A.warehouse", {"1": {"coin": -1}}),
        ("players.A.warehouse", {"1": {"coin": True}}),
        ("players.A.warehouse", {"1": {"gold": 1}}),
        ("players.A.warehouse", {"1": {"faith": 1}}),
        ("players.A.warehouse", {"1": 1}),
        ("players.A.warehouse", [1]),
        ("players.A.leader_depots", {"coin": 1}),
        ("players.A.leader_depots", {"gold": 1}),
        ("players.A.leader_depots", 1),
        ("players.A.strongbox", {"coin": -1}),
        ("players.A.strongbox", {"faith": 1}),
        ("players.A.strongbox", {"coin": 1.5}),
        ("players.A.strongbox", "coin"),
        ("players.A.slots", [[], []]),
        ("players.A.slots", [[], [], [], []]),
        ("players.A.slots", [[17], [], []]),
        ("players.A.slots", [[1, 2], [], []]),
        ("players.A.slots", [[1, 33], [], []]),
        ("players.A.slots", [[1, 17, 33, 34], [], []]),
        ("players.A.slots", [[0], [], []]),
        ("players.A.slots", [[49], [], []]),
        ("players.A.slots", [[True], [], []]),
        ("players.A.slots", [1, [], []]),
        ("players.A.slots", {}),
        ("players.A.hand", [48]),
        ("players.A.hand", [65]),
        ("players.A.hand", [49, 49]),
        ("players.A.hand", [49, 50, 51]),
        ("players.A.hand", 2),
        ("players.A.hand", ["49"]),
        ("players.A.played", [1]),
        ("players.A.played", [49, 50, 51]),
        ("players.A.gone", [70]),
        ("players.A.dealt", [49, 49, 50, 51]),
        ("players.A.dealt", [1, 2, 3, 4]),
        ("players.A.pending_resources", -1),
        ("players.A.pending_resources", True),
        ("players.A.pending_resources", 100),
        ("market", {"rows": ["P B P W", "W R W G"], "slide": "B"}),
        ("market", {"rows": ["P B P", "W R W G", "W G Y Y"], "slide": "B"}),
        ("market", {"rows": ["P B P W", "W R W G", "W G Y Y"], "slide": "W"}),
        ("market", {"rows": ["P B P W", "W R W G", "W G Y X"], "slide": "B"}),
        ("market", {"rows": ["P B P W", "W R W G", "W G Y Y"], "slide": "B", "tray": 1}),
        ("market", {"rows": "P B P W", "slide": "B"}),
        ("market", []),
        ("market.slide", None),
        ("grid.red1", []),
        ("grid.green4", []),
        ("grid.green1", [1, 5, 9]),
        ("grid.green1", [1, 5, 9, 9]),
        ("grid.green1", [1, 5, 9, 2]),
        ("grid.green1", [1, 5, 9, 13, 17]),
        ("grid.green1", 4),
        ("grid", []),
        ("current", "C"),
        ("current", 0),
        ("current", None),
        ("main_action_done", 1),
        ("main_action_done", "yes"),
        ("last_round", 0),
        ("over", None),
        ("lorenzo", {"cross": 0, "stack": [65]}),
        ("seed", -1),
        ("seed", 2**64),
        ("seed", "abc"),
        ("seed", True),
        ("draws", -1),
        ("draws", None),
        ("cards", "no such set"),
        ("cards", 1),
        ("unfinished", {}),
        ("unfinished", {"action": {}, "decisions": [255]}),
        ("unfinished", 1),
        ("game", "master"),
        ("game", 1),
        ("game", None),
    ],
)
def test_a_wrong_field_is_named(path: str, value: Any) -> None:
    field = load_changed(quiet(), path, value)
    parts = path.split(".")
    assert field.split(".")[0] == parts[0]
    if parts[0] == "players" and len(parts) > 2:
        assert field.startswith(".".join(parts[:3])) or parts[2] in ("slots", "hand", "played", "gone", "dealt")


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"cross": -1, "stack": [65]}, "lorenzo.cross"),
        ({"cross": 25, "stack": [65]}, "lorenzo.cross"),
        ({"cross": True, "stack": [65]}, "lorenzo.cross"),
        ({"cross": 0, "stack": [64]}, "lorenzo.stack"),
        ({"cross": 0, "stack": [72]}, "lorenzo.stack"),
        ({"cross": 0, "stack": [65, 65]}, "lorenzo.stack"),
        ({"cross": 0, "stack": "65"}, "lorenzo.stack"),
        ({"cross": 0, "stack": [65], "tokens": 7}, "lorenzo.tokens"),
        ([], "lorenzo"),
    ],
)
def test_a_wrong_field_of_lorenzo_is_named(value: Any, field: str) -> None:
    assert load_changed(turn(players=1).position(), "lorenzo", value).startswith(field)


def test_a_card_in_two_places_is_refused() -> None:
    for position in (
        {"players": {"A": {"slots": [[1], [], []]}, "B": {"slots": [[1], [], []]}}},
        {"players": {"A": {"slots": [[1], [1], []]}, "B": {}}},
        {"players": {"A": {"slots": [[1], [], []]}, "B": {}}, "grid": {"green1": [1, 5, 9, 13]}},
    ):
        with pytest.raises(rules.InvalidPosition) as refusal:
            rules.load({"game": "masters"} | position)
        assert refusal.value.field.split(".")[0] in ("players", "grid")


def test_a_leader_in_two_places_is_refused() -> None:
    for boards in (
        {"A": {"hand": [49], "gone": [49]}, "B": {}},
        {"A": {"hand": [49]}, "B": {"played": [49]}},
        {"A": {"dealt": [49, 50, 51, 52]}, "B": {"dealt": [52, 53, 54, 55]}},
    ):
        with pytest.raises(rules.InvalidPosition) as refusal:
            rules.load({"game": "masters", "players": boards})
        assert refusal.value.field.startswith("players.")


def test_a_missing_card_is_refused_with_several_players_and_lorenzos_in_solo() -> None:
    grid = {"green1": [5, 9, 13]}
    with pytest.raises(rules.InvalidPosition) as refusal:
        rules.load({"game": "masters", "players": {"A": {}, "B": {}}, "grid": grid})
    assert refusal.value.field.startswith("grid")
    solo = rules.load({"game": "masters", "players": {"A": {}}, "grid": grid})
    assert solo.position()["grid"]["green1"] == [5, 9, 13]


@pytest.mark.parametrize("position", [None, [], "masters", 1, {}])
def test_a_position_that_is_no_position(position: Any) -> None:
    with pytest.raises(rules.InvalidPosition):
        rules.load(position)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def disturbed(source: Any, draw: st.DataObject) -> Any:
    """The same JSON with one to three places changed, dropped or added to."""
    for _ in range(draw.draw(st.integers(1, 3), label="changes")):
        paths = places(source)
        path = draw.draw(st.sampled_from(paths), label="path")
        inside: Any = source
        for key in path:
            inside = inside[key]
        how = draw.draw(st.sampled_from(["odd", "number", "drop", "add", "swap"]), label="how")
        new: Any
        if how == "number":
            new = draw.draw(st.integers(-2, 70))
        elif how == "drop" and isinstance(inside, dict | list) and inside:
            new = inside.copy()
            del new[draw.draw(st.sampled_from(list(new) if isinstance(new, dict) else range(len(new))))]
        elif how == "add" and isinstance(inside, dict):
            name = draw.draw(st.sampled_from(["coin", "1", "A", "x", "do"]))
            new = inside | {name: draw.draw(st.sampled_from(ODD_VALUES))}
        elif how == "add" and isinstance(inside, list):
            new = [*inside, *inside[:1]]
        elif how == "swap":
            other: Any = source
            for key in draw.draw(st.sampled_from(paths), label="other"):
                other = other[key]
            new = other
        else:
            new = draw.draw(st.sampled_from(ODD_VALUES))
        source = replaced(source, path, deepcopy(new))
    return source


@settings(max_examples=120)
@given(seed=st.integers(0, 300), draw=st.data())
def test_a_disturbed_position_is_loaded_or_refused(seed: int, draw: st.DataObject) -> None:
    source = complete(seed % 4 + 1, seed) if seed % 5 else fresh(seed % 4 + 1)
    position = disturbed(source, draw)
    try:
        game = rules.load(position)
    except rules.InvalidPosition:
        return
    # What was accepted is a game: it writes itself, and it can be played.
    assert rules.load(game.position()) == game
    assert game.over or game.legal_actions()
    for decision in game.legal_actions()[:3]:
        game.clone().apply(decision)


def begun(seed: int) -> Game:
    """A game at any moment: set-up, turn, the middle of an action, the end."""
    chance = Random(seed)
    players = chance.randint(1, 4)
    game: Game = rules.new("masters", players=players, seed=seed)
    if chance.random() < 0.6:
        game = rules.load(tables.by_chance(chance, players))
    for _ in range(chance.choice([0, 0, 1, 2, 3, 8])):
        if not game.over:
            game.apply(chance.choice(game.legal_actions()))
    return game


@settings(max_examples=150)
@given(seed=st.integers(0, 400), draw=st.data())
def test_a_disturbed_action_is_performed_or_refused(seed: int, draw: st.DataObject) -> None:
    game = begun(seed)
    before = game.position()
    sources = [game.describe(decision) for decision in game.legal_actions()[:10]]
    sources += [tables.imagined(Random(seed + extra), before) for extra in range(6)]
    action = disturbed(draw.draw(st.sampled_from(sources)), draw)
    try:
        game.perform(action)
    except rules.IllegalAction:
        assert game.position() == before
    else:
        assert rules.load(game.position()) == game


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "end_turn",
        {},
        {"do": None},
        {"do": "take"},
        {"do": ["end_turn"]},
        {"do": "end_turn", "now": True},
        {"do": "end_turn", "by": "E"},
        {"do": "end_turn", "by": 0},
        {"do": "take_market"},
        {"do": "take_market", "line": ["row", 0]},
        take("row 0", layout("shield", "2 servant"), "") | {"discard": []},
        take("row 0", layout("shield", "2 servant"), "") | {"discard": {"coin": -1}},
        take("row 0", layout("shield", "2 servant"), "") | {"discard": {"shield": True}},
        take("row 0", layout("shield", "2 servant"), "") | {"store": []},
        take("row 0", layout("shield", "2 servant"), "") | {"store": {"warehouse": {"1": {"shield": 1.0}}}},
        take("row 0", layout("shield", "2 servant"), "") | {"keep": 1},
        {"do": "buy"},
        {"do": "buy", "card": True, "slot": 1},
        {"do": "buy", "card": "1", "slot": 1},
        {"do": "buy", "card": 1, "slot": None},
        {"do": "buy", "card": 1, "slot": 1, "pay": []},
        {"do": "buy", "card": 1, "slot": 1, "pay": {"purse": {}}},
        {"do": "buy", "card": 1, "slot": 1, "pay": {"strongbox": {"shield": -2}}},
        {"do": "produce"},
        {"do": "produce", "powers": "basic"},
        {"do": "produce", "powers": ["basic"], "basic": {"in": {"coin": 2}}},
        {"do": "produce", "powers": ["basic"], "basic": {"in": ["coin"], "out": "coin"}},
        {"do": "produce", "powers": ["basic"], "basic": {"in": {"coin": 2}, "out": None}},
        {"do": "produce", "powers": ["basic"], "basic": "coin"},
        {"do": "play_leader"},
        {"do": "play_leader", "card": None},
        {"do": "discard_leader", "card": True},
        {"do": "rearrange"},
        {"do": "keep_leaders", "cards": None},
        {"do": "keep_leaders", "cards": [True, 49]},
        {"do": "initial_resources"},
        {"do": "choose"},
        {"do": "choose", "what": "everything", "value": 1},
        {"do": "choose", "what": None, "value": None},
    ],
    ids=lambda action: json.dumps(action)[:60],
)
def test_a_malformed_action_is_called_so(action: Any) -> None:
    game = turn(boards={"A": {"strongbox": {"coin": 5, "shield": 5}}})
    before = game.position()
    with pytest.raises(rules.IllegalAction) as refusal:
        game.perform(action)
    assert refusal.value.code == "malformed"
    assert game.position() == before


@pytest.mark.parametrize("decision", [-1, 256, 10**9, True, None, "0", 0.0])
def test_a_decision_that_is_none_is_refused(decision: Any) -> None:
    game = turn()
    before = game.position()
    for ask in (game.apply, game.describe):
        with pytest.raises(rules.IllegalAction) as refusal:
            ask(decision)
        assert refusal.value.code == "illegal_decision"
    assert game.position() == before


def test_every_other_decision_is_refused() -> None:
    chance = Random(3)
    for number in range(8):
        game = rules.load(tables.by_chance(chance, number % 4 + 1))
        before = game.position()
        for decision in set(range(256)) - set(game.legal_actions()):
            with pytest.raises(rules.IllegalAction) as refusal:
                game.apply(decision)
            assert refusal.value.code == "illegal_decision"
        assert game.position() == before
        assert slow.setting_up(before) == ""
