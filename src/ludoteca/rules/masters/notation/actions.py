"""A person's whole actions in the notation: read, compared with the game, turned into small decisions.

The decisions are found by making them on a trial game, which asks only where there is a choice.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ludoteca.rules.notation import Reader, shown

from ..engine import const, leaders, market, piles, production, purchase
from . import describing, names
from .layouts import Layout, Payment, arrange, illegal, pay
from .refusals import Refusal, malformed, refuse

if TYPE_CHECKING:
    from ..engine.engine import Engine

ASKED = {
    const.KEEPING: "keep two of your leaders",
    const.FREE_RESOURCE: "choose your free resources",
    const.FREE_PLACE: "say where the free resource goes",
    const.TURN: "it is a player's turn",
    const.CONVERTING: "say what the white marble becomes",
    const.PLACING: "place or discard what you took",
    const.FILLING: "say what the next depot holds",
    const.CHOOSING_SLOT: "choose a slot for the card",
    const.PAYING: "say where the payment comes from",
    const.CHOOSING_POWERS: "choose the powers to produce with",
    const.BASIC_FIRST: "choose what the basic power takes",
    const.BASIC_SECOND: "choose what the basic power takes",
    const.BASIC_OUT: "choose what the basic power gives",
    const.LEADER_OUT: "choose what the leader gives",
}
LINE = re.compile(r"(row|column) (0|[1-9]\d*)", re.ASCII)
POWER = re.compile(r"basic|(dev|leader):(0|[1-9]\d{0,3})", re.ASCII)
PRODUCING = (
    const.CHOOSING_POWERS,
    const.BASIC_FIRST,
    const.BASIC_SECOND,
    const.BASIC_OUT,
    const.LEADER_OUT,
)
MOST_LISTED = 99
MOST_NUMBER = 9999  # that a card could have


def need_step(game: Engine, step: int) -> None:
    if game.step != step:
        raise refuse(Refusal.WRONG_PHASE, asked=ASKED[game.step])


def need_main_action(game: Engine) -> None:
    need_step(game, const.TURN)
    if game.main_done:
        raise refuse(Refusal.MAIN_ACTION_DONE)


class Wanted(ABC):
    """An action as somebody wants it, read but not yet compared with the game."""

    def in_the_middle(self, game: Engine) -> bool:
        """Whether it can be done in the middle of an action."""
        return False

    @abstractmethod
    def decisions(self, game: Engine) -> list[int]:
        """The small decisions it is made of, or a refusal."""


class KeepLeaders(Wanted):
    def __init__(self, reader: Reader) -> None:
        self.cards = [reader.as_integer("cards", card, 0, MOST_NUMBER) for card in reader.items("cards", MOST_LISTED)]

    def decisions(self, game: Engine) -> list[int]:
        need_step(game, const.KEEPING)
        dealt = game.dealt[game.seat]
        for card in self.cards:
            if card not in dealt:
                raise refuse(Refusal.LEADER_NOT_IN_HAND, card=card)
        if len(self.cards) != const.LEADERS_KEPT or self.cards[0] == self.cards[1]:
            raise refuse(Refusal.KEEP_TWO, count=len(set(self.cards)))
        return [const.KEEP + place for place in sorted(map(dealt.index, self.cards))]


class InitialResources(Wanted):
    def __init__(self, reader: Reader) -> None:
        store = reader.inner("store")
        self.layout = Layout.read(store)
        store.finish()

    def decisions(self, game: Engine) -> list[int]:
        need_step(game, const.FREE_RESOURCE)
        present = Layout.of(game)
        more = sum(map(self.layout.count, range(const.RESOURCES))) - sum(game.stored[game.seat])
        if more != game.pending[game.seat]:
            raise refuse(Refusal.WRONG_RESOURCES, resource="free resources", given=more, need=game.pending[game.seat])
        self.layout.check(game, [self.layout.count(resource) for resource in range(const.RESOURCES)])
        if not self.layout.holds(present):
            raise illegal("what lies there stays where it is")
        trial = game.clone()
        decisions: list[int] = []
        for resource in range(const.RESOURCES):
            for _ in range(self.layout.count(resource) - present.count(resource)):
                decisions.append(const.CHOOSE_RESOURCE + resource)
                decisions.append(self.layout.place_missing(Layout.of(trial), trial, resource))
                for decision in decisions[-2:]:
                    trial.apply(decision)
        return decisions


class TakeMarket(Wanted):
    def __init__(self, reader: Reader) -> None:
        line = reader.take("line")
        match = LINE.fullmatch(line) if isinstance(line, str) else None
        if match is None:
            raise malformed("line", f"{shown(line)} is not named like 'row 0' or 'column 3'.")
        self.line = match[0]
        self.layout: Layout | None = None
        if reader.has("store"):
            store = reader.inner("store")
            self.layout = Layout.read(store)
            store.finish()
        self.discard = reader.counts("discard", names.RESOURCES, MOST_LISTED, {})
        self.white: list[int] | None = None
        if reader.has("white"):
            chosen = reader.choices("white", names.RESOURCES, MOST_LISTED)
            self.white = [names.RESOURCES.index(name) for name in chosen]

    def decisions(self, game: Engine) -> list[int]:
        need_main_action(game)
        if self.line not in names.LINES:
            raise refuse(Refusal.NO_SUCH_LINE, line=self.line)
        trial = game.clone()
        line = names.LINES.index(self.line)
        market.read(trial, line)
        taken = trial.taken[: trial.taken_count]
        white = self._white_choices(game, taken.count(const.WHITE))
        choices = iter(white)
        taken = [next(choices) if marble == const.WHITE else marble for marble in taken]
        layout = self._layout(game, taken)
        take = [const.TAKE_LINE + line, *(const.CHOOSE_RESOURCE + resource for resource in white)]
        stored = layout.part(game.stored[game.seat])
        must_move = not layout.holds(Layout.of(game))
        if not taken:  # the line completes the action: what is stored is moved before
            return [*(arrange(trial, layout) if must_move else []), *take]
        for decision in take:
            trial.apply(decision)
        moves = arrange(trial, stored) if must_move else []
        return take + moves + self._places(trial, layout, taken)

    def _white_choices(self, game: Engine, whites: int) -> list[int]:
        """[RULING 8]"""
        given = self.white or []
        leaders_in_play = game.white_count[game.seat]
        if leaders_in_play < 2 and self.white is not None:
            problem = f"you have {leaders_in_play} white-marble leaders in play, a choice needs two"
            raise refuse(Refusal.WHITE_CHOICE_UNEXPECTED, problem=problem)
        if len(given) < whites:
            raise refuse(Refusal.WHITE_CHOICE_MISSING, whites=whites)
        if len(given) > whites:
            raise refuse(Refusal.WHITE_CHOICE_UNEXPECTED, problem=f"there are {whites} white marbles in the line")
        for resource in given:
            if resource not in game.white[game.seat]:
                problem = f"no leader turns it into a {names.RESOURCES[resource]}"
                raise refuse(Refusal.WHITE_CHOICE_UNEXPECTED, problem=problem)
        return given

    def _layout(self, game: Engine, taken: list[int]) -> Layout:
        """The storage wanted, which holds what was stored and what is taken less what is discarded."""
        layout = self.layout or Layout.of(game)
        needed = []
        for resource, name in enumerate(names.RESOURCES):
            count = self.discard[resource]
            most = taken.count(resource)
            if count > most:
                raise refuse(Refusal.NO_DISCARD_OF_STORED, count=count, resource=name, most=most)
            needed.append(game.stored[game.seat][resource] + most - count)
        layout.check(game, needed)
        return layout

    def _places(self, trial: Engine, layout: Layout, taken: list[int]) -> list[int]:
        decisions: list[int] = []
        for resource in taken:
            if layout.count(resource) > trial.stored[trial.seat][resource]:
                decisions.append(layout.place_missing(Layout.of(trial), trial, resource))
            else:
                decisions.append(const.DISCARD)
            trial.apply(decisions[-1])
        return decisions


class Rearrange(Wanted):
    def __init__(self, reader: Reader) -> None:
        to = reader.inner("to")
        self.layout = Layout.read(to)
        to.finish()

    def in_the_middle(self, game: Engine) -> bool:
        """While placing too [RULING 6]."""
        return game.step == const.PLACING

    def decisions(self, game: Engine) -> list[int]:
        if game.step != const.PLACING:
            need_step(game, const.TURN)
        self.layout.check(game, game.stored[game.seat])
        return arrange(game.clone(), self.layout)


class Buy(Wanted):
    def __init__(self, reader: Reader) -> None:
        self.card = reader.any_integer("card")
        self.slot = reader.any_integer("slot")
        self.payment = Payment.read(reader)

    def decisions(self, game: Engine) -> list[int]:
        pile = pile_to_buy(game, self.card)
        if not 1 <= self.slot <= const.SLOTS:
            raise refuse(Refusal.NO_SUCH_SLOT, slot=self.slot)
        need_top(game, self.card, pile)
        if not purchase.fits(game, game.seat, pile, self.slot - 1):
            raise slot_refused(pile, f"slot {self.slot}")
        owed = [purchase.price(game, game.seat, self.card, resource) for resource in range(const.RESOURCES)]
        plan = self.payment.plan(game, owed)
        trial = game.clone()
        decisions = [const.BUY + pile]
        trial.apply(decisions[0])
        if trial.step == const.CHOOSING_SLOT:
            decisions.append(const.CHOOSE_SLOT + self.slot - 1)
            trial.apply(decisions[-1])
        return decisions + pay(trial, plan)


def pile_to_buy(game: Engine, card: int) -> int:
    need_main_action(game)
    if not 1 <= card <= const.DEVELOPMENT_CARDS:
        raise refuse(Refusal.NO_SUCH_CARD, card=card, first=1, last=const.DEVELOPMENT_CARDS)
    return game.cards.pile[card - 1]


def slot_refused(pile: int, place: str) -> Exception:
    return refuse(Refusal.SLOT_DOES_NOT_FIT, level=pile % const.LEVELS + 1, place=place)


def need_top(game: Engine, card: int, pile: int) -> None:
    if piles.top(game, pile) != card:
        raise refuse(Refusal.CARD_NOT_ON_TOP, card=card)
    if game.card_count[game.seat] >= const.MOST_CARDS:
        raise refuse(Refusal.SEVEN_CARDS)


class Produce(Wanted):
    def __init__(self, reader: Reader) -> None:
        self.powers: list[str] = []
        for power in reader.items("powers", MOST_LISTED):
            if not isinstance(power, str) or not POWER.fullmatch(power):
                raise malformed("powers", f"{shown(power)} is not named like 'basic', 'dev:5' or 'leader:61'.")
            self.powers.append(power)
        self.inputs, self.out = [0] * const.RESOURCES, const.NOBODY
        if "basic" in self.powers:
            basic = reader.inner("basic")
            self.inputs = basic.counts("in", names.RESOURCES, MOST_LISTED)
            self.out = names.RESOURCES.index(basic.choice("out", names.RESOURCES))
            basic.finish()
            if sum(self.inputs) != 2:
                raise malformed("basic.in", f"the basic power takes two resources, not {sum(self.inputs)}.")
        self.leader_out = self._leader_out(reader)
        self.payment = Payment.read(reader)

    def _leader_out(self, reader: Reader) -> dict[int, int]:
        outs = {
            leader: names.RESOURCES.index(reader.as_choice(f"leader_out.{leader}", name, names.RESOURCES))
            for leader, name in reader.numbered("leader_out", 0, MOST_NUMBER).items()
        }
        named = {int(power.removeprefix("leader:")) for power in self.powers if power.startswith("leader:")}
        if set(outs) != named:
            raise malformed("leader_out", "says what each leader gives whose power is used, and nothing else.")
        return outs

    def decisions(self, game: Engine) -> list[int]:
        need_main_action(game)
        if not self.powers:
            raise refuse(Refusal.NO_POWER)
        powers = self._numbers(game)
        plan = self.payment.plan(game, self._owed(game, powers))
        trial = game.clone()
        decisions = [const.PRODUCE]
        trial.apply(const.PRODUCE)
        while trial.step in PRODUCING:
            decisions.append(self._choice(trial, powers))
            trial.apply(decisions[-1])
        return decisions + pay(trial, plan)

    def _numbers(self, game: Engine) -> list[int]:
        """The engine's numbers of the powers, ascending."""
        own = own_powers(game)
        numbers: list[int] = []
        for power in self.powers:
            if power not in own:
                raise refuse(Refusal.POWER_UNKNOWN, power=power)
            if own[power] in numbers:
                raise refuse(Refusal.POWER_TWICE, power=power)
            numbers.append(own[power])
        return sorted(numbers)

    def _owed(self, game: Engine, powers: list[int]) -> list[int]:
        cards = [production.card_of(game, game.seat, power) for power in powers if power != const.BASIC]
        return [
            self.inputs[resource] + sum(production.consumed(game, card, resource) for card in cards)
            for resource in range(const.RESOURCES)
        ]

    def _choice(self, trial: Engine, powers: list[int]) -> int:
        if trial.step == const.CHOOSING_POWERS:
            later = [power for power in powers if power >= trial.next_power]
            return const.POWER + later[0] if later else const.POWERS_DONE
        if trial.step == const.LEADER_OUT:
            leader = production.card_of(trial, trial.seat, trial.next_power - 1)
            return const.CHOOSE_RESOURCE + self.leader_out[leader]
        if trial.step == const.BASIC_OUT:
            return const.CHOOSE_RESOURCE + self.out
        inputs = [resource for resource, count in enumerate(self.inputs) for _ in range(count)]
        return const.CHOOSE_RESOURCE + inputs[trial.step - const.BASIC_FIRST]


