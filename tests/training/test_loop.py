"""Training: it goes on where it was, plays the same games for the same seed, and begins from weights that exist."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("numpy", reason="the extra `train` is not installed")

from ludoteca.search import shipped, weights
from ludoteca.search.weights import Shape, UnfitWeights
from ludoteca.training.loop import Plan, Training
from ludoteca.training.model import Model
from ludoteca.training.self_play import SETTINGS, any_setting

SMALL = Plan(
    hidden=8,
    second=4,
    imitated=2,
    positions=30,
    window=60,
    batch=16,
    full=6,
    fast=2,
    match_every=2,
    deals=1,
    iterations=2,
    greedy_every=100,
    greedy_deals=1,
)


def folder(where: Path, plan: Plan = SMALL) -> Path:
    where.mkdir()
    (where / "plan.json").write_text(json.dumps(asdict(plan)))
    return where


def said(where: Path) -> list[str]:
    """The generations that were told of, without the time that they took."""
    lines = (where / "progress.txt").read_text().splitlines()
    return [line.partition("losses")[2].partition("window")[0] for line in lines if line.startswith("generation")]


@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(game: str, tmp_path: Path) -> None:
    whole, stopped = folder(tmp_path / "whole"), folder(tmp_path / "stopped")
    Training(game, whole).run(until=3)
    for generation in (1, 2, 3):
        Training(game, stopped).run(until=generation)
    assert said(stopped) == said(whole)
    assert len(said(whole)) == 3
    for name in ("latest.weights", "best.weights"):
        assert (stopped / name).read_bytes() == (whole / name).read_bytes()
    assert (whole / "chart.svg").read_text().startswith("<svg ")


def test_positions_of_a_generation_that_was_not_completed_are_dropped(tmp_path: Path) -> None:
    where = folder(tmp_path / "training")
    Training("eriantys", where).run(until=1)
    before = (where / "latest.weights").read_bytes()
    left = where / "games" / "000002.npz"
    left.write_bytes((where / "games" / "000001.npz").read_bytes())
    resumed = Training("eriantys", where)
    assert not left.exists()
    assert resumed.generation == 1
    assert resumed.averaged.export() == before


def test_another_seed_is_another_training(tmp_path: Path) -> None:
    learned = set()
    for seed in (1, 2):
        where = folder(tmp_path / str(seed), Plan(**{**asdict(SMALL), "seed": seed}))
        Training("eriantys", where).run(until=1)
        learned.add((where / "latest.weights").read_bytes())
    assert len(learned) == 2


def test_a_plan_says_how_often_a_setting_is_played() -> None:
    chance = Random(1)
    usual = {any_setting("masters", chance, {}).name for _ in range(200)}
    assert usual == {"1", "2", "3", "4"}
    alone = {any_setting("masters", chance, {"2": 0, "3": 0, "4": 0}).name for _ in range(50)}
    assert alone == {"1"}
    assert {setting.name for setting in SETTINGS["eriantys"]} >= {"2", "2 expert"}


@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_weights_that_are_read_and_written_again_are_the_same(game: str) -> None:
    content = shipped.path(game).read_bytes()
    assert Model.of_weights(content).export() == content


def test_a_training_begins_from_weights(tmp_path: Path) -> None:
    content = shipped.path("eriantys").read_bytes()
    training = Training("eriantys", tmp_path / "new", content)
    assert training.averaged.export() == content
    assert (tmp_path / "new" / "best.weights").read_bytes() == content
    assert training.plan.imitated == 0
    with pytest.raises(UnfitWeights, match=r"There is a training in .* already"):
        Training("eriantys", tmp_path / "new", content)


def test_weights_of_another_game_are_no_beginning(tmp_path: Path) -> None:
    with pytest.raises(UnfitWeights, match=r"These weights are for masters, not for eriantys\."):
        Training("eriantys", tmp_path / "new", shipped.path("masters").read_bytes())
    assert not (tmp_path / "new").exists()


def test_what_is_learned_can_be_played_with(tmp_path: Path) -> None:
    where = folder(tmp_path / "training")
    Training("masters", where).run(until=1)
    shape, _ = weights.read((where / "latest.weights").read_bytes())
    assert shape == Shape.of("masters", SMALL.hidden, SMALL.second)
