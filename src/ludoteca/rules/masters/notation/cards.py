"""Card sets: the standard one and those of a house, read from JSON of one schema and checked.

A custom set keeps the numbers, piles and counts of the standard one. Costs, productions, points, requirements, the
values of the faith track and the effects of tokens may differ; what the set shares with the standard one may be left
out or repeated.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any
from weakref import WeakValueDictionary

from ludoteca.rules.notation import Reader, shown

from ..engine import const
from ..engine.deck import Cards
from . import names

STANDARD = "standard"
UNNAMED = "custom-"  # and the SHA-256 of what it says: a set that was given without a name
SHORT_NAME = re.compile(UNNAMED + "[0-9a-f]{12}")  # older positions have the first digits only
SCHEMA = "masters-data/1"
FILE = "masters.json"
MOST_AMOUNT = 9  # of one resource in a cost or a production: a game remembers every unit paid in an action
MOST_POINTS = 99
MOST_NEEDED = 20  # of one resource, for a leader
OWN = ("development_cards", "leader_cards", "faith_track", "solo")  # what a custom set is about

_sets: dict[str, Cards] = {}  # the standard one, and those that were registered by a name
# Sets without a name belong to the games that are played with them, and to whoever else holds one: this finds them as
# long as there is such a game, and forgets them with the last one. A set that was read in vain leaves nothing here.
_unnamed: WeakValueDictionary[str, Cards] = WeakValueDictionary()


class InvalidCards(ValueError):
    """A card set that cannot be played. `field` names card and field, as in `development_cards.17.cost.coin`."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}" if field else sentence)
        self.field = field
        self.sentence = sentence


def standard() -> Cards:
    if STANDARD not in _sets:
        _sets[STANDARD] = read(STANDARD, shipped())
    return _sets[STANDARD]


def shipped() -> dict[str, Any]:
    """The standard set as the JSON file says it."""
    text = resources.files("ludoteca.rules.masters").joinpath(FILE).read_text(encoding="utf-8")
    described: dict[str, Any] = json.loads(text)
    return described


def register(name: str, described: Mapping[str, Any]) -> Cards:
    """Make a card set known by a name, as positions use it."""
    if name == STANDARD or not name or name.startswith(UNNAMED):
        raise InvalidCards("", f"{shown(name)} cannot be the name of a card set.")
    cards = read(name, described)
    if name in _sets and printed(_sets[name]) != printed(cards):
        raise InvalidCards("", f"There is another card set called {shown(name)}: games are being played with it.")
    return _sets.setdefault(name, cards)


def named(name: str) -> Cards | None:
    """A set that is known by this name: one without a name of its own only while a game with it is in memory."""
    if name == STANDARD:
        return standard()
    if SHORT_NAME.fullmatch(name):
        meant = [cards for full, cards in list(_unnamed.items()) if full.startswith(name)]
        return meant[0] if len(meant) == 1 else None
    return _sets.get(name) or _unnamed.get(name)


def given(described: Mapping[str, Any]) -> Cards:
    """The set of a description without a name: it is known by the hash of what it says, while somebody holds it."""
    cards = read("", described)
    if printed(cards) == printed(standard()):
        return standard()
    text = json.dumps(printed(cards), sort_keys=True)
    cards.name = UNNAMED + hashlib.sha256(text.encode()).hexdigest()
    return _unnamed.setdefault(cards.name, cards)


def check(text: str) -> list[str]:
    """What is wrong with the text of a card file, as sentences; nothing if it is a card set."""
    try:
        described = json.loads(text)
    except json.JSONDecodeError as error:
        return [f"This is not JSON: {error}."]
    except ValueError:  # Python refuses to read numbers of thousands of digits
        return ["This is not a card set: there is an enormous number in it."]
    try:
        read("", described)
    except InvalidCards as error:
        return [str(error)]
    return []


# Reading


