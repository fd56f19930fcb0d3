"""Small decisions in the notation, and what is known of an action in the middle of it.

A decision that is only a part of an action is `{"do": "choose", "what": ..., "value": ...}`:

| what | value |
|---|---|
| `keep` | a dealt leader |
| `resource` | a free resource |
| `line` | `row 0` to `row 2`, `column 0` to `column 3` |
| `white` | the resource that the next white marble becomes |
| `place` | where the next resource goes: `depot_1`, `depot_2`, `depot_3`, `leader_depot`, `discard` |
| `layout` | `start` to rearrange |
| `depot_3`, `depot_2`, `depot_1` | what the depot holds: `{}` or `{resource: n}` |
| `card`, `slot` | the card to buy, its slot 1 to 3 |
| `production` | `start` to produce |
| `power` | `basic`, `dev:<card>`, `leader:<card>` |
| `powers` | `done` when all are named |
| `basic_in` (twice), `basic_out`, `leader_out` | a resource |
| `pay_coin`, `pay_stone`, `pay_servant`, `pay_shield` | a unit's source: `warehouse`, `leader_depots`, `strongbox` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.rules.contract import SEAT_LETTERS, Json
from ludoteca.rules.notation import sparse

from ..engine import const, piles, production
from . import names

if TYPE_CHECKING:
    from ..engine.engine import Engine


def describe(game: Engine, action: int) -> Json:
    """A legal decision in the notation."""
    return {**described(game, action), "by": SEAT_LETTERS[game.seat]}


def for_others(game: Engine, action: int) -> Json:
    """The same without what the deciding seat alone may know: which leaders it holds (§11, [RULING 26])."""
    said = describe(game, action)
    if action < const.TAKE_LINE:
        del said["value"]
    elif const.PLAY_LEADER <= action < const.ARRANGE:
        del said["card"]
    return said


def described(game: Engine, action: int) -> Json:
    """A decision without its actor."""
    if action < const.TAKE_LINE:
        return choice("keep", game.dealt[game.seat][action - const.KEEP])
    if action < const.BUY:
        return choice("line", names.LINES[action - const.TAKE_LINE])
    if action < const.PRODUCE:
        return choice("card", piles.top(game, action - const.BUY))
    if action == const.PRODUCE:
        return choice("production", "start")
    if action < const.DISCARD_LEADER:
        return {"do": "play_leader", "card": game.hand[game.seat][action - const.PLAY_LEADER]}
    if action < const.ARRANGE:
        return {"do": "discard_leader", "card": game.hand[game.seat][action - const.DISCARD_LEADER]}
    if action == const.ARRANGE:
        return choice("layout", "start")
    if action == const.END_TURN:
        return {"do": "end_turn"}
    return described_choice(game, action)


def described_choice(game: Engine, action: int) -> Json:
    """A decision in the middle of an action, or about a free resource."""
    if action < const.PLACE:
        return choice(resource_asked(game), names.RESOURCES[action - const.CHOOSE_RESOURCE])
    if action < const.DISCARD:
        return choice("place", names.PLACES[min(action - const.PLACE, const.DEPOTS)])
    if action == const.DISCARD:
        return choice("place", "discard")
    if action < const.PAY_FROM:
        return choice("slot", action - const.CHOOSE_SLOT + 1)
    if action < const.POWER:
        return choice(f"pay_{names.RESOURCES[game.paying]}", names.SOURCES[action - const.PAY_FROM])
    if action < const.POWERS_DONE:
        return choice("power", power_name(game, action - const.POWER))
    if action == const.POWERS_DONE:
        return choice("powers", "done")
    return choice(names.DEPOTS[game.depot], content(action - const.FILL))


def choice(what: str, value: object) -> Json:
    return {"do": "choose", "what": what, "value": value}


RESOURCE_ASKED = {
    const.FREE_RESOURCE: "resource",
    const.CONVERTING: "white",
    const.BASIC_FIRST: "basic_in",
    const.BASIC_SECOND: "basic_in",
    const.BASIC_OUT: "basic_out",
    const.LEADER_OUT: "leader_out",
}


def resource_asked(game: Engine) -> str:
    return RESOURCE_ASKED[game.step]


def power_name(game: Engine, power: int) -> str:
    if power == const.BASIC:
        return "basic"
    kind = "dev" if power < const.FIRST_LEADER_POWER else "leader"
    return f"{kind}:{production.card_of(game, game.seat, power)}"


def content(fill: int) -> dict[str, int]:
    """What a FILL lays into a depot."""
    if fill == 0:
        return {}
    resource, more = divmod(fill - 1, const.DEPOTS)
    return {names.RESOURCES[resource]: more + 1}


# An action in the middle of it


def decisions_so_far(game: Engine) -> list[int]:
    return game.decisions[: game.made]


def unfinished(game: Engine) -> Json:
    """What is known of the action under way."""
    first = game.decisions[0]
    if first < const.TAKE_LINE:
        return {"do": "keep_leaders", "cards": [game.dealt[game.seat][game.kept]]}
    if first < const.BUY:
        return taking(game)
    if first < const.PRODUCE:
        return buying(game)
    if first == const.PRODUCE:
        return producing(game)
    if first == const.ARRANGE:
        return {"do": "rearrange", "to": laid_out(game)}
    return {"do": "initial_resources", "resource": names.RESOURCES[game.free_resource]}


def taking(game: Engine) -> Json:
    """`to_place` are the resources, or white marbles to convert, that have no place yet."""
    taken = [names.RESOURCES[code] if code < const.RESOURCES else "white" for code in game.taken[: game.taken_count]]
    known: Json = {"do": "take_market", "line": names.LINES[game.line], "to_place": taken[game.place :]}
    known["discard"] = discarded_so_far(game)
    if game.step == const.FILLING:
        known["store"] = laid_out(game)
    return known


def discarded_so_far(game: Engine) -> dict[str, int]:
    placing = [action for action in decisions_so_far(game) if const.PLACE <= action <= const.DISCARD]
    counts = [0] * const.RESOURCES
    for code, action in zip(game.taken, placing, strict=False):
        counts[code] += action == const.DISCARD
    return sparse(names.RESOURCES, counts)


def laid_out(game: Engine) -> Json:
    """The depots that are laid out so far."""
    depots = range(game.depot + 1, const.DEPOTS)
    return {"warehouse": {names.DEPOT_NUMBERS[depot]: held(game, depot) for depot in depots}}


def held(game: Engine, depot: int) -> dict[str, int]:
    return {names.RESOURCES[game.layout_kind[depot]]: game.layout_held[depot]} if game.layout_held[depot] else {}


def buying(game: Engine) -> Json:
    known: Json = {"do": "buy", "card": piles.top(game, game.pile)}
    if game.step == const.PAYING:
        known |= {"slot": game.slot + 1, "pay": paid_so_far(game)}
    return known


def producing(game: Engine) -> Json:
    powers = [power for power in range(const.POWERS) if game.powers >> power & 1]
    known: Json = {"do": "produce", "powers": [power_name(game, power) for power in powers]}
    if const.BASIC in powers:
        known["basic"] = basic_so_far(game)
    leaders = [power - const.FIRST_LEADER_POWER for power in powers if power >= const.FIRST_LEADER_POWER]
    if game.step == const.LEADER_OUT:
        leaders.pop()
    if leaders:
        out = {game.power_leader[game.seat][i]: names.RESOURCES[game.leader_out[i]] for i in leaders}
        known["leader_out"] = {str(leader): resource for leader, resource in out.items()}
    if game.step == const.PAYING:
        known["pay"] = paid_so_far(game)
    return known


def basic_so_far(game: Engine) -> Json:
    chosen = {const.BASIC_FIRST: 0, const.BASIC_SECOND: 1, const.BASIC_OUT: 2}.get(game.step, const.BASIC_CHOICES)
    counts = [game.basic[: min(chosen, 2)].count(resource) for resource in range(const.RESOURCES)]
    known: Json = {"in": sparse(names.RESOURCES, counts)}
    if chosen == const.BASIC_CHOICES:
        known["out"] = names.RESOURCES[game.basic[2]]
    return known


def paid_so_far(game: Engine) -> Json:
    """By source; a resource lies in one depot of the warehouse only."""
    return {
        source: sparse(names.RESOURCES, [game.paid[resource][place] for resource in range(const.RESOURCES)])
        for place, source in enumerate(names.SOURCES)
    }
