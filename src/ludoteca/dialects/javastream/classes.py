"""Which classes a stream may name. The library's are known to everybody; a program's come from its class list.

A class list is JSON: an array of classes, each with `name`, `uid`, `super` (its name, or nothing), `fields` (from name
to type, in the order of the stream) and, for an enum, `constants`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from . import grammar, library
from .values import Constant, Descriptor, Field, Object, Value


class InvalidClassList(ValueError):
    """A class list names a class that is in no list, or names one twice."""


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a class list."""

    name: str
    uid: int = 0
    super: str = ""
    fields: dict[str, str] = {}
    constants: list[str] = []


class ClassList:
    """The classes that a program and its peer both know, by name."""

    def __init__(self, listed: Iterable[Listed] = ()) -> None:
        self._known: dict[str, Descriptor] = dict(library.DESCRIPTORS)
        waiting = {each.name: each for each in listed}
        for name in list(waiting):
            self._add(name, waiting)

    @classmethod
    def read(cls, text: bytes | str) -> ClassList:
        return cls(msgspec.json.decode(text, type=list[Listed]))

    def _add(self, name: str, waiting: dict[str, Listed]) -> Descriptor:
        if name not in waiting:
            if name not in self._known:
                raise InvalidClassList(f"There is no class {name}.")
            return self._known[name]
        each = waiting.pop(name)
        if name in self._known:
            raise InvalidClassList(f"The class {name} is known already.")
        flags, above = grammar.SERIALIZABLE, each.super
        if each.constants:
            flags, above = flags | grammar.ENUM_CLASS, library.ENUM.name
        parent = self._add(above, waiting) if above else None
        fields = tuple(Field(form, field) for field, form in each.fields.items())
        self._known[name] = Descriptor(name, each.uid, flags, fields, parent, tuple(each.constants))
        return self._known[name]

    def find(self, name: str) -> Descriptor | None:
        return self._known.get(name)

    def make(self, name: str, /, **fields: Value) -> Object:
        """An object of a known class. Every field has to be given."""
        descriptor = self._known[name]
        wanted = {field.name for each in descriptor.lineage for field in each.fields}
        if wanted != set(fields):
            raise TypeError(f"{name} has the fields {sorted(wanted)}, not {sorted(fields)}.")
        return Object(descriptor, fields)

    def constant(self, name: str, constant: str) -> Constant:
        descriptor = self._known[name]
        if constant not in descriptor.constants:
            raise TypeError(f"{name} has no constant {constant}.")
        return Constant(descriptor, constant)
