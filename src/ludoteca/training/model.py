"""The network as torch trains it, in floating point, and its export to the whole numbers of the search."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from ludoteca.search import const, weights
from ludoteca.search.eriantys import layout
from ludoteca.search.weights import Shape

from .positions import MOST_OUTCOMES, MOST_SIDES, Array, Positions, pieces

CEILING = const.LIMIT / (1 << const.ACTIVITY)
FIRST_BOUND = 30.0  # of the first layer's weights
SAFE = 2**30


class Model(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        heads = shape.outcomes + shape.rows
        self.first = nn.Parameter(torch.randn(shape.inputs, shape.hidden) * 0.05)
        self.first_bias = nn.Parameter(torch.zeros(shape.hidden))
        self.then = nn.Parameter(torch.randn(shape.second, shape.hidden) * (2 / shape.hidden) ** 0.5)
        self.then_bias = nn.Parameter(torch.zeros(shape.second))
        self.heads = nn.Parameter(torch.randn(heads, shape.second) * 0.05)
        self.heads_bias = nn.Parameter(torch.zeros(heads))
        self.points = nn.Linear(shape.second, MOST_SIDES)  # helps to learn; not exported

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = torch.clamp(inputs @ self.first + self.first_bias, 0.0, CEILING)
        second = torch.clamp(hidden @ self.then.T + self.then_bias, 0.0, CEILING)
        return second @ self.heads.T + self.heads_bias, self.points(second)

    def bound(self) -> None:
        """Keep the weights within what the whole numbers can say."""
        with torch.no_grad():
            one = 1 << const.WEIGHT
            self.first.clamp_(-FIRST_BOUND, FIRST_BOUND)
            self.then.clamp_(*plus_minus(SAFE / const.LIMIT / self.shape.hidden / one))
            self.heads.clamp_(*plus_minus(SAFE / const.LIMIT / self.shape.second / one))

    @classmethod
    def of_weights(cls, content: bytes) -> Model:
        """The network of a file of weights, to be trained further; UnfitWeights where it does not fit."""
        shape, numbers = weights.numbers(content)
        model = cls(shape)
        with torch.no_grad():
            for (parameter, scale), part in zip(model.exported(), numbers, strict=True):
                found = np.array(part, np.float32).reshape(tuple(parameter.shape)) / scale
                parameter.copy_(torch.from_numpy(found.astype(np.float32)))
        return model

    def exported(self) -> list[tuple[nn.Parameter, int]]:
        """What a file of weights has, in its order, each with what 1 is there."""
        one, unit = 1 << const.WEIGHT, const.UNIT
        return [
            (self.first, one),
            (self.first_bias, one),
            (self.then, one),
            (self.then_bias, unit),
            (self.heads, one),
            (self.heads_bias, unit),
        ]

    def export(self) -> bytes:
        """As a file of weights."""
        kinds = [kind for kind, _ in self.shape.parts()]
        parts = [whole(*each, kind) for each, kind in zip(self.exported(), kinds, strict=True)]
        return weights.write(self.shape, parts)


def plus_minus(bound: float) -> tuple[float, float]:
    return -bound, bound


def whole(parameter: torch.Tensor, scale: int, kind: str) -> array[int]:
    numbers = np.rint(parameter.detach().numpy().astype(np.float64) * scale)
    typed = numbers.astype(np.int16 if kind == "h" else np.int32).reshape(-1)
    return array(kind, typed.tobytes())


class Renaming:
    """Eriantys with its colours renamed: which input and which row of the policy becomes which."""

    def __init__(self, order: Sequence[int]) -> None:
        self.inputs = np.array(layout.renamed(layout.INPUTS, order))
        self.rows = np.array(layout.renamed(layout.ROWS, order))


def losses(
    model: Model, positions: Positions, chosen: Array, renaming: Renaming | None
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of outcomes, policy and points, over the chosen positions."""
    size = len(chosen)
    places, whose = pieces(positions.input_ends, chosen)
    index = positions.inputs[places].astype(np.int64)
    if renaming is not None:
        index = renaming.inputs[index]
    seen = torch.zeros(size, model.shape.inputs)
    values = torch.from_numpy(positions.values[places].astype(np.float32))
    seen.index_put_((torch.from_numpy(whose), torch.from_numpy(index)), values, accumulate=True)
    heads, points = model(seen)
    return (
        outcome_loss(model, heads, torch.from_numpy(positions.outcomes[chosen])),
        policy_loss(model, heads, positions, chosen, renaming),
        point_loss(points, torch.from_numpy(positions.points[chosen])),
    )


def outcome_loss(model: Model, heads: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    count = model.shape.outcomes
    exponents = torch.zeros(len(heads), MOST_OUTCOMES)
    exponents[:, :count] = heads[:, :count]
    likely = torch.log_softmax(exponents.masked_fill(wanted < 0, -1e9), 1)
    return -(wanted.clamp(min=0.0) * likely).sum(1).mean()


def policy_loss(
    model: Model, heads: torch.Tensor, positions: Positions, chosen: Array, renaming: Renaming | None
) -> torch.Tensor:
    decisions, position_of = pieces(positions.decision_ends, chosen)
    places, decision_of = pieces(positions.row_ends, decisions)
    rows = positions.rows[places].astype(np.int64)
    if renaming is not None:
        rows = renaming.rows[rows]
    scores = heads[torch.from_numpy(position_of[decision_of]), torch.from_numpy(rows) + model.shape.outcomes]
    exponents = torch.zeros(len(decisions)).index_add(0, torch.from_numpy(decision_of), scores)
    counts = np.bincount(position_of, minlength=len(chosen))
    first = np.cumsum(counts) - counts
    column = np.arange(len(decisions)) - first[position_of]
    where = (torch.from_numpy(position_of), torch.from_numpy(column))
    width = int(counts.max())
    table = torch.full((len(chosen), width), -1e9).index_put(where, exponents)
    wanted = torch.zeros(len(chosen), width).index_put(where, torch.from_numpy(positions.shares[decisions]))
    return -(wanted * torch.log_softmax(table, 1)).sum(1).mean()


def point_loss(points: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    known = ~torch.isnan(wanted)
    return ((points - torch.nan_to_num(wanted)) ** 2 * known).sum(1).mean()
