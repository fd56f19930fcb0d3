"""Card sets: a custom one changes a game, a broken one is refused with card and field, the standard one is shown."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.masters import InvalidCards, register
from ludoteca.rules.masters.notation import cards

from .walks import Json, lively, load, new


def changed(path: str, value: Any) -> Json:
    """The standard set with the value at a path replaced; numbers in the path are places in lists."""
    described = deepcopy(cards.shipped())
    *way, last = path.split(".")
    place: Any = described
    for key in way:
        place = place[int(key)] if key.isdigit() and isinstance(place, list) else place[key]
    if value is DELETED:
        del place[int(last) if isinstance(place, list) else last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return described


DELETED = object()


@pytest.fixture
def cheap() -> Iterator[str]:
    """A set in which card 1 costs a coin and gives three stones for a servant, known as "cheap"."""
    described = changed("development_cards.0.cost", {"coin": 1})
    described["development_cards"][0]["production"] = {"in": {"servant": 1}, "out": {"stone": 3}}
    described["development_cards"][0]["victory_points"] = 40
    register("cheap", described)
    yield "cheap"
    cards._sets.pop("cheap")


def test_a_custom_set_changes_the_game(cheap: str) -> None:
    position = {"game": "masters", "cards": cheap, "players": {"A": {"strongbox": {"coin": 1, "servant": 1}}, "B": {}}}
    game = load(position)
    game.perform({"do": "buy", "card": 1, "slot": 1})
    assert game.position()["cards"] == cheap
    assert game.position()["players"]["A"]["strongbox"] == {"servant": 1}
    assert game.scores()[0]["cards"] == 40
    assert load(game.position()) == game
    assert "40 points" in str(load(position))
    del position["cards"]
    with pytest.raises(rules.IllegalAction):
        load(position).perform({"do": "buy", "card": 1, "slot": 1})


def test_a_new_game_takes_a_set_by_name_or_by_its_description(cheap: str) -> None:
    assert new(2, 1, cards=cheap).position()["cards"] == cheap
    described = changed("development_cards.47.victory_points", 13)
    one, two = new(2, 1, cards=described), new(2, 1, cards=deepcopy(described))
    assert one.position()["cards"].startswith("custom-")
    assert one == two
    assert load(one.position()) == one
    assert "cards" not in new(2, 1, cards=cards.shipped()).position()
    assert "cards" not in new(2, 1, cards="standard").position()


def test_what_all_sets_share_may_be_left_out() -> None:
    described = {key: cards.shipped()[key] for key in ("schema", *cards.OWN)}
    del described["faith_track"]["vp_by_position"]
    assert cards.given(described) is cards.standard()


@pytest.mark.parametrize("name", ["no such set", 7, None, ["standard"]])
def test_an_unknown_set_is_refused(name: Any) -> None:
    with pytest.raises(rules.InvalidPosition) as refused:
        new(2, 1, cards=name)
    assert refused.value.field == "cards"


@pytest.mark.parametrize("name", ["", "standard"])
def test_a_set_needs_a_name_of_its_own(name: str) -> None:
    with pytest.raises(InvalidCards):
        register(name, cards.shipped())


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("schema", "masters-data/2", "schema"),
        ("schema", DELETED, "schema"),
        ("market.rows", 4, "market"),
        ("scoring.resources_per_vp", 4, "scoring"),
        ("hats", 3, "hats"),
        ("development_cards", 3, "development_cards"),
        ("development_cards.3", 3, "development_cards[3]"),
        ("development_cards.3", DELETED, "development_cards"),
        ("development_cards.3.id", 49, "development_cards[3].id"),
        ("development_cards.3.id", 3, "development_cards[3].id"),
        ("development_cards.16.colour", "red", "development_cards.17.colour"),
        ("development_cards.16.colour", "blue", "development_cards.17.colour"),
        ("development_cards.16.level", 1, "development_cards.17.colour"),
        ("development_cards.16.level", 4, "development_cards.17.level"),
        ("development_cards.16.victory_points", -1, "development_cards.17.victory_points"),
        ("development_cards.16.victory_points", True, "development_cards.17.victory_points"),
        ("development_cards.16.cost.coin", 10, "development_cards.17.cost.coin"),
        ("development_cards.16.cost.gold", 1, "development_cards.17.cost.gold"),
        ("development_cards.16.production.in.faith", 1, "development_cards.17.production.in.faith"),
        ("development_cards.16.production.out.any", 1, "development_cards.17.production.out.any"),
        ("development_cards.16.production.out", DELETED, "development_cards.17.production.out"),
        ("development_cards.16.production.more", 1, "development_cards.17.production.more"),
        ("development_cards.16.name", "Guild", "development_cards.17.name"),
        ("leader_cards.2", DELETED, "leader_cards"),
        ("leader_cards.2.kind", "prophet", "leader_cards.51.kind"),
        ("leader_cards.2.resource", "shield", "leader_cards.51.resource"),
        ("leader_cards.2.victory_points", 100, "leader_cards.51.victory_points"),
        ("leader_cards.2.requirement.cards.0.colour", "red", "leader_cards.51.requirement.cards[0].colour"),
        ("leader_cards.2.requirement.cards.0.colour", "green", "leader_cards.51.requirement.cards[1].colour"),
        ("leader_cards.2.requirement.cards.0.level", 4, "leader_cards.51.requirement.cards[0].level"),
        ("leader_cards.2.requirement.cards.0.count", 0, "leader_cards.51.requirement.cards[0].count"),
        ("leader_cards.2.requirement.cards.0.hue", 0, "leader_cards.51.requirement.cards[0].hue"),
        ("leader_cards.2.requirement.resources", {"coin": 21}, "leader_cards.51.requirement.resources.coin"),
        ("leader_cards.2.requirement.faith", 2, "leader_cards.51.requirement.faith"),
        ("leader_cards.2.effect.amount", 2, "leader_cards.51.effect.amount"),
        ("leader_cards.2.effect.resource", "coin", "leader_cards.51.effect.resource"),
        ("leader_cards.4.effect.slots", 3, "leader_cards.53.effect.slots"),
        ("leader_cards.8.effect.slots", 3, "leader_cards.57.effect.slots"),
        ("leader_cards.12.effect.out", {"faith": 1}, "leader_cards.61.effect.out.any"),
        ("leader_cards.12.effect.in", {"any": 1}, "leader_cards.61.effect.in.any"),
        ("leader_cards.12.name", "x", "leader_cards.61.name"),
        ("faith_track.last_space", 30, "faith_track.last_space"),
        ("faith_track.vp_spaces.3", -1, "faith_track.vp_spaces.3"),
        ("faith_track.vp_spaces.25", 30, "faith_track.vp_spaces.25"),
        ("faith_track.vp_spaces.3", 2, "faith_track.vp_by_position"),
        ("faith_track.vatican_sections.2", DELETED, "faith_track.vatican_sections"),
        ("faith_track.vatican_sections.1.n", 3, "faith_track.vatican_sections[1].n"),
        ("faith_track.vatican_sections.1.first", 0, "faith_track.vatican_sections[1].first"),
        ("faith_track.vatican_sections.1.pope_space", 7, "faith_track.vatican_sections[1].pope_space"),
        ("faith_track.vatican_sections.1.tile_vp", 100, "faith_track.vatican_sections[1].tile_vp"),
        ("faith_track.vatican_sections.1.x", 1, "faith_track.vatican_sections[1].x"),
        ("faith_track.x", 1, "faith_track.x"),
        ("solo.black_cross_start", 1, "solo.black_cross_start"),
        ("solo.tokens.0", DELETED, "solo.tokens"),
        ("solo.tokens.0.kind", "feast", "solo.tokens.65.kind"),
        ("solo.tokens.0.colour", "red", "solo.tokens.65.colour"),
        ("solo.tokens.0.count", 0, "solo.tokens.65.count"),
        ("solo.tokens.4.advance", 0, "solo.tokens.69.advance"),
        ("solo.tokens.4.reshuffle", 1, "solo.tokens.69.reshuffle"),
        ("solo.tokens.4.colour", "green", "solo.tokens.69.colour"),
        ("solo.x", 1, "solo.x"),
    ],
)
def test_a_broken_set_is_refused_by_card_and_field(path: str, value: Any, field: str) -> None:
    described = changed(path, value)
    with pytest.raises(InvalidCards) as refused:
        register("broken", described)
    assert refused.value.field == field
    assert refused.value.sentence
    assert cards.check(json.dumps(described)) == [f"{field}: {refused.value.sentence}"]


def test_checking_a_file() -> None:
    assert cards.check(json.dumps(cards.shipped())) == []
    (problem,) = cards.check("{")
    assert problem.startswith("This is not JSON: ")
    assert cards.check("[]") == ["[] is not a JSON object."]
    assert cards.check("9" * 5000) == ["This is not a card set: there is an enormous number in it."]


def test_tokens_and_track_of_a_custom_set_are_played() -> None:
    described = changed("solo.tokens.0", {"id": 65, "kind": "black_cross", "advance": 7, "reshuffle": True})
    described["faith_track"]["vatican_sections"][0] |= {"first": 2, "pope_space": 6, "tile_vp": 9}
    register("swift", described)
    position = {"game": "masters", "cards": "swift", "players": {"A": {"faith": 2}}, "main_action_done": True}
    game = load(position)
    game.perform({"do": "end_turn"})
    after = game.position()
    assert after["lorenzo"]["cross"] == 7
    assert sorted(after["lorenzo"]["stack"]) == list(range(65, 72))
    assert after["players"]["A"]["tiles"] == ["up", "down", "down"]
    assert game.scores()[0]["tiles"] == 9
    cards._sets.pop("swift")


def test_a_leader_may_ask_for_other_things() -> None:
    described = changed("leader_cards.0.requirement", {"resources": {"stone": 2}, "cards": []})
    described["leader_cards"][12]["effect"] = {"in": {"coin": 2}, "out": {"any": 1, "stone": 1, "faith": 2}}
    register("other", described)
    board = {"hand": [49], "played": [61], "strongbox": {"stone": 2, "coin": 2}}
    game = load({"game": "masters", "cards": "other", "players": {"A": board, "B": {}}})
    game.perform({"do": "play_leader", "card": 49})
    game.perform({"do": "produce", "powers": ["leader:61"], "leader_out": {"61": "shield"}})
    after = game.position()["players"]["A"]
    assert after["strongbox"] == {"stone": 3, "shield": 1}
    assert after["faith"] == 2
    cards._sets.pop("other")


def test_games_with_the_dearest_cards_there_may_be_are_remembered_whole() -> None:
    """Every unit of the largest payment is a decision of its own."""
    described = cards.shipped()
    for card in described["development_cards"]:
        card["production"]["in"] = dict.fromkeys(("coin", "stone", "servant", "shield"), cards.MOST_AMOUNT)
    for leader in described["leader_cards"][12:]:
        leader["effect"]["in"] = dict.fromkeys(("coin", "stone", "servant", "shield"), cards.MOST_AMOUNT)
    register("dear", described)
    depots = {"1": {"coin": 1}, "2": {"stone": 2}, "3": {"shield": 3}}
    box = dict.fromkeys(("coin", "stone", "servant", "shield"), 99)
    board = {"warehouse": depots, "strongbox": box, "slots": [[1], [2], [3]], "played": [61, 62]}
    game = load({"game": "masters", "cards": "dear", "players": {"A": board, "B": {}}})
    powers = ["basic", "dev:1", "dev:2", "dev:3", "leader:61", "leader:62"]
    outs = {"leader_out": {"61": "coin", "62": "coin"}, "basic": {"in": {"coin": 2}, "out": "coin"}}
    decisions = game.parse({"do": "produce", "powers": powers, **outs, "pay": {"strongbox": {
        "coin": 47, "stone": 45, "servant": 45, "shield": 45}}})  # fmt: skip
    for decision in decisions:
        assert load(game.position()) == game
        game.apply(decision)
    assert "unfinished" not in game.position()
    cards._sets.pop("dear")


def test_the_table_of_a_set() -> None:
    text = cards.table(cards.standard())
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "17 green2 5 4 shield 1 stone -> 2 faith" in lines
    assert "9 green1 3 3 shield 2 servant -> 1 coin, 1 stone, 1 shield" in lines
    assert "61 production shield 4 1 yellow of level 2 1 shield -> 1 any, 1 faith" in lines
    assert "53 extra_depot stone 3 5 coin" in lines
    assert "1 5 8 2" in lines
    assert "71 black cross +1, shuffle" in lines
    assert "65 remove 2 blue" in lines
    assert max(map(len, text.splitlines())) <= 100
    free = changed("leader_cards.0.requirement", {"resources": {}, "cards": []})
    free["development_cards"][0]["cost"] = {}
    shown = cards.table(cards.given(free)).splitlines()
    assert any(line.startswith("49") and line.endswith("nothing") for line in shown)
    assert any(line.startswith("1 ") and "nothing" in line for line in shown)


def test_games_with_a_custom_set_run_to_the_end(cheap: str) -> None:
    for seed in range(3):
        for game, action in lively(2, seed, cards=cheap):
            assert load(game.position()) == game
            assert (action < 0) == game.over


def test_a_name_stays_with_its_set() -> None:
    """Stored games name their set: it must not change under them."""
    described = changed("development_cards.0.victory_points", 12)
    first = register("named", described)
    assert register("named", described) is first
    with pytest.raises(InvalidCards, match="another card set"):
        register("named", cards.shipped())
    with pytest.raises(InvalidCards, match="cannot be the name"):
        register("custom-1234", cards.shipped())
    cards._sets.pop("named")