def read(name: str, described: object) -> Cards:
    reader = Reader(described, refuse=InvalidCards)
    reader.choice("schema", (SCHEMA,))
    if name != STANDARD:
        for key, value in shipped().items():
            if key not in OWN and reader.take(key, value) != value:
                raise reader.error(key, "differs from the standard set, and every card set shares this.")
    else:
        for key in shipped():
            if key not in OWN:
                reader.take(key, None)
    cards = Cards(name)
    read_developments(reader, cards)
    read_leaders(reader, cards)
    read_track(reader.inner("faith_track"), cards)
    read_tokens(reader.inner("solo"), cards)
    reader.finish()
    return cards


def numbered(reader: Reader, key: str, first: int, count: int) -> list[Reader]:
    """Cards by number: each of `count` numbers once, in any order."""
    found: dict[int, Reader] = {}
    for place, value in enumerate(reader.items(key, count)):
        card = Reader(value, f"{reader.at(key)}[{place}]", InvalidCards)
        number = card.integer("id", first, first + count - 1)
        if number in found:
            raise card.error("id", f"there are two cards {number}.")
        card.path = f"{reader.at(key)}.{number}"
        found[number] = card
    for number in range(first, first + count):
        if number not in found:
            raise reader.error(key, f"card {number} is missing.")
    return [found[number] for number in sorted(found)]


def read_developments(reader: Reader, cards: Cards) -> None:
    piles, points, cost, consumes, produces = [], [], [], [], []
    for number, card in enumerate(numbered(reader, "development_cards", 1, const.DEVELOPMENT_CARDS), 1):
        pile = names.COLOURS.index(card.choice("colour", names.COLOURS)) * const.LEVELS
        pile += card.integer("level", 1, const.LEVELS) - 1
        if pile != pile_of(number):
            raise card.error("colour", f"card {number} belongs to the pile {names.PILES[pile_of(number)]}.")
        piles.append(pile)
        points.append(card.integer("victory_points", 0, MOST_POINTS))
        cost.append(card.counts("cost", names.RESOURCES, MOST_AMOUNT))
        production = card.inner("production")
        consumes.append(production.counts("in", names.RESOURCES, MOST_AMOUNT))
        produces.append(production.counts("out", names.YIELDS, MOST_AMOUNT))
        production.finish()
        card.finish()
    cards.pile, cards.points, cards.cost, cards.consumes, cards.produces = piles, points, cost, consumes, produces


def pile_of(number: int) -> int:
    """Four cards after each other differ in colour only: green, purple, blue, yellow; sixteen make a level."""
    colour = (0, 3, 1, 2)[(number - 1) % const.COLOURS]
    return colour * const.LEVELS + (number - 1) // (const.COLOURS * const.PILE_CARDS)


def read_leaders(reader: Reader, cards: Cards) -> None:
    kinds: list[int] = []
    what: list[int] = []
    points = []
    need_cards, need_level, need_resources = [], [], []
    consumes, produces = [], []
    for card in numbered(reader, "leader_cards", const.FIRST_LEADER, const.LEADERS):
        kind = names.KINDS.index(card.choice("kind", names.KINDS))
        resource = names.RESOURCES.index(card.choice("resource", names.RESOURCES))
        if (kind, resource) in zip(kinds, what, strict=True):
            raise card.error("resource", f"there are two {names.KINDS[kind]} leaders for {names.RESOURCES[resource]}.")
        kinds.append(kind)
        what.append(resource)
        points.append(card.integer("victory_points", 0, MOST_POINTS))
        requirement = card.inner("requirement")
        counts, levels = read_needed_cards(requirement)
        need_cards.append(counts)
        need_level.append(levels)
        need_resources.append(requirement.counts("resources", names.RESOURCES, MOST_NEEDED, {}))
        requirement.finish()
        taken, given_back = read_effect(card.inner("effect"), kind, resource)
        consumes.append(taken)
        produces.append(given_back)
        card.finish()
    cards.kind, cards.resource, cards.leader_points = kinds, what, points
    cards.need_cards, cards.need_level, cards.need_resources = need_cards, need_level, need_resources
    cards.leader_consumes, cards.leader_produces = consumes, produces


