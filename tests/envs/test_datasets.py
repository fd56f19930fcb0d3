"""Games as arrays: what is in them is what was seen, legal, decided and won."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from ludoteca import rules
from ludoteca.envs import Batch
from ludoteca.envs.datasets import NPZ, PARQUET, Dataset


def played(name: str, seed: int, **options: Any) -> list[tuple[rules.Game, int]]:
    chance = Random(seed)
    game = rules.new(name, seed=seed, **options)
    steps = []
    while not game.over:
        action = chance.choice(game.legal_actions())
        steps.append((game.clone(), action))
        game.apply(action)
    return steps


@pytest.mark.parametrize("kind", [NPZ, PARQUET])
def test_rows_are_what_an_environment_shows(tmp_path: Path, kind: str) -> None:
    steps = played("eriantys", 5, players=4, expert=True)
    dataset = Dataset("eriantys")
    dataset.add("one", steps)
    dataset.add("two", played("eriantys", 6, players=2))
    file = tmp_path / "games"
    dataset.write(file, kind)
    if kind == NPZ:
        stored = np.load(file)
        assert stored["sources"].tolist() == ["one", "two"]
        rows: dict[str, Any] = {name: stored[name] for name in dataset.arrays()}
    else:
        table = parquet.read_table(file)
        assert table.schema.metadata[b"rules_game"] == b"eriantys"
        assert table["source"].to_pylist()[0] == "one"
        rows = {name: np.array(table[name].to_pylist()) for name in dataset.arrays()}
    batch = Batch("eriantys", 1, players=4, expert=True, auto_reset=False)
    batch.reset([5])
    for step, (_, action) in enumerate(steps):
        assert (rows["observation"][step] == batch.observations[0]).all()
        assert (rows["action_mask"][step] == batch.masks[0]).all()
        assert rows["seat"][step] == batch.seats[0]
        assert rows["action"][step] == action
        assert (rows["game"][step], rows["step"][step], rows["players"][step]) == (0, step, 4)
        batch.step_one(0, action)
    for step in range(len(steps)):
        assert rows["reward"][step] == pytest.approx(batch.rewards[0, rows["seat"][step]])
    assert rows["game"][-1] == 1
    assert rows["step"][len(steps)] == 0
    assert rows["players"][-1] == 2


def test_half_a_game_is_refused() -> None:
    with pytest.raises(ValueError, match="half: the last decision does not end the game"):
        Dataset("masters").add("half", played("masters", 1, players=1)[:-1])


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = Dataset("masters")
    dataset.add("one", played("masters", 1, players=1))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="No space"):
        dataset.write(tmp_path / "games.npz", NPZ)
    assert not list(tmp_path.iterdir())
