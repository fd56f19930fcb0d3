"""The parts of the dialect's page that are made from the code: messages, shapes, states, errors, where each is shown.

In the page they stand between `<!-- made: NAME -->` and `<!-- end -->`; everything else in it is written by hand.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ludoteca.dialects import drawing
from ludoteca.dialects.drawing import Arrow
from ludoteca.dialects.markdown import figure, laid_out, table

from . import messages, shapes
from .examples import EXAMPLES
from .messages import FROM_CLIENT, FROM_SERVER, Message, Notification, Refusal, name
from .refusing import BY_THE_HOUSE, BY_THE_RULES, OF_CHARACTERS
from .states import ALLOWED, ANYWHERE, LEADS_TO, State
from .wire import write

MADE = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
BETWEEN = "\n\n"  # paragraphs
MOST_SHOWN = 3  # transcripts of a message
SHAPES = (
    shapes.Member,
    shapes.GameTable,
    shapes.Island,
    shapes.Cloud,
    shapes.CharacterCard,
    shapes.ActiveCharacter,
    shapes.CardUse,
    shapes.Player,
)
Transcripts = Mapping[str, str]  # name of the file -> its text


def refreshed(page: str, transcripts: Transcripts, by_hand: str) -> str:
    """The page with its made parts as the code is now. `by_hand` is the transcript of the session by hand."""
    made: dict[str, Iterator[str]] = {
        "requests": sections(FROM_CLIENT),
        "answers": sections(kind for kind in FROM_SERVER if not issubclass(kind, Notification | Refusal)),
        "errors": errors(),
        "notifications": sections(messages.kinds(Notification)),
        "shapes": all_shapes(),
        "states": states(),
        "session": session(by_hand),
        "shown": shown(transcripts),
    }

    def part(found: re.Match[str]) -> str:
        return f"{found[1]}\n{BETWEEN.join(made[found[2]])}\n\n{found[3]}"

    return MADE.sub(part, page)


# ---------------------------------------------------------------- messages


def sections(family: Iterable[type[Message]]) -> Iterator[str]:
    for kind in family:
        yield from section(kind)


def section(kind: type[Message]) -> Iterator[str]:
    yield f"#### {name(kind)}"
    yield inspect.getdoc(kind) or ""
    yield source(kind)
    if msgspec.structs.fields(kind):
        yield members(kind)
    yield example(next(message for message in EXAMPLES if type(message) is kind))


def source(kind: type[Message]) -> str:
    """Where the document speaks of it."""
    if kind.heading is None:
        return "*Added here.*"
    heading = kind.heading or name(kind)
    scenario = f", and Scenarios, “{kind.scenario}”" if kind.scenario else ""
    return f"*In the document: Messages, “{heading}”{scenario}.*"


def members(kind: type[msgspec.Struct]) -> str:
    schema = schema_of(kind)
    added = getattr(kind, "added", ())
    rows = []
    for field in msgspec.structs.fields(kind):
        spelled = field.encode_name
        told = schema["properties"][spelled]
        meaning = told.get("description", "")
        if spelled in added:
            meaning = f"{meaning} *Added here.*".strip()
        rows.append((f"`{spelled}`", type_words(told), default(told), meaning))
    return table(("member", "type", "default", "meaning"), rows)


def schema_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    _, found = msgspec.json.schema_components([kind])
    schema: dict[str, Any] = found[kind.__name__]
    return schema


def default(schema: Mapping[str, Any]) -> str:
    return f"`{json.dumps(schema['default'])}`" if "default" in schema else ""


def type_words(schema: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": ref}:
            return reference(ref.rpartition("/")[2])
        case {"anyOf": parts}:
            return " or ".join(type_words(part) for part in parts)
        case {"type": "array", "items": item}:
            return f"list of {type_words(item)}"
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"object: {type_words(value)} for each colour"
    return {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "null"}[schema["type"]]


def reference(of: str) -> str:
    known = {"Colour": "colour", "Tower": "tower", "Wizard": "wizard"}
    return f"[{known.get(of, of)}](#{'values' if of in known else of.lower()})"


def example(message: Message) -> str:
    return f"```json\n{laid_out(json.loads(write(message)))}\n```"


def all_shapes() -> Iterator[str]:
    for shape in SHAPES:
        yield f"#### {shape.__name__}"
        yield inspect.getdoc(shape) or ""
        yield members(shape)


def errors() -> Iterator[str]:
    """All of them have no members, so one table is enough."""
    yield table(
        ("message", "meaning", "where the document has it", "for refusals of the house and of the rules"),
        (
            (f"`{name(kind)}`", inspect.getdoc(kind) or "", source(kind).strip("*"), reasons(kind))
            for kind in messages.kinds(Refusal)
        ),
    )


def reasons(kind: type[Message]) -> str:
    """The codes that are told as this error."""
    found: list[str] = [str(code) for code, error in BY_THE_HOUSE.items() if error is kind]
    found += [str(code) for code, error in BY_THE_RULES.items() if error is kind]
    found += [
        f"{code} (of a character)"
        for code, error in OF_CHARACTERS.items()
        if error is kind and BY_THE_RULES.get(code) is not kind
    ]
    if kind is messages.ImpossibleActionError:
        return "all others"
    return ", ".join(dict.fromkeys(found))


# ---------------------------------------------------------------- states


def states() -> Iterator[str]:
    yield figure(diagram())
    yield table(("request", *State), ((f"`{name(kind)}`", *places(kind)) for kind in FROM_CLIENT))


def diagram() -> str:
    """In each box the requests that do not lead anywhere else. Coming back to a game is not drawn."""
    boxes = {
        str(state): [name(kind) for kind in ALLOWED[state] if kind not in ANYWHERE and (state, kind) not in LEADS_TO]
        for state in State
    }
    found: dict[tuple[State, State], list[str]] = defaultdict(list)
    for (start, kind), ends in LEADS_TO.items():
        for end in ends[:1] if start is State.OUTSIDE else ends:
            found[start, end].append(name(kind))
    arrows = [Arrow(start, end, names) for (start, end), names in found.items()]
    return drawing.row("States of a connection", boxes, arrows)


def places(kind: type[Message]) -> Iterator[str]:
    """What a request does in each state."""
    for state in State:
        if kind not in ALLOWED[state]:
            yield ""
        else:
            ends = next((ends for (start, led), ends in LEADS_TO.items() if (start, led) == (state, kind)), ())
            yield f"→ {', '.join(ends)}" if ends else "yes"


# ---------------------------------------------------------------- transcripts


def session(transcript: str) -> Iterator[str]:
    """What is typed and what comes, without the letters of the clients."""
    said = [line[1:] for line in transcript.splitlines() if re.match(r"[A-Z][<>] ", line)]
    yield "```text\n" + "\n".join(said).replace('"*"', '"…"').replace('"$game"', '"KDTWPQ"') + "\n```"


def showing(transcripts: Transcripts) -> dict[str, list[str]]:
    """By message: the transcripts in which it is sent by the side that sends it, those that are most about it first.

    A test that is no transcript (`.py`) shows the messages that it expects.
    """
    to_server = {name(kind) for kind in FROM_CLIENT}
    found: dict[str, dict[str, float]] = {name(kind): {} for kind in (*FROM_CLIENT, *FROM_SERVER)}
    for title, text in transcripts.items():
        said = EXPECTED.findall(text) if title.endswith(".py") else SPOKEN.findall(text)
        sent = [message for sign, message in said if message in found and (sign == ">") == (message in to_server)]
        for message in sent:
            found[message][title] = sent.count(message) / len(text)
    return {message: sorted(titles, key=lambda title: -titles[title]) for message, titles in found.items()}


SPOKEN = re.compile(r'^[A-Z]([<>]) .*?"type": ?"(\w+)"', re.MULTILINE)
EXPECTED = re.compile(r'(==) \[?\{"type": ?"(\w+)"')


def shown(transcripts: Transcripts) -> Iterator[str]:
    rows = (
        (f"`{message}`", ", ".join(f"`{title}`" for title in titles[:MOST_SHOWN]))
        for message, titles in showing(transcripts).items()
    )
    yield table(("message", "shown in"), rows)
