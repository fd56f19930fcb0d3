"""Writing values. Every value begins with a reset, so that its bytes do not depend on what was written before.

The same bytes can then go to everybody who is told the same, and a reader keeps nothing from one value to the next.
"""

from __future__ import annotations

import struct

from . import grammar
from .text import encode_text
from .values import Array, Block, Constant, Descriptor, Object, Value

HEADER = grammar.MAGIC


def encode(value: Value) -> bytes:
    """One value as it stands in a stream behind its header. Raises TypeError for what no stream can hold."""
    writer = _Writer()
    writer.content(value)
    return bytes(writer.out)


class _Writer:
    def __init__(self) -> None:
        self.out = bytearray([grammar.RESET])
        self._handles: dict[int | str, int] = {}
        self._kept: list[object] = []  # so that nothing new gets the identity of something written

    def content(self, value: Value) -> None:
        if value is None:
            self.out.append(grammar.NULL)
        elif isinstance(value, Block):
            self._block(value)
        elif isinstance(value, str):
            self._string(value)
        elif isinstance(value, (Object, Constant, Array)):
            if not self._written_before(id(value)):
                self._new(value)
        else:
            raise TypeError(f"{value!r} stands in a field or in a box, not by itself.")

    def _new(self, value: Object | Constant | Array) -> None:
        if isinstance(value, Object):
            self.out.append(grammar.OBJECT)
            self._descriptor(value.descriptor)
            self._give_handle(id(value), value)
            self._fields(value)
        elif isinstance(value, Constant):
            self.out.append(grammar.ENUM)
            self._descriptor(value.descriptor)
            self._give_handle(id(value), value)
            self._string(value.constant)
        else:
            self.out.append(grammar.ARRAY)
            self._array_descriptor(value.type)
            self._give_handle(id(value), value)
            self.out += struct.pack(">i", len(value.items))
            for item in value.items:
                self._typed(value.type[1:], item)

    def _fields(self, value: Object) -> None:
        for each in value.descriptor.lineage:
            for field in each.fields:
                self._typed(field.type, value.fields[field.name])
            if each.flags & grammar.WRITE_METHOD:
                for written in value.written.get(each.name, ()):
                    self.content(written)
                self.out.append(grammar.END_BLOCK)

    def _typed(self, form: str, value: Value) -> None:
        if form[0] in grammar.REFERENCES:
            self.content(value)
            return
        try:
            self.out += grammar.PRIMITIVES[form[0]].pack(value)
        except struct.error as error:
            raise TypeError(f"{value!r} is no {form}: {error}.") from error

    def _descriptor(self, descriptor: Descriptor | None) -> None:
        if descriptor is None:
            self.out.append(grammar.NULL)
            return
        if self._written_before(id(descriptor)):
            return
        self._begin_descriptor(descriptor.name, descriptor.uid, id(descriptor), descriptor)
        self.out += struct.pack(">BH", descriptor.flags, len(descriptor.fields))
        for field in descriptor.fields:
            self.out += field.type[0].encode()
            self._text(field.name)
            if field.type[0] in grammar.REFERENCES:
                self._string(field.type)
        self.out.append(grammar.END_BLOCK)
        self._descriptor(descriptor.parent)

    def _array_descriptor(self, name: str) -> None:
        key = f"array {name}"  # no string of a stream: strings are kept with a space in front
        if not self._written_before(key):
            self._begin_descriptor(name, 0, key, key)
            self.out += struct.pack(">BH", grammar.SERIALIZABLE, 0)
            self.out += bytes([grammar.END_BLOCK, grammar.NULL])

    def _begin_descriptor(self, name: str, uid: int, key: int | str, kept: object) -> None:
        self.out.append(grammar.CLASS_DESCRIPTOR)
        self._text(name)
        self.out += struct.pack(">q", uid)
        self._give_handle(key, kept)

    def _string(self, value: str) -> None:
        key = " " + value
        if self._written_before(key):
            return
        data = encode_text(value)
        self._give_handle(key, key)
        if len(data) < grammar.SMALLEST_LONG_STRING:
            self.out += struct.pack(">BH", grammar.STRING, len(data)) + data
        else:
            self.out += struct.pack(">BQ", grammar.LONG_STRING, len(data)) + data

    def _text(self, value: str) -> None:
        data = encode_text(value)
        self.out += struct.pack(">H", len(data)) + data

    def _block(self, value: Block) -> None:
        if len(value) <= grammar.LONGEST_SHORT_BLOCK:
            self.out += struct.pack(">BB", grammar.BLOCK, len(value)) + value
        else:
            self.out += struct.pack(">BI", grammar.LONG_BLOCK, len(value)) + value

    def _written_before(self, key: int | str) -> bool:
        handle = self._handles.get(key)
        if handle is None:
            return False
        self.out += struct.pack(">BI", grammar.REFERENCE, grammar.FIRST_HANDLE + handle)
        return True

    def _give_handle(self, key: int | str, kept: object) -> None:
        self._handles[key] = len(self._handles)
        self._kept.append(kept)
