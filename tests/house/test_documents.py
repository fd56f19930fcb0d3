"""The page about the house names everything that there is, and every refusal is made somewhere."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import msgspec
import pytest

from ludoteca.house import commands, entries
from ludoteca.house.refusals import SENTENCES, Refusal, Refused

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "house.md").read_text()
SOURCES = "".join(path.read_text() for path in (ROOT / "src" / "ludoteca" / "house").glob("*.py"))
COMMANDS = [
    name
    for name, kind in inspect.getmembers(commands, inspect.isclass)
    if issubclass(kind, commands.Command) and kind not in (commands.Command, commands.HouseCommand)
]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("kind", entries.Happening.__args__)
def test_every_kind_of_entry_is_documented(kind: type[msgspec.Struct]) -> None:
    assert f"`{kind.__struct_config__.tag}`" in PAGE


@pytest.mark.parametrize("code", Refusal)
def test_every_refusal_is_documented_and_made_somewhere(code: Refusal) -> None:
    assert f"`{code}`" in PAGE
    assert len(re.findall(rf"Refused\(\s*Refusal\.{code.name}\b", SOURCES)) >= 1


@pytest.mark.parametrize("code", Refusal)
def test_every_refusal_has_a_sentence(code: Refusal) -> None:
    parameters = dict.fromkeys(re.findall(r"{(\w+)}", SENTENCES[code]), "x")
    refused = Refused(code, **parameters)
    assert refused.sentence.endswith((".", "x"))
    assert str(refused) == f"[{code}] {refused.sentence}"
