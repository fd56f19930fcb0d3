"""Reading a player's board in the notation: what lies where, which powers there are, how something is paid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.engine.deck import Cards
from ludoteca.rules.masters.notation.reading import card_set

from .spelling import LEADER_DEPOTS, NUMBER_OF_ROW, ROWS, Amounts, Depot, Resource, Yield, amounts, noted

Json = dict[str, Any]
Contents = dict[Depot, Amounts]  # of warehouse and leader depots

RESOURCES = tuple(Resource)
YIELDS = (*(Yield(resource) for resource in Resource), Yield.FAITH)  # in the order of the rules
BASIC = 0  # the id of the basic power


@dataclass(frozen=True)
class Power:
    """A power of production: 0 is the basic one, the others are known by their card or leader."""

    id: int
    input: dict[Yield, int]
    output: dict[Yield, int]


BASIC_POWER = Power(BASIC, {Yield.ANY: 2}, {Yield.ANY: 1})


def letter_of(view: TableView, seat: int) -> str:
    """Who a seat is in the game."""
    player = view.seats[seat].player
    assert player is not None, "the game has begun"
    return SEAT_LETTERS[player]


def own_board(view: TableView) -> Json:
    assert view.game is not None
    assert view.you is not None
    board: Json = view.game["players"][letter_of(view, view.you)]
    return board


# ---------------------------------------------------------------- storage


def depots(board: Json, cards: Cards) -> Contents:
    """What lies in every depot that there is, the empty ones too."""
    found = {row: amounts(board["warehouse"][number]) for number, row in ROWS.items()}
    for leader in board["played"]:
        if cards.kind[leader - const.FIRST_LEADER] == const.EXTRA_DEPOT:
            resource = RESOURCES[cards.resource[leader - const.FIRST_LEADER]]
            held = board["leader_depots"].get(resource.lower(), 0)
            found[LEADER_DEPOTS[resource]] = {resource: held} if held else {}
    return found


def layout(contents: Contents) -> Json:
    """The same as actions of the notation name it."""
    in_leaders = {resource: contents.get(depot, {}).get(resource, 0) for resource, depot in LEADER_DEPOTS.items()}
    return {
        "warehouse": {number: noted(contents[row]) for number, row in ROWS.items()},
        "leader_depots": noted(in_leaders),
    }


def has_layout(board: Json, wanted: Json) -> bool:
    return all(board[part] == wanted[part] for part in wanted)


def swapped(contents: Contents, one: Depot, two: Depot) -> Contents | None:
    """What lies where after two depots have changed their contents; None when that cannot be [RULING 6]."""
    if one == two or one not in contents or two not in contents:
        return None
    after = contents | {one: contents[two], two: contents[one]}
    return after if is_legal(after) else None


def moved(contents: Contents, origin: Depot, destination: Depot, quantity: int) -> Contents | None:
    """The same after so many units went from one depot to another."""
    if origin == destination or origin not in contents or destination not in contents:
        return None
    held = sum(contents[origin].values())
    if not 0 < quantity <= held:
        return None
    (resource,) = contents[origin]
    there = contents[destination]
    after = contents | {
        origin: {resource: held - quantity} if held > quantity else {},
        destination: there | {resource: there.get(resource, 0) + quantity},
    }
    return after if is_legal(after) else None


def is_legal(contents: Contents) -> bool:
    """§5.2 and §7.2 of the rules: one type in a depot, no type in two rows, room for all."""
    rows = [contents[row] for row in NUMBER_OF_ROW]
    kinds = [resource for row in rows for resource in row]
    return (
        len(kinds) == len(set(kinds))
        and all(len(row) <= 1 for row in rows)
        and all(sum(row.values()) <= size for size, row in enumerate(rows, 1))
        and all(
            set(contents[depot]) <= {resource} and sum(contents[depot].values()) <= const.LEADER_DEPOT_SLOTS
            for resource, depot in LEADER_DEPOTS.items()
            if depot in contents
        )
    )


def sources(board: Json, resource: Resource) -> dict[Depot, int]:
    """Where units of a resource lie, in the order of the default payment [RULING 24]."""
    name = resource.lower()
    found = {row: board["warehouse"][number].get(name, 0) for number, row in ROWS.items()}
    found[LEADER_DEPOTS[resource]] = board["leader_depots"].get(name, 0)
    found[Depot.STRONGBOX] = board["strongbox"].get(name, 0)
    return {depot: count for depot, count in found.items() if count}


def totals(board: Json) -> Amounts:
    """All that a player has, by resource."""
    have = {resource: sum(sources(board, resource).values()) for resource in Resource}
    return {resource: count for resource, count in have.items() if count}


# ---------------------------------------------------------------- cards


def price(board: Json, cards: Cards, card: int) -> Amounts:
    """What a card costs this player, discounts taken off [RULING 9]."""
    cost = dict(zip(Resource, cards.cost[card - 1], strict=True))
    for leader in board["played"]:
        place = leader - const.FIRST_LEADER
        if cards.kind[place] == const.DISCOUNT:
            cost[RESOURCES[cards.resource[place]]] -= 1
    return {resource: count for resource, count in cost.items() if count > 0}


def fitting_slots(board: Json, cards: Cards, card: int) -> list[int]:
    """The slots, from 1, whose next card has the level of this one."""
    level = cards.pile[card - 1] % const.LEVELS
    return [number for number, slot in enumerate(board["slots"], 1) if len(slot) == level]


def card_power(cards: Cards, card: int) -> Power:
    return Power(card, yields(cards.consumes[card - 1]), yields(cards.produces[card - 1]))


def leader_power(cards: Cards, leader: int) -> Power:
    """Of a leader that produces: what is printed, and one resource of choice."""
    place = leader - const.FIRST_LEADER
    output = {Yield.ANY: 1} | yields(cards.leader_produces[place])
    return Power(leader, yields(cards.leader_consumes[place]), output)


def yields(counts: list[int]) -> dict[Yield, int]:
    return {what: count for what, count in zip(YIELDS, counts, strict=False) if count}


def powers(board: Json, cards: Cards) -> list[Power]:
    """A player's powers that could be paid alone."""
    found = [BASIC_POWER]
    found += [card_power(cards, slot[-1]) for slot in board["slots"] if slot]
    found += [
        leader_power(cards, leader)
        for leader in board["played"]
        if cards.kind[leader - const.FIRST_LEADER] == const.PRODUCTION
    ]
    have = totals(board)
    return [power for power in found if payable(power.input, have)]