def read_needed_cards(requirement: Reader) -> tuple[list[int], list[int]]:
    """By colour, how many cards, and of which level (0 for any)."""
    counts, levels = [0] * const.COLOURS, [0] * const.COLOURS
    for place, value in enumerate(requirement.items("cards", const.COLOURS, [])):
        term = Reader(value, f"{requirement.at('cards')}[{place}]", InvalidCards)
        colour = names.COLOURS.index(term.choice("colour", names.COLOURS))
        if counts[colour]:
            raise term.error("colour", f"{names.COLOURS[colour]} is asked for twice.")
        level = term.take("level", None)
        levels[colour] = 0 if level is None else term.as_integer("level", level, 1, const.LEVELS)
        counts[colour] = term.integer("count", 1, const.MOST_CARDS)
        term.finish()
    return counts, levels


def read_effect(effect: Reader, kind: int, resource: int) -> tuple[list[int], list[int]]:
    """What a production leader takes and gives; the other kinds say what their kind says."""
    taken, given_back = [0] * const.RESOURCES, [0] * const.YIELDS
    if kind == const.PRODUCTION:
        taken = effect.counts("in", names.RESOURCES, MOST_AMOUNT)
        *given_back, free = effect.counts("out", (*names.YIELDS, "any"), MOST_AMOUNT)
        if free != 1:
            raise effect.error("out.any", "a production leader gives one resource of choice.")
    else:
        effect.choice("resource", (names.RESOURCES[resource],))
    if kind == const.DISCOUNT:
        effect.integer("amount", 1, 1)
    elif kind == const.EXTRA_DEPOT:
        effect.integer("slots", const.LEADER_DEPOT_SLOTS, const.LEADER_DEPOT_SLOTS)
    effect.finish()
    return taken, given_back


def read_track(track: Reader, cards: Cards) -> None:
    track.integer("last_space", const.LAST_SPACE, const.LAST_SPACE, const.LAST_SPACE)
    marked = track.numbered("vp_spaces", 0, const.LAST_SPACE)
    values: list[int] = []
    for space in range(const.SPACES):
        before = values[-1] if values else 0
        values.append(track.as_integer(f"vp_spaces.{space}", marked.get(space, before), 0, MOST_POINTS))
    if track.take("vp_by_position", values) != values:
        raise track.error("vp_by_position", "does not agree with vp_spaces.")
    cards.track = values
    firsts: list[int] = []
    popes: list[int] = []
    points = []
    for place, value in enumerate(track.items("vatican_sections", const.SECTIONS)):
        section = Reader(value, f"{track.at('vatican_sections')}[{place}]", InvalidCards)
        section.integer("n", place + 1, place + 1)
        firsts.append(section.integer("first", 1, const.LAST_SPACE))
        popes.append(section.integer("pope_space", max([firsts[-1], *popes[-1:]]), const.LAST_SPACE))
        points.append(section.integer("tile_vp", 0, MOST_POINTS))
        section.finish()
    if len(firsts) != const.SECTIONS:
        raise track.error("vatican_sections", f"there are {len(firsts)} sections, a track has {const.SECTIONS}.")
    track.finish()
    cards.section_first, cards.section_pope, cards.section_points = firsts, popes, points


def read_tokens(solo: Reader, cards: Cards) -> None:
    solo.integer("black_cross_start", 0, 0, 0)
    colours, amounts, shuffles = [], [], []
    for token in numbered(solo, "tokens", const.FIRST_TOKEN, const.TOKENS):
        if token.choice("kind", ("discard", "black_cross")) == "discard":
            colours.append(names.COLOURS.index(token.choice("colour", names.COLOURS)))
            amounts.append(token.integer("count", 1, const.LEVELS * const.PILE_CARDS))
            shuffles.append(0)
        else:
            colours.append(const.NOBODY)
            amounts.append(token.integer("advance", 1, const.LAST_SPACE))
            shuffles.append(int(token.flag("reshuffle", False)))
        token.finish()
    solo.finish()
    cards.token_colour, cards.token_amount, cards.token_shuffles = colours, amounts, shuffles


