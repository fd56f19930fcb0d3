"""Requests over HTTP, by the names of the protocol's routes."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from typing import TypeVar
from urllib.parse import quote

import aiohttp
import msgspec

from ludoteca.dialects.house import http
from ludoteca.dialects.house.problems import Problem

from .errors import Refused, Unreachable
from .waiting import in_time

Struct = TypeVar("Struct", bound=msgspec.Struct)

ROUTES = {route.name: route for route in http.ROUTES}
NO_TIMEOUT = aiohttp.ClientTimeout(total=None)  # there is one for the whole request, with all that is tried
LONGEST_SENTENCE = 200  # characters shown of an answer that is not of this protocol


class Asking:
    def __init__(
        self, session: aiohttp.ClientSession, url: str, tls: ssl.SSLContext | None, timeout: float | None
    ) -> None:
        self._session = session
        self._url = url
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
            raise Unreachable(f"What answers at {self._url} speaks another protocol: {error}.") from error

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
                    return await self._once(route.method, path, query, body)
                except Refused as refused:
                    if refused.code != Problem.TOO_FAST:
                        raise
                    await asyncio.sleep(float(refused.parameters.get("seconds", 1)))

    async def _once(
        self, method: str, path: str, query: Mapping[str, str] | None, body: msgspec.Struct | None
    ) -> bytes:
        try:
            async with self._session.request(
                method,
                self._url + path,
                params=query,
                data=None if body is None else msgspec.json.encode(body),
                headers=None if body is None else {"Content-Type": "application/json"},
                ssl=self._tls or True,
                timeout=NO_TIMEOUT,
            ) as response:
                answer = await response.read()
        except (aiohttp.ClientError, OSError) as error:
            raise Unreachable(f"No house answers at {self._url}: {error}") from error
        if response.status >= 400:
            raise _wrong(self._url, response.status, answer)
        return answer


def _wrong(url: str, status: int, answer: bytes) -> Refused | Unreachable:
    try:
        wrong = msgspec.json.decode(answer, type=http.Wrong)
    except (msgspec.DecodeError, UnicodeError):
        text = answer.decode(errors="replace").strip()[:LONGEST_SENTENCE]
        return Unreachable(f"{url} answered {status}: {text}")
    return Refused(wrong.code, wrong.sentence, wrong.parameters, wrong.rule)
