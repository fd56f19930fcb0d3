"""The types of TypeScript have every struct, every member, every code and every route."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec
import pytest

from ludoteca.dialects.house.connection import LARGEST_MESSAGE
from ludoteca.dialects.house.describing import typescript
from ludoteca.dialects.house.describing.definitions import name_of
from ludoteca.dialects.house.describing.schemas import FROM_CLIENT, FROM_SERVER
from ludoteca.dialects.house.http import ROUTES, SOCKET, Route
from ludoteca.dialects.house.problems import Problem
from ludoteca.house.refusals import Refusal
from ludoteca.house.table import Phase

from .structs import ALL

TEXT = typescript.text()
WITHOUT_COMMENTS = re.sub(r"/\*\*.*?\*/", "", TEXT, flags=re.DOTALL)
INTERFACES = {
    name: dict(re.findall(r"^  (\w+)(\??: .+);$", body, re.MULTILINE))
    for name, body in re.findall(r"^export interface (\w+) \{\n(.*?)^\}", WITHOUT_COMMENTS, re.MULTILINE | re.DOTALL)
}
UNIONS = {
    name: re.findall(r"^  \| (.+?);?$", body, re.MULTILINE)
    for name, body in re.findall(r"^export type (\w+) =\n((?:  \| .+\n?)+)", WITHOUT_COMMENTS, re.MULTILINE)
}
ALIASES = dict(re.findall(r"^export type (\w+) = (.+);$", WITHOUT_COMMENTS, re.MULTILINE))
NATIVE = {"string", "number", "boolean", "null", "unknown", "Record"}


@pytest.mark.parametrize("kind", ALL, ids=name_of)
def test_every_struct_is_an_interface_with_every_member(kind: type[msgspec.Struct]) -> None:
    config = kind.__struct_config__
    members = {*kind.__struct_encode_fields__, *([config.tag_field] if config.tag_field else [])}
    assert INTERFACES[name_of(kind)].keys() == members
    if config.tag_field:
        assert INTERFACES[name_of(kind)][config.tag_field] == f': "{config.tag}"'


@pytest.mark.parametrize(("name", "codes"), [("Phase", Phase), ("RefusalCode", Refusal), ("ProblemCode", Problem)])
def test_enums_are_unions_of_texts(name: str, codes: type[StrEnum]) -> None:
    assert sorted(UNIONS[name]) == sorted(f'"{code}"' for code in codes)


def test_messages_are_unions() -> None:
    assert UNIONS["ClientMessage"] == [kind.__name__ for kind in FROM_CLIENT]
    assert UNIONS["ServerMessage"] == [kind.__name__ for kind in FROM_SERVER]


def test_every_type_that_is_used_is_declared_once() -> None:
    declared = [*INTERFACES, *UNIONS, *ALIASES]
    assert len(declared) == len(set(declared))
    used = [type_ for members in INTERFACES.values() for type_ in members.values()]
    used += [part for parts in UNIONS.values() for part in parts] + list(ALIASES.values())
    names = {name for type_ in used for name in re.findall(r"\b[A-Za-z]\w*", re.sub(r'"[^"]*"', "", type_))}
    assert names - NATIVE <= {*declared}
    assert re.findall(r"\bany\b", WITHOUT_COMMENTS) == []


def test_every_export_was_understood_here() -> None:
    constants = re.findall(r"^export const (\w+)", TEXT, re.MULTILINE)
    assert TEXT.count("\nexport ") == len(INTERFACES) + len(UNIONS) + len(ALIASES) + len(constants)
    assert constants == ["PROTOCOL", "SOCKET", "LARGEST_MESSAGE", "ROUTES"]


def test_what_may_be_left_out_is_optional() -> None:
    assert INTERFACES["Hello"]["key"] == "?: string | null"
    assert INTERFACES["Sit"] | {} == {
        "type": ': "sit"',
        "name": ": string",
        "key": ": string",
        "nonce": "?: string",
        "look": "?: LookInput",
        "id": "?: string",
    }
    assert INTERFACES["Welcome"]["missed"] == "?: Happened[] | null"
    assert INTERFACES["TableView"]["you"] == ": number | null"
    assert INTERFACES["OptionsInput"]["clock"] == "?: ClockSettingsInput | null"


def test_what_a_game_says_is_left_to_the_game() -> None:
    assert ALIASES["GameView"] == "Record<string, unknown>"
    assert INTERFACES["TableView"]["legal"] == ": GameAction[]"
    assert INTERFACES["Options"]["settings"] == ": Record<string, unknown>"


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_route_is_a_constant(route: Route) -> None:
    assert f'  {route.name}: {{ method: "{route.method}", path: "{route.path}" }},\n' in TEXT
    assert route.words in TEXT
    assert route.name in INTERFACES["Answers"]
    assert (route.name in INTERFACES["Asks"]) == (route.asks is not None)


def test_constants() -> None:
    assert f'export const SOCKET = "{SOCKET}";' in TEXT
    assert f"export const LARGEST_MESSAGE = {LARGEST_MESSAGE};" in TEXT


def test_docstrings_are_comments() -> None:
    assert (
        "/** Take a free seat. `nonce` goes into the draws; choose it by chance after `commitment` was shown. */"
        in TEXT
    )
    assert "  /** The seat that has to decide. */\n  turn: number | null;\n" in TEXT


def test_long_comments_are_wrapped_and_none_ends_early() -> None:
    assert typescript.comment("a */ b") == ["/** a * / b */"]
    assert max(len(line) for line in typescript.comment("word " * 60)) <= typescript.WIDTH
    assert TEXT.count("/**") == TEXT.count("*/")


def test_a_schema_that_is_not_known_is_an_error() -> None:
    with pytest.raises(ValueError, match="no type of TypeScript"):
        typescript.expression({"type": "date"})
