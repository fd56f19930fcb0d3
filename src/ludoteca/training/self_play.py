"""Games that the search plays against itself, or that a bot plays for the network to imitate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from ludoteca import rules
from ludoteca.search.games import KNOWN
from ludoteca.search.judge import Judge
from ludoteca.search.network import Network
from ludoteca.search.tree import Tree

from . import endings
from .positions import Notebook

Choose = Callable[[rules.Game, int], int]
CAPACITY = 120_000
NOISE = 0.25
CONCENTRATION = 10.0  # of the noise, shared by the decisions


@dataclass(frozen=True)
class Setting:
    """A kind of game, and how often it is played next to the others."""

    players: int
    options: dict[str, Any]
    weight: float

    @property
    def name(self) -> str:
        """As a plan names it: `2`, `2 expert`."""
        return " ".join([str(self.players), *self.options])


SETTINGS = {
    "eriantys": [
        Setting(2, {}, 25),
        Setting(2, {"expert": True}, 30),
        Setting(3, {}, 9),
        Setting(3, {"expert": True}, 13),
        Setting(4, {}, 9),
        Setting(4, {"expert": True}, 14),
    ],
    "masters": [Setting(2, {}, 45), Setting(3, {}, 20), Setting(4, {}, 20), Setting(1, {}, 15)],
}


@dataclass(frozen=True)
class Effort:
    """Positions are learned from when they were thought about in full; most are not, for more games in less time."""

    full: int = 300
    fast: int = 60
    share: float = 0.3  # of full ones
    warm_decisions: int = 40
    warm: float = 0.9
    cool: float = 0.35


def any_setting(game: str, chance: Random, mix: Mapping[str, float]) -> Setting:
    """`mix` has other weights than the usual ones for some settings, by name."""
    settings = SETTINGS[game]
    return chance.choices(settings, [mix.get(setting.name, setting.weight) for setting in settings])[0]


class SelfPlay:
    """Plays one game after another and notes the positions."""

    def __init__(self, game: str, network: Network, effort: Effort, mix: Mapping[str, float]) -> None:
        self.game = game
        self.effort = effort
        self.mix = mix
        self.judge: Judge = KNOWN[game].judge(network)
        self.tree: Tree | None = None
        self.iterations = 0

    def think(self, core: Any) -> Tree:
        if self.tree is None:
            self.tree = Tree(core, self.judge, CAPACITY)
        else:
            self.tree.think_about(core)
        return self.tree

    def play(self, notebook: Notebook, seed: int) -> None:
        chance = Random(seed)
        noise = np.random.default_rng(seed)
        setting = any_setting(self.game, chance, self.mix)
        core = rules.new(self.game, players=setting.players, seed=chance.getrandbits(60), **setting.options).core
        noted: list[tuple[int, list[float]]] = []
        decisions = 0
        while core.seat >= 0:
            tree = self.think(core.clone())
            sensible = tree.sensible()
            if len(sensible) == 1:
                core.apply(sensible[0])
                continue
            full = chance.random() < self.effort.share
            iterations = self.effort.full if full else self.effort.fast
            tree.run(1, chance.getrandbits(60))
            if full:
                disturb(tree, noise)
            tree.run(iterations - 1, chance.getrandbits(60))
            self.iterations += iterations
            results = tree.results()
            total = sum(visits for _, visits, _, _ in results)
            if full:
                tree.sensible()  # back to the position
                inputs = self.judge.inputs()
                options = self.judge.options()
                notebook.note(inputs, options, {decision: visits / total for decision, visits, _, _ in results})
                noted.append((core.seat, tree.chances()))
            heat = self.effort.warm if decisions < self.effort.warm_decisions else self.effort.cool
            weights = [(visits / total) ** (1 / heat) for _, visits, _, _ in results]
            core.apply(chance.choices([decision for decision, _, _, _ in results], weights)[0])
            decisions += 1
        conclude(self.game, core, notebook, noted)


def disturb(tree: Tree, noise: np.random.Generator) -> None:
    """Mix noise into the priors of the root, so that everything is tried now and then."""
    priors = [prior for _, _, _, prior in tree.results()]
    added = noise.dirichlet([max(0.05, CONCENTRATION / len(priors))] * len(priors))
    tree.set_priors([(1 - NOISE) * prior + NOISE * float(other) for prior, other in zip(priors, added, strict=True)])


def conclude(game: str, core: Any, notebook: Notebook, noted: list[tuple[int, list[float]]]) -> None:
    """What the positions of a game led to: half how it ended, half what the search expected."""
    ended = endings.shares_of(game, core)
    sides = endings.sides_of(game, core)
    for seat, chances in noted:
        expected = list(ended)
        for other, chance in enumerate(chances):
            expected[sides[other]] = chance
        mixed = [(a + b) / 2 for a, b in zip(ended, expected, strict=True)]
        notebook.outcomes.append(endings.outcomes(game, core, seat, mixed))
        notebook.points.append(endings.points(game, core, seat))


def imitate(
    game: str, network: Network, choose: Choose, notebook: Notebook, seed: int, mix: Mapping[str, float]
) -> None:
    """A game that a bot plays: its decisions are what the policy is to prefer."""
    chance = Random(seed)
    setting = any_setting(game, chance, mix)
    judge = KNOWN[game].judge(network)
    table = rules.new(game, players=setting.players, seed=chance.getrandbits(60), **setting.options)
    noted: list[tuple[int, list[float]]] = []
    while not table.over:
        decision = choose(table, chance.getrandbits(60))
        judge.bind(table.core.clone())
        inputs = judge.inputs()
        options = judge.options()
        offered = [option for option, _ in options]
        if len(offered) > 1 and decision in offered:
            notebook.note(inputs, options, {decision: 1.0})
            noted.append((table.seat, []))
        table.apply(decision)
    conclude(game, table.core, notebook, noted)
