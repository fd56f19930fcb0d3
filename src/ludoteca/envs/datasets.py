"""Games that were played, as arrays to learn from: one row for each decision.

| column | type | |
|---|---|---|
| observation | int8 | what the seat that decided saw, as in the environments |
| action_mask | int8 | 1 for each decision that was legal |
| action | uint8 | the decision that was made |
| seat | int8 | who made it |
| players | int8 | how many there were |
| reward | float32 | what the game brought that seat in the end: -1 for a defeat, what the losers paid for a win |
| game | int32 | the number of the game in this file |
| step | int32 | the number of the decision in its game |

Beside them, `sources` says where each game comes from: the code of a table, or a game of the arena.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import rules

from .kinds import KINDS
from .returns import returns_of

NPZ, PARQUET = "npz", "parquet"
FORMATS = (NPZ, PARQUET)
WIDE = ("observation", "action_mask")


class Dataset:
    """Games of one kind, with any options."""

    def __init__(self, game: str) -> None:
        self.kind = KINDS[game]
        self.sources: list[str] = []
        self._wide = {name: bytearray() for name in WIDE}
        self._columns: dict[str, array[Any]] = {
            "action": array("B"),
            "seat": array("b"),
            "players": array("b"),
            "reward": array("f"),
            "game": array("i"),
            "step": array("i"),
        }

    def __len__(self) -> int:
        return len(self._columns["action"])

    def add(self, source: str, steps: Iterable[tuple[rules.Game, int]]) -> None:
        """A whole game: each moment with the decision that was made there. The last one ends it."""
        moments = list(steps)
        end = moments[-1][0].clone()
        end.apply(moments[-1][1])
        if not end.over:
            raise ValueError(f"{source}: the last decision does not end the game.")
        returns = returns_of(end)
        block = self.kind.observing_block(end)
        row = bytearray(self.kind.inputs)
        seen = memoryview(row).cast("b")
        for step, (game, action) in enumerate(moments):
            block.put(0, game.core)
            block.observe(0, game.seat, seen)
            self._wide["observation"] += row
            mask = bytearray(self.kind.decisions)
            for legal in game.legal_actions():
                mask[legal] = 1
            self._wide["action_mask"] += mask
            values = (action, game.seat, game.players, returns[game.seat], len(self.sources), step)
            for column, value in zip(self._columns.values(), values, strict=True):
                column.append(value)
        self.sources.append(source)

    def arrays(self) -> dict[str, Any]:
        wide = {name: np.frombuffer(bytes(body), np.int8).reshape(len(self), -1) for name, body in self._wide.items()}
        return {**wide, **{name: np.array(column) for name, column in self._columns.items()}}

    def write(self, path: Path, kind: str) -> None:
        """To a file that is not there yet; whole or not at all."""
        with path.open("xb") as file:
            try:
                if kind == NPZ:
                    about: dict[str, Any] = {"rules_game": self.kind.name, "sources": np.array(self.sources)}
                    np.savez_compressed(file, **(self.arrays() | about))
                else:
                    self._write_parquet(file)
            except BaseException:
                path.unlink()
                raise

    def _write_parquet(self, file: Any) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        columns = {}
        for name, values in self.arrays().items():
            if name in WIDE:
                flat = pa.array(values.reshape(-1))
                columns[name] = pa.FixedSizeListArray.from_arrays(flat, values.shape[1])
            else:
                columns[name] = pa.array(values)
        columns["source"] = pa.array([self.sources[game] for game in self._columns["game"]]).dictionary_encode()
        table = pa.table(columns).replace_schema_metadata({"rules_game": self.kind.name})
        parquet.write_table(table, file, compression="zstd")
