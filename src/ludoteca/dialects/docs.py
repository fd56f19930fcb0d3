"""The pages about dialects: what is made of the code stands in them between `<!-- NAME -->` and `<!-- end of NAME -->`.

Everything else in a page is written by hand. `page` makes the marked parts anew, in the same way for every dialect,
since every dialect has the same files.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import inspect

from .messages import Message, Vocabulary, name

WIDTH = 100  # of an example
WIDEST_EXAMPLE = 700  # characters; of longer lists the first elements are shown
MOST_LISTED = 6  # transcripts for one message
PART = re.compile(r"(<!-- ([a-z ]+) -->\n).*?(<!-- end of \2 -->)", re.DOTALL)
PLAIN = {
    inspect.IntType: "whole number",
    inspect.StrType: "text",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
    inspect.AnyType: "anything",
}


# ---------------------------------------------------------------- Markdown


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def figure(drawing: str, caption: str = "") -> str:
    below = f"\n<figcaption>{caption}</figcaption>" if caption else ""
    return f"<figure>\n{drawing}{below}\n</figure>"


def code(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON in as few lines as fit: what is short stays in one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    margin = "  " * (indent // 2 + 1)
    if isinstance(value, dict):
        inner = [f"{margin}{json.dumps(key)}: {laid_out(part, indent + 2)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inner) + "\n" + margin[2:] + "}"
    inner = [margin + laid_out(part, indent + 2) for part in value]
    return "[\n" + ",\n".join(inner) + "\n" + margin[2:] + "]"


# ---------------------------------------------------------------- a page


@dataclass(frozen=True)
class Evidence:
    """What the tests have: a line for each message, the transcripts that show it, and a session to type by hand."""

    examples: Mapping[str, str]
    shown: Mapping[str, Sequence[str]]
    session: str


class Page:
    def __init__(self, dialect: str, evidence: Evidence) -> None:
        package = f"{__package__}.{dialect}"
        self.messages, self.machine, self.errors = (
            importlib.import_module(f"{package}.{module}") for module in ("messages", "machine", "errors")
        )
        self.vocabulary: Vocabulary[Message, Message] = self.messages.VOCABULARY
        self.evidence = evidence

    def refreshed(self, text: str) -> str:
        def part(found: re.Match[str]) -> str:
            paragraphs = "\n\n".join(PARTS[found[2]](self))
            return f"{found[1]}\n{paragraphs}\n\n{found[3]}"

        return PART.sub(part, text)

    # ------------------------------------------------------------ messages

    def version(self) -> Iterator[str]:
        yield f"This is version {self.messages.VERSION} of what was added here to the document."

    def of_client(self) -> Iterator[str]:
        for kind in self.vocabulary.from_client:
            yield from self.section(kind)

    def of_server(self) -> Iterator[str]:
        for kind in self.vocabulary.from_server:
            yield from self.section(kind)

    def parts(self) -> Iterator[str]:
        for kind in self.vocabulary.parts:
            yield from self.section(kind)

    def section(self, kind: type[Message]) -> Iterator[str]:
        yield f"### {name(kind)}"
        yield f"{' '.join((kind.__doc__ or '').split())} *{kind.source()}*"
        yield self.members(kind)
        if name(kind) in self.evidence.examples:
            yield example(self.evidence.examples[name(kind)])

    def members(self, kind: type[Message]) -> str:
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        rows = []
        for member in info.fields:
            notes = [description(member.type)]
            if not member.required:
                notes.append("May be left out.")
            if member.encode_name in kind.ADDED and kind.source() != "Added here.":
                notes.append("Added here.")
            rows.append((f"`{member.encode_name}`", self.type_words(member.type), " ".join(filter(None, notes))))
        return table(("member", "type", "meaning"), rows) if rows else "It has no members."

    def words(self) -> Iterator[str]:
        rows = [(title, ", ".join(f"`{word}`" for word in words)) for title, words in self.vocabulary.words.items()]
        yield table(("", "words"), rows)

    def type_words(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.Metadata():
                return self.type_words(kind.type)
            case inspect.IntType(ge=int(least), le=int(most)) if most - least < 100:
                return f"whole number, {least} to {most}"
            case inspect.LiteralType():
                return self._alias(tuple(map(str, kind.values)))
            case inspect.EnumType():
                return self._alias(tuple(str(value.value) for value in kind.cls))
            case inspect.ListType():
                return f"list of {self.type_words(kind.item_type)}"
            case inspect.DictType():
                return f"object: {self.type_words(kind.key_type)} to {self.type_words(kind.value_type)}"
            case inspect.UnionType():
                return " or ".join(self.type_words(each) for each in kind.types)
            case inspect.StructType():
                return f"[{kind.cls.__name__}](#{kind.cls.__name__.lower()})"
        return PLAIN[type(kind)]

    def _alias(self, values: Sequence[str]) -> str:
        titles = [title for title, words in self.vocabulary.words.items() if words == values]
        return f"[{titles[0]}](#words)" if titles else " or ".join(f"`{value}`" for value in values)

    # ------------------------------------------------------------ states and errors

    def states(self) -> Iterator[str]:
        for drawing in self.machine.drawings():
            yield figure(drawing)
        yield table(*self.machine.MACHINE.table())
        if self.machine.MACHINE.anywhere:
            anywhere = " and ".join(f"`{name(kind)}`" for kind in self.machine.MACHINE.anywhere)
            yield f"{anywhere} may come at any time."

    def errors_told(self) -> Iterator[str]:
        for heads, rows in self.errors.tables():
            yield table(heads, rows)

    # ------------------------------------------------------------ evidence

    def transcripts(self) -> Iterator[str]:
        yield table(("message", "shown in"), [(f"`{each}`", listed(at)) for each, at in self.evidence.shown.items()])

    def session(self) -> Iterator[str]:
        yield code("text", self.evidence.session)


PARTS: dict[str, Callable[[Page], Iterator[str]]] = {
    "version": Page.version,
    "messages from a client": Page.of_client,
    "messages from the server": Page.of_server,
    "parts of messages": Page.parts,
    "words": Page.words,
    "states": Page.states,
    "errors": Page.errors_told,
    "transcripts": Page.transcripts,
    "session": Page.session,
}


def description(kind: inspect.Type) -> str:
    """What a member means, as its declaration says."""
    if isinstance(kind, inspect.Metadata):
        told = (kind.extra_json_schema or {}).get("description", "")
        return f"{told[:1].upper()}{told[1:]}{'' if told.endswith('.') else '.'}" if told else ""
    return ""


def listed(where: Sequence[str]) -> str:
    """The first few of many."""
    first = ", ".join(f"`{each}`" for each in where[:MOST_LISTED])
    return first if len(where) <= MOST_LISTED else f"{first} and {len(where) - MOST_LISTED} more"


def example(line: str) -> str:
    return code("json", shortened(line)) if line.startswith("{") else code("text", line)


def shortened(line: str, most: int = WIDEST_EXAMPLE) -> str:
    """A line as people write it. Long lists lose their later elements, until it is short enough."""
    value = json.loads(line)
    for keep in (4, 2, 1):
        if len(json.dumps(value)) <= most:
            break
        value = cut(value, keep)
    written = laid_out(value) if most == WIDEST_EXAMPLE else json.dumps(value, ensure_ascii=False)
    return written.replace(', "...": "..."', ", ...").replace('"..."', "...").replace('"*"', "...")


def cut(value: Any, keep: int) -> Any:
    if isinstance(value, dict):
        return {member: cut(part, keep) for member, part in value.items()}
    if isinstance(value, list):
        kept = [cut(part, keep) for part in value if part != "..."]
        return kept if len(kept) <= keep else [*kept[:keep], "..."]
    return value


def defined(kind: type[Message]) -> set[str]:
    """The members of a message, as the wire spells them."""
    return {member.encode_name for member in msgspec.structs.fields(kind)}
