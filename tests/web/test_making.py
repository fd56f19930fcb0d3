"""When the set-up makes the page, and what it does where that fails."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType

import pytest

from ..bootstrap.conftest import clone, run

__all__ = ["clone", "run"]  # fixtures

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture
def makings(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that make the page, written down instead of done."""
    taken: list[str] = []

    def note(command: list[str], log: str, **variables: str) -> None:
        if command[-1].endswith("build.py"):
            taken.append(log)
            run.PAGE.mkdir(parents=True, exist_ok=True)
            (run.PAGE / "index.html").touch()
            sources = run.load("sources", run.WEB / "sources.py")
            (run.PAGE / sources.NOTE).write_text(sources.fingerprint(run.WEB))

    monkeypatch.delenv("LUDOTECA_PAGE", raising=False)
    monkeypatch.setattr(run, "step", note)
    run.STAMP.parent.mkdir()
    run.WEB.mkdir()
    (run.WEB / "build.py").touch()
    shutil.copy(WEB / "sources.py", run.WEB)
    return taken


def break_it(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    tried: list[str] = []

    def step(command: list[str], log: str, **variables: str) -> None:
        tried.append(log)
        raise run.SetupError("no network")

    monkeypatch.setattr(run, "step", step)
    return tried


def test_it_is_made_once(run: ModuleType, makings: list[str]) -> None:
    for _ in range(2):
        run.make_page()
    assert makings == ["page.log"]


@pytest.mark.parametrize("name", ["package.json", "src/App.svelte"])
def test_it_is_made_again_when_its_sources_change(run: ModuleType, makings: list[str], name: str) -> None:
    run.make_page()
    (run.WEB / name).parent.mkdir(exist_ok=True)
    (run.WEB / name).write_text("something new")
    run.make_page()
    assert len(makings) == 2


def test_packages_are_no_sources(run: ModuleType, makings: list[str]) -> None:
    run.make_page()
    (run.WEB / "node_modules").mkdir()
    (run.WEB / "node_modules" / "something.js").touch()
    run.make_page()
    assert len(makings) == 1


def test_a_copy_without_its_sources_makes_nothing(run: ModuleType, makings: list[str]) -> None:
    (run.WEB / "build.py").unlink()
    run.make_page()
    assert makings == []


def test_where_it_cannot_be_made_the_plain_page_is_shown_and_the_next_start_tries_again(
    run: ModuleType, makings: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = break_it(run, monkeypatch)
    for _ in range(2):
        run.make_page()
    assert len(tried) == 2
    assert capsys.readouterr().err.count("The page is the plain one") == 2


def test_where_it_must_be_made_a_failure_is_one(
    run: ModuleType, makings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = break_it(run, monkeypatch)
    run.make_page()
    monkeypatch.setenv("LUDOTECA_PAGE", "require")
    with pytest.raises(run.SetupError):
        run.make_page()
    assert len(tried) == 2


def test_the_steps_are_where_they_are_looked_for(run: ModuleType, clone: Path) -> None:
    assert clone / "web" / "build.py" == run.WEB / "build.py"
    assert (WEB / "build.py").exists()
