"""The training of one game: self-play, learning, and matches, over and over; every generation is kept on disk."""

from __future__ import annotations

import copy
import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

import numpy as np
import torch

from ludoteca.bots import BOTS
from ludoteca.search import weights
from ludoteca.search.network import Network
from ludoteca.search.weights import Shape, UnfitWeights

from . import chart, matches
from .matches import Thinker
from .model import Model, Renaming, losses
from .positions import Notebook, Positions
from .self_play import SETTINGS, Effort, SelfPlay, imitate

AT_ONCE = 100  # games imitated before their positions are packed
IMITATION_PASSES = 3
IMITATED_UNTIL = 5  # generations
LEARNED_RATE = (
    2e-4  # for weights that have learned already: more would make them forget before there is enough to learn
)


@dataclass
class Plan:
    """How to train. Written to `plan.json` in the folder and read again at every generation."""

    hidden: int = 128
    second: int = 64
    seed: int = 1
    imitated: int = 600  # games of `greedy` to begin with
    positions: int = 6000  # new ones in a generation
    window: int = 400_000  # positions learned from
    passes: float = 4.0  # how often each is learned from on average
    batch: int = 512
    rate: float = 1e-3
    smooth: float = 0.999  # weights are averaged over so many steps
    full: int = 300
    fast: int = 60
    share: float = 0.3
    match_every: int = 10
    deals: int = 40
    iterations: int = 100  # in matches
    greedy_every: int = 10
    greedy_deals: int = 10
    mix: dict[str, float] = field(default_factory=dict)  # how often a setting is played, such as {"2 expert": 50}


