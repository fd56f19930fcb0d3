"""What the house asks of whatever keeps its tables. The rest of the shells know this package and no database.

A table is a log, so the heart of it is `append`: when it says True, the row is on disk and stays there, and nothing may
be shown to anybody before. When it says False, the log has gone on without that row: read what is new and decide again.
When it raises, the row is not there, unless the power went in that very moment; appending it once more settles that.
"""

from __future__ import annotations

from .decisions import Claimed, Decision, Decisions, Queue, WorkDone, WorkerRow
from .integrity import Flaw, Link, follow
from .nodes import Beat, Figures, NodeRow, Nodes, TakenOver
from .problems import LastWrite, Problem, StoreBroken, StoreError, StoreFull, Unstorable
from .rows import ChatRow, EntryRow, SnapshotRow, StoredTable, Summary, TableRow
from .stores import TRIED, Changes, Records, Store

__all__ = [
    "TRIED",
    "Beat",
    "Changes",
    "ChatRow",
    "Claimed",
    "Decision",
    "Decisions",
    "EntryRow",
    "Figures",
    "Flaw",
    "LastWrite",
    "Link",
    "NodeRow",
    "Nodes",
    "Problem",
    "Queue",
    "Records",
    "SnapshotRow",
    "Store",
    "StoreBroken",
    "StoreError",
    "StoreFull",
    "StoredTable",
    "Summary",
    "TableRow",
    "TakenOver",
    "Unstorable",
    "WorkDone",
    "WorkerRow",
    "follow",
]
