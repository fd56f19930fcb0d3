"""§1: the shipped card file says what is printed on the cards."""

import json
from importlib import resources
from typing import Any

from .cards import (
    COLOURS,
    CROSS_TOKENS,
    DEVELOPMENTS,
    DISCARD_TOKENS,
    LEADERS,
    MARBLES,
    RESOURCES,
    SECTIONS,
    SHUFFLE_TOKEN,
    TRACK_POINTS,
    Development,
    Leader,
)


def shipped() -> Any:
    return json.loads(resources.files("ludoteca.rules.masters").joinpath("masters.json").read_text(encoding="utf-8"))


def test_1_development_cards_as_printed() -> None:
    read = [
        Development(
            card["id"],
            card["colour"],
            card["level"],
            card["victory_points"],
            card["cost"],
            card["production"]["in"],
            card["production"]["out"],
        )
        for card in shipped()["development_cards"]
    ]
    assert read == list(DEVELOPMENTS.values())


def test_1_leader_cards_as_printed() -> None:
    read = [
        Leader(
            card["id"],
            card["kind"],
            card["resource"],
            card["victory_points"],
            tuple((term["count"], term["colour"], term["level"]) for term in card["requirement"]["cards"]),
            card["requirement"]["resources"],
        )
        for card in shipped()["leader_cards"]
    ]
    assert read == list(LEADERS.values())


def test_1_four_kinds_of_leaders_one_for_each_resource() -> None:
    kinds = {"discount": 2, "extra_depot": 3, "white_marble": 5, "production": 4}
    assert {(card.kind, card.resource) for card in LEADERS.values()} == {(kind, r) for kind in kinds for r in RESOURCES}
    assert all(card.points == kinds[card.kind] for card in LEADERS.values())


def test_1_marbles_track_and_tokens_as_printed() -> None:
    cards = shipped()
    names = {"white": "W", "blue": "B", "grey": "G", "yellow": "Y", "purple": "P", "red": "R"}
    assert {names[name]: count for name, count in cards["market"]["marbles"].items()} == MARBLES
    track = cards["faith_track"]
    assert {int(space): points for space, points in track["vp_spaces"].items()} == TRACK_POINTS
    sections = [(section["first"], section["pope_space"], section["tile_vp"]) for section in track["vatican_sections"]]
    assert sections == list(SECTIONS)
    tokens = cards["solo"]["tokens"]
    assert {token["id"]: token["colour"] for token in tokens if token["kind"] == "discard"} == DISCARD_TOKENS
    assert {token["id"]: token["advance"] for token in tokens if token["kind"] == "black_cross"} == CROSS_TOKENS
    assert [token["id"] for token in tokens if token.get("reshuffle")] == [SHUFFLE_TOKEN]
    assert sorted(DISCARD_TOKENS.values()) == sorted(COLOURS)
