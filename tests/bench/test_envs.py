"""The bench of the environments measures what it says, and tells what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import envs
from ludoteca import rules

pytestmark = pytest.mark.skipif(not rules.compiled, reason="it measures the compiled form")


def test_a_quick_run_has_every_contender(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(envs, "GAMES", 32)
    file = tmp_path / "figures.json"
    assert envs.main(["--quick", "--json", str(file)]) == 0
    found = json.loads(file.read_text())
    measured, missing = set(found["steps_per_second"]), set(found["not_measured"])
    assert measured | missing == set(envs.LABELS)
    assert missing <= {"pgx_connect_four", "eriantys", "masters"}  # Pgx, and two threads, are not everywhere
    assert all(rate > 0 for rate in found["steps_per_second"].values())
    assert "eriantys_v0 / connect_four_v3" in capsys.readouterr().out


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "find_spec", lambda name: None)
    absent: dict[str, str] = {}
    assert envs.entrants(absent) == {}
    assert absent["spiel_connect_four"] == absent["zoo_eriantys"] == absent["eriantys"] == envs.NOT_INSTALLED
