"""Questions in the middle of which a connection was lost: whoever comes back is asked the same again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from .dialogue import Dialogue

MOST = 256  # half-made choices: some people lose their connection in the middle of one, few of them at once


class Memory:
    """What was chosen and has not reached the table, by table and name. It holds as long as the game stands still."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[Dialogue, dict[str, Any]]] = OrderedDict()

    def keep(self, code: str, name: str, dialogue: Dialogue, game: dict[str, Any]) -> None:
        self.forget(code, name)
        if dialogue.draft is not None:
            self._kept[code, name] = (dialogue, game)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def forget(self, code: str, name: str) -> None:
        self._kept.pop((code, name), None)

    def recall(self, code: str, name: str, game: dict[str, Any]) -> Dialogue | None:
        dialogue, then = self._kept.pop((code, name), (None, None))
        return dialogue if then == game else None
