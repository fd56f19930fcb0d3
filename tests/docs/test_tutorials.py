"""Shell blocks of documents that are marked as runnable are typed, one after the other, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..commands.open_house import OpenHouse, environment, opened
from ..deploy.test_path import SERVING
from ..runnable import ROOT, blocks, documents
from ..test_example_bots import node

DOCUMENTS = [document for document in documents() if document != SERVING]  # which has a machine of its own
PATIENCE = 120.0  # seconds
NO_RUNNING_COMMENTARY = "set -euo pipefail\n"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenHouse]:
    with opened(tmp_path / "house", "--bot-pace", "0") as house:
        yield house


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """`ludoteca` of these tests, `python3` of these tests, and Node with what it needs."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, command in {"ludoteca": [sys.executable, "-m", "ludoteca"], "python3": [sys.executable]}.items():
        (folder / name).write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
@pytest.mark.skipif(sys.platform == "win32", reason="there is no bash")
def test_what_is_marked_as_runnable_runs(document: Path, tmp_path: Path, programs: Path, house: OpenHouse) -> None:
    typed = NO_RUNNING_COMMENTARY + "\n".join(blocks(document))
    if "node " in typed:
        found = subprocess.check_output(["sh", "-c", "command -v node"], text=True).strip()
        (programs / "node").write_text(f'#!/bin/sh\nexec {" ".join([found, *node()[1:]])} "$@"\n')
        (programs / "node").chmod(0o755)
    place = tmp_path / "empty"
    place.mkdir()
    done = subprocess.run(
        ["bash", "-c", typed],
        cwd=place,
        env=environment(PATH=f"{programs}{os.pathsep}{os.environ['PATH']}", HOUSE=house.url, NODE_NO_WARNINGS="1"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    if document.stem == "first-client":
        assert "eriantys, masters" in done.stdout
        assert re.search(r"The table is [A-Z]{6}", done.stdout)


def test_every_tutorial_can_be_tried_or_names_what_there_is() -> None:
    """Tutorials about the code itself have no blocks to run: the files that they name are there."""
    for tutorial in (ROOT / "docs/tutorials").glob("*.md"):
        text = tutorial.read_text(encoding="utf-8")
        named = re.findall(r"`((?:src|tests|docs|web)/[\w./]+)`", text)
        assert blocks(tutorial) or named or tutorial.stem == "first-game", tutorial
        for name in named:
            assert (ROOT / name).exists(), f"{tutorial.name}: {name}"
