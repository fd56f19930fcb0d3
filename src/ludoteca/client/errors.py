"""What can go wrong for whoever speaks to a house: it says no, it sends one away, or nobody answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.dialects.house import messages, problems
from ludoteca.dialects.house.problems import Problem
from ludoteca.house import refusals
from ludoteca.house.refusals import Refusal

LEFT = "left"  # the code of Gone after one has left by oneself


class HouseError(Exception):
    """`code` is for programs, `sentence` for people; `parameters` fill the sentence in other languages. `rule` is the
    code of the rules of the game when they are the reason."""

    def __init__(
        self, code: str, sentence: str, parameters: Mapping[str, Any] | None = None, rule: str | None = None
    ) -> None:
        super().__init__(f"[{code}] {sentence}")
        self.code = code
        self.sentence = sentence
        self.parameters = dict(parameters or {})
        self.rule = rule


class Refused(HouseError):
    """What was asked for has not happened."""

    @classmethod
    def by(cls, message: messages.Refused) -> Refused:
        return cls(message.code, message.sentence, message.parameters, message.rule)


class Gone(HouseError):
    """There is no way back to the table by this connection: the seat has moved, the table is not there, and so on."""


class Unreachable(ConnectionError):
    """No house answers at the address."""


def sentence(code: Problem | Refusal, /, **parameters: Any) -> str:
    """What the house itself would say, for what the client finds out without asking."""
    words = problems.SENTENCES[code] if isinstance(code, Problem) else refusals.SENTENCES[code]
    return words.format(**parameters)
