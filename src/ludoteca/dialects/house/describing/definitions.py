"""Named JSON Schemas of structs, from which all documents are made.

A struct can have two forms. What the house *tells* has every member, except where defaults are left out on purpose.
What it is *asked* may leave out members that have a default. Where both occur and differ, the asked form is called
`...Input`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, get_args

import msgspec
from msgspec import UNSET

from ludoteca.dialects.house.problems import Problem
from ludoteca.house import entries, views
from ludoteca.house.refusals import Refusal
from ludoteca.rules.catalogue import GAMES

from . import words

Schema = dict[str, Any]

REF = "#/$defs/{name}"


def to(name: str) -> Schema:
    return {"$ref": REF.format(name=name)}


def one_of(*texts: str) -> Schema:
    return {"type": "string", "enum": [str(text) for text in texts]}


KINDS: tuple[type[entries.What], ...] = get_args(entries.Happening)

# Schemas with a name but without a struct.
LOOSE: dict[str, Schema] = {
    "GameView": {"type": "object"},
    "GameAction": {"type": "object"},
    "GameEvent": {"type": "object"},
    "RefusalCode": one_of(*Refusal),
    "ProblemCode": one_of(*Problem),
    "What": {"anyOf": [to(f"What{kind.__name__}") for kind in KINDS]},
    "FullWhat": {"anyOf": [to(f"Full{kind.__name__}") for kind in KINDS]},
}

# Members whose types say less than is known: the free object, text or union in them has a name.
KNOWN: dict[str, Schema] = {
    "Act.action": to("GameAction"),
    "LessonTry.action": to("GameAction"),
    "LessonTry.done": to("GameAction"),
    "FullEntry.what": to("FullWhat"),
}

# The same for what the house tells. What it is asked can be anything that the types allow, and is judged later.
KNOWN_WHEN_TOLD: dict[str, Schema] = {
    "TableView.game": to("GameView"),
    "TableView.legal": to("GameAction"),
    "Happened.events": to("GameEvent"),
    "Happened.what": to("What"),
    "LessonMoment.events": to("GameEvent"),
    "Frame.events": to("GameEvent"),
    "Frame.game": to("GameView"),
    "Frame.what": to("What"),
    "LogLine.events": to("GameEvent"),
    "LogLine.game": to("GameView"),
    "LogLine.what": to("What"),
    "Refused.code": {"anyOf": [to("RefusalCode"), to("ProblemCode")]},
    "Wrong.code": {"anyOf": [to("RefusalCode"), to("ProblemCode")]},
    "Goodbye.code": to("ProblemCode"),
    "Options.game": one_of(*GAMES),
    "Listing.game": one_of(*GAMES),
    "OperatorTable.game": one_of(*GAMES),
    "GameOffered.name": one_of(*GAMES),
    "ClockSettings.per": one_of("move", "game"),
    "Look.tower": one_of("white", "black", "grey"),
    "SeatView.stand_in": one_of("absent", "clock", "resigned"),
    "RequestView.what": one_of("take_back", "end"),
    "Suggestion.action": to("GameAction"),
    "Turning.played": to("GameAction"),
    "Turning.kind": one_of("action", "luck"),
    "Turning.by": one_of("player", "bot", "stand-in"),
    "Review.game": one_of(*GAMES),
    "Reason.when": one_of("now", "turn", "later", "prevented"),
    "ResultView.why": one_of("rules", "alone", "resigned", "agreed", "closed"),
    "FullRose.why": one_of("left", "removed", "expired"),
    "FullActed.by": one_of("player", "bot", "stand-in"),
    "FullAsked.what": one_of("take_back", "end"),
    "FullStoodIn.why": one_of("absent", "clock", "resigned"),
    "FullConfirmed.by": one_of("player", "house"),
    "FullEnded.why": one_of("rules", "alone", "resigned", "agreed"),
}


@dataclass(frozen=True)
class Definitions:
    """`told` and `asked` say what the schema of a class is called, `schemas` are all that they need, by name."""

    told: dict[type, str]
    asked: dict[type, str]
    schemas: dict[str, Schema]


def definitions(told: Sequence[type], asked: Sequence[type], ref: str = REF) -> Definitions:
    """`ref` is how one schema points at another, with {name} in it."""
    as_told, as_asked = forms(told, whole=True), forms(asked, whole=False)
    renamed = {name: f"{name}Input" for name in differing(as_told, as_asked)}
    schemas = dict(as_told)
    for name, schema in as_asked.items():
        schemas[renamed.get(name, name)] = pointing(schema, lambda target: renamed.get(target, target))
    for name in renamed.values():
        schemas[name]["title"] = name
    return Definitions(
        {kind: name_of(kind) for kind in told},
        {kind: renamed.get(name_of(kind), name_of(kind)) for kind in asked},
        {name: pointing(schema, lambda target: target, ref) for name, schema in schemas.items()},
    )


def name_of(kind: type) -> str:
    """What a class is called in the documents. Entries share names with messages, so those get another one."""
    kept = issubclass(kind, entries.What) or kind is entries.Entry
    return f"Full{kind.__name__}" if kept else kind.__name__


def about(kind: type) -> str:
    own = inspect.cleandoc(kind.__doc__ or "")
    return words.ABOUT[name_of(kind)] if not own or issubclass(kind, Enum) else " ".join(own.split())


# ---------------------------------------------------------------- one form of some classes and all that they contain


def forms(kinds: Sequence[type], *, whole: bool) -> dict[str, Schema]:
    found = described(kinds, whole=whole)
    needed = [name for schema in found.values() for name in targets(schema)]
    while needed:
        name = needed.pop()
        if name in LOOSE and name not in found:
            found[name] = {"title": name, "description": words.ABOUT[name], **LOOSE[name]}
            if name == "What":
                found |= {n: schema for n, schema in seen_kinds().items() if n not in found}
            needed += targets(found[name])
    return found


def seen_kinds() -> dict[str, Schema]:
    """What happened as people are told: entries without what is hidden, and all that they contain."""
    found = {}
    for name, schema in described(KINDS, whole=True).items():
        if not name.startswith("Full"):
            found[name] = schema
            continue
        shown = f"What{name.removeprefix('Full')}"
        members = {member: type_ for member, type_ in schema["properties"].items() if member not in views.HIDDEN}
        required = [member for member in members if member in schema["required"]]
        found[shown] = {**schema, "title": shown, "properties": members, "required": required}
        if shown in words.ABOUT:
            found[shown]["description"] = words.ABOUT[shown]
    return found


def described(kinds: Sequence[type], *, whole: bool) -> dict[str, Schema]:
    """The schemas that msgspec makes, under our names and with all our words."""
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    classes = {name: cls for cls, name in msgspec_names(kinds).items()}
    ours = {theirs: name_of(kind) for theirs, kind in classes.items()}
    found = {}
    for theirs, component in components.items():
        kind = classes[theirs]
        schema = pointing(component, ours.__getitem__) | {"title": ours[theirs], "description": about(kind)}
        if issubclass(kind, msgspec.Struct):
            describe_members(schema, kind, whole=whole)
        found[ours[theirs]] = schema
    return found


def describe_members(schema: Schema, kind: type[msgspec.Struct], *, whole: bool) -> None:
    struct, config = name_of(kind), kind.__struct_config__
    always_there = whole and not config.omit_defaults
    known = KNOWN | KNOWN_WHEN_TOLD if whole else KNOWN
    unsaid = ("description", "default") if always_there else ("description",)
    for member, type_ in schema["properties"].items():
        if member == config.tag_field:
            schema["properties"][member] = {"const": config.tag}
            continue
        typed = without(type_, unsaid)
        if f"{struct}.{member}" in known:
            typed = replaced(typed, known[f"{struct}.{member}"])
        schema["properties"][member] = {"description": meaning(struct, member, type_), **typed}
    if always_there:
        left_out = {field.encode_name for field in msgspec.structs.fields(kind) if field.default is UNSET}
        schema["required"] = [member for member in schema["properties"] if member not in left_out]


def meaning(struct: str, member: str, type_: Schema) -> str:
    """What a member means; KeyError when nobody has written it down."""
    specific = f"{struct}.{member}"
    if specific in words.MEMBERS:
        return words.MEMBERS[specific]
    own = [part["description"] for part in (type_, *type_.get("anyOf", [])) if "description" in part]
    return own[0] if own else words.MEMBERS[member]


def msgspec_names(kinds: Sequence[type]) -> dict[type, str]:
    """What msgspec calls classes: by their names where these are unique, otherwise with the module too."""
    classes = list(dict.fromkeys(cls for kind in kinds for cls in classes_in(msgspec.inspect.type_info(kind))))
    names = [cls.__name__ for cls in classes]
    return {
        cls: cls.__name__ if names.count(cls.__name__) == 1 else f"{cls.__module__}.{cls.__qualname__}"
        for cls in classes
    }


def classes_in(type_: object) -> Iterator[type]:
    """Every struct and enum of a type, as msgspec sees it."""
    if isinstance(type_, msgspec.inspect.StructType | msgspec.inspect.EnumType):
        yield type_.cls
    if isinstance(type_, msgspec.Struct):
        for part in (getattr(type_, field) for field in type_.__struct_fields__):
            for inner in part if isinstance(part, tuple) else (part,):
                yield from classes_in(inner)


# ---------------------------------------------------------------- trees of schemas


def pointing(schema: Any, rename: Callable[[str], str], ref: str = REF) -> Any:
    """A copy of a schema in which each $ref points at what `rename` says, and discriminators are left to the tags."""
    if isinstance(schema, dict):
        return {
            key: ref.format(name=rename(name_in(value))) if key == "$ref" else pointing(value, rename, ref)
            for key, value in schema.items()
            if key != "discriminator" or "anyOf" not in schema
        }
    return [pointing(part, rename, ref) for part in schema] if isinstance(schema, list) else schema


def targets(schema: Any) -> list[str]:
    """The names of all that a schema points at."""
    if isinstance(schema, dict):
        own = [name_in(schema["$ref"])] if "$ref" in schema else []
        return own + [name for part in schema.values() for name in targets(part)]
    return [name for part in schema for name in targets(part)] if isinstance(schema, list) else []


def name_in(ref: str) -> str:
    return ref.rpartition("/")[2]


def replaced(schema: Schema, known: Schema) -> Schema:
    """The schema with what is known in place of a free object or text, or of a union that has a name."""
    if schema in ({"type": "object"}, {"type": "string"}, {"anyOf": LOOSE["FullWhat"]["anyOf"]}):
        return known
    found = dict(schema)
    if "items" in schema:
        found["items"] = replaced(schema["items"], known)
    if "anyOf" in schema:
        found["anyOf"] = [replaced(part, known) for part in schema["anyOf"]]
    return found


def without(schema: Schema, keys: Sequence[str]) -> Schema:
    found = {key: value for key, value in schema.items() if key not in keys}
    if "anyOf" in found:
        found["anyOf"] = [without(part, keys) for part in found["anyOf"]]
    return found


def differing(one: dict[str, Schema], other: dict[str, Schema]) -> set[str]:
    """Names that mean different things here and there, or contain something that does."""
    both = one.keys() & other.keys()
    found = {name for name in both if one[name] != other[name]}
    while more := {name for name in both - found if found.intersection(targets(one[name]))}:
        found |= more
    return found
