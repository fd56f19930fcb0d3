"""AsyncAPI of the WebSocket of a table."""

from __future__ import annotations

from typing import Any

import msgspec

from ludoteca.dialects.house import http, messages
from ludoteca.dialects.house.messages import FromClient, FromServer

from . import examples
from .definitions import Definitions, Schema
from .openapi import PATH_PARAMETERS
from .schemas import FROM_CLIENT, FROM_SERVER, Kind, of_messages, tag

REF = "#/components/schemas/{name}"

# What answers a message that is not refused. Everything else is answered by `done`.
ANSWERS: dict[type[FromClient], tuple[type[FromServer], ...]] = {
    messages.Hello: (messages.Welcome, messages.Done),
    messages.Claim: (messages.Welcome, messages.Done),
    messages.Move: (messages.Moving,),
    messages.Hint: (messages.Advice,),
    messages.Ping: (messages.Pong,),
}
UNASKED = (messages.Entry, messages.Lines, messages.Goodbye)

DESCRIPTION = f"""\
A table is a WebSocket at `{http.SOCKET}`. Every frame is one JSON object; `type` names the message. The client greets
first. Whatever it asks for is answered, with the same `id`; what happens at the table is told to everybody there.
"""


def answers(kind: type[FromClient]) -> tuple[type[FromServer], ...]:
    return (*ANSWERS.get(kind, (messages.Done,)), messages.Refused)


def document(version: str) -> Schema:
    found = of_messages(REF)
    kinds: tuple[Kind, ...] = (*FROM_CLIENT, *FROM_SERVER)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Ludoteca", "version": version, "description": DESCRIPTION, "license": {"name": "MIT"}},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": http.SOCKET,
                "title": "A table",
                "parameters": {
                    "code": {"description": PATH_PARAMETERS["code"]["description"], "examples": [examples.CODE]}
                },
                "messages": {tag(kind): {"$ref": f"#/components/messages/{tag(kind)}"} for kind in kinds},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            **{f"receive_{tag(kind)}": receiving(kind, found) for kind in FROM_CLIENT},
            **{f"send_{tag(kind)}": sending(kind, found) for kind in UNASKED},
        },
        "components": {
            "messages": {tag(kind): described(kind, found) for kind in kinds},
            "schemas": found.schemas,
        },
    }


def receiving(kind: type[FromClient], found: Definitions) -> Schema:
    return {
        "action": "receive",
        "channel": CHANNEL,
        "summary": summary(kind, found),
        "messages": [in_channel(kind)],
        "reply": {"channel": CHANNEL, "messages": [in_channel(answer) for answer in answers(kind)]},
    }


def sending(kind: type[FromServer], found: Definitions) -> Schema:
    return {
        "action": "send",
        "channel": CHANNEL,
        "summary": summary(kind, found),
        "messages": [in_channel(kind)],
    }


CHANNEL = {"$ref": "#/channels/table"}


def in_channel(kind: Kind) -> Schema:
    return {"$ref": f"#/channels/table/messages/{tag(kind)}"}


def described(kind: Kind, found: Definitions) -> Schema:
    name = found.asked.get(kind) or found.told[kind]
    return {
        "name": tag(kind),
        "title": name,
        "summary": summary(kind, found),
        "payload": {"$ref": REF.format(name=name)},
        "examples": [{"payload": example} for example in examples_of(kind)],
    }


def summary(kind: Kind, found: Definitions) -> str:
    return str(found.schemas[found.asked.get(kind) or found.told[kind]]["description"])


def examples_of(kind: Kind) -> list[dict[str, Any]]:
    """What such messages look like as JSON."""
    if issubclass(kind, FromClient):
        return [example for example in examples.FROM_CLIENT if example["type"] == tag(kind)]
    return [msgspec.to_builtins(message) for message in examples.from_server() if type(message) is kind]
