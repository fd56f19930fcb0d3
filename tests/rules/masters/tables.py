"""Tables to look at: positions in the middle of a game, made by chance, richer than random play brings about."""

from collections.abc import Sequence
from random import Random

from . import slow
from .cards import (
    COLOURS,
    DEVELOPMENTS,
    LAST_SPACE,
    LEADERS,
    LEVELS,
    MARBLES,
    PILES,
    RESOURCES,
    SECTIONS,
    SHUFFLE_TOKEN,
    TOKENS,
    pile,
)
from .slow import Json


def by_chance(chance: Random, players: int) -> Json:
    """A running game between two actions of somebody's turn."""
    letters = "ABCD"[:players]
    marbles = list("".join(marble * count for marble, count in MARBLES.items()))
    chance.shuffle(marbles)
    rows = [" ".join(marbles[start : start + 4]) for start in (0, 4, 8)]
    piles = {name: chance.sample(pile(name), 4) for name in PILES}
    leaders = chance.sample(list(LEADERS), 4 * players)
    boards = {letter: _board(chance, piles, leaders[4 * seat : 4 * seat + 4]) for seat, letter in enumerate(letters)}
    position: Json = {
        "game": "masters",
        "seed": chance.getrandbits(32),
        "players": boards,
        "market": {"rows": rows, "slide": marbles[-1]},
        "current": chance.choice(letters),
        "main_action_done": chance.random() < 0.25,
        "last_round": players > 1 and chance.random() < 0.2,
    }
    cross = 0
    if players == 1:
        cross = chance.choice([0, chance.randrange(LAST_SPACE), 22, 23])
        # The token that shuffles is always among those that are left (§10.2).
        used = chance.randrange(len(TOKENS))
        stack = [SHUFFLE_TOKEN, *chance.sample(TOKENS[:-1], len(TOKENS) - 1 - used)]
        chance.shuffle(stack)
        position["lorenzo"] = {"cross": cross, "stack": stack}
        for colour in COLOURS:
            _thin_out(chance, colour, piles)
    _turn_tiles(chance, list(boards.values()), cross)
    return position | {"grid": piles}


def _board(chance: Random, piles: dict[str, list[int]], dealt: Sequence[int]) -> Json:
    board: Json = {
        "faith": chance.choice([0, chance.randrange(LAST_SPACE), 7, 15, 22, 23]),
        "slots": _slots(chance, piles),
    }
    if chance.random() < 0.7:
        board["strongbox"] = slow.nonzero({name: chance.choice([0, 0, 1, 2, 5]) for name in RESOURCES})
    # Leaders that can be played now are rare enough: one of them stays in hand where there is one.
    leaders = sorted(dealt, key=lambda leader: not slow.meets(board, leader))
    left = chance.choice([0, 1, 2, 2])
    in_play = min(left, chance.choice([0, 1, 1, 2]))
    board |= {"hand": leaders[: left - in_play], "played": leaders[left - in_play : left], "gone": leaders[left:]}
    extra = slow.leader_resources(board, "extra_depot")
    return board | chance.choice(chance.choice(list(slow.layouts(extra).values())))


def _slots(chance: Random, piles: dict[str, list[int]]) -> list[list[int]]:
    slots: list[list[int]] = [[], [], []]
    for _ in range(chance.choice([0, 1, 2, 3, 4, 6])):
        slot = chance.choice(slots)
        open_piles = [f"{colour}{len(slot) + 1}" for colour in COLOURS if piles.get(f"{colour}{len(slot) + 1}")]
        if open_piles:
            slot.append(piles[chance.choice(open_piles)].pop(0))
    return slots


def _thin_out(chance: Random, colour: str, piles: dict[str, list[int]]) -> None:
    """Lorenzo's discards: some cards of a colour, lowest level first, and never all of them."""
    left = sum(len(piles[f"{colour}{level}"]) for level in LEVELS)
    for _ in range(chance.choice([0, chance.randrange(left), left - chance.randint(1, min(3, left))])):
        next(piles[f"{colour}{level}"] for level in LEVELS if piles[f"{colour}{level}"]).pop(0)


def _turn_tiles(chance: Random, boards: list[Json], cross: int) -> None:
    """Sections that somebody has passed were reported: the first there has his tile, others may have been late."""
    for board in boards:
        board["tiles"] = ["down"] * len(SECTIONS)
    for section, (first, pope, _) in enumerate(SECTIONS):
        furthest = max(boards, key=lambda board: int(board["faith"]))
        if max(furthest["faith"], cross) >= pope:
            for board in boards:
                on_time = board["faith"] >= first and (board is furthest or chance.random() < 0.7)
                board["tiles"][section] = "up" if on_time else "gone"


def imagined(chance: Random, position: Json) -> Json:
    """A well-formed action that may or may not be legal."""
    kinds = [_take, _take, _buy, _buy, _produce, _produce, _leader, _rearrange, _end_turn, _keep, _initial]
    if slow.setting_up(position) and chance.random() < 0.7:
        kinds = [_keep, _initial]
    return chance.choice(kinds)(chance, position)


