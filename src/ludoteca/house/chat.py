"""What is said at a table: a stream of its own, beside the log, so that talk never comes between a move and its entry.

Muting is done by the client; the house keeps every line.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable

import msgspec

from .options import Whole
from .refusals import Refusal, Refused
from .table import Phase, Table

LONGEST_LINE = 500
LINES_KEPT = 200  # for those who come later
MOST_LINES = 5_000  # of a table, all of which are in the store: about as many as two people say in three hours
BURST = 5  # lines in one breath
CLOCK_SET_BACK = 60_000  # milliseconds by which clocks of machines do not differ otherwise
PACE = 2000  # milliseconds for each line after that
# Persian and many emoji are written with them. They show nothing, so only one at a time, between two signs.
JOINER = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name is that of the speaker when he spoke: seats move up when somebody leaves the lobby.

    An empty text: the operator of the house has deleted the line. Who has heard it before hears it once more, so.
    """

    number: Whole
    time: Whole
    seat: Whole
    name: str
    text: str


class Chat:
    def __init__(self) -> None:
        self.number = 0
        self.time = 0
        self.lines: deque[Line] = deque(maxlen=LINES_KEPT)
        self.free_at: dict[str, int] = {}  # by name: when a speaker's bucket is full again

    def since(self, number: int) -> list[Line]:
        """The lines after one that was seen, as far as they are kept."""
        return [line for line in self.lines if line.number > number]


def resumed(lines: Iterable[Line]) -> Chat:
    """The chat after the last lines that were kept of it."""
    chat = Chat()
    for line in lines:
        chat.number = line.number - 1
        add(chat, line)
    return chat


def say(table: Table, chat: Chat, seat: int, text: str, now: int) -> Line:
    """The line that would be added, or Refused. Nothing changes here."""
    if table.phase is Phase.CLOSED:
        raise Refused(Refusal.TABLE_CLOSED)
    if not (0 <= seat < len(table.seats) and table.seats[seat].person):
        raise Refused(Refusal.NOT_SEATED)
    if not 1 <= len(text) <= LONGEST_LINE or not JOINER.sub("", text).isprintable() or text.isspace():
        raise Refused(Refusal.CHAT_TEXT, most=LONGEST_LINE)
    if chat.number >= MOST_LINES:
        raise Refused(Refusal.CHAT_FULL, most=MOST_LINES)
    name = table.seats[seat].name
    time = max(now, chat.time)
    too_early = full_again(chat, name, time) - time - BURST * PACE
    if chat.time - now > CLOCK_SET_BACK:  # the time of lines stands still until the clock is there again
        too_early = 0
    if too_early > 0:
        raise Refused(Refusal.CHAT_TOO_FAST, seconds=-(-too_early // 1000))
    return Line(chat.number + 1, time, seat, name, text)


def replace(chat: Chat, line: Line) -> bool:
    """Another text for a line that was said before. False when that one is not kept here."""
    for place, kept in enumerate(chat.lines):
        if kept.number == line.number:
            chat.lines[place] = line
            return True
    return False


def full_again(chat: Chat, name: str, time: int) -> int:
    """When the speaker could say a whole burst again, if he says one more line now."""
    return max(chat.free_at.get(name, 0), time) + PACE


def add(chat: Chat, line: Line) -> None:
    """The only thing that makes a chat longer."""
    if line.number != chat.number + 1 or line.time < chat.time:
        raise Refused(Refusal.STALE)
    chat.free_at[line.name] = full_again(chat, line.name, line.time)
    chat.lines.append(line)
    chat.number = line.number
    chat.time = line.time
