"""HTTP as aiohttp speaks it, except that what is not HTTP is refused in the form of the house, and without noise."""

from __future__ import annotations

import asyncio

import msgspec
from aiohttp import web

from ludoteca.dialects.house.http import Wrong
from ludoteca.dialects.house.problems import Problem

from .headers import SECURITY, SERVER

INTERNAL = 500


class Speaker(web.RequestHandler):
    """Bodies are taken as they are: a small one that unpacks to a large one is nothing that a house needs."""

    def __init__(self, inside: web.Server, idle: float) -> None:
        super().__init__(
            inside,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=idle,
            auto_decompress=False,
            access_log=None,  # type: ignore[arg-type]  # which is how one says that there is none
        )

    def let_go(self) -> None:
        """The connection is another protocol's from now on. For aiohttp it is lost, and stays open all the same."""
        self.transport = None
        self.connection_lost(None)

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
        return answer
