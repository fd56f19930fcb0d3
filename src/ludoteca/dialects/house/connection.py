"""Both ends of the protocol without a socket: texts in, messages out, and the other way round."""

from __future__ import annotations

import msgspec

from . import messages
from .messages import ClientMessage, FromClient, FromServer, ServerMessage
from .problems import Problem, Trouble
from .states import State, problem

LARGEST_MESSAGE = 64 * 1024  # bytes: the largest action has some hundred, a line of chat 2,000
LARGEST_FROM_SERVER = 4 * 1024 * 1024  # bytes: a welcome with 200 missed entries and 200 lines of chat has 300,000
LONGEST_DETAIL = 200  # characters: msgspec repeats what it could not read, however long that is

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def encode(message: FromClient | FromServer) -> bytes:
    return _encoder.encode(message)


def read_from_client(text: str | bytes) -> ClientMessage:
    """The message, or Trouble that says what is wrong with it."""
    try:
        return _from_client.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Trouble(Problem.MALFORMED, detail=f"{str(error)[:LONGEST_DETAIL]}.") from error


def read_from_server(text: str | bytes) -> ServerMessage:
    return _from_server.decode(text)


def claimed_id(text: str | bytes) -> str:
    """The id of a message that could not be read, if it has one: the client should know what was refused."""
    try:
        return msgspec.json.decode(text, type=_Anything).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


class _Anything(msgspec.Struct):
    id: messages.Id = ""


def receive(state: State, text: str | bytes) -> ClientMessage:
    """The message, if it may come in this state."""
    message = read_from_client(text)
    wrong = problem(state, message)
    if wrong is not None:
        raise Trouble(wrong)
    return message
