"""The lock files pin everything by hash and name no registry."""

import re
import tomllib
from pathlib import Path

import pytest

import run

FOLDER = Path(__file__).parents[2] / "requirements"


def requirements(group: str) -> dict[str, str]:
    """By name of the package (with its marker): the hashes it is locked to."""
    text = run.lock_file(group).read_text()
    entries = re.split(r"\n(?=[a-z])", re.sub(r"^ +#.*\n?", "", text, flags=re.MULTILINE))
    return {entry.split(" \\\n")[0].strip(): entry for entry in entries}


def test_every_group_is_locked() -> None:
    assert (
        {path.stem for path in FOLDER.glob("*.txt")} == {path.stem for path in FOLDER.glob("*.in")} == set(run.GROUPS)
    )


@pytest.mark.parametrize("group", run.GROUPS)
def test_every_package_has_one_version_and_a_hash(group: str) -> None:
    locked = requirements(group)
    assert locked
    for requirement, entry in locked.items():
        assert re.fullmatch(r"[a-z0-9.-]+==[^ ]+( ; .+)?", requirement)
        assert re.search(r"\n    --hash=sha256:[0-9a-f]{64}\b", entry), requirement


@pytest.mark.parametrize("group", run.GROUPS)
def test_what_is_asked_for_is_locked(group: str) -> None:
    asked = re.findall(r"^[A-Za-z][\w-]*", (FOLDER / f"{group}.in").read_text(), re.MULTILINE)
    assert asked
    assert {name.lower() for name in asked} <= {name.split("==")[0] for name in requirements(group)}


@pytest.mark.parametrize("group", run.GROUPS)
def test_no_registry_is_named(group: str) -> None:
    text = run.lock_file(group).read_text()
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_groups_agree_on_versions() -> None:
    pinned: dict[str, set[str]] = {}
    for group in run.GROUPS:
        for requirement in requirements(group):
            name, _, rest = requirement.partition("==")
            if ";" not in rest:
                pinned.setdefault(name, set()).add(rest)
    assert {name: versions for name, versions in pinned.items() if len(versions) > 1} == {}


def test_dependency_groups_name_the_same_packages() -> None:
    """Two lists of the same things stay the same: one for run.py, one for tools that read pyproject.toml."""
    declared = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text())["dependency-groups"]
    assert set(declared) == set(run.GROUPS) - {"play", "page"}
    for group, listed in declared.items():
        lines = [line.partition("#")[0].strip() for line in (FOLDER / f"{group}.in").read_text().splitlines()]
        asked = [line for line in lines if line and not line.startswith("-c")]
        shown = [f"-r {each['include-group']}.in" if isinstance(each, dict) else each for each in listed]
        assert shown == asked, group