def payable(wanted: dict[Yield, int], have: Amounts) -> bool:
    if Yield.ANY in wanted:
        return sum(have.values()) >= wanted[Yield.ANY]
    return all(have.get(Resource(what), 0) >= count for what, count in wanted.items())


def white_conversions(board: Json, cards: Cards) -> list[Resource]:
    """What the leaders in play make of a white marble."""
    places = [leader - const.FIRST_LEADER for leader in board["played"]]
    found = {cards.resource[place] for place in places if cards.kind[place] == const.WHITE_MARBLE}
    return [RESOURCES[number] for number in sorted(found)]


def whites_in(game: Json, line: str) -> int:
    """How many white marbles lie in a line of the market."""
    kind, number = line.split()
    rows = [row.split() for row in game["market"]["rows"]]
    marbles = rows[int(number)] if kind == "row" else [row[int(number)] for row in rows]
    return marbles.count("W")


def cards_of(game: Json) -> Cards:
    return card_set(game)


# ---------------------------------------------------------------- a payment


@dataclass(frozen=True, slots=True)
class Payment:
    """What is owed, and the sources chosen so far, unit by unit. Nothing is asked where there is no choice."""

    owed: Amounts
    chosen: tuple[tuple[Resource, Depot], ...] = ()

    def left(self, board: Json, resource: Resource) -> dict[Depot, int]:
        """What could still be taken, by source."""
        there = sources(board, resource)
        for what, depot in self.chosen:
            if what is resource:
                there[depot] = there.get(depot, 0) - 1
        return {depot: count for depot, count in there.items() if count > 0}

    def owing(self, resource: Resource) -> int:
        return self.owed.get(resource, 0) - sum(what is resource for what, _ in self.chosen)

    def question(self, board: Json) -> tuple[Resource, list[Depot]] | None:
        """The next unit whose source is a choice, and the sources; None when all is clear."""
        for resource in Resource:
            left, owing = self.left(board, resource), self.owing(resource)
            if owing and len(left) > 1 and sum(left.values()) > owing:
                return resource, list(left)
        return None

    def paid_from(self, resource: Resource, depot: Depot) -> Payment:
        return replace(self, chosen=(*self.chosen, (resource, depot)))

    def fitting(self, board: Json) -> Payment:
        """The same after depots were rearranged: sources that hold it no more are asked for again."""
        held = {resource: sources(board, resource) for resource in Resource}
        kept: list[tuple[Resource, Depot]] = []
        for resource, depot in self.chosen:
            if held[resource].get(depot, 0):
                held[resource][depot] -= 1
                kept.append((resource, depot))
        return replace(self, chosen=tuple(kept))

    def plan(self, board: Json) -> Json:
        """The payment in the notation, once nothing is to be asked."""
        taken: dict[Depot, Amounts] = {}
        for resource, depot in self.chosen:
            taken.setdefault(depot, {})[resource] = taken.get(depot, {}).get(resource, 0) + 1
        for resource in Resource:
            owing = self.owing(resource)
            for depot, count in self.left(board, resource).items():
                units = min(owing, count)
                owing -= units
                if units:
                    taken.setdefault(depot, {})[resource] = taken.get(depot, {}).get(resource, 0) + units
        in_leaders = {resource: taken.get(depot, {}).get(resource, 0) for resource, depot in LEADER_DEPOTS.items()}
        rows = {number: noted(taken[row]) for row, number in NUMBER_OF_ROW.items() if row in taken}
        strongbox = noted(taken.get(Depot.STRONGBOX, {}))
        return {"warehouse": rows, "leader_depots": noted(in_leaders), "strongbox": strongbox}
