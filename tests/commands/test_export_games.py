"""`ludoteca export --games`: finished games of a house or of an arena as arrays."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from .stores import Desk, Party, furnish


def test_all_finished_games_of_a_house(
    desk: Desk, house: Path, over: Party, masters_over: Party, masters_playing: Party, tmp_path: Path
) -> None:
    furnish(house, over, masters_over, masters_playing)
    for game, party, winner in (("eriantys", over, 2), ("masters", masters_over, 3)):
        file = tmp_path / f"{game}.npz"
        assert desk.run("export", "--games", game, "--format", "npz", "-o", file) == 0
        stored = np.load(file)
        assert stored["sources"].tolist() == [party.code]
        assert stored["players"].tolist() == [winner] * len(stored["action"])
        assert desk.err == f"1 game with {len(stored['action']):,} decisions.\n"
        decided = party.table.result
        assert decided is not None
        for seat in range(winner):
            won = stored["reward"][stored["seat"] == seat] > 0
            assert won.all() == (seat in decided.winners)
        legal = stored["action_mask"][np.arange(len(stored["action"])), stored["action"]]
        assert legal.all()


def test_games_of_an_arena_are_played_again(desk: Desk, tmp_path: Path) -> None:
    results, file = tmp_path / "results.jsonl", tmp_path / "games.npz"
    assert desk.run("arena", "random", "level-1", "--games", "4", "--save", results) == 0
    assert desk.run("export", "--games", results, "--format", "npz", "-o", file) == 0
    stored = np.load(file)
    lines = [json.loads(line) for line in results.read_text().splitlines()[1:]]
    assert len(stored["sources"]) == len(lines) == 4
    for number, line in enumerate(lines):
        rows = stored["game"] == number
        winners = sorted({int(seat) for seat in stored["seat"][rows & (stored["reward"] > 0)]})
        assert winners in ([], line["winners"])
    lines[0]["winners"] = [1 - lines[0]["winners"][0]]
    text = results.read_text().splitlines()
    results.write_text("\n".join([text[0], json.dumps(lines[0])]) + "\n")
    assert desk.run("export", "--games", results, "--format", "npz", "-o", tmp_path / "other.npz") == 2
    assert "came out differently now" in desk.err
    results.write_text(text[0].replace('"random"', '"nobody"') + "\n")
    assert desk.run("export", "--games", results, "--format", "npz", "-o", tmp_path / "other.npz") == 2
    assert "There is no bot nobody" in desk.err
    heading = json.loads(text[0])
    heading["fingerprints"] = ["", "another"]
    results.write_text(json.dumps(heading) + "\n")
    assert desk.run("export", "--games", results, "--format", "npz", "-o", tmp_path / "other.npz") == 2
    assert "A bot has changed" in desk.err


def test_what_cannot_be_exported_is_explained(
    desk: Desk, house: Path, over: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish(house, over)
    assert "Name one table by its code, or many games by --games." in desk.misuse("export")
    assert "A table is written as json" in desk.misuse("export", "KDTWPQ", "--format", "npz")
    many = ("export", "--format", "npz", "--games")
    assert desk.run(*many, "masters", "-o", tmp_path / "a.npz") == 2
    assert desk.err == "There is no finished game to export.\n"
    assert desk.run(*many, "eriantys") == 2
    assert desk.err == "Name the file for the games: --output FILE.\n"
    assert desk.run(*many, "chess", "-o", tmp_path / "a.npz") == 2
    assert desk.err == "chess is neither one of the games eriantys, masters nor a file that ludoteca arena saved.\n"
    (tmp_path / "precious").write_text("precious")
    assert desk.run(*many, "eriantys", "-o", tmp_path / "precious") == 2
    assert "is there already" in desk.err
    assert desk.run(*many, tmp_path / "precious", "-o", tmp_path / "a.npz") == 2
    assert "something else in it than games of an arena" in desk.err
    assert desk.run(*many, "eriantys", "-o", tmp_path / "nowhere" / "a.npz") == 2
    assert "cannot be written: No such file or directory" in desk.err
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "ludoteca.envs.datasets", raising=False)
    assert desk.run(*many, "eriantys", "-o", tmp_path / "a.npz") == 2
    assert desk.err == "This needs numpy, which is not installed: pip install 'ludoteca[research]'\n"
