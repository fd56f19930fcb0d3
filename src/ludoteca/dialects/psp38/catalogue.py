"""The catalogues of cards as the dialect tells them, once for each card set."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.engine.deck import Cards
from ludoteca.rules.masters.notation import names

from . import boards
from .from_server import CardsNeeded, DevelopmentCard, LeaderCard, LoadDevelopmentCards, LoadLeaderCards
from .messages import encode
from .words import COLOURS, Resource

MOST_CATALOGUES = 8  # card sets of one's own are few


@lru_cache(MOST_CATALOGUES)
def lines(cards: Cards) -> bytes:
    """Both catalogues, as lines."""
    return encode(development_cards(cards)) + encode(leader_cards(cards))


def development_cards(cards: Cards) -> LoadDevelopmentCards:
    return LoadDevelopmentCards(cards.name, [development_card(cards, card + 1) for card in range(len(cards.pile))])


def development_card(cards: Cards, card: int) -> DevelopmentCard:
    colour, level = divmod(cards.pile[card - 1], const.LEVELS)
    power = boards.card_power(cards, card)
    cost = {resource: count for resource, count in zip(Resource, cards.cost[card - 1], strict=True) if count}
    return DevelopmentCard(
        card, COLOURS[colour].upper(), level + 1, cards.points[card - 1], cost, power.input, power.output
    )


def leader_cards(cards: Cards) -> LoadLeaderCards:
    return LoadLeaderCards([leader_card(cards, const.FIRST_LEADER + place) for place in range(const.LEADERS)])


def leader_card(cards: Cards, leader: int) -> LeaderCard:
    place = leader - const.FIRST_LEADER
    kind = cards.kind[place]
    power = boards.leader_power(cards, leader) if kind == const.PRODUCTION else None
    needed = [
        CardsNeeded(colour.upper(), cards.need_level[place][number] or None, cards.need_cards[place][number])
        for number, colour in enumerate(COLOURS)
        if cards.need_cards[place][number]
    ]
    resources = zip(Resource, cards.need_resources[place], strict=True)
    return LeaderCard(
        leader,
        names.KINDS[kind].upper(),
        boards.RESOURCES[cards.resource[place]],
        cards.leader_points[place],
        needed,
        {resource: count for resource, count in resources if count},
        {} if power is None else power.input,
        {} if power is None else power.output,
    )
