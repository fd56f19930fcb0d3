"""TypeScript types of everything that is said, as one text: `protocol.ts`."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator

from ludoteca.dialects.house import http, messages
from ludoteca.dialects.house.connection import LARGEST_MESSAGE

from .definitions import Definitions, Schema, definitions, name_in
from .openapi import bodies
from .schemas import FROM_CLIENT, FROM_SERVER

WIDTH = 118
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
INDENT = "  "


def text() -> str:
    found = everything()
    parts = [
        "// The protocol of a house of Ludoteca. This file is made by the house: do not edit it.",
        constant("PROTOCOL", messages.PROTOCOL, "The version of the protocol that these types describe."),
        constant("SOCKET", http.SOCKET, "The path of the WebSocket of a table."),
        constant("LARGEST_MESSAGE", LARGEST_MESSAGE, "Bytes that one message to the house may have."),
        union("ClientMessage", "What a client says; `type` names it.", [found.asked[kind] for kind in FROM_CLIENT]),
        union("ServerMessage", "What the house says; `type` names it.", [found.told[kind] for kind in FROM_SERVER]),
        *(declaration(name, schema) for name, schema in found.schemas.items()),
        routes(),
        answers(found),
        asks(found),
    ]
    return "\n\n".join("\n".join(part) if not isinstance(part, str) else part for part in parts) + "\n"


def everything() -> Definitions:
    """Messages and bodies. Whoever sends back what he was given, a replay, has it whole."""
    over_http = bodies()
    told = [*FROM_SERVER, *over_http.told]
    return definitions(told, [kind for kind in (*FROM_CLIENT, *over_http.asked) if kind not in told])


# ---------------------------------------------------------------- declarations


def constant(name: str, value: object, words: str) -> str:
    return "\n".join([*comment(words), f"export const {name} = {json.dumps(value)};"])


def union(name: str, words: str, names: Iterable[str]) -> str:
    return "\n".join([*comment(words), f"export type {name} =", *(f"{INDENT}| {each}" for each in names)]) + ";"


def declaration(name: str, schema: Schema) -> str:
    words = comment(schema["description"])
    if "properties" in schema:
        members = [line for member in schema["properties"] for line in declared_member(schema, member)]
        return "\n".join([*words, f"export interface {name} {{", *members, "}"])
    if "enum" in schema:
        return union(name, schema["description"], (json.dumps(value) for value in schema["enum"]))
    if "anyOf" in schema:
        return union(name, schema["description"], (expression(part) for part in schema["anyOf"]))
    return "\n".join([*words, f"export type {name} = {expression(schema)};"])


def declared_member(schema: Schema, member: str) -> Iterator[str]:
    type_ = schema["properties"][member]
    words = type_.get("description", "")
    if "default" in type_ and type_["default"] not in (None, "", [], {}):
        words += f" Default: `{json.dumps(type_['default'])}`."
    if words:
        yield from comment(words, INDENT)
    yield f"{INDENT}{member}{'' if member in schema['required'] else '?'}: {expression(type_)};"


def comment(words: str, indent: str = "") -> list[str]:
    safe = words.replace("*/", "* /")
    if len(indent) + len(safe) + 7 <= WIDTH:
        return [f"{indent}/** {safe} */"]
    lines = textwrap.wrap(safe, WIDTH - len(indent) - 3, break_long_words=False)
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def expression(schema: Schema) -> str:
    """The type of a value. A schema that is not known here is an error, not `any`."""
    match schema:
        case {"$ref": ref}:
            return name_in(ref)
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": parts}:
            return " | ".join(dict.fromkeys(expression(part) for part in parts))
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(expression(part) for part in parts)}]"
        case {"type": "array", "items": item}:
            inner = expression(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object"} if "properties" not in schema:
            return "Record<string, unknown>"
        case {"type": str(plain)} if plain in PLAIN:
            return PLAIN[plain]
    raise ValueError(f"no type of TypeScript is known for {schema}")


# ---------------------------------------------------------------- routes


def routes() -> Iterator[str]:
    yield from comment("What can be asked over HTTP.")
    yield "export const ROUTES = {"
    for route in http.ROUTES:
        yield from comment(route.words, INDENT)
        yield f'{INDENT}{route.name}: {{ method: "{route.method}", path: "{route.path}" }},'
    yield "} as const;"


def answers(found: Definitions) -> Iterator[str]:
    yield from comment("What routes answer. Whatever is refused is answered with `Wrong`.")
    yield "export interface Answers {"
    for route in http.ROUTES:
        if isinstance(route.answers, type):
            answer = found.told[route.answers]
        else:
            answer = "Record<string, unknown>" if route.answers == "application/json" else "string"
        yield f"{INDENT}{route.name}: {answer};"
    yield "}"


def asks(found: Definitions) -> Iterator[str]:
    yield from comment("What routes are asked, in the body.")
    yield "export interface Asks {"
    for route in http.ROUTES:
        if route.asks is not None:
            yield f"{INDENT}{route.name}: {found.told.get(route.asks) or found.asked[route.asks]};"
    yield "}"
