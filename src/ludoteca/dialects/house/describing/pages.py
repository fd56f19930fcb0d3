"""Pages of the documentation about the protocol, as Markdown: messages, states, HTTP, refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludoteca.dialects.docs import figure, table
from ludoteca.dialects.house import http, problems
from ludoteca.dialects.house.http import ROUTES, Route
from ludoteca.dialects.house.messages import FromClient
from ludoteca.dialects.house.states import ALLOWED, LEADS_TO, State
from ludoteca.house import refusals
from ludoteca.rules.eriantys.notation import refusals as of_eriantys
from ludoteca.rules.masters.notation import refusals as of_masters

from . import diagram, examples, openapi
from .asyncapi import answers, examples_of
from .definitions import LOOSE, Definitions, Schema, pointing, targets
from .markdown import Link, example, members, plain, type_words
from .schemas import FROM_CLIENT, FROM_SERVER, Kind, of_messages, tag
from .typescript import everything

RULES: dict[str, Mapping[Any, str]] = {
    "Eriantys": of_eriantys.SENTENCES,
    "Masters of Renaissance": of_masters.SENTENCES,
}

UNIONS = ("What", "FullWhat")

# Where schemas are explained that have no section of their own.
ELSEWHERE = {
    "GameView": "../notation.md",
    "GameAction": "../notation.md",
    "GameEvent": "../contract.md",
    "RefusalCode": "refusals.md#by-the-house",
    "ProblemCode": "refusals.md#before-the-house-is-asked",
}


def pages() -> dict[str, str]:
    """Every page by its name, without the ending."""
    written = {"messages": messages_page(), "states": states_page(), "http": http_page(), "refusals": refusals_page()}
    return {name: "\n\n".join(parts) + "\n" for name, parts in written.items()}


# ---------------------------------------------------------------- messages


def messages_page() -> Iterator[str]:
    found = everything()
    shown = for_people(found)
    yield "# Messages"
    yield (
        "Every frame of the WebSocket is one JSON object, and `type` names the message. A member with a default may be "
        "left out. Members that are not known are ignored. [States](states.md) says when which message may come, "
        "[The protocol](../protocol.md) shows a whole session."
    )
    yield "The same for programs: [JSON Schema](schema.json), [AsyncAPI](asyncapi.json), [TypeScript](protocol.ts)."
    yield "## From a client"
    for asked in FROM_CLIENT:
        yield from message_section(asked, shown[found.asked[asked]])
        yield f"Answered by {', '.join(f'[`{tag(answer)}`](#{tag(answer)})' for answer in answers(asked))}."
        yield example(examples_of(asked)[0])
    yield "## From the house"
    for told in FROM_SERVER:
        yield from message_section(told, shown[found.told[told]])
        yield example(examples_of(told)[0])
    yield "## What is in them"
    for name in contained_in_messages():
        yield from struct_section(name, shown, here)


def message_section(kind: Kind, schema: Schema) -> Iterator[str]:
    yield f"### {tag(kind)}"
    yield str(schema["description"])
    yield members(schema, here)


def struct_section(name: str, shown: Mapping[str, Schema], link: Link) -> Iterator[str]:
    schema = shown[name]
    yield f"### {name}"
    yield str(schema["description"])
    if "properties" in schema:
        yield members(schema, link)
    elif name in UNIONS:
        yield table(("kind", "members", "what happened"), kind_rows(schema, shown))
    else:
        yield f"{type_words(schema, link)}."


def kind_rows(union: Schema, shown: Mapping[str, Schema]) -> Iterator[tuple[str, str, str]]:
    for name in targets(union):
        properties = dict(shown[name]["properties"])
        kind = properties.pop("kind")["const"]
        yield f"`{kind}`", ", ".join(f"`{member}`" for member in properties), shown[name]["description"]


def for_people(found: Definitions) -> dict[str, Schema]:
    """One schema where there are two forms: what the house tells, with the defaults of what it is asked."""
    shown = {}
    for name, schema in found.schemas.items():
        asked = found.schemas.get(f"{name}Input")
        if base(name, found) == name:
            shown[name] = pointing(schema, lambda target: base(target, found))
            for member, type_ in shown[name].get("properties", {}).items():
                if asked is not None and "default" in asked["properties"][member]:
                    type_["default"] = asked["properties"][member]["default"]
    return shown


def base(name: str, found: Definitions) -> str:
    """The name of a schema without regard to its form."""
    told = name.removesuffix("Input")
    return told if told in found.schemas else name


def contained_in_messages() -> list[str]:
    """What messages contain that has a section of its own."""
    found = of_messages()
    said = {*found.asked.values(), *found.told.values()}
    return [name for name in for_people(found) if name not in said and has_section(name)]


def has_section(name: str) -> bool:
    """Kinds of entries are in one table, and some things are explained elsewhere."""
    return name not in ELSEWHERE and name not in (kind for union in UNIONS for kind in targets(LOOSE[union]))


def here(name: str) -> str:
    return ELSEWHERE.get(name) or f"#{name.lower()}"


# ---------------------------------------------------------------- states


def states_page() -> Iterator[str]:
    yield "# States of a connection"
    yield (
        "A connection greets, then it watches or has a seat. A message inside a box leaves the connection where it is; "
        "one on an arrow leads on when it is not refused. Whether the table allows it as well, whose turn it is and "
        "whether the game has started, is for the house to say."
    )
    yield figure(diagram.svg())
    yield (
        "Whoever is removed from a seat by the host, or whose seat is given up, hears so by an entry `rose` and "
        "watches from then on. Whoever goes on at another device is sent away here with `goodbye` (`moved`)."
    )
    yield table(
        ("message", *State), ((f"[`{tag(kind)}`](messages.md#{tag(kind)})", *places(kind)) for kind in FROM_CLIENT)
    )
    yield (
        "What may not come is refused with "
        + ", ".join(f"`{code}`" for code in (problems.Problem.GREET_FIRST, problems.Problem.GREETED))
        + f", `{problems.Problem.WATCHING}` or `{problems.Problem.SEATED}`, and the connection stays open."
    )


def places(kind: type[FromClient]) -> Iterator[str]:
    """What a message does in each state."""
    for state in State:
        if kind not in ALLOWED[state]:
            yield ""
        elif (state, kind) in LEADS_TO:
            yield "→ " + " or ".join(LEADS_TO[state, kind])
        else:
            yield "yes"


# ---------------------------------------------------------------- HTTP


def http_page() -> Iterator[str]:
    found = everything()
    shown = for_people(found)
    explained = set(contained_in_messages())
    yield "# HTTP"
    yield (
        "Bodies are JSON. Whatever is refused is answered with [Wrong](#wrong) and one of the statuses below. A member "
        f"with a default may be left out. A table itself is a WebSocket at `{http.SOCKET}`; its "
        "[messages](messages.md) have a page of their own."
    )
    yield "The same for programs: [OpenAPI](openapi.json), [TypeScript](protocol.ts)."

    def link(name: str) -> str:
        return f"messages.md{here(name)}" if name in explained else here(name)

    yield "## Routes"
    for route in ROUTES:
        yield from route_section(route, found, link)
    yield "## Statuses"
    yield table(("status", "meaning"), ((str(status), words) for status, words in openapi.STATUSES.items()))
    yield "## Bodies"
    said = {found.asked[kind] for kind in FROM_CLIENT} | {found.told[kind] for kind in FROM_SERVER}
    for name in shown:
        if name not in said and name not in explained and has_section(name):
            yield from struct_section(name, shown, link)


def route_section(route: Route, found: Definitions, link: Link) -> Iterator[str]:
    yield f"### {route.method} {route.path}"
    yield route.words + (" For the operator: `Authorization: Bearer` and the operator's key." if route.operator else "")
    parameters = [*openapi.path_parameters(route), *openapi.query_parameters(route)]
    if parameters:
        yield table(
            ("parameter", "in", "type", "meaning"),
            ((f"`{p['name']}`", p["in"], type_words(p["schema"], here), p["description"]) for p in parameters),
        )
    if route.asks is not None:
        name = base(found.told.get(route.asks) or found.asked[route.asks], found)
        yield f"Body: [{name}]({link(name)})."
        if route.asks in examples.BODIES:
            yield example(examples.body(route.asks))
    if isinstance(route.answers, type):
        name = found.told[route.answers]
        yield f"Answer: [{name}]({link(name)})."
    else:
        yield f"Answer: `{route.answers}`."
    refused = ", ".join(str(status) for status in openapi.statuses(route))
    cost = f" It counts as {route.cost} against the limit of an address." if route.cost != 1 else ""
    yield f"Otherwise: {refused}.{cost}"


# ---------------------------------------------------------------- refusals


def refusals_page() -> Iterator[str]:
    yield "# Refusals"
    yield (
        "Whatever is refused has a `code` for programs and a `sentence` for people, in `refused`, `goodbye` and "
        "`Wrong`. Words in braces are filled in; `parameters` has them for whoever says it in another language. What "
        "is refused changes nothing."
    )
    yield "## Before the house is asked"
    yield "Something is wrong with the message, the connection or the server."
    yield sentences(problems.SENTENCES)
    yield "## By the house"
    yield "The message is fine, but not at this table, not now, or not from you."
    yield sentences(refusals.SENTENCES)
    yield "## By the rules"
    yield "When `code` is `illegal_action`, `rule` says which rule of the game is the reason."
    for game, said in RULES.items():
        yield f"### {game}"
        yield sentences(said)


def sentences(said: Mapping[Any, str]) -> str:
    return table(("code", "sentence"), ((f"`{code}`", plain(sentence)) for code, sentence in sorted(said.items())))
