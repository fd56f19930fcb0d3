"""Environments for research, in the interfaces that researchers use. Needs the extra `research`.

`Batch` is many games in one compiled object. `eriantys_v0` and `masters_v0` are PettingZoo environments, `gym` is
Gymnasium's interface (one game or many), `spiel` that of OpenSpiel. docs/research.md tells how they are used.
"""

from __future__ import annotations

from .batch import Batch, Snapshot

__all__ = ["Batch", "Snapshot"]
