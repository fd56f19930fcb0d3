"""Those who search in this process, kept from decision to decision: a new one reads weights and takes memory."""

from __future__ import annotations

import os
import threading

from ludoteca import rules
from ludoteca.search.searcher import Searcher

from .bot import View

KEPT = 2  # that remember what they thought; where more seats think, others start anew in their place
THREADS = "LUDOTECA_BOT_THREADS"  # how many may search at a time in this process


class Searchers(threading.local):
    """Each thread has its own."""

    def __init__(self) -> None:
        self._forgetful: dict[str, Searcher] = {}  # by game
        self._remembering: list[Searcher] = []  # those used last at the end

    def forgetful(self, game: str) -> Searcher:
        """One that knows nothing of what it thought before: it decides the same whatever it was asked so far."""
        if game not in self._forgetful:
            self._forgetful[game] = Searcher(game)
        self._forgetful[game].forget()
        return self._forgetful[game]

    def remembering(self, view: View, threads: int) -> Searcher:
        """The one that expects this position, as it made the decision before it; or one that starts anew."""
        game = rules.imagine(view)
        alike = [each for each in self._remembering if each.game == game.name and len(each.judges) == threads]
        found = next((each for each in alike if each.expected is not None and each.expected[0] == game), None)
        if found is None and len(self._remembering) >= KEPT:
            found = next(iter(alike), None)  # its memory is used again
            if found is None:
                del self._remembering[0]
            else:
                found.forget()
        if found is None:
            found = Searcher(game.name, threads=threads)
        else:
            self._remembering.remove(found)
        self._remembering.append(found)
        return found


SEARCHERS = Searchers()


def threads_here() -> int:
    """One, unless this process was started to have more processors to itself."""
    return int(os.environ.get(THREADS, "1"))
