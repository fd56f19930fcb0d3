"""The search, asked as people ask: how good are these actions, and what do they lead to?"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca import rules
from ludoteca.rules.contract import Event
from ludoteca.rules.events import Drawn
from ludoteca.search.searcher import Option, Searcher, grow

from .effects import Outlook
from .kinds import KINDS
from .reports import Limits

FOCUS = 3  # a third of the thinking goes to the actions that are compared in the end
TO_FINISH = 64  # iterations for each decision that completes an action which the search has not thought through
TO_EXTEND = 16  # a sixteenth of the thinking for each decision after the end of a line
LONGEST = 80  # decisions of a line
TURNS_AHEAD = 2  # of each player
FORCED = 64  # decisions without alternative, in a row, after which nobody looks further


@dataclass(frozen=True)
class Look:
    """A position that was thought about, as the seat sees it. `options` has the best first."""

    game: rules.Game
    options: tuple[Option, ...]
    chances: list[float]
    iterations: int

    @property
    def best(self) -> Option:
        return self.options[0]

    def option(self, decision: int) -> Option | None:
        return next((option for option in self.options if option.decision == decision), None)


class Mind:
    """Thinks about positions of one game, each for itself: the same position, limits and seed give the same look."""

    def __init__(self, game: str, limits: Limits, seed: int) -> None:
        self.kind = KINDS[game]
        self.limits = limits
        self.seed = seed
        self._searcher = Searcher(game)
        self._finisher = Searcher(game)

    def look(self, view: Mapping[str, Any], compared: Collection[int] = (), most: int = 0, effort: int = 1) -> Look:
        """Think about a view; then, so that they can be compared, about the best and these decisions, or about the
        best ones, `most` of them. `effort` multiplies the limits."""
        searcher = self._searcher
        iterations, seconds = self.limits.iterations, self.limits.seconds
        iterations = None if iterations is None else iterations * effort
        seconds = None if seconds is None else seconds * effort
        searcher.forget()
        thought = searcher.think(view, seed=self.seed, iterations=iterations, seconds=seconds)
        game = rules.imagine(view)
        done = thought.iterations
        if len(thought.options) > 1:
            wanted = {option.decision for option in thought.options[: max(most, 1)]} | set(compared)
            if len(wanted) > 1:
                done += self._focus(wanted, iterations, seconds)
                thought = searcher.conclude(game, done, time.perf_counter())
        options = tuple(sorted(thought.options, key=lambda option: option.decision not in wanted)) if done else None
        found = ranked(options, wanted) if options is not None else thought.options
        return Look(game, found, self._corrected(game, found[0].chance, list(thought.chances)), done)

    def _focus(self, wanted: Collection[int], iterations: int | None, seconds: float | None) -> int:
        """More iterations that prefer these decisions alike."""
        until = None if seconds is None else time.perf_counter() + seconds / FOCUS
        share = None if iterations is None else max(1, iterations // FOCUS)
        done = 0
        for tree in self._searcher.trees:
            tree.sensible()  # back to the position
            tree.judge.bind(tree.game)  # it has followed a line meanwhile
            order = [decision for decision, *_ in tree.results()]
            tree.set_priors([1 / len(wanted) if decision in wanted else 0.0 for decision in order])
            done += grow(tree, self.seed + 1, share, until)
        return done

    def _corrected(self, game: rules.Game, best: float, chances: list[float]) -> list[float]:
        """The seat decides for the best, which is better than all iterations together: others share what is left."""
        side = self.kind.side(game, game.seat)
        before = chances[game.seat]
        left = 1.0 - before
        for seat, chance in enumerate(chances):
            chances[seat] = best if seat in side else (chance * (1.0 - best) / left if left > 0 else 0.0)
        return chances

    def line(self, look: Look, decision: int) -> tuple[int, ...]:
        """What is likely to follow a decision of the last look, itself first."""
        if len(look.options) == 1:
            return (decision,)
        return self._searcher.line(look.game, decision)

    def action(self, game: rules.Game, line: Sequence[int]) -> list[int]:
        """The decisions of the whole action with which a line begins, thought out where the line ends too early."""
        now = game.clone()
        made: list[int] = []
        for decision in line:
            now.apply(decision)
            made.append(decision)
            if now.over or self.kind.complete(game, now):
                return made
        while not now.over and not self.kind.complete(game, now):
            self._finisher.forget()
            view = now.view(now.seat)
            made.append(self._finisher.think(view, seed=self.seed, iterations=TO_FINISH).decision)
            now.apply(made[-1])
        return made

    def extended(self, game: rules.Game, line: Sequence[int]) -> list[int]:
        """A line, gone on with for some turns, or until chance has its say."""
        now = game
        found: list[int] = []
        turns, was = 0, game.seat
        while not now.over and len(found) < LONGEST and turns <= TURNS_AHEAD * game.players:
            if len(found) < len(line):
                found.append(line[len(found)])
            else:
                self._finisher.forget()
                share = self.limits.iterations // TO_EXTEND if self.limits.iterations else TO_FINISH
                thought = self._finisher.think(now.view(now.seat), seed=self.seed, iterations=max(1, share))
                found.append(thought.decision)
            was = now.seat
            now, events = now.after(found[-1:])
            turns += now.seat != was or any(map(self.kind.ends_turn, events))
            if len(found) >= len(line) and any(isinstance(event, Drawn) for event in events):
                break
        return found

    def outlook(self, game: rules.Game, line: Sequence[int], first: int) -> Outlook:
        """What a line leads to whose first so many decisions are the action itself, until chance has its say."""
        player = game.seat
        outlook = Outlook()
        parts = (outlook.now, outlook.turn, outlook.others, outlook.later)
        reached, start, happened = 0, game, list[Event]()
        now = game
        passed = False
        for number, decision in enumerate(line):
            part = 0 if number < first else (3 if passed else 1) if now.seat == player else 2
            if part != reached:
                parts[reached].extend(self.kind.effects(start, now, happened, self._mover(reached, start, player)))
                reached, start, happened = part, now, []
            now, events = now.after([decision])
            happened += events
            passed = passed or now.seat != player or any(map(self.kind.ends_turn, events))
            if now.over or (number + 1 >= first and any(isinstance(event, Drawn) for event in events)):
                break
        parts[reached].extend(self.kind.effects(start, now, happened, self._mover(reached, start, player)))
        return outlook

    def _mover(self, part: int, start: rules.Game, player: int) -> int:
        return start.seat if part == 2 else player

    def foresee(self, game: rules.Game) -> list[float] | None:
        """The chances at the next decision of the same seat that has an alternative; None without one in this turn."""
        now = game.clone()
        for _ in range(FORCED):
            if now.over or now.seat != game.seat:
                return None
            look = self.look(now.view(now.seat))
            if len(look.options) > 1:
                return look.chances
            now.apply(look.best.decision)
        return None


def ranked(options: Sequence[Option], wanted: Collection[int]) -> tuple[Option, ...]:
    """The decisions that were compared first, by their chances; the others by how much was thought about them."""
    compared = [option for option in options if option.decision in wanted]
    compared.sort(key=lambda option: (-option.chance, option.decision))
    return (*compared, *(option for option in options if option.decision not in wanted))
