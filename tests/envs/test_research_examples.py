"""The examples for researchers run, at a small scale."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from ludoteca import rules
from ludoteca.client import Options
from ludoteca.envs.kinds import KINDS
from ludoteca.envs.views import seen_in
from tests.client.fake_house import asynchronous
from tests.search.tables import KINDS as SETTINGS
from tests.test_example_bots import beside, house

from .test_batch import Kind, batch_of

FOLDER = Path(__file__).parents[2] / "examples" / "research"
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def ran(file: str, *arguments: str | Path) -> str:
    command = [sys.executable, "-W", "error", str(FOLDER / file), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def untrained(path: Path, game: str) -> Path:
    """A checkpoint of the form that `ppo.py` saves."""
    chance = np.random.default_rng(1)
    sizes = {"first": (KINDS[game].inputs, 8), "second": (8, 8), "policy": (8, KINDS[game].decisions), "value": (8, 1)}
    parts = {}
    for name, (before, after) in sizes.items():
        parts[f"{name}_weight"] = chance.normal(0, 0.1, (after, before)).astype(np.float32)
        parts[f"{name}_bias"] = np.zeros(after, np.float32)
    np.savez(path, **parts)  # type: ignore[arg-type]
    return path


def test_every_example_is_described() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(re.findall(r"^\| `(\w+\.py)`", README, re.MULTILINE))


@pytest.mark.parametrize("game", KINDS)
def test_random_play(game: str) -> None:
    steps = 300 if rules.compiled else 10
    said = ran("random_play.py", "--game", game, "--games", "8", "--threads", "2", "--steps", str(steps))
    assert f"{8 * steps:,} decisions" in said
    assert "games of" in said or not rules.compiled


def test_greedy_play() -> None:
    assert ran("greedy_play.py", "--games", "1") == "greedy won 1 of 1 games\n"


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed: it is for this example only")
def test_learning_and_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "learned.npz"
    assert "256 decisions" in ran("ppo.py", "--games", "4", "--hidden", "8", "--updates", "1", "--save", file)
    assert {"first_weight", "policy_bias"} <= set(np.load(file))
    ran("evaluate.py", file, "--against", "random", "--games", "2", "--processes", "1")


@pytest.mark.parametrize("game", KINDS)
def test_evaluation_in_the_arena(tmp_path: Path, game: str) -> None:
    file = untrained(tmp_path / "checkpoint.npz", game)
    said = ran("evaluate.py", file, "--game", game, "--against", "random", "--games", "2", "--processes", "1")
    assert re.search(r"checkpoint_bot\.py +random +2 ", said)


@pytest.mark.parametrize("game", KINDS)
def test_a_checkpoint_at_a_table_of_the_house(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "LUDOTECA_CHECKPOINT", str(untrained(tmp_path / "checkpoint.npz", game)))

    @asynchronous
    async def at_a_table() -> None:
        async with house(tmp_path) as (server, opened):
            table = await opened.open(Options(game, 2), "Ada")
            bot = (sys.executable, "-m", "ludoteca", "bot", str(FOLDER / "checkpoint_bot.py"))
            code, output, winners = await beside(table, *bot, "--table", table.code, "--url", server.url)
            assert code == 0, output
            assert output.endswith(f"The winner is {winners}.\n")

    at_a_table()


@pytest.mark.parametrize("kind", SETTINGS, ids=str)
def test_what_is_seen_in_a_view_is_what_the_environment_shows(kind: Kind) -> None:
    batch = batch_of(kind, 1, seed=3)
    for moment in range(60):
        game = batch.game(0)
        seen = seen_in(game.view(game.seat))
        assert seen.seat == game.seat
        assert (seen.observation == batch.observations[0]).all()
        assert (seen.mask == batch.masks[0]).all()
        action = int(batch.choose(moment)[0])
        assert seen.described(action) == game.describe(action)
        batch.step([action])
