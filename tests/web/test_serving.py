"""How the house serves the page that was made, and the plain one where none was."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from ludoteca.server.api import pages
from ludoteca.server.api.pages import File
from ludoteca.server.api.static import Pages

from ..server.running import asynchronous

SCRIPT = "index-12345678.js"
AS_IT_IS = {"Accept-Encoding": "identity"}
ZIPPED = {"Accept-Encoding": "deflate, gzip;q=0.8"}


@pytest.fixture
def built(tmp_path: Path) -> dict[str, File]:
    (tmp_path / pages.INDEX).write_text("<!doctype html><title>made</title>")
    (tmp_path / SCRIPT).write_text("// made\n" * 100)
    return {path.name: File.read_built(path) for path in tmp_path.iterdir()}


def serving(built: dict[str, File]) -> TestClient[web.Request, web.Application]:
    application = web.Application()
    Pages(built=built).add_to(application)
    return TestClient(TestServer(application), auto_decompress=False)


@asynchronous
async def test_the_page_that_was_made_is_the_door_and_every_table(built: dict[str, File]) -> None:
    async with serving(built) as client:
        for address in ("/", "/t/ABCDEF"):
            answer = await client.get(address, headers=AS_IT_IS)
            assert await answer.read() == built[pages.INDEX].body
            assert answer.headers["Cache-Control"] == "no-cache"


@asynchronous
async def test_the_plain_page_has_an_address_of_its_own(built: dict[str, File]) -> None:
    plain = pages.load()[pages.INDEX].body
    async with serving(built) as client:
        for address in ("/plain", "/plain/t/ABCDEF"):
            answer = await client.get(address, headers=AS_IT_IS)
            assert await answer.read() == plain


@asynchronous
async def test_the_plain_page_is_shown_where_none_was_made() -> None:
    plain = pages.load()[pages.INDEX].body
    async with serving({}) as client:
        for address in ("/", "/t/ABCDEF", "/plain"):
            answer = await client.get(address, headers=AS_IT_IS)
            assert re.sub(rb'<meta property="(og|twitter):[^>]*>', b"", await answer.read()) == plain


@asynchronous
async def test_scripts_are_kept_for_ever_since_their_name_changes_with_them(built: dict[str, File]) -> None:
    async with serving(built) as client:
        answer = await client.get(f"/pages/{SCRIPT}", headers=AS_IT_IS)
        assert await answer.read() == built[SCRIPT].body
        assert "immutable" in answer.headers["Cache-Control"]


@asynchronous
async def test_a_browser_that_takes_gzip_gets_it(built: dict[str, File]) -> None:
    async with serving(built) as client:
        answer = await client.get(f"/pages/{SCRIPT}", headers=ZIPPED)
        body = await answer.read()
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert gzip.decompress(body) == built[SCRIPT].body
        assert len(body) < len(built[SCRIPT].body)


@asynchronous
async def test_a_browser_that_takes_brotli_gets_what_the_build_has_made(built: dict[str, File]) -> None:
    built[SCRIPT] = replace(built[SCRIPT], brotli=b"smaller")
    async with serving(built) as client:
        answer = await client.get(f"/pages/{SCRIPT}", headers={"Accept-Encoding": "gzip, deflate, br"})
        assert (answer.headers["Content-Encoding"], await answer.read()) == ("br", b"smaller")
        zipped = await client.get(f"/pages/{SCRIPT}", headers=ZIPPED)
        assert zipped.headers["Content-Encoding"] == "gzip"
        assert zipped.headers["ETag"] != answer.headers["ETag"]


@asynchronous
async def test_the_worker_comes_from_the_root_and_is_looked_at_each_time(tmp_path: Path) -> None:
    (tmp_path / pages.INDEX).write_text("<!doctype html>")
    (tmp_path / pages.WORKER).write_text("// keeps the page")
    made = {path.name: File.read_built(path) for path in tmp_path.iterdir()}
    async with serving(made) as client:
        answer = await client.get("/worker.js")
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("taken", ["identity", "", "gzip;q=0", "br, deflate"])
@asynchronous
async def test_a_browser_that_does_not_take_gzip_gets_the_file_itself(built: dict[str, File], taken: str) -> None:
    async with serving(built) as client:
        answer = await client.get(f"/pages/{SCRIPT}", headers={"Accept-Encoding": taken})
        assert "Content-Encoding" not in answer.headers
        assert await answer.read() == built[SCRIPT].body


@asynchronous
async def test_both_forms_have_tags_of_their_own(built: dict[str, File]) -> None:
    async with serving(built) as client:
        plain = (await client.get("/", headers=AS_IT_IS)).headers["ETag"]
        zipped = (await client.get("/", headers=ZIPPED)).headers["ETag"]
        assert plain != zipped
        for form, tag in ((AS_IT_IS, plain), (ZIPPED, zipped)):
            again = await client.get("/", headers={**form, "If-None-Match": tag})
            assert (again.status, await again.read()) == (304, b"")
            assert again.headers["ETag"] == tag
