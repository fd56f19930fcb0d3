"""Masters of Renaissance for the greedy bot: every action by what it leaves behind."""

from .turn import choose

__all__ = ["choose"]
