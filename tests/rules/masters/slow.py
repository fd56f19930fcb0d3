"""The rules once more, slowly and from the text alone: what is legal in a position.

Everything works on complete positions in the notation, at a moment when no action is under way. `legal` lists whole
actions, `allowed` judges one. Nothing here is clever: layouts are found by trying all of them, payments by trying every
split. What comes of an action is in `outcomes`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, TypeAlias

from .cards import (
    DEVELOPMENTS,
    LEADERS,
    RESOURCES,
    YIELDS,
    Amounts,
)

Json: TypeAlias = dict[str, Any]
Totals: TypeAlias = tuple[int, ...]

LINES = ("row 0", "row 1", "row 2", "column 0", "column 1", "column 2", "column 3")
DEPOTS = {"1": 1, "2": 2, "3": 3}
LEADER_DEPOT_SLOTS = 2


# Reading a position


def actor(position: Json) -> str:
    """Who decides: the first with dealt leaders, then the first with free resources, then whose turn it is."""
    for key in ("dealt", "pending_resources"):
        for letter, board in position["players"].items():
            if board.get(key):
                return str(letter)
    return str(position["current"])


def setting_up(position: Json) -> str:
    """What is still owed of the set-up, or nothing."""
    for key in ("dealt", "pending_resources"):
        if any(board.get(key) for board in position["players"].values()):
            return key
    return ""


def is_solo(position: Json) -> bool:
    return len(position["players"]) == 1


def leaders_in_play(board: Json, kind: str) -> list[int]:
    return sorted(number for number in board.get("played", []) if LEADERS[number].kind == kind)


def leader_resources(board: Json, kind: str) -> tuple[str, ...]:
    return tuple(LEADERS[number].resource for number in leaders_in_play(board, kind))


def layout_of(board: Json) -> Json:
    depots = board.get("warehouse", {})
    return {
        "warehouse": {depot: nonzero(depots.get(depot, {})) for depot in DEPOTS},
        "leader_depots": nonzero(board.get("leader_depots", {})),
    }


def contents(layout: Json) -> Counter[str]:
    found: Counter[str] = Counter()
    for amounts in (*layout.get("warehouse", {}).values(), layout.get("leader_depots", {})):
        found.update(amounts)
    return +found


def possessions(board: Json) -> Counter[str]:
    """All resources in depots, leader depots and strongbox."""
    return contents(layout_of(board)) + Counter(board.get("strongbox", {}))


def developments(board: Json) -> list[int]:
    return [card for slot in board["slots"] for card in slot]


def nonzero(amounts: Mapping[str, int]) -> Amounts:
    return {name: count for name, count in amounts.items() if count}


def totals(amounts: Mapping[str, int]) -> Totals:
    return tuple(amounts.get(name, 0) for name in RESOURCES)


# Layouts (§5)


def is_layout(layout: Json, extra: Iterable[str]) -> bool:
    """Whether the depot rules allow it, with leader depots for these resources."""
    types: list[str] = []
    for depot, amounts in layout.get("warehouse", {}).items():
        if depot not in DEPOTS or len(nonzero(amounts)) > 1 or sum(amounts.values()) > DEPOTS[depot]:
            return False
        types += nonzero(amounts)
    allowed_extra = set(extra)
    leaders = nonzero(layout.get("leader_depots", {}))
    return len(set(types)) == len(types) and all(
        name in allowed_extra and count <= LEADER_DEPOT_SLOTS for name, count in leaders.items()
    )


@cache
def layouts(extra: tuple[str, ...]) -> dict[Totals, list[Json]]:
    """Every legal layout with leader depots for these resources, by what it holds."""
    found: dict[Totals, list[Json]] = {}
    choices = [[{}, *({name: n} for name in RESOURCES for n in range(1, slots + 1))] for slots in DEPOTS.values()]
    for depots in product(*choices):
        for counts in product(range(LEADER_DEPOT_SLOTS + 1), repeat=len(extra)):
            layout = {
                "warehouse": dict(zip(DEPOTS, depots, strict=True)),
                "leader_depots": nonzero(dict(zip(extra, counts, strict=True))),
            }
            if is_layout(layout, extra):
                found.setdefault(totals(contents(layout)), []).append(layout)
    return found


# The market (§4.1)


def tray(position: Json) -> list[list[str]]:
    return [row.split() for row in position["market"]["rows"]]


def marbles(position: Json, line: str) -> list[str]:
    kind, index = line.split()
    rows = tray(position)
    return rows[int(index)] if kind == "row" else [row[int(index)] for row in rows]


def pushed(position: Json, line: str) -> Json:
    kind, index = line.split()
    rows, number = tray(position), int(index)
    old = marbles(position, line)
    new = [*old[1:], position["market"]["slide"]]
    if kind == "row":
        rows[number] = new
    else:
        for row, marble in zip(rows, new, strict=True):
            row[number] = marble
    return {"rows": [" ".join(row) for row in rows], "slide": old[0]}


def whites(position: Json, line: str) -> list[list[str] | None]:
    """The choices for the white marbles; None where there is nothing to choose (§7.3)."""
    resources = leader_resources(position["players"][actor(position)], "white_marble")
    count = marbles(position, line).count("W")
    if len(resources) < 2 or not count:
        return [None]
    return [list(choice) for choice in product(resources, repeat=count)]


def taken(position: Json, line: str, white: Sequence[str] | None) -> Counter[str]:
    """The resources that a line yields."""
    resources = leader_resources(position["players"][actor(position)], "white_marble")
    found = Counter(YIELDS[marble] for marble in marbles(position, line) if marble in YIELDS)
    if white is not None:
        found.update(white)
    elif len(resources) == 1:
        found[resources[0]] += marbles(position, line).count("W")
    return +found


def parts(amounts: Mapping[str, int]) -> Iterator[Amounts]:
    """Every part of these amounts, from nothing to all."""
    names = [name for name in RESOURCES if amounts.get(name)]
    for counts in product(*(range(amounts[name] + 1) for name in names)):
        yield nonzero(dict(zip(names, counts, strict=True)))


def takings(position: Json) -> Iterator[Json]:
    board = position["players"][actor(position)]
    extra = leader_resources(board, "extra_depot")
    stored = contents(layout_of(board))
    for line in LINES:
        for white in whites(position, line):
            got = taken(position, line, white)
            for discard in parts(got):
                rest = stored + got - Counter(discard)
                for store in layouts(extra).get(totals(rest), []):
                    action = {"do": "take_market", "line": line, "store": store, "discard": discard}
                    yield action | ({} if white is None else {"white": white})


# Paying (ruling 24)


def stores(board: Json, resource: str) -> list[tuple[str, int]]:
    """Where a resource lies and how many, in the order of the default payment."""
    layout = layout_of(board)
    found = [(depot, amounts[resource]) for depot, amounts in layout["warehouse"].items() if resource in amounts]
    found.append(("leader_depots", layout["leader_depots"].get(resource, 0)))
    found.append(("strongbox", board.get("strongbox", {}).get(resource, 0)))
    return [(store, count) for store, count in found if count]


def payments(board: Json, need: Mapping[str, int]) -> Iterator[Json]:
    """Every way to pay exactly this."""
    names = [name for name in RESOURCES if need.get(name)]
    ways: list[list[dict[str, int]]] = []
    for name in names:
        where = stores(board, name)
        splits = product(*(range(min(count, need[name]) + 1) for _, count in where))
        names_of_stores = [store for store, _ in where]
        ways.append([dict(zip(names_of_stores, split, strict=True)) for split in splits if sum(split) == need[name]])
    for chosen in product(*ways):
        pay: Json = {"warehouse": {}, "leader_depots": {}, "strongbox": {}}
        for name, split in zip(names, chosen, strict=True):
            for store, count in split.items():
                if count:
                    (pay["warehouse"].setdefault(store, {}) if store in DEPOTS else pay[store])[name] = count
        yield pay


def usual_payment(board: Json, need: Mapping[str, int]) -> Json:
    """Depots, then leader depots, then the strongbox."""
    pay: Json = {"warehouse": {}, "leader_depots": {}, "strongbox": {}}
    for name, count in need.items():
        owed = count
        for store, there in stores(board, name):
            paid = min(owed, there)
            owed -= paid
            if paid:
                (pay["warehouse"].setdefault(store, {}) if store in DEPOTS else pay[store])[name] = paid
    return pay


def paid_in_all(pay: Json) -> Counter[str]:
    return contents(pay) + Counter(pay.get("strongbox", {}))


def pays(board: Json, pay: Json | None, need: Mapping[str, int]) -> bool:
    """Whether this payment is exactly what is needed, and there."""
    if pay is None:
        return not Counter(need) - possessions(board)
    if paid_in_all(pay) != +Counter(need):
        return False
    layout = layout_of(board)
    wanted = [(amounts, layout["warehouse"].get(depot, {})) for depot, amounts in pay.get("warehouse", {}).items()]
    wanted.append((pay.get("leader_depots", {}), layout["leader_depots"]))
    wanted.append((pay.get("strongbox", {}), board.get("strongbox", {})))
    return all(not Counter(amounts) - Counter(there) for amounts, there in wanted)


# Buying (§4.2)


def price(board: Json, card: int) -> Amounts:
    cost = Counter(DEVELOPMENTS[card].cost)
    for number in leaders_in_play(board, "discount"):
        cost -= Counter({LEADERS[number].resource: 1})
    return dict(cost)


def tops(position: Json) -> list[int]:
    return [pile[0] for pile in position["grid"].values() if pile]


def purchases(position: Json) -> Iterator[Json]:
    board = position["players"][actor(position)]
    for card in tops(position):
        for slot, cards in enumerate(board["slots"], 1):
            if len(cards) == DEVELOPMENTS[card].level - 1:
                for pay in payments(board, price(board, card)):
                    yield {"do": "buy", "card": card, "slot": slot, "pay": pay}


# Production (§4.3)


def powers_of(board: Json) -> list[str]:
    top_cards = [f"dev:{slot[-1]}" for slot in board["slots"] if slot]
    return ["basic", *top_cards, *(f"leader:{number}" for number in leaders_in_play(board, "production"))]


def consumed(action: Json) -> Counter[str]:
    need: Counter[str] = Counter()
    for power in action["powers"]:
        kind, _, number = power.partition(":")
        if kind == "basic":
            need.update(action["basic"]["in"])
        elif kind == "dev":
            need.update(DEVELOPMENTS[int(number)].consumes)
        else:
            need[LEADERS[int(number)].resource] += 1
    return +need


def produced(action: Json) -> Counter[str]:
    """Resources and faith."""
    made: Counter[str] = Counter()
    for power in action["powers"]:
        kind, _, number = power.partition(":")
        if kind == "basic":
            made[action["basic"]["out"]] += 1
        elif kind == "dev":
            made.update(DEVELOPMENTS[int(number)].produces)
        else:
            made.update({action["leader_out"][number]: 1})
            made["faith"] += 1
    return made


def productions(position: Json) -> Iterator[Json]:
    board = position["players"][actor(position)]
    powers = powers_of(board)
    have = possessions(board)
    pairs = [nonzero(Counter(pair)) for pair in combinations_with_replacement(RESOURCES, 2)]
    for size in range(1, len(powers) + 1):
        for chosen in combinations(powers, size):
            leaders = [power.partition(":")[2] for power in chosen if power.startswith("leader")]
            basics: list[Json] = [{}]
            if "basic" in chosen:
                basics = [{"basic": {"in": pair, "out": into}} for pair in pairs for into in RESOURCES]
            for basic in basics:
                for outs in product(RESOURCES, repeat=len(leaders)):
                    action: Json = {"do": "produce", "powers": list(chosen)} | basic
                    if leaders:
                        action["leader_out"] = dict(zip(leaders, outs, strict=True))
                    need = consumed(action)
                    if not need - have:
                        for pay in payments(board, need):
                            yield action | {"pay": pay}


# Everything that may be done


def legal(position: Json) -> Iterator[Json]:
    """Every legal whole action; equal ones (such as orders of powers, or `pay` left out) are written in one way."""
    if position["over"]:
        return
    owed = setting_up(position)
    board = position["players"][actor(position)]
    if owed == "dealt":
        for pair in combinations(board["dealt"], 2):
            yield {"do": "keep_leaders", "cards": list(pair)}
        return
    stored = contents(layout_of(board))
    if owed:
        for chosen in combinations_with_replacement(RESOURCES, board["pending_resources"]):
            for store in layouts(()).get(totals(stored + Counter(chosen)), []):
                yield {"do": "initial_resources", "store": store}
        return
    for layout in layouts(leader_resources(board, "extra_depot"))[totals(stored)]:
        yield {"do": "rearrange", "to": layout}
    for card in board.get("hand", []):
        yield {"do": "discard_leader", "card": card}
        if meets(board, card):
            yield {"do": "play_leader", "card": card}
    if position["main_action_done"]:
        yield {"do": "end_turn"}
    else:
        yield from takings(position)
        yield from purchases(position)
        yield from productions(position)


def meets(board: Json, leader: int) -> bool:
    """Whether the requirement of a leader is met (§7)."""
    cards = [DEVELOPMENTS[number] for number in developments(board)]
    for count, colour, level in LEADERS[leader].cards:
        if sum(card.colour == colour and level in (None, card.level) for card in cards) < count:
            return False
    return not Counter(LEADERS[leader].resources) - possessions(board)


def allowed(position: Json, action: Json) -> bool:
    """Whether a well-formed action is legal; `legal` lists no others."""
    if position["over"]:
        return False
    board = position["players"][actor(position)]
    do, owed = action["do"], setting_up(position)
    stored = contents(layout_of(board))
    extra = leader_resources(board, "extra_depot")
    if owed == "dealt":
        cards = action.get("cards", [])
        return do == "keep_leaders" and len(cards) == 2 and len(set(cards) & set(board["dealt"])) == 2
    if owed:
        store = action.get("store", {})
        new = contents(store)
        return (
            do == "initial_resources"
            and is_layout(store, ())
            and not stored - new
            and (new - stored).total() == board["pending_resources"]
        )
    match do:
        case "rearrange":
            return is_layout(action["to"], extra) and contents(action["to"]) == stored
        case "play_leader":
            return action["card"] in board.get("hand", []) and meets(board, action["card"])
        case "discard_leader":
            return action["card"] in board.get("hand", [])
        case "end_turn":
            return bool(position["main_action_done"])
    if position["main_action_done"]:
        return False
    match do:
        case "take_market":
            return _may_take(position, board, action)
        case "buy":
            return _may_buy(position, board, action)
        case "produce":
            return _may_produce(board, action)
    return False


def _may_take(position: Json, board: Json, action: Json) -> bool:
    line, white = action["line"], action.get("white")
    if line not in LINES or white not in whites(position, line):
        return False
    got = taken(position, line, white)
    store = action.get("store", layout_of(board))
    discard: Counter[str] = Counter(action.get("discard", {}))
    return (
        is_layout(store, leader_resources(board, "extra_depot"))
        and not discard - got
        and contents(store) + discard == contents(layout_of(board)) + got
    )


def _may_buy(position: Json, board: Json, action: Json) -> bool:
    card, slot = action["card"], action["slot"]
    return (
        card in tops(position)
        and 1 <= slot <= 3
        and len(board["slots"][slot - 1]) == DEVELOPMENTS[card].level - 1
        and pays(board, action.get("pay"), price(board, card))
    )


def _may_produce(board: Json, action: Json) -> bool:
    powers = action["powers"]
    if not powers or len(set(powers)) < len(powers) or not set(powers) <= set(powers_of(board)):
        return False
    if "basic" in powers and sum(action["basic"]["in"].values()) != 2:
        return False
    return pays(board, action.get("pay"), consumed(action))
