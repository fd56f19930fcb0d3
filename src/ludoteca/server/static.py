"""The page of the house over HTTP: every file from memory, and checked by its tag each time it is used."""

from __future__ import annotations

from aiohttp import web

from ludoteca.dialects.house.problems import Problem, Trouble

from . import pages
from .pages import File

NO_CACHE = "no-cache"  # keep it, but ask: a house that was updated must not be used with an old page


class Pages:
    """`/` is the door and `/t/{code}` a table, the same page; `/pages/{name}` is what it is made of."""

    def __init__(self) -> None:
        self._files = pages.load()

    def add_to(self, application: web.Application) -> None:
        application.router.add_get("/", self._index)
        application.router.add_get("/t/{code}", self._index)
        application.router.add_get("/pages/{name}", self._named)

    async def _index(self, request: web.Request) -> web.Response:
        return answer(request, self._files[pages.INDEX])

    async def _named(self, request: web.Request) -> web.Response:
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise Trouble(Problem.NOT_FOUND)
        return answer(request, file)


def answer(request: web.Request, file: File) -> web.Response:
    known = request.if_none_match or ()
    if any(tag.value in (file.tag, "*") for tag in known):
        response = web.Response(status=304)
    else:
        charset = "utf-8" if file.media_type.startswith("text/") else None
        response = web.Response(body=file.body, content_type=file.media_type, charset=charset)
    response.etag = file.tag
    response.headers["Cache-Control"] = NO_CACHE
    return response
