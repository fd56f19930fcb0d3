"""Positions to learn from, many in a few flat arrays: what was seen, what could be decided and how it went on."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
MOST_OUTCOMES = 11  # those of a network, and one that stands for losing alone
MOST_SIDES = 4


@dataclass
class Positions:
    """Position i has the inputs from `input_ends[i - 1]` to `input_ends[i]`, and so on; rows belong to decisions."""

    inputs: Array  # uint16
    values: Array  # int8
    input_ends: Array  # int64
    rows: Array  # uint16, of the policy
    row_ends: Array  # int64, by decision
    shares: Array  # float32, by decision: of the visits
    decision_ends: Array  # int64
    outcomes: Array  # float32, position x MOST_OUTCOMES: how it ended; negative where there is no such outcome
    points: Array  # float32, position x MOST_SIDES: in the end, counted from the seat that decided; nan: none

    def __len__(self) -> int:
        return len(self.input_ends)

    def save(self, path: Path) -> None:
        """Whole or not at all."""
        draft = path.with_suffix(".draft")
        with draft.open("wb") as file:
            np.savez_compressed(file, **{field.name: getattr(self, field.name) for field in fields(self)})
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Positions:
        with np.load(path) as stored:
            return cls(**{field.name: stored[field.name] for field in fields(cls)})

    @classmethod
    def joined(cls, parts: list[Positions]) -> Positions:
        def flat(name: str) -> Array:
            return np.concatenate([getattr(part, name) for part in parts])

        def ends(name: str, of: str) -> Array:
            starts = np.cumsum([0] + [len(getattr(part, of)) for part in parts[:-1]])
            return np.concatenate([getattr(part, name) + start for part, start in zip(parts, starts, strict=True)])

        return cls(
            flat("inputs"),
            flat("values"),
            ends("input_ends", "inputs"),
            flat("rows"),
            ends("row_ends", "rows"),
            flat("shares"),
            ends("decision_ends", "shares"),
            flat("outcomes"),
            flat("points"),
        )


class Notebook:
    """Positions of games in play, noted one after another."""

    def __init__(self) -> None:
        self.inputs: list[int] = []
        self.values: list[int] = []
        self.input_ends: list[int] = []
        self.rows: list[int] = []
        self.row_ends: list[int] = []
        self.shares: list[float] = []
        self.decision_ends: list[int] = []
        self.outcomes: list[list[float]] = []
        self.points: list[list[float]] = []

    def __len__(self) -> int:
        return len(self.input_ends)

    def note(
        self, inputs: tuple[list[int], list[int]], options: list[tuple[int, list[int]]], shares: dict[int, float]
    ) -> None:
        self.inputs += inputs[0]
        self.values += inputs[1]
        self.input_ends.append(len(self.inputs))
        for decision, rows in options:
            self.rows += rows
            self.row_ends.append(len(self.rows))
            self.shares.append(shares.get(decision, 0.0))
        self.decision_ends.append(len(self.shares))

    def close(self) -> Positions:
        return Positions(
            np.array(self.inputs, np.uint16),
            np.array(self.values, np.int8),
            np.array(self.input_ends, np.int64),
            np.array(self.rows, np.uint16),
            np.array(self.row_ends, np.int64),
            np.array(self.shares, np.float32),
            np.array(self.decision_ends, np.int64),
            np.array(self.outcomes, np.float32).reshape(-1, MOST_OUTCOMES),
            np.array(self.points, np.float32).reshape(-1, MOST_SIDES),
        )


def pieces(ends: Array, chosen: Array) -> tuple[Array, Array]:
    """Of the chosen items of a flat array with these ends: their places in it, and to which of them each belongs."""
    starts = np.where(chosen > 0, ends[chosen - 1], 0)
    lengths = ends[chosen] - starts
    whose: Array = np.repeat(np.arange(len(chosen)), lengths)
    firsts = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) - np.repeat(firsts - starts, lengths), whose
