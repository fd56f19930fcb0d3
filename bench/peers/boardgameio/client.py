"""A client of boardgame.io for load generators: matches through its lobby, moves through its socket.io.

It speaks what boardgame.io's own client speaks, over a WebSocket from the start: engine.io 4, of which only open, ping
and message occur, and socket.io 5 with the game as its namespace. Of what it is told it reads no more than it needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import TracebackType
from typing import Any, Self

import aiohttp
import msgspec

GAME = "eriantys"
PLAYERS = 2
PATIENCE = 30.0  # seconds for taking a seat: what it does not allow, the server leaves without an answer

# A packet of engine.io begins with its type, a message goes on with the type of socket.io's packet and the namespace.
OPEN, PING, PONG = "0", "2", "3"
CONNECT, CONNECTED, EVENT = f"40/{GAME},", f"40/{GAME},", f"42/{GAME},"
UPDATE, SYNC = f'{EVENT}["update",', f'{EVENT}["sync",'


class Turn(msgspec.Struct):
    currentPlayer: str  # noqa: N815 - boardgame.io's word


class Shown(msgspec.Struct):
    number: int


class State(msgspec.Struct):
    """A state as far as it matters here."""

    id: int = msgspec.field(name="_stateID")
    ctx: Turn
    G: Shown


class Whole(msgspec.Struct):
    state: State


UPDATES = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])  # event, match, state, what is new in the log
SYNCS = msgspec.json.Decoder(tuple[str, str, Whole])


class Seat:
    """A player's connection to a match, used by one task at a time."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, match: str, player: int, credentials: str) -> None:
        self.player = str(player)
        self.state: State | None = None
        self._socket = socket
        self._sync = EVENT + encoded(["sync", match, self.player, credentials, PLAYERS])
        payload = {"type": "pass", "args": [], "playerID": self.player, "credentials": credentials}
        self._move = f"{UPDATE}{encoded({'type': 'MAKE_MOVE', 'payload': payload})},"
        self._move_end = f",{encoded(match)},{encoded(self.player)}]"
        self._told: asyncio.Future[None] | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def number(self) -> int:
        """The one that every move changes, as far as this seat was told."""
        assert self.state is not None
        return self.state.G.number

    async def sit_down(self) -> None:
        """Connect to the game and be told the state of the match."""
        async with asyncio.timeout(PATIENCE):
            await self._receive(OPEN)
            await self._socket.send_str(CONNECT)
            await self._receive(CONNECTED)
            self._listening = asyncio.create_task(self._listen())
            await self.sync()

    async def sync(self) -> None:
        """Ask for the state of the match and wait for it."""
        self.state = None
        await self._socket.send_str(self._sync)
        while self.state is None:
            await self._hear()

    async def move(self) -> None:
        """Wait until it is this seat's turn, move, and return when this seat was told the new state.

        boardgame.io tells it before it has stored it.
        """
        assert self.state is not None
        while self.state.ctx.currentPlayer != self.player:
            await self._hear()
        before = self.state.id
        await self._socket.send_str(f"{self._move}{before}{self._move_end}")
        while self.state.id == before:
            await self._hear()

    async def close(self) -> None:
        await self._socket.close()
        if self._listening is not None:
            await self._listening

    async def _hear(self) -> None:
        """Wait for the next state."""
        if self._listening is not None and self._listening.done():
            raise ConnectionResetError("boardgame.io has closed the connection")
        if self._told is None or self._told.done():  # done: whoever waited has stopped waiting
            self._told = asyncio.get_running_loop().create_future()
        await self._told

    async def _receive(self, beginning: str) -> None:
        packet = await self._socket.receive_str()
        if not packet.startswith(beginning):
            raise ConnectionError(f"boardgame.io said {packet[:200]!r} where {beginning!r} was expected")

    async def _listen(self) -> None:
        try:
            async for message in self._socket:
                packet = message.data
                if packet.startswith(UPDATE):
                    self._tell(UPDATES.decode(packet[len(EVENT) :])[2])
                elif packet == PING:
                    await self._socket.send_str(PONG)
                elif packet.startswith(SYNC):
                    self._tell(SYNCS.decode(packet[len(EVENT) :])[2].state)
        finally:
            if self._told is not None and not self._told.done():
                self._told.set_exception(ConnectionResetError("boardgame.io has closed the connection"))

    def _tell(self, state: State) -> None:
        self.state = state
        if self._told is not None:
            if not self._told.done():
                self._told.set_result(None)
            self._told = None


class Match:
    """A match for two. Whoever knows its id and credentials can come back to it."""

    def __init__(self, session: aiohttp.ClientSession, base_url: str, match_id: str, credentials: list[str]) -> None:
        self.session = session
        self.base_url = base_url
        self.id = match_id
        self.credentials = credentials
        self._seats = AsyncExitStack()

    @classmethod
    @asynccontextmanager
    async def create(cls, session: aiohttp.ClientSession, base_url: str) -> AsyncIterator[Self]:
        """A new match with all its players; its seats are closed when the block ends."""
        lobby = f"{base_url}/games/{GAME}"
        created = await post(session, f"{lobby}/create", {"numPlayers": PLAYERS})
        match_id, credentials = created["matchID"], []
        for player in range(PLAYERS):
            joining = {"playerID": str(player), "playerName": f"Player {player}"}
            joined = await post(session, f"{lobby}/{match_id}/join", joining)
            credentials.append(joined["playerCredentials"])
        async with cls(session, base_url, match_id, credentials) as match:
            yield match

    async def connect(self, player: int) -> Seat:
        """Take a seat. Its state is what the server said when it was asked."""
        address = f"{self.base_url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
        socket = await self.session.ws_connect(address, max_msg_size=0)  # a sync has the whole log of the match
        seat = Seat(socket, self.id, player, self.credentials[player])
        self._seats.push_async_callback(seat.close)
        await seat.sit_down()
        return seat

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._seats.aclose()


def encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()


async def post(session: aiohttp.ClientSession, address: str, body: object) -> dict[str, Any]:
    async with session.post(address, json=body, raise_for_status=True) as answer:
        found: dict[str, Any] = msgspec.json.decode(await answer.read())
        return found
