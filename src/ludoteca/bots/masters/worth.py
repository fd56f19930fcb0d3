"""What a position of Masters of Renaissance is worth to a seat, in victory points.

Points that are safe, and what things will become: cards that can be bought soon, productions that run until the end,
faith that reaches a section in time, leaders whose requirement comes closer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.rules.masters.engine import const, ending

from .printed import FAITH, Printed, printed

if TYPE_CHECKING:
    from ludoteca.rules.masters.engine.engine import Engine

WON = 10_000.0
SHARED = 5_000.0

TURNS = 22.0  # of a whole game
PRODUCING = 0.3  # of the turns go into production
BASIC_RESOURCE = 0.2  # any resource: five of them are a point, and the more there are the sooner one can buy
ROOM = 0.12  # a free place in the depots
PLANS = (0.35, 0.2, 0.15)  # of the best cards that one could buy next
NEAR = 0.8  # of a plan, for each resource missing
BEYOND = 1.5  # resources missing, for one that the depots cannot hold
HOPE = 0.6  # of a leader in hand
ABILITY = (1.5, 1.5, 2.5, 2.5)  # of a leader in play, besides its points, by kind
TILE = 0.9  # of a tile within reach
RIVAL = 0.6  # what faith is worth to the strongest rival, next to one's own

# Alone points do not count, coming first does (§10).
SOLO_CARD = 6.0  # one's own card: the seventh wins
SOLO_FAITH = 1.0  # a step on the track: the last one wins
SOLO_CROSS = 0.7  # a step of the black cross
SOLO_COLOUR = 0.5  # each card less than enough of a colour: without the last one all is lost
ENOUGH_OF_A_COLOUR = 5
SOLO_LEADERS = 0.3  # of what they are worth in company


def worth(game: Engine, seat: int, left: float) -> float:
    """`left` is taken from where the thinking began: whoever comes closer to the end should not fear for his future."""
    if game.seat == const.NOBODY:
        return outcome(game, seat)
    cards = printed(game.cards)
    prospects = store(game, seat) + engine(game, cards, seat, left) + plans(game, cards, seat, left)
    if game.players == 1:
        return race(game) + prospects + SOLO_LEADERS * leaders(game, cards, seat, left)
    rivals = [faith(game, cards, other) for other in range(game.players) if other != seat]
    return (
        ending.card_points(game, seat)
        + ending.leader_points(game, seat)
        + ending.tile_points(game, seat)
        + faith(game, cards, seat)
        - RIVAL * max(rivals, default=0.0)
        + prospects
        + leaders(game, cards, seat, left)
    )


def race(game: Engine) -> float:
    """How far one is ahead of Lorenzo."""
    total = SOLO_CARD * game.card_count[0] + SOLO_FAITH * game.faith[0] - SOLO_CROSS * game.faith[const.CROSS]
    for colour in range(const.COLOURS):
        total -= SOLO_COLOUR * max(0, ENOUGH_OF_A_COLOUR - ending.colour_left(game, colour))
    return total


def outcome(game: Engine, seat: int) -> float:
    if not game.winning >> seat & 1:
        return -WON
    return WON if game.winning == 1 << seat else SHARED


def turns_left(game: Engine) -> float:
    """About how many turns everybody still has."""
    done = max(
        max(game.card_count[seat] / const.MOST_CARDS, game.faith[seat] / const.LAST_SPACE)
        for seat in range(game.players)
    )
    return TURNS * (1 - done)


def faith(game: Engine, cards: Printed, seat: int) -> float:
    """Points of the track, what is on the way to the next ones, and tiles that are still to be reported."""
    space = game.faith[seat]
    track = cards.track
    total = float(track[space])
    following = next((later for later in range(space + 1, const.SPACES) if track[later] > track[space]), None)
    if following is not None:
        before = next(first for first in range(space, -1, -1) if first == 0 or track[first - 1] < track[space])
        total += (track[following] - track[space]) * (space - before) / (following - before)
    furthest = max(game.faith)
    for section in range(const.SECTIONS):
        if game.tiles[seat][section] == const.DOWN:
            missing = max(0, cards.section_first[section] - space)
            time = cards.section_pope[section] - furthest
            chance = TILE if missing == 0 else max(0.0, min(TILE, 0.5 + (time - missing) / 12))
            total += chance * cards.section_points[section]
    return total


def store(game: Engine, seat: int) -> float:
    return BASIC_RESOURCE * sum(game.total[seat]) + ROOM * (6 - sum(game.depot_held[seat][: const.DEPOTS]))


def engine(game: Engine, cards: Printed, seat: int, left: float) -> float:
    """What the production powers will give."""
    each = 0.0
    slots, sizes = game.slots[seat], game.slot_size[seat]
    for slot, size in enumerate(sizes):
        if size:
            each += cards.yields[slots[slot * const.LEVELS + size - 1] - 1]
    each += game.power_leaders[seat] * FAITH
    return each * left * PRODUCING


def plans(game: Engine, cards: Printed, seat: int, left: float) -> float:
    if game.card_count[seat] >= const.MOST_CARDS:
        return 0.0
    found = sorted((value for value, _ in options(game, cards, seat, left)), reverse=True)
    return sum(share * value for share, value in zip(PLANS, found, strict=False))


def options(game: Engine, cards: Printed, seat: int, left: float) -> list[tuple[float, int]]:
    """The cards that would fit a slot: what each is worth as things stand, and its number."""
    levels = set(game.slot_size[seat])
    have, boxed, discount = game.total[seat], game.strongbox[seat], game.discount[seat]
    grid = game.grid
    uses = left * PRODUCING
    found = []
    for pile, count in enumerate(game.pile_left):
        if count and pile % const.LEVELS in levels:
            card = grid[pile][count - 1]
            missing = 0.0
            for resource, price in cards.prices[card - 1]:
                lacking = price - discount[resource] - have[resource]
                if lacking > 0:
                    missing += lacking
                    beyond = price - discount[resource] - boxed[resource] - const.DEPOTS
                    if beyond > 0:
                        missing += BEYOND * beyond
            value = (cards.points[card - 1] if game.players > 1 else SOLO_CARD) + uses * cards.yields[card - 1]
            found.append((value * NEAR**missing, card))
    return found


def leaders(game: Engine, cards: Printed, seat: int, left: float) -> float:
    """Those in hand, by how much of their requirement is met, and the abilities of those in play."""
    total = 0.0
    owned = game.owned[seat]
    have = game.total[seat]
    for leader in game.hand[seat][: game.hand_count[seat]]:
        place = leader - const.FIRST_LEADER
        needed = met = 0
        for resource, count in enumerate(cards.need_resources[place]):
            needed += count
            met += min(count, have[resource])
        for colour, count in enumerate(cards.need_cards[place]):
            if count:
                first = colour * const.LEVELS
                level = cards.need_level[place][colour]
                own = owned[first + level - 1] if level else sum(owned[first : first + const.LEVELS])
                needed += count
                met += min(count, own)
        part = met / needed if needed else 1.0
        value = cards.leader_points[place] + ABILITY[cards.kind[place]] * left / TURNS
        total += HOPE * value * (0.3 + 0.7 * part) * min(1.0, left / 6)
    for leader in game.played[seat][: game.played_count[seat]]:
        total += ABILITY[cards.kind[leader - const.FIRST_LEADER]] * left / TURNS
    return total


def wanted(game: Engine, seat: int, left: float) -> tuple[int, ...]:
    """How much each resource is wanted: most if the best plan lacks it."""
    cards = printed(game.cards)
    weights = [2] * const.RESOURCES
    found = options(game, cards, seat, left)
    if found:
        for resource, price in cards.prices[max(found)[1] - 1]:
            if price - game.discount[seat][resource] > game.total[seat][resource]:
                weights[resource] = 3
    return tuple(weights)
