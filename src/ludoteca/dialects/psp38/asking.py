"""The question that waits for its answer."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ludoteca.dialects.contract import Effect, Send

from . import from_server as told
from .messages import encode
from .requests import Request


class Asked:
    """At most one question is open. It is remembered as it was asked first."""

    __slots__ = ("question",)

    def __init__(self) -> None:
        self.question: Request | None = None

    def ask(self, question: Request | None) -> list[Effect]:
        """None when there is nothing to ask."""
        self.question = question
        return [] if question is None else [Send(encode(question))]

    def again(self) -> list[Effect]:
        return self.ask(self.question)

    def retry(self, reason: str, **changes: Any) -> list[Effect]:
        """The question again, since the answer would not do; or what is wrong, when nothing was asked."""
        if self.question is None:
            return [Send(encode(told.ErrorMessage(reason)))]
        return [Send(encode(replace(self.question, is_retry=True, reason=reason, **changes)))]
