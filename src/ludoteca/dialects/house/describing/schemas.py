"""JSON Schema of every message of the WebSocket."""

from __future__ import annotations

from typing import get_args

from ludoteca.dialects.house import messages

from .definitions import REF, Definitions, Schema, definitions

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FROM_CLIENT: tuple[type[messages.FromClient], ...] = get_args(messages.ClientMessage)
FROM_SERVER: tuple[type[messages.FromServer], ...] = get_args(messages.ServerMessage)

Kind = type[messages.FromClient] | type[messages.FromServer]


def tag(kind: Kind) -> str:
    """What `type` says in a message."""
    return str(kind.__struct_config__.tag)


def of_messages(ref: str = REF) -> Definitions:
    return definitions(FROM_SERVER, FROM_CLIENT, ref)


def document() -> Schema:
    found = of_messages()
    from_client, from_server = (
        {
            "title": title,
            "description": f"{who}. `type` names the message.",
            "oneOf": [{"$ref": REF.format(name=name)} for name in names.values()],
        }
        for title, who, names in (
            ("ClientMessage", "What a client says", found.asked),
            ("ServerMessage", "What the house says", found.told),
        )
    )
    return {
        "$schema": DIALECT,
        "title": "Ludoteca",
        "description": f"Messages of the WebSocket of a table, version {messages.PROTOCOL} of the protocol. "
        "Members that are not known are ignored.",
        "anyOf": [{"$ref": REF.format(name=name)} for name in ("ClientMessage", "ServerMessage")],
        "$defs": {"ClientMessage": from_client, "ServerMessage": from_server, **found.schemas},
    }
