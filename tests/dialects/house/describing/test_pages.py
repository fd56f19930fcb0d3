"""The pages about the protocol have everything, and their links lead somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ludoteca.dialects.docs import laid_out, table
from ludoteca.dialects.house import problems
from ludoteca.dialects.house.describing import diagram, pages
from ludoteca.dialects.house.describing.definitions import KINDS
from ludoteca.dialects.house.describing.markdown import plain, type_words
from ludoteca.dialects.house.describing.schemas import FROM_CLIENT, FROM_SERVER, Kind, tag
from ludoteca.dialects.house.describing.typescript import everything
from ludoteca.dialects.house.http import ROUTES, Route
from ludoteca.dialects.house.messages import FromClient
from ludoteca.dialects.house.states import ALLOWED, LEADS_TO, State
from ludoteca.house import entries, refusals

ROOT = Path(__file__).parents[4]
PAGES = pages.pages()
SVG = "{http://www.w3.org/2000/svg}"


def sections(page: str) -> dict[str, str]:
    """The text under each heading of the third level."""
    parts = re.split(r"^### (.+)$", PAGES[page], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


# ---------------------------------------------------------------- complete


@pytest.mark.parametrize("kind", [*FROM_CLIENT, *FROM_SERVER], ids=tag)
def test_every_message_has_a_section_with_members_and_an_example(kind: Kind) -> None:
    section = sections("messages")[tag(kind)]
    assert all(f"| `{member}` |" in section for member in kind.__struct_encode_fields__)
    assert f'"type": "{tag(kind)}"' in section
    assert ("Answered by" in section) == (kind in FROM_CLIENT)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_entry_is_listed(kind: type[entries.What]) -> None:
    assert f"| `{kind.__struct_config__.tag}` |" in sections("messages")["What"]
    assert f"| `{kind.__struct_config__.tag}` |" in sections("http")["FullWhat"]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_route_has_a_section(route: Route) -> None:
    section = sections("http")[f"{route.method} {route.path}"]
    assert route.words in section
    assert ("Bearer" in section) == route.operator
    assert ("Body:" in section) == (route.asks is not None)


@pytest.mark.parametrize("code", [*problems.Problem, *refusals.Refusal])
def test_every_code_is_listed_with_its_sentence(code: problems.Problem | refusals.Refusal) -> None:
    sentence = problems.SENTENCES[code] if isinstance(code, problems.Problem) else refusals.SENTENCES[code]
    assert f"| `{code}` | {plain(sentence)} |" in PAGES["refusals"]


def test_every_code_of_the_rules_is_listed() -> None:
    for game, said in pages.RULES.items():
        assert all(f"| `{code}` |" in sections("refusals")[game] for code in said)


def test_every_struct_is_explained_somewhere() -> None:
    explained = {*sections("messages"), *sections("http")}
    found = everything()
    for name in pages.for_people(found):
        if pages.has_section(name) and name not in {*found.asked.values(), *found.told.values()}:
            assert name in explained


def test_defaults_of_what_is_asked_are_shown() -> None:
    assert "| `delay` | whole number | `0` |" in sections("messages")["Options"]
    assert "Input" not in re.sub(r"`[^`]*`", "", PAGES["messages"] + PAGES["http"])


# ---------------------------------------------------------------- links


def anchors(page: str) -> set[str]:
    """As the generator makes them of headings."""
    heads = re.findall(r"^#+ (.+)$", PAGES[page], re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGES[page]):
        file, _, anchor = target.partition("#")
        name = file.removesuffix(".md") or page
        if name in PAGES:
            assert not anchor or anchor in anchors(name), target
        elif file.startswith("../"):
            assert file == "../contract.md" or (ROOT / "docs" / file.removeprefix("../")).exists(), target
        else:
            assert file in ("schema.json", "asyncapi.json", "openapi.json", "protocol.ts"), target


@pytest.mark.parametrize("page", PAGES)
def test_headings_are_unique(page: str) -> None:
    heads = re.findall(r"^#+ (.+)$", PAGES[page], re.MULTILINE)
    assert len({head.lower() for head in heads}) == len(heads)


def test_the_pages_are_in_the_navigation() -> None:
    navigation = (ROOT / "zensical.toml").read_text()
    assert all(f"protocol/{name}.md" in navigation for name in PAGES)


# ---------------------------------------------------------------- states


@pytest.mark.parametrize("kind", FROM_CLIENT, ids=tag)
def test_the_table_of_states_says_what_each_message_does_in_each_state(kind: type[FromClient]) -> None:
    row = next(line for line in PAGES["states"].splitlines() if line.startswith(f"| [`{tag(kind)}`]"))
    cells = [cell.strip() for cell in row.split("|")[2:-1]]
    for state, cell in zip(State, cells, strict=True):
        assert bool(cell) == (kind in ALLOWED[state])
        assert cell.startswith("→") == ((state, kind) in LEADS_TO)
        assert all(end in cell for end in LEADS_TO.get((state, kind), ()))


def test_the_drawing_has_every_state_and_every_message() -> None:
    drawn = ET.fromstring(diagram.svg())
    texts = [text.text or "" for text in drawn.iter(f"{SVG}text")]
    words = " ".join(texts).replace(",", "").split()
    assert all(words.count(state) == 1 for state in State)
    assert {*words} == {*State, *(tag(kind) for kind in FROM_CLIENT)}
    arrows = list(drawn.iter(f"{SVG}path"))
    assert len(arrows) == len({(start, end) for (start, _), ends in LEADS_TO.items() for end in ends})
    assert "hello leads from greeting to watching" in (drawn.findtext(f"{SVG}desc") or "")


def test_the_drawing_stays_within_its_frame() -> None:
    drawn = ET.fromstring(diagram.svg())
    _, _, width, height = map(float, (drawn.get("viewBox") or "").split())
    for box in drawn.iter(f"{SVG}rect"):
        assert float(box.get("x") or 0) + float(box.get("width") or 0) <= width
        assert float(box.get("y") or 0) + float(box.get("height") or 0) <= height
    for path in drawn.iter(f"{SVG}path"):
        numbers = [float(number) for number in re.findall(r"[\d.]+", path.get("d") or "")]
        assert all(0 <= number <= max(width, height) for number in numbers)
    for text in drawn.iter(f"{SVG}text"):
        assert 14 <= float(text.get("y") or 0) <= height


def test_nothing_is_fetched_from_elsewhere() -> None:
    class Sources(HTMLParser):
        found: list[str] = []  # noqa: RUF012 - one parser, one list

        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            self.found += [value or "" for name, value in attributes if name in ("src", "href", "xlink:href")]

    parser = Sources()
    for page in PAGES.values():
        parser.feed(page)
    assert parser.found == []
    assert not [page for page in PAGES.values() if re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)]


# ---------------------------------------------------------------- Markdown


def test_examples_are_laid_out_in_few_lines() -> None:
    assert laid_out({"a": [1, 2]}) == '{"a": [1, 2]}'
    assert laid_out({"a": ["x" * 60, "y" * 60], "b": {}}) == (
        f'{{\n  "a": [\n    "{"x" * 60}",\n    "{"y" * 60}"\n  ],\n  "b": {{}}\n}}'
    )


def test_a_cell_does_not_end_early() -> None:
    assert table(("a",), [("x|y",)]) == "| a |\n| --- |\n| x\\|y |"


def test_a_sentence_is_not_markdown() -> None:
    assert plain("a_b *c* <d> it's") == "a\\_b \\*c\\* &lt;d&gt; it's"


def test_a_type_that_is_not_known_is_an_error() -> None:
    with pytest.raises(ValueError, match="no words"):
        type_words({"type": "date"}, pages.here)
