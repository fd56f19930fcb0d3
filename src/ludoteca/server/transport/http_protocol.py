"""HTTP as aiohttp speaks it, except that what is not HTTP is refused in the form of the house, and without noise."""

from __future__ import annotations

import asyncio

import msgspec
from aiohttp import EMPTY_PAYLOAD, StreamReader, hdrs, web
from aiohttp.http_parser import RawRequestMessage

from ludoteca.dialects.house.http import Wrong
from ludoteca.dialects.house.problems import Problem

from .headers import SECURITY, SERVER
from .stream import Stream

INTERNAL = 500
END_OF_HEAD = b"\r\n\r\n"


class HttpProtocol(web.RequestHandler):
    """Bodies are taken as they are: a small one that unpacks to a large one is nothing that a house needs.

    A body that was not read before the answer is never read: aiohttp would go on for ten seconds to throw it away.
    """

    refused = 0  # requests in a row that came too fast
    half_closed = False  # the client sends nothing more, and may still read
    _body: StreamReader = EMPTY_PAYLOAD  # of the last request that has begun to come

    def __init__(self, inside: web.Server, idle: float) -> None:
        super().__init__(
            inside,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=idle,
            auto_decompress=False,
            lingering_time=0,
            access_log=None,  # type: ignore[arg-type]  # which is how one says that there is none
        )

    def let_go(self) -> bytes:
        """The connection is another protocol's from now on. For aiohttp it is lost, and stays open all the same.

        What came after the request, before it was answered, is for that protocol.
        """
        early, self._message_tail = self._message_tail, b""
        if self._buffer_paused and self.transport is not None:
            self.transport.resume_reading()
        self.transport = None
        self.connection_lost(None)
        return early

    def close(self) -> None:
        """aiohttp wants this when a request was answered before all of its body has come."""
        super().close()
        self.cut_short()

    def cut_short(self) -> None:
        """Nothing that the client still sends is looked at."""
        if isinstance(self.transport, Stream):
            self.transport.cut_short()

    def data_received(self, data: bytes) -> None:
        """Head by head: aiohttp forgets the requests that came in one piece with something that is none.

        A request that says so is the last one (RFC 9112, 9.6): what follows it is not looked at.
        """
        start = 0
        while (found := data.find(END_OF_HEAD, start)) >= 0:
            end = found + len(END_OF_HEAD)
            message = self._feed(data[start:end])
            start = end
            if isinstance(message, RawRequestMessage):
                if message.should_close:
                    self._read_last(message.headers.get(hdrs.CONTENT_LENGTH, ""), data[start:])
                    return
            elif message is not None:  # it could not be read, so nothing after it can
                return
        if start < len(data) or not data:
            self._feed(data[start:])

    def _feed(self, data: bytes) -> object | None:
        """The last request that is begun by this, if one is."""
        count = len(self._messages)
        super().data_received(data)
        if len(self._messages) == count:
            return None
        message, self._body = self._messages[-1]
        return message

    def _read_last(self, length: str, data: bytes) -> None:
        if data and not self._body.is_eof():
            own = int(length) if length.isdecimal() else len(data)
            self._feed(data[:own])
            data = data[own:]
        if data and self._body.is_eof():
            self.cut_short()

    def eof_received(self) -> bool:  # type: ignore[override]  # aiohttp's own never keeps a connection
        """The client sends nothing more. What it has asked for is answered before the connection ends."""
        waiting = self._waiter is not None and not self._waiter.done()
        if not self._messages and (waiting or not self._request_count):
            return False
        self.half_closed = True
        if not self._body.is_eof():
            self._body.set_exception(web.RequestPayloadError("it ends too early"))
        if not self._messages:
            super().close()  # after the answer that is on its way
        return True

    @property
    def last(self) -> bool:
        """Whether no request follows the one that is being answered."""
        return self.half_closed and not self._messages

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = INTERNAL,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """aiohttp asks for this when it could not read a request. Whatever goes wrong later, `Http` answers itself."""
        if status >= INTERNAL:
            return super().handle_error(request, status, exc, message)
        wrong = Wrong(Problem.BAD_REQUEST, "This is no request that HTTP knows.")
        body = msgspec.json.encode(wrong)
        answer = web.Response(status=status, body=body, content_type="application/json", headers=SECURITY | SERVER)
        answer.force_close()
        self.cut_short()
        return answer
