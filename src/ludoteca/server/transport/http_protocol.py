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

    A body that was not read before the answer is never read: aiohttp would go on for ten seconds to throw it away. One
    in chunks is refused wherever it comes, so nothing of it is read: a chunk of one byte takes a hundred in memory.
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

    def connection_lost(self, exc: BaseException | None) -> None:
        """What knows each other would stay in memory, and a server looks for such cycles rarely."""
        serving = self._task_handler
        super().connection_lost(exc)
        self._messages.clear()
        if serving is None:
            self._forget()
        else:
            serving.add_done_callback(self._forget)

    def _forget(self, served: object = None) -> None:
        error = self._body.exception()
        if error is not None:
            error.__traceback__ = None  # of frames that have the body
        self._body = EMPTY_PAYLOAD

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

        A request that says so is the last one (RFC 9112, 9.6): what follows it is not looked at. So is one in chunks.
        """
        start = 0
        while (found := data.find(END_OF_HEAD, start)) >= 0:
            end = found + len(END_OF_HEAD)
            message = self._feed(data[start:end])
            start = end
            if isinstance(message, RawRequestMessage):
                if message.chunked:
                    return
                if message.should_close:
                    self._read_last(message.headers.get(hdrs.CONTENT_LENGTH, ""), data[start:])
                    return
            elif message is not None:
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
        if not isinstance(message, RawRequestMessage):  # it could not be read, so nothing after it can
            message.exc.__traceback__ = None  # of a frame that has the message
            self.cut_short()
        elif message.chunked:
            self.cut_short()
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
        return not self._messages and (self.half_closed or self._declined)

    @property
    def _declined(self) -> bool:
        """Whether the last request wanted another protocol than HTTP and did not get it (RFC 9110, 7.8)."""
        return self._upgraded and self.transport is not None

    def decline(self) -> None:
        """Nothing behind such a request is looked at: aiohttp would read it all at once, and nobody pays for that."""
        if self._declined and not self._messages:
            self._message_tail = b""
            self.cut_short()

    async def _drain_helper(self) -> None:
        try:
            await super()._drain_helper()
        except ConnectionError as error:
            error.__traceback__ = None  # of a frame that has the future that has this error
            raise

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
