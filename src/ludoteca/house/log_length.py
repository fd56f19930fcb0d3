"""How long the log of a table can get. A log is read, shown and checked as a whole, so it must not grow without end.

The longest of 15,000 games that chance played has 434 decisions (Masters of Renaissance; Eriantys: 206). What can be
done over and over without the game going on ends first, far beyond that; moves, and whatever ends a game, go on being
accepted for as many entries again. Where even that is used up, somebody is not playing: the house closes the table.
"""

from __future__ import annotations

from . import commands
from .commands import Command
from .refusals import Refusal, Refused
from .table import Phase, Table

MOST_WITH_SECOND_THOUGHTS = 3_000  # entries
MOST_ENTRIES = 6_000
SECOND_THOUGHTS = (commands.TakeBack, commands.AskEnd, commands.Dress, commands.Arrange, commands.HandOver)
AT_THE_END = (commands.Finish, commands.CloseLong, commands.Close, commands.Rematch)


def need_room_in_log(table: Table, command: Command) -> None:
    most = MOST_WITH_SECOND_THOUGHTS if isinstance(command, SECOND_THOUGHTS) else MOST_ENTRIES
    if table.number >= most and not isinstance(command, AT_THE_END):
        raise Refused(Refusal.TABLE_LONG, entries=most)


def is_full(table: Table) -> bool:
    """Whether nothing can be added any more but the end."""
    return table.number >= MOST_ENTRIES


def is_to_be_closed(table: Table) -> bool:
    """Before a game begins there is nothing to lose: such a table is closed sooner."""
    most = MOST_WITH_SECOND_THOUGHTS if table.phase is Phase.OPEN else MOST_ENTRIES
    return table.number >= most
