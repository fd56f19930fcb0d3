"""A connection as a table: which message may come in which state, and where it leads.

The table is the machine: a session lets a message in only where the table has it. The drawings of the pages, and the
sentence that says what is awaited, are made of the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from . import drawing
from .drawing import Arrow
from .messages import Message, name

Kind = type[Message]
State = TypeVar("State", bound=StrEnum)


@dataclass(frozen=True)
class Row(Generic[State]):
    """One state. `leads` says where a message leads that may come and is accepted, the usual way first; nowhere means
    that the state stays. `asks` is the question that waits for its answer there. `told` are states to which something
    leads that others do, with the message that tells it."""

    words: str
    leads: Mapping[Kind, Sequence[State]] = field(default_factory=dict)
    asks: Kind | None = None
    told: Mapping[State, str] = field(default_factory=dict)


class Machine(Generic[State]):
    """`anywhere` are the messages that may come in every state and lead nowhere."""

    def __init__(self, rows: Mapping[State, Row[State]], anywhere: Sequence[Kind] = ()) -> None:
        self.rows = rows
        self.anywhere = tuple(anywhere)
        self._allowed = {state: frozenset((*row.leads, *self.anywhere)) for state, row in rows.items()}

    def allows(self, state: State, kind: Kind) -> bool:
        return kind in self._allowed[state]

    def awaited(self, state: State) -> list[str]:
        """The messages that belong to a state."""
        return [name(kind) for kind in self.rows[state].leads if kind not in self.anywhere]

    # ------------------------------------------------------------ for the page

    def table(self) -> tuple[Sequence[str], list[Sequence[str]]]:
        """Every state in words, and what may come in it."""
        rows: list[Sequence[str]] = []
        for state, row in self.rows.items():
            led = [
                f"`{name(kind)}`" + (f" → {', '.join(ends)}" if ends else "")
                for kind, ends in row.leads.items()
                if kind not in self.anywhere
            ]
            asked = f"`{name(row.asks)}`" if row.asks else ""
            rows.append((f"**{state}**", row.words, asked, "<br>".join(led)))
        return ("state", "", "question", "what may come, and where it leads"), rows

    def drawn(
        self,
        title: str,
        boxes: Mapping[State, str],
        layout: Callable[..., str] = drawing.row,
        rare: Collection[State] = (),
        silent: Collection[Kind] = (),
    ) -> str:
        """States under their names, or several under one. What leads to a `rare` state is drawn where that is the usual
        way; `silent` messages are not drawn."""
        found: dict[tuple[str, str], list[str]] = {}

        def add(start: State, end: State, label: str) -> None:
            edge = boxes[start], boxes.get(end, "")
            if edge[1] and edge[0] != edge[1] and label not in found.setdefault(edge, []):
                found[edge].append(label)

        for start in boxes:
            row = self.rows[start]
            for kind, ends in row.leads.items():
                for end in ends if kind not in silent else ():
                    if end is ends[0] or end not in rare:
                        add(start, end, name(kind))
            for end, message in row.told.items():
                if message and end not in rare:
                    add(start, end, f"({message})")
        inside: dict[str, list[str]] = {}
        for state, box in boxes.items():
            lines = inside.setdefault(box, [])
            lines += [name(row.asks)] if (row := self.rows[state]).asks else self._staying(state, silent)
        if len(inside) < len(boxes):
            inside = {box: [] for box in inside}  # several states in a box have too much to say
        besides = f"{' and '.join(map(name, self.anywhere))} may come at any time." if self.anywhere else ""
        arrows = [Arrow(start, end, labels) for (start, end), labels in found.items()]
        return layout(title, inside, arrows, besides)

    def _staying(self, state: State, silent: Collection[Kind]) -> list[str]:
        """What may come and leads nowhere else."""
        leads = self.rows[state].leads
        return [name(kind) for kind, ends in leads.items() if not ends and kind not in (*silent, *self.anywhere)]
