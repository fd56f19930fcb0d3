"""What people were told, word for word, written down beside their client and not by it.

Whatever contradicts itself already while it is told (a gap, another order) is kept in `wrong`; the rest is compared
with the disk later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import msgspec
from aiohttp import WSMsgType

MOST_MISSED = 200  # entries that the house tells one by one to who comes back (docs/protocol.md)

Message = dict[str, Any]


ENTERING = ("sit", "contribute")  # what the client asks for while it comes to a table


@dataclass
class Seen:
    """A view, and the seat that it is the view of."""

    seat: int | None
    view: Message


@dataclass
class Notes:
    """What one person was told at one table."""

    code: str
    seat: int | None = None
    last: int | None = None  # entry
    entries: dict[int, Message] = field(default_factory=dict)
    heard_as: dict[int, int | None] = field(default_factory=dict)  # the seat as which an entry was told
    views: dict[int, Seen] = field(default_factory=dict)  # since the last check, by entry
    lines: dict[int, Message] = field(default_factory=dict)
    acts: dict[str, Message] = field(default_factory=dict)  # sent, by id
    said: dict[str, str] = field(default_factory=dict)  # texts that were sent, by id
    done: dict[str, int | None] = field(default_factory=dict)  # by id: the entry
    refused: dict[str, str] = field(default_factory=dict)  # by id: why, the last time
    wrong: list[str] = field(default_factory=list)
    copied: set[str] = field(default_factory=set)  # ids of what was sent by another connection, too
    undecided: tuple[str, ...] = ()  # refusals after which something may have been done all the same
    entering: str = ""  # the id of the last request while coming to the table; who is refused one comes anew

    def doubtful(self, request: str) -> tuple[str, ...]:
        """Refusals that do not say that a request has not been carried out."""
        refused = self.refused.get(request)
        return self.undecided if refused is None or request not in self.copied else (refused,)

    def sent(self, message: Message) -> None:
        if message["type"] in ("act", "take_back"):
            self.acts[message["id"]] = message
        elif message["type"] == "say":
            self.said[message["id"]] = message["text"]
        elif message["type"] in ENTERING:
            self.entering = message["id"]

    def told(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                self.welcomed(message)
            case "entry":
                self.seat = message["view"]["you"]
                self.happened(message["entry"])
                self.see(message["view"])
            case "lines":
                self.hear(message["lines"])
            case "done":
                self.finished(message.get("id", ""), message.get("number"))
            case "refused":
                self.refused[message.get("id", "")] = message["code"]

    def may_know(self, number: int) -> bool:
        """Whether one who comes back has seen so much that he is told the rest entry by entry."""
        return self.last is not None and number - self.last <= MOST_MISSED

    def welcomed(self, message: Message) -> None:
        view, missed = message["view"], message.get("missed")
        self.seat = view["you"]
        number = view["number"]
        if self.last is not None and number < self.last:
            self.wrong.append(f"was told entry {self.last} and is now shown the table as after entry {number}")
        elif self.may_know(number) and missed is None and self.entering not in self.refused:
            self.wrong.append(f"was not told what followed entry {self.last}")
        for entry in missed or ():
            self.happened(entry)
        if missed is not None and self.last != number:
            self.wrong.append(f"missed entries up to {self.last}, and the view is of {number}")
        self.last = number
        self.see(view)
        self.hear(message.get("lines", []))

    def happened(self, entry: Message) -> None:
        number = entry["number"]
        if self.last is not None and number != self.last + 1:
            self.wrong.append(f"was told entry {number} after {self.last}")
        self.last = number
        self.entries[number] = entry
        self.heard_as[number] = self.seat

    def see(self, view: Message) -> None:
        self.views[view["number"]] = Seen(self.seat, view)

    def hear(self, lines: list[Message]) -> None:
        for line in lines:
            if self.lines.setdefault(line["number"], line) != line:
                self.wrong.append(f"line {line['number']} of the chat has changed")

    def finished(self, request: str, number: int | None) -> None:
        if self.done.setdefault(request, number) != number:
            self.wrong.append(f"request {request} was done by entry {self.done[request]} and by {number}")
        self.refused.pop(request, None)

    def until_now(self) -> Notes:
        """A copy that does not go on. The views are handed over to it."""
        views, self.views = self.views, {}
        kept = {name: copy(getattr(self, name)) for name in self.__dataclass_fields__}
        return Notes(**{**kept, "views": views})

    def count(self) -> Counter[str]:
        counted = Counter({"entries told": len(self.entries), "lines told": len(self.lines)})
        counted["acts done"] = sum(request in self.done for request in self.acts)
        return counted


class Witness:
    """Notes of one person at all of his tables. `told` is called after each entry, `sending` before each message."""

    def __init__(self, name: str, told: Callable[[], None], undecided: tuple[str, ...] = ()) -> None:
        self.name = name
        self.sending: Callable[[Notes, Message], None] = lambda notes, message: None
        self.sockets: dict[str, aiohttp.ClientWebSocketResponse] = {}  # the last one at each table
        self._undecided = undecided
        self.notes: dict[str, Notes] = {}
        self.opened: list[str] = []  # tables that the house said it has opened
        self._told = told

    def of(self, code: str) -> Notes:
        return self.notes.setdefault(code, Notes(code, undecided=self._undecided))

    def note(self, notes: Notes, message: Message) -> None:
        notes.told(message)
        if message["type"] == "entry":
            self._told()

    def until_now(self) -> Witness:
        """A copy that does not go on."""
        frozen = Witness(self.name, self._told, self._undecided)
        frozen.opened = list(self.opened)
        frozen.notes = {code: notes.until_now() for code, notes in self.notes.items()}
        return frozen

    def session(self) -> aiohttp.ClientSession:
        """For a client whose sockets are listened to."""
        return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), ws_response_class=overheard(self))


def overheard(witness: Witness) -> type[aiohttp.ClientWebSocketResponse]:
    """WebSockets that are like any other, but what passes through them is noted."""

    class Overheard(aiohttp.ClientWebSocketResponse):
        table: Notes | None = None

        async def receive(self, timeout: float | None = None) -> Any:
            frame = await super().receive(timeout)
            if frame.type is WSMsgType.TEXT:
                message = msgspec.json.decode(frame.data)
                if message["type"] == "welcome" and self.table is None:
                    self.table = witness.of(message["view"]["code"])
                    witness.sockets[self.table.code] = self
                if self.table is not None:
                    witness.note(self.table, message)
            return frame

        async def send_str(self, data: str, compress: int | None = None) -> None:
            if self.table is not None:  # before the welcome there are greetings only
                message = msgspec.json.decode(data)
                self.table.sent(message)
                witness.sending(self.table, message)
            await super().send_str(data, compress)

    return Overheard