def printed(cards: Cards) -> dict[str, Any]:
    """Everything that a set says but its name."""
    fields = (
        *("pile", "points", "cost", "consumes", "produces"),
        *("kind", "resource", "leader_points", "need_cards", "need_level", "need_resources"),
        *("leader_consumes", "leader_produces", "track", "section_first", "section_pope", "section_points"),
        *("token_colour", "token_amount", "token_shuffles"),
    )
    return {field: getattr(cards, field) for field in fields}


# Showing


def table(cards: Cards) -> str:
    """A card set as text: development cards, leaders, track and tokens."""
    developments = [["card", "pile", "points", "cost", "production"]]
    developments += [
        [
            str(number),
            names.PILES[cards.pile[number - 1]],
            str(cards.points[number - 1]),
            amounts_in_words(names.RESOURCES, cards.cost[number - 1]),
            production_in_words(cards, number),
        ]
        for number in range(1, const.DEVELOPMENT_CARDS + 1)
    ]
    leaders = [["leader", "kind", "resource", "points", "requirement", "production"]]
    leaders += [leader_in_words(cards, place) for place in range(const.LEADERS)]
    track = [["space", *map(str, range(const.SPACES))], ["points", *map(str, cards.track)]]
    sections = [["section", "from", "Pope space", "points"]]
    for section in range(const.SECTIONS):
        values = (section + 1, cards.section_first[section], cards.section_pope[section], cards.section_points[section])
        sections.append([str(value) for value in values])
    tokens = [["token", "effect"]]
    tokens += [[str(const.FIRST_TOKEN + place), token_in_words(cards, place)] for place in range(const.TOKENS)]
    return "\n\n".join(lined_up(rows) for rows in (developments, leaders, track, sections, tokens))


def amounts_in_words(what: Sequence[str], counts: Sequence[int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in zip(what, counts, strict=True) if count) or "nothing"


def production_in_words(cards: Cards, number: int) -> str:
    taken = amounts_in_words(names.RESOURCES, cards.consumes[number - 1])
    return f"{taken} -> {amounts_in_words(names.YIELDS, cards.produces[number - 1])}"


def leader_in_words(cards: Cards, place: int) -> list[str]:
    needed = [
        f"{cards.need_cards[place][colour]} {name}" + level_in_words(cards.need_level[place][colour])
        for colour, name in enumerate(names.COLOURS)
        if cards.need_cards[place][colour]
    ]
    if any(cards.need_resources[place]):
        needed.append(amounts_in_words(names.RESOURCES, cards.need_resources[place]))
    power = ""
    if cards.kind[place] == const.PRODUCTION:
        taken = amounts_in_words(names.RESOURCES, cards.leader_consumes[place])
        others = amounts_in_words(names.YIELDS, cards.leader_produces[place])
        power = f"{taken} -> 1 any, {others}"
    return [
        str(const.FIRST_LEADER + place),
        names.KINDS[cards.kind[place]],
        names.RESOURCES[cards.resource[place]],
        str(cards.leader_points[place]),
        ", ".join(needed) or "nothing",
        power,
    ]


def level_in_words(level: int) -> str:
    return f" of level {level}" if level else ""


def token_in_words(cards: Cards, place: int) -> str:
    amount = cards.token_amount[place]
    if cards.token_colour[place] != const.NOBODY:
        return f"remove {amount} {names.COLOURS[cards.token_colour[place]]}"
    return f"black cross +{amount}" + ", shuffle" * cards.token_shuffles[place]


def lined_up(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
