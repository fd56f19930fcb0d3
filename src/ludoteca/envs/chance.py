"""A game in which every draw is a step of its own: what OpenSpiel calls explicit chance.

The rules draw inside a decision. Here a decision is made with the results that were chosen so far; where it needs one
more draw than that, it is not complete, and what is known of it is how many results that draw can have.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca import rules
from ludoteca.rules import const, draws
from ludoteca.rules.contract import Game
from ludoteca.rules.core import Core
from ludoteca.rules.recorder import SILENT, Recorder

Step = Callable[[Core], None]


class Moment:
    """A game between two decisions, and how it came about. Nobody changes it."""

    def __init__(self, game: Game, before: Moment | None = None, action: int = 0) -> None:
        self.game = game
        self.before = before
        self.action = action
        self.digests: dict[int, bytes] = {}

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def remembered_as(self, seat: int, seen: bytes) -> Moment:
        """The same, if to this seat everything looked so far as it did in another game."""
        self.digests[seat] = seen
        return self

    def seen(self, seat: int) -> bytes:
        """A hash of who a seat is and of all that it was shown so far: views, and decisions as they were told to it."""
        unknown: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and seat not in moment.digests:
            unknown.append(moment)
            moment = moment.before
        known = moment.digests[seat] if moment is not None else f"seat {seat}".encode()
        for each in reversed(unknown):
            told = each.before.game.describe_to(each.action, seat) if each.before is not None else {}
            shown = json.dumps(told).encode() + each.game.view_json(seat)
            known = each.digests[seat] = hashlib.sha256(known + shown).digest()
        return known


@dataclass(frozen=True)
class Unfinished:
    """A decision, or the set-up of a game, in the middle of its draws. `bound` results are possible, equally likely."""

    before: Moment | None  # None: the game is being set up
    action: int
    words: tuple[int, ...]
    bound: int

    def __deepcopy__(self, memo: object) -> Unfinished:
        return self


Point = Moment | Unfinished


class Course:
    """How games of one kind go on: `empty` is one that is not set up, `deal` sets it up."""

    def __init__(self, empty: Core, deal: Step, kind: Callable[[Any], Game]) -> None:
        self._empty = empty
        self._deal = deal
        self._kind = kind

    def begin(self) -> Point:
        return self._settled(None, 0, ())

    def decided(self, moment: Moment, action: int) -> Point:
        if not moment.game.core.allows(action):
            raise rules.IllegalAction("illegal_decision", f"{action} is not one of the legal decisions of this moment.")
        return self._settled(moment, action, ())

    def drawn(self, point: Unfinished, result: int) -> Point:
        if not 0 <= result < point.bound:
            raise ValueError(f"A draw has {point.bound} results, from 0 on; {result} is none of them.")
        return self._settled(point.before, point.action, (*point.words, draws.word_for(result, point.bound)))

    def _settled(self, before: Moment | None, action: int, words: tuple[int, ...]) -> Point:
        while True:
            core = self._empty.clone() if before is None else before.game.core.clone()
            recorder = Recorder()
            recorder.on = True
            core.record_to(recorder)
            core.draws.use_words(list(words))
            if before is None:
                self._deal(core)
            else:
                core.apply(action)
            bounds = [record[3] for record in recorder.take() if record[0] == const.DRAWN]
            if len(bounds) == len(words):
                core.record_to(SILENT)
                core.draws.reseed(0)  # no draw comes from here: equal games are equal
                return Moment(self._kind(core), before, action)
            bound = bounds[len(words)]
            if bound > 1:
                return Unfinished(before, action, words, bound)
            words = (*words, draws.word_for(0, 1))
