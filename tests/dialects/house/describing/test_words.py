"""Everything has words, and there are no words for nothing."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import msgspec
import pytest

from ludoteca.dialects.house import problems
from ludoteca.dialects.house.describing import definitions, words
from ludoteca.dialects.house.describing.definitions import KNOWN, KNOWN_WHEN_TOLD, LOOSE, name_of
from ludoteca.dialects.house.describing.pages import RULES
from ludoteca.dialects.house.describing.typescript import everything
from ludoteca.house import refusals, views

from .structs import ALL

FOUND = everything()
MEMBERS = [(name, member) for name, schema in FOUND.schemas.items() for member in schema.get("properties", {})]


@pytest.mark.parametrize("kind", ALL, ids=name_of)
def test_a_struct_is_described_once(kind: type[msgspec.Struct]) -> None:
    assert bool(kind.__doc__) != (name_of(kind) in words.ABOUT)
    assert FOUND.schemas[name_of(kind)]["description"]


@pytest.mark.parametrize(("name", "member"), MEMBERS)
def test_a_member_has_words(name: str, member: str) -> None:
    schema = FOUND.schemas[name]["properties"][member]
    assert "const" in schema or len(schema["description"]) > 3


def test_names_are_not_shared() -> None:
    names = [name_of(kind) for kind in ALL]
    assert sorted(names) == sorted(set(names))
    assert not set(names) & LOOSE.keys()


def test_no_words_are_for_nothing() -> None:
    there = {f"{name_of(kind)}.{member}" for kind in ALL for member in kind.__struct_fields__}
    specific = {key for key in words.MEMBERS if "." in key}
    assert specific <= there
    common = words.MEMBERS.keys() - specific
    assert common <= {member.partition(".")[2] for member in there - specific}
    shown = {f"What{kind.__name__}" for kind in definitions.KINDS}
    assert words.ABOUT.keys() <= {name_of(kind) for kind in ALL} | LOOSE.keys() | shown | {
        "Absence",
        "Phase",
        "Scope",
        "Starts",
    }


def test_what_is_known_of_members_is_of_members_that_are_there() -> None:
    there = {f"{name_of(kind)}.{member}" for kind in ALL for member in kind.__struct_fields__}
    assert KNOWN.keys() | KNOWN_WHEN_TOLD.keys() <= there


def test_words_for_people_name_nothing_that_they_are_not_shown() -> None:
    for kind in definitions.KINDS:
        shown = FOUND.schemas[f"What{kind.__name__}"]
        assert not set(re.findall(r"`(\w+)`", shown["description"])) & set(views.HIDDEN)


@pytest.mark.parametrize("code", problems.Problem)
def test_every_problem_has_a_sentence(code: problems.Problem) -> None:
    sentence = problems.SENTENCES[code]
    parameters: dict[str, Any] = {name: "x" for _, name, _, _ in Formatter().parse(sentence) if name}
    trouble = problems.Trouble(code, **parameters)
    assert trouble.sentence.endswith((".", "x"))
    assert str(trouble) == f"[{code}] {trouble.sentence}"


def test_no_code_means_two_things() -> None:
    """`Refused.code` is one of either."""
    assert not {*problems.Problem} & {*refusals.Refusal}


def test_every_sentence_is_of_a_code() -> None:
    assert problems.SENTENCES.keys() == {*problems.Problem}
    assert refusals.SENTENCES.keys() == {*refusals.Refusal}
    assert all(RULES.values())
