"""What a message declares, in every dialect, and how lines of messages are read and written.

A message is a frozen struct. Its docstring says what it means, `SECTION` where the document speaks of it, `ADDED` which
members the document does not have, and `Meta(description=...)` what a member means. Which messages there are is
collected from the declarations, so nothing is listed twice.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

ADDED_HERE = "added here"
LONGEST_DETAIL = 200  # characters: msgspec repeats what it could not read, however long that is
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


class Message(msgspec.Struct, frozen=True):
    """What is said in one line, or a part of it."""

    SECTION: ClassVar[str] = ADDED_HERE
    ADDED: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def source(cls) -> str:
        """Where the message comes from, for the page about the dialect."""
        return "Added here." if cls.SECTION == ADDED_HERE else f"Document, {cls.SECTION}."


Kind = TypeVar("Kind", bound=Message)
Client = TypeVar("Client", bound=Message)
Server = TypeVar("Server", bound=Message)


def says(description: str) -> msgspec.Meta:
    """What a member means: `name: Annotated[str, says("one's own")]`."""
    return msgspec.Meta(description=description)


class Malformed(ValueError):
    """A line that is no message. `sentence` says what is wrong with it."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def kinds(family: type[Kind]) -> tuple[type[Kind], ...]:
    """All messages of a family, in the order in which they are declared: classes without further kinds."""
    found: list[type[Kind]] = []
    for kind in family.__subclasses__():
        found += kinds(kind) or (kind,)
    return tuple(found)


def name(kind: type[Message]) -> str:
    """As the wire spells it."""
    tag = kind.__struct_config__.tag
    return tag if isinstance(tag, str) else kind.__name__


class Claim(msgspec.Struct):
    """As much of a line as says what it is."""

    type: str = ""


def claimed(line: bytes) -> str:
    """The name that a line gives itself, whatever else is wrong with it."""
    try:
        return msgspec.json.decode(line, type=Claim).type
    except UNREADABLE:
        return ""


class Vocabulary(Generic[Client, Server]):
    """All messages of a dialect. `words` are the values that a member may have where they are few."""

    def __init__(
        self,
        from_client: type[Client],
        from_server: type[Server],
        parts: type[Message] | None = None,
        words: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.from_client = kinds(from_client)
        self.from_server = kinds(from_server)
        self.parts = () if parts is None else kinds(parts)
        self.words = {title: tuple(values) for title, values in (words or {}).items()}
        self._encode = msgspec.json.Encoder().encode
        self.any_from_client = union(self.from_client)
        self._from_client: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self.any_from_client)
        self._from_server: msgspec.json.Decoder[Any] = msgspec.json.Decoder(union(self.from_server))
        self._known = {name(kind) for kind in self.from_server}

    def line(self, message: Message) -> bytes:
        return self._encode(message) + b"\n"

    def lines(self, messages: Iterable[Message]) -> bytes:
        return b"".join([self._encode(message) + b"\n" for message in messages])

    def read(self, line: bytes) -> Client:
        """What a client says, or Malformed."""
        try:
            message: Client = self._from_client.decode(line)
        except UNREADABLE as error:
            raise Malformed(str(error)[:LONGEST_DETAIL]) from error
        return message

    def read_told(self, line: bytes) -> Server | None:
        """What the server says; None for a message that was added later, without which a client goes on."""
        try:
            message: Server = self._from_server.decode(line)
        except msgspec.ValidationError:
            claim = claimed(line)
            if not claim or claim in self._known:
                raise
            return None
        return message

    def shown_in(self, line: str, *, from_client: bool) -> list[str]:
        """The messages of which a line of a transcript is an example; what is sent to be refused is none."""
        claim = claimed(line.encode())
        known = self.from_client if from_client else self.from_server
        return [claim] if claim in map(name, known) else []


def union(family: Iterable[type[Message]]) -> Any:
    return functools.reduce(operator.or_, family)
