"""OpenAPI of what is served over HTTP, from the table of routes."""

from __future__ import annotations

import re
from typing import Any

from ludoteca.dialects.house import http
from ludoteca.dialects.house.http import ROUTES, Route, Wrong
from ludoteca.house.lobby import CODE_LENGTH, CODE_LETTERS, HIDDEN_CODE_LENGTH
from ludoteca.rules.catalogue import GAMES

from . import examples
from .definitions import Definitions, Schema, definitions

REF = "#/components/schemas/{name}"
EITHER_CASE = f"[{CODE_LETTERS}{CODE_LETTERS.lower()}]"
BEFORE = f"{EITHER_CASE}[ -]?"  # a letter that is not the last
CODE = f"^(?:{BEFORE}){{{CODE_LENGTH - 1}}}(?:(?:{BEFORE}){{{HIDDEN_CODE_LENGTH - CODE_LENGTH}}})?{EITHER_CASE}$"

PATH_PARAMETERS: dict[str, Schema] = {
    "code": {
        "description": f"The code of a table: {CODE_LENGTH} letters without I, L and O, of a hidden one "
        f"{HIDDEN_CODE_LENGTH}, in any case. Blanks and hyphens between them do not matter.",
        "schema": {"type": "string", "pattern": CODE},
        "example": examples.CODE,
    },
    "game": {"description": "The name of a game.", "schema": {"type": "string", "enum": list(GAMES)}},
    "step": {
        "description": "The number of a step.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 1,
    },
    "line": {
        "description": "The number of a line of the chat.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 1,
    },
    "person": {
        "description": "The name under which somebody has played.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,20}$"},
        "example": "Anna",
    },
    "key_name": {
        "description": "What the key is called; `operator.key` is the first one.",
        "schema": {"type": "string"},
        "example": "dashboard",
    },
    "report": {"description": "The id of a report.", "schema": {"type": "string"}, "example": "9f86d081"},
    "invitation": {"description": "The id of an invitation.", "schema": {"type": "string"}, "example": "2c26b46b68ff"},
}

QUERY_SCHEMAS: dict[str, Schema] = {
    "since": {"type": "string"},
    "who": {"type": "string"},
    "after": {"type": "string"},
    "most": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
}

STATUSES = {
    400: "It cannot be read, or is not what is asked for here.",
    401: "This needs the operator's key, or, in a private house, a token that its door gives.",
    403: "Not for you: a table that nobody may watch, or an address from which nobody may come.",
    404: "There is no such thing.",
    408: "The body did not come in time.",
    409: "The house refuses. The sentence says why.",
    411: "The body does not say how long it is: it came in chunks.",
    413: "That is more than one may send.",
    421: "It is for a name by which this house is not known.",
    429: "Too fast, or too much from one address. `parameters` may say how long to wait.",
    500: "Something went wrong here, not with what was sent.",
    503: "Not at the moment: the house is about to close, or nothing can be written down.",
}

AT_THE_DOOR = (403, 429)  # also answered in plain text, before a request was read

RETRY_AFTER: Schema = {
    "Retry-After": {"description": "Seconds after which to try again.", "schema": {"type": "integer"}}
}
HEADERS: dict[int, Schema] = {
    401: {"WWW-Authenticate": {"description": "Bearer.", "schema": {"type": "string"}}},
    429: RETRY_AFTER,
    503: RETRY_AFTER,
}

DESCRIPTION = f"""\
The lobby, replays, rules and the operator's part of a house. A table itself is a WebSocket at `{http.SOCKET}`,
which `/api/asyncapi.json` describes.

Whatever is refused is answered with `Wrong`: a code for programs and a sentence for people.

Bodies say in `Content-Length` how long they are (411 otherwise), and where none is described none may be sent (413).
After both the connection is closed.
"""


def document(version: str) -> Schema:
    found = bodies()
    paths: dict[str, Schema] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludoteca",
            "version": version,
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": found.schemas,
            "responses": {str(status): wrong(status, found) for status in sorted(used_statuses())},
            "securitySchemes": {
                "operator": {"type": "http", "scheme": "bearer", "description": "The operator's key."},
            },
        },
    }


def bodies(ref: str = REF) -> Definitions:
    """Everything that is asked or answered as JSON."""
    answered = [route.answers for route in ROUTES if isinstance(route.answers, type)]
    asked = [route.asks for route in ROUTES if route.asks is not None]
    return definitions([*dict.fromkeys(answered), Wrong], list(dict.fromkeys(asked)), ref)


def operation(route: Route, found: Definitions) -> Schema:
    described: Schema = {"operationId": route.name, "summary": route.words}
    if parameters := [*path_parameters(route), *query_parameters(route)]:
        described["parameters"] = parameters
    if route.asks is not None:
        content = {"schema": {"$ref": REF.format(name=found.asked[route.asks])}, "example": examples.body(route.asks)}
        described["requestBody"] = {"required": True, "content": {"application/json": content}}
    described["responses"] = {"200": answer(route, found)} | {
        str(status): {"$ref": f"#/components/responses/{status}"} for status in statuses(route)
    }
    if route.operator:
        described["security"] = [{"operator": []}]
    return described


def path_parameters(route: Route) -> list[Schema]:
    return [
        {"name": name, "in": "path", "required": True, **PATH_PARAMETERS[name]}
        for name in re.findall(r"{(\w+)}", route.path)
    ]


def query_parameters(route: Route) -> list[Schema]:
    return [
        {"name": name, "in": "query", "description": f"{words[0].upper()}{words[1:]}.", "schema": QUERY_SCHEMAS[name]}
        for name, words in route.query
    ]


def answer(route: Route, found: Definitions) -> Schema:
    if isinstance(route.answers, type):
        schema: Schema = {"$ref": REF.format(name=found.told[route.answers])}
        answered: Schema = {"description": "The answer.", "content": {"application/json": {"schema": schema}}}
    else:
        schema = {"type": "object" if route.answers == "application/json" else "string"}
        answered = {"description": "The answer.", "content": {route.answers: {"schema": schema}}}
    if route.name in LINKS:
        answered["links"] = LINKS[route.name]
    return answered


# Where one can go from an answer.
LINKS: dict[str, dict[str, Any]] = {
    "open_table": {
        "table": {"operationId": "table", "parameters": {"code": "$response.body#/code"}},
        "replay": {"operationId": "replay", "parameters": {"code": "$response.body#/code"}},
        "close": {"operationId": "close_table", "parameters": {"code": "$response.body#/code"}},
    },
    "replay": {"verify": {"operationId": "verify", "requestBody": "$response.body"}},
}


def wrong(status: int, found: Definitions) -> Schema:
    content: Schema = {"application/json": {"schema": {"$ref": REF.format(name=found.told[Wrong])}}}
    if status in AT_THE_DOOR:
        content["text/plain"] = {"schema": {"type": "string"}}
    described: Schema = {"description": STATUSES[status], "content": content}
    if status in HEADERS:
        described["headers"] = HEADERS[status]
    return described


def statuses(route: Route) -> list[int]:
    """Every status but 200 with which a route can be answered."""
    found = {403, 429, 500, 503, *route.refusals}  # an address can be refused, or have too many connections, anywhere
    if route.name != "health":  # which load balancers ask for by any name
        found |= {400, 421}
    if route.asks is not None:
        found |= {400, 408, 411, 413}
    if route.query:
        found.add(400)
    if route.operator or not route.at_the_door:  # the house may be private
        found.add(401)
    return sorted(found)


def used_statuses() -> set[int]:
    return {status for route in ROUTES for status in statuses(route)}
