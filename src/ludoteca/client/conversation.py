"""A conversation with a table that outlives its connections.

One task keeps a connection and reads from it. Whoever asks for something sends it himself and waits for the answer,
over as many connections as that takes.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

from aiohttp import ClientWebSocketResponse

from ludoteca.dialects.house import messages
from ludoteca.dialects.house.messages import Done, FromClient, Moving, Pong, ServerMessage
from ludoteca.dialects.house.problems import Problem
from ludoteca.house.refusals import Refusal

from . import lost_answers
from .backoff import Backoff, in_time
from .errors import LEFT, Gone, Refused, Unreachable, sentence
from .requests import Answer, Request, Requests
from .table_state import Heard, Roster, TableState
from .websocket import Dial, Lost, receive, send

GREETING = 10.0  # seconds from dialling to the welcome
TOO_EARLY = (Problem.TOO_FAST, Problem.TOO_MANY_GUESSES)
PASSING = (*TOO_EARLY, Problem.READ_ONLY, Problem.INTERNAL)  # refusals of a greeting that may be tried again


class Conversation:
    def __init__(
        self, dial: Dial, picture: TableState, backoff: Backoff, timeout: float | None, key: str | None
    ) -> None:
        self.picture = picture
        self.key = key
        self.persistent = False  # whether to go on when nobody answers; once welcomed, always
        self.claiming = False  # comes to claim a seat, and sees the table once it has it
        self._entering: str | None = None  # the key of a seat that is being taken
        self._dial = dial
        self._backoff = backoff
        self._timeout = timeout
        self._socket: ClientWebSocketResponse | None = None
        self._requests = Requests()
        self._task: asyncio.Task[None]

    # ------------------------------------------------------------ for whoever has the table

    def begin(self) -> asyncio.Task[None]:
        self._task = asyncio.create_task(self._keep_up())
        self._task.add_done_callback(self._ended)
        return self._task

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            task.exception()  # is raised by `check`, for those who want to know
        self.picture.bell.ring()

    @property
    def connected(self) -> bool:
        return self._socket is not None

    async def ready(self) -> None:
        """Until the table has been seen, or a seat at it can be claimed."""
        async with in_time(self._timeout):
            await self._until(lambda: self.connected or self.picture.last is not None)

    async def ask(self, message: FromClient) -> Answer:
        """The answer to a request; Refused when it is one."""
        request = self._requests.add(message, self.picture.last)
        try:
            async with in_time(self._timeout):
                return await self._see_through(request)
        except Gone as gone:
            if request.sent and lost_answers.gone_means_done(message, gone.code):
                return Done(id=request.message.id)
            raise
        finally:
            self._requests.forget(request)

    async def enter(self, message: FromClient, key: str) -> None:
        """Ask for a seat whose key will be `key`."""
        self._entering = key
        try:
            await self.ask(message)
            self.key = key
        finally:
            self._entering = None

    async def leave(self) -> None:
        """Disconnect for good. The seat is kept as the table's options say."""
        self._task.cancel()
        await asyncio.wait([self._task])

    def check(self) -> None:
        """Raise what ended the conversation, if it has ended."""
        if not self._task.done():
            return
        if not self._task.cancelled():
            error = self._task.exception()
            if error is not None:
                raise error
            if self.picture.closed:
                raise Refused(Refusal.TABLE_CLOSED, sentence(Refusal.TABLE_CLOSED))
            raise Gone(Refusal.NOT_SEATED, sentence(Refusal.NOT_SEATED))
        raise Gone(LEFT, "You have left this table. Come back with the key of your seat.")

    # ------------------------------------------------------------ requests

    async def _until(self, so: Callable[[], bool]) -> None:
        while not so():
            self.check()
            await self.picture.bell.wait()

    async def _see_through(self, request: Request) -> Answer:
        while True:
            await self._until(lambda: self.connected or request.witnessed is not None)
            settled = request.settled(self.picture.last)
            if settled is not None:
                return settled
            answer = await self._sent(request)
            if isinstance(answer, messages.Refused):
                await self._refused(request, answer)
            elif answer is not None:
                return answer

    async def _sent(self, request: Request) -> Answer | messages.Refused | None:
        """The answer of this connection."""
        socket = self._socket
        assert socket is not None
        request.sent = True
        request.answer = asyncio.get_running_loop().create_future()
        with suppress(ConnectionError):  # whoever reads from the connection finds out too, and tells all who wait
            await socket.send_str(request.text)
        return await request.answer

    async def _refused(self, request: Request, refusal: messages.Refused) -> None:
        """Raise the refusal, or do something about it and return: then the request is looked at once more."""
        if refusal.code in TOO_EARLY:
            await asyncio.sleep(float(refusal.parameters.get("seconds", 1)))
        elif refusal.code == Refusal.AWAY:  # the house has yet to note that this seat is back
            socket = self._socket
            await self._until(lambda: self._socket is not socket or self.picture.present)
        elif not request.lost:
            raise Refused.by(refusal)
        elif request.witnessed is None:
            if lost_answers.fulfilled(request.message, refusal.code, self.picture.last):
                request.witnessed = Done(id=request.message.id)
            elif request.entering and request.doubted is None:
                request.doubted = refusal  # the first one may have been on its way when this one came: try the key
                await self._reconnect()
            else:
                raise Refused.by(refusal)

    async def _reconnect(self) -> None:
        socket = self._socket
        if socket is not None:
            await socket.close()
            await self._until(lambda: self._socket is not socket)

    # ------------------------------------------------------------ the connection

    async def _keep_up(self) -> None:
        attempt = 0
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            again = 0.0
            try:
                await self._attend()
                return
            except Lost as lost:
                again = lost.again
            except Unreachable:
                if not self.persistent:
                    raise
            if self.picture.over:
                return
            if loop.time() - began > self._backoff.longest:  # it held for a while
                attempt = 0
            await asyncio.sleep(again + self._backoff.delay(attempt, random.random()))
            attempt += 1

    async def _attend(self) -> None:
        """One connection, from dialling to its end."""
        socket: ClientWebSocketResponse | None = None
        try:
            try:
                async with asyncio.timeout(GREETING):
                    socket = await self._dial()
                    welcome = await self._greet(socket)
            except TimeoutError as error:
                raise Unreachable(f"The house has not answered a greeting within {GREETING:g} s.") from error
            self.persistent = True
            self._socket = socket
            if welcome is None:
                self.picture.bell.ring()
            else:
                self._hear(self.picture.welcome(welcome))
            while self._requests or not self.picture.over:
                self._react(await receive(socket))
        finally:
            self._socket = None
            self._requests.cut()
            self.picture.bell.ring()
            if socket is not None:
                await socket.close()

    async def _greet(self, socket: ClientWebSocketResponse) -> messages.Welcome | None:
        """The welcome; None for whoever has to claim a seat first."""
        key = self.key or self._entering
        await self._say_hello(socket, key)
        while True:
            message = await receive(socket)
            if isinstance(message, messages.Welcome):
                return message
            if isinstance(message, Done) and self.claiming:
                return None
            if isinstance(message, messages.Refused):
                if message.code == Refusal.WRONG_TOKEN and key is not None and self.key is None:
                    key = None  # the seat was not taken: watch, and ask for it again
                    await self._say_hello(socket, None)
                elif message.code in PASSING:
                    raise Lost(float(message.parameters.get("seconds", 0)))
                else:
                    raise Gone(message.code, message.sentence, message.parameters)

    async def _say_hello(self, socket: ClientWebSocketResponse, key: str | None) -> None:
        new_id = self._requests.new_id()
        seen, heard, claiming = self.picture.seen, self.picture.heard, self.claiming and key is None
        hello = messages.Hello(id=new_id, key=key, seen=seen, heard=heard, claiming=claiming)
        try:
            await send(socket, hello)
        except ConnectionError as error:
            raise Lost from error

    def _react(self, message: ServerMessage) -> None:
        match message:
            case messages.Welcome():
                self._hear(self.picture.welcome(message))
            case messages.Entry():
                self._hear(self.picture.entry(message))
            case messages.Lines():
                self._hear(self.picture.lines(message))
            case Done() | Moving() | messages.Advice() | Pong() | messages.Refused():
                self._requests.answer(message)

    def _hear(self, heard: Heard) -> None:
        self._requests.witness(heard, Roster.of(self.picture.view).name)
