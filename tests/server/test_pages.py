"""The page of the house: how its files are served, and what must not be in them."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from ludoteca.rules.catalogue import GAMES
from ludoteca.server.api import pages
from ludoteca.server.api.pages import File
from ludoteca.server.transport.large_body import PIECE

from .houses import GENEROUS, opened_house
from .running import asynchronous
from .wire import raw

FILES = pages.load()
SOURCES = {name: file.body.decode() for name, file in FILES.items()}
SCRIPTS = sorted(name for name in SOURCES if name.endswith(".js"))
EVERYTHING = "\n".join(SOURCES[name] for name in SCRIPTS)
SVG_NAMESPACE = "http://www.w3.org/2000/svg"  # a name that a picture must carry, nothing that is fetched
VOID = {"img", "input", "link", "meta", "br"}
TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}


class Page(HTMLParser):
    """The elements of the page, and the text inside scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self.open: list[str] = []
        self.feed(SOURCES[pages.INDEX])

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.inline += text

    def values(self, *names: str) -> list[str]:
        return [
            value for _, attributes in self.elements for name, value in attributes.items() if name in names and value
        ]


PAGE = Page()


# ---------------------------------------------------------------- serving


@asynchronous
async def test_every_file_is_served_with_its_type_and_checked_each_time(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for name, file in FILES.items():
            async with house.session.get(f"/pages/{name}") as answer:
                assert answer.status == 200
                assert await answer.read() == file.body
                assert answer.headers["Content-Type"] == TYPES[name.rpartition(".")[2]]
                assert answer.headers["ETag"] == f'"{file.tag}"'
                assert answer.headers["Cache-Control"] == "no-cache"
                assert "script-src 'self';" in answer.headers["Content-Security-Policy"]


@asynchronous
async def test_the_door_and_every_table_are_the_same_page(tmp_path: Path) -> None:
    front = pages.load_built() or FILES
    async with opened_house(tmp_path) as house:
        for start, files in (("", front), ("/plain", FILES)):
            for address in (start or "/", f"{start}/t/ABCDEF", f"{start}/t/no%20such%20table"):
                async with house.session.get(address) as answer:
                    assert answer.status == 200
                    assert without_preview(await answer.read()) == files[pages.INDEX].body
                    assert answer.headers["Content-Type"] == TYPES["html"]


def without_preview(page: bytes) -> bytes:
    """The page of a table names the table for programs that show what a link leads to."""
    return re.sub(rb'<meta (?:property|name)="(?:og|twitter):[^>]*>\n?', b"", page)


@asynchronous
@pytest.mark.parametrize("leaf", ["/learn", "/learn/eriantys", "/learn/masters/3", "/rules/eriantys", "/glossary"])
async def test_what_can_be_read_without_a_table_is_the_same_page_too(tmp_path: Path, leaf: str) -> None:
    front = pages.load_built() or FILES
    async with opened_house(tmp_path) as house, house.session.get(leaf) as answer:
        assert (answer.status, await answer.read()) == (200, front[pages.INDEX].body)


@asynchronous
async def test_a_browser_that_has_the_file_is_not_sent_it_again(tmp_path: Path) -> None:
    tag = f'"{FILES["table.js"].tag}"'
    async with opened_house(tmp_path) as house:
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            async with house.session.get("/pages/table.js", headers={"If-None-Match": known}) as answer:
                assert (answer.status, await answer.read()) == (304, b"")
                assert answer.headers["ETag"] == tag
                assert answer.headers["Cache-Control"] == "no-cache"
        async with house.session.get("/pages/table.js", headers={"If-None-Match": '"other"'}) as answer:
            assert (answer.status, await answer.read()) == (200, FILES["table.js"].body)


@pytest.mark.parametrize("name", ["nothing.js", "__init__.py", "..%2Fstatic.py", "%2e%2e%2fhttp.py", ""])
@asynchronous
async def test_what_is_no_file_of_the_page_is_not_found(name: str, tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        status, wrong = await house.get(f"/pages/{name}")
        assert (status, wrong["code"]) == (404, "not_found")


@asynchronous
async def test_the_page_is_only_read(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        status, wrong = await house.post("/pages/table.js", {})
        assert (status, wrong["code"]) == (405, "wrong_method")


# ---------------------------------------------------------------- what is in the files


def test_a_tag_belongs_to_a_body() -> None:
    assert len({file.tag for file in FILES.values()}) == len(FILES)
    assert all(re.fullmatch("[0-9a-f]{32}", file.tag) for file in FILES.values())


def test_the_figures_of_every_game_come_along() -> None:
    assert {f"{game}.json" for game in GAMES} <= FILES.keys()


def test_nothing_is_inline() -> None:
    assert PAGE.open == []
    assert PAGE.inline.strip() == ""
    names = {name for _, attributes in PAGE.elements for name in attributes}
    assert "style" not in names
    assert not [name for name in names if name.startswith("on")]
    assert "style" not in {tag for tag, _ in PAGE.elements}
    assert all(attributes.get("src") for tag, attributes in PAGE.elements if tag == "script")


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_nothing_comes_from_elsewhere(name: str) -> None:
    text = SOURCES[name].replace(f'xmlns="{SVG_NAMESPACE}"', "")
    assert not re.search(r"(https?:|[\"'(]//)", text.lower())
    assert "@import" not in text


@pytest.mark.parametrize("name", SCRIPTS)
def test_texts_of_strangers_are_never_read_as_markup_or_code(name: str) -> None:
    ways = "innerHTML|outerHTML|insertAdjacentHTML|document.write|createContextualFragment|setHTML|DOMParser|srcdoc"
    assert not re.search(rf"{ways}|\beval\b|\bFunction\(|set(Timeout|Interval)\(\s*[\"'`]|javascript:", SOURCES[name])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_writes_what_the_policy_forbids(name: str) -> None:
    assert not re.search(r"\.style\b|\bstyle:|cssText|\bon\w+: ", SOURCES[name])


def test_every_id_that_scripts_use_is_on_the_page() -> None:
    ids = PAGE.values("id")
    assert len(ids) == len(set(ids))
    named = set(re.findall(r'(?:byId|submitting|choose)\("([^"]+)"', EVERYTHING))
    looped = {
        name for names in re.findall(r"for \(const id of \[(.*?)\]", EVERYTHING) for name in names.split('"')[1::2]
    }
    assert len(named) > 30
    assert looped
    assert named | looped <= set(ids)
    unclear = re.findall(r"byId\(([^\")][^)]*)\)", EVERYTHING)
    assert set(unclear) == {"id", "form"}  # the two that are called with names found above


def test_every_id_that_the_page_itself_refers_to_is_there() -> None:
    named = [name for value in PAGE.values("for", "aria-labelledby", "aria-describedby") for name in value.split()]
    assert set(named) <= set(PAGE.values("id"))


def test_every_file_that_is_asked_for_is_there() -> None:
    asked = [value.removeprefix("/pages/") for value in PAGE.values("src", "href") if value.startswith("/pages/")]
    asked += [name for script in SCRIPTS for name in re.findall(r'from "\./([^"]+)"', SOURCES[script])]
    assert {"style.css", "icon.svg", "door.js", "table.js", "dom.js", "connection.js"} <= set(asked)
    assert set(asked) <= FILES.keys()
    unused = set(SOURCES) - set(asked) - {pages.INDEX} - {f"{game}.json" for game in GAMES}
    assert not unused


def test_every_field_has_a_name() -> None:
    """A label around it or for it, or a name of its own."""
    page = SOURCES[pages.INDEX]
    labelled = " ".join(re.findall(r"<label.*?</label>", page, re.DOTALL))
    for tag, attributes in PAGE.elements:
        if tag in ("input", "select"):
            name = attributes["id"]
            assert f'id="{name}"' in labelled or f'for="{name}"' in labelled or attributes.get("aria-label"), name


def test_the_page_says_that_it_is_unofficial() -> None:
    assert "Unofficial" in SOURCES[pages.INDEX]


# ---------------------------------------------------------------- large files

LARGE = bytes(range(256)) * (1 << 15)  # 8 MB: more than the system takes for a client that does not read


@asynchronous
async def test_of_large_files_only_some_pieces_wait_for_clients_that_do_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "load_built", lambda: {"large": File(LARGE, "application/octet-stream", "large")})
    limits = msgspec.structs.replace(GENEROUS, unread_per_address=4 * PIECE)
    async with opened_house(tmp_path, limits=limits) as house, AsyncExitStack() as stack:
        unread = house.server.budget.unread_of("127.0.0.1")
        clients = []
        for _ in range(4):
            reader, writer = await stack.enter_async_context(raw(house))
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(b"GET /pages/large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            clients.append((reader, writer))
        while unread.total <= unread.most / 2:
            await asyncio.sleep(0.001)
        inside = house.server._runner.server
        assert inside is not None
        for each in inside.connections:
            assert each.transport is not None
            assert each.transport.get_write_buffer_size() <= 3 * PIECE
        assert not unread.full
        for reader, writer in clients:
            writer.transport.resume_reading()  # type: ignore[attr-defined]
            answered = await reader.read()
            assert answered.partition(b"\r\n\r\n")[2] == LARGE
        assert unread.total == 0
        async with house.session.head("/pages/large") as answer:
            assert answer.headers["Content-Length"] == str(len(LARGE))