class Training:
    def __init__(self, game: str, folder: Path, start: bytes | None = None) -> None:
        """`start`: the content of a file of weights to go on from, in a folder that has nothing yet."""
        self.game = game
        self.folder = folder
        begun = None if start is None else self.beginning(start)
        (folder / "games").mkdir(parents=True, exist_ok=True)
        self.plan = self.read_plan()
        torch.set_num_threads(1)
        torch.manual_seed(self.plan.seed)
        self.model = begun or Model(Shape.of(game, self.plan.hidden, self.plan.second))
        self.averaged = copy.deepcopy(self.model)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), self.plan.rate, weight_decay=1e-4)
        self.generation = 0
        self.games = 0
        self.seen = 0
        self.seconds = 0.0
        self.parts: list[Positions] = []
        self.curve: list[list[float]] = []
        self.resume()

    def beginning(self, start: bytes) -> Model:
        """The network of these weights. They are the best so far, and the plan is one for what has learned already."""
        if (self.folder / "plan.json").exists():
            raise UnfitWeights(f"There is a training in {self.folder} already: without --from it goes on.")
        model = Model.of_weights(start)
        if model.shape.game != self.game:
            raise UnfitWeights(f"These weights are for {model.shape.game}, not for {self.game}.")
        self.folder.mkdir(parents=True, exist_ok=True)
        plan = Plan(hidden=model.shape.hidden, second=model.shape.second, imitated=0, rate=LEARNED_RATE)
        write(self.folder / "plan.json", json.dumps(asdict(plan), indent=1).encode())
        write(self.folder / "best.weights", start)
        return model

    def read_plan(self) -> Plan:
        path = self.folder / "plan.json"
        plan = Plan(**json.loads(path.read_text())) if path.exists() else Plan()
        if not path.exists():
            path.write_text(json.dumps(asdict(plan), indent=1))
        return plan

    def say(self, text: str) -> None:
        print(text, flush=True)
        with (self.folder / "progress.txt").open("a") as file:
            file.write(text + "\n")

    # What survives the end of the process

    def resume(self) -> None:
        path = self.folder / "checkpoint.pt"
        if path.exists():
            kept = torch.load(path, weights_only=True)
            self.model.load_state_dict(kept["model"])
            self.averaged.load_state_dict(kept["averaged"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.generation, self.games, self.seen, self.seconds = kept["progress"]
            self.curve = kept.get("curve", [])
            self.say(f"goes on after generation {self.generation}")
        for file in sorted((self.folder / "games").glob("*.npz")):
            if int(file.stem) <= self.generation:
                self.parts.append(Positions.load(file))
            else:
                file.unlink()  # of a generation that was not completed

    def keep(self) -> None:
        draft = self.folder / "checkpoint.draft"
        kept = {
            "model": self.model.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "curve": self.curve,
            "progress": [self.generation, self.games, self.seen, self.seconds],
        }
        torch.save(kept, draft)
        draft.replace(self.folder / "checkpoint.pt")
        write(self.folder / "latest.weights", self.averaged.export())

    def network(self) -> Network:
        return weights.read(self.averaged.export())[1]

    # Generations

    def run(self, until: int | None = None) -> None:
        if self.generation == 0 and self.plan.imitated:
            self.begin()
        while until is None or self.generation < until:
            self.plan = self.read_plan()
            self.advance()

    def begin(self) -> None:
        """Learn to play like `greedy` first."""
        started = time.process_time()
        if not self.parts:
            network = self.network()
            for first in range(0, self.plan.imitated, AT_ONCE):
                notebook = Notebook()
                for i in range(first, min(first + AT_ONCE, self.plan.imitated)):
                    imitate(
                        self.game, network, BOTS["greedy"].choose, notebook, self.seed("imitation", i), self.plan.mix
                    )
                self.parts.append(notebook.close())
            self.parts = [Positions.joined(self.parts)]
            self.parts[0].save(self.folder / "games" / "000000.npz")
        positions = self.parts[0]
        self.games += self.plan.imitated
        self.say(f"imitation: {self.plan.imitated} games, {len(positions)} positions")
        result = self.learn(positions, int(IMITATION_PASSES * len(positions) / self.plan.batch))
        self.averaged.load_state_dict(self.model.state_dict())
        self.say(f"  losses {said(result)}")
        self.seconds += time.process_time() - started
        self.keep()
        self.measure()

    def seed(self, what: str, number: int) -> int:
        return Random(f"{self.plan.seed} {self.game} {what} {number}").getrandbits(60)

    def advance(self) -> None:
        started = time.process_time()
        number = self.generation + 1
        plan = self.plan
        self_play = SelfPlay(self.game, self.network(), Effort(plan.full, plan.fast, plan.share), plan.mix)
        notebook = Notebook()
        games = 0
        while len(notebook) < plan.positions:
            self_play.play(notebook, self.seed("game", number * 1_000_000 + games))
            games += 1
        played = time.process_time() - started
        positions = notebook.close()
        positions.save(self.folder / "games" / f"{number:06}.npz")
        self.parts.append(positions)
        self.forget()
        window = Positions.joined(self.parts)
        self.generation = number
        self.games += games
        self.seen += len(positions)
        parts = self.learn(window, int(plan.passes * len(positions) / plan.batch))
        took = time.process_time() - started
        self.seconds += took
        self.keep()
        self.say(
            f"generation {number}: {games} games ({games / played:.1f}/s, {self_play.iterations / played:.0f} it/s), "
            f"losses {said(parts)}, window {len(window)}, {took:.0f} s; in all {self.games} games, "
            f"{self.seen} positions, {self.seconds / 3600:.2f} h"
        )
        self.curve.append([number, *parts])
        write(self.folder / "chart.svg", chart.draw(self.curve).encode())
        if number % plan.match_every == 0:
            self.compare()
        if number % plan.greedy_every == 0:
            self.measure()

    def forget(self) -> None:
        """Positions that are older than the window."""
        total = sum(map(len, self.parts))
        files = sorted((self.folder / "games").glob("*.npz"))
        if files[0].stem == "000000" and self.generation >= IMITATED_UNTIL:
            total -= len(self.parts.pop(0))
            files.pop(0).unlink()
        while total - len(self.parts[0]) > self.plan.window:
            total -= len(self.parts.pop(0))
            files.pop(0).unlink()

    def learn(self, window: Positions, steps: int) -> list[float]:
        """The losses of outcomes, policy and points."""
        chance = np.random.default_rng(self.seed("learning", self.generation))
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate
        sums = np.zeros(3)
        for _ in range(steps):
            chosen = chance.integers(0, len(window), self.plan.batch)
            renaming = Renaming(chance.permutation(5).tolist()) if self.game == "eriantys" else None
            parts = losses(self.model, window, chosen, renaming)
            loss = parts[0] + parts[1] + 0.15 * parts[2]
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
            self.model.bound()
            sums += [part.item() for part in parts]
            with torch.no_grad():
                for kept, new in zip(self.averaged.parameters(), self.model.parameters(), strict=True):
                    kept.lerp_(new, 1 - self.plan.smooth)
        return [float(part) for part in sums / max(steps, 1)]

    # Matches

    def compare(self) -> None:
        """Whether the new weights beat the best so far; then they are the best."""
        best = self.folder / "best.weights"
        if not best.exists():
            write(best, self.averaged.export())
            return
        one = Thinker(self.game, self.network(), self.plan.iterations)
        other = Thinker(self.game, weights.read(best.read_bytes())[1], self.plan.iterations)
        won, games = 0.0, 0
        for setting in SETTINGS[self.game]:
            how = (self.game, setting.players, setting.options, self.plan.deals, self.seed("match", self.generation))
            if setting.players == 1:  # each plays the same deals for itself: who wins more has won
                alone = [matches.match(*how, thinker, thinker)[0] for thinker in (one, other)]
                won, games = won + (self.plan.deals + alone[0] - alone[1]) / 2, games + self.plan.deals
            elif setting.players == 2:
                more = matches.match(*how, one, other)
                won, games = won + more[0], games + more[1]
        better = won / games >= 0.5
        if better:
            write(best, self.averaged.export())
        self.say(f"  against the best: {won:.1f} of {games}{', is the best now' if better else ''}")

    def measure(self) -> None:
        """How it plays against `greedy`."""
        one = Thinker(self.game, self.network(), self.plan.iterations)
        for setting in SETTINGS[self.game]:
            if setting.players <= 2:
                won, games = matches.match(
                    self.game,
                    setting.players,
                    setting.options,
                    self.plan.greedy_deals * (2 if setting.players == 1 else 1),
                    self.seed("greedy", self.generation),
                    one,
                    BOTS["greedy"].choose,
                )
                low, high = matches.interval(won, games)
                said = "solo" if setting.players == 1 else "expert" if setting.options else "basic"
                self.say(f"  {said}, {self.plan.iterations} iterations: {won:.1f} of {games} ({low:.0%}-{high:.0%})")


def said(parts: list[float]) -> str:
    return ", ".join(f"{part:.4f} {name}" for part, name in zip(parts, chart.NAMES, strict=True))


def write(path: Path, content: bytes) -> None:
    draft = path.with_suffix(".draft")
    draft.write_bytes(content)
    draft.replace(path)
