"""Lines and messages: reading what a client or a server sent, in each spelling that is understood, and writing."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from .messages import FROM_CLIENT, FROM_SERVER, FromClient, FromServer, Message

# Other spellings of the document.
ALSO = {
    "Acknowledgement": "Acknowledgment",
    "ChangeNumOfPlayers": "ChangeNumPlayers",
}
CAPITAL = re.compile(rb'[{,]\s*"[A-Z]')  # the document capitalises some members
OTHER_NAME = re.compile(b"|".join(f'"{other}"'.encode() for other in ALSO))


def _union(family: tuple[Any, ...]) -> Any:
    joined = family[0]
    for kind in family[1:]:
        joined = joined | kind
    return joined


ANY_FROM_CLIENT = _union(FROM_CLIENT)
_asked = msgspec.json.Decoder(ANY_FROM_CLIENT)
_told = msgspec.json.Decoder(_union(FROM_SERVER))
_encoder = msgspec.json.Encoder()


def read(line: bytes) -> FromClient | None:
    """The message of a line; None when it is none."""
    try:
        if b'"' in line and (CAPITAL.search(line) or OTHER_NAME.search(line)):  # looking twice at rubbish is dear
            return _read_other(line)
        message: FromClient = _asked.decode(line)
    except (ValueError, RecursionError):  # no JSON, no UTF-8, no such message, or nested too deeply
        return None
    return message


def _read_other(line: bytes) -> FromClient | None:
    """A line with other spellings. Where a member is given in both, the ordinary one counts."""
    said = msgspec.json.decode(line)
    if not isinstance(said, dict):
        return None
    members = {member[:1].lower() + member[1:]: value for member, value in said.items()} | said
    kind = members.get("type")
    if isinstance(kind, str):
        members["type"] = ALSO.get(kind, kind)
    message: FromClient = msgspec.convert(members, ANY_FROM_CLIENT)
    return message


def write(message: Message) -> bytes:
    """A line."""
    return _encoder.encode(message) + b"\n"


def read_told(line: bytes) -> FromServer:
    """What the server said; ValueError when it is no message of this dialect."""
    message: FromServer = _told.decode(line)
    return message
