"""Small decisions in the notation: one `choose` each, for whoever goes through an action step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.rules.notation import Reader, shown

from ..engine import const, purchase
from . import describing, names
from .actions import (
    ASKED,
    MOST_LISTED,
    POWER,
    Wanted,
    need_main_action,
    need_top,
    own_powers,
    pile_to_buy,
    slot_refused,
)
from .layouts import Payment, cannot_pay, illegal, not_there
from .refusals import Refusal, malformed, refuse

if TYPE_CHECKING:
    from ..engine.engine import Engine


class Choice(Wanted):
    """One small decision."""

    def __init__(self, reader: Reader) -> None:
        self.what = what = reader.choice("what", tuple(ASKING))
        options = VALUES.get(what)
        self.value: object
        if what in names.DEPOTS:
            counts = reader.counts("value", names.RESOURCES, MOST_LISTED)
            self.value = {name: count for name, count in zip(names.RESOURCES, counts, strict=True) if count}
        elif what == "power":
            self.value = reader.take("value")
            if not isinstance(self.value, str) or not POWER.fullmatch(self.value):
                raise malformed("value", f"{shown(self.value)} is not named like 'basic', 'dev:5' or 'leader:61'.")
        elif options is None:
            self.value = reader.any_integer("value")
        else:
            self.value = reader.choice("value", options)

    def in_the_middle(self, game: Engine) -> bool:
        """Whether this is what is asked now: for the resource being paid, for the depot being laid out."""
        if game.step == const.PAYING:
            return self.what == f"pay_{names.RESOURCES[game.paying]}"
        if game.step == const.FILLING:
            return self.what == names.DEPOTS[game.depot]
        return game.step in ASKING[self.what]

    def decisions(self, game: Engine) -> list[int]:
        if not self.in_the_middle(game):
            raise refuse(Refusal.WRONG_PHASE, asked=ASKED[game.step])
        wanted = describing.choice(self.what, self.value)
        for decision in game.legal_actions():
            if describing.described(game, decision) == wanted:
                return [decision]
        raise self._refused(game)

    def _refused(self, game: Engine) -> Exception:
        """Why the value is none of those that can be chosen now."""
        value = self.value
        if isinstance(value, int) and self.what == "card":
            return card_refused(game, value)
        if self.what in ("line", "production"):
            need_main_action(game)
            return refuse(Refusal.NO_POWER)
        if self.what == "keep":
            return refuse(Refusal.LEADER_NOT_IN_HAND, card=value)
        if self.what == "slot":
            return slot_refused(game.pile, f"slot {value}")
        if self.what == "white":
            return refuse(Refusal.WHITE_CHOICE_UNEXPECTED, problem=f"no leader turns it into a {value}")
        if self.what.startswith("pay_"):
            return not_there(1, game.paying, f"{value}, with what else is owed")
        if self.what == "power":
            return self._power_refused(game)
        if self.what == "powers":
            return refuse(Refusal.NO_POWER)
        if self.what == "basic_in":
            return cannot_pay(f"you have not enough for {value} here")
        return illegal("as things are it cannot be laid like that")

    def _power_refused(self, game: Engine) -> Exception:
        own = own_powers(game)
        power = str(self.value)
        if power not in own:
            return refuse(Refusal.POWER_UNKNOWN, power=power)
        if own[power] < game.next_power:
            return refuse(Refusal.POWER_TWICE, power=power)
        return cannot_pay(f"you have not enough for {power} with the powers you have named")


def card_refused(game: Engine, card: int) -> Exception:
    """Why a card cannot be bought, whatever the slot."""
    pile = pile_to_buy(game, card)
    need_top(game, card, pile)
    Payment(None).plan(game, [purchase.price(game, game.seat, card, resource) for resource in range(const.RESOURCES)])
    return slot_refused(pile, "any of your slots")


# What can be chosen at which step, and the values where they are words
ASKING: dict[str, tuple[int, ...]] = {
    "keep": (const.KEEPING,),
    "resource": (const.FREE_RESOURCE,),
    "place": (const.FREE_PLACE, const.PLACING),
    "line": (const.TURN,),
    "card": (const.TURN,),
    "production": (const.TURN,),
    "layout": (const.TURN, const.PLACING),
    "white": (const.CONVERTING,),
    **dict.fromkeys(names.DEPOTS, ()),  # asked for one by one, as are payments
    "slot": (const.CHOOSING_SLOT,),
    **{f"pay_{name}": () for name in names.RESOURCES},
    "power": (const.CHOOSING_POWERS,),
    "powers": (const.CHOOSING_POWERS,),
    "basic_in": (const.BASIC_FIRST, const.BASIC_SECOND),
    "basic_out": (const.BASIC_OUT,),
    "leader_out": (const.LEADER_OUT,),
}
VALUES: dict[str, tuple[str, ...]] = {
    "line": names.LINES,
    "production": ("start",),
    "layout": ("start",),
    "place": names.PLACES,
    "powers": ("done",),
    **{f"pay_{name}": names.SOURCES for name in names.RESOURCES},
    **dict.fromkeys(("resource", "white", "basic_in", "basic_out", "leader_out"), names.RESOURCES),
}
