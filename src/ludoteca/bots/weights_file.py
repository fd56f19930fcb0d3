"""A bot that searches with weights from a file: to find out whether they are better than those that it has now."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludoteca import rules
from ludoteca.search import weights
from ludoteca.search.network import Network
from ludoteca.search.searcher import Searcher
from ludoteca.search.weights import Shape, UnfitWeights

from .python_file import BotFault


@dataclass(frozen=True)
class Learned:
    """Weights that were read. `fingerprint` is the hash of the file."""

    file: Path
    shape: Shape
    network: Network
    fingerprint: str


def load(file: Path) -> Learned:
    """The weights of a file, or a BotFault."""
    try:
        content = file.read_bytes()
        shape, network = weights.read(content)
    except OSError as error:
        raise BotFault(f"{file} cannot be read: {error.strerror}.") from error
    except UnfitWeights as error:
        raise BotFault(f"{file}: {error}") from error
    return Learned(file, shape, network, hashlib.sha256(content).hexdigest())


@dataclass
class Thinker:
    """Decides as a level does that makes no mistakes, within these limits for each decision."""

    learned: Learned
    iterations: int | None
    seconds: float | None
    searcher: Searcher = field(init=False)

    def __post_init__(self) -> None:
        self.searcher = Searcher(self.learned.shape.game, self.learned.network)

    def decide(self, seen: rules.Game, seed: int) -> Sequence[int]:
        if seen.name != self.searcher.game:
            raise BotFault(f"{self.learned.file} is for {self.searcher.game}, not for {seen.name}.")
        self.searcher.forget()
        view = seen.view(seen.seat)
        thought = self.searcher.think(view, seed=seed, iterations=self.iterations, seconds=self.seconds)
        return (thought.decision,)
