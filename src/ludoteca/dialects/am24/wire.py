"""Messages as they travel, one to a line."""

from __future__ import annotations

import msgspec

from .messages import ClientMessage, Message, ServerMessage

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
LONGEST_DETAIL = 200  # characters: msgspec repeats what it could not read, however long that is


class Malformed(ValueError):
    """A line that is no message; the text says why."""


def line(*messages: Message) -> bytes:
    """Messages as they travel, each with its end of line."""
    return b"".join([_encoder.encode(message) + b"\n" for message in messages])


def read_from_client(text: bytes) -> ClientMessage:
    try:
        return _from_client.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error)[:LONGEST_DETAIL]) from error


def read_from_server(text: bytes) -> ServerMessage:
    return _from_server.decode(text)
