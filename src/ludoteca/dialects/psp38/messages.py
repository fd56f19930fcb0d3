"""Every message of the dialect, read and written. A message is a JSON object in one line, `type` is its name."""

from __future__ import annotations

import typing

import msgspec

from .from_client import ClientMessage, FromClient
from .from_server import ServerMessage
from .requests import FromServer

LONGEST_DETAIL = 200  # characters: msgspec repeats what it could not read, however long that is

FROM_CLIENT: tuple[type[FromClient], ...] = typing.get_args(ClientMessage)
FROM_SERVER: tuple[type[FromServer], ...] = typing.get_args(ServerMessage)

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class Malformed(ValueError):
    """A line that is no message. `sentence` says what is wrong with it."""

    def __init__(self, detail: str) -> None:
        self.sentence = f"That is not a message of this protocol: {detail[:LONGEST_DETAIL]}."
        super().__init__(self.sentence)


def encode(message: FromClient | FromServer) -> bytes:
    """A whole line."""
    return _encoder.encode(message) + b"\n"


def read_from_client(line: bytes) -> ClientMessage:
    try:
        return _from_client.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error)) from error


def read_from_server(line: bytes) -> ServerMessage:
    return _from_server.decode(line)
