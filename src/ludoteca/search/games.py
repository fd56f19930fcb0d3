"""The games that the search knows: their judges, and what the networks of each look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.rules.catalogue import GAMES

from .eriantys import const as eriantys
from .eriantys.judge import EriantysJudge
from .judge import Judge
from .masters import const as masters
from .masters.judge import MastersJudge
from .network import Network


@dataclass(frozen=True)
class Known:
    """`features` changes whenever an input or a row of the policy gets another meaning."""

    name: str
    rules: str
    features: str
    inputs: int
    outcomes: int
    rows: int
    judge: Callable[[Network], Judge]


KNOWN = {
    known.name: known
    for known in (
        Known(
            "eriantys",
            GAMES["eriantys"].rules_version,
            "1",
            eriantys.INPUTS,
            eriantys.OUTCOMES,
            eriantys.ROWS,
            EriantysJudge,
        ),
        Known(
            "masters",
            GAMES["masters"].rules_version,
            "1",
            masters.INPUTS,
            masters.OUTCOMES,
            masters.ROWS,
            MastersJudge,
        ),
    )
}