def _take(chance: Random, position: Json) -> Json:
    board = position["players"][slow.actor(position)]
    line = chance.choice([*slow.LINES * 3, "row 3", "column 4"])
    action: Json = {"do": "take_market", "line": line}
    if line not in slow.LINES:
        return action
    white = chance.choice(slow.whites(position, line))
    got = slow.taken(position, line, white)
    if chance.random() < 0.15:
        white = [chance.choice(RESOURCES) for _ in range(chance.randint(1, 3))]
    if white is not None:
        action["white"] = white
    discard = chance.choice(list(slow.parts(got)))
    if chance.random() < 0.15:
        discard = {chance.choice(RESOURCES): chance.randint(1, 2)}
    if discard or chance.random() < 0.5:
        action["discard"] = discard
    wanted = slow.contents(slow.layout_of(board)) + got
    wanted.subtract(discard)
    if chance.random() < 0.8:
        action["store"] = _layout(chance, board, slow.nonzero(wanted))
    return action


def _layout(chance: Random, board: Json, wanted: dict[str, int]) -> Json:
    """A layout of these resources, legal or nearly so."""
    extra = slow.leader_resources(board, "extra_depot")
    fitting = slow.layouts(extra).get(slow.totals(wanted), [])
    if fitting and chance.random() < 0.6:
        return chance.choice(fitting)
    layout: Json = {"warehouse": {"1": {}, "2": {}, "3": {}}, "leader_depots": {}}
    places = [*layout["warehouse"].values(), layout["leader_depots"]]
    for name, count in wanted.items():
        place = chance.choice(places)
        split = chance.randint(0, max(count, 0))
        for target, share in ((place, count - split), (chance.choice(places), split)):
            if share > 0:
                target[name] = target.get(name, 0) + share
    if chance.random() < 0.2:
        chance.choice(places)[chance.choice(RESOURCES)] = chance.randint(1, 3)
    return layout


def _payment(chance: Random, board: Json, need: dict[str, int]) -> Json:
    """A payment of what is needed, right or nearly so."""
    pay = chance.choice(list(slow.payments(board, need)) or [slow.usual_payment(board, need)])
    pay = {"warehouse": {depot: dict(amounts) for depot, amounts in pay["warehouse"].items()}} | {
        store: dict(pay[store]) for store in ("leader_depots", "strongbox")
    }
    places = [*pay["warehouse"].values(), pay["leader_depots"], pay["strongbox"]]
    name = chance.choice(RESOURCES)
    match chance.randrange(6):
        case 0:
            chance.choice(places)[name] = chance.randint(1, 3)
        case 1:
            chance.choice(places).pop(name, None)
        case 2:
            pay["warehouse"][chance.choice("123")] = {name: 1}
        case _:
            pass
    return pay


def _buy(chance: Random, position: Json) -> Json:
    board = position["players"][slow.actor(position)]
    card = chance.choice([*slow.tops(position) * 3, *DEVELOPMENTS, 0, 49, 66])
    action: Json = {"do": "buy", "card": card, "slot": chance.choice([1, 1, 2, 2, 3, 3, 0, 4])}
    if card in DEVELOPMENTS and chance.random() < 0.6:
        action["pay"] = _payment(chance, board, slow.price(board, card))
    return action


def _produce(chance: Random, position: Json) -> Json:
    board = position["players"][slow.actor(position)]
    powers = slow.powers_of(board)
    chosen = chance.sample(powers, chance.randint(0, len(powers)))
    if chance.random() < 0.3:
        foreign = [f"dev:{chance.choice(list(DEVELOPMENTS))}", f"leader:{chance.choice(list(LEADERS))}"]
        chosen.insert(chance.randint(0, len(chosen)), chance.choice([*foreign, *powers]))
    action: Json = {"do": "produce", "powers": chosen}
    if "basic" in chosen:
        count = chance.choice([2, 2, 2, 2, 1, 3])
        pair = [chance.choice(RESOURCES) for _ in range(count)]
        action["basic"] = {"in": {name: pair.count(name) for name in pair}, "out": chance.choice(RESOURCES)}
    leaders = {power.partition(":")[2] for power in chosen if power.startswith("leader")}
    if leaders:
        action["leader_out"] = {number: chance.choice(RESOURCES) for number in sorted(leaders)}
    if chance.random() < 0.6:
        action["pay"] = _payment(chance, board, dict(slow.consumed(action)))
    return action


def _leader(chance: Random, position: Json) -> Json:
    board = position["players"][slow.actor(position)]
    own = [*board.get("hand", []), *board.get("played", [])]
    card = chance.choice([*own * 6, *LEADERS, 48, 65])
    return {"do": chance.choice(["play_leader", "discard_leader"]), "card": card}


def _rearrange(chance: Random, position: Json) -> Json:
    board = position["players"][slow.actor(position)]
    return {"do": "rearrange", "to": _layout(chance, board, dict(slow.contents(slow.layout_of(board))))}


def _end_turn(chance: Random, position: Json) -> Json:
    return {"do": "end_turn"}


def _keep(chance: Random, position: Json) -> Json:
    board = position["players"][slow.actor(position)]
    cards = [*board.get("dealt", []) * 8, *LEADERS]
    return {"do": "keep_leaders", "cards": [chance.choice(cards) for _ in range(chance.choice([2, 2, 2, 1, 3]))]}


def _initial(chance: Random, position: Json) -> Json:
    board = position["players"][slow.actor(position)]
    wanted = dict(slow.contents(slow.layout_of(board)))
    for _ in range(chance.choice([1, 1, 2, 2, 3])):
        name = chance.choice(RESOURCES)
        wanted[name] = wanted.get(name, 0) + 1
    return {"do": "initial_resources", "store": _layout(chance, board, wanted)}
