"""Whole actions of Masters of Renaissance in the notation, made of small decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ludoteca.rules import masters
from ludoteca.rules.contract import SEAT_LETTERS, Json
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.notation import events, names
from ludoteca.rules.notation import sparse

CHOICE_NEEDS = 2  # white-marble leaders in play


def complete(before: masters.Game, now: masters.Game) -> bool:
    """All free resources of a player are one action."""
    if now.core.made or now.over:
        return now.over
    choosing = before.core.step == now.core.step == const.FREE_RESOURCE
    return not (choosing and before.seat == now.seat)


def whole(game: masters.Game, decisions: Sequence[int]) -> Json:
    """The action that these decisions are, from the first to the last; in the middle of one, the next decision."""
    first = decisions[0]
    by = {"by": SEAT_LETTERS[game.seat]}
    if game.core.made:
        return game.describe(first)
    after, happened = game.after(decisions)
    if first < const.TAKE_LINE:
        kept = [card for event in happened if isinstance(event, events.LeadersKept) for card in cards_in(event.kept)]
        return {"do": "keep_leaders", "cards": kept, **by}
    if first < const.BUY:
        return {**taking(game, after, decisions, happened), **by}
    if first < const.PRODUCE:
        bought = next(event for event in happened if isinstance(event, events.CardBought))
        return {"do": "buy", "card": bought.card, "slot": bought.slot, "pay": paid(happened), **by}
    if first == const.PRODUCE:
        return {**producing(happened), **by}
    if first == const.ARRANGE:
        return {"do": "rearrange", "to": laid_out(after, game.seat), **by}
    if const.CHOOSE_RESOURCE <= first < const.PLACE:
        return {"do": "initial_resources", "store": laid_out(after, game.seat), **by}
    return game.describe(first)


def cards_in(kept: tuple[int, ...] | int) -> tuple[int, ...]:
    assert not isinstance(kept, int)  # the events of a game itself hide nothing
    return kept


def taking(game: masters.Game, after: masters.Game, decisions: Sequence[int], happened: Iterable[Any]) -> Json:
    action: Json = {"do": "take_market", "line": names.LINES[decisions[0] - const.TAKE_LINE]}
    action["store"] = laid_out(after, game.seat)
    discarded = Counter(event.resource for event in happened if isinstance(event, events.ResourceDiscarded))
    if discarded:
        action["discard"] = sparse(names.RESOURCES, [discarded[name] for name in names.RESOURCES])
    chosen = [event.resource for event in happened if isinstance(event, events.MarbleConverted)]
    if chosen and game.core.white_count[game.seat] >= CHOICE_NEEDS:
        action["white"] = chosen
    return action


def laid_out(game: masters.Game, seat: int) -> Json:
    board = game.position()["players"][SEAT_LETTERS[seat]]
    return {"warehouse": board["warehouse"], "leader_depots": board["leader_depots"]}


def paid(happened: Iterable[Any]) -> Json:
    """What was paid from where, without what nothing was taken from."""
    pay: dict[str, Any] = {}
    for event in happened:
        if isinstance(event, events.Paid):
            if event.warehouse:
                pay.setdefault("warehouse", {})[str(event.depot)] = {event.resource: event.warehouse}
            if event.leader_depots:
                pay.setdefault("leader_depots", {})[event.resource] = event.leader_depots
            if event.strongbox:
                pay.setdefault("strongbox", {})[event.resource] = event.strongbox
    return pay


def producing(happened: Sequence[Any]) -> Json:
    action: Json = {"do": "produce", "powers": []}
    for event in happened:
        if not isinstance(event, events.PowerUsed):
            continue
        if event.card is None:
            action["powers"].append("basic")
            action["basic"] = {"in": dict(Counter(event.consumed)), "out": event.chosen}
        elif event.card < const.FIRST_LEADER:
            action["powers"].append(f"dev:{event.card}")
        else:
            action["powers"].append(f"leader:{event.card}")
            action.setdefault("leader_out", {})[str(event.card)] = event.chosen
    return {**action, "pay": paid(happened)}
