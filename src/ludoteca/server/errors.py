"""What is wrong with the store: all of it for the operator, the gist for those who only want to play."""

from __future__ import annotations

import structlog

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.store.contract import Problem as StoreProblem
from ludoteca.store.contract import StoreError, StoreFull

OTHERS = {StoreProblem.DAMAGED: "the store is damaged", StoreProblem.UNREADABLE: "the store cannot be written"}

log = structlog.get_logger()


def read_only(error: StoreError) -> Trouble:
    """Where the store is and what exactly ails it concerns nobody outside."""
    log.warning("the store could not do something", problem=error.sentence)
    detail = "the disk is full" if isinstance(error, StoreFull) else OTHERS.get(error.code, "the store does not answer")
    return Trouble(Problem.READ_ONLY, again=5, detail=detail)
