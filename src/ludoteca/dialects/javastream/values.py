"""What is in a stream: strings are `str`, numbers `int` and `float`, nothing is `None`, and the rest is here.

Objects are compared by identity, as Java does: a stream may name the same object twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias


class Field(NamedTuple):
    """A field of a class: its type as the grammar spells it (`I`, `Ljava/lang/String;`, `[I`) and its name."""

    type: str
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Descriptor:
    """A class as streams describe it."""

    name: str
    uid: int
    flags: int
    fields: tuple[Field, ...] = ()
    parent: Descriptor | None = None
    constants: tuple[str, ...] = ()  # of an enum

    @property
    def lineage(self) -> list[Descriptor]:
        """This class and those above it, the topmost first: the order in which their fields are written."""
        found: list[Descriptor] = []
        each: Descriptor | None = self
        while each is not None:
            found.append(each)
            each = each.parent
        return found[::-1]


class Block(bytes):
    """Bytes that a class, or the program itself, wrote between objects."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Object:
    """An object: its fields by name, and what its classes wrote behind their fields, by the name of the class."""

    descriptor: Descriptor
    fields: dict[str, Value] = field(default_factory=dict)
    written: dict[str, list[Value]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.descriptor.name


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A constant of an enum."""

    descriptor: Descriptor
    constant: str


@dataclass(slots=True, eq=False)
class Array:
    """An array; `type` is its whole type, such as `[I` or `[Ljava.lang.String;`."""

    type: str
    items: list[Value] = field(default_factory=list)


Value: TypeAlias = bool | int | float | str | Block | Object | Constant | Array | None
