"""One WebSocket to a table: the handshake, texts out, messages in."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle

import aiohttp
import msgspec
from aiohttp import ClientWebSocketResponse, ClientWSTimeout, WSMsgType

from ludoteca.dialects.house import connection
from ludoteca.dialects.house.messages import FromClient, Goodbye, ServerMessage
from ludoteca.dialects.house.problems import Problem

from .errors import Gone, Unreachable, sentence

HEARTBEAT = 20.0  # seconds of silence after which the house is asked whether it is still there; half of it to answer
CLOSING = 2.0  # seconds for it to close in turn
TRY_AGAIN = (408, 425, 429)  # and whatever is the server's fault

Dial = Callable[[], Awaitable[ClientWebSocketResponse]]


class Lost(Exception):
    """The connection is no more; it may be tried again after so many seconds."""

    def __init__(self, again: float = 0.0) -> None:
        super().__init__(again)
        self.again = again


def dialler(session: aiohttp.ClientSession, urls: Sequence[str], code: str, tls: ssl.SSLContext | None) -> Dial:
    """Each time another one of the addresses: whoever has lost a connection finds its server gone, as often as not."""
    turns = cycle(urls)

    async def dial() -> ClientWebSocketResponse:
        for _ in urls[1:]:
            try:
                return await dial_one(session, next(turns), code, tls)
            except Unreachable:
                continue
        return await dial_one(session, next(turns), code, tls)

    return dial


async def dial_one(
    session: aiohttp.ClientSession, url: str, code: str, tls: ssl.SSLContext | None
) -> ClientWebSocketResponse:
    try:
        return await session.ws_connect(
            url,
            ssl=tls or True,
            heartbeat=HEARTBEAT,
            timeout=ClientWSTimeout(ws_close=CLOSING),
            max_msg_size=connection.LARGEST_FROM_SERVER,
        )
    except aiohttp.WSServerHandshakeError as error:
        if error.status in TRY_AGAIN or error.status >= 500:
            raise Lost(retry_after(error)) from error
        raise turned_away(error.status, code) from error
    except (aiohttp.ClientConnectorError, aiohttp.InvalidURL) as error:
        raise Unreachable(f"No house answers at {url}: {error}") from error
    except (aiohttp.ClientError, OSError) as error:  # somebody was there
        raise Lost from error


def retry_after(error: aiohttp.WSServerHandshakeError) -> float:
    wait = "" if error.headers is None else error.headers.get("Retry-After", "")
    return float(wait) if wait.isascii() and wait.isdigit() else 0.0


def turned_away(status: int, code: str) -> Gone:
    """The body of a refused handshake cannot be read, so these are the client's words."""
    if status == 404:
        return Gone(Problem.NO_SUCH_TABLE, sentence(Problem.NO_SUCH_TABLE, code=code), {"code": code})
    problem = Problem.REFUSED_ADDRESS if status == 403 else Problem.NOT_FOUND
    return Gone(problem, sentence(problem))


async def send(socket: ClientWebSocketResponse, message: FromClient) -> None:
    await socket.send_str(connection.encode(message).decode())


async def receive(socket: ClientWebSocketResponse) -> ServerMessage:
    """The next message. Goodbye, and the end of the connection, are Lost or Gone."""
    frame = await socket.receive()
    if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
        raise Lost
    try:
        message = connection.read_from_server(frame.data)
    except (msgspec.DecodeError, UnicodeError) as error:
        detail = f"{error}."
        raise Gone(Problem.MALFORMED, sentence(Problem.MALFORMED, detail=detail), {"detail": detail}) from error
    if isinstance(message, Goodbye):
        if message.again is None:
            raise Gone(message.code, message.sentence)
        raise Lost(message.again)
    return message
