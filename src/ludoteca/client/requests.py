"""What a client has asked for and not been answered yet, over one connection or several."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

import msgspec

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.messages import Advice, Done, FromClient, Happened, Moving, Pong
from ludoteca.dialects.house.problems import Problem
from ludoteca.house.chat import Line
from ludoteca.house.refusals import Refusal
from ludoteca.house.views import TableView

from . import lost_answers
from .errors import Refused, sentence
from .table_state import Heard, Roster, same_question

Answer = Done | Moving | Advice | Pong


@dataclass(eq=False)
class Request:
    """`answer` is that of the present connection, None when it was lost before there was one."""

    message: FromClient
    text: str
    asked_at: TableView | None
    sent: bool = False
    lost: bool = False  # an answer, at least once: it may have been done or not
    answer: asyncio.Future[Answer | messages.Refused | None] = field(default_factory=asyncio.Future)
    witnessed: Done | None = None  # by an entry that went by
    outdated: bool = False  # the question that it answers may be another one by now
    doubted: messages.Refused | None = None  # not believed before the key was tried

    @property
    def entering(self) -> bool:
        return isinstance(self.message, lost_answers.ENTERING)

    def settled(self, view: TableView | None) -> Done | None:
        """What is known of it without sending it, or once more; Refused when it must not be sent any more."""
        if not self.sent:
            return None
        if self.witnessed is not None:
            return self.witnessed
        if self.entering and view is not None and view.you is not None:
            return Done(id=self.message.id)
        if self.doubted is not None:
            raise Refused.by(self.doubted)
        if isinstance(self.message, messages.Answer) and (self.outdated or not same_question(self.asked_at, view)):
            raise Refused(Refusal.STALE, sentence(Refusal.STALE))
        return None


class Requests:
    """Ids begin with something random, so that two processes with the same key never choose the same one."""

    def __init__(self) -> None:
        self._prefix = secrets.token_hex(6)
        self._count = 0
        self._asked: dict[str, Request] = {}

    def __bool__(self) -> bool:
        return bool(self._asked)

    def new_id(self) -> str:
        self._count += 1
        return f"{self._prefix}-{self._count}"

    def add(self, message: FromClient, view: TableView | None) -> Request:
        message = msgspec.structs.replace(message, id=self.new_id())
        text = connection.encode(message)
        most = connection.LARGEST_MESSAGE
        if len(text) > most:  # the house would close the connection, again and again
            raise Refused(Problem.TOO_LARGE, sentence(Problem.TOO_LARGE, most=most), {"most": most})
        request = self._asked[message.id] = Request(message, text.decode(), view)
        return request

    def forget(self, request: Request) -> None:
        del self._asked[request.message.id]

    def answer(self, message: Answer | messages.Refused) -> None:
        request = self._asked.get(message.id)  # None when nobody waits for it any more
        if request is not None and not request.answer.done():
            request.answer.set_result(message)

    def cut(self) -> None:
        """There will be no answer over a connection that is no more."""
        for request in self._asked.values():
            if request.sent and not request.answer.done():
                request.lost = True
                request.answer.set_result(None)

    def witness(self, heard: Heard, name: str | None) -> None:
        """Let requests see what happened: their answer may be lost, their doing is not."""
        sent = [request for request in self._asked.values() if request.sent]
        for happened, roster in heard.entries:
            self._witness_entry(sent, happened, roster)
        for line in heard.lines:
            self._witness_line(sent, line, name)
        for request in sent:
            request.outdated = request.outdated or heard.gap

    def _witness_entry(self, sent: list[Request], happened: Happened, roster: Roster) -> None:
        for request in sent:
            request.outdated = request.outdated or lost_answers.asks_anew(happened)
        for request in sent:
            if request.witnessed is None and lost_answers.did(request.message, happened, roster):
                request.witnessed = Done(id=request.message.id, number=happened.number)
                return  # an entry is the doing of one request

    def _witness_line(self, sent: list[Request], line: Line, name: str | None) -> None:
        for request in sent:
            if request.witnessed is None and lost_answers.said(request.message, line, name):
                request.witnessed = Done(id=request.message.id)
                return
