"""Lines and messages: what a client's line says, and the lines of both ends."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from .messages import AddPlayerResponse, AnyCommand, CurrentStatus, GameParameters, Message
from .statuses import NO_JSON

LONGEST_DETAIL = 200  # characters: msgspec repeats what it could not read, however long that is
NO_COMMAND = "missing required field `cmd`"  # so msgspec puts it

_encoder = msgspec.json.Encoder()
_command: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_parameters = msgspec.json.Decoder(GameParameters)
_status = msgspec.json.Decoder(CurrentStatus)
_response = msgspec.json.Decoder(AddPlayerResponse)


class Malformed(ValueError):
    """A line that is no message. `sentence` is for people."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def line_of(message: Message) -> bytes:
    return _encoder.encode(message) + b"\n"


def is_object(line: bytes) -> bool:
    """Whether a line looks like JSON rather than like a username."""
    return line.lstrip()[:1] == b"{"


def read_text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise Malformed("A line is UTF-8.") from error


def read_from_client(line: bytes) -> AnyCommand | GameParameters:
    """The message in a line that is not a username, or Malformed."""
    if not is_object(line):
        raise Malformed(NO_JSON)
    try:
        return _command.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        if NO_COMMAND not in str(error):
            raise Malformed(f"{str(error)[:LONGEST_DETAIL]}.") from error
    try:
        return _parameters.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"{str(error)[:LONGEST_DETAIL]}." if b"numPlayers" in line else NO_JSON) from error


def read_from_server(line: bytes) -> AddPlayerResponse | CurrentStatus:
    """What the server says. Errors have the same shape in both."""
    response = _response.decode(line)
    return _status.decode(line) if response.userID is UNSET else response
