"""Requests over HTTP, by the names of the protocol's routes."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from typing import TypeVar
from urllib.parse import quote

import aiohttp
import msgspec

from ludoteca.dialects.house import http
from ludoteca.dialects.house.problems import Problem

from .backoff import in_time
from .errors import Refused, Unreachable

Struct = TypeVar("Struct", bound=msgspec.Struct)

ROUTES = {route.name: route for route in http.ROUTES}
NO_TIMEOUT = aiohttp.ClientTimeout(total=None)  # there is one for the whole request, with all that is tried
LONGEST_SENTENCE = 200  # characters shown of an answer that is not of this protocol


class NobodyThere(Unreachable):
    """Nothing was sent, so it may as well be sent elsewhere."""


class HttpClient:
    def __init__(
        self, session: aiohttp.ClientSession, urls: Sequence[str], tls: ssl.SSLContext | None, timeout: float | None
    ) -> None:
        self._session = session
        self._urls = urls
        self._tls = tls
        self._timeout = timeout

    async def struct(
        self,
        kind: type[Struct],
        name: str,
        parts: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        body: msgspec.Struct | None = None,
    ) -> Struct:
        answer = await self.body(name, parts, query, body)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Unreachable(f"What answers at {' or '.join(self._urls)} speaks another protocol: {error}.") from error

    async def body(
        self,
        name: str,
        parts: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        body: msgspec.Struct | None = None,
    ) -> bytes:
        """The body of the answer, or Refused. Where the house says how long it was too fast, that is waited for."""
        route = ROUTES[name]
        path = route.path.format(**{part: quote(value, safe="") for part, value in (parts or {}).items()})
        async with in_time(self._timeout):
            while True:
                try:
                    return await self._at_any(route.method, path, query, body)
                except Refused as refused:
                    if refused.code not in (Problem.TOO_FAST, Problem.TOO_MANY_GUESSES):
                        raise
                    await asyncio.sleep(float(refused.parameters.get("seconds", 1)))

    async def _at_any(
        self, method: str, path: str, query: Mapping[str, str] | None, body: msgspec.Struct | None
    ) -> bytes:
        for url in self._urls[:-1]:
            try:
                return await self._once(method, url, path, query, body)
            except NobodyThere:
                continue
        return await self._once(method, self._urls[-1], path, query, body)

    async def _once(
        self, method: str, url: str, path: str, query: Mapping[str, str] | None, body: msgspec.Struct | None
    ) -> bytes:
        try:
            async with self._session.request(
                method,
                url + path,
                params=query,
                data=None if body is None else msgspec.json.encode(body),
                headers=None if body is None else {"Content-Type": "application/json"},
                ssl=self._tls or True,
                timeout=NO_TIMEOUT,
            ) as response:
                answer = await response.read()
        except aiohttp.ClientConnectorError as error:
            raise NobodyThere(f"No house answers at {url}: {error}") from error
        except (aiohttp.ClientError, OSError) as error:
            raise Unreachable(f"No house answers at {url}: {error}") from error
        if response.status >= 400:
            raise _wrong(url, response.status, answer)
        return answer


def _wrong(url: str, status: int, answer: bytes) -> Refused | Unreachable:
    try:
        wrong = msgspec.json.decode(answer, type=http.Wrong)
    except (msgspec.DecodeError, UnicodeError):
        text = answer.decode(errors="replace").strip()[:LONGEST_SENTENCE]
        return Unreachable(f"{url} answered {status}: {text}")
    return Refused(wrong.code, wrong.sentence, wrong.parameters, wrong.rule)
