"""The OpenAPI document is valid, complete, and true to the table of routes."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import given
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from ludoteca.dialects.house import http
from ludoteca.dialects.house.describing import examples, openapi
from ludoteca.dialects.house.describing.definitions import Schema, name_of
from ludoteca.dialects.house.http import ROUTES, Route
from ludoteca.house import lobby, verification
from ludoteca.rules.catalogue import GAMES

from ..making import nearly
from .structs import ANSWERED_OVER_HTTP, ASKED_OVER_HTTP

DOCUMENT = openapi.document("1.2.3")
ASKING = [route for route in ROUTES if route.asks is not None]


def operation(route: Route) -> Schema:
    found: Schema = DOCUMENT["paths"][route.path][route.method.lower()]
    return found


def validator(schema: Schema) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**schema, "components": DOCUMENT["components"]})


def named(route: Route) -> str:
    return route.name


def test_it_is_a_document_of_openapi() -> None:
    OPENAPI_31_VALIDATOR.validate(DOCUMENT)
    assert DOCUMENT["info"]["version"] == "1.2.3"
    assert json.loads(msgspec.json.encode(DOCUMENT)) == json.loads(json.dumps(DOCUMENT))


def test_programs_can_use_it() -> None:
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    read = [result.ok().label for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert sorted(read) == sorted(f"{route.method} {route.path}" for route in ROUTES)


def test_the_websocket_is_mentioned() -> None:
    assert http.SOCKET in DOCUMENT["info"]["description"]


@pytest.mark.parametrize("kind", [*ASKED_OVER_HTTP, *ANSWERED_OVER_HTTP], ids=name_of)
def test_every_struct_is_there_with_every_member(kind: type[msgspec.Struct]) -> None:
    schema = DOCUMENT["components"]["schemas"][name_of(kind)]
    assert set(kind.__struct_encode_fields__) <= schema["properties"].keys()


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_a_route_says_what_it_answers(route: Route) -> None:
    content = operation(route)["responses"]["200"]["content"]
    if isinstance(route.answers, type):
        assert content == {"application/json": {"schema": {"$ref": f"#/components/schemas/{route.answers.__name__}"}}}
    else:
        assert list(content) == [route.answers]


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_a_route_says_how_it_can_fail(route: Route) -> None:
    statuses = {int(status) for status in operation(route)["responses"]} - {200}
    assert {403, 429, 500, 503, *route.refusals} <= statuses
    assert (400 in statuses) == (421 in statuses) == (route.name != "health")
    assert ({411, 413} <= statuses) == (route.asks is not None)
    assert (401 in statuses) == (route.operator or not route.at_the_door or 401 in route.refusals)
    for status in statuses:
        answer = DOCUMENT["components"]["responses"][str(status)]
        assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Wrong"}


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_the_operators_routes_need_a_key_and_no_others(route: Route) -> None:
    assert ("security" in operation(route)) == route.operator


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_every_parameter_is_described(route: Route) -> None:
    parameters = operation(route).get("parameters", [])
    in_path = [parameter["name"] for parameter in parameters if parameter["in"] == "path"]
    in_query = [parameter["name"] for parameter in parameters if parameter["in"] == "query"]
    assert in_path == re.findall(r"{(\w+)}", route.path)
    assert in_query == [name for name, _ in route.query]
    assert all(parameter["description"] and parameter["schema"] for parameter in parameters)


def test_links_lead_to_operations_and_use_what_is_answered() -> None:
    names = {route.name for route in ROUTES}
    for name, links in openapi.LINKS.items():
        assert name in names
        for link in links.values():
            assert link["operationId"] in names


# ---------------------------------------------------------------- codes of tables


def codes(length: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(lobby.CODE_LETTERS), min_size=length, max_size=length)


@given(codes(6) | codes(10), st.data())
def test_a_code_can_be_typed_in_any_case_with_blanks_and_hyphens(letters: list[str], drawn: st.DataObject) -> None:
    typed = "".join(
        drawn.draw(st.sampled_from([letter, letter.lower()])) + drawn.draw(st.sampled_from(["", " ", "-"]))
        for letter in letters
    ).rstrip(" -")
    assert lobby.read_code(typed) == "".join(letters)
    assert validator(openapi.PATH_PARAMETERS["code"]["schema"]).is_valid(typed)


@given(st.text(max_size=12) | st.text(lobby.CODE_LETTERS, min_size=5, max_size=11))
def test_what_the_pattern_takes_is_a_code(typed: str) -> None:
    if validator(openapi.PATH_PARAMETERS["code"]["schema"]).is_valid(typed):
        assert lobby.read_code(typed) is not None


def test_the_example_is_a_code() -> None:
    assert lobby.read_code(openapi.PATH_PARAMETERS["code"]["example"]) == examples.CODE


def test_the_games_are_those_there_are() -> None:
    assert openapi.PATH_PARAMETERS["game"]["schema"]["enum"] == list(GAMES)


# ---------------------------------------------------------------- bodies


@pytest.mark.parametrize("route", ASKING, ids=named)
def test_examples_are_what_the_route_asks_for(route: Route) -> None:
    content = operation(route)["requestBody"]["content"]["application/json"]
    validator(content["schema"]).validate(json.loads(json.dumps(content["example"])))
    assert isinstance(msgspec.json.decode(json.dumps(content["example"]), type=route.asks), route.asks or object)


@pytest.mark.parametrize("route", [route for route in ASKING if route.name != "verify"], ids=named)
@given(st.data())
def test_it_takes_exactly_the_bodies_that_can_be_read(route: Route, drawn: st.DataObject) -> None:
    assert route.asks is not None
    made: dict[str, Any] = drawn.draw(nearly(route.asks))
    try:
        msgspec.json.decode(json.dumps(made), type=route.asks)
    except msgspec.ValidationError:
        taken = False
    else:
        taken = True
    content = operation(route)["requestBody"]["content"]["application/json"]
    assert validator(content["schema"]).is_valid(made) == taken


def test_the_replay_in_the_example_passes_every_check() -> None:
    assert verification.verify(examples.replay()).passed


def test_a_body_may_leave_out_what_has_a_default_and_an_answer_may_not() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["OptionsInput"]["required"] == ["game", "players"]
    left_out = ["advice", "absence"]  # where they say nothing, as in logs that were written before there was any
    assert [*schemas["Options"]["required"], *left_out] == list(schemas["Options"]["properties"])
    assert schemas["NewTable"]["properties"]["options"]["$ref"].endswith("/OptionsInput")
    assert schemas["TableView"]["properties"]["options"]["$ref"].endswith("/Options")
