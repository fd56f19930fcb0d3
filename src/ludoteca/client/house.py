"""A house, as a client sees it: what it offers over HTTP, and the way to its tables."""

from __future__ import annotations

import asyncio
import secrets
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from types import TracebackType
from typing import Self
from urllib.parse import quote

import aiohttp

from ludoteca.analysis.reports import Review
from ludoteca.dialects.house import http, messages
from ludoteca.dialects.house.operator import Admitted, Knock
from ludoteca.house import replays
from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal
from ludoteca.house.replays import Replay
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from .backoff import Backoff
from .conversation import Conversation
from .errors import Refused
from .http import HttpClient
from .news import MOST_NEWS, NewsQueue
from .table import Table
from .table_state import TableState
from .websocket import dialler

TIMEOUT = 30.0  # seconds for whatever is asked, lost connections included


class House:
    """Use it as `async with House("http://127.0.0.1:8080") as house`: at the end it leaves all its tables.

    `others` are further addresses of the same house: who finds nobody at one, or loses a connection, tries the next.
    `tls` replaces the usual certificates of https. A `session` that is given stays open afterwards; let it have no
    limit of connections, because each table takes one. `timeout` is for each request, in seconds, with all attempts to
    connect again; None waits for ever. `news` is how many of them a table keeps for a slow reader: 0 where nobody reads
    any.
    """

    def __init__(
        self,
        url: str,
        *,
        others: Sequence[str] = (),
        session: aiohttp.ClientSession | None = None,
        tls: ssl.SSLContext | None = None,
        timeout: float | None = TIMEOUT,
        news: int = MOST_NEWS,
        backoff: Backoff | None = None,
    ) -> None:
        for address in (url, *others):
            if not address.startswith(("http://", "https://")):
                raise ValueError(f"the address of a house begins with http:// or https://, unlike {address!r}")
        self.urls = [address.rstrip("/") for address in (url, *others)]
        self._given_session = session
        self._own_session: aiohttp.ClientSession | None = None
        self._tls = tls
        self._timeout = timeout
        self._news = news
        self._backoff = backoff or Backoff()
        self._tables: set[Table] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave all tables. Seats are kept as the options of each table say."""
        await asyncio.gather(*(table.leave() for table in tuple(self._tables)))
        if self._own_session is not None:
            await self._own_session.close()
            self._own_session = None

    @property
    def url(self) -> str:
        """The first address."""
        return self.urls[0]

    @property
    def _session(self) -> aiohttp.ClientSession:
        if self._given_session is not None:
            return self._given_session
        if self._own_session is None:
            self._own_session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        return self._own_session

    # ------------------------------------------------------------ what the house tells everybody

    @property
    def _asking(self) -> HttpClient:
        return HttpClient(self._session, self.urls, self._tls, self._timeout)

    async def info(self) -> http.House:
        """Games, levels of bots, version."""
        return await self._asking.struct(http.House, "house")

    async def enter(self, password: str | None = None, invitation: str | None = None) -> Admitted:
        """Come into a private house, before anything else is asked there; Refused when that is wrong.

        The token goes with all that is asked from now on. Whoever has one from before sends it with a `session` of its
        own, as `Authorization: Bearer`.
        """
        admitted = await self._asking.struct(Admitted, "enter_house", body=Knock(password, invitation))
        if admitted.token:
            self._session.headers["Authorization"] = f"Bearer {admitted.token}"
        return admitted

    async def tables(self) -> list[Listing]:
        """Public tables: those that wait for players first."""
        return (await self._asking.struct(http.TableList, "tables")).tables

    async def table(self, code: str) -> TableView:
        """A table as everybody may see it, without connecting to it."""
        return await self._asking.struct(TableView, "table", {"code": code})

    async def history(self, after: str | None = None, most: int | None = None) -> http.History:
        """Finished public games, a page at a time: `after` is that of the page before."""
        asked = {"after": after, "most": None if most is None else str(most)}
        query = {name: value for name, value in asked.items() if value is not None}
        return await self._asking.struct(http.History, "history", query=query)

    async def replay(self, code: str) -> Replay:
        return replays.read(await self._asking.body("replay", {"code": code}))

    async def review(self, code: str) -> Review:
        """A finished game looked back at. The first one who asks waits some seconds for it."""
        return await self._asking.struct(Review, "review", {"code": code})

    async def verify(self, replay: Replay) -> http.Verification:
        """The house's own opinion. `ludoteca.house.verification.verify` does the same without trusting it."""
        return await self._asking.struct(http.Verification, "verify", body=replay)

    async def rules(self, game: str) -> str:
        return (await self._asking.body("rules", {"game": game})).decode()

    # ------------------------------------------------------------ ways to a table

    async def open(
        self,
        options: Options,
        name: str,
        *,
        bots: Sequence[str] = (),
        look: Look | None = None,
        key: str | None = None,
    ) -> Table:
        """Open a table and host it. `key` opens the seat; without one it is made by chance."""
        key = key or new_key()
        seat = http.Opening(name, key, look or Look())
        wanted = http.NewTable(options, seat, list(bots))
        opened = await self._asking.struct(http.Opened, "open_table", body=wanted)
        return await self._come_back(opened.code, key, persistent=True)

    async def sit(self, code: str, name: str, *, look: Look | None = None, key: str | None = None) -> Table:
        """Take a free seat. The nonce is chosen by chance when the commitment of the house is known."""
        table = await self._attend(code, None)
        sit = messages.Sit(name=name, key=key or new_key(), nonce=new_nonce(), look=look or Look())
        async with leaving_if_it_fails(table):
            await table.enter(sit)
        return table

    async def resume(self, code: str, key: str) -> Table:
        """Come back to a seat, from wherever."""
        return await self._come_back(code, key)

    async def claim(self, code: str, device_code: str, *, key: str | None = None) -> Table:
        """Go on with a seat whose `Table.move` gave the moving code at another device. It has a new key then."""
        table = await self._attend(code, None, claiming=True)
        async with leaving_if_it_fails(table):
            await table.enter(messages.Claim(code=device_code, key=key or new_key()))
        table.code = table.view.code
        return table

    async def watch(self, code: str) -> Table:
        return await self._attend(code, None)

    async def _come_back(self, code: str, key: str, persistent: bool = False) -> Table:
        """To a seat that has no nonce yet one is brought: it was opened just now, or for a rematch."""
        table = await self._attend(code, key, persistent)
        if table.view.phase is Phase.OPEN:
            async with leaving_if_it_fails(table):
                try:
                    await table.contribute(new_nonce())
                except Refused as refused:
                    if refused.code not in (Refusal.ALREADY_SO, Refusal.NOT_OPEN):
                        raise
        return table

    async def _attend(self, code: str, key: str | None, persistent: bool = False, claiming: bool = False) -> Table:
        path = http.SOCKET.format(code=quote(code, safe=""))
        dial = dialler(self._session, [url + path for url in self.urls], code, self._tls)
        conversation = Conversation(dial, TableState(NewsQueue(self._news)), self._backoff, self._timeout, key)
        conversation.persistent = persistent
        conversation.claiming = claiming
        table = Table(code, conversation, partial(self._come_back, persistent=True))
        self._tables.add(table)
        conversation.begin().add_done_callback(lambda task: self._tables.discard(table))
        async with leaving_if_it_fails(table):
            await conversation.ready()
        if not claiming:
            table.code = table.view.code
        return table


@asynccontextmanager
async def leaving_if_it_fails(table: Table) -> AsyncIterator[None]:
    """Nobody would have the table to leave it."""
    try:
        yield
    except BaseException:
        await table.leave()
        raise


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_nonce() -> str:
    return secrets.token_hex(16)