def own_powers(game: Engine) -> dict[str, int]:
    """The powers of the deciding seat by name."""
    numbers = [
        power for power in range(const.POWERS) if power == const.BASIC or production.card_of(game, game.seat, power)
    ]
    return {describing.power_name(game, power): power for power in numbers}


class LeaderAction(Wanted):
    def __init__(self, reader: Reader) -> None:
        self.card = reader.any_integer("card")

    def place(self, game: Engine) -> int:
        """Where in the hand the leader is."""
        need_step(game, const.TURN)
        last = const.FIRST_LEADER + const.LEADERS - 1
        if not const.FIRST_LEADER <= self.card <= last:
            raise refuse(Refusal.NO_SUCH_CARD, card=self.card, first=const.FIRST_LEADER, last=last)
        hand = game.hand[game.seat][: game.hand_count[game.seat]]
        if self.card not in hand:
            raise refuse(Refusal.LEADER_NOT_IN_HAND, card=self.card)
        return hand.index(self.card)


class PlayLeader(LeaderAction):
    def decisions(self, game: Engine) -> list[int]:
        place = self.place(game)
        if not leaders.playable(game, game.seat, self.card):
            raise refuse(Refusal.REQUIREMENT_MISSING, card=self.card)
        return [const.PLAY_LEADER + place]


class DiscardLeader(LeaderAction):
    def decisions(self, game: Engine) -> list[int]:
        return [const.DISCARD_LEADER + self.place(game)]


class EndTurn(Wanted):
    def __init__(self, reader: Reader) -> None:
        pass

    def decisions(self, game: Engine) -> list[int]:
        need_step(game, const.TURN)
        if not game.main_done:
            raise refuse(Refusal.MAIN_ACTION_MISSING)
        return [const.END_TURN]
