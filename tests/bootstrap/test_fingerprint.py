"""The fingerprint of the compiled rules changes with what they are made from, and with nothing else."""

import shutil
from pathlib import Path

import pytest

from ludoteca.rules import _fingerprint


@pytest.fixture
def rules(clone: Path) -> Path:
    return clone / "src/ludoteca/rules"


def test_modules_with_c_types_are_compiled(rules: Path) -> None:
    (rules / "words.py").touch()
    (rules / "const.py").touch()
    (rules / "const.pxd").touch()
    assert [path.name for path in _fingerprint.compiled_modules(rules.parent)] == ["count.py", "table.py"]


@pytest.mark.parametrize("name", ["count.py", "count.pxd", "table.py"])
def test_it_changes_with_every_source(rules: Path, name: str) -> None:
    before = _fingerprint.fingerprint(rules.parent)
    (rules / name).write_text("# changed")
    assert _fingerprint.fingerprint(rules.parent) != before


def test_it_changes_with_a_new_or_renamed_source(rules: Path) -> None:
    before = _fingerprint.fingerprint(rules.parent)
    (rules / "shared.pxd").touch()
    added = _fingerprint.fingerprint(rules.parent)
    (rules / "shared.pxd").rename(rules / "common.pxd")
    assert len({before, added, _fingerprint.fingerprint(rules.parent)}) == 3


def test_the_search_is_part_of_it(rules: Path) -> None:
    before = _fingerprint.fingerprint(rules.parent)
    search = rules.parent / "search"
    search.mkdir()
    (search / "tree.py").touch()
    (search / "tree.pxd").touch()
    assert _fingerprint.fingerprint(rules.parent) != before
    assert search / "tree.py" in _fingerprint.compiled_modules(rules.parent)


def test_it_does_not_change_with_the_rest_or_the_place(rules: Path, tmp_path: Path) -> None:
    before = _fingerprint.fingerprint(rules.parent)
    (rules / "words.py").write_text("# not compiled")
    shutil.copytree(rules.parent, tmp_path / "elsewhere")
    assert _fingerprint.fingerprint(tmp_path / "elsewhere") == before
