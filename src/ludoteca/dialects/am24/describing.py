"""The generated parts of the page about the dialect, `docs/dialects/am24.md`.

    python -m ludoteca.dialects.am24.describing docs/dialects/am24.md tests/dialects/am24/transcripts

The page itself is written by hand; what stands between `<!-- NAME -->` and `<!-- end of NAME -->` is made here, from
the messages, the states and the transcripts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import inspect

from ludoteca.dialects.markdown import figure, laid_out, table

from . import messages, shapes
from .diagrams import DRAWINGS, svg
from .examples import EXAMPLE
from .messages import ADDED, ADDED_MEMBERS, FROM_CLIENT, FROM_SERVER, FromClient, Message, name_of
from .mistakes import Wrong
from .shapes import SHAPES, Shape
from .states import ALLOWED, LEADS_TO, State

BY_HAND = "00_by_hand.txt"
SHOWN = re.compile(r'[A-Z]([<>]) .*?"type": ?"(\w+)"')
PART = re.compile(r"(<!-- ([a-z ]+) -->\n).*?(<!-- end of \2 -->)", re.DOTALL)
ALIASES: dict[frozenset[object], str] = {
    frozenset(get_args(shapes.Color)): "colour",
    frozenset(get_args(shapes.Tower)): "tower",
    frozenset(get_args(shapes.Mage)): "mage",
    frozenset(get_args(shapes.Char)): "character",
}


def page(text: str, transcripts: Path) -> str:
    """The page with its generated parts as they should be."""

    def part(found: re.Match[str]) -> str:
        return f"{found[1]}\n{PARTS[found[2]](transcripts)}\n\n{found[3]}"

    return PART.sub(part, text)


# ---------------------------------------------------------------- messages


def of_client(transcripts: Path) -> str:
    return "\n\n".join(section(kind) for kind in FROM_CLIENT)


def of_server(transcripts: Path) -> str:
    return "\n\n".join(section(kind) for kind in FROM_SERVER)


def section(kind: type[Message]) -> str:
    source = "Added here." if kind.SOURCE == ADDED else f"Document, section {kind.SOURCE}."
    parts = [f"### {title(kind)}", f"{(kind.__doc__ or '').strip()} {source}"]
    if kind.__struct_fields__:
        parts.append(members(kind, ADDED_MEMBERS.get(kind, ())))
    parts.append(example(EXAMPLE[kind]))
    return "\n\n".join(parts)


def title(kind: type[Message]) -> str:
    """`EndTurn` is said by both."""
    return f"{name_of(kind)} (from the client)" if kind is messages.EndMyTurn else name_of(kind)


def of_shapes(transcripts: Path) -> str:
    return "\n\n".join(shape(kind) for kind in SHAPES)


def shape(kind: type[Shape]) -> str:
    added = shapes.ADDED.get(kind)
    said = " ".join((kind.__doc__ or "").split())
    words = said if added is None or added else f"{said} Added here."
    return "\n\n".join([f"### {kind.__name__}", words, members(kind, added or ())])


def members(kind: type[Message | Shape], added: Sequence[str]) -> str:
    struct = inspect.type_info(kind)
    assert isinstance(struct, inspect.StructType)
    rows = []
    for field in struct.fields:
        notes = []
        if not field.required:
            notes.append("may be left out" if issubclass(kind, FromClient) else "left out where it does not apply")
        if field.encode_name in added:
            notes.append("added here")
        rows.append((f"`{field.encode_name}`", type_words(field.type), ", ".join(notes)))
    return table(("member", "type", ""), rows)


def type_words(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType():
            return "whole number"
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType(values):
            alias = ALIASES.get(frozenset(values))
            return alias or " or ".join(f"`{value}`" for value in values)
        case inspect.ListType(item_type=item):
            return f"list of {type_words(item)}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"object: {type_words(key)} to {type_words(value)}"
        case inspect.UnionType(types):
            return " or ".join(type_words(each) for each in types)
        case inspect.StructType(cls=struct):
            return f"[{struct.__name__}](#{struct.__name__.lower()})"
    raise ValueError(f"no words are known for {kind}")


def example(message: Message) -> str:
    return f"```json\n{laid_out(msgspec.to_builtins(message))}\n```"


# ---------------------------------------------------------------- states


def of_states(transcripts: Path) -> str:
    drawn = [figure(svg(drawing), drawing.title) for drawing in DRAWINGS]
    rows = [(state.value, ", ".join(allowed(state))) for state in State]
    return "\n\n".join([*drawn, table(("state", "messages that may come"), rows)])


def allowed(state: State) -> Iterator[str]:
    for kind in ALLOWED[state]:
        leads = LEADS_TO.get((state, kind))
        yield f"`{name_of(kind)}`" + ("" if leads is None or len(leads) > 1 else f" (→ {leads[0].value})")


def of_errors(transcripts: Path) -> str:
    return table(("code", "when"), [(f"`{code}`", WHEN[code]) for code in Wrong])


WHEN = {
    Wrong.MALFORMED: "The line is no message: bad JSON, an unknown `type`, a member missing or of a wrong type.",
    Wrong.NOT_YOUR_TURN: "Somebody else has to decide.",
    Wrong.WRONG_PHASE: "The message does not belong here; the sentence says which one does.",
    Wrong.NO_SUCH_LOBBY: "`index` is not in the list that was shown.",
    Wrong.NO_SUCH_ASSISTANT: "The hand has no card at that place.",
    Wrong.NO_SUCH_ISLAND: "There is no island with that index.",
    Wrong.NO_SUCH_CLOUD: "There is no cloud with that index.",
    Wrong.OUT_OF_RANGE: "`numPlayers` or `bots` is too small or too large.",
    Wrong.HALF_CHOSEN: "One half of a pair was chosen before, and another one is named.",
}


# ---------------------------------------------------------------- transcripts


def shown_in(transcripts: Path) -> dict[tuple[str, str], list[str]]:
    """By direction (`>` or `<`) and name of a message, the transcripts in which it occurs."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted(transcripts.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = SHOWN.match(line)
            if match is not None:
                names = found.setdefault((match[1], match[2]), [])
                if path.name not in names:
                    names.append(path.name)
    return found


def of_transcripts(transcripts: Path) -> str:
    found = shown_in(transcripts)
    rows = [(title(kind), told(found[">", name_of(kind)])) for kind in FROM_CLIENT]
    rows += [(title(kind), told(found["<", name_of(kind)])) for kind in FROM_SERVER]
    return table(("message", "transcripts in `tests/dialects/am24/transcripts`"), rows)


def told(names: Sequence[str]) -> str:
    few = ", ".join(name.removesuffix(".txt") for name in names[:4])
    return few if len(names) <= 4 else f"{few} and {len(names) - 4} more"


def by_hand(transcripts: Path) -> str:
    lines = (transcripts / BY_HAND).read_text(encoding="utf-8").splitlines()
    said = [line if line[0] == "#" else line[1:] for line in lines if line[:1] == "#" or line[1:2] in ("<", ">")]
    return "\n".join(["```text", *said, "```"])


PARTS: dict[str, Callable[[Path], str]] = {
    "messages from a client": of_client,
    "messages from the server": of_server,
    "shapes": of_shapes,
    "states": of_states,
    "errors": of_errors,
    "transcripts": of_transcripts,
    "session": by_hand,
}


if __name__ == "__main__":
    where, conversations = Path(sys.argv[1]), Path(sys.argv[2])
    where.write_text(page(where.read_text(encoding="utf-8"), conversations), encoding="utf-8")
