"""Schemas and examples as Markdown for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from typing import Any

from ludoteca.dialects.docs import code, laid_out, table

from .definitions import Schema, name_in

LARGEST_WHOLE = 2**53 - 1

Link = Callable[[str], str]  # from the name of a schema to where it is explained


def members(schema: Schema, link: Link) -> str:
    """The members of an object. Those without a default have to be there, or always are."""
    rows = [
        (f"`{name}`", type_words(type_, link), default(type_), type_.get("description", ""))
        for name, type_ in schema["properties"].items()
        if "const" not in type_
    ]
    return table(("member", "type", "default", "meaning"), rows) if rows else "It has no other members."


def default(schema: Schema) -> str:
    return f"`{json.dumps(schema['default'])}`" if "default" in schema else ""


def type_words(schema: Schema, link: Link) -> str:
    match schema:
        case {"$ref": ref}:
            return f"[{name_in(ref)}]({link(name_in(ref))})"
        case {"enum": values}:
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case {"anyOf": parts}:
            *others, last = (type_words(part, link) for part in parts)
            return ", ".join(others) + (", or " if "," in "".join(others) else " or ") + last
        case {"type": "array", "prefixItems": parts}:
            return f"list of {', '.join(type_words(part, link) for part in parts)}"
        case {"type": "array", "items": item}:
            most = f", at most {schema['maxItems']:,}" if "maxItems" in schema else ""
            return f"list of {type_words(item, link)}{most}"
        case {"type": "string"}:
            return "text" + between(schema.get("minLength", 0), schema.get("maxLength"), " characters")
        case {"type": "integer"}:
            return "whole number" + between(schema.get("minimum", 0), schema.get("maximum"), "")
        case {"type": "number"}:
            return "number"
        case {"type": "boolean"}:
            return "true or false"
        case {"type": "null"}:
            return "null"
        case {"type": "object"}:
            return "object"
    raise ValueError(f"no words are known for {schema}")


def between(least: int, most: int | None, what: str) -> str:
    if most is None or most == LARGEST_WHOLE:
        return ""
    return f", {least} to {most}{what}" if least else f", at most {most}{what}"


def example(value: Any) -> str:
    return code("json", laid_out(value))


def plain(sentence: str) -> str:
    """A text that is not Markdown."""
    return escape(sentence, quote=False).replace("*", "\\*").replace("_", "\\_")
