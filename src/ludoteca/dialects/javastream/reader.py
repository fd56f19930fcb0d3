"""Reading values from bytes as they come, within bounds.

    reader.receive_data(data)
    while not isinstance(value := reader.next_value(), NeedData):
        ...

The parser is a generator that stops where bytes are missing and goes on there: a client that sends one byte at a time
costs no more than its bytes. After `StreamRefused` nothing more can be read: nobody knows where the next value begins.
"""

from __future__ import annotations

import struct
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Never, TypeAlias, TypeVar

from . import grammar
from .classes import ClassList
from .text import decode_text
from .values import Array, Block, Constant, Descriptor, Field, Object, Value


class StreamRefused(ValueError):
    """What came is no stream that can be read here. The sentence says why."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


class NeedData:
    """There is no whole value yet."""


NEED_DATA = NeedData()


@dataclass(frozen=True)
class Limits:
    """Bounds far above what the programs send: their longest message to a server has some 700 bytes and 20 values."""

    depth: int = 24  # values inside values
    value_bytes: int = 64 * 1024  # of one value, with everything inside it: as much as a line of the other dialects
    values: int = 4096  # objects, strings, arrays and numbers inside one value
    handles: int = 32 * 1024  # a program that never resets its stream gets a few of them with every message
    kept_bytes: int = 4 * 1024 * 1024  # read since the last reset: what handles can keep in memory
    resets: int = 16  # in a row, with no value between them


LIMITS = Limits()
T = TypeVar("T")
Parsing: TypeAlias = Generator[object, None, T]
_UNFINISHED = Block(b"unfinished")  # stands behind a handle until its object is whole


class Reader:
    """One direction of one connection."""

    def __init__(self, classes: ClassList, limits: Limits = LIMITS) -> None:
        self._classes = classes
        self._limits = limits
        self._buffer = bytearray()
        self._at = 0
        self._handles: list[Value | Descriptor] = []
        self._depth = 0
        self._value_bytes = 0  # of the value that is being read
        self._values = 0
        self._kept_bytes = 0
        self._within = False  # a value, whose first byte has come
        self._refused = ""
        self._parser = self._stream()

    def receive_data(self, data: bytes) -> None:
        if not self._refused:
            if self._at:
                del self._buffer[: self._at]
                self._at = 0
            self._buffer += data

    def next_value(self) -> Value | NeedData:
        """The next whole value, or NEED_DATA. Raises StreamRefused, from then on always."""
        if self._refused:
            raise StreamRefused(self._refused)
        try:
            value: Any = next(self._parser)
        except StreamRefused as refused:
            self._refused = refused.sentence
            self._buffer.clear()
            self._handles.clear()
            raise
        return value  # type: ignore[no-any-return]

    @property
    def waiting(self) -> bool:
        """Whether a value has begun to arrive and is not whole."""
        return len(self._buffer) > self._at or self._within

    # ---------------------------------------------------------------- bytes

    def _take(self, count: int) -> Parsing[bytes]:
        self._value_bytes += count
        self._kept_bytes += count
        if self._value_bytes > self._limits.value_bytes:
            refuse(f"A message has at most {self._limits.value_bytes} bytes.")
        if self._kept_bytes > self._limits.kept_bytes:
            refuse(f"A stream is reset after at most {self._limits.kept_bytes} bytes.")
        while len(self._buffer) - self._at < count:
            yield NEED_DATA
        taken = bytes(self._buffer[self._at : self._at + count])
        self._at += count
        return taken

    def _number(self, form: struct.Struct) -> Parsing[Any]:
        return form.unpack((yield from self._take(form.size)))[0]

    def _text(self, length: int) -> Parsing[str]:
        data = yield from self._take(length)
        try:
            return decode_text(data)
        except UnicodeDecodeError:
            refuse("A text is no modified UTF-8.")

    # ---------------------------------------------------------------- the stream

    def _stream(self) -> Parsing[None]:
        if (yield from self._take(len(grammar.MAGIC))) != grammar.MAGIC:
            refuse("The stream does not begin with AC ED 00 05.")
        resets = 0
        while True:
            self._value_bytes = self._values = 0
            tag = yield from self._tag()
            if tag == grammar.RESET:
                resets += 1
                if resets > self._limits.resets:
                    refuse("A stream of resets says nothing.")
                self._handles.clear()
                self._kept_bytes = 0
                continue
            resets = 0
            self._within = True
            value = yield from self._content(tag)
            self._within = False
            yield value

    def _tag(self) -> Parsing[int]:
        return (yield from self._take(1))[0]

    def _content(self, tag: int) -> Parsing[Value]:
        self._count()
        if tag == grammar.NULL:
            return None
        if tag == grammar.REFERENCE:
            return (yield from self._reference_to_value())
        if tag == grammar.STRING:
            return (yield from self._string(_SHORT))
        if tag == grammar.LONG_STRING:
            return (yield from self._string(_LONG))
        if tag == grammar.BLOCK:
            return Block((yield from self._take((yield from self._tag()))))
        if tag == grammar.LONG_BLOCK:
            return Block((yield from self._take((yield from self._number(_UNSIGNED)))))
        self._depth += 1
        if self._depth > self._limits.depth:
            refuse(f"Objects stand at most {self._limits.depth} deep in each other.")
        value = yield from self._nested(tag)
        self._depth -= 1
        return value

    def _nested(self, tag: int) -> Parsing[Value]:
        if tag == grammar.OBJECT:
            return (yield from self._object())
        if tag == grammar.ENUM:
            return (yield from self._constant())
        if tag == grammar.ARRAY:
            return (yield from self._array())
        refuse(f"A byte {tag:02X} begins nothing that is known here.")

    def _count(self) -> None:
        self._values += 1
        if self._values > self._limits.values:
            refuse(f"A message has at most {self._limits.values} values.")

    # ---------------------------------------------------------------- values

    def _string(self, length: struct.Struct) -> Parsing[str]:
        text = yield from self._text((yield from self._number(length)))
        self._give_handle(text)
        return text

    def _object(self) -> Parsing[Value]:
        descriptor = yield from self._descriptor()
        if descriptor.flags & grammar.ENUM_CLASS or descriptor.name.startswith("["):
            refuse(f"{descriptor.name} is no class of objects.")
        handle = self._give_handle(_UNFINISHED)
        value = Object(descriptor)
        for each in descriptor.lineage:
            for field in each.fields:
                value.fields[field.name] = yield from self._typed(field.type)
            if each.flags & grammar.WRITE_METHOD:
                value.written[each.name] = yield from self._written()
        self._handles[handle] = value
        return value

    def _written(self) -> Parsing[list[Value]]:
        found: list[Value] = []
        while (tag := (yield from self._tag())) != grammar.END_BLOCK:
            found.append((yield from self._content(tag)))
        return found

    def _constant(self) -> Parsing[Value]:
        descriptor = yield from self._descriptor()
        handle = self._give_handle(_UNFINISHED)
        name = yield from self._string_value()
        if name not in descriptor.constants:
            refuse(f"{descriptor.name} has no such constant.")
        self._handles[handle] = value = Constant(descriptor, name)
        return value

    def _array(self) -> Parsing[Value]:
        descriptor = yield from self._descriptor()
        if not descriptor.name.startswith("["):
            refuse(f"{descriptor.name} is no array.")
        handle = self._give_handle(_UNFINISHED)
        length = yield from self._number(_SIGNED)
        if not 0 <= length <= self._limits.values:
            refuse(f"An array has at most {self._limits.values} items.")
        value = Array(descriptor.name)
        for _ in range(length):
            value.items.append((yield from self._typed(descriptor.name[1:])))
        self._handles[handle] = value
        return value

    def _typed(self, form: str) -> Parsing[Value]:
        if form[0] in grammar.REFERENCES:
            value = yield from self._content((yield from self._tag()))
            if isinstance(value, Block):
                refuse("A block of bytes stands where a value should.")
            return value
        self._count()
        number: bool | int | float = yield from self._number(grammar.PRIMITIVES[form[0]])
        return number

    def _string_value(self) -> Parsing[str]:
        tag = yield from self._tag()
        value: Value = None
        if tag in (grammar.STRING, grammar.REFERENCE):
            value = yield from self._content(tag)
        if not isinstance(value, str):
            refuse("A text is missing.")
        return value

    # ---------------------------------------------------------------- classes

    def _descriptor(self) -> Parsing[Descriptor]:
        descriptor = yield from self._descriptor_or_null()
        if descriptor is None:
            refuse("An object has no class.")
        return descriptor

    def _descriptor_or_null(self) -> Parsing[Descriptor | None]:
        tag = yield from self._tag()
        if tag == grammar.NULL:
            return None
        if tag == grammar.REFERENCE:
            found = yield from self._reference()
            if not isinstance(found, Descriptor):
                refuse("A handle of something else stands where a class should.")
            return found
        if tag == grammar.CLASS_DESCRIPTOR:
            return (yield from self._new_descriptor())
        refuse("Only classes of the program can be named, no proxies.")

    def _new_descriptor(self) -> Parsing[Descriptor]:
        """A class as the stream describes it: it has to be, in every detail, one that is known."""
        self._count()
        name = yield from self._text((yield from self._number(_SHORT)))
        uid = yield from self._number(_LONG_SIGNED)
        handle = self._give_handle(_UNFINISHED)
        flags = yield from self._tag()
        fields = yield from self._field_list()
        if (yield from self._tag()) != grammar.END_BLOCK:
            refuse("Classes have no notes of their own.")
        self._depth += 1
        if self._depth > self._limits.depth:
            refuse(f"Classes stand at most {self._limits.depth} deep in each other.")
        parent = yield from self._descriptor_or_null()
        self._depth -= 1
        known = self._known_array(name) if name.startswith("[") else self._classes.find(name)
        if known is None:
            refuse("The stream names a class that is not known here.")
        if not name.startswith("[") and uid != known.uid:
            refuse(f"{name} has another serial number than the class that is known here.")
        if (flags, fields) != (known.flags, known.fields) or parent is not known.parent:
            refuse(f"{name} has other fields than the class that is known here.")
        self._handles[handle] = known
        return known

    def _field_list(self) -> Parsing[tuple[Field, ...]]:
        fields: list[Field] = []
        for _ in range((yield from self._number(_SHORT))):
            self._count()
            code = chr((yield from self._tag()))
            name = yield from self._text((yield from self._number(_SHORT)))
            fields.append(Field((yield from self._string_value()) if code in grammar.REFERENCES else code, name))
        return tuple(fields)

    def _known_array(self, name: str) -> Descriptor | None:
        """Arrays of primitives and of known classes. Their serial number means nothing, in Java as well."""
        item = name[1:]
        if item.startswith("L") and item.endswith(";"):
            known = item[1:-1] in _PLAIN_CLASSES or self._classes.find(item[1:-1]) is not None
        else:
            known = item in grammar.PRIMITIVES
        return Descriptor(name, 0, grammar.SERIALIZABLE) if known else None

    # ---------------------------------------------------------------- handles

    def _give_handle(self, value: Value | Descriptor) -> int:
        if len(self._handles) >= self._limits.handles:
            refuse(f"A stream is reset after at most {self._limits.handles} handles.")
        self._handles.append(value)
        return len(self._handles) - 1

    def _reference(self) -> Parsing[Value | Descriptor]:
        handle: int = (yield from self._number(_UNSIGNED)) - grammar.FIRST_HANDLE
        if not 0 <= handle < len(self._handles):
            refuse("A handle names nothing.")
        found = self._handles[handle]
        if found is _UNFINISHED:
            refuse("An object stands inside itself.")
        return found

    def _reference_to_value(self) -> Parsing[Value]:
        found = yield from self._reference()
        if isinstance(found, Descriptor):
            refuse("A class stands where a value should.")
        return found


def refuse(sentence: str) -> Never:
    raise StreamRefused(sentence)


_SHORT = struct.Struct(">H")
_LONG = struct.Struct(">Q")
_LONG_SIGNED = struct.Struct(">q")
_SIGNED = struct.Struct(">i")
_UNSIGNED = struct.Struct(">I")
_PLAIN_CLASSES = ("java.lang.Object", "java.lang.String")
