"""The pages of the house over HTTP: every file from memory, and checked by its tag each time it is used."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from html import escape

from aiohttp import hdrs, web

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import lobby
from ludoteca.server.transport.large_body import LargeBody

from . import pages, pictures
from .pages import File

NO_CACHE = "no-cache"  # keep it, but ask: a house that was updated must not be used with an old page
A_YEAR = "public, max-age=31536000, immutable"  # for names that belong to one body for ever
PLAIN = "/plain"
HEAD_ENDS = b"</head>"
LEAVES = (
    "/learn",
    "/learn/{game}",
    "/learn/{game}/{step}",
    "/rules/{game}",
    "/glossary",
)  # what can be read without a table


class Pages:
    """`/` is the door, `/t/{code}` a table, `/replay/{code}` its game, and there are the leaves: all of them one page.
    `/pages/{name}` is what it is made of.

    The plain page is at `/plain` and `/plain/t/{code}`, and takes the place of the other where that was not made.
    """

    def __init__(self, plain: Mapping[str, File] | None = None, built: Mapping[str, File] | None = None) -> None:
        plain = pages.load() if plain is None else plain
        built = pages.load_built() if built is None else built
        self._plain = plain[pages.INDEX]
        self._front = built.get(pages.INDEX, self._plain)
        self._files = {**built, **plain}

    def add_to(self, application: web.Application) -> None:
        application.router.add_get("/", self._answer_front)
        application.router.add_get(PLAIN, self._answer_plain)
        application.router.add_get(f"{PLAIN}/t/{{code}}", self._answer_plain)
        for address in ("/t/{code}", "/replay/{code}"):
            application.router.add_get(address, self._answer_table)
        for leaf in LEAVES:
            application.router.add_get(leaf, self._answer_front)
        application.router.add_get("/pages/{name}", self._answer_named)
        application.router.add_get(f"/{pages.WORKER}", self._answer_worker)

    async def _answer_front(self, request: web.Request) -> web.Response:
        return answer(request, self._front)

    async def _answer_table(self, request: web.Request) -> web.Response:
        """The same page; who shows a preview of the link finds a picture of the table."""
        return answer(request, previewed(self._front, request))

    async def _answer_plain(self, request: web.Request) -> web.Response:
        return answer(request, self._plain)

    async def _answer_worker(self, request: web.Request) -> web.Response:
        """From the root, because a worker keeps only what lies below its own address."""
        file = self._files.get(pages.WORKER)
        if file is None:
            raise Trouble(Problem.NOT_FOUND)
        return answer(request, file)

    async def _answer_named(self, request: web.Request) -> web.Response:
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise Trouble(Problem.NOT_FOUND)
        return answer(request, file)


def previewed(front: File, request: web.Request) -> File:
    """Whether there is such a table is found out by whoever asks for the picture, as everywhere else."""
    code = lobby.read_code(request.match_info["code"])
    if code is None or HEAD_ENDS not in front.body:
        return front
    picture = request.url.origin().with_path(f"/api/tables/{code}/picture.png")
    members = {
        "og:type": "website",
        "og:site_name": "Ludoteca",
        "og:title": f"Ludoteca: table {code}",
        "og:description": "Two board games in the browser. Open the link to sit down or to watch.",
        "og:url": str(request.url.origin().with_path(request.path)),
        "og:image": str(picture),
        "og:image:width": str(pictures.WIDTH),
        "og:image:height": str(pictures.HEIGHT),
        "twitter:card": "summary_large_image",
    }
    tags = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in members.items())
    body = front.body.replace(HEAD_ENDS, tags.encode() + HEAD_ENDS, 1)
    return File(body, front.media_type, hashlib.sha256(body).hexdigest()[:32], gzip.compress(body, mtime=0))


def answer(request: web.Request, file: File) -> web.Response:
    coding, body = smallest(request, file)
    tag = f"{file.tag}-{coding}" if coding else file.tag
    known = request.if_none_match or ()
    if any(each.value in (tag, "*") for each in known):
        response: web.Response = web.Response(status=304)
    else:
        charset = "utf-8" if file.media_type.startswith("text/") else None
        response = LargeBody(body=body, content_type=file.media_type, charset=charset)
        if coding:
            response.headers[hdrs.CONTENT_ENCODING] = coding
    if file.zipped is not None:
        response.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
    response.etag = tag
    response.headers[hdrs.CACHE_CONTROL] = A_YEAR if file.lasting else NO_CACHE
    return response


def smallest(request: web.Request, file: File) -> tuple[str, bytes]:
    """The coding that a browser takes and there is, the smallest one first, and the body in it."""
    for coding, body in (("br", file.brotli), ("gzip", file.zipped)):
        if body is not None and takes(request, coding):
            return coding, body
    return "", file.body


def takes(request: web.Request, wanted: str) -> bool:
    """Whether a browser said so. One that refuses a coding, with a weight of 0, is as rare as one without it."""
    said = [part.partition(";") for part in request.headers.get(hdrs.ACCEPT_ENCODING, "").lower().split(",")]
    return any(coding.strip() == wanted and weight.strip() != "q=0" for coding, _, weight in said)
